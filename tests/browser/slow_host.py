"""A server with 10 Mbit/s and 40 ms latency. The browser's own throttling does not apply to workers."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import serve

RATE, LATENCY = 10_000_000 / 8, 0.040  # Bytes per second; seconds.
PIECE = 16 * 1024


class Line:
    """A connection whose bandwidth all transfers share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free = 0.0

    def send(self, size: int) -> None:
        """Wait as long as the transfer of so many bytes takes."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / RATE
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


LINE = Line()


@cache
def packed(path: Path) -> bytes:
    """Return a file compressed with gzip."""
    return gzip.compress(path.read_bytes(), 6)


class Slow(serve.Handler):
    """A request handler on the slow connection. It compresses all files."""

    def send_head(self) -> Any:
        """Send a file in pieces. Other responses go out unchanged."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return super().send_head()
        body = packed(path.resolve())
        time.sleep(LATENCY)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for at in range(0, len(body), PIECE):
            LINE.send(len(body[at : at + PIECE]))
            self.wfile.write(body[at : at + PIECE])
        return None


@contextmanager
def at_the_end_of_the_line(folder: Path) -> Iterator[str]:
    """Serve a folder on the slow connection and yield the address."""
    handler = partial(
        Slow, directory=str(folder), policy=""
    )  # The benchmark's page contains a script.
    with serve.Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
