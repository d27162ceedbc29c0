"""Wrong input of any kind raises a typed error with its position, and changes nothing.

Deals are saved only as records, so corrupted records cover corrupted states. Deals from a caller and texts
of rule sets are corrupted too, under every rule set.
"""

import random
import string
from collections.abc import Callable
from functools import cache, partial

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import ALL_RECORDS, any_deal
from rule_set_games import BOOKS, DATA, any_game, game_lines

from piquet_core.cards.cards import CARDS, SUITS, Hand, parse_card, parse_hand
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    parse_holding,
)
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    Count,
    Declare,
    Exchange,
    LetStand,
    Look,
    NameSuit,
    Play,
    Redeal,
    Reply,
    Response,
)
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.state import Deal, Phase, shuffled_deal
from piquet_core.errors import CardError, IllegalAction, NotationError, PiquetError, RuleSetError
from piquet_core.notation import Record, dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import catalogue, parse_ruleset

names = st.sampled_from(list(BOOKS))
seeds = st.integers(0, 59)


def attempt[T, F: PiquetError](fault: type[F], act: Callable[[], T]) -> T | F:
    """Return the result of an attempt, or its error if the error is of the expected type."""
    try:
        return act()
    except fault as error:
        return error


# -- actions -------------------------------------------------------------------------------------

hands = st.integers(0, 2**36 - 1).map(Hand) | st.frozensets(
    st.sampled_from(CARDS), max_size=12
).map(Hand.of)
suits = st.sampled_from(SUITS)
ranks = st.sampled_from([card.rank for card in CARDS[:9]])
sizes = st.integers(1, 9)
holdings: st.SearchStrategy[Holding] = (
    st.builds(PointHolding, suits, sizes)
    | st.builds(SequenceHolding, suits, sizes, ranks).filter(lambda one: one.size <= one.top + 1)
    | st.builds(SetHolding, ranks, st.sampled_from([3, 4]))
)
seats = st.sampled_from(list(Seat))
kinds = st.sampled_from(["point", "sequence", "set", "blank", ""])
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(AnnounceBlank, seat=seats, declare=st.booleans(), exchanging=st.integers(-1, 13)),
    st.builds(Redeal, seat=seats, wanted=st.booleans()),
    st.builds(Exchange, seat=seats, discards=hands),
    st.builds(Look, seat=seats, look=st.booleans()),
    st.builds(Declare, seat=seats, kind=kinds, holding=st.none() | holdings),
    st.builds(Reply, seat=seats, kind=kinds, response=st.sampled_from(Response)),
    st.builds(LetStand, seat=seats),
    st.builds(Count, seat=seats, holdings=st.lists(holdings, max_size=4).map(tuple)),
    st.builds(NameSuit, seat=seats, suit=suits),
    st.builds(Play, seat=seats, card=st.sampled_from(CARDS)),
)


@settings(max_examples=examples(500))
@given(names, seeds, st.floats(0, 1, exclude_max=True), st.lists(actions, min_size=8, max_size=8))
def test_any_action_at_any_time_is_legal_or_refused(
    name: str, seed: int, place: float, tried: list[Action]
) -> None:
    """Tries four thousand actions, most of them out of turn; a refusal names a rule of the rule set."""
    states = any_game(name, seed)[0]
    state = states[int(place * len(states))]
    before = state.evolve()
    for action in tried:
        done = attempt(IllegalAction, partial(apply, state, action))
        if isinstance(done, IllegalAction):
            assert done.rule in catalogue()
            assert state.rules.has(done.rule)
            assert str(done).endswith(f"[{done.rule}]")
            assert "\n" not in str(done)
        else:
            assert action.seat is state.seat
            assert done[0] is not state
            if not isinstance(action, Exchange):
                assert action in legal_actions(state)
        assert state == before


@settings(max_examples=examples(60))
@given(names, seeds)
def test_nothing_may_be_done_when_the_deal_is_over(name: str, seed: int) -> None:
    states, done, _ = any_game(name, seed)
    for action in done:
        with pytest.raises(IllegalAction, match="the deal is over"):
            apply(states[-1], action)


# -- deals ---------------------------------------------------------------------------------------


@settings(max_examples=examples(200))
@given(names, st.integers(0, 10**6), st.integers(0, 4))
def test_a_corrupted_deal_is_refused(name: str, seed: int, fault: int) -> None:
    rng = random.Random(seed)
    rules = BOOKS[name]
    deal = shuffled_deal(rules, rng)
    elder, younger, talon = list(deal.elder), list(deal.younger), list(deal.talon)
    match fault:
        case 0:  # a card lost
            rng.choice((elder, younger, talon)).pop()
        case 1:  # a card in two places
            talon[rng.randrange(len(talon))] = elder[0]
        case 2:  # one too many in one hand, one too few in the other
            elder.append(younger.pop())
        case 3:  # two players with one card
            younger[0] = elder[-1]
        case _:  # a six in the small pack, or a card twice in the talon
            talon[0] = parse_card("S6") if rules.number("pack.size").value == 32 else talon[1]
    with pytest.raises(CardError) as error:
        start(
            rules,
            Deal(elder=Hand.of(set(elder)), younger=Hand.of(set(younger)), talon=tuple(talon)),
        )
    assert str(error.value)


@given(st.text(alphabet="SHDCAKQJT9876.?~*x ", max_size=14))
def test_malformed_cards_hands_and_holdings(text: str) -> None:
    readers: tuple[Callable[[str], object], ...] = (parse_card, parse_hand, parse_holding)
    for read in readers:
        done = attempt(CardError, partial(read, text))
        assert str(done) or not isinstance(done, CardError)  # "..." is a hand without cards


# -- records -------------------------------------------------------------------------------------

TEXTS = [path.read_text("utf-8") for path in ALL_RECORDS]
WORDS = sorted({word for text in TEXTS for word in text.split() if "{" not in word})


@cache
def saved(name: str, seed: int) -> str:
    """Return a random deal as a record."""
    return game_lines(name, seed)


def judged(text: str, name: str) -> Replay | None:
    """Parse and replay a text. Every error must have a position and an excerpt of the text."""
    lines = text.split("\n")
    record = attempt(NotationError, lambda: loads(text, "saved"))
    if isinstance(record, NotationError):
        assert record.faults
        assert [fault.span for fault in record.faults] == sorted(f.span for f in record.faults)
        for fault in record.faults:
            assert 1 <= fault.span.line <= len(lines)
            assert fault.show(text, "saved").startswith(
                f"saved:{fault.span.line}:{fault.span.column}: "
            )
        return None
    replay = None
    for adapt in (False, True):
        replay = replay_record(record, BOOKS[name], adapt=adapt)
        for finding in (*replay.findings, *replay.adaptations):
            assert 1 <= finding.span.line <= len(lines)
            assert finding.message
            assert finding.rule == "" or finding.rule in catalogue()
            assert finding.show(text, "saved")
    return replay


@settings(max_examples=examples(25))
@given(names, seeds)
def test_a_saved_deal_comes_back_as_it_was(name: str, seed: int) -> None:
    text = saved(name, seed)
    record: Record = loads(text)
    assert dumps(record) == text
    replay = replay_record(record)
    assert replay.findings == ()
    states, _, log = any_game(name, seed)
    assert replay.events == log
    assert replay.steps[-1].state == states[-1]


@settings(max_examples=examples(150))
@given(names, seeds, st.data())
def test_a_corrupted_record_is_a_fault_or_a_finding(
    name: str, seed: int, data: st.DataObject
) -> None:
    text = saved(name, seed)
    other = data.draw(names, label="replayed under")
    for _ in range(data.draw(st.integers(1, 3), label="changes")):
        at = data.draw(st.integers(0, len(text) - 1), label="at")
        end = at + data.draw(st.integers(0, 12), label="length")
        put = data.draw(
            st.sampled_from(WORDS) | st.text(string.printable, max_size=4), label="put there"
        )
        text = text[:at] + put + text[end:]
    replay = judged(text, other)
    if replay is not None and replay.steps:
        total = replay.steps[-1].state.score
        assert all(isinstance(points, int) for points in total)


@settings(max_examples=examples(80))
@given(names, seeds, st.integers(0, 10**6))
def test_lines_out_of_their_order_are_findings(name: str, seed: int, shuffle: int) -> None:
    text = saved(name, seed)
    head, _, body = text.partition("\n\n")
    deal, _, lines = body.partition("\n\n")
    rng = random.Random(shuffle)
    moved = lines.splitlines()
    one, two = rng.randrange(len(moved)), rng.randrange(len(moved))
    moved[one], moved[two] = moved[two], moved[one]
    replay = judged("\n".join([head, "", deal, "", *moved, ""]), name)
    assert replay is not None
    if replay.findings:
        assert all(finding.span.line > 8 for finding in replay.findings), "the deal is sound"


@settings(max_examples=examples(60))
@given(names, st.sampled_from(TEXTS))
def test_any_record_under_any_rule_set_is_replayed_or_found_wanting(name: str, text: str) -> None:
    replay = judged(text, name)
    assert replay is not None
    assert replay.findings or replay.steps[-1].state.phase is Phase.OVER


# -- rule sets -----------------------------------------------------------------------------------


@settings(max_examples=examples(150))
@given(names, st.data())
def test_a_corrupted_rule_set_is_refused_at_its_place(name: str, data: st.DataObject) -> None:
    text = DATA.joinpath(f"{name}.toml").read_text("utf-8")
    lines = text.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1), label="line")
    if data.draw(st.booleans(), label="dropped"):
        lines = lines[:at] + lines[at + 1 :]
    else:
        place = data.draw(st.integers(0, len(lines[at])), label="column")
        put = data.draw(st.text('"[]{}=,.#AK7 \ntrue', min_size=1, max_size=3), label="put there")
        lines[at] = lines[at][:place] + put + lines[at][place + 1 :]
    rules = attempt(RuleSetError, lambda: parse_ruleset("\n".join(lines), "book.toml"))
    if isinstance(rules, RuleSetError):
        assert rules.context.startswith("book.toml")
        assert str(rules).startswith(rules.context)
        return
    assert set(rules.answers) == set(catalogue())


@given(names, st.integers(0, 10**6))
def test_every_error_is_one_of_ours(name: str, seed: int) -> None:
    """One except clause can catch all of them."""
    rng = random.Random(seed)
    deal = any_deal(BOOKS[name], rng)
    with pytest.raises(PiquetError):
        start(BOOKS[name], Deal(elder=deal.elder, younger=deal.elder, talon=deal.talon))
    for error in (CardError, IllegalAction, NotationError, RuleSetError):
        assert issubclass(error, PiquetError)
