"""Every built page carries the policy and holds nothing that it forbids; `make html` has built them."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from piquet_core.html.policy import DIRECTIVES, POLICY
from piquet_core.site.sent.bundles import pages
from piquet_core.site.sent.policing import policed

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"

# Blocks of data, which no browser runs.
DATA = {"application/json", "application/ld+json"}
# What loads something, and by which attribute.
LOADS = {
    "script": "src",
    "link": "href",
    "img": "src",
    "image": "href",
    "use": "href",
    "iframe": "src",
    "source": "src",
    "embed": "src",
    "object": "data",
    "form": "action",
}
# Relations of a page that make a browser load something; the others only tell where something is.
LOADED = {"stylesheet", "icon", "manifest", "preload", "modulepreload", "prefetch"}


class Offences(HTMLParser):
    """What a page would do against the policy."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.policy: list[str] = []
        self.began = False
        self.feed(html)
        if self.policy != [POLICY]:
            self.found.append(f"policies: {self.policy}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "meta" and said.get("http-equiv", "").lower() == "content-security-policy":
            self.policy.append(said["content"])
            if self.began:
                self.found.append("the policy stands after something that it should rule")
        self.began = self.began or tag in {"script", "style", "link", "body"}
        self.found += [f"<{tag} {name}=…>" for name in said if name.startswith("on")]
        self.found += [f"<{tag} {name}=…>" for name in ("style", "srcdoc") if name in said]
        self.found += [
            f"<{tag} {name}={value}>"
            for name, value in said.items()
            if value.strip().lower().startswith("javascript:")
        ]
        if tag == "style" or (tag == "base" and "href" in said):
            self.found.append(f"<{tag}>")
        if tag == "script" and "src" not in said and said.get("type") not in DATA:
            self.found.append("a script in the page")
        if tag != "link" or LOADED & set(said.get("rel", "").split()):
            address = urlsplit(said.get(LOADS.get(tag, ""), ""))
            if address.scheme or address.netloc:
                self.found.append(f"<{tag}> loads {address.geturl()}")


@pytest.mark.site
def test_every_page_carries_the_policy_and_keeps_it() -> None:
    found = {path: Offences(path.read_text("utf-8")).found for path in pages(SITE)}
    assert len(found) > 100  # every rule, every rule set, every frame of a deal, and the rest
    assert {path.relative_to(SITE): wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "wrong",
    [
        "<script>alert(1)</script>",
        '<script src="//elsewhere.example/a.js"></script>',
        '<script src="data:text/javascript,1"></script>',
        "<noscript><style>p { color: red }</style></noscript>",
        '<svg><path style="fill: red"/></svg>',
        '<template><a href="#" onclick="go()">Go</a></template>',
        '<a href=" JavaScript:go()">Go</a>',
        '<iframe srcdoc="<p>"></iframe>',
        '<base href="https://elsewhere.example/">',
        '<form action="https://elsewhere.example/"></form>',
        '<link rel="stylesheet" href="https://elsewhere.example/a.css">',
    ],
)
def test_a_page_against_the_policy_is_found_out(wrong: str) -> None:
    good = policed('<!doctype html><html><head><meta charset="utf-8" /></head><body>')
    assert Offences(good).found == []
    assert Offences(good + wrong).found


def test_a_page_without_the_policy_or_with_it_too_late_is_found_out() -> None:
    assert Offences("<!doctype html><title>Nothing</title>").found
    late = '<html><head><script src="a.js"></script><meta charset="utf-8"></head>'
    assert Offences(policed(late)).found


def test_the_policy_is_written_once() -> None:
    page = policed('<html><head><meta charset="utf-8"><title>One</title></head>')
    assert policed(page) == page
    assert page.index("Content-Security-Policy") < page.index("<title>")


def test_no_directive_lets_in_text_as_a_script_or_another_host() -> None:
    said = " ".join(DIRECTIVES.values())
    assert "unsafe-inline" not in said
    assert "'unsafe-eval'" not in said
    assert not re.search(r"https?:|\*|blob:", said)
    assert DIRECTIVES["default-src"] == "'self'"
    assert DIRECTIVES["object-src"] == DIRECTIVES["base-uri"] == "'none'"
