"""Statuses of answers and their wording."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Relation of an answer to the text of its rule set. Data, schema, pages and JSON use these values.

    >>> Status("silent").mark
    'Inferred: text silent'
    """

    STATED = "stated"
    INFERRED = "inferred"
    CONTESTED = "contested"
    SLIP = "slip"
    ABSENT = "absent"
    SILENT = "silent"
    UNSEEN = "unseen"

    @property
    def mark(self) -> str:
        """Label of the status in two or three words, printed beside an answer."""
        return _WORDS[self][0]

    @property
    def meaning(self) -> str:
        """Explanation of the status, worded as the end of a sentence."""
        return _WORDS[self][1]

    @property
    def before_places(self) -> str:
        """Text between the label and the cited places, spaces included.

        >>> f"{Status.SILENT.mark}{Status.SILENT.before_places}law 45"
        'Inferred: text silent; taken from law 45'
        """
        return _BEFORE_PLACES.get(self, " in ")

    @property
    def cited_as(self) -> str:
        """Wording of the status within a sentence, followed by a preposition and the cited places.

        >>> Status("slip").cited_as
        'a slip of the text'
        """
        return _CITED_AS.get(self, self.mark.lower())

    @property
    def speaks(self) -> bool:
        """Whether an answer with this status is the text's own, so that it counts when texts are compared."""
        return self in _SPEAKING


_SPEAKING = frozenset({Status.STATED, Status.INFERRED, Status.CONTESTED, Status.SLIP})

_FILLED_IN = "; taken from "
_BEFORE_PLACES = {
    Status.INFERRED: " from ",
    Status.SILENT: _FILLED_IN,
    Status.UNSEEN: _FILLED_IN,
}

_CITED_AS = {
    Status.SLIP: "a slip of the text",
    Status.SILENT: "text silent, so inferred",
    Status.UNSEEN: "part unseen, so inferred",
}

_WORDS = {
    Status.STATED: ("Stated", "the text says so."),
    Status.INFERRED: (
        "Inferred",
        "the text does not say so outright, but we conclude it from what the text says.",
    ),
    Status.CONTESTED: (
        "Contested",
        "you can read the text in more than one way; the note gives the readings.",
    ),
    Status.SLIP: ("Slip of the text", "the text cannot mean what is printed."),
    Status.ABSENT: ("Does not arise", "the question does not come up in this game."),
    Status.SILENT: (
        "Inferred: text silent",
        "we have read the whole text, and it does not say. We fill the gap, but do not count that answer.",
    ),
    Status.UNSEEN: (
        "Inferred: part unseen",
        "we have not read the part that might say. We fill the gap, but do not count that answer.",
    ),
}
