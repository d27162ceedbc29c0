"""Imports between scripts have no cycles."""

import posixpath
import re
from pathlib import Path

from static_sources import static_sources

ROOT = Path(__file__).parents[1]
# Imports of modules and of their types: `from "./x.js"`, `import("./x.js")`.
IMPORT = re.compile(r'(?:from |import\()"(\.{1,2}/[\w/-]+\.js)"')


def scripts() -> dict[str, set[str]]:
    """Return the imports of each script, for itself or for its types."""
    return {
        name: {
            posixpath.normpath(posixpath.join(posixpath.dirname(name), found))
            for found in IMPORT.findall(path.read_text("utf-8"))
        }
        for name, path in static_sources("*.js").items()
    }


def test_every_script_that_is_imported_is_there() -> None:
    found = scripts()
    assert set().union(*found.values()) <= set(found)


def test_no_script_imports_itself_by_way_of_others() -> None:
    left = scripts()
    while free := {name for name, imported in left.items() if not imported & set(left)}:
        left = {name: imported for name, imported in left.items() if name not in free}
    assert not left, sorted(left)


def test_what_a_page_loads_is_imported_by_no_other_script() -> None:
    """Such a script searches the page when it is loaded, which an import must not do."""
    named = {
        name
        for folder in ("extension", "website")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'"([\w/-]+\.js)"', path.read_text("utf-8"))
    }
    assert "replay/replays.js" in named
    assert not named & set().union(*scripts().values())


# Functions that turn text into markup, or load or run it as a script.
SINKS = re.compile(
    r"\b(?:(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment"
    r"|parseFromString|srcdoc|document\.write|new Worker|importScripts\(|eval\(|new Function)"
)


def test_only_one_script_writes_markup_and_script_addresses() -> None:
    """Browsers with Trusted Types would reject other scripts."""
    found = static_sources("*.js").items()
    using = {name for name, path in found if SINKS.search(path.read_text("utf-8"))}
    assert using == {"trusted-markup.js"}


def test_no_script_writes_a_style_attribute_or_a_handler() -> None:
    """The policy forbids both; a script sets single properties, `element.style.top`, and adds event
    listeners.
    """
    wrong = re.compile(
        r"""setAttribute\(\s*["'`](?:style|on\w+)["'`]|cssText|createElement\("style"""
    )
    found = static_sources("*.js").items()
    assert not [name for name, path in found if wrong.search(path.read_text("utf-8"))]
