"""Directives made from the rule data: rule sets, sources and statuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import piquet_core.rules
from piquet_core.cards.card_names import capitalize
from piquet_core.citations.reference import merge_pages
from piquet_core.errors import RuleSetError
from piquet_core.rules import (
    Rule,
    RuleSet,
    Source,
    Status,
    catalogue,
    load_ruleset,
    ruleset_ids,
    sources,
)
from piquet_core.rules.agreement import rulesets_of_text
from piquet_core.rules.answer_matrix import ruleset_distances
from piquet_core.rules.rule_groups import rules_by_group
from piquet_core.rules.sources import LANGUAGES
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import object_panel, row_panel
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import Entry, PiquetDomain, anchor_of, piquet_domain
from sphinx_piquet.registration import Assets, register
from sphinx_piquet.style_sheets import RULE_SETS

logger = logging.getLogger(__name__)

_ADDRESS = re.compile(r"(https?://[^\s;,]+[\w/])")

TOLD_BESIDE = "piquet-told-beside:"
"""Prefix of keys in ``temp_data``. The id of a rule set completes the key; the value is the id to compare it with."""

_DATA = Path(piquet_core.rules.__file__).parent / "data"


_TERTIARY = (
    "This text is tertiary: a present-day page that retells other books and names few or none of "
    "them. It is not evidence for the period it describes."
)


class DataDirective(SphinxDirective):
    """Base class of directives that show rule data. Their pages are read again when the data files change."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        for file in sorted(_DATA.rglob("*.toml")):
            self.env.note_dependency(file)
        try:
            return self.build()
        except RuleSetError as error:
            logger.warning(
                str(error), location=self.get_location(), type=PiquetDomain.name, subtype="data"
            )
            return []

    def build(self) -> list[nodes.Node]:
        """Return the nodes of the directive. Raise `RuleSetError` for an unknown id."""
        raise NotImplementedError

    @property
    def docname(self) -> str:
        """The document that contains the directive."""
        return self.env.current_document.docname

    def box(self, kind: str, id: str, title: str, *body: nodes.Node) -> nodes.container:
        """Return a box that represents the object of its page (see `PiquetDomain.process_doc`)."""
        box = nodes.container("", *body, classes=["pq-box", f"pq-{kind}"])
        box["piquet-object"] = f"{kind} {id}"
        box["piquet-title"] = title
        self.set_source_info(box)
        return box


class RuleSetDirective(DataDirective):
    """``{ruleset} hoyle1909``: a description of a rule set, and all its answers by group.

    The directive comes last on its page. The description moves to the top, right after the heading.
    """

    def build(self) -> list[nodes.Node]:
        ruleset = load_ruleset(self.arguments[0])
        piquet_domain(self.env).note_list(self.docname)
        band = nodes.container(
            "",
            dt.definitions(self._facts(ruleset), classes=["pq-facts"]),
            nodes.container(
                "",
                *self._compare(ruleset),
                object_panel(self.docname, ruleset.id),
                classes=["pq-facts-acts"],
            ),
            classes=["pq-facts-band"],
        )
        summary = dt.paragraph(ruleset.summary, classes=["pq-summary"])
        box = self.box("ruleset", ruleset.id, ruleset.title, summary, band)
        index = index_entries(
            anchor_of("ruleset", ruleset.id), f"{index_title(ruleset.title)}, rule set"
        )
        return [index, box, *self._folds(ruleset)]

    def _facts(self, ruleset: RuleSet) -> Iterator[tuple[str, nodes.Node, nodes.Node]]:
        """Yield the facts about a rule set as triples: "" (for no id), term and text."""
        source = ruleset.source
        told: list[tuple[str, list[nodes.Node | str]]] = [
            ("Source", [dt.link("source", source.id, source.short, self.docname)]),
            ("Year", [capitalize(source.dated)]),
            (f"{len(ruleset.answers)} answers", [_statuses(ruleset)]),
        ]
        if source.tertiary:
            told.append(("Kind", [_TERTIARY]))
        told.append(("Id", [nodes.literal("", ruleset.id), f", version {ruleset.version}"]))
        for name, parts in told:
            yield "", nodes.Text(name), dt.paragraph(*parts)

    def _compare(self, ruleset: RuleSet) -> Iterator[nodes.Node]:
        """Yield a link to the comparison with another rule set, if the site has a page for it.

        The other rule set is the one whose differences the page lists, or else the most similar one.
        """
        page = self.config.piquet_compare_page
        if not page:
            return
        told = self.env.temp_data.get(f"{TOLD_BESIDE}{ruleset.id}")
        other = load_ruleset(told) if told else _nearest(ruleset)
        up = "../" * self.docname.count("/")
        address = f"{up}{page}.html?a={ruleset.id}&b={other.id}"
        words = f"Compare with {other.short}"
        link = nodes.reference("", words, refuri=address, internal=True)
        yield addnodes.only("", dt.paragraph(link), expr="not builder_epub")

    def _folds(self, ruleset: RuleSet) -> Iterator[nodes.Node]:
        """Yield a details block with the answers to each group of rules. Its content has the anchor of the group."""
        prefix = anchor_of("ruleset", ruleset.id)
        for name, title, rules in rules_by_group():
            own = sum(ruleset.answers[rule.id].status is Status.STATED for rule in rules)
            count = f"{len(rules)} {'answer' if len(rules) == 1 else 'answers'}"
            stated = "all stated" if own == len(rules) else f"{own} stated"
            who = nodes.inline("", f"{count}, {stated}", classes=["pq-details-who"])
            table = nodes.container("", self._table(rules, ruleset), ids=[f"{prefix}-{name}"])
            yield details_block(nodes.strong("", title), " ", who, inside=[table])

    def _table(self, rules: list[Rule], ruleset: RuleSet) -> nodes.Node:
        answers = [ruleset.answers[rule.id] for rule in rules]
        return dt.table(
            ("Rule", "Answer", "Where it stands"),
            (
                (
                    [dt.paragraph(dt.link("rule", answer.id, answer.rule.title, self.docname))],
                    [dt.paragraph(dt.answer_text(answer))],
                    dt.places_and_note(answer, self.docname, ruleset.source),
                )
                for answer in answers
            ),
            widths=(25, 30, 45),
            classes=["pq-answers"],
        )


class StatusesDirective(DataDirective):
    """``{statuses}``: the meaning of each status of an answer."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        items = (("", dt.status_word(one), dt.paragraph(capitalize(one.meaning))) for one in Status)
        return [dt.definitions(items, classes=["pq-statuses"])]


class SourcesDirective(DataDirective):
    """``{sources}``: all sources, and for each section the rules whose answers cite it."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        piquet_domain(self.env).note_list(self.docname)
        return [node for source in sources().values() for node in self._source(source)]

    def _source(self, source: Source) -> list[nodes.Node]:
        domain = piquet_domain(self.env)
        anchor = anchor_of("source", source.id)
        domain.note(Entry("source", source.id, source.short, self.docname, anchor, self.lineno))
        body = [
            dt.paragraph(*_imprint(source), classes=["pq-imprint"]),
            dt.definitions(self._facts(source), classes=["pq-facts"]),
            row_panel(self.docname, f"source:{source.id}", source.short),
            details_block(
                f"{len(source.sections)} sections, and the rules that rest on each",
                inside=[self._places(source)],
            ),
        ]
        index = index_entries(
            anchor,
            f"{index_title(source.title)}, {source.dated}",
            *source.names,
        )
        return [index, dt.section(anchor, source.short, *body)]

    def _facts(self, source: Source) -> Iterator[tuple[str, nodes.Node, nodes.Node]]:
        """Yield the facts about a source as triples: "" (for no id), term and text."""
        told: list[tuple[str, list[nodes.Node | str]]] = []
        if source.url or source.read:
            told.append(("Read in", _read(source)))
        if source.tertiary:
            told.append(("Kind", [nodes.inline("", "tertiary", classes=["pq-tag"])]))
        if source.note:
            told.append(("Note", _linked(source.note)))
        told += [
            ("Language", [LANGUAGES.get(source.language, source.language)]),
            ("Family", [nodes.strong("", source.family.name), f". {source.family.note}"]),
            ("Rule sets", [*self._made_from(source)]),
        ]
        if "cite" in self.env.domains:  # the site has a bibliography, by sphinxcontrib-bibtex
            told.append(("Bibliography", [dt.cited(source.id, self.docname)]))
        told.append(("Id", [nodes.literal("", source.id)]))
        for name, parts in told:
            yield "", nodes.Text(name), dt.paragraph(*parts)

    def _made_from(self, source: Source) -> list[nodes.Node]:
        return dt.joined(
            rulesets_of_text(source),
            lambda one: dt.link("ruleset", one.id, one.title, self.docname),
            "; ",
        ) or [nodes.Text("none")]

    def _places(self, source: Source) -> nodes.Node:
        domain = piquet_domain(self.env)
        items: list[tuple[str, nodes.Node, nodes.Node]] = []
        for part in source.sections.values():
            id = f"{source.id}:{part.id}"
            anchor = anchor_of("source", id)
            title = f"{source.short}, “{part.title}”"
            domain.note(Entry("source", id, title, self.docname, anchor, self.lineno))
            count = part.counted.capitalize() if part.paragraphs else "Not counted by paragraphs"
            if part.pages:
                pages = merge_pages(part.pages)
                sign = "pp." if re.search("[–,]", pages) else "p."
                count = f"{count}, {sign} {pages}"
            rules = dt.joined(
                _resting_on(source.id, part.id),
                lambda rule: dt.link("rule", rule.id, rule.title, self.docname),
                "; ",
            )
            told = nodes.inline("", f"{count}.", classes=["pq-counted"])
            resting: list[nodes.Node | str] = [" ", *rules, "."] if rules else []
            text = dt.paragraph(told, *resting)
            head: nodes.Node = nodes.Text(part.title)
            if part.part:
                address = f"{source.url}{part.part}"
                head = nodes.reference("", part.title, refuri=address, internal=False)
            items.append((anchor, head, text))
        return dt.definitions(items, classes=["pq-places"])


def _read(source: Source) -> list[nodes.Node | str]:
    """Return the description of the copy in which a source was read.

    Its beginning, up to the first comma or semicolon, is a link to that copy.
    """
    if not source.url:
        return [f"{capitalize(source.read)}."]
    pause = re.search("[,;]", source.read)
    name = source.read[: pause.start()] if pause else source.read
    link = nodes.reference("", capitalize(name or source.url), refuri=source.url, internal=False)
    return [link, f"{source.read[len(name) :]}."]


def _imprint(source: Source) -> list[nodes.Node | str]:
    """Return a sentence with the author, title and imprint of a source."""
    known = (source.publisher, source.dated, source.catalogue)
    printed = ", ".join(filter(None, known))
    chapter = f", chapter “{source.chapter}”" if source.chapter else ""
    where = f"{source.place}: {printed}" if source.place else capitalize(printed)
    return [f"{source.author}: ", nodes.emphasis("", source.title), f"{chapter}. {where}."]


def _statuses(ruleset: RuleSet) -> str:
    """Return a text with the number of answers by status."""
    counts = Counter(answer.status for answer in ruleset.answers.values())
    words = {
        Status.STATED: "stated by the source",
        Status.INFERRED: "inferred from it",
        Status.CONTESTED: "contested",
        Status.SLIP: "based on a slip of it",
        Status.ABSENT: "to questions that do not arise",
        Status.SILENT: "filled in where it is silent",
        Status.UNSEEN: "filled in where it was not seen",
    }
    return ", ".join(f"{counts[status]} {words[status]}" for status in Status if counts[status])


def _resting_on(source: str, section: str) -> list[Rule]:
    """Return the rules for which at least one rule set cites a section of a source."""
    return _rules_by_place().get((source, section), [])


@cache
def _rules_by_place() -> dict[tuple[str, str], list[Rule]]:
    found: dict[tuple[str, str], list[Rule]] = {}
    for rule in catalogue().values():
        places = {
            (citation.source.id, citation.section.id)
            for id in ruleset_ids()
            for citation in load_ruleset(id).answers[rule.id].citations
        }
        for place in places:
            found.setdefault(place, []).append(rule)
    return found


def _linked(text: str) -> list[nodes.Node | str]:
    """Return a text as nodes, with web addresses as links."""
    return [
        nodes.reference("", part, refuri=part, internal=False) if place % 2 else part
        for place, part in enumerate(_ADDRESS.split(text))
    ]


def _nearest(ruleset: RuleSet) -> RuleSet:
    apart = ruleset_distances()
    return min(
        (one for one in map(load_ruleset, ruleset_ids()) if one.id != ruleset.id),
        key=lambda one: apart.get((ruleset.id, one.id), apart.get((one.id, ruleset.id), 0)),
    )


def index_entries(anchor: str, *entries: str) -> addnodes.index:
    """Return a node with index entries that link to an anchor."""
    return addnodes.index("", entries=[("single", entry, anchor, "", None) for entry in entries])


def index_title(title: str) -> str:
    """Return a title for an index: "The talon" becomes "Talon, the"."""
    for article in ("The ", "A ", "An "):
        if title.startswith(article):
            rest = title.removeprefix(article)
            return f"{rest[0].upper()}{rest[1:]}, {article.strip().lower()}"
    return title


def _lead(app: Sphinx, document: nodes.document) -> None:
    """Move the description of a rule set to the top of its page."""
    del app
    boxes = [box for box in document.findall(nodes.container) if "pq-ruleset" in box["classes"]]
    for box in boxes:
        page = box.parent
        while isinstance(page.parent, nodes.section):
            page = page.parent
        if isinstance(page, nodes.section) and isinstance(page[0], nodes.title):
            box.parent.remove(box)
            page.insert(1, box)
            _open(page, box)


def _open(page: nodes.section, box: nodes.container) -> None:
    """Move the facts about a rule set after the introduction of its page."""
    told = [node for node in box.findall(nodes.container) if "pq-facts-band" in node["classes"]]
    for node in told:
        box.remove(node)
    end = next((i for i, node in enumerate(page) if isinstance(node, nodes.section)), len(page))
    words = page[2:end]
    del page[2:end]
    opening = nodes.container("", *words, classes=["pq-opening"])
    page.insert(2, nodes.container("", opening, *told, classes=["pq-opened"]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, and the configuration values for the taught rule set and the comparison page."""
    return register(
        app,
        directives={
            "ruleset": RuleSetDirective,
            "sources": SourcesDirective,
            "statuses": StatusesDirective,
        },
        assets=dict.fromkeys(
            ("pq-facts", "pq-places", "pq-overview", "pq-sheets"), Assets(styles=(RULE_SETS,))
        ),
        config={"piquet_first_ruleset": ("", "env"), "piquet_compare_page": ("", "env")},
        events=[("doctree-read", _lead)],
    )
