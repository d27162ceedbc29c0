"""Facts that hold for every deal under a rule set: pack size, packets, pips, sequence scores.

Each measure is a name, in some cases with a hyphen and an argument: ``packets``, ``run-5``, ``pips-AKQJT``,
``cut-K-9``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from piquet_core.cards.card_names import rank_name
from piquet_core.cards.cards import RANK_LETTERS, RANKS, SUITS, Rank, pack
from piquet_core.engine.game import cut_decides, elder_of
from piquet_core.examples.result_table import Cell, ExampleError
from piquet_core.rules import RuleSet, catalogue
from piquet_core.wording.call_texts import SEQUENCE_NAMES

PLAYERS = ("A", "B")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFactsExample:
    """An example without cards or scores, which shows facts of the rule set alone. It fits every rule set."""

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return (), because the facts depend on nothing given."""
        return ()

    def misfit(self, rules: RuleSet) -> str:  # noqa: ARG002 - an Example is asked so
        """Return "", because every rule set has these facts."""
        return ""

    def heading(self, measure: str) -> str:
        """Return the heading of a measure.

        Raises `ExampleError` for an unknown one.
        """
        return fact_heading(measure)

    def cell(self, rules: RuleSet, measure: str) -> Cell:
        """Return the value of a measure under a rule set."""
        return fact(rules, measure)


def is_fact(measure: str) -> bool:
    """Tell whether a measure is a fact of the rule set, whatever its argument."""
    return measure.partition("-")[0] in _FACTS


def fact_heading(measure: str) -> str:
    """Return the heading of a measure.

    Raises `ExampleError` for an unknown one.
    """
    name, _, argument = measure.partition("-")
    if name not in _FACTS:
        raise ExampleError(f"unknown measure {measure!r}; choose one of {', '.join(_FACTS)}")
    heading = _FACTS[name][0]
    return heading(argument) if callable(heading) else heading


def fact(rules: RuleSet, measure: str) -> Cell:
    """Return the value of a measure under a rule set.

    Raises `ExampleError` for an invalid measure or argument.
    """
    name, _, argument = measure.partition("-")
    fact_heading(measure)
    return (_FACTS[name][1](rules, argument),)


def parse_number(text: str, measure: str) -> int:
    """Return the numeric argument ``text`` of a measure.

    Raises `ExampleError` if it is not a number.
    """
    if not text.isdecimal():
        raise ExampleError(f"{measure}-N takes a number, not {text!r}")
    return int(text)


def parse_ranks(text: str) -> list[Rank]:
    """Return ranks from their letters.

    Raises `ExampleError` for any other letter.
    """
    if not text or set(text) - set(RANK_LETTERS):
        raise ExampleError(f"unknown ranks {text!r}; ranks are {RANK_LETTERS[::-1]}")
    return [RANKS[RANK_LETTERS.index(letter)] for letter in text]


def _answer(rules: RuleSet, argument: str) -> str:
    if argument not in rules.answers:
        raise ExampleError(f"answer-RULE: no such rule: {argument!r}")
    return rules.answers[argument].words


def _answer_heading(argument: str) -> str:
    return catalogue()[argument].title if argument in catalogue() else "Answer"


def _pack(rules: RuleSet, _: str) -> str:
    size = len(rules.ranks("pack.ranks").value)
    whole = pack(rules.number("pack.size").value)
    return f"{len(SUITS)} suits of {size}: {len(whole)} cards"


def _undealt(rules: RuleSet, _: str) -> str:
    size, hand = rules.number("pack.size").value, rules.number("deal.hand").value
    return f"{size} less 2 × {hand}: {size - 2 * hand} cards"


def _packets(rules: RuleSet, _: str) -> str:
    """Return the rounds and packets of the deal for each permitted size of packet, with any cards left over."""
    hand = rules.number("deal.hand").value
    said = []
    for size in rules.numbers("deal.packets").value:
        rounds, rest = divmod(hand, size)
        odd = f" and {rest} over" if rest else ""
        said.append(f"by {size}: {rounds} rounds{odd}, {2 * rounds} packets")
    return "; ".join(said)


def _pips(rules: RuleSet, argument: str) -> str:
    values = rules.pips("point.pips").value
    held = parse_ranks(argument)
    if strange := [rank for rank in held if rank not in values]:
        return f"no {rank_name(strange[0])} in this pack"
    return str(sum(values[rank] for rank in held))


def _suit_pips(rules: RuleSet, _: str) -> str:
    return str(sum(rules.pips("point.pips").value.values()))


def _run(rules: RuleSet, argument: str) -> str:
    length, least = parse_number(argument, "run"), rules.number("sequence.least").value
    scores = rules.numbers("sequence.scores").value
    if length < least:
        return "no sequence"
    if length - least >= len(scores):
        return "not in this pack"
    return str(scores[length - least])


def _courtless(rules: RuleSet, _: str) -> str:
    courts = rules.ranks("blank.courts").value
    whole = pack(rules.number("pack.size").value)
    plain = sum(card.rank not in courts for card in whole)
    hand = rules.number("deal.hand").value
    enough = "enough" if plain >= 2 * hand else "too few"
    return f"{plain} of {len(whole)} cards; {enough} for two hands of {hand}"


def _elders(rules: RuleSet, argument: str) -> str:
    count = parse_number(argument, "elders")
    return ", ".join(PLAYERS[elder_of(rules, 0, deal)] for deal in range(count))


def _cut(rules: RuleSet, argument: str) -> str:
    both = parse_ranks(argument.replace("-", ""))
    if len(both) != len(PLAYERS):
        raise ExampleError(f"cut-K-9 takes two ranks, not {argument!r}")
    favoured = cut_decides(rules, both[0], both[1])
    if favoured is None:
        return "they cut again"
    words = rules.choice("deal.first-dealer").words
    return f"{PLAYERS[favoured]} is favoured: {words}"


def _cut_heading(argument: str) -> str:
    names = [rank_name(rank) for rank in parse_ranks(argument.replace("-", ""))]
    return " and ".join(f"{who} cuts the {name}" for who, name in zip(PLAYERS, names, strict=False))


def _discards_seen(rules: RuleSet, argument: str) -> str:
    count = parse_number(argument, "discards")
    return f"{count if rules.flag('conduct.own-discards').value else 0} of {count}"


_TRICKS_SEEN: dict[str, Callable[[int], int]] = {
    "last-only": lambda played: min(played, 1),
    "any-time": lambda played: played,
}


def _tricks_seen(rules: RuleSet, argument: str) -> str:
    played = parse_number(argument, "tricks")
    open_ = _TRICKS_SEEN[rules.choice("conduct.tricks").value](played)
    return f"{2 * open_} of {2 * played} cards"


def _run_heading(argument: str) -> str:
    length = parse_number(argument, "run")
    name = SEQUENCE_NAMES.get(length)
    return f"{length} in a row ({name})" if name else f"{length} in a row"


_Heading = str | Callable[[str], str]
_FACTS: dict[str, tuple[_Heading, Callable[[RuleSet, str], str]]] = {
    "answer": (_answer_heading, _answer),
    "packsize": ("The pack", _pack),
    "undealt": ("Left undealt", _undealt),
    "packets": ("Going round", _packets),
    "pips": (lambda held: f"Pips of {', '.join(map(rank_name, parse_ranks(held)))}", _pips),
    "suitpips": ("Pips of a whole suit", _suit_pips),
    "run": (_run_heading, _run),
    "courtless": ("Cards without a court", _courtless),
    "elders": (lambda count: f"Elder in {count} deals", _elders),
    "cut": (_cut_heading, _cut),
    "discardsseen": (lambda count: f"Own discards to be seen, of {count}", _discards_seen),
    "tricksseen": (lambda count: f"To be seen after {count} tricks", _tricks_seen),
}
