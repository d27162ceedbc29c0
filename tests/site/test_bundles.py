"""One script bundle and one style bundle per page: content, names, and file addresses."""

import hashlib
import re
from pathlib import Path

import pytest

from website.assets.bundles import BUNDLE, WORKER, built_pages, bundle_all, bundles_of

NPM = Path(__file__).parents[2] / "node_modules"

pytestmark = pytest.mark.site

SOURCES = {
    "deal/step.js": 'import { say } from "../say.js";\nexport function step() { say("step"); }\nstep();\n',
    "say.js": "// Counts: one of it on a page.\nlet said = 0;\n"
    'export function say(word) { said += 1; console.log(word, said, "shared"); }\n',
    "site/ask.js": 'import { say } from "../say.js";\nsay("ask");\n'
    'new Worker(new URL("../engine/worker.js", import.meta.url));\n'
    'fetch(new URL("../words.json", import.meta.url));\n',
    "engine/worker.js": "// A long comment about the worker.\nself.onmessage = () => {};\nexport {};\n",
    "look/base.css": '/* The base. */\n@font-face { font-family: "G"; src: url("../fonts/g.woff2"); }\n'
    "p { color: red; }\n.a { &:hover { color: blue; } }\n",
    "paper.css": "p { color: black; }\n",
    "icons.css": """i { background: url("data:image/svg+xml,%3Csvg xmlns='x'/%3E"); }\n""",
}
HEAD = """<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8" />
    {tags}
  </head>
  <body><p>&lt;link rel="stylesheet" href="_static/look/base.css"&gt;</p></body>
</html>
"""
SHEETS = """<link rel="stylesheet" type="text/css" href="{up}_static/look/base.css?v=12345678" />
    <link rel="stylesheet" type="text/css" href="{up}_static/icons.css" />
    <link media="print" rel="stylesheet" type="text/css" href="{up}_static/paper.css?v=1" />
"""
STEP = '    <script type="module" src="{up}_static/deal/step.js?v=1"></script>\n'
ASK = '    <script type="module" src="{up}_static/site/ask.js"></script>'


def lay(site: Path) -> Path:
    """Write a site of two pages that need different scripts."""
    for name, text in SOURCES.items():
        path = site / "_static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (site / "docs").mkdir()
    both = (SHEETS + STEP + ASK).format(up="")
    (site / "index.html").write_text(HEAD.format(tags=both), "utf-8")
    one = (SHEETS + STEP).format(up="../")
    (site / "docs" / "one.html").write_text(HEAD.format(tags=one), "utf-8")
    return site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    made = lay(tmp_path / "site")
    bundle_all(made, NPM)
    return made


def named(site: Path, page: str, kind: str) -> str:
    """Return the text of the page's only bundle of a kind."""
    html = (site / page).read_text("utf-8")
    found: list[str] = re.findall(rf'<(?:link|script)[^>]*(?:href|src)="([^"]+\.{kind})"', html)
    assert len(found) == 1
    path = (site / page).parent / found[0]
    assert BUNDLE.fullmatch(path.name)
    text = path.read_text("utf-8")
    assert hashlib.sha256(text.encode()).hexdigest()[:12] in path.name
    return text


def test_a_page_names_one_script_and_one_sheet_and_keeps_its_text(site: Path) -> None:
    for page in ("index.html", "docs/one.html"):
        assert named(site, page, "js")
        assert named(site, page, "css")
        assert "&lt;link rel=" in (site / page).read_text("utf-8").partition("</head>")[2]
    assert named(site, "index.html", "css") == named(site, "docs/one.html", "css")


def test_a_module_is_in_a_bundle_once_and_small(site: Path) -> None:
    script = named(site, "index.html", "js")
    assert script.count('"shared"') == 1
    assert script.index('"step"') < script.index('"ask"')
    assert "Counts" not in script
    assert '"ask"' not in named(site, "docs/one.html", "js")


def test_a_module_goes_on_living_at_its_own_address(site: Path) -> None:
    script = named(site, "index.html", "js")
    assert re.search(
        r'new URL\("\.\./engine/worker\.js\?v=[0-9a-f]{8}",\s*new URL\("\./site/ask\.js",\s*import\.meta\.url\)',
        script,
    )
    assert '"../words.json"' in script


def test_an_address_in_a_sheet_goes_on_leading_where_it_led(site: Path) -> None:
    sheet = named(site, "docs/one.html", "css")
    assert re.search(r"url\(\"?fonts/g\.woff2", sheet)
    assert "data:image/svg+xml" in sheet
    assert re.search(r"@media print\s*\{p\{color:#000", sheet)
    assert ".a:hover" in sheet  # the oldest supported browsers do not support nesting


def test_the_worker_keeps_its_name_and_is_small(site: Path) -> None:
    text = (site / "_static" / WORKER).read_text("utf-8")
    assert "onmessage" in text
    assert "comment" not in text


def test_the_same_sources_make_the_same_bytes_wherever_they_lie(site: Path, tmp_path: Path) -> None:
    other = lay(tmp_path / "elsewhere" / "deep")
    bundle_all(other, NPM)
    assert contents(other) == contents(site)


def contents(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }


def test_what_no_page_names_any_more_goes_and_the_rest_stays_as_it_is(site: Path) -> None:
    before = contents(site)
    bundle_all(site, NPM)
    assert contents(site) == before
    (site / "index.html").unlink()
    bundle_all(site, NPM)
    assert set(before) - set(contents(site)) == {
        "index.html",
        *(name for name in before if "script-" in name and b'"ask"' in before[name]),
    }


def test_without_the_bundler_the_pages_stay_as_they_are(tmp_path: Path) -> None:
    site = lay(tmp_path / "site")
    before = contents(site)
    with pytest.raises(FileNotFoundError, match="esbuild"):
        bundle_all(site, tmp_path)
    assert contents(site) == before


def test_a_fault_in_a_source_is_reported(tmp_path: Path) -> None:
    site = lay(tmp_path / "site")
    (site / "_static" / "say.js").write_text("export function say( {", "utf-8")
    with pytest.raises(RuntimeError, match=r"say\.js"):
        bundle_all(site, NPM)


def test_pages_are_those_of_the_site_alone(site: Path) -> None:
    (site / "_static" / "fragment.html").write_text("{{ no page }}", "utf-8")
    assert [path.name for path in built_pages(site)] == ["one.html", "index.html"]
    assert bundles_of((site / "index.html").read_text("utf-8")) == []
