"""Layers: imports never go up, the library imports no other package, and the engine names no rule set."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from random_play import ROOT

from piquet_core.rules import catalogue, ruleset_ids

# Any interpreter reads the same sources in the same way.
pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="reads sources only")

PACKAGE = ROOT / "piquet_core"
LOOKED_AT = (
    ast.Module,
    ast.ClassDef,
    ast.FunctionDef,
    ast.Import,
    ast.ImportFrom,
    ast.Constant,
)


def layers_file() -> dict[str, Any]:
    """Return the layers file. In Pyodide the file is missing, and the result is empty."""
    path = ROOT / "docs" / "rooms.toml"
    if path.is_file():
        return tomllib.loads(path.read_text("utf-8"))
    return {"package": [{"name": "piquet_core", "path": "piquet_core", "layers": []}], "static": {}}


PACKAGES = layers_file()["package"]
LIBRARY = PACKAGES[0]
# "" is the package itself, whose version every module may import; its own files are above all layers.
PACKAGE_ITSELF = {"": 0, "__init__": 99, "__main__": 99}
FORMS = catalogue()["game.forms"].options
LAYER = PACKAGE_ITSELF | {
    name: layer for layer, names in enumerate(LIBRARY["layers"]) for name in names
}
FILES = sorted(PACKAGE.rglob("*.py"))
ALL_FILES = sorted(path for one in PACKAGES for path in (ROOT / one["path"]).rglob("*.py"))


def top_name(path: Path) -> str:
    """Return the module or folder of the library that contains a file."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a file that the tests need. A walk costs as much as parsing."""
    return tuple(node for node in ast.walk(parsed(path)) if isinstance(node, LOOKED_AT))


@cache
def strings(path: Path) -> list[tuple[int, str]]:
    """Return (line, text) of every string in a file except docstrings."""
    docs = {
        node.body[0].value
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs
    ]


@cache
def is_module(name: str) -> bool:
    paths = [root.joinpath(*name.split(".")) for root in (ROOT, ROOT / "extension")]
    return any(path.is_dir() or path.with_suffix(".py").is_file() for path in paths)


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Return (line, module) of every import in a file, including those inside functions."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.append((node.lineno, inner if is_module(inner) else str(node.module)))
    return found


def target(module: str) -> str | None:
    """Return the module or folder of the library that is imported, or None."""
    head, _, rest = module.partition(".")
    if head != "piquet_core":
        return None
    name = rest.partition(".")[0]
    return name if name in LAYER else ""


def test_imports_never_go_up() -> None:
    for path in FILES:
        assert top_name(path) in LAYER, f"docs/rooms.toml: give {top_name(path)} a layer"
        own = LAYER[top_name(path)]
        for line, module in imported(path):
            name = target(module)
            if name is not None:
                assert LAYER[name] <= own, f"{path}:{line}: {module} is in a higher layer"


def test_no_package_imports_a_later_one() -> None:
    """The library does not import the extension or the site, nor the extension the site."""
    names = [one["name"] for one in PACKAGES]
    for place, one in enumerate(PACKAGES):
        for path in (ROOT / one["path"]).rglob("*.py"):
            for line, module in imported(path):
                assert module.partition(".")[0] not in names[place + 1 :], (
                    f"{path}:{line}: {module} is a later package in docs/rooms.toml"
                )


def test_of_the_public_interface_modules_take_the_version_only() -> None:
    """It is above all modules, which import each name from the module that defines it."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module == "piquet_core":
                assert [alias.name for alias in node.names] == ["__version__"], (
                    f"{path}:{node.lineno}: import names from the module that defines them"
                )


def test_no_two_modules_import_each_other() -> None:
    """Modules of one layer may import each other, but not in a cycle."""
    graph: dict[str, set[str]] = {}
    for one in PACKAGES:
        folder = ROOT / one["path"]
        for path in folder.rglob("*.py"):
            parts = list(path.relative_to(folder.parent).with_suffix("").parts)
            if parts[-1] == "__init__":
                parts.pop()
            graph[".".join(parts)] = {module for _, module in imported(path)}
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, f"imports in a cycle: {' -> '.join([*trail, module])}"
        if module not in done and module in graph:
            for following in sorted(graph[module]):
                visit(following, (*trail, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_contributing_names_every_folder_of_the_library() -> None:
    page = ROOT / "docs" / "contributing.md"
    text = page.read_text("utf-8") if page.is_file() else ""  # Pyodide has no pages
    folders = [name for name in LAYER if (ROOT / "piquet_core" / name).is_dir() and name]
    missing = [name for name in folders if text and f"`{name}/`" not in text]
    assert not missing, f"docs/contributing.md: describe {missing} under 'Where things are'"


def test_nothing_imports_the_browser_and_the_library_imports_no_sphinx() -> None:
    for path in ALL_FILES:
        heads = {module.partition(".")[0] for _, module in imported(path)}
        assert not heads & {"js", "pyodide", "pyodide_js"}, path
        if PACKAGE in path.parents:
            assert not heads & {"sphinx", "docutils", "myst_parser"}, path


def test_environments_and_laboratory_alone_import_packages_of_others() -> None:
    for path in FILES:
        heads = {module.partition(".")[0] for _, module in imported(path)}
        others = heads - sys.stdlib_module_names - {"piquet_core", "_typeshed"}
        if top_name(path) == "environments":
            others -= {"gymnasium", "numpy", "pettingzoo", "pyspiel"}
        if top_name(path) == "laboratory":
            others -= {"distributed", "pyarrow"}
        assert not others, path


def test_no_code_names_a_rule_set() -> None:
    """Docstrings are exempt, because their examples load a rule set."""
    # `rubicon` is also a form of the game and a group of rules.
    ids = set(ruleset_ids()) - set(FORMS)
    for path in FILES:
        for line, text in strings(path):
            words = set(re.split(r"[^a-z0-9.-]+", text))  # whole words only
            assert not words & ids, f"{path}:{line}: {text!r}"


def test_the_layers_name_every_folder_and_no_other() -> None:
    there = {path.name.removesuffix(".py") for path in PACKAGE.iterdir() if path.suffix != ".toml"}
    named = {name for layer in LIBRARY["layers"] for name in layer}
    assert named == there - {"__init__", "__main__", "__pycache__", "py.typed"}
    static = {
        path.parent.relative_to(ROOT).as_posix()
        for one in PACKAGES
        for kind in ("js", "css")
        for path in (ROOT / one["path"]).rglob(f"*.{kind}")
    }
    assert set(layers_file()["static"]) == static


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in ALL_FILES}), ids=lambda path: path.name
)
def test_every_folder_says_what_it_is_for(folder: Path) -> None:
    assert ast.get_docstring(parsed(folder / "__init__.py")), (
        "give __init__.py a docstring of a sentence"
    )


def test_a_class_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = {}
    for path in ALL_FILES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert "RuleSet" in homes
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}


# An opening tag; `<line>` and `<text>` alone are words of the notation and names in patterns.
TAG = re.compile(
    r"(?<!\?P)<(?:(?:a|b|br|dd|details|div|dl|dt|em|figcaption|figure|i|li|ol|p|small|span|summary|svg|table"
    r"|td|th|tr|ul|wbr)>|(?:a|circle|details|div|figure|g|li|line|link|meta|ol|p|path|pre|rect|script|span"
    r"|svg|table|text|ul|use) [a-z0-9-]+=)"
)
# Modules that draw HTML, and exceptions: patterns for a finished head, drawings for bitmaps, and the marks
# of a citation's title.
TAGS_ALLOWED = (
    "piquet_core/views/",
    "piquet_core/citations/csl.py",
    "extension/sphinx_piquet/views/",
    "extension/sphinx_piquet/page_head.py",
    "extension/sphinx_piquet/content_security_policy.py",
    "website/views/",
    "website/page_meta.py",
    "website/assets/",
    "website/theme/page_frame.py",
    "website/pictures/",
)


def test_markup_is_written_in_views() -> None:
    """Sphinx writes its own opening tags with `starttag`."""
    for path in ALL_FILES:
        if not path.relative_to(ROOT).as_posix().startswith(TAGS_ALLOWED):
            assert not [text for _, text in strings(path) if TAG.search(text)], path


def test_the_pattern_knows_a_tag() -> None:
    """The first three are tags; a name in a pattern and a word of the notation are not."""
    found = ['<figure class="pq-drawn">', "<wbr>", '<line x1="', "(?P<text> .)", "<line>"]
    assert [bool(TAG.search(text)) for text in found] == [True, True, True, False, False]
