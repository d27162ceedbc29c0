"""Claims, which are figures printed in books, and a computed verdict on each.

The data file gives the printed figure of each claim, the place that prints it, and the calculation with its
parameters. It contains no verdict and no exact value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from piquet_core.claims.calculations import CALCULATIONS, Calculation
from piquet_core.claims.figures import Accuracy, format_decimal, format_odds, judge_odds, parse_odds
from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict, frozen
from piquet_core.rules import Citation, parse_citation
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
)

KINDS = ("odds", "number", "statement", "undecided")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedBook:
    """A book that claims cite but that is no source of the rules. ``about`` is its approximate year, if known."""

    id: str
    name: str
    title: str
    text: str
    place: str
    chapter: str = ""
    volume: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPlace:
    """The place of a printed figure: a ``citation`` of a source of the rules, or ``at`` in another ``book``."""

    citation: Citation | None = None
    book: CitedBook | None = None
    at: str = ""

    def __str__(self) -> str:
        """The place in words."""
        if self.citation is not None:
            return f"{self.citation.source.short}, {self.citation.place}"
        assert self.book is not None
        return f"{self.book.name}, {self.at}" if self.at else self.book.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One printed figure or statement. ``copy`` marks a slip that may be only in our copy of the book."""

    id: str
    theme: str
    kind: str
    places: tuple[PrintedPlace, ...]
    printed: str
    asked: str
    calculation: str
    parameters: Mapping[str, Any]
    remark: str
    copy: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVerdict:
    """The verdict on a claim: the computed result in words, its derivation, and the accuracy."""

    claim: Claim
    verdict: Accuracy
    exact: str = ""
    odds: str = ""
    derivation: str = ""


@cache
def _data() -> dict[str, Any]:
    text = resources.files("piquet_core.claims").joinpath("data", "claims.toml")
    table = parse_toml(text.read_text("utf-8"), "claims.toml")
    refuse_unknown_keys(table, {"books", "themes", "claim"}, "claims.toml")
    return table


@cache
def cited_books() -> Mapping[str, CitedBook]:
    """Return the books that only claims cite, by id."""
    found = {}
    for id, raw in required(_data(), "books", dict, "claims.toml").items():
        table = of_type(raw, dict, f"books.{id}")
        told, perhaps = ("name", "title", "text", "place"), ("chapter", "volume", "about")
        refuse_unknown_keys(table, {*told, *perhaps}, f"books.{id}")
        found[id] = CitedBook(
            id=id,
            **{name: required(table, name, str, f"books.{id}") for name in told},
            **{name: optional(table, name, str, "", f"books.{id}") for name in perhaps},
        )
    return FrozenDict(found)


@cache
def themes() -> tuple[str, ...]:
    """Return the titles of the themes, under which the claims are grouped."""
    return list_of_type(required(_data(), "themes", list, "claims.toml"), str, "claims.toml.themes")


@cache
def claims() -> Mapping[str, Claim]:
    """Return all claims by id.

    Raises `RuleSetError` for faulty data.
    """
    found: dict[str, Claim] = {}
    for i, raw in enumerate(required(_data(), "claim", list, "claims.toml")):
        claim = read_claim(of_type(raw, dict, f"claim[{i}]"), f"claim[{i}]")
        if claim.id in found:
            raise RuleSetError(f"two claims have the id {claim.id!r}", "claims.toml")
        found[claim.id] = claim
    return FrozenDict(found)


def read_claim(table: dict[str, Any], context: str) -> Claim:
    """Return the claim described by a table of the data file.

    Raises `RuleSetError` for invalid data.
    """
    id = required(table, "id", str, context)
    allowed = {"id", "theme", "kind", "cite", "printed", "asked", "by", "with", "remark", "copy"}
    refuse_unknown_keys(table, allowed, id)
    theme, kind = required(table, "theme", str, id), required(table, "kind", str, id)
    if theme not in themes():
        raise RuleSetError(f"unknown theme {theme!r}", id)
    if kind not in KINDS:
        raise RuleSetError(f"unknown kind of claim {kind!r}; choose one of {', '.join(KINDS)}", id)
    calculation = optional(table, "by", str, "", id)
    if (kind == "undecided") is bool(calculation):
        raise RuleSetError("a claim needs either a calculation or 'undecided', not both", id)
    if calculation and calculation not in CALCULATIONS:
        raise RuleSetError(f"unknown calculation {calculation!r}", id)
    cited = list_of_type(required(table, "cite", list, id), str, id)
    if not cited:
        raise RuleSetError("'cite' needs at least one place", id)
    return Claim(
        id=id,
        theme=theme,
        kind=kind,
        places=tuple(_place(text, id) for text in cited),
        printed=required(table, "printed", str, id),
        asked=required(table, "asked", str, id),
        calculation=calculation,
        parameters=frozen(optional(table, "with", dict, {}, id)),
        remark=optional(table, "remark", str, "", id),
        copy=optional(table, "copy", bool, default=False, context=id),
    )


def _place(text: str, context: str) -> PrintedPlace:
    name, _colon, at = text.partition(":")
    if name in cited_books():
        return PrintedPlace(book=cited_books()[name], at=at.strip())
    return PrintedPlace(citation=parse_citation(text, context))


@cache
def examine(id: str) -> ClaimVerdict:
    """Return the verdict on the claim with an id.

    >>> examination = examine("elder-three-of-four-cavendish")
    >>> examination.verdict.value, examination.exact, examination.odds
    ('wrong', '31/969', '30.26 to 1 against')
    """
    return verdict_on(claims()[id])


def verdict_on(claim: Claim) -> ClaimVerdict:
    """Return the verdict on a claim.

    Raises `RuleSetError` for an invalid calculation.
    """
    if claim.kind == "undecided":
        return ClaimVerdict(claim=claim, verdict=Accuracy.UNDECIDED)
    result: Calculation = CALCULATIONS[claim.calculation](**claim.parameters)
    value = result.value
    if claim.kind == "statement":
        if not isinstance(value, bool):
            raise RuleSetError(f"{claim.calculation} must return yes or no", claim.id)
        verdict = Accuracy.EXACT if value else Accuracy.WRONG
        return ClaimVerdict(
            claim=claim,
            verdict=verdict,
            exact="true" if value else "not so",
            derivation=result.derivation,
        )
    if isinstance(value, bool):
        raise RuleSetError(f"{claim.calculation} must return a number", claim.id)
    value = Fraction(value)
    if claim.kind == "odds":
        if not 0 < value < 1:
            raise RuleSetError(
                f"{value} is not a probability: it must be between 0 and 1", claim.id
            )
        verdict = judge_odds(parse_odds(claim.printed, claim.id), value)
        return ClaimVerdict(
            claim=claim,
            verdict=verdict,
            exact=str(value),
            odds=format_odds(value),
            derivation=result.derivation,
        )
    if not claim.printed.isdecimal():
        raise RuleSetError(f"{claim.printed!r} is not a whole number", claim.id)
    verdict = Accuracy.EXACT if value == int(claim.printed) else Accuracy.WRONG
    return ClaimVerdict(
        claim=claim, verdict=verdict, exact=format_decimal(value), derivation=result.derivation
    )
