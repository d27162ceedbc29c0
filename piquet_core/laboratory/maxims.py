"""Maxims: advice of the books, in files that fix what is measured before anything is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piquet_core.cards.seat import Seat
from piquet_core.errors import PiquetError
from piquet_core.laboratory.maxim_conditions import CONDITIONS, Condition
from piquet_core.laboratory.toml_files import number_between, parse_file, read_text
from piquet_core.rules import Citation, RuleSet, load_ruleset, parse_citation, ruleset_ids
from piquet_core.rules.decode import (
    one_of,
    optional,
    refuse_unknown_keys,
    required,
    strings,
)

SEATS: dict[str, tuple[Seat, ...]] = {
    "elder": (Seat.ELDER,),
    "younger": (Seat.YOUNGER,),
    "either": (Seat.ELDER, Seat.YOUNGER),
}
"""Seats to which a maxim may speak, by the word for them."""
MOST = 1_000_000
"""Maximum number of deals."""
_TEXTS = ("maxim", "when", "obeyed", "broken", "seed")
_KEYS = {*_TEXTS, "note", "cite", "rules", "seat", "decision", "condition"}
_KEYS |= {"deals", "quick-deals", "batch"}


class MaximError(PiquetError):
    """An invalid maxim. The message begins with the file and the path to the fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Maxim:
    """A piece of advice and its measurement.

    ``when``, ``obeyed`` and ``broken`` are clauses on the decision and the choices, and ``note`` is a
    sentence on how we read the books, or "". ``decision`` is *exchange*, *lead* or *follow*, and
    ``condition`` the name of the function that judges choices. In each of ``deals`` deals the cards
    are played by search. With ``quick_deals``, which include them, they are played by rules of thumb.
    ``batch`` is the number of deals in a piece of work.
    """

    name: str
    maxim: str
    when: str
    obeyed: str
    broken: str
    note: str
    places: tuple[Citation, ...]
    rules: RuleSet
    seat: str
    decision: str
    condition: str
    seed: str
    deals: int
    quick_deals: int
    batch: int

    @property
    def judged_by(self) -> Condition:
        """The function that judges choices."""
        return CONDITIONS[self.decision][self.condition]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats to which the maxim speaks."""
        return SEATS[self.seat]


def read_maxim(path: Path) -> Maxim:
    """Return the maxim in a TOML file; raise `MaximError` if it is invalid or cannot be read."""
    return parse_maxim(read_text(path, MaximError), path.stem, str(path))


def parse_maxim(text: str, name: str, context: str = "<maxim>") -> Maxim:
    """Return the maxim in a TOML text; raise `MaximError` with the path to a fault.

    The path begins with ``context``, which is the name of the file.
    """
    return parse_file(lambda table: _maxim(table, name, context), text, context, MaximError)


def _maxim(table: dict[str, Any], name: str, context: str) -> Maxim:
    refuse_unknown_keys(table, _KEYS, context)
    texts = {key: required(table, key, str, context) for key in _TEXTS}
    decision = _word(table, "decision", CONDITIONS, context)
    places = tuple(
        parse_citation(one, f"{context}.cite[{number}]")
        for number, one in enumerate(strings(table, "cite", context))
    )
    if not places:
        raise MaximError(f"{context}.cite: name at least one place in a book")
    quick_deals = _number(table, "quick-deals", context, most=MOST)
    return Maxim(
        **texts,
        name=name,
        note=optional(table, "note", str, "", context),
        places=places,
        rules=load_ruleset(_word(table, "rules", ruleset_ids(), context)),
        seat=_word(table, "seat", SEATS, context),
        decision=decision,
        condition=_word(table, "condition", CONDITIONS[decision], context),
        deals=_number(table, "deals", context, most=quick_deals),
        quick_deals=quick_deals,
        batch=_number(table, "batch", context, most=quick_deals),
    )


def _word(table: dict[str, Any], key: str, known: Iterable[str], context: str) -> str:
    return one_of(required(table, key, str, context), key, known, f"{context}.{key}")


def _number(table: dict[str, Any], key: str, context: str, *, most: int) -> int:
    return number_between(table, key, (1, most), context, MaximError)
