"""How the scripts and styles of the site hang together: as the Python modules do, never round."""

import re
from pathlib import Path

import piquet_core

PACKAGE = Path(piquet_core.__file__).parent
BROWSER = PACKAGE / "browser"
# What a module runs or only names the types of: `from "./x.js"`, `import("./x.js")`.
IMPORT = re.compile(r'(?:from |import\()"(\.{1,2}/[\w/]+\.js)"')


def scripts() -> dict[Path, set[Path]]:
    """Return every script with those that it imports, for itself or for its types."""
    return {
        path: {(path.parent / found).resolve() for found in IMPORT.findall(path.read_text("utf-8"))}
        for path in BROWSER.resolve().rglob("*.js")
    }


def test_every_script_that_is_imported_is_there() -> None:
    found = scripts()
    assert set().union(*found.values()) <= set(found)


def test_no_script_imports_itself_by_way_of_others() -> None:
    left = scripts()
    while free := {path for path, imported in left.items() if not imported & set(left)}:
        left = {path: imported for path, imported in left.items() if path not in free}
    assert not left, sorted(str(path.relative_to(BROWSER.resolve())) for path in left)


def test_what_a_page_loads_is_imported_by_no_other_script() -> None:
    """It looks for its places on the page as soon as it is loaded, which an import must not do."""
    named = {
        (BROWSER / name).resolve()
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(r'"([\w/]+\.js)"', path.read_text("utf-8"))
    }
    assert BROWSER.resolve() / "deal" / "replays.js" in named
    assert not named & set().union(*scripts().values())


# What takes a text as markup, or loads or runs it as a script.
SINKS = re.compile(
    r"\b(?:(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment"
    r"|parseFromString|srcdoc|document\.write|new Worker|importScripts\(|eval\(|new Function)"
)


def test_markup_and_addresses_of_scripts_go_through_one_door() -> None:
    """Trusted Types would refuse them from anywhere else, where a browser knows them."""
    door = BROWSER.resolve() / "markup.js"
    using = {path for path in scripts() if SINKS.search(path.read_text("utf-8"))}
    assert using == {door}


def test_no_script_writes_a_style_attribute_or_a_handler() -> None:
    """The policy forbids both; a style is set by name, `element.style.top`, and a click is listened to."""
    wrong = re.compile(
        r"""setAttribute\(\s*["'`](?:style|on\w+)["'`]|cssText|createElement\("style"""
    )
    assert not [path.name for path in scripts() if wrong.search(path.read_text("utf-8"))]
