"""The directive ``every-rule-by-date``: the texts of each answer to every rule, by year, counted by family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.number_words import number_in_words
from piquet_core.rules import Rule, Status
from piquet_core.rules.rule_groups import rules_by_group
from sphinx_piquet import doctree as dt
from sphinx_piquet.registration import register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from website.history.answer_lanes import NO_ANSWER, NO_QUESTION, DatedText, Lane, lanes
from website.history.by_date_directive import date_anchor, dated_witnesses


class EveryRuleDirective(DataDirective):
    """``{every-rule-by-date}``: a section for each group of rules, with a list for each rule."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        return [
            dt.section(f"date-{group}", heading, self._rules(rules))
            for group, heading, rules in rules_by_group()
        ]

    def _rules(self, rules: Sequence[Rule]) -> nodes.definition_list:
        return dt.definitions(
            ((date_anchor(rule.id), self._title(rule), self._answers(rule)) for rule in rules),
            classes=["pq-every-dated"],
        )

    def _title(self, rule: Rule) -> nodes.Node:
        return dt.link("rule", rule.id, rule.title, self.docname)

    def _answers(self, rule: Rule) -> nodes.bullet_list:
        found = lanes(rule.id, dated_witnesses(self.env, rule.id))
        items = (nodes.list_item("", dt.paragraph(*_answer(lane, found))) for lane in found)
        return nodes.bullet_list("", *items)


def _answer(lane: Lane, found: Sequence[Lane]) -> list[nodes.Node | str]:
    """Return an answer, the number of families that give it, and its texts by year."""
    parts: list[nodes.Node | str] = [nodes.strong("", capitalize(lane.says))]
    if lane.says not in (NO_ANSWER, NO_QUESTION):
        parts.append(f" ({families_of(lane, found)})")
    texts = "; ".join(map(_named, lane.marks))
    # The name of a text may end in an abbreviation with a full stop of its own.
    return [*parts, ": ", texts if texts.endswith(".") else f"{texts}."]


def families_of(lane: Lane, found: Sequence[Lane]) -> str:
    """Return the number of families whose texts all give an answer, and of those that are divided.

    >>> from website.history.answer_lanes import lanes
    >>> found = lanes("pack.size")
    >>> [families_of(lane, found) for lane in found]
    ['one family, and one that is divided', 'five families, and one that is divided']
    """
    own = _families([lane])
    others = _families(
        one for one in found if one is not lane and one.says not in (NO_ANSWER, NO_QUESTION)
    )
    whole, divided = len(own - others), len(own & others)
    noun = "family" if whole == 1 else "families"
    if not divided:
        return f"{number_in_words(whole)} {noun}"
    which = "one that is" if divided == 1 else f"{number_in_words(divided)} that are"
    if not whole:
        return f"{which.partition(' that ')[0]} {'family' if divided == 1 else 'families'}, divided"
    return f"{number_in_words(whole)} {noun}, and {which} divided"


def _families(found: Iterable[Lane]) -> set[str]:
    return {mark.family.id for lane in found for mark in lane.marks}


def _named(mark: DatedText) -> str:
    """Return the year and name of a text, with its status unless it states the answer."""
    quiet = (Status.STATED, Status.SILENT, Status.ABSENT)
    label = "not seen" if mark.status is Status.UNSEEN else mark.status.mark.lower()
    status = "" if mark.status in quiet else f" ({label})"
    return f"{mark.dated} {mark.name.replace('; ', ', ')}{status}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(app, directives={"every-rule-by-date": EveryRuleDirective})
