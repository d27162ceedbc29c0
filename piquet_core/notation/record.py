"""Syntax tree of a record. Whether its decisions are legal is checked by the replay, not here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from piquet_core.cards.cards import Card, Suit
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.errors import Span

NOWHERE = Span(line=0, column=0)
"""Position of a value that does not come from a text."""


class CardMark(Enum):
    """Certainty of a card, as the character that a record puts before it."""

    STATED = ""
    INFERRED = "~"
    ANYTHING = "*"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedCard:
    """A card with its mark. The card is None only if the mark is ``UNKNOWN``."""

    card: Card | None
    mark: CardMark = CardMark.STATED
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.mark.value}{'' if self.card is None else self.card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag of the record, such as the players, the source or the rule set."""

    name: str
    value: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTotal:
    """A total that the source prints.

    The replay compares it with the computed total and never uses it as input. ``seat`` is None if
    the record does not say whose total it is.
    """

    seat: Seat | None
    points: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.seat.letter if self.seat is not None else ''}={self.points}"


class AnswerWord(Enum):
    """Younger's answer to a call, as a record writes it. The rule set defines its meaning."""

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not-good"
    BETTER = "better"


Item = MarkedCard | Holding | AnswerWord | Suit | bool | int
"""A word of a line: card, holding, answer, suit, choice between two, or number of cards."""

CHOICES = {
    "ae": ("keep", "declare"),
    "ay": ("keep", "declare"),
    "re": ("pass", "ask"),
    "ry": ("refuse", "agree"),
    "le": ("pass", "look"),
    "ly": ("pass", "look"),
    "de": ("pass", "look"),
}
"""Steps with a choice between two, and the words for no and yes."""

CONSEQUENCES = ("be", "by", "dy", "last", "cards", "result")
"""Steps that follow from a decision and have no word of their own."""


def takes_one_word(label: str) -> bool:
    """Return whether a step takes exactly one word."""
    replied = label[0] in "psq" and label[-1] == "y"
    single = label[0] in "tmn" or label in CHOICES or replied or label == "ve"
    return single and label not in CONSEQUENCES


STAND = "stand"
"""Word that leaves an earlier call or answer unchanged (p2e, p2y)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a record: a decision, or a consequence of one with its printed total.

    ``label`` is the step id. ``items`` are the words of the decision, and ``spans`` the positions
    of these words.
    """

    label: str
    items: tuple[Item, ...] = ()
    totals: tuple[PrintedTotal, ...] = ()
    comment: str = ""
    variations: tuple[Variation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """An alternative continuation, starting before the line that it is attached to.

    ``grade`` says how much of the variation is in the source, in the words of the tag Certainty. It
    is empty if the variation is ours.
    """

    comment: str = ""
    lines: tuple[Line, ...] = ()
    grade: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A deal with its decisions and the totals printed in its source."""

    tags: tuple[Tag, ...]
    elder: tuple[MarkedCard, ...]
    younger: tuple[MarkedCard, ...]
    talon: tuple[MarkedCard, ...]
    comment: str = ""
    lines: tuple[Line, ...] = ()

    def tag(self, name: str, default: str = "") -> str:
        """Return the value of a tag, or ``default`` if there is no such tag."""
        return next((tag.value for tag in self.tags if tag.name == name), default)

    def find_tag(self, name: str) -> Tag | None:
        """Return the tag with a name, or None if the record has no such tag."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def player(self, seat: Seat) -> str:
        """Return the name of the player in a seat, or *Elder* or *Younger* if the record has none."""
        title = seat.name.capitalize()
        return self.tag(title, title)

    @property
    def players(self) -> tuple[str, str]:
        """Names of both players, elder first."""
        return self.player(Seat.ELDER), self.player(Seat.YOUNGER)

    def dealt(self) -> Iterator[tuple[str, MarkedCard]]:
        """Yield a pair for every card of the deal: the name *elder*, *younger* or *talon*, and the card."""
        for name, cards in (
            ("elder", self.elder),
            ("younger", self.younger),
            ("talon", self.talon),
        ):
            for card in cards:
                yield name, card
