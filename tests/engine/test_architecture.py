"""Who may import whom: imports only go down, and the engine knows no rule set by name."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playing import ROOT

from piquet_core.rules import catalogue, ruleset_ids

# The same sources, read in the same way by any interpreter.
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


def rooms() -> dict[str, Any]:
    """Return the map that docs/contributing.md draws; inside Pyodide, where it is not, an empty one."""
    path = ROOT / "docs" / "rooms.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {"floors": []}


# "" is the package itself, of which all take the version; its own files come above all rooms.
PACKAGE_ITSELF = {"": 0, "__init__": 99, "__main__": 99}
FORMS = catalogue()["game.forms"].options
FLOOR = PACKAGE_ITSELF | {
    name: floor for floor, names in enumerate(rooms()["floors"]) for name in names
}
FILES = sorted(PACKAGE.rglob("*.py"))


def noun(path: Path) -> str:
    """Return the name under which a file stands on the map."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all that a file has of what is looked at here: a walk costs as much as to parse it."""
    return tuple(node for node in ast.walk(parsed(path)) if isinstance(node, LOOKED_AT))


@cache
def strings(path: Path) -> list[tuple[int, str]]:
    """Return (line, text) for every string in a file but its docstrings."""
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
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Return (line, module) for every import in a file, those inside functions included."""
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
    """Return the name on the map of an imported module of this package."""
    head, _, rest = module.partition(".")
    if head != "piquet_core":
        return None
    name = rest.partition(".")[0]
    return name if name in FLOOR else ""


def test_imports_only_go_down() -> None:
    for path in FILES:
        assert noun(path) in FLOOR, f"give {noun(path)} a floor"
        own = FLOOR[noun(path)]
        for line, module in imported(path):
            name = target(module)
            if name is not None:
                assert FLOOR[name] <= own, f"{path}:{line}: {module} is on a higher floor"


def test_of_the_public_interface_modules_take_the_version_only() -> None:
    """It is above them all; they import everything else from where it is made."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module == "piquet_core":
                assert [alias.name for alias in node.names] == ["__version__"], path


def test_no_two_modules_import_each_other() -> None:
    """Modules on one floor may use each other, but never in a circle."""
    graph: dict[str, set[str]] = {}
    for path in FILES:
        parts = list(path.relative_to(ROOT).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        known = {module for _, module in imported(path) if module.startswith("piquet_core.")}
        graph[".".join(parts)] = known
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join([*trail, module])
        if module not in done and module in graph:
            for following in sorted(graph[module]):
                visit(following, (*trail, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_nothing_imports_the_browser_and_only_extension_and_site_import_sphinx() -> None:
    for path in FILES:
        heads = {module.partition(".")[0] for _, module in imported(path)}
        assert not heads & {"js", "pyodide", "pyodide_js"}, path
        if noun(path) not in {"sphinxext", "site"}:
            assert not heads & {"sphinx", "docutils", "myst_parser"}, path


def test_no_code_names_a_rule_set() -> None:
    """This leaves out docstrings, whose examples have to load one."""
    # `rubicon` is also a form of the game and a group of rules.
    ids = set(ruleset_ids()) - set(FORMS)
    for path in FILES:
        for line, text in strings(path):
            words = set(re.split(r"[^a-z0-9.-]+", text))  # whole words only
            assert not words & ids, f"{path}:{line}: {text!r}"


def test_the_map_names_every_room_and_no_other() -> None:
    there = {path.name.removesuffix(".py") for path in PACKAGE.iterdir() if path.suffix != ".toml"}
    named = {name for floor in rooms()["floors"] for name in floor} | set(rooms()["others"])
    inner = {name for name in named if "/" in name}
    assert named - inner == there - {"__init__", "__main__", "__pycache__", "py.typed"}
    # What no docstring tells is told on the map, room by room.
    told = {path.parent.relative_to(PACKAGE).as_posix() for path in MODULES if path.suffix != ".py"}
    assert set(rooms()["others"]) == told


MODULES = sorted(
    path
    for kind in ("py", "js", "css")
    for path in PACKAGE.rglob(f"*.{kind}")
    if path.name != "__init__.py"
)


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in FILES}), ids=lambda path: path.name
)
def test_every_room_says_what_it_is_for(folder: Path) -> None:
    assert ast.get_docstring(parsed(folder / "__init__.py")), "say it in a sentence"


def test_a_class_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert "RuleSet" in homes
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}


# An opening tag; `<line>` and `<text>` alone are words of the notation and names in patterns.
TAG = re.compile(
    r"(?<!\?P)<(?:(?:a|b|br|dd|details|div|dl|dt|em|figcaption|figure|i|li|ol|p|small|span|summary|svg|table"
    r"|td|th|tr|ul|wbr)>|(?:a|circle|details|div|figure|g|li|line|link|meta|ol|p|path|pre|rect|script|span"
    r"|svg|table|text|ul|use) [a-z0-9-]+=)"
)
# Patterns that read a finished head, drawings that become bitmaps, and the marks of a citation's title.
OTHER_TAGS = ("site/meta.py", "site/sent/", "site/look/frame.py", "site/pictures/", "citing/csl.py")


def test_markup_is_written_in_the_room_of_html() -> None:
    """Sphinx opens the tags around what it writes itself, by `starttag`."""
    for path in FILES:
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(("html/", *OTHER_TAGS)):
            assert not [text for _, text in strings(path) if TAG.search(text)], path


def test_the_pattern_knows_a_tag() -> None:
    """The first three are tags; a name in a pattern and a word of the notation are not."""
    found = ['<figure class="pq-drawn">', "<wbr>", '<line x1="', "(?P<text> .)", "<line>"]
    assert [bool(TAG.search(text)) for text in found] == [True, True, True, False, False]
