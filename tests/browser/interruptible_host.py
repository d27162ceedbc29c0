"""A web server that a test can disconnect, block or slow down."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import serve
from harness import STRICT


class Line:
    """A web server that can be shut down and started again at the same address."""

    def __init__(self, folder: Path, sub: str = "") -> None:
        self.folder = folder
        self.port = 0
        self.connect()
        self.base = f"http://127.0.0.1:{self.port}/{sub}"

    def connect(self) -> None:
        self.server = serve.make_server(self.folder, self.port, STRICT)
        self.port = self.server.server_address[1]
        self.open: list[socket.socket] = []
        self.over = threading.Event()
        take = self.server.get_request

        def note() -> tuple[socket.socket, Any]:
            taken, address = take()
            self.open.append(taken)
            return taken, address

        self.server.get_request = note  # type: ignore[method-assign]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def hang(self) -> None:
        """Accept all further requests but answer none."""
        over = self.over

        def wait(*_: object) -> None:
            over.wait()

        self.server.finish_request = wait  # type: ignore[assignment, method-assign]
        self.drop()

    def slow(self, seconds: float) -> None:
        """Delay the first response on each new connection."""
        answer = self.server.finish_request

        def later(*asked: Any) -> None:
            time.sleep(seconds)
            answer(*asked)

        self.server.finish_request = later  # type: ignore[assignment, method-assign]
        self.drop()

    def cut(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
        self.drop()

    def drop(self) -> None:
        for one in self.open:  # The browser would reuse an open connection.
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
