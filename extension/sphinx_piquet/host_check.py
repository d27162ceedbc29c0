"""Command ``piquet-host-check ADDRESS``: does a host send all that a live page needs?

It requests a page as a browser does, finds the scripts, the styles and the engine that the page
names, and requests these too. It prints one line for each check, or for each change to make:

    ok      files
    change  types        send application/wasm: /piquet/pyodide.asm.wasm is sent as text/plain
    note    compression  compress: /index.html, /engine/worker.js and 6 more

The exit status is 0 if nothing has to change, 1 if something has to, and 2 if the page cannot be
checked. A note is about speed or comfort and does not change the status. `docs/hosting.md` explains
each check.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email.message import Message
from html.parser import HTMLParser
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

OK: Final = 200
MISSING: Final = 404
TIMEOUT: Final = 30  # seconds for one answer
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
WORKER: Final = "../engine/worker.js"  # relative to the folder of the runtime
WASM: Final = "pyodide.asm.wasm"
TYPES: Final = (
    (r"\.m?js$", r"(?:text|application)/(?:x-)?(?:java|ecma)script", "text/javascript"),
    (r"\.wasm$", r"application/wasm", "application/wasm"),
    (r"\.css$", r"text/css", "text/css"),
    (r"\.html$", r"text/html", "text/html"),
)
DIGEST: Final = re.compile(r"[.-][0-9a-f]{12}[./]")
PACKED: Final = (".pack", ".image")  # compressed already
MUCH: Final = 1024  # bytes from which compression is worth it
SHOWN: Final = 3  # files named in one line
YEAR: Final = 31_536_000  # seconds
FOREVER: Final = f"public, max-age={YEAR}, immutable"
FRAMED: Final = {
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
GZIP: Final = b"\x1f\x8b"  # the first bytes of a compressed file


class CannotCheck(Exception):
    """No page came from the address, or the page has nothing to check."""


@dataclass(frozen=True)
class HostReply:
    """The answer to one request. ``body`` may be the beginning of a file, and is decompressed."""

    address: str
    status: int
    headers: Message
    body: bytes

    @property
    def path(self) -> str:
        """The path of the address, for messages."""
        return urlsplit(self.address).path or "/"

    @property
    def type(self) -> str:
        """The media type without parameters; "" if there is none."""
        return (self.headers.get("Content-Type") or "").partition(";")[0].strip().lower()

    @property
    def origin(self) -> str:
        """The scheme, host and port of the address."""
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.address))

    @property
    def embedder_policy(self) -> str:
        """The policy by which the page is isolated from other sites; "" if it is not."""
        policy = self.header("Cross-Origin-Embedder-Policy").partition(";")[0].strip()
        return "" if policy == "unsafe-none" else policy

    def header(self, name: str) -> str:
        """Return a header in lower case; "" if it is not sent."""
        return (self.headers.get(name) or "").strip().lower()

    def policies(self) -> list[str]:
        """Return the security policies in the headers."""
        return [
            part
            for line in self.headers.get_all("Content-Security-Policy") or []
            for part in line.split(",")
        ]


CHECKS: Final = (
    "files",
    "types",
    "policy",
    "isolation",
    "framing",
    "missing file",
    "caching",
    "compression",
)
"""The checks, in the order of the report."""


@dataclass(frozen=True)
class HostFault:
    """A change to make. ``subject`` is the file or the fact; a note is not a fault."""

    check: str
    change: str
    subject: str
    is_note: bool = False


def report(found: Iterable[HostFault]) -> Iterator[str]:
    """Yield the lines of the report: one for each check without findings, and one for each change."""
    subjects: dict[tuple[str, str, bool], list[str]] = {}
    for one in dict.fromkeys(found):
        subjects.setdefault((one.check, one.change, one.is_note), []).append(one.subject)
    for check in CHECKS:
        lines = [(key, named) for key, named in subjects.items() if key[0] == check]
        if not lines:
            yield f"ok      {check}"
        for (_, change, is_note), named in lines:
            more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
            level = "note" if is_note else "change"
            yield f"{level:7} {check:12} {change}: {', '.join(named[:SHOWN])}{more}"


@dataclass
class Pieces(HTMLParser):
    """The pieces that a page names: scripts, styles, engines, elements, and policies in its head."""

    scripts: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    engines: list[tuple[str, str]] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = {name: value or "" for name, value in attrs}
        if tag == "script" and "src" in given:
            self.scripts.append(given["src"])
        elif tag == "link" and "stylesheet" in given.get("rel", "").split():
            self.styles.append(given.get("href", ""))
        elif tag == "meta" and given.get("http-equiv", "").lower() == "content-security-policy":
            self.policies.append(given.get("content", ""))
        elif tag == "piquet-replay":
            self.records.append(given.get("src", ""))
        if given.get("data-runtime"):
            self.engines.append((given.get("data-base", ""), given["data-runtime"]))


class Host:
    """A host that answers requests."""

    def __init__(self, address: str) -> None:
        # A proxy cannot reach this machine's own addresses.
        local = urlsplit(address).hostname in LOOPBACK
        self.opener: OpenerDirector = build_opener(*([ProxyHandler({})] if local else []))

    def ask(self, address: str, most: int = MUCH) -> HostReply:
        """Request an address, and read at most so many bytes. Raises `CannotCheck` without an answer."""
        headers = {"Accept-Encoding": "gzip", "User-Agent": "piquet-host-check"}
        request = Request(address, headers=headers)  # noqa: S310 - main() allows http and https only
        try:
            with self.opener.open(request, timeout=TIMEOUT) as got:
                return HostReply(
                    got.url, got.status, got.headers, _text(address, got.headers, got.read(most))
                )
        except HTTPError as error:
            with error:
                return HostReply(
                    error.url or address,
                    error.code,
                    error.headers,
                    _text(address, error.headers, error.read(most)),
                )
        except (OSError, HTTPException, ValueError) as error:
            raise CannotCheck(f"no answer from {address}: {error}") from error


def _text(address: str, headers: Message, body: bytes) -> bytes:
    """Return the content of a body that may be compressed and cut off.

    Raises `CannotCheck` if it is not compressed although its header says so; no browser would show it.
    """
    if (headers.get("Content-Encoding") or "").lower() != "gzip":
        return body
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body)
    except zlib.error as error:
        raise CannotCheck(
            f"{address} has Content-Encoding: gzip and is not compressed: {error}"
        ) from error


# -- the checks ------------------------------------------------------------------------------------


def check_files(answers: Sequence[HostReply]) -> Iterator[HostFault]:
    """Check that each file comes, and that packs come as they were built."""
    for answer in answers:
        if answer.status != OK:
            yield HostFault(
                "files", "copy the whole site or folder again", f"{answer.status} for {answer.path}"
            )
        elif answer.path.endswith(PACKED) and not answer.body.startswith(GZIP):
            yield HostFault("files", "copy this file as it is, without unpacking it", answer.path)


def check_types(answers: Sequence[HostReply]) -> Iterator[HostFault]:
    """Check that each file has a media type that browsers accept."""
    for answer in answers:
        name = answer.path if "." in answer.path.rpartition("/")[2] else "index.html"
        for ending, wanted, right in TYPES:
            if (
                answer.status == OK
                and re.search(ending, name)
                and not re.fullmatch(wanted, answer.type)
            ):
                sent = answer.type or "nothing in particular"
                yield HostFault("types", f"send {right}", f"{answer.path} is sent as {sent}")


def check_caching(answers: Sequence[HostReply]) -> Iterator[HostFault]:
    """Check that files named by their content are cached, and that all others are asked for again."""
    for answer in answers:
        control = answer.header("Cache-Control")
        age = int(found[1]) if (found := re.search(r"max-age=(\d+)", control)) else None
        if DIGEST.search(answer.path):
            if age is None or age < YEAR:
                yield HostFault(
                    "caching", f"send Cache-Control: {FOREVER}", answer.path, is_note=True
                )
        elif not ("no-cache" in control or "no-store" in control or age == 0):
            yield HostFault("caching", "send Cache-Control: no-cache", answer.path, is_note=True)


def check_compression(answers: Sequence[HostReply]) -> Iterator[HostFault]:
    """Check that files that are worth it are compressed."""
    for answer in answers:
        small = len(answer.body) < MUCH or answer.path.endswith(PACKED)
        if not small and not answer.header("Content-Encoding"):
            yield HostFault("compression", "compress", answer.path, is_note=True)


CHAINS: Final = {
    "script-src": ("script-src-elem", "script-src", "default-src"),
    "worker-src": ("worker-src", "child-src", "script-src", "default-src"),
    "connect-src": ("connect-src", "default-src"),
    "style-src": ("style-src-elem", "style-src", "default-src"),
    "frame-src": ("frame-src", "child-src", "default-src"),
}


def _directives(policy: str) -> dict[str, list[str]]:
    """Return the directives of a policy. The first of a name counts."""
    found: dict[str, list[str]] = {}
    for part in policy.split(";"):
        name, *sources = part.split() or [""]
        if name:
            found.setdefault(name.lower(), sources)
    return found


def _sources(policy: dict[str, list[str]], chain: Iterable[str]) -> list[str] | None:
    """Return the sources of the first directive of a chain that a policy has; None if it has none."""
    return next((policy[name] for name in chain if name in policy), None)


def _allows_own(sources: list[str], origin: str) -> bool:
    """Return whether a list of sources includes the host itself."""
    scheme, _, host = origin.partition("://")
    if "'strict-dynamic'" in sources:
        return False
    return any(
        one in {"'self'", "*", f"{scheme}:", host, origin} or one.startswith(f"{origin}/")
        for one in sources
    )


def check_policy(
    policies: Sequence[str], page: HostReply, names: Sequence[str]
) -> Iterator[HostFault]:
    """Check that each policy allows the files of the host in the directives ``names``."""
    where = f"the policy of {page.path}"
    for policy in map(_directives, policies):
        for name in names:
            sources = _sources(policy, CHAINS[name])
            if sources is not None and not _allows_own(sources, page.origin):
                yield HostFault("policy", f"add 'self' to {name}", where)
        for word in ("allow-scripts", "allow-same-origin"):
            if word not in policy.get("sandbox", [word]):
                yield HostFault("policy", f"add {word} to sandbox", where)


def check_engine_policy(policies: Sequence[str], page: HostReply) -> Iterator[HostFault]:
    """Check that each policy allows WebAssembly, and the markup that the engine draws."""
    where = f"the policy of {page.path}"
    for policy in map(_directives, policies):
        scripts = _sources(policy, ("script-src", "default-src"))
        if scripts is not None and not {"'wasm-unsafe-eval'", "'unsafe-eval'"} & set(scripts):
            yield HostFault("policy", "add 'wasm-unsafe-eval' to script-src", where)
        types = policy.get("trusted-types")
        if types is not None and not {"piquet", "*"} & set(types):
            yield HostFault("policy", "add piquet to trusted-types", where)


def check_isolation(page: HostReply, others: Sequence[HostReply]) -> Iterator[HostFault]:
    """Check that a page isolated from other sites may load the pages and workers in it."""
    policy = page.embedder_policy
    for answer in others:
        if policy and not answer.embedder_policy:
            yield HostFault(
                "isolation",
                f"send Cross-Origin-Embedder-Policy: {policy}, as {page.path} has it",
                answer.path,
            )


def check_framing(page: HostReply, *, elsewhere: bool) -> Iterator[HostFault]:
    """Check that a page may be shown in a frame: on the same host, or on any host if ``elsewhere``."""
    said = page.header("X-Frame-Options")
    if said == "deny" or (said and elsewhere):
        yield HostFault("framing", "remove X-Frame-Options", page.path)
    for policy in map(_directives, page.policies()):
        ancestors = policy.get("frame-ancestors", ["*"])
        if "*" not in ancestors and (elsewhere or ancestors in ([], ["'none'"])):
            yield HostFault("framing", "remove frame-ancestors from the policy", page.path)
    for name, value in FRAMED.items():
        if elsewhere and page.header(name) != value:
            yield HostFault(
                "framing",
                f"for pages that are isolated, send {name}: {value}",
                page.path,
                is_note=True,
            )


def check_missing(host: Host, address: str) -> Iterator[HostFault]:
    """Check that the host reports a missing file."""
    answer = host.ask(urljoin(address, "piquet-host-check-no-such-file.js"))
    if answer.status != MISSING:
        yield HostFault(
            "missing file", "answer with status 404", f"{answer.path} has {answer.status}"
        )


# -- a page and its pieces -----------------------------------------------------------------------------


def engine_parts(page: str, base: str, runtime: str) -> list[str]:
    """Return the addresses of an engine's worker and parts. Raises `CannotCheck` if the page is damaged."""
    folder = urljoin(page, base)
    try:
        manifest = json.loads(runtime)
        names = [manifest["module"], manifest["index"] + "pyodide.asm.js", manifest["index"] + WASM]
        names += [manifest[name] for name in ("library", "engine")]
        names += [manifest[name] for name in ("image",) if name in manifest]
    except (ValueError, KeyError, TypeError) as error:
        raise CannotCheck(f"{page} names its engine wrongly: {error!r}") from error
    return [urljoin(folder, WORKER), *(urljoin(folder, name) for name in names)]


def check_page(
    host: Host, address: str, *, shown_by: HostReply | None = None
) -> Iterator[HostFault]:
    """Check a page with all that it names. ``shown_by`` is the page that shows it in a frame."""
    page = host.ask(address, most=-1)
    if page.status != OK:
        raise CannotCheck(f"{page.status} for {address}")
    pieces = Pieces()
    pieces.feed(page.body.decode("utf-8", "replace"))
    if not pieces.engines and not pieces.records:
        raise CannotCheck(f"{address} has neither an engine nor the element piquet-replay")
    scripts = [urljoin(page.address, one) for one in pieces.scripts]
    elements = [one for one in scripts if urlsplit(one).path.endswith("/piquet-replay.js")]
    named = [*elements, *(urljoin(page.address, one) for one in pieces.records if one)]
    if pieces.engines:
        named += [*scripts, *(urljoin(page.address, one) for one in pieces.styles)]
    for base, runtime in pieces.engines:
        named += engine_parts(page.address, base, runtime)
    named = list(dict.fromkeys(named))
    ours = [one for one in named if one.startswith(f"{page.origin}/")]
    for one in named:
        if one not in ours:
            yield HostFault("files", f"put this file on {page.origin}", one)
    answers = [host.ask(one) for one in ours]
    yield from check_files(answers)
    yield from check_types([page, *answers])
    there = [one for one in (page, *answers) if one.status == OK]
    yield from check_caching(there)
    yield from check_compression(there)
    yield from check_missing(host, page.address)
    if shown_by:
        yield from check_isolation(shown_by, [page])
        yield from check_framing(page, elsewhere=False)
    elif "/embed/" in page.path:
        yield from check_framing(page, elsewhere=True)
    policies = [*page.policies(), *pieces.policies]
    if pieces.engines:
        yield from check_policy(
            policies, page, ("script-src", "worker-src", "connect-src", "style-src")
        )
        yield from check_engine_policy(policies, page)
        workers = [one for one in there if one.path.endswith("/engine/worker.js")]
        yield from check_isolation(page, workers)
        for worker in workers:
            yield from check_policy(worker.policies(), worker, ("script-src", "connect-src"))
            yield from check_engine_policy(worker.policies(), worker)
    if pieces.records:
        yield from check_policy(policies, page, ("script-src", "frame-src"))
        if not elements:
            yield HostFault("files", "name the script piquet-replay.js in this page", page.path)
        for script in elements[:1]:
            yield from check_page(host, urljoin(script, "replay.html"), shown_by=page)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="piquet-host-check",
        description="Check that a host sends all that a page with a live replay needs.",
        epilog="Status 0: nothing has to change; 1: something has to; 2: the page cannot be checked.",
    )
    parser.add_argument(
        "address", help="the address of a page, such as https://cards.example/deal.html"
    )
    address = parser.parse_args(arguments).address
    if urlsplit(address).scheme not in {"http", "https"} or not urlsplit(address).hostname:
        parser.error(f"{address!r} is not an address: begin with http:// or https://")
    try:
        found = list(check_page(Host(address), address))
    except CannotCheck as error:
        print(f"piquet-host-check: {error}", file=sys.stderr)
        return 2
    print(*report(found), sep="\n")
    return 0 if all(one.is_note for one in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
