"""Roles for cards and figures in running text, drawn or computed instead of typed.

``{cards}`DA DK``` draws cards. ``{answer}`play.last-trick@hoyle1909``` is an answer in words; ``~``
before it omits the unit. ``{who-says}`play.low-cards=false``` lists the rule sets with that answer,
and ``{how-many}`play.low-cards=false``` counts them. ``{texts-saying}`play.low-cards=false```
counts the independent texts, and ``{number-of}`texts``` counts the texts, rules or rule sets of the
site.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize, card_name
from piquet_core.cards.cards import CARDS, Card, parse_card, parse_hand
from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.number_words import number_in_words
from piquet_core.rules import Answer, RuleSet, catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.rules.agreement import agreement, counted_families, ruleset_texts
from piquet_core.views.card_symbols import inline_card, plain_card
from piquet_core.wording.rich_text import Clause, Part
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register

logger = logging.getLogger(__name__)


class card_node(nodes.Inline, nodes.TextElement):
    """A playing card: a drawing on HTML pages, a text sign in EPUB, its name elsewhere."""


def card(one: Card) -> card_node:
    """Return the node of a card. Its text is the name of the card."""
    name = card_name(one)
    return card_node(name, name, card=int(one))


def parts(found: Sequence[Part], docname: str) -> list[nodes.Node]:
    """Return rich text as nodes, with drawn cards and with clauses linked to their rules."""
    made: list[nodes.Node] = []
    for part in found:
        if isinstance(part, Card):
            made.append(card(part))
        elif isinstance(part, Clause):
            made.append(dt.link("rule", part.rule, part.text, docname))
        else:
            made.append(nodes.Text(part))
    return made


def short_title(rules: RuleSet) -> str:
    """Return the title of a rule set without its last part in brackets."""
    return rules.title.partition(" (")[0]


def number_text(count: int) -> str:
    """Return a number up to twelve in words ("none" for 0), and a greater one in figures."""
    return number_in_words(count, most=12) if count else "none"


def rule_sets_answering(rule: str, value: str) -> list[RuleSet]:
    """Return the rule sets that answer a rule with ``value``, written as in the data file or ``absent``.

    Raise `RuleSetError` for an unknown rule, or for a value that no rule set has.
    """
    find_rule(rule)
    every = [load_ruleset(id) for id in ruleset_ids()]
    found = [rules for rules in every if rules.answers[rule].written == value]
    if not found:
        known = sorted({rules.answers[rule].written for rules in every})
        raise RuleSetError(f"no rule set answers {value!r}; choose one of {', '.join(known)}", rule)
    return found


class FigureRole(SphinxRole):
    """Base class of the roles. Invalid text is shown as it is, with a warning at its location."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return self.build(), []
        except PiquetError as error:
            logger.warning(
                "{%s}`%s`: %s",
                self.name,
                self.text,
                error,
                location=self.get_location(),
                type="piquet",
                subtype="figure",
            )
            return [nodes.Text(self.text)], []

    def build(self) -> list[nodes.Node]:
        """Return the nodes of the role. Raise `PiquetError` for invalid text."""
        raise NotImplementedError


class CardsRole(FigureRole):
    """``{cards}`DA DK```: cards, or a hand as in ``{cards}`A.AK.AJT987.JT9```."""

    def build(self) -> list[nodes.Node]:
        if "." in self.text:
            found = list(parse_hand(self.text))
        else:
            found = [parse_card(word) for word in self.text.split()]
        return dt.joined(found, card, " ")


class AnswerRole(FigureRole):
    """``{answer}`RULE@RULESET```: an answer in words. ``~`` before RULE omits the unit."""

    def build(self) -> list[nodes.Node]:
        bare = self.text.startswith("~")
        rule, at, book = self.text.removeprefix("~").partition("@")
        if not at:
            raise RuleSetError("write an answer as RULE@RULESET", rule)
        find_rule(rule)
        answer = load_ruleset(book).answers[rule]
        return [nodes.Text(_said(answer, bare=bare))]


def _said(answer: Answer[Any], *, bare: bool) -> str:
    if answer.absent or answer.rule.kind != "int":
        return answer.words
    number = number_text(answer.value)
    unit = answer.rule.unit.removesuffix("s") if answer.value == 1 else answer.rule.unit
    return number if bare or not unit else f"{number} {unit}"


class _LikeRole(FigureRole):
    def made(self, found: list[RuleSet]) -> list[nodes.Node]:
        """Return the nodes of the role. ``found`` are the rule sets that match ``RULE=VALUE``."""
        raise NotImplementedError

    def build(self) -> list[nodes.Node]:
        rule, equals, value = self.text.partition("=")
        if not equals:
            raise RuleSetError("write RULE=VALUE", rule)
        return self.made(rule_sets_answering(rule.strip(), value.strip()))


class WhoSaysRole(_LikeRole):
    """``{who-says}`RULE=VALUE```: links to the rule sets with an answer."""

    def made(self, found: list[RuleSet]) -> list[nodes.Node]:
        docname = self.env.current_document.docname
        said: list[nodes.Node] = []
        for place, rules in enumerate(found):
            if place:
                said.append(nodes.Text(" and " if place == len(found) - 1 else ", "))
            said.append(dt.link("ruleset", rules.id, short_title(rules), docname))
        return said


_COUNTED: dict[str, Callable[[], int]] = {
    "rule sets": lambda: len(ruleset_ids()),
    "rules": lambda: len(catalogue()),
    "texts": lambda: len(ruleset_texts()),
    "families": lambda: len(counted_families()),
    "printed": lambda: sum(not text.site for text in ruleset_texts()),
    "online": lambda: sum(bool(text.site) for text in ruleset_texts()),
}


class NumberOfRole(FigureRole):
    """``{number-of}`rule sets```: a count in words, capitalised if the text of the role is."""

    def build(self) -> list[nodes.Node]:
        name = self.text.lower()
        if name not in _COUNTED:
            raise RuleSetError(f"cannot count this; choose one of {', '.join(_COUNTED)}", self.text)
        number = number_in_words(_COUNTED[name]())
        return [nodes.Text(capitalize(number) if self.text[0].isupper() else number)]


class HowManyRole(_LikeRole):
    """``{how-many}`RULE=VALUE```: the number of rule sets with an answer, as `number_text` writes it."""

    def made(self, found: list[RuleSet]) -> list[nodes.Node]:
        return [nodes.Text(number_text(len(found)))]


class TextsSayingRole(_LikeRole):
    """``{texts-saying}`RULE=VALUE```: the number of independent texts with an answer, in words."""

    def made(self, found: list[RuleSet]) -> list[nodes.Node]:
        rule = self.text.partition("=")[0].strip()
        value = found[0].answers[rule].written
        return [nodes.Text(number_in_words(len(dict(agreement(rule).by_answer).get(value, ()))))]


# -- output --------------------------------------------------------------------------------------


def _draw(page: Page, node: card_node) -> str:
    """Draw the card. Builders whose pages cannot contain drawings get a text sign."""
    card = CARDS[node["card"]]
    return inline_card(card) if page.is_interactive else plain_card(card)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the roles."""
    return register(
        app,
        roles={
            "cards": CardsRole(),
            "answer": AnswerRole(),
            "who-says": WhoSaysRole(),
            "how-many": HowManyRole(),
            "number-of": NumberOfRole(),
            "texts-saying": TextsSayingRole(),
        },
        widgets=[
            Widget(
                card_node, draw=_draw, in_books=True, styles=("components/card.css",), cards="suits"
            )
        ],
    )
