"""The reference of the library: every public name, links without a gap, and the inventory for other projects."""

import re
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.inventory import InventoryFile

import piquet_core

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference.md").read_text("utf-8")
PUBLIC = set(piquet_core.__all__) - {"__version__"}


def test_every_public_name_is_there_once() -> None:
    listed = re.findall(r"^\.\. (?:auto\w+|py:data):: (\w+)$", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(PUBLIC)


def test_every_function_and_class_has_a_docstring() -> None:
    for name in PUBLIC:
        thing = getattr(piquet_core, name)
        if callable(thing):
            assert (thing.__doc__ or "").strip(), name
            assert "(" not in thing.__doc__.split("\n")[0].split(" ")[0], f"{name} has a made one"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page alone. Links to other pages lead to empty ones, and each warning is an error."""
    folder = tmp_path_factory.mktemp("reference")
    extensions = ["myst_parser", "website.library_reference"]
    conf = f"extensions = {extensions}\nnitpicky = True\nmyst_enable_extensions = ['attrs_block']\n"
    (folder / "conf.py").write_text(conf, "utf-8")
    pages = ("reference", *re.findall(r"\{doc\}`([\w-]+)`", PAGE))
    (folder / "index.md").write_text(
        "# Top\n\n```{toctree}\n" + "\n".join(pages) + "\n```\n", "utf-8"
    )
    for name in pages:
        text = PAGE if name == "reference" else "# A page\n"
        (folder / f"{name}.md").write_text(text, "utf-8")
    out = folder / "out"
    app = Sphinx(folder, folder, out, folder / "doctrees", "html", warningiserror=True, status=None)
    app.build()
    assert app.statuscode == 0
    return out


def test_other_projects_find_every_public_name(built: Path) -> None:
    inventory = InventoryFile.loads((built / "objects.inv").read_bytes(), uri="")
    found = {
        name for kind, names in inventory.data.items() if kind.startswith("py:") for name in names
    }
    assert {f"piquet_core.{name}" for name in PUBLIC} <= found
    assert "piquet_core.engine.state.DealState" in found, "the name by which types refer to it"


def test_names_in_docstrings_are_links(built: Path) -> None:
    html = (built / "reference.html").read_text("utf-8")
    entry = re.search(r'id="piquet_core\.replay_game".*?</dl>', html, re.DOTALL)
    assert entry
    assert 'href="#piquet_core.NoGame"' in entry[0]
    assert "<cite>" not in html


def test_the_index_and_the_search_are_for_the_game(built: Path) -> None:
    assert "#piquet_core." not in (built / "genindex.html").read_text("utf-8")
    assert '"objects":{}' in (built / "searchindex.js").read_text("utf-8")
