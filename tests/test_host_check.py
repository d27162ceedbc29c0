"""The command `piquet-host-check` on small hosts, each with one fault."""

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from sphinx_piquet.content_security_policy import POLICY
from sphinx_piquet.host_check import FOREVER, main

MANIFEST = {
    "module": "pyodide-0123456789ab/pyodide.mjs",
    "index": "pyodide-0123456789ab/",
    "library": "library-0123456789ab/library.pack",
    "engine": "engine-0123456789ab/engine.pack",
}
PACK = gzip.compress(b"pack")
LARGE = b"/* " + b"x" * 5000 + b" */"
WASM = "/piquet/pyodide-0123456789ab/pyodide.asm.wasm"
Sent = tuple[int, dict[str, str], bytes]


def page(policy: str = POLICY) -> bytes:
    runtime = json.dumps(MANIFEST).replace('"', "&quot;")
    return (
        f'<!DOCTYPE html><title>A deal</title><meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<link rel="stylesheet" href="sheet-0123456789ab.css">'
        '<script type="module" src="script-0123456789ab.js"></script>'
        f'<div data-base="piquet/" data-runtime="{runtime}"></div>'
    ).encode()


ELEMENT = (
    b"<!DOCTYPE html><title>My garden</title><script src='piquet-replay.js' defer></script>"
    b"<piquet-replay src='deal.piquet'></piquet-replay>"
)
FILES: dict[str, tuple[str, bytes]] = {
    "/deal.html": ("text/html", page()),
    "/replay.html": ("text/html", page()),
    "/docs/deals/embed/deal.html": (
        "text/html",
        page().replace(b'="', b'="../../../').replace(b'"../../../{', b'"{'),
    ),
    "/garden.html": ("text/html; charset=utf-8", ELEMENT),
    "/piquet-replay.js": ("text/javascript", LARGE),
    "/deal.piquet": ("text/plain", b"record"),
    "/sheet-0123456789ab.css": ("text/css", LARGE),
    "/script-0123456789ab.js": ("application/javascript", LARGE),
    "/engine/worker.js": ("text/javascript", LARGE),
    "/piquet/pyodide-0123456789ab/pyodide.mjs": ("text/javascript", LARGE),
    "/piquet/pyodide-0123456789ab/pyodide.asm.js": ("text/javascript", LARGE),
    WASM: ("application/wasm", LARGE),
    "/piquet/library-0123456789ab/library.pack": ("application/octet-stream", PACK),
    "/piquet/engine-0123456789ab/engine.pack": ("application/octet-stream", PACK),
}


def good(path: str) -> Sent:
    """Return the status, the headers and the body with which a good host answers."""
    if path not in FILES:
        return 404, {"Content-Type": "text/html"}, b"not here"
    kind, body = FILES[path]
    headers = {
        "Content-Type": kind,
        "Cache-Control": FOREVER if "0123456789ab" in path else "no-cache",
    }
    if len(body) > 1000:
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body)
    return 200, headers, body


@contextmanager
def host(answer: Callable[[str], Sent]) -> Iterator[str]:
    """Run a host, and give its address without a slash at the end."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = answer(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def check(
    answer: Callable[[str], Sent], path: str, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str]]:
    """Return the exit status, and the lines that are not "ok"."""
    with host(answer) as base:
        status = main([base + path])
        lines = [
            " ".join(line.replace(base, "HOST").split())
            for line in capsys.readouterr().out.splitlines()
        ]
    return status, [line for line in lines if not line.startswith("ok ")]


def changed(path: str, **headers: str) -> Callable[[str], Sent]:
    """Return a good host with other headers for one path. An underscore stands for a hyphen."""

    def answer(asked: str) -> Sent:
        status, sent, body = good(asked)
        if asked == path:
            sent = {**sent, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return status, {name: value for name, value in sent.items() if value}, body

    return answer


@pytest.mark.parametrize("path", ["/deal.html", "/garden.html"])
def test_a_good_host_has_nothing_to_change(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(good, path, capsys) == (0, [])


@pytest.mark.parametrize(
    ("path", "answer", "line"),
    [
        (
            "/deal.html",
            changed(WASM, Content_Type="application/octet-stream"),
            f"change types send application/wasm: {WASM} is sent as application/octet-stream",
        ),
        (
            "/deal.html",
            changed("/script-0123456789ab.js", Content_Type="text/plain"),
            "change types send text/javascript: /script-0123456789ab.js is sent as text/plain",
        ),
        (
            "/deal.html",
            lambda path: (404, {}, b"") if path == WASM else good(path),
            f"change files copy the whole site or folder again: 404 for {WASM}",
        ),
        (
            "/deal.html",
            lambda path: (
                (200, good(path)[1], b"PK unpacked") if path.endswith("engine.pack") else good(path)
            ),
            "change files copy this file as it is, without unpacking it: /piquet/engine-0123456789ab/engine.pack",
        ),
        (
            "/deal.html",
            lambda path: good(path if path in FILES else "/deal.html"),
            "change missing file answer with status 404: /piquet-host-check-no-such-file.js has 200",
        ),
        (
            "/deal.html",
            changed("/deal.html", Content_Security_Policy="script-src 'self'"),
            "change policy add 'wasm-unsafe-eval' to script-src: the policy of /deal.html",
        ),
        (
            "/deal.html",
            changed("/deal.html", Content_Security_Policy="worker-src 'none'"),
            "change policy add 'self' to worker-src: the policy of /deal.html",
        ),
        (
            "/deal.html",
            changed("/deal.html", Content_Security_Policy="sandbox allow-scripts"),
            "change policy add allow-same-origin to sandbox: the policy of /deal.html",
        ),
        (
            "/deal.html",
            changed("/engine/worker.js", Content_Security_Policy="default-src 'self'"),
            "change policy add 'wasm-unsafe-eval' to script-src: the policy of /engine/worker.js",
        ),
        (
            "/deal.html",
            changed("/deal.html", Content_Security_Policy="trusted-types other"),
            "change policy add piquet to trusted-types: the policy of /deal.html",
        ),
        (
            "/deal.html",
            changed("/deal.html", Cross_Origin_Embedder_Policy="require-corp"),
            "change isolation send Cross-Origin-Embedder-Policy: require-corp, as /deal.html has it: /engine/worker.js",
        ),
        (
            "/garden.html",
            changed("/garden.html", Cross_Origin_Embedder_Policy="credentialless"),
            "change isolation send Cross-Origin-Embedder-Policy: credentialless, as /garden.html has it: /replay.html",
        ),
        (
            "/garden.html",
            changed("/garden.html", Content_Security_Policy="frame-src 'none'"),
            "change policy add 'self' to frame-src: the policy of /garden.html",
        ),
        (
            "/garden.html",
            changed("/replay.html", X_Frame_Options="DENY"),
            "change framing remove X-Frame-Options: /replay.html",
        ),
        (
            "/docs/deals/embed/deal.html",
            changed(
                "/docs/deals/embed/deal.html", Content_Security_Policy="frame-ancestors 'self'"
            ),
            "change framing remove frame-ancestors from the policy: /docs/deals/embed/deal.html",
        ),
    ],
)
def test_a_fault_is_named_with_its_change(
    path: str, answer: Callable[[str], Sent], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = check(answer, path, capsys)
    assert status == 1
    assert [one for one in lines if one.startswith("change")] == [line]


@pytest.mark.parametrize(
    ("path", "answer", "line"),
    [
        (
            "/deal.html",
            changed(WASM, Cache_Control="max-age=600"),
            f"note caching send Cache-Control: {FOREVER}: {WASM}",
        ),
        (
            "/deal.html",
            changed("/deal.html", Cache_Control="max-age=600"),
            "note caching send Cache-Control: no-cache: /deal.html",
        ),
        (
            "/deal.html",
            lambda path: (
                (200, {**good(path)[1], "Content-Encoding": ""}, LARGE)
                if path == WASM
                else good(path)
            ),
            f"note compression compress: {WASM}",
        ),
        (
            "/docs/deals/embed/deal.html",
            changed("/docs/deals/embed/deal.html", Cross_Origin_Resource_Policy="cross-origin"),
            (
                "note framing for pages that are isolated, send Cross-Origin-Embedder-Policy: "
                "require-corp: /docs/deals/embed/deal.html"
            ),
        ),
    ],
)
def test_advice_does_not_change_the_status(
    path: str, answer: Callable[[str], Sent], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(answer, path, capsys) == (0, [line])


def test_an_element_without_its_script_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    bare = ELEMENT.replace(b"<script src='piquet-replay.js' defer></script>", b"")
    status, lines = check(
        lambda path: (200, good(path)[1], bare) if path == "/garden.html" else good(path),
        "/garden.html",
        capsys,
    )
    assert (status, lines) == (
        1,
        ["change files name the script piquet-replay.js in this page: /garden.html"],
    )


def test_many_files_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = check(
        lambda path: (
            (200, {**good(path)[1], "Cache-Control": "max-age=60"}, good(path)[2])
            if path in FILES
            else good(path)
        ),
        "/deal.html",
        capsys,
    )
    assert status == 0
    assert len(lines) == 2
    assert lines[1].endswith(" and 4 more")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/none.html", "404 for HOST/none.html"),
        ("/deal.piquet", "has neither an engine nor the element"),
    ],
)
def test_a_page_that_cannot_be_checked(
    path: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with host(good) as base:
        assert main([base + path]) == 2
        assert said in capsys.readouterr().err.replace(base, "HOST")


def test_a_host_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with host(good) as base:
        pass
    assert main([f"{base}/deal.html"]) == 2
    assert "no answer from" in capsys.readouterr().err


def test_a_file_that_is_not_compressed_as_its_header_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(path: str) -> Sent:
        status, headers, body = good(path)
        return status, headers, LARGE if path.endswith(".css") else body

    with host(answer) as base:
        assert main([f"{base}/deal.html"]) == 2
        said = capsys.readouterr().err.replace(base, "HOST")
    assert "HOST/sheet-0123456789ab.css has Content-Encoding: gzip and is not compressed" in said


@pytest.mark.parametrize("address", ["cards.example/deal.html", "file:///deal.html", "https://"])
def test_an_address_is_complete(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([address])
    assert ended.value.code == 2
    assert "begin with http:// or https://" in capsys.readouterr().err
