"""Where a rule is used, at the end of its article, after every answer.

Deals and pages are gathered while documents are read; an article is filled in when it is written, and
written again when what uses its rule has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.replays.replay_directive import replay_node, replayed
from sphinx_piquet.rules.article_directive import place_answers

SECTION = "where-it-is-used"
# How many entries a list shows before it says how many more there are.
MOST_STEPS = 8


class Use(NamedTuple):
    """One use of a rule on a page; plain data, because it is pickled."""

    rule: str
    kind: str  # "deal" or "page"
    title: str
    anchor: str


class trace_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place in an article where the uses of its rule go; ``rule`` is its id."""


class _Trace:
    """All uses that an environment knows."""

    def __init__(self) -> None:
        self.uses: dict[str, list[Use]] = {}
        self.shown: dict[str, object] = {}  # rule -> what its article showed when last written


def trace_of(env: BuildEnvironment) -> _Trace:
    """Return what is known of uses; it lives with the environment."""
    if not hasattr(env, "piquet_trace"):
        env.piquet_trace = _Trace()  # type: ignore[attr-defined]
    return cast(_Trace, env.piquet_trace)  # type: ignore[attr-defined]


# -- reading -------------------------------------------------------------------------------------


def _read(app: Sphinx, document: nodes.document) -> None:
    """Note what a document uses; give an article its last sections."""
    env = app.env
    docname = env.current_document.docname
    uses = [*_deals(document), *_references(document)]
    if uses:
        trace_of(env).uses[docname] = uses
    place_answers(document)
    for box in list(document.findall(nodes.container)):
        kind, _, id = str(box.get("piquet-object", "")).partition(" ")
        if kind != "rule":
            continue
        section = box.parent
        if isinstance(section, nodes.section):
            section += dt.section(SECTION, "Where it is used", trace_node(rule=id))
            document.note_implicit_target(cast(nodes.section, section[-1]))


def _deals(document: nodes.document) -> Iterator[Use]:
    for node in document.findall(replay_node):
        if node["compact"]:
            continue
        replay = replayed(node["text"])
        title = replay.record.tag("Title")
        for step in replay.steps:
            rules = dict.fromkeys(getattr(event, "rule", "") for event in step.events)
            for rule in filter(None, rules):
                yield Use(rule, "deal", f"{title}\n{step.id}", f"{node['prefix']}{step.id}")


def _references(document: nodes.document) -> Iterator[Use]:
    """Yield one use for every rule that the text itself refers to."""
    title = next(iter(document.findall(nodes.title)), None)
    name = title.astext() if title is not None else ""
    seen = set()
    for node in document.findall(pending_xref):
        if node.get("refdomain") != "piquet" or node.get("reftype") != "rule":
            continue
        if node.get("piquet-generated") or node["reftarget"] in seen:
            continue
        seen.add(node["reftarget"])
        yield Use(node["reftarget"], "page", name, "")


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    del app
    trace_of(env).uses.pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    del app
    found = trace_of(other).uses
    trace_of(env).uses.update({name: found[name] for name in docnames if name in found})


def _updated(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the articles to write again, because something has started or stopped using their rule."""
    trace = trace_of(env)
    changed = []
    for entry in piquet_domain(env):
        if entry.kind == "rule":
            now = _pages(env, entry.id, entry.docname)
            if trace.shown.get(entry.id) != now:
                trace.shown[entry.id] = now
                changed.append(entry.docname)
    del app
    return changed


def _pages(env: BuildEnvironment, rule: str, docname: str) -> list[tuple[str, Use]]:
    return [
        (name, use)
        for name, uses in sorted(trace_of(env).uses.items())
        for use in uses
        if use.rule == rule and name != docname
    ]


# -- writing -------------------------------------------------------------------------------------


def _fill(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Fill in where a rule is used."""
    for node in list(document.findall(trace_node)):
        node.replace_self(_Filling(app, docname).uses(node["rule"]))


class _Filling:
    """Makes the lists of one document."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.app = app
        self.env = app.env
        self.docname = docname

    def uses(self, rule: str) -> list[nodes.Node]:
        """Return what an article says about where its rule is used."""
        entry = piquet_domain(self.env).find("rule", rule)
        here = entry.docname if entry else ""
        pages = _pages(self.env, rule, here)
        body: list[tuple[str, nodes.Node, nodes.Node]] = []
        for term, found in (
            ("In the deals", self._deals(pages)),
            ("In the lessons", self._names(pages, lessons=True)),
            ("On other pages", self._names(pages, lessons=False)),
        ):
            if found:
                told = found[0] if isinstance(found[0], nodes.bullet_list) else dt.paragraph(*found)
                body.append(("", nodes.Text(term), told))
        if not body:
            return [dt.paragraph("Nothing on this site rests on it yet.")]
        return [dt.definitions(body, classes=["pq-trace"])]

    def _reference(self, docname: str, anchor: str, text: str) -> nodes.Node:
        child = nodes.inline("", text)
        return make_refnode(self.app.builder, self.docname, docname, anchor, child)

    def _deals(self, pages: list[tuple[str, Use]]) -> list[nodes.Node]:
        deals: dict[tuple[str, str], list[Use]] = {}
        for docname, use in pages:
            if use.kind == "deal":
                deals.setdefault((docname, use.title.partition("\n")[0]), []).append(use)
        items = (self._deal(docname, title, uses) for (docname, title), uses in deals.items())
        return [nodes.bullet_list("", *items)] if deals else []

    def _deal(self, docname: str, title: str, uses: list[Use]) -> nodes.list_item:
        """Return a deal that leads to its first step with the rule, and after it the others."""
        parts: list[nodes.Node] = [self._reference(docname, uses[0].anchor, title)]
        if len(uses) > 1:
            parts.append(nodes.Text(", also at "))
            parts += dt.joined(
                uses[1:MOST_STEPS],
                lambda use: self._reference(docname, use.anchor, use.title.partition("\n")[2]),
                ", ",
            )
        if len(uses) > MOST_STEPS:
            parts.append(nodes.Text(f" and {len(uses) - MOST_STEPS} more steps"))
        return nodes.list_item("", dt.paragraph(*parts))

    def _names(self, pages: list[tuple[str, Use]], *, lessons: bool) -> list[nodes.Node]:
        folder = self.env.config.piquet_lessons_folder
        found = {
            docname: use.title
            for docname, use in pages
            if use.kind == "page" and bool(folder and docname.startswith(folder)) == lessons
        }
        return dt.joined(found.items(), lambda item: self._reference(item[0], "", item[1]), ", ")


def setup(app: Sphinx) -> None:
    """Register the events and the filling in."""
    app.add_config_value("piquet_lessons_folder", "", "env", frozenset({str}))
    app.add_node(trace_node)
    # Before Sphinx collects the contents of the page, which the new section belongs to.
    app.connect("doctree-read", _read, priority=400)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _updated)
    app.connect("doctree-resolved", _fill)
