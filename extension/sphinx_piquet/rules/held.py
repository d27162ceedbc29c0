"""The directive ``where-held``: the functions that ask for each rule, and the tests that name it.

Each article links to its own entry. The sources are read once all documents are, and the page is
written again when they name other rules than before.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.writers.html5 import HTML5Translator

import piquet_core
from piquet_core.rules import Rule, catalogue
from piquet_core.rules.rule_groups import groups
from piquet_core.views.markup import element
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import leaf
from sphinx_piquet.domain import PiquetDomain, piquet_domain
from sphinx_piquet.pages import PAGES, add_files_where, add_page_node
from sphinx_piquet.rules import codescan

_PACKAGE = Path(piquet_core.__file__).parent
# What an entry shows of one file before it says how much more there is.
MOST_NAMES = 6
NOTHING = "nothing yet"
# What is counted of each kind of file.
_COUNTED = {"code": ("module", "modules"), "test": ("test file", "test files")}


def anchor_of_held(rule: str) -> str:
    """Return the id of a rule's entry on the page."""
    return f"held-{rule}"


class Scanned(NamedTuple):
    """What a file of code named when it was last read, and the state that it was in."""

    stamp: tuple[int, int]
    kind: str
    found: codescan.Found


class _Held:
    """What an environment knows of the code, and of the pages that list it."""

    def __init__(self) -> None:
        self.pages: set[str] = set()
        self.code: dict[str, Scanned] = {}
        self.written: object = None  # what the pages listed when they were last written


def _held_of(env: BuildEnvironment) -> _Held:
    if not hasattr(env, "piquet_held"):
        env.piquet_held = _Held()  # type: ignore[attr-defined]
    return cast(_Held, env.piquet_held)  # type: ignore[attr-defined]


# -- the page ------------------------------------------------------------------------------------


class held_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place where the holders of a rule go; ``rule`` is its id."""


class count_node(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place where the number of its holders of a ``kind`` goes; ``rule`` is its id."""


class filter_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A field that narrows the list to the rules and files with some words in them."""


class WhereHeldDirective(SphinxDirective):
    """``{where-held}``: an entry for every rule, by group, each folded. It comes last on its page."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each group, its entries still empty."""
        docname = self.env.current_document.docname
        _held_of(self.env).pages.add(docname)
        piquet_domain(self.env).note_list(docname)
        sections = (
            dt.section(f"held-{name}", title, *(self._entry(rule, docname) for rule in rules))
            for name, title, rules in groups()
        )
        return [filter_node(), *sections]

    def _entry(self, rule: Rule, docname: str) -> nodes.Node:
        """Return the fold of a rule; its inside has the anchor, so a link to that opens it."""
        article = dt.paragraph("Article: ", dt.link("rule", rule.id, rule.title, docname))
        inside = nodes.container(
            "", article, held_node(rule=rule.id), ids=[anchor_of_held(rule.id)], classes=["pq-held"]
        )
        title = nodes.strong("", rule.title)
        counts = [
            part
            for kind in _COUNTED
            for part in (
                " ",
                nodes.inline("", "", count_node(rule=rule.id, kind=kind), classes=["pq-leaf-who"]),
            )
        ]
        return leaf(title, " ", nodes.literal("", rule.id), *counts, inside=[inside])


def _fill(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Fill in who holds each rule, as the sources now say."""
    del docname
    for count in list(document.findall(count_node)):
        holders = _holders(_held_of(app.env), count["rule"])
        count.replace_self(nodes.Text(_counted(holders, count["kind"])))
    for node in list(document.findall(held_node)):
        node.replace_self(_entry(app, node["rule"]))


def _counted(holders: list[tuple[str, str, list[str]]], wanted: str) -> str:
    """Return in how many files of a kind a rule is named."""
    one, many = _COUNTED[wanted]
    number = sum(kind == wanted for kind, _, _ in holders)
    return f"{number or 'no'} {one if number == 1 else many}"


def _entry(app: Sphinx, rule: str) -> list[nodes.Node]:
    code = _holders(_held_of(app.env), rule)
    repository = str(app.config.piquet_repository).rstrip("/")
    made: list[nodes.Node] = []
    for kind, label in (("code", "Engine"), ("test", "Tests")):
        files = _files(code, kind, repository)
        listed = [nodes.bullet_list("", *files)] if files else []
        number = _counted(code, kind) if files else NOTHING
        said = dt.paragraph(nodes.strong("", f"{label}:"), f" {number}")
        made.append(nodes.container("", said, *listed, classes=["pq-held-kind"]))
    return made


def _files(
    code: list[tuple[str, str, list[str]]], kind: str, repository: str
) -> list[nodes.list_item]:
    """Return the files of a kind, each with the functions that name the rule."""
    made = []
    for _, path, names in (one for one in code if one[0] == kind):
        file: nodes.Node = nodes.literal("", path)
        if repository:
            uri = f"{repository}/{path}"
            file = nodes.reference("", "", file, refuri=uri, internal=False)
        listed = list(filter(None, names[:MOST_NAMES]))
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        said: list[nodes.Node | str] = []
        if listed:
            those = dt.joined(listed, lambda name: nodes.literal("", name), ", ")
            parts = [nodes.Text("("), *those, nodes.Text(f"{more})")]
            said = [" ", nodes.inline("", "", *parts, classes=["pq-held-names"])]
        made.append(nodes.list_item("", dt.paragraph(file, *said)))
    return made


def link_to_held(builder: Builder, docname: str, rule: str) -> nodes.reference | None:
    """Return a link from a document to a rule's entry, or None where no page has it."""
    page = held_page(builder.env)
    if not page:
        return None
    words = nodes.inline("", "where code and tests hold this rule")
    return make_refnode(builder, docname, page, anchor_of_held(rule), words)


def held_page(env: BuildEnvironment) -> str:
    """Return the document that has the entries, or ""."""
    return min(_held_of(env).pages, default="")


# -- the code ------------------------------------------------------------------------------------


def _holders(held: _Held, rule: str) -> list[tuple[str, str, list[str]]]:
    """Return (kind, file, functions) of what names a rule."""
    return [
        (scanned.kind, name, scanned.found[rule])
        for name, scanned in sorted(held.code.items())
        if rule in scanned.found
    ]


def _rescan(held: _Held, tests: Path | None) -> None:
    """Read the files of code that are new or have changed since the last build."""
    fresh = {}
    for kind, name, path in codescan.files(_PACKAGE, tests):
        status = path.stat()
        stamp = status.st_mtime_ns, status.st_size
        old = held.code.get(name)
        fresh[name] = (
            old if old and old.stamp == stamp else Scanned(stamp, kind, codescan.scan(path))
        )
    held.code = fresh


def visit_filter(self: HTML5Translator, node: filter_node) -> None:
    """Write the field, which stays hidden until its script has come."""
    del node
    if self.builder.name in PAGES:
        field = element(
            "input",
            id="pq-narrow",
            type="search",
            autocomplete="off",
            placeholder="a word, an id, a file",
        )
        label = element("label", "Show only", for_="pq-narrow")
        said = element("p", role="status")
        back = element(
            "button", f"Show all {len(catalogue())}", type="reset", class_="pq-btn", hidden=True
        )
        form = element("form", label, field, said, back, class_="pq-narrow", hidden=True)
        self.body.append(form)
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load the script of the field, and the style of the list."""
    del context
    app.add_css_file("rules/held.css")
    app.add_js_file("rules/held.js", type="module")


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    del app
    _held_of(env).pages.discard(docname)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    del app
    _held_of(env).pages |= _held_of(other).pages & docnames


def _updated(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages to write again: the code holds rules in other places than it did."""
    held = _held_of(env)
    if not held.pages:
        return []
    tests = app.config.piquet_tests
    _rescan(held, Path(app.confdir) / tests if tests else None)
    now = {name: scanned.found for name, scanned in held.code.items()}
    if now == held.written:
        return []
    held.written = now
    return sorted(held.pages)


def setup(app: Sphinx) -> None:
    """Register the directive and its events.

    ``piquet_repository`` is where files can be seen, ``piquet_tests`` the folder of the tests, as seen
    from conf.py.
    """
    app.add_config_value("piquet_tests", default="", rebuild="env", types=str)
    app.add_config_value("piquet_repository", default="", rebuild="env", types=str)
    app.add_node(held_node)
    app.add_node(count_node)
    add_page_node(app, filter_node, visit_filter)
    add_files_where(app, filter_node, _add_files)
    app.add_directive("where-held", WhereHeldDirective)
    app.add_directive_to_domain(PiquetDomain.name, "where-held", WhereHeldDirective)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _updated)
    app.connect("doctree-resolved", _fill)
