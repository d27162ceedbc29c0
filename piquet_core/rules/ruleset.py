"""Rule sets: one book's answers on every rule of the catalogue, with citations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib import resources
from itertools import chain
from typing import Any, NamedTuple

from piquet_core.cards.cards import RANKS, Rank
from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules.answer import Answer, read_answer
from piquet_core.rules.catalogue import catalogue
from piquet_core.rules.decode import optional, parse_toml, read_data, refuse_unknown_keys, required
from piquet_core.rules.sources import Source, sources


# `__eq__` compares identity first: all states of a game share one rule set object, and comparing
# all answers for each state would take longer than the game.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet:
    """One book's answers on every rule. The engine takes every rule from a rule set.

    ``short`` is a name of two or three words for the head of a column. ``summary`` is a sentence.
    ``base`` is the id of the rule set from which answers are inherited, or "".
    """

    id: str
    title: str
    short: str
    version: str
    summary: str
    source: Source
    base: str
    answers: Mapping[str, Answer[Any]]

    def __post_init__(self) -> None:
        if not isinstance(self.answers, FrozenDict):
            object.__setattr__(self, "answers", FrozenDict(self.answers))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self.answers)

    def __copy__(self) -> RuleSet:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> RuleSet:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Every state has its rule set. The values of one take 30 kB and twenty times as long as the cards.
        if self.id in ruleset_ids() and load_ruleset(self.id) is self:
            return _packaged, (self.id, self.digest)
        return _restore, (self._values(),)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))

    @property
    def digest(self) -> str:
        """Digest of all answers, as sixteen hex digits.

        The digest depends on values only, so corrected citations, notes and labels do not change
        it. Tables, golden files and citations that depend on the answers contain it.
        """
        return _digest(self.answers)

    # The methods below differ only in their return types. `read_value` has checked the types when the
    # file was read, so each is a single dictionary lookup.

    def has(self, id: str) -> bool:
        """Return whether a rule has a value in this rule set. An absent answer has none."""
        return not self.answers[id].absent

    def number(self, id: str) -> Answer[int]:
        """Return the answer to an *int* rule."""
        return self.answers[id]

    def flag(self, id: str) -> Answer[bool]:
        """Return the answer to a *bool* rule."""
        return self.answers[id]

    def choice(self, id: str) -> Answer[str]:
        """Return the answer to a *choice* rule."""
        return self.answers[id]

    def ranks(self, id: str) -> Answer[tuple[Rank, ...]]:
        """Return the answer to a *ranks* rule, from the highest rank down."""
        return self.answers[id]

    def numbers(self, id: str) -> Answer[tuple[int, ...]]:
        """Return the answer to an *ints* rule."""
        return self.answers[id]

    def names(self, id: str) -> Answer[tuple[str, ...]]:
        """Return the answer to a *names* rule, with the names in the order that the rule set gives."""
        return self.answers[id]

    def pips(self, id: str) -> Answer[Mapping[Rank, int]]:
        """Return the answer to a *pips* rule."""
        return self.answers[id]

    def __repr__(self) -> str:
        return f"load_ruleset({self.id!r})"


@lru_cache(maxsize=64)
def _digest(answers: Mapping[str, Answer[Any]]) -> str:
    lines = "\n".join(f"{id}={answer.written}" for id, answer in sorted(answers.items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


@cache
def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all rule sets in the package, sorted."""
    folder = resources.files("piquet_core.rules").joinpath("data", "rulesets")
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir()))


@cache
def ruleset_ids_by_date() -> tuple[str, ...]:
    """Return the ids of all rule sets in the package, ordered by the year of their text.

    Among rule sets from the same text, those that are based on another rule set come last.

    >>> ruleset_ids_by_date()[0]
    'picquet1651'
    """

    def age(id: str) -> tuple[int, str, bool, str]:
        one = load_ruleset(id)
        return one.source.year, one.source.id, bool(one.base), id

    return tuple(sorted(ruleset_ids(), key=age))


@cache
def load_ruleset(id: str) -> RuleSet:
    """Return a packaged rule set by id; raise `RuleSetError` if the id is unknown or the rule set faulty.

    >>> load_ruleset("hoyle1909").number("repique.bonus").value
    60
    """
    if id not in ruleset_ids():
        raise RuleSetError(f"unknown rule set; choose one of {', '.join(ruleset_ids())}", id)
    return _ruleset(read_data(_path(id)), _path(id))


def _path(id: str) -> str:
    """Return the path of a rule set's file within the data folder."""
    return f"rulesets/{id}.toml"


def _packaged(id: str, digest: str) -> RuleSet:
    """Return a packaged rule set that was pickled by id; raise `RuleSetError` if its answers were others."""
    rules = load_ruleset(id)
    if rules.digest != digest:
        raise RuleSetError(f"pickled with other answers (digest {digest}, not {rules.digest})", id)
    return rules


def _restore(values: tuple[Any, ...]) -> RuleSet:
    """Return a rule set from the pickled values of its fields."""
    names = (field.name for field in fields(RuleSet))
    return _shared(RuleSet(**dict(zip(names, values, strict=True))))


def _shared(rules: RuleSet) -> RuleSet:
    """Return an existing object that equals ``rules``, or ``rules`` itself if there is no other.

    Caches are keyed by rule set. Comparing two equal objects takes a hundred times as long as
    recognising the same object.
    """
    if rules.id in ruleset_ids() and (packaged := load_ruleset(rules.id)) == rules:
        return packaged
    return _first_equal(rules)


@lru_cache(maxsize=64)
def _first_equal(rules: RuleSet) -> RuleSet:
    return rules


def parse_ruleset(text: str, name: str = "<rule set>") -> RuleSet:
    """Return the rule set in a TOML text; raise `RuleSetError` with the path to an error.

    The path starts with ``name``.
    """
    return _shared(_ruleset(parse_toml(text, name), name))


def _ruleset(table: dict[str, Any], context: str) -> RuleSet:
    head = required(table, "ruleset", dict, context)
    refuse_unknown_keys(
        head,
        {"id", "title", "short", "version", "source", "summary", "base"},
        f"{context}: ruleset",
    )
    rules = catalogue()
    for id in table:
        if id != "ruleset" and id not in rules:
            raise RuleSetError("no such rule", f"{context}: {id}")
    base = optional(head, "base", str, "", f"{context}: ruleset")
    inherited = _inherited(base, f"{context}: ruleset.base") if base else {}
    for id in rules:
        if id not in table and id not in inherited:
            raise RuleSetError("the rule has no answer", f"{context}: {id}")
    source = required(head, "source", str, f"{context}: ruleset")
    if source not in sources():
        raise RuleSetError(f"unknown source {source!r}", f"{context}: ruleset.source")
    if base and sources()[source].family != load_ruleset(base).source.family:
        # A text that is described by its differences from another one depends on it.
        said = f"{source!r} and the text of {base!r} belong to different families; give them the same 'family'"
        raise RuleSetError(said, f"{context}: ruleset.base")
    title = required(head, "title", str, f"{context}: ruleset")
    made = RuleSet(
        id=required(head, "id", str, f"{context}: ruleset"),
        title=title,
        short=optional(head, "short", str, title, f"{context}: ruleset"),
        version=required(head, "version", str, f"{context}: ruleset"),
        summary=required(head, "summary", str, f"{context}: ruleset"),
        source=sources()[source],
        base=base,
        answers={
            id: read_answer(rule, table[id], sources()[source], f"{context}: {id}")
            if id in table
            else inherited[id]
            for id, rule in rules.items()
        },
    )
    for id, message in chain(_out_of_place(made, table), conflicting_answers(made)):
        raise RuleSetError(message, f"{context}: {id}")
    return made


def conflicting_answers(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield pairs (rule id, message) for answers that are valid on their own but not together."""
    if wrong := _pack_misfit(rules):
        yield wrong
        return
    yield from _deal_misfits(rules)
    yield from _declaring_misfits(rules)
    yield from _blank_misfits(rules)
    if rules.number("cards.majority").value * 2 <= rules.number("deal.hand").value:
        yield "cards.majority", "both players could win the cards"
    yield from _missing_answers(rules)


def _pack_misfit(rules: RuleSet) -> tuple[str, str] | None:
    ranks, size = rules.ranks("pack.ranks").value, rules.number("pack.size").value
    if size in (32, 36) and tuple(ranks) == RANKS[: -size // 4 - 1 : -1]:
        return None
    return (
        "pack.ranks",
        f"a pack of {size} has its {size // 4} ranks from the ace down, once each",
    )


def _deal_misfits(rules: RuleSet) -> Iterator[tuple[str, str]]:
    size = rules.number("pack.size").value
    hand, talon = rules.number("deal.hand").value, rules.number("deal.talon").value
    if hand < 1 or talon < 1 or 2 * hand + talon != size:
        yield "deal.talon", f"two hands of {hand} and a talon of {talon} are not {size} cards"
    if any(packet < 1 for packet in rules.numbers("deal.packets").value):
        yield "deal.packets", "a packet has at least one card"
    least, most = rules.number("exchange.elder-min").value, rules.number("exchange.elder-max").value
    if not 0 <= least <= most < talon:
        yield "exchange.elder-max", f"elder cannot exchange {least} to {most} of {talon} cards"
    if not 0 <= rules.number("exchange.younger-min").value <= talon - most:
        yield (
            "exchange.younger-min",
            f"must not exceed {talon - most}, the cards that elder may leave",
        )


def _declaring_misfits(rules: RuleSet) -> Iterator[tuple[str, str]]:
    ranks = rules.ranks("pack.ranks").value
    for id in ("declare.order", "reckon.order"):
        named, known = rules.names(id).value, rules.answers[id].rule.options
        if sorted(named) != sorted(known):
            yield id, f"the order must name each of {', '.join(known)} exactly once"
    if set(rules.pips("point.pips").value) != set(ranks):
        yield "point.pips", "the ranks must be exactly those of the pack"
    shortest, scores = rules.number("sequence.least").value, rules.numbers("sequence.scores").value
    if shortest < 2 or len(scores) != len(ranks) - shortest + 1:
        yield (
            "sequence.scores",
            f"needs a score for each length from {shortest} to {len(ranks)} cards",
        )
    for id in ("set.ranks", "blank.courts"):
        if not set(rules.ranks(id).value) <= set(ranks):
            yield id, "contains a rank that is not in the pack"
    if (
        rules.choice("call.raise-until").value == "own-first-card"
        and not rules.flag("declare.above-called").value
    ):
        yield "declare.above-called", "must be yes if a call may be raised"


class _Dependent(NamedTuple):
    """The question ``id``, which arises only with certain answers to the rule ``on``.

    ``arises`` says whether it does in this rule set, and ``where`` describes the condition in
    words. If ``needed`` is false, the question may stay unanswered even when it arises.
    """

    id: str
    on: str
    arises: bool
    where: str
    needed: bool = True


def _dependents(rules: RuleSet) -> Iterator[_Dependent]:
    counts = bool(rules.number("play.last-trick").value)
    for id in ("play.last-trick-low", "play.last-trick-capot"):
        yield _Dependent(id, "play.last-trick", counts, "where the last trick counts")
    runs_on = rules.choice("pique.within").value != "first-card"
    yield _Dependent("pique.unbroken", "pique.within", runs_on, "where a pique may run on")
    for form, needed in _FORMS.items():
        is_played = form in rules.names("game.forms").value
        for id in catalogue():
            if id.startswith(f"{form.partition('-')[0]}."):
                where = f"in the form {form}"
                yield _Dependent(id, "game.forms", is_played, where, id in needed)


def _blank_misfits(rules: RuleSet) -> Iterator[tuple[str, str]]:
    if rules.choice("blank.both").value != "younger-bars-elder":
        return
    announce = rules.choice("blank.announce").value
    shows_first = rules.choice("blank.show").value == "at-once" and announce == "optional"
    if shows_first or announce == "bound-younger-may-wait":
        yield "blank.both", "elder shows before younger announces, so younger's cannot bar elder's"


def _missing_answers(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield pairs (rule id, message) for questions that arise because of other answers but have no answer."""
    for one in _dependents(rules):
        if one.arises and one.needed and not rules.has(one.id):
            yield one.id, f"the question arises {one.where}"


# Rules that each form of the game requires. Its other rules may be absent.
_FORMS = {
    "hundred-up": ("hundred.target", "hundred.end", "hundred.match"),
    "rubicon": (
        "rubicon.deals",
        "rubicon.line",
        "rubicon.bonus",
        "rubicon.settlement",
        "rubicon.tie-deals",
        "rubicon.tie-final",
    ),
}


def _out_of_place(rules: RuleSet, own: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield pairs (rule id, message) for inherited answers that conflict with a rule set's own answers.

    ``own`` is the table of the rule set's file. The inherited answers fit the answers of the base
    rule set. If the file changes one of these, it must also change the answers that depend on it.
    """
    for one in _dependents(rules):
        answer = rules.answers[one.id]
        if one.on not in own or not answer.base or answer.absent != one.arises:
            continue
        was, now = (book.answers[one.on].written for book in (load_ruleset(answer.base), rules))
        says, only, write = f"answers {answer.written!r}", " only", 'status = "absent" and a note'
        if answer.absent:
            if not one.needed:
                continue
            says, only, write = "says that it does not arise", "", "a value and its place"
        message = (
            f"{_path(answer.base)} {says}, since {one.on} is {was} there; here it is {now}, and the "
            f'question arises{only} {one.where}: write ["{one.id}"] with {write}'
        )
        yield one.id, message


def _inherited(base: str, context: str) -> Mapping[str, Answer[Any]]:
    """Return the answers of the rule set ``base``, each marked as inherited.

    ``base`` must not be based on another rule set itself, which rules out cycles.
    """
    try:
        rules = load_ruleset(base)
    except RuleSetError as error:
        raise RuleSetError(str(error), context) from None
    if rules.base:
        raise RuleSetError(
            f"{base} is built on another rule set; use base = {rules.base!r}", context
        )
    return {id: replace(answer, base=base) for id, answer in rules.answers.items()}
