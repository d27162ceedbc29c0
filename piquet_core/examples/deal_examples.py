"""Deals as examples: two final hands or a whole record, and their results under each rule set.

The measures, apart from the rule facts, are ``total``, ``hand`` (points before the play), ``tricks``,
``at-STEP`` (the totals after a step), ``say-STEP`` (the narration of a step), ``reply-KIND`` (younger's answer
to a kind of call) and ``opening`` (everything that happens before the calls). Rule ids or groups of rules,
joined by ``+``, give the points scored through those rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Declared, RepiqueBarred, Replied, Scored
from piquet_core.errors import IllegalAction
from piquet_core.examples.result_table import Cell, ExampleError
from piquet_core.examples.rule_facts import fact, fact_heading, is_fact
from piquet_core.notation import Record
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.rules import RuleSet, catalogue
from piquet_core.wording.call_texts import answer_word
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Part
from piquet_core.wording.score_report import score_hands

SEATS = tuple(seat.name.lower() for seat in Seat)
_NOTHING = "nothing"
_HEADINGS = {
    "total": "Total, elder to younger",
    "hand": "In hand, elder to younger",
    "tricks": "Tricks, elder to younger",
    "opening": "What happens before the calls",
}
_PLAYED = ("play", "cards")

Played = tuple[tuple[Step, ...], str]
"""The steps of a deal, and the refusal that ends it; "" if the rule set refuses nothing."""


class _Deal:
    """Shared measures of examples with two hands and of examples with a record."""

    def played(self, rules: RuleSet) -> Played:
        """Return a pair: the steps under a rule set, and the reason why it refuses the deal, or ""."""
        raise NotImplementedError

    def heading(self, measure: str) -> str:
        """Return the heading of a measure.

        Raises `ExampleError` for an unknown one.
        """
        if measure in _HEADINGS:
            return _HEADINGS[measure]
        name, _, argument = measure.partition("-")
        if name == "at" and argument:
            return "Totals then"  # the id of a step is not a word for readers; a page may have a better one
        if name == "say" and argument:
            return "What happens"
        if name == "reply" and argument in ("point", "sequence", "set"):
            return "Younger’s answer"
        if is_fact(measure):
            return fact_heading(measure)
        names = [_scorer(one) for one in measure.split("+")]
        return " and ".join(names)

    def cell(self, rules: RuleSet, measure: str) -> Cell:
        """Return the value of a measure under a rule set, or the reason why the rule set refuses the deal."""
        name, _, argument = measure.partition("-")
        if is_fact(measure):
            return fact(rules, measure)
        steps, refusal = self.played(rules)
        if refusal:
            return (f"refused: {refusal}",)
        if measure == "total":
            return (_pair(steps[-1].score),)
        if measure == "tricks":
            return (_pair(steps[-1].state.tricks),)
        if measure == "hand":
            return (_pair(_sum(event for event in _scored(steps) if event.reckon not in _PLAYED)),)
        if measure == "opening":
            return _opening(steps)
        if name == "at":
            step = _find(steps, argument)
            return (_pair(step.score) if step else "no such step",)
        if name == "say":
            step = _find(steps, argument)
            return _said(step) if step else (_NOTHING,)
        if name == "reply":
            return (_replies(steps, argument),)
        return (_through(steps, measure.split("+")),)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsExample(_Deal):
    """Two hands after the exchange and the cards played. The play need not be complete."""

    elder: Hand
    younger: Hand
    play: tuple[Card, ...] = ()

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return labelled cells for both hands and for any play."""
        found = [("Elder", cards(self.elder)), ("Younger", cards(self.younger))]
        if self.play:
            found.append(("The play", self._tricks()))
        return tuple(found)

    def _tricks(self) -> Cell:
        """Return the play with one trick on each line. A line names the leader if the lead changes."""
        parts: list[Part] = []
        before = ""
        for first in range(0, len(self.play), 2):
            who = "elder" if self.play[first] in self.elder else "younger"
            parts += [*(["\n"] if parts else []), *([f"{who} leads "] if who != before else [])]
            parts += cards(self.play[first : first + 2])
            before = who
        return tuple(parts)

    def misfit(self, rules: RuleSet) -> str:
        """Return a reason if the rule set's pack lacks one of the cards; "" if it has them all.

        Raises `ExampleError` for impossible hands.
        """
        if strange := (self.elder | self.younger) - pack(rules.number("pack.size").value):
            return f"the pack has no {', '.join(map(card_name, strange))}"
        try:
            score_hands(rules, self.elder, self.younger)
        except IllegalAction as error:
            raise ExampleError(str(error.args[0]), error.rule) from None
        return ""

    def played(self, rules: RuleSet) -> Played:
        """Return a pair: the steps of the calls, counts and tricks, and "".

        Raises `ExampleError` for an illegal card.
        """
        try:
            return score_hands(rules, self.elder, self.younger, self.play), ""
        except IllegalAction as error:
            raise ExampleError(f"{rules.id}: {error.args[0]}", error.rule) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordExample(_Deal):
    """A recorded deal, adapted to each rule set (see ``adapt`` of `replay_record`).

    ``shown`` tells whether the example lists the cards of the deal.
    """

    record: Record
    shown: bool = True

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return labelled cells for the hands as dealt and the talon, or () if the cards are not shown."""
        if not self.shown:
            return ()
        places: dict[str, list[Card]] = {"elder": [], "younger": [], "talon": []}
        for place, marked in self.record.dealt():
            if marked.card is not None:
                places[place].append(marked.card)
        return (
            ("Elder is dealt", cards(Hand.of(places["elder"]))),
            ("Younger is dealt", cards(Hand.of(places["younger"]))),
            ("The talon, from the top", cards(places["talon"])),
        )

    def misfit(self, rules: RuleSet) -> str:
        """Return the reason why the record cannot be replayed under a rule set; "" if it can."""
        size, dealt = rules.number("pack.size").value, sum(1 for _ in self.record.dealt())
        if size != dealt:
            return f"the pack has {size} cards, but this deal has {dealt}"
        steps, refusal = self.played(rules)
        return "" if steps else refusal

    def played(self, rules: RuleSet) -> Played:
        """Return a pair: the steps under a rule set, and the reason why it refuses the rest of the deal, or ""."""
        return _replayed(self.record, rules)


@lru_cache(maxsize=256)
def _replayed(record: Record, rules: RuleSet) -> Played:
    plain = replace(record, lines=tuple(replace(line, variations=()) for line in record.lines))
    replay = replay_record(plain, rules, adapt=True)
    # A finding at a step concerns a printed total, which other rules need not give.
    refused = [one for one in replay.findings if not one.step]
    if not replay.steps:
        return (), replay.findings[0].message
    stops = [one for one in refused if not one.message.startswith("the record stops here")]
    return replay.steps, stops[0].message if stops else ""


def cards(found: Iterable[Card]) -> Cell:
    """Return cards as a table cell, separated by spaces."""
    parts: list[Card | str] = []
    for card in found:
        parts += [" ", card] if parts else [card]
    return tuple(parts)


def _scorer(name: str) -> str:
    """Return the heading for a rule or a group of rules.

    Raises `ExampleError` for an unknown name.
    """
    rules = catalogue()
    if name in rules:
        return rules[name].title
    if any(rule.group == name for rule in rules.values()):
        return name.capitalize()
    raise ExampleError(
        f"unknown measure {name!r}; choose one of {', '.join(_HEADINGS)}, at-STEP, say-STEP, "
        "reply-KIND, a rule or a group of rules"
    )


def _scored(steps: Sequence[Step]) -> list[Scored]:
    return [event for step in steps for event in step.events if isinstance(event, Scored)]


def _sum(events: Iterable[Scored]) -> tuple[int, int]:
    points = [0, 0]
    for event in events:
        points[event.seat] += event.points
    return points[0], points[1]


def _through(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the points that each player scores through some rules, and any repique that they refuse.

    ``names`` has ids of rules and groups of rules.
    """

    def meant(rule: str) -> bool:
        return rule in names or rule.partition(".")[0] in names

    points = _sum(event for event in _scored(steps) if meant(event.rule))
    said = [f"{who} {number}" for who, number in zip(SEATS, points, strict=True) if number]
    said += [
        f"refused to {SEATS[event.seat]}"
        for step in steps
        for event in step.events
        if isinstance(event, RepiqueBarred) and meant(event.rule)
    ]
    return ", ".join(said) or _NOTHING


def _said(step: Step) -> Cell:
    return narrate(observe(step, None), ("Elder", "Younger"))


def _opening(steps: Sequence[Step]) -> Cell:
    """Return the narration of the steps between the deal and the first call, one step on each line."""
    parts: list[Part] = []
    for step in steps[1:]:
        if any(isinstance(event, Declared) for event in step.events):
            break
        if said := _said(step):
            parts += [*(["\n"] if parts else []), *said]
    return tuple(parts) or (_NOTHING,)


def _replies(steps: Sequence[Step], kind: str) -> str:
    found = [
        answer_word(step.state.rules, event.response, to_none=event.to_none) or "no word for it"
        for step in steps
        for event in step.events
        if isinstance(event, Replied) and event.kind == kind
    ]
    return ", then ".join(found) or _NOTHING


def _find(steps: Sequence[Step], id: str) -> Step | None:
    return next((step for step in steps if step.id == id), None)


def _pair(points: tuple[int, int]) -> str:
    return f"{points[0]} to {points[1]}"
