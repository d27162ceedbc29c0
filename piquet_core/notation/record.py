"""A record: one deal written down. Syntax only; the replay finds out whether it can be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from piquet_core.cards.cards import Card, Suit
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.errors import Span

NOWHERE = Span(line=0, column=0)
"""The place of a value that a program made, and that is in no text."""


class CardMark(Enum):
    """How certain a card is; the character that a record puts before it."""

    STATED = ""
    INFERRED = "~"
    ANYTHING = "*"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedCard:
    """A card with its mark; the card is None exactly when the mark is unknown."""

    card: Card | None
    mark: CardMark = CardMark.STATED
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.mark.value}{'' if self.card is None else self.card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A fact about the record: who played, where it comes from, under which rules."""

    name: str
    value: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTotal:
    """A total that the source prints: an assertion that the replay checks, never an input."""

    seat: Seat | None
    points: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.seat.letter if self.seat is not None else ''}={self.points}"


class AnswerWord(Enum):
    """Younger's word on a call, as a record writes it; the rules say what it means."""

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not-good"
    BETTER = "better"


Item = MarkedCard | Holding | AnswerWord | Suit | bool | int
"""A word of a line: card, holding, answer, suit, a choice between two, or a number of cards."""

CHOICES = {
    "ae": ("keep", "declare"),
    "ay": ("keep", "declare"),
    "re": ("pass", "ask"),
    "ry": ("refuse", "agree"),
    "le": ("pass", "look"),
    "ly": ("pass", "look"),
    "de": ("pass", "look"),
}
"""The steps that choose between two things, with their words for no and for yes."""

CONSEQUENCES = ("be", "by", "dy", "last", "cards", "result")
"""The steps that follow of themselves, without a word."""


def takes_one_word(label: str) -> bool:
    """Tell whether the step of that id takes one word."""
    replied = label[0] in "psq" and label[-1] == "y"
    single = label[0] in "tmn" or label in CHOICES or replied or label == "ve"
    return single and label not in CONSEQUENCES


STAND = "stand"
"""The second word on a call (p2e, p2y) that lets the first one stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One decision, or one consequence with its printed total; ``label`` is its step id."""

    label: str
    items: tuple[Item, ...] = ()
    totals: tuple[PrintedTotal, ...] = ()
    comment: str = ""
    variations: tuple[Variation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """Another way to go on, starting before the line that it is attached to.

    ``grade`` says how far the source has it, in the words of the tag Certainty; if empty, it is
    ours.
    """

    comment: str = ""
    lines: tuple[Line, ...] = ()
    grade: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A deal, its decisions and what its source prints about them."""

    tags: tuple[Tag, ...]
    elder: tuple[MarkedCard, ...]
    younger: tuple[MarkedCard, ...]
    talon: tuple[MarkedCard, ...]
    comment: str = ""
    lines: tuple[Line, ...] = ()

    def tag(self, name: str, default: str = "") -> str:
        """Return the value of a tag, or ``default`` if the record has no tag of that name."""
        return next((tag.value for tag in self.tags if tag.name == name), default)

    def find_tag(self, name: str) -> Tag | None:
        """Return a tag with its place."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def player(self, seat: Seat) -> str:
        """Return the name of the player in a seat."""
        title = seat.name.capitalize()
        return self.tag(title, title)

    @property
    def players(self) -> tuple[str, str]:
        """The names of both players, elder first."""
        return self.player(Seat.ELDER), self.player(Seat.YOUNGER)

    def dealt(self) -> Iterator[tuple[str, MarkedCard]]:
        """Yield every card of the deal with the name of the place it is in."""
        for name, cards in (
            ("elder", self.elder),
            ("younger", self.younger),
            ("talon", self.talon),
        ):
            for card in cards:
                yield name, card
