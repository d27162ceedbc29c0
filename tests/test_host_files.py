"""The configuration files for hosts send the policy, cache by digest, and serve the engine's files."""

import http.client
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sphinx_piquet import host_check
from sphinx_piquet.content_security_policy import POLICY

ROOT = Path(__file__).parent.parent
FILES = ROOT / "docs" / "hosting"
SITE = ROOT / "build" / "html"

OWN = f"{POLICY}; frame-ancestors 'self'"
FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"

# Expected policy and caching for each kind of file; `*` stands for a digest.
WANTED = {
    "index.html": (OWN, FRESH),
    "docs/rules/play.last-trick.html": (OWN, FRESH),
    "docs/deals/embed/hoyle1909-ab.html": (POLICY, FRESH),
    "editions/0.1.0/docs/deals/embed/hoyle1909-ab.html": (None, FRESH),
    "sw.js": (OWN, FRESH),
    "_static/piquet/manifest.json": (OWN, FRESH),
    "_static/piquet/pyodide-*/pyodide.asm.wasm": (OWN, FOREVER),
    "_static/script-*.js": (OWN, FOREVER),
    "_static/sheet-*.css": (OWN, FOREVER),
}
# Expected headers for frames and for isolated pages.
ISOLATION = {
    "index.html": (None, None),
    "docs/rules/play.last-trick.html": (None, None),
    "_static/piquet/manifest.json": (None, None),
    "docs/deals/embed/hoyle1909-ab.html": ("cross-origin", "require-corp"),
    "editions/0.1.0/docs/deals/embed/hoyle1909-ab.html": ("cross-origin", "require-corp"),
    "_static/engine/worker.js": (None, "require-corp"),
}
TYPES = {
    "_static/piquet/pyodide-*/pyodide.mjs": "text/javascript",
    "_static/piquet/pyodide-*/pyodide.asm.wasm": "application/wasm",
    "_static/site.webmanifest": "application/manifest+json",
    "docs/rules/play.last-trick.html": "text/html",
}
PACKED = ("index.html", "_static/piquet/pyodide-*/pyodide.asm.wasm", "_static/script-*.js")


# -- a file of headers ---------------------------------------------------------------------------


def headers_for(path: str) -> dict[str, str]:
    """Return the headers that a host with `_headers` sends, by applying all matching rules in order.

    As Cloudflare documents: a splat matches anything, a name after a colon matches one folder, and an
    exclamation mark removes a header set earlier.
    """
    sent: dict[str, str] = {}
    applies = False
    for line in (FILES / "_headers").read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            pattern = re.sub(r":\w+", "[^/]+", re.escape(line).replace(r"\:", ":")).replace(
                r"\*", ".*"
            )
            applies = re.fullmatch(pattern, path) is not None
        elif applies and line.strip().startswith("!"):
            sent.pop(line.strip(" !"), None)
        elif applies:
            name, _, value = line.strip().partition(": ")
            assert name not in sent, f"{name} would be sent twice for {path}"
            sent[name] = value
    return sent


@pytest.mark.parametrize("path", WANTED)
def test_the_file_of_headers(path: str) -> None:
    sent = headers_for("/" + path.replace("*", "0123456789ab"))
    assert (sent.get("Content-Security-Policy"), sent["Cache-Control"]) == WANTED[path]
    assert sent["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ISOLATION)
def test_the_file_of_headers_lets_isolated_pages_show_a_deal(path: str) -> None:
    sent = headers_for("/" + path)
    names = ("Cross-Origin-Resource-Policy", "Cross-Origin-Embedder-Policy")
    assert tuple(map(sent.get, names)) == ISOLATION[path]


def test_the_file_of_headers_keeps_within_what_a_host_reads() -> None:
    """Cloudflare reads at most 100 rules, lines of 2,000 characters, and one splat per path."""
    lines = (FILES / "_headers").read_text("utf-8").splitlines()
    assert max(map(len, lines)) <= 2000
    paths = [line for line in lines if line.startswith("/")]
    assert 1 < len(paths) <= 100
    assert all(path.count("*") <= 1 for path in paths)


@pytest.mark.parametrize("name", ["_headers", "nginx.conf", "apache.conf"])
def test_each_file_sends_the_policy_of_the_pages(name: str) -> None:
    text = (FILES / name).read_text("utf-8")
    assert OWN in text
    assert len(re.findall(re.escape(POLICY), text)) == 2  # once for the pages for frames


# -- nginx and Apache as Debian has them ---------------------------------------------------------


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def answers(port: int) -> bool:
    """Return whether a server accepts connections on a port."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(command: list[str], port: int) -> Iterator[int]:
    """Run a server in the foreground until the block ends, and wait until it answers."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            while not answers(port):
                assert server.poll() is None, server.stderr and server.stderr.read()
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site with a placeholder for a frozen edition."""
    made = tmp_path_factory.mktemp("served")
    (made / "site").mkdir()
    for path in SITE.iterdir():
        (made / "site" / path.name).symlink_to(path)
    frozen = made / "site" / "editions" / "0.1.0" / "docs" / "deals"
    frozen.mkdir(parents=True)
    (frozen / "embed").symlink_to(SITE / "docs" / "deals" / "embed")
    return made


def root_of(folder: Path, below: str) -> Path:
    """Return the root folder for a host: the site, or a folder that contains it at a path, as
    docs/hosting.md says.
    """
    if not below:
        return folder / "site"
    place = folder / "host" / below.strip("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.is_symlink():
        place.symlink_to(folder / "site")
    return folder / "host"


def nginx(folder: Path, port: int, below: str) -> list[str]:
    text = (FILES / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("root /srv/piquet;", f"root {root_of(folder, below)};"),
        ("error_page 404 /404.html;", f"error_page 404 {below}/404.html;"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "piquet.conf").write_text(text)
    own = folder / "nginx.conf"
    own.write_text(
        f"daemon off; user root; pid {folder}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ include /etc/nginx/mime.types; access_log off; include {folder}/piquet.conf; }}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(own)]


def apache(folder: Path, port: int, below: str) -> list[str]:
    text = (FILES / "apache.conf").read_text("utf-8")
    old = "ErrorDocument 404 /404.html"
    assert old in text
    text = text.replace(old, f"ErrorDocument 404 {below}/404.html")
    (folder / "site" / ".htaccess").write_text(text)
    root = root_of(folder, below)
    modules = ["mpm_event", "authz_core", "dir", "mime", "setenvif", "headers", "filter", "deflate"]
    own = folder / "apache.conf"
    own.write_text(
        f"ServerRoot {folder}\nListen 127.0.0.1:{port}\nServerName cards.example\n"
        f"PidFile {folder}/apache.pid\nErrorLog /dev/stderr\nTypesConfig /etc/mime.types\n"
        + "".join(f"LoadModule {m}_module /usr/lib/apache2/modules/mod_{m}.so\n" for m in modules)
        + f"DocumentRoot {root}\n<Directory {folder}>\n"
        "AllowOverride All\nRequire all granted\nOptions FollowSymLinks\n</Directory>\n"
    )
    return ["apache2", "-X", "-f", str(own)]


HOSTS = {"nginx": nginx, "apache2": apache}


BELOW = "/cards/piquet"
PLACES = {
    f"{name} {below or 'at the top'}": (name, below) for name in HOSTS for below in ("", BELOW)
}


@dataclass(frozen=True, slots=True)
class Host:
    """A running server and the path of the site on it."""

    port: int
    below: str


@pytest.fixture(scope="module", params=list(PLACES.values()), ids=list(PLACES))
def host(request: pytest.FixtureRequest, folder: Path) -> Iterator[Host]:
    name, below = request.param
    if not shutil.which(name):
        pytest.skip(f"no {name}: tools/programs.py says how to get it")
    port = free_port()
    with running(HOSTS[name](folder, port, below), port) as found:
        yield Host(found, below + "/")


def ask(host: Host, pattern: str, accept: str = "gzip") -> tuple[int, dict[str, str], bytes]:
    """Request a file; `*` stands for a name that the build has chosen."""
    found = sorted(SITE.glob(pattern)) if "*" in pattern else [SITE / pattern]
    name = found[0].relative_to(SITE).as_posix()
    line = http.client.HTTPConnection("127.0.0.1", host.port)
    line.request("GET", host.below + name, headers={"Accept-Encoding": accept})
    answer = line.getresponse()
    sent = {key.lower(): value for key, value in answer.getheaders()}
    body = answer.read()
    line.close()
    return answer.status, sent, body


@pytest.mark.thorough
def test_a_host_sends_policy_and_caching(host: Host) -> None:
    for path, (policy, keep) in WANTED.items():
        status, sent, _ = ask(host, path)
        assert status == 200, path
        assert (sent.get("content-security-policy"), sent.get("cache-control")) == (
            policy,
            keep,
        ), path
        assert sent["x-content-type-options"] == "nosniff", path


@pytest.mark.thorough
def test_a_host_lets_isolated_pages_show_a_deal(host: Host) -> None:
    for path, wanted in ISOLATION.items():
        sent = ask(host, path)[1]
        names = ("cross-origin-resource-policy", "cross-origin-embedder-policy")
        assert tuple(map(sent.get, names)) == wanted, path


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", ["docs/deals/hoyle1909-ab.html", "docs/deals/embed/hoyle1909-ab.html"]
)
def test_a_host_passes_our_own_check(
    host: Host, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert host_check.main([f"http://127.0.0.1:{host.port}{host.below}{path}"]) == 0
    assert all(line.startswith("ok ") for line in capsys.readouterr().out.splitlines())


@pytest.mark.thorough
def test_a_host_names_types_and_packs_what_is_large(host: Host) -> None:
    for path, kind in TYPES.items():
        assert ask(host, path)[1]["content-type"].partition(";")[0] == kind, path
    for path in PACKED:
        assert ask(host, path)[1].get("content-encoding") == "gzip", path


@pytest.mark.thorough
def test_a_host_answers_a_wrong_path_with_our_page(host: Host) -> None:
    status, sent, body = ask(host, "docs/rules/none.html", "identity")
    assert status == 404
    assert sent["content-security-policy"] == OWN
    assert body == (SITE / "404.html").read_bytes()
    assert ask(host, "docs")[0] in {301, 403, 404}  # folders are not listed
