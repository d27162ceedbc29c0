"""Section *Where it is used* at the end of an article.

Uses in deals and pages are collected while documents are read. An article is filled in when it is
written, and written again when its uses have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.messages import _
from sphinx_piquet.rebuild import write_changed
from sphinx_piquet.registration import DocumentData, register
from sphinx_piquet.replays.replay_directive import replay_node, replay_of_text
from sphinx_piquet.rules.article_directive import place_answers

SECTION = "where-it-is-used"
# The longest list of steps. It ends with the number of others.
MOST_STEPS = 8


class Use(NamedTuple):
    """A use of a rule on a page. It has plain data, because it is pickled."""

    rule: str
    kind: str  # "deal" or "page"
    title: str
    anchor: str


class usage_node(nodes.General, nodes.Element):
    """A placeholder for the uses of a rule. ``rule`` is the id of the rule."""


USES: DocumentData[list[Use]] = DocumentData("piquet_uses")
"""The uses of rules, by document name."""


# -- reading -------------------------------------------------------------------------------------


def _read(app: Sphinx, document: nodes.document) -> None:
    """Store the uses of rules in a document. If it is an article, add its last sections."""
    env = app.env
    docname = env.current_document.docname
    uses = [*_deals(document), *_references(document)]
    if uses:
        USES.of(env)[docname] = uses
    place_answers(document)
    for box in list(document.findall(nodes.container)):
        kind, _space, id = str(box.get("piquet-object", "")).partition(" ")
        if kind != "rule":
            continue
        section = box.parent
        if isinstance(section, nodes.section):
            section += dt.section(SECTION, _("Where it is used"), usage_node(rule=id))
            document.note_implicit_target(cast(nodes.section, section[-1]))


def _deals(document: nodes.document) -> Iterator[Use]:
    for node in document.findall(replay_node):
        if node["compact"]:
            continue
        replay = replay_of_text(node["text"])
        title = replay.record.tag("Title")
        for step in replay.steps:
            rules = dict.fromkeys(getattr(event, "rule", "") for event in step.events)
            for rule in filter(None, rules):
                yield Use(rule, "deal", f"{title}\n{step.id}", f"{node['prefix']}{step.id}")


def _references(document: nodes.document) -> Iterator[Use]:
    """Yield a use for every rule that the text of a document refers to."""
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


def _pages(env: BuildEnvironment, rule: str, docname: str) -> list[tuple[str, Use]]:
    return [
        (name, use)
        for name, uses in sorted(USES.of(env).items())
        for use in uses
        if use.rule == rule and name != docname
    ]


# -- writing -------------------------------------------------------------------------------------


def _fill(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Replace each `usage_node` by lists of uses."""
    for node in list(document.findall(usage_node)):
        node.replace_self(_Filling(app, docname).uses(node["rule"]))


class _Filling:
    """Renderer of the lists of uses in one document."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.app = app
        self.env = app.env
        self.docname = docname

    def uses(self, rule: str) -> list[nodes.Node]:
        """Return the uses of a rule in deals, lessons and other pages, or a note that there are none."""
        entry = piquet_domain(self.env).find("rule", rule)
        here = entry.docname if entry else ""
        pages = _pages(self.env, rule, here)
        body: list[tuple[str, nodes.Node, nodes.Node]] = []
        for term, found in (
            (_("In the deals"), self._deals(pages)),
            (_("In the lessons"), self._names(pages, lessons=True)),
            (_("On other pages"), self._names(pages, lessons=False)),
        ):
            if found:
                told = found[0] if isinstance(found[0], nodes.bullet_list) else dt.paragraph(*found)
                body.append(("", nodes.Text(term), told))
        if not body:
            return [dt.paragraph(_("Nothing on this site rests on it yet."))]
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
        """Return the list item of a deal: a link to the first use, then to further ones, up to ``MOST_STEPS``."""
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


def _shown(env: BuildEnvironment) -> dict[str, list[tuple[str, Use]]]:
    """Return the (document name, use) pairs that each article shows, by the document name of the article."""
    articles = (entry for entry in piquet_domain(env) if entry.kind == "rule")
    return {entry.docname: _pages(env, entry.id, entry.docname) for entry in articles}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the section *Where it is used* of every article."""
    write_changed(app, _shown)
    return register(
        app,
        nodes=[usage_node],
        config={"piquet_lessons_folder": ("", "env")},
        events=[
            # Before Sphinx collects the contents of the page, which the new section belongs to.
            ("doctree-read", _read, 400),
            ("doctree-resolved", _fill),
        ],
        data=[USES],
    )
