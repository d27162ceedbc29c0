"""The `replay` directive: a record becomes a figure and a full account, in every builder.

HTML gets cards, controls and anchors; all other builders tell the same story in plain nodes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.citations import deal_facts, step_subject
from piquet_core.errors import NotationError, RuleSetError
from piquet_core.notation import loads
from piquet_core.replay.recorded_deal import check_file_name
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Branch, Replay
from piquet_core.replay.variations import source_words
from piquet_core.replay.visibility import observe
from piquet_core.review.deal_objective import objective_of
from piquet_core.review.deal_review import Review, review
from piquet_core.rules import find_ruleset
from piquet_core.views import Links, card_sprite, render_account, render_replay
from piquet_core.views.markup import Markup
from piquet_core.views.replay.account import steps_by_phase, totals_check_text
from piquet_core.views.replay.expected_result import expected_result
from piquet_core.views.replay.replay_figure import WHOLE, render_deal_page_link
from piquet_core.views.replay.step_view import spoken_cards
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Clause, Part, plain
from sphinx_piquet.cache import made_by, store_of
from sphinx_piquet.citation_panel import cite_this
from sphinx_piquet.doctree import link
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_live_script,
    add_page_node,
    add_styles,
    add_told_node,
    engine_data,
    page_links,
)
from sphinx_piquet.replays.deal_order import onward_of
from sphinx_piquet.replays.share_targets import sharing_of
from sphinx_piquet.style_sheets import REPLAY
from sphinx_piquet.views.citation_panel_view import render_cite

logger = logging.getLogger(__name__)

# What stays above the table.
_ABOVE = (nodes.title, nodes.target, nodes.comment, nodes.meta, nodes.system_message)


class replay_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A replay: attributes for HTML, children for everything else."""


@lru_cache(maxsize=64)
def replayed(text: str) -> Replay:
    """Return the replay of a record's text; raises `NotationError`."""
    return replay_record(loads(text))


@lru_cache(maxsize=64)
def reviewed(text: str) -> Review:
    """Return what the decisions of a recorded deal cost, for what its players play for."""
    replay = replayed(text)
    return review(replay, objective=objective_of(replay))


class account_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The account of a deal, for HTML alone; elsewhere the children of its replay tell it."""


class ReplayDirective(SphinxDirective):
    """``{replay} FILE``: replay the record in a file beside the page.

    ``compact`` leaves out the account and the citations; ``step`` names the step that the figure
    opens with; ``page`` names the document to link to from a compact figure; ``answers`` are
    changes to the rule set that a reader is offered, separated by spaces:
    ``point.score=one-a-card``.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "compact": directives.flag,
        "step": directives.unchanged_required,
        "page": directives.unchanged_required,
        "answers": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Read the record, replay it, complain precisely, and return the node."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        path = Path(filename)
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return self.refuse(f"the record cannot be read: {error}", self.get_location())
        try:
            replay = replayed(text)
        except NotationError as error:
            for fault in error.faults:
                self.refuse(fault.message, f"{path}:{fault.span.line}:{fault.span.column}")
            return []
        name = check_file_name(replay.record, path)
        for finding in (*([name] if name else []), *replay.findings):
            tail = f" [{finding.rule}]" if finding.rule else ""
            place = f"{path}:{finding.span.line}:{finding.span.column}"
            self.refuse(finding.message + tail, place)
        if not replay.steps:
            return []
        node = self.node(replay, text)
        if node["compact"]:
            return [node]
        deal = deal_facts(replay)
        account = account_node("", text=text, prefix=node["prefix"], docname=self.env.docname)
        return [node, account, cite_this(self.env.docname, f"deal:{deal.id}", deal)]

    def refuse(self, message: str, location: str) -> list[nodes.Node]:
        """Warn about a record in place; with ``-W`` that fails the build."""
        logger.warning(message, location=location, type="piquet", subtype="record")
        return []

    def node(self, replay: Replay, text: str) -> replay_node:
        record = replay.record
        compact = "compact" in self.options
        step = self.options.get("step", "deal")
        if step not in {one.id for one in replay.steps}:
            self.refuse(f"there is no step {step!r} to open with", self.get_location())
            step = "deal"
        # The first replay of a page has plain step ids, which are the addresses that people cite.
        number = int(self.env.temp_data.get("piquet_replays") or 0)
        self.env.temp_data["piquet_replays"] = number + 1
        prefix = f"{record.tag('Id')}-" if number else ""
        if not compact:
            domain, docname = piquet_domain(self.env), self.env.docname
            id, title = record.tag("Id"), record.tag("Title")
            domain.note_deal(id, title, docname)
            for one in replay.walk():
                part = (f"{id}#{one.id}", f"{title or id}, step {one.id}", docname)
                domain.note_part(Entry("step", *part, f"{prefix}{one.id}", self.lineno))
        page = self.options.get("page", "")
        whole = [_whole(page, self.env.docname)] if compact and page else []
        node = replay_node(
            "",
            *fallback(replay, self.env.docname, prefix, compact=compact),
            *whole,
            text=text,
            compact=compact,
            step=step,
            prefix=prefix,
            first=number == 0,
            page=page,
            variants=self.variants(record.tag("Rules")),
            docname=self.env.docname,
        )
        self.set_source_info(node)
        return node

    def variants(self, rules: str) -> list[str]:
        """Return the changes that can be made; warn about the others."""
        found = []
        for changes in self.options.get("answers", "").split():
            try:
                find_ruleset(f"{rules},{changes}")
                found.append(changes)
            except RuleSetError as error:
                self.refuse(f"answers: {error}", self.get_location())
        return found


# -- HTML ----------------------------------------------------------------------------------------


def visit_html(self: HTML5Translator, node: replay_node) -> None:
    """Write the figure and the account; builders without scripts get the plain nodes."""
    builder = self.builder
    if builder.name not in PAGES:
        return
    replay = replayed(node["text"])
    docname = node["docname"]
    links = page_links(builder, docname)
    data = engine_data(builder, docname)
    sharing = sharing_of(builder, docname, replay.record.tag("Id"))
    if not node["compact"]:
        sharing = dataclasses.replace(sharing, onward=onward_of(builder, docname))
    elsewhere = node["page"] if node["compact"] else ""
    account = builder.get_relative_uri(docname, elsewhere) if elsewhere else ""
    if node["first"]:
        self.body.append(card_sprite())
    self.body.append(
        figure(
            builder,
            node["text"],
            links,
            prefix=node["prefix"],
            first=node["step"],
            titled=node["compact"],
            more=render_deal_page_link(account) if account else None,
            cite=None if node["compact"] else _cite_step(replay, builder, node),
            variants=node["variants"],
            sharing=sharing,
            account=account,
            judged=not node["compact"],
            **data,
        )
    )
    raise nodes.SkipNode


def figure(builder: Builder, text: str, links: Links, **shown: Any) -> Markup:
    """Return the figure of a record, from the store or newly drawn, with its results by every book."""
    modules = made_by(render_replay.__module__, review.__module__)
    made_from = (modules, text, repr(links), repr(sorted(shown.items())))

    def make() -> Markup:
        found = reviewed(text) if shown["judged"] else None
        return render_replay(replayed(text), links, record_text=text, review=found, **shown)

    return store_of(builder).markup("replays", made_from, make)


def visit_account(self: HTML5Translator, node: account_node) -> None:
    """Write the account."""
    if self.builder.name in PAGES:
        links = page_links(self.builder, node["docname"])
        self.body.append(_account(self.builder, node["text"], links, node["prefix"]))
    raise nodes.SkipNode


def _account(builder: Builder, text: str, links: Links, prefix: str) -> Markup:
    """Return the account of a deal with what was judged of it, from the store or newly thought out."""

    def make() -> Markup:
        replay = replayed(text)
        marks = expected_result(reviewed(text), replay.steps[-1]).costs
        return render_account(replay, links, prefix, marks)

    modules = made_by(render_account.__module__, review.__module__, expected_result.__module__)
    return store_of(builder).markup("accounts", (modules, text, repr(links), prefix), make)


class TableFirst(SphinxPostTransform):
    """On a page of its own the table comes first; what introduces it follows, before the account."""

    default_priority = 500
    builders = PAGES

    def run(self, **kwargs: Any) -> None:
        """Move the paragraphs between the title and the replay."""
        del kwargs
        account = next(self.document.findall(account_node), None)
        if account is None:
            return
        section = account.parent
        place = section.index(account)
        before = [one for one in section[: place - 1] if not isinstance(one, _ABOVE)]
        for one in before:
            section.remove(one)
        section[section.index(account) : section.index(account)] = before


# Placeholders in the panel "Cite this step", which the script replaces: the step shown, the rule set it
# is played by, and what the address asks for. They have only letters, so that no format changes them.
STEP, RULES, QUERY = "pqstep", "pqrules", "pqquery"


def _cite_step(replay: Replay, builder: Builder, node: replay_node) -> Markup | None:
    """Return the panel for the step shown, hidden until a script can follow the steps.

    The pages of another project have none.
    """
    if not builder.config.piquet_own_pages:
        return None
    facts = deal_facts(replay)
    subject = step_subject(dataclasses.replace(facts, rules=facts.rules and RULES), STEP)
    return render_cite(
        dataclasses.replace(subject, fragment=f"{node['prefix']}{STEP}"),
        edition_of(builder.config),
        page=f"{builder.get_target_uri(node['docname'])}{QUERY}",
        summary="Cite this step",
        printed=False,
        opened=True,
        data_step=STEP,
        data_rules=RULES,
        data_query=QUERY,
        data_own=facts.rules,
        hidden=True,
    )


# -- everything else -----------------------------------------------------------------------------


def fallback(replay: Replay, docname: str, prefix: str, *, compact: bool) -> list[nodes.Node]:
    """Return the deal in words: hands, steps under their headings, branches, totals.

    Each step has the same id as in HTML, so that a link to it works in a book as well.
    """
    names = replay.record.players
    deal = replay.steps[0].state.deal
    hands = nodes.bullet_list()
    for seat in Seat:
        hands += _item(f"{names[seat]}, {seat.name.lower()}: {spoken_cards(deal.hand(seat))}.")
    talon = ", ".join(card_name(card) for card in deal.talon)
    hands += _item(f"The talon, from the top: {talon}.")
    found: list[nodes.Node] = [hands]
    if compact:
        return found
    for title, steps in steps_by_phase(replay.steps):
        found.append(nodes.rubric("", title))
        story = nodes.bullet_list()
        for step in steps:
            item = nodes.list_item("", ids=[f"{prefix}{step.id}"])
            item += _paragraph(narrate(observe(step, None), names), docname)
            if step.comment:
                item += nodes.paragraph("", "", nodes.emphasis("", step.comment))
            for branch in step.branches:
                item += _branch(branch, names)
            story += item
        found.append(story)
    found.append(nodes.paragraph("", totals_check_text(replay)))
    return found


def _whole(page: str, docname: str) -> nodes.paragraph:
    link = addnodes.pending_xref(
        "",
        nodes.inline("", WHOLE),
        refdomain="std",
        reftype="doc",
        reftarget=f"/{page}",
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
    )
    return nodes.paragraph("", "", link)


def _item(text: str) -> nodes.list_item:
    return nodes.list_item("", nodes.paragraph("", text))


def _paragraph(parts: Sequence[Part], docname: str) -> nodes.paragraph:
    paragraph = nodes.paragraph()
    for part in parts:
        if isinstance(part, Clause):
            paragraph += link("rule", part.rule, part.text, docname)
        else:
            paragraph += nodes.Text(plain((part,)))
    return paragraph


def _branch(branch: Branch, names: Sequence[str]) -> nodes.paragraph:
    story = " ".join(plain(narrate(observe(step, None), names)) for step in branch.steps)
    said = f"What if? {source_words(branch.grade)} {branch.comment} {story}"
    return nodes.paragraph("", said)


# -- registration --------------------------------------------------------------------------------


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles only on pages with a replay."""
    add_styles(app, REPLAY)
    add_live_script(app, context, "replay/replays.js")


def setup(app: Sphinx) -> None:
    """Register the directive, its node, and the files its pages need."""
    app.add_directive("replay", ReplayDirective)
    add_told_node(app, replay_node, visit_html)
    add_page_node(app, account_node, visit_account)
    app.add_post_transform(TableFirst)
    add_files_where(app, replay_node, _add_files)
