"""Serve the built site on this machine only: `python tools/serve.py [FOLDER] [--port N]`.

Tests and benchmarks use `make_server(folder)`. Files with a digest in their name are cached for ever; all
others are requested again, so that a rebuild shows at once.

Every response has the policy of the pages (`sphinx_piquet.content_security_policy`) as a header, so that it
applies to the worker too. Frozen editions keep the policy that they were built with.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from sphinx_piquet.content_security_policy import POLICY

FIRST_PORT = 8000
LAST_PORT = 65535
DEAL_PAGE = "docs/deals/hoyle1909-ab.html"
HASHED = re.compile(r"[.-][0-9a-f]{12}[./]")
FROZEN = re.compile(r"/editions/\d")
# Headers for isolated pages with a deal in a frame, and for the worker inside.
FRAMED = re.compile(r"/docs/deals/embed/")
ISOLATED = re.compile(r"/docs/deals/embed/|/_static/engine/worker\.js")
REPORTS = "/policy-report"  # a browser reports violations of the policy to this address


class Handler(SimpleHTTPRequestHandler):
    """A request handler for static files, with the media types and headers that the site requires."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".piquet": "text/plain; charset=utf-8",
        ".txt": "text/plain; charset=utf-8",  # the notices contain names with non-ASCII letters
    }

    def __init__(self, *given: Any, policy: str = POLICY, **named: Any) -> None:
        self.policy = policy
        super().__init__(*given, **named)

    def do_POST(self) -> None:
        """Accept reports of policy violations and ignore them. Other requests get a 404 response."""
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        found = self.path == REPORTS
        self.send_response(HTTPStatus.NO_CONTENT if found else HTTPStatus.NOT_FOUND)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def end_headers(self) -> None:
        """Send the headers on content policy, framing and caching, and end the headers."""
        if self.policy and not FROZEN.search(self.path):
            self.send_header("Content-Security-Policy", self.policy)
        if FRAMED.search(self.path):
            self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        if ISOLATED.search(self.path):
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        keep = "public, max-age=31536000, immutable" if HASHED.search(self.path) else "no-cache"
        self.send_header("Cache-Control", keep)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send an error. For a missing file, send the site's own 404 page, as a web host does."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def list_directory(self, path: str | os.PathLike[str]) -> None:  # noqa: ARG002 - as the base class has it
        """Send the 404 page for a folder without an index, as a web host does."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")

    def log_message(self, format: str, *args: object) -> None:
        """Print no log, so that the addresses of the site stay visible in the terminal."""


class Server(ThreadingHTTPServer):
    """A threaded web server that ignores aborted connections."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore the errors of connections that the browser has closed."""


def make_server(folder: Path, port: int = 0, policy: str = POLICY) -> Server:
    """Return a server for a folder on 127.0.0.1. With port 0 it uses any free port.

    ``policy`` is the content security policy to send.
    """
    handler: Callable[..., Handler] = partial(Handler, directory=str(folder), policy=policy)
    return Server(("127.0.0.1", port), handler)


def first_free(folder: Path, port: int) -> Server:
    """Return a server on the first free port from ``port`` upwards, or exit if there is none."""
    last = min(port + 999, LAST_PORT)
    for number in range(port, last + 1):
        try:
            return make_server(folder, number)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
    message = f"no free port from {port} to {last}"
    raise SystemExit(message)


def port_number(text: str) -> int:
    """Return the port number in a command-line argument.

    Raises ArgumentTypeError if it is not one.
    """
    if not text.isdecimal() or not 1 <= int(text) <= LAST_PORT:
        message = f"{text!r} is not a port: a whole number from 1 to {LAST_PORT}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def main() -> None:
    """Serve the site until the program is interrupted."""
    parser = argparse.ArgumentParser(description="Serve the built site.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/html"))
    parser.add_argument("--port", type=port_number, default=FIRST_PORT, help="first port to try")
    options = parser.parse_args()
    if not (options.folder / "index.html").is_file():
        message = f"{options.folder} holds no index.html: run `make html` first"
        raise SystemExit(message)
    with first_free(options.folder, options.port) as server:
        home = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"\n  Piquet      {home}", flush=True)
        print(f"  The deal    {home}{DEAL_PAGE}", flush=True)
        print("\nCtrl-C ends.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
