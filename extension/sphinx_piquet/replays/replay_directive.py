"""Directive ``replay``: a recorded deal as a figure, with an account of all its steps.

HTML pages have cards, controls and anchors. Other builders get the same account as plain nodes.
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
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.citations import cited_deal, step_subject
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
from piquet_core.views import Links, card_sprite, render_deal_as_text, render_replay
from piquet_core.views.markup import Markup, join
from piquet_core.views.replay.deal_as_text import steps_by_phase, totals_check_text
from piquet_core.views.replay.expected_result_chart import expected_result
from piquet_core.views.replay.replay_figure import WHOLE, render_deal_page_link
from piquet_core.views.replay.step_view import spoken_cards
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Clause, Part, plain_text
from sphinx_piquet.cache import cache_of, code_digest
from sphinx_piquet.citation_panel import object_panel
from sphinx_piquet.doctree import link
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.pages import PAGES, Page
from sphinx_piquet.record_files import only_record, read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.deal_order import next_links_of
from sphinx_piquet.replays.share_links import sharing_of
from sphinx_piquet.rules.irregularity_directives import irregularity_links
from sphinx_piquet.rules.kept_places_directive import keep_attributes
from sphinx_piquet.style_sheets import REPLAY
from sphinx_piquet.views.citation_panel_view import render_citation_panel

logger = logging.getLogger(__name__)

# Nodes that stay above the table.
_ABOVE = (nodes.title, nodes.target, nodes.comment, nodes.meta, nodes.system_message)


class replay_node(nodes.General, nodes.Element):
    """A replay. Its children are the account for other builders."""


@lru_cache(maxsize=64)
def replay_of_text(text: str) -> Replay:
    """Return the replay of a record. Raise `NotationError` for invalid text."""
    return replay_record(loads(text))


@lru_cache(maxsize=64)
def review_of_text(text: str) -> Review:
    """Return the review of a recorded deal. It assumes the objective that its players had."""
    replay = replay_of_text(text)
    return review(replay, objective=objective_of(replay))


class account_node(nodes.General, nodes.Element):
    """The account of a deal, for HTML. Other builders write the children of the `replay_node` instead."""


class ReplayDirective(SphinxDirective):
    """``{replay} FILE``: the replay of a record beside the page, ``FILE#ID`` if the file has several.

    ``compact`` omits the account and the citations. ``step`` is the first step to show. ``page`` is
    the document that a compact figure links to. ``answers`` are changes to the rule set that a
    reader can choose, separated by spaces, such as ``point.score=one-a-card``.
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
        """Read and replay the record, and warn about all its faults."""
        file, _, id = self.arguments[0].partition("#")
        path = Path(self.env.relfn2path(file)[1])
        try:
            path, text = read_record(self.env, self.arguments[0])
            replay = replay_of_text(text)
        except OSError as error:
            return self.refuse(f"the record cannot be read: {error}", self.get_location())
        except NotationError as error:
            for fault in error.faults:
                self.refuse(fault.message, f"{path}:{fault.span.line}:{fault.span.column}")
            return []
        name = None if id else check_file_name(replay.record, path)
        for finding in (*([name] if name else []), *replay.findings):
            tail = f" [{finding.rule}]" if finding.rule else ""
            place = f"{path}:{finding.span.line}:{finding.span.column}"
            self.refuse(finding.message + tail, place)
        if not replay.steps:
            return []
        text = only_record(text)
        node = self.node(replay, text)
        if node["compact"]:
            return [node]
        deal = cited_deal(replay)
        account = account_node("", text=text, prefix=node["prefix"])
        return [node, account, object_panel(self.env.docname, f"deal:{deal.id}", deal)]

    def refuse(self, message: str, location: str) -> list[nodes.Node]:
        """Warn about a record at a location. Return no nodes."""
        logger.warning(message, location=location, type="piquet", subtype="record")
        return []

    def node(self, replay: Replay, text: str) -> replay_node:
        record = replay.record
        compact = "compact" in self.options
        step = self.options.get("step", "deal")
        if step not in {one.id for one in replay.steps}:
            self.refuse(f"there is no step {step!r} to open with", self.get_location())
            step = "deal"
        # The first replay of a page has plain step ids, which readers cite.
        used = self.env.temp_data.get("piquet_replays") or ()
        prefix = f"{record.tag('Id')}-" if used else ""
        if prefix in used:
            prefix += f"{len(used)}-"
        self.env.temp_data["piquet_replays"] = (*used, prefix)
        if not compact:
            domain, docname = piquet_domain(self.env), self.env.docname
            id, title = record.tag("Id"), record.tag("Title")
            domain.note_deal(id, title, docname, self.lineno, text)
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
            first=prefix == "",
            page=page,
            variants=self.variants(record.tag("Rules")),
        )
        self.set_source_info(node)
        return node

    def variants(self, rules: str) -> list[str]:
        """Return the changes in the option ``answers`` that are valid for a rule set. Warn about the others."""
        found = []
        for changes in self.options.get("answers", "").split():
            try:
                find_ruleset(f"{rules},{changes}")
                found.append(changes)
            except RuleSetError as error:
                self.refuse(f"answers: {error}", self.get_location())
        return found


# -- HTML ----------------------------------------------------------------------------------------


def _draw(page: Page, node: replay_node) -> Markup:
    """Return the figure of a replay. The card drawings precede the first figure of a page."""
    builder, docname = page.builder, page.docname
    replay = replay_of_text(node["text"])
    sharing = sharing_of(builder, docname, replay.record.tag("Id"))
    if not node["compact"]:
        sharing = dataclasses.replace(sharing, onward=next_links_of(builder, docname))
    account = page.uri(node["page"]) if node["compact"] and node["page"] else ""
    drawn = figure(
        builder,
        node["text"],
        page.links,
        prefix=node["prefix"],
        first=node["step"],
        titled=node["compact"],
        more=_below(page, node, replay, account),
        cite=None if node["compact"] else _cite_step(replay, page, node),
        variants=node["variants"],
        sharing=sharing,
        account=account,
        judged=not node["compact"],
        **page.engine,
    )
    return join([Markup(card_sprite()) if node["first"] else None, drawn])


def _below(page: Page, node: replay_node, replay: Replay, account: str) -> Markup | None:
    """Return the content below the stage: in a compact figure a link to the deal, else what went wrong."""
    if account:
        return render_deal_page_link(account)
    ruleset = replay.record.tag("Rules").partition(",")[0]
    return None if node["compact"] else irregularity_links(page, ruleset)


def figure(builder: Builder, text: str, links: Links, **shown: Any) -> Markup:
    """Return the figure of a record, from the cache if possible. ``shown`` are options of `render_replay`."""
    modules = code_digest(render_replay.__module__, review.__module__)
    made_from = (modules, text, repr(links), repr(sorted(shown.items())))

    def make() -> Markup:
        found = review_of_text(text) if shown["judged"] else None
        return render_replay(replay_of_text(text), links, record_text=text, review=found, **shown)

    return cache_of(builder).markup("replays", made_from, make)


def _draw_account(page: Page, node: account_node) -> Markup:
    """Return the account of a deal with the cost of each mistake, from the cache if possible."""
    text, links, prefix = node["text"], page.links, node["prefix"]

    def make() -> Markup:
        replay = replay_of_text(text)
        marks = expected_result(review_of_text(text), replay.steps[-1]).costs
        return render_deal_as_text(replay, links, prefix, marks)

    modules = code_digest(
        render_deal_as_text.__module__, review.__module__, expected_result.__module__
    )
    return cache_of(page.builder).markup("accounts", (modules, text, repr(links), prefix), make)


class ReplayFirst(SphinxPostTransform):
    """Transform that moves the introduction of a deal's page below the replay, with ``piquet_replay_first``."""

    default_priority = 500
    builders = PAGES

    def run(self, **kwargs: Any) -> None:
        """Move the paragraphs between title and replay in front of the account."""
        del kwargs
        if not self.config.piquet_replay_first:
            return
        account = next(self.document.findall(account_node), None)
        if account is None:
            return
        section = account.parent
        place = section.index(account)
        before = [one for one in section[: place - 1] if not isinstance(one, _ABOVE)]
        for one in before:
            section.remove(one)
        section[section.index(account) : section.index(account)] = before


# Placeholders in the panel "Cite this step" for the current step, its rule set and the query. The script
# replaces them. They consist of letters, which no format changes.
STEP, RULES, QUERY = "pqstep", "pqrules", "pqquery"


def _cite_step(replay: Replay, page: Page, node: replay_node) -> Markup | None:
    """Return the panel that cites the step shown. It is hidden until a script can update it.

    Return None if citation panels are not configured.
    """
    if not page.config.piquet_citation_panels:
        return None
    facts = cited_deal(replay)
    subject = step_subject(dataclasses.replace(facts, rules=facts.rules and RULES), STEP)
    subject = dataclasses.replace(subject, fragment=f"{node['prefix']}{STEP}")
    edition = edition_of(page.config)
    address = f"{page.builder.get_target_uri(page.docname)}{QUERY}"
    return render_citation_panel(
        subject,
        edition,
        page=address,
        summary="Cite this step",
        printed=False,
        opened=True,
        data_step=STEP,
        data_rules=RULES,
        data_query=QUERY,
        data_own=facts.rules,
        hidden=True,
        keep=keep_attributes(page, subject, edition, address),
    )


# -- everything else -----------------------------------------------------------------------------


def fallback(replay: Replay, docname: str, prefix: str, *, compact: bool) -> list[nodes.Node]:
    """Return a deal as plain nodes: hands, steps by phase, branches and totals.

    A ``compact`` replay has only the hands and the talon. Each step has the same id as in HTML, so
    links to it also work in EPUB.
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
        # The headings are made by code, so they are not offered for translation.
        found.append(nodes.rubric("", title, translatable=False))
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
            paragraph += nodes.Text(plain_text((part,)))
    return paragraph


def _branch(branch: Branch, names: Sequence[str]) -> nodes.paragraph:
    story = " ".join(plain_text(narrate(observe(step, None), names)) for step in branch.steps)
    said = f"What if? {source_words(branch.grade)} {branch.comment} {story}"
    return nodes.paragraph("", said)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"replay": ReplayDirective},
        widgets=[
            Widget(replay_node, draw=_draw, styles=REPLAY, live="replay/replays.js", engine=True),
            Widget(account_node, draw=_draw_account),
        ],
        config={"piquet_replay_first": (False, "html")},
        post_transforms=[ReplayFirst],
    )
