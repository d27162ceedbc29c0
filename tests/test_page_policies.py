"""Every page of the built site carries the policy and respects it."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

sys.path.append(str(Path(__file__).parent))

from page_scan import Offences, read_once

from sphinx_piquet.content_security_policy import DIRECTIVES
from website.assets.bundles import built_pages
from website.assets.policy_tags import with_policy, write_policies

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"


@pytest.mark.site
def test_every_page_carries_the_policy_and_keeps_it() -> None:
    found = {path: read_once(path).found for path in built_pages(SITE)}
    assert len(found) > 100  # every rule, every rule set, every embedded deal, and the other pages
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
    good = with_policy('<!doctype html><html><head><meta charset="utf-8" /></head><body>')
    assert Offences(good).found == []
    assert Offences(good + wrong).found


def test_a_page_without_the_policy_or_with_it_too_late_is_found_out() -> None:
    assert Offences("<!doctype html><title>Nothing</title>").found
    late = '<html><head><script src="a.js"></script><meta charset="utf-8"></head>'
    assert Offences(with_policy(late)).found


def test_a_frozen_copy_keeps_the_pages_as_they_were_built(tmp_path: Path) -> None:
    """The scripts of a frozen edition may be older than the policy; `piquet_frozen` is set while it is
    built.
    """
    page = '<html><head><meta charset="utf-8"><title>One</title></head></html>'
    (tmp_path / "index.html").write_text(page)

    def build(frozen: str) -> str:
        config = SimpleNamespace(piquet_frozen=frozen)
        app = SimpleNamespace(config=config, outdir=tmp_path, builder=SimpleNamespace(name="html"))
        write_policies(cast(Any, app), None)
        return (tmp_path / "index.html").read_text()

    assert build("0.1.0") == page
    assert "Content-Security-Policy" in build("")


def test_the_policy_is_written_once() -> None:
    page = with_policy('<html><head><meta charset="utf-8"><title>One</title></head>')
    assert with_policy(page) == page
    assert page.index("Content-Security-Policy") < page.index("<title>")


def test_no_directive_lets_in_text_as_a_script_or_another_host() -> None:
    said = " ".join(DIRECTIVES.values())
    assert "unsafe-inline" not in said
    assert "'unsafe-eval'" not in said
    assert not re.search(r"https?:|\*|blob:", said)
    assert DIRECTIVES["default-src"] == "'self'"
    assert DIRECTIVES["object-src"] == DIRECTIVES["base-uri"] == "'none'"
