"""Calculations that claims refer to by name. Each returns a value and a sentence on its derivation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from piquet_core.cards.cards import pack, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.claims import exact_odds as odds
from piquet_core.claims import hand_counts as hands
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.game import PlayedDeal, settle_partie
from piquet_core.rules import load_ruleset
from piquet_core.rules.strategies import rounded_tens
from piquet_core.wording.score_report import score_hands

Value = bool | int | Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """A value, and a sentence on its derivation."""

    value: Value
    derivation: str


# -- draws ---------------------------------------------------------------------------------------


def named(drawn: int, named: int, least: int) -> Calculation:
    """Calculate the chance of drawing ``least`` or more of the ``named`` cards."""
    value = odds.chance_of_at_least(least, named, drawn)
    kept = comb(odds.UNSEEN, drawn)
    derivation = (
        f"Of the {kept:,} ways to take {drawn} of the {odds.UNSEEN} unseen cards, "
        f"{_hold(value * kept)} {_least(least, named)}."
    )
    return Calculation(value=value, derivation=derivation)


def _hold(count: Fraction) -> str:
    return f"{int(count):,} {'holds' if count == 1 else 'hold'}"


def _least(least: int, named: int) -> str:
    if least == named:
        return "the named card" if named == 1 else f"all {named} named cards"
    return f"at least {least} of the {named} named cards"


def one_of_each(drawn: int, groups: Sequence[int]) -> Calculation:
    """Calculate the chance of drawing a card of every group. ``groups`` has the sizes of the groups."""
    value = odds.chance_of_every_group(groups, drawn)
    kept = comb(odds.UNSEEN, drawn)
    sizes = " and ".join(f"one of {size}" for size in groups)
    derivation = f"{int(value * kept):,} of {kept:,} draws of {drawn} cards hold at least {sizes}."
    return Calculation(value=value, derivation=derivation)


def whole_of_any(drawn: int, groups: Sequence[int]) -> Calculation:
    """Calculate the chance of drawing all the cards of a group. ``groups`` has the sizes of the groups."""
    value = odds.chance_of_a_whole_group(groups, drawn)
    kept = comb(odds.UNSEEN, drawn)
    derivation = (
        f"{int(value * kept):,} of {kept:,} draws of {drawn} cards hold one of the {len(groups)} groups "
        "entire; a draw that holds both is counted once."
    )
    return Calculation(value=value, derivation=derivation)


def odds_of_two_draws(one: Sequence[int], other: Sequence[int]) -> Calculation:
    """Calculate the odds on one chance against another, each given as (least, named, drawn)."""
    first, second = odds.chance_of_at_least(*one), odds.chance_of_at_least(*other)
    derivation = f"The two chances are {first} and {second}; the question is only their ratio."
    return Calculation(value=first / (first + second), derivation=derivation)


def carte_blanche(rules: str, players: str) -> Calculation:
    """Calculate the chance of a carte blanche for a ``named`` player, for ``either`` or for ``both``."""
    book = load_ruleset(rules)
    size, dealt = book.number("pack.size").value, book.number("deal.hand").value
    blanks = odds.count_blank_cards(book)
    value = odds.carte_blanche_chance(book, players)
    derivation = (
        f"{blanks} of the {size} cards are not court cards: {comb(blanks, dealt):,} of "
        f"{comb(size, dealt):,} hands of {dealt}."
    )
    if players == "either":
        both = odds.carte_blanche_chance(book, "both")
        derivation += (
            " Both have the same chance, and it never happens to both in one deal, so we double it."
            if not both
            else " We add the chances of both players and subtract the chance of both at once."
        )
    return Calculation(value=value, derivation=derivation)


# -- recorded hands ------------------------------------------------------------------------------


def of_table(below: int, total: int, event: str) -> Calculation:
    """Calculate the share of a book's recorded hands that are ``below`` or ``above`` a line, as ``event`` says.

    ``below`` is the number of hands below the line.
    """
    value = Fraction(below if event == "below" else total - below, total)
    return Calculation(
        value=value,
        derivation=f"The book's own table has {below:,} hands below the line and {total - below:,} from "
        "it upwards. This tests the book's arithmetic, not the table.",
    )


def total(parts: Sequence[int], less: Sequence[int] = ()) -> Calculation:
    """Calculate a sum, or the difference of two sums."""
    sign = " \N{MINUS SIGN} " if less else ""
    text = " + ".join(map(str, parts)) + sign + " \N{MINUS SIGN} ".join(map(str, less))
    return Calculation(
        value=sum(parts) - sum(less), derivation=f"The sum of the printed parts: {text}."
    )


def chances_sum(against: Sequence[Sequence[int]]) -> Calculation:
    """Check that the odds against all possible events add up to certainty, to a hundredth."""
    whole = sum((Fraction(second, first + second) for first, second in against), Fraction(0))
    parts = " + ".join(str(Fraction(second, first + second)) for first, second in against)
    return Calculation(
        value=round(whole * 100) == 100, derivation=f"As chances they are {parts} = {whole}."
    )


def halved(first: int, second: int) -> Calculation:
    """Calculate half the chance of an event whose odds against are ``first`` to ``second``."""
    whole = Fraction(second, first + second)
    return Calculation(
        value=whole / 2, derivation=f"Half of {whole}, if both players are in the same danger."
    )


def times(parts: Sequence[int], unit: int, least: int) -> Calculation:
    """Check that the sum of ``parts`` is more than ``least`` times ``unit``."""
    ratio = Fraction(sum(parts), unit)
    return Calculation(
        value=ratio > least, derivation=f"{sum(parts)} to {unit}: {float(ratio):.1f} times."
    )


# -- what hands can hold -------------------------------------------------------------------------


def holdable(rules: str, point: int, sequences: Sequence[int], sets: Sequence[int]) -> Calculation:
    """Check that a hand can have a longest suit of ``point`` cards, with sequences and sets of these sizes."""
    book = load_ruleset(rules)
    suits = hands.hands_that_hold(book, point, tuple(sequences), None)
    count = hands.hands_that_hold(book, point, tuple(sequences), tuple(sets))
    dealt, size = book.number("deal.hand").value, book.number("pack.size").value
    lengths = ", ".join(map(str, sequences))
    derivation = (
        f"Of all {comb(size, dealt):,} hands, {suits} have a longest suit of {point} and sequences "
        f"of {lengths}; {count or 'none'} of them {'has' if count == 1 else 'have'} the sets in question."
    )
    return Calculation(value=count > 0, derivation=derivation)


def no_sequence_beside_two_quatorzes(rules: str) -> Calculation:
    """Check that both players can lack a sequence when one of them has two quatorzes and a trio."""
    found = hands.beside_two_quatorzes(load_ruleset(rules))
    derivation = (
        f"{found.hands:,} hands have two quatorzes and a trio. {found.with_sequence:,} of them have a sequence, and "
        f"the other player can have an equal one against {found.equalled or 'none'} of these. With "
        f"{found.neither:,} of the hands, neither player need have a sequence."
    )
    return Calculation(value=found.neither > 0, derivation=derivation)


def best_declaration(rules: str) -> Calculation:
    """Calculate the most points that a hand can declare."""
    best, count = hands.greatest_declaration(load_ruleset(rules))
    return Calculation(
        value=best, derivation=f"No other hand declares more; {count} hands declare it."
    )


def greatest_deal(rules: str, elder: str, younger: str, play: str) -> Calculation:
    """Calculate the most points that a deal without a carte blanche can score.

    The given hands and play are an example that reaches this upper bound.
    """
    book = load_ruleset(rules)
    best, _count = hands.greatest_declaration(book)
    played = book.number("deal.hand").value + book.number("play.last-trick").value
    repique, capot = book.number("repique.bonus").value, book.number("capot.points").value
    bound = best + repique + played + capot
    score = _scored(rules, elder, younger, play, "")[Seat.ELDER]
    draws = book.number("exchange.elder-max").value
    spare = book.number("deal.talon").value - book.number("exchange.elder-min").value
    blank = book.number("blank.points").value
    with_blank = {
        blank + hands.greatest_declaration(book, courts)[0] + repique + played + capot
        for courts in (draws, spare)
    }
    derivation = (
        f"No hand declares more than {best}, so nothing exceeds {best} + {repique} + {played} + "
        f"{capot} = {bound}; the engine plays four tierce majors to {score}. A carte blanche adds "
        f"ten but must draw its court cards: then nothing exceeds {max(with_blank)}."
    )
    return Calculation(value=score if score == bound else bound, derivation=derivation)


def one_blank_only(rules: str) -> Calculation:
    """Check that the pack has too few cards other than court cards for two cartes blanches."""
    book = load_ruleset(rules)
    blanks, need = odds.count_blank_cards(book), 2 * book.number("deal.hand").value
    derivation = (
        f"Two such hands need {need} cards that are not court cards; the pack has {blanks}."
    )
    return Calculation(value=blanks < need, derivation=derivation)


def blank_cards(rules: str) -> Calculation:
    """Count the cards of the pack that are not court cards."""
    value = odds.count_blank_cards(load_ruleset(rules))
    return Calculation(value=value, derivation="Counted in the pack.")


def both_blank(rules: str) -> Calculation:
    """Check that both players can hold a carte blanche in one deal."""
    chance = odds.carte_blanche_chance(load_ruleset(rules), "both")
    derivation = (
        f"Possible, in one deal out of {round(1 / chance):,}."
        if chance
        else "The pack has too few cards."
    )
    return Calculation(value=chance > 0, derivation=derivation)


def sets_never_tie(rules: str) -> Calculation:
    """Check that the pack is too small for both players to hold sets of the same rank."""
    book = load_ruleset(rules)
    alike = sum(card.rank is book.ranks("set.ranks").value[0] for card in pack(32))
    derivation = (
        f"Two trios of one rank take six cards and the pack has {alike}; two quatorzes take eight."
    )
    return Calculation(value=alike < 2 * 3, derivation=derivation)


def longest_sequence(rules: str, length: int) -> Calculation:
    """Calculate the points of a sequence of a length, or 0 if a suit has fewer cards."""
    book = load_ruleset(rules)
    ranks = len(hands.point_totals(book))
    scores = book.numbers("sequence.scores").value
    value = scores[length - book.number("sequence.least").value] if length <= ranks else 0
    return Calculation(
        value=value,
        derivation=f"A suit has {ranks} cards, and sequences of five or more score ten extra.",
    )


# -- points --------------------------------------------------------------------------------------


def pips(rules: str, cards: str) -> Calculation:
    """Calculate the total pips of cards of one suit, given as letters."""
    book = load_ruleset(rules)
    values = book.pips("point.pips").value
    parts = [values[card.rank] for card in parse_hand(f"{cards}...")]
    return Calculation(value=sum(parts), derivation=" + ".join(map(str, parts)) + ".")


def point_by_tens(totals: Sequence[int], score: int) -> Calculation:
    """Check that each of these totals of pips scores ``score`` when it is rounded to tens."""
    given = ", ".join(f"{one} scores {rounded_tens(one)}" for one in totals)
    return Calculation(
        value=all(rounded_tens(one) == score for one in totals), derivation=f"{given}."
    )


def endings(rules: str, absent: Sequence[int], present: Sequence[int]) -> Calculation:
    """Check the last digits of the pips of all points of three cards or more.

    No total may end in a digit of ``absent``, and every digit of ``present`` has to occur.
    """
    totals = _totals(rules)
    last = {total % 10 for total in totals}
    derivation = f"The points of three cards or more are {', '.join(map(str, sorted(totals)))}."
    return Calculation(value=not last & set(absent) and last >= set(present), derivation=derivation)


def no_such_point(rules: str, total: int, other: str) -> Calculation:
    """Check that no point has ``total`` pips. ``other`` is a rule set with a larger pack, for comparison."""
    larger = hands.point_totals(load_ruleset(other))
    makings = sum(ways[total] for ways in larger.values())
    sizes = ", ".join(str(length) for length, ways in larger.items() if ways[total])
    size = load_ruleset(other).number("pack.size").value
    derivation = (
        f"No suit of the smaller pack adds up to {total}. With {size} cards, {makings} holdings do, "
        f"all of {sizes} cards."
    )
    return Calculation(value=total not in _totals(rules), derivation=derivation)


def makings(rules: str, length: int, table: Mapping[str, Sequence[str]]) -> Calculation:
    """Check a printed table of the combinations of cards that make each point of a length."""
    exact = hands.point_patterns(load_ruleset(rules), length)
    printed = {int(total): frozenset(patterns) for total, patterns in table.items()}
    found = {total: exact.get(total, frozenset()) for total in printed}
    count = sum(map(len, found.values()))
    derivation = f"Suits of {length} cards, sorted by their pips, give {count} makings"
    derivation += (
        ", those that are printed." if printed == found else ", not those that are printed."
    )
    return Calculation(value=printed == found, derivation=derivation)


def add_a_tenth(rules: str, length: int) -> Calculation:
    """Check that each point of a length is one of the next shorter length with a card of ten pips added."""
    book = load_ruleset(rules)
    shorter, longer = (hands.point_patterns(book, n) for n in (length - 1, length))
    grown = {
        total + 10: {_with_tenth(pattern) for pattern in patterns} & set(longer[total + 10])
        for total, patterns in shorter.items()
    }
    lost = sum(
        _with_tenth(pattern).count("X") > 4 for patterns in shorter.values() for pattern in patterns
    )
    derivation = (
        f"Every making of {length} cards is one of {length - 1} with a card of ten added; {lost} of "
        "those cannot grow, as a suit has only four cards of ten."
    )
    return Calculation(value={k: set(v) for k, v in longer.items()} == grown, derivation=derivation)


def _with_tenth(pattern: str) -> str:
    return pattern[:-1] + "XA" if pattern.endswith("A") else pattern + "X"


def one_making(rules: str, length: int, total: int) -> Calculation:
    """Check that only one combination of cards makes a point. All cards of ten pips count as the same."""
    patterns = hands.point_patterns(load_ruleset(rules), length)[total]
    derivation = f"{total} with {length} cards: {', '.join(map(_spelt, sorted(patterns)))}."
    return Calculation(value=len(patterns) == 1, derivation=derivation)


_NAMES = {"7": "seven", "8": "eight", "9": "nine", "X": "a card of ten", "A": "ace"}


def _spelt(pattern: str) -> str:
    return ", ".join(_NAMES[letter] for letter in pattern)


def tens_lose_on_four(rules: str) -> Calculation:
    """Check that scoring a point by tens or by cards differs only for pips ending in four, and then by one."""
    book = load_ruleset(rules)
    found = hands.tens_differ(book)
    value = {n for n, _total in found} == {3, 4, 5, 6, 7} and all(
        total % 10 == 4 and rounded_tens(total) == n - 1 for n, total in found
    )
    totals = ", ".join(str(total) for _n, total in sorted(found))
    patterns = [pattern for n, total in found for pattern in hands.point_patterns(book, n)[total]]
    low = all(pattern.startswith("789") and not pattern.endswith("A") for pattern in patterns)
    derivation = (
        f"Counting by tens differs from counting cards only for {totals}, each time by one."
    )
    derivation += " Each of these holds the seven, eight and nine, and no ace." if low else ""
    return Calculation(value=value, derivation=derivation)


# -- the engine ----------------------------------------------------------------------------------


def scored(
    rules: str, elder: str, younger: str, seat: str, play: str = "", step: str = ""
) -> Calculation:
    """Calculate a player's total when the engine plays two final hands.

    ``step`` is the id of the step after which the total is read; "" is the last step.
    """
    value = _scored(rules, elder, younger, play, step)[Seat[seat.upper()]]
    cards = len(play.split())
    derivation = "The engine declares and counts the two hands"
    derivation += f" and plays {cards} cards." if cards else "."
    return Calculation(value=value, derivation=derivation)


def _scored(rules: str, elder: str, younger: str, play: str, step: str) -> tuple[int, int]:
    steps = score_hands(
        load_ruleset(rules), parse_hand(elder), parse_hand(younger), map(parse_card, play.split())
    )
    return next(one.score for one in reversed(steps) if not step or one.id == step)


def settled(rules: str, deals: Sequence[Sequence[int]]) -> Calculation:
    """Calculate the settlement of a partie. Deals that are not given count as 0 to 0."""
    book = load_ruleset(rules)
    length = book.number("rubicon.deals").value
    scores = [*deals, *([(0, 0)] * (length - len(deals)))]
    settlement = settle_partie(book, [_deal(*pair, elder=i % 2) for i, pair in enumerate(scores)])
    assert settlement is not None
    high, low = max(settlement.totals), min(settlement.totals)
    derivation = (
        f"The engine settles {high} against {low}: "
        f"{'sum' if settlement.rubiconed else 'difference'} and a hundred."
    )
    return Calculation(value=settlement.points, derivation=derivation)


def _deal(first: int, second: int, *, elder: int) -> PlayedDeal:
    seats = (Seat.ELDER, Seat.YOUNGER) if elder == 0 else (Seat.YOUNGER, Seat.ELDER)
    events: tuple[Event, ...] = tuple(
        Scored(seat=seat, points=points, rule="play.lead", reckon="play", cards=parse_hand("..."))
        for seat, points in zip(seats, (first, second), strict=True)
    )
    return PlayedDeal(elder=elder, events=events)


CALCULATIONS: dict[str, Callable[..., Calculation]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        named,
        one_of_each,
        whole_of_any,
        odds_of_two_draws,
        carte_blanche,
        of_table,
        total,
        chances_sum,
        halved,
        times,
        holdable,
        no_sequence_beside_two_quatorzes,
        best_declaration,
        greatest_deal,
        one_blank_only,
        blank_cards,
        both_blank,
        sets_never_tie,
        longest_sequence,
        pips,
        point_by_tens,
        endings,
        no_such_point,
        makings,
        add_a_tenth,
        one_making,
        tens_lose_on_four,
        scored,
        settled,
    )
}


def _totals(rules: str) -> set[int]:
    return {
        total
        for length, ways in hands.point_totals(load_ruleset(rules)).items()
        if length >= 3
        for total in ways
    }
