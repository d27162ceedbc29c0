"""How the scripts and styles of the site hang together: as the Python modules do, never round."""

import posixpath
import re
from pathlib import Path

from static_sources import static_sources

ROOT = Path(__file__).parents[1]
# What a module runs or only names the types of: `from "./x.js"`, `import("./x.js")`.
IMPORT = re.compile(r'(?:from |import\()"(\.{1,2}/[\w/-]+\.js)"')


def scripts() -> dict[str, set[str]]:
    """Return each script with those that it imports, for itself or for its types."""
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
    """It looks for its places on the page as soon as it is loaded, which an import must not do."""
    named = {
        name
        for folder in ("extension", "website")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'"([\w/-]+\.js)"', path.read_text("utf-8"))
    }
    assert "replay/replays.js" in named
    assert not named & set().union(*scripts().values())


# What takes a text as markup, or loads or runs it as a script.
SINKS = re.compile(
    r"\b(?:(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment"
    r"|parseFromString|srcdoc|document\.write|new Worker|importScripts\(|eval\(|new Function)"
)


def test_only_one_script_writes_markup_and_script_addresses() -> None:
    """Browsers with Trusted Types would refuse them from anywhere else."""
    found = static_sources("*.js").items()
    using = {name for name, path in found if SINKS.search(path.read_text("utf-8"))}
    assert using == {"trusted-markup.js"}


def test_no_script_writes_a_style_attribute_or_a_handler() -> None:
    """The policy forbids both; a style is set by name, `element.style.top`, and a click is listened to."""
    wrong = re.compile(
        r"""setAttribute\(\s*["'`](?:style|on\w+)["'`]|cssText|createElement\("style"""
    )
    found = static_sources("*.js").items()
    assert not [name for name, path in found if wrong.search(path.read_text("utf-8"))]
