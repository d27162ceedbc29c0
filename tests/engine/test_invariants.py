"""Invariants of every state of every deal, for any players.

Deals and choices are random; two deals in five are stacked, so that rare events occur.
"""

import random
from functools import cache

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import (
    RELABELINGS,
    RULES,
    E,
    Log,
    Y,
    any_deal,
    random_deal,
    relabel_action,
    relabel_deal,
    relabel_hand,
)
from rule_set_games import variant

from piquet_core.cards.cards import EMPTY, Hand, pack
from piquet_core.cards.combinations import parse_holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    Count,
    Declare,
    Exchange,
    LetStand,
    Look,
    NameSuit,
    Play,
    Reply,
    Response,
)
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.declaration import true_reply
from piquet_core.engine.events import (
    BlankShown,
    CardsShown,
    DealEnded,
    Looked,
    Played,
    Scored,
    TrickTaken,
    tally,
)
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.errors import IllegalAction
from piquet_core.rules import catalogue
from piquet_core.rules.strategies import is_blank

seeds = st.integers(min_value=0, max_value=2**32 - 1)
Game = tuple[list[DealState], list[Action], Log]
# All invariants share one set of deals, since playing deals takes most of the time.
games = st.integers(min_value=0, max_value=399).map(cache(random_deal))


def scores(log: Log) -> list[Scored]:
    return [event for event in log if isinstance(event, Scored)]


# -- conservation --------------------------------------------------------------------------------


@given(games)
def test_the_pack_is_always_in_parts(game: Game) -> None:
    states, actions, log = game
    played: list[int] = []
    plays = iter(actions)
    for before, state in zip([None, *states], states, strict=False):
        action = next(plays) if before is not None else None
        if isinstance(action, Play):
            played.append(action.card)
        parts = [*state.hands, *state.discards, Hand.of(state.talon)]
        total = sum(part.mask for part in parts) + sum(1 << card for card in played)
        assert total == pack(32).mask, "each card in exactly one place"
    assert len([event for event in log if isinstance(event, Played)]) == 24
    assert states[-1].hands == (EMPTY, EMPTY)


@given(games)
def test_every_seat_exchanges_card_for_card(game: Game) -> None:
    states, actions, _ = game
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if isinstance(action, Exchange):
            least, most = (1, 5) if action.seat is E else (1, len(before.talon))
            assert least <= len(action.discards) <= most
            if after.phase in (Phase.ELDER_LEAVES, Phase.ELDER_EXCHANGE):
                # Elder has a carte blanche: younger discards before elder and draws after.
                assert len(after.hands[action.seat]) == 12 - len(action.discards)
                assert before.talon == after.talon
                continue
            assert len(after.hands[action.seat]) == 12
            drawn = len(before.talon) - len(after.talon)
            assert drawn >= len(action.discards)
            if not before.blanks[E]:
                assert drawn == len(action.discards)
    end = states[-1]
    assert len(end.deal.talon) - len(end.talon) == sum(map(len, end.discards))


@given(games)
def test_twelve_tricks_and_the_points_of_play(game: Game) -> None:
    """In the play both score 13 in all, plus one for every trick that the follower takes: 13 to 25.

    The thirteen are twelve leads and the last trick.
    """
    states, _, log = game
    assert sum(states[-1].tricks) == 12
    leads = {e.trick: e.seat for e in log if isinstance(e, Played) and e.led}
    captured = sum(leads[e.trick] is not e.seat for e in log if isinstance(e, TrickTaken))
    in_play = sum(e.points for e in scores(log) if e.rule.startswith("play."))
    assert in_play == 13 + captured
    taken = [sum(e.seat is seat for e in log if isinstance(e, TrickTaken)) for seat in Seat]
    assert tuple(taken) == states[-1].tricks


@given(games)
def test_the_winner_of_a_trick_has_the_best_card_of_its_suit_and_leads_next(game: Game) -> None:
    log = game[2]
    played = [event for event in log if isinstance(event, Played)]
    taken = [event for event in log if isinstance(event, TrickTaken)]
    for trick, (led, followed) in enumerate(zip(played[::2], played[1::2], strict=True)):
        assert led.led
        assert not followed.led
        assert (led.trick, followed.trick) == (trick + 1, trick + 1)
        beats = followed.card.suit is led.card.suit and followed.card.rank > led.card.rank
        winner = followed.seat if beats else led.seat
        assert taken[trick].seat is winner
        if trick < 11:
            assert played[2 * trick + 2].seat is winner
        else:
            assert [e.seat for e in scores(log) if e.rule == "play.last-trick"] == [winner]


@given(games)
def test_the_cards_go_to_seven_tricks_and_a_capot_to_twelve(game: Game) -> None:
    states, _, log = game
    tricks = states[-1].tricks
    ends = [(e.seat, e.points, e.rule) for e in scores(log) if e.reckon == "cards"]
    winner = E if tricks[E] > tricks[Y] else Y
    if tricks == (6, 6):
        assert ends == []
    elif 12 in tricks:
        assert ends == [(winner, 40, "capot.points")]
    else:
        assert ends == [(winner, 10, "cards.points")]


@given(games)
def test_bonuses_come_at_most_once_and_a_pique_to_elder_only(game: Game) -> None:
    states, _, log = game
    bonus = [e for e in scores(log) if e.rule in ("pique.bonus", "repique.bonus")]
    for seat in Seat:
        assert len([e for e in bonus if e.seat is seat]) <= 1
    assert all(e.seat is E for e in bonus if e.rule == "pique.bonus")
    assert len(bonus) <= 1
    assert states[-1].bonus == (bonus[0].seat if bonus else None)


@settings(max_examples=examples(200))
@given(games)
def test_a_pique_is_thirty_against_nothing(game: Game) -> None:
    """Recomputed from the log: a card makes thirty while younger still has nothing."""
    states, _, log = game
    younger_holds = any(call.winner is Y for call in states[-1].calls)
    elder = younger = 0
    expected = 0
    repique = False
    for event in scores(log):
        if event.rule == "pique.bonus":
            continue
        repique = repique or event.rule == "repique.bonus"
        before = elder
        elder, younger = tally([event], (elder, younger))
        if event.reckon == "play" and event.seat is E and before < 30 <= elder:
            expected += younger == 0 and not younger_holds and not repique
    assert len([e for e in scores(log) if e.rule == "pique.bonus"]) == expected


@settings(max_examples=examples(200))
@given(games)
def test_a_repique_is_thirty_in_hand_with_nothing_before_it(game: Game) -> None:
    states, _, log = game
    final = states[-1]
    order = RULES.names("reckon.order").value
    for seat in Seat:
        in_hand = [
            e
            for e in scores(log)
            if e.seat is seat and e.reckon in order[:4] and e.rule != "repique.bonus"
        ]
        theirs = [call.kind for call in final.calls if call.winner is seat.other]
        if is_blank(RULES, final.deal.hand(seat.other)):
            theirs.append("blank")
        total, earned = 0, False
        for event in sorted(in_hand, key=lambda e: order.index(e.reckon)):
            total += event.points
            if total >= 30:
                earned = all(order.index(kind) >= order.index(event.reckon) for kind in theirs)
                break
        found = [e for e in scores(log) if e.seat is seat and e.rule == "repique.bonus"]
        assert bool(found) == earned


@given(games)
def test_the_score_is_the_sum_of_the_log(game: Game) -> None:
    states, actions, log = game
    assert tally(log) == states[-1].score
    state, events = start(RULES, states[0].deal)
    total = tally(events)
    for action, expected in zip(actions, states[1:], strict=True):
        state, events = apply(state, action)
        total = tally(events, total)
        assert state == expected
        assert state.score == total
    (ended,) = (event for event in log if isinstance(event, DealEnded))
    assert (ended.score, ended.tricks) == (states[-1].score, states[-1].tricks)
    assert log[-1] is ended


@given(games)
def test_nothing_scores_outside_the_order_of_reckoning(game: Game) -> None:
    """The headings of a seat come in order; between the seats, only the play overlaps."""
    log = game[2]
    order = RULES.names("reckon.order").value
    for seat in Seat:
        heads = [order.index(e.reckon) for e in scores(log) if e.seat is seat]
        before_play = [head for head in heads if head < order.index("play")]
        assert before_play == sorted(before_play)
        ends = [head for head in heads if head == order.index("cards")]
        assert heads[len(heads) - len(ends) :] == ends
    younger = [e for e in scores(log) if e.seat is Y]
    kinds = [e.reckon for e in younger]
    if "play" in kinds:
        assert all(kind in ("play", "cards") for kind in kinds[kinds.index("play") :])


@given(games)
def test_a_kind_is_counted_by_one_seat_at_most(game: Game) -> None:
    states, _, log = game
    for call in states[-1].calls:
        seats = {e.seat for e in scores(log) if e.reckon == call.kind and e.holding is not None}
        assert seats == ({call.winner} if call.winner is not None else set())


@given(games)
def test_what_is_counted_lies_in_the_hand_and_no_card_counts_twice_in_a_kind(game: Game) -> None:
    states, _, log = game
    played = next(s for s in states if s.phase in (Phase.ELDER_COUNT, Phase.LEAD))
    for seat in Seat:
        seen: dict[str, int] = {}
        for event in scores(log):
            if event.seat is seat and event.holding is not None:
                assert event.cards <= played.hands[seat]
                assert len(event.cards) >= event.holding.size
                assert not seen.get(event.reckon, 0) & event.cards.mask
                seen[event.reckon] = seen.get(event.reckon, 0) | event.cards.mask


@given(games)
def test_looks_show_only_the_talon_and_shown_cards_are_ones_own(game: Game) -> None:
    states, _, log = game
    deal = states[0].deal
    after = next(s for s in states if s.phase is Phase.DECLARE)
    for event in log:
        if isinstance(event, Looked):
            assert event.cards <= Hand.of(deal.talon)
            if event.seat is Y:
                assert event.cards <= Hand.of(deal.talon[5:])
                assert event.cards <= Hand.of(after.talon)
        if isinstance(event, BlankShown):
            assert event.cards == deal.hand(event.seat)
        if isinstance(event, CardsShown):
            assert event.cards <= after.hands[event.seat]


@given(games)
def test_every_rule_that_an_event_names_is_in_the_catalogue(game: Game) -> None:
    for event in game[2]:
        rule = getattr(event, "rule", None)
        assert rule in catalogue() if rule is not None else isinstance(event, Played)
        if isinstance(event, Scored):
            assert event.points > 0
            assert event.reckon in RULES.names("reckon.order").value


# -- the same under other names ------------------------------------------------------------------


@settings(max_examples=examples(15))
@given(games)
def test_all_24_names_of_the_suits_give_the_same_game(game: Game) -> None:
    states, actions, log = game
    for names in RELABELINGS:
        state, events = start(RULES, relabel_deal(states[0].deal, names))
        renamed = list(events)
        for action, expected in zip(actions, states[1:], strict=True):
            state, events = apply(state, relabel_action(action, names, state))
            renamed += events
            assert (state.phase, state.score, state.tricks) == (
                expected.phase,
                expected.score,
                expected.tricks,
            )
            assert state.hands == tuple(relabel_hand(h, names) for h in expected.hands)
        assert [type(event) for event in renamed] == [type(event) for event in log]
        assert sorted((e.seat, e.points, e.rule) for e in scores(tuple(renamed))) == sorted(
            (e.seat, e.points, e.rule) for e in scores(log)
        )


@given(games)
def test_states_are_values(game: Game) -> None:
    """Applying an action twice to a state gives equal states and leaves it unchanged."""
    states, actions, _ = game
    for state, action in zip(states, actions, strict=False):
        frozen = state.evolve()
        assert frozen == state
        assert apply(state, action) == apply(frozen, action)
        assert state == frozen
        assert hash(state) == hash(frozen)


# -- what is listed applies; what is not is refused ------------------------------------------------


def strangers(state: DealState) -> list[Action]:
    """Return actions of every type, right and wrong; the caller removes the legal ones."""
    cards = list(pack(32))
    kinds = ("point", "sequence", "set")
    held: list[Count | Declare] = []
    words = ("4S", "6H", "8D", "3AS", "5JD", "8AC", "3A", "4T", "4K")
    for word in words:
        one = parse_holding(word)
        for seat in Seat:
            held.append(Count(seat=seat, holdings=(one,)))
            held.append(Count(seat=seat, holdings=(one, one)))
            held += [Declare(seat=seat, kind=kind, holding=one) for kind in kinds]
    found: list[Action] = list(held)
    for seat in Seat:
        hand = tuple(state.hands[seat])
        found += [Play(seat=seat, card=card) for card in cards]
        found += [NameSuit(seat=seat, suit=suit) for suit in {card.suit for card in cards}]
        found += [Look(seat=seat, look=look) for look in (False, True)]
        found += [Count(seat=seat, holdings=()), LetStand(seat=seat)]
        found += [Declare(seat=seat, kind=kind, holding=None) for kind in kinds]
        found += [
            Reply(seat=seat, kind=kind, response=response)
            for kind in kinds
            for response in Response
        ]
        found += [
            Exchange(seat=seat, discards=Hand.of(some))
            for some in ((), hand[:1], hand[:6], hand[:8], hand[:9], hand, cards[:2], cards[-3:])
        ]
    return found


@settings(max_examples=examples(12))
@given(games)
def test_what_is_listed_applies_and_everything_else_is_refused(game: Game) -> None:
    states, _, _ = game
    for state in states:
        listed = legal_actions(state)
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (state.phase is not Phase.OVER)
        for action in listed[:: max(1, len(listed) // 40)]:
            assert action.seat is state.seat
            apply(state, action)
        before = state.evolve()
        known = set(listed)
        for action in strangers(state):
            if action in known:
                continue
            with pytest.raises(IllegalAction) as refused:
                apply(state, action)
            assert refused.value.rule in catalogue()
            assert str(refused.value).endswith(f"[{refused.value.rule}]")
            assert "\n" not in str(refused.value)
        assert state == before


HONEST = variant("hoyle1909", {"declare.sink": False}, "honest")


@given(games)
def test_the_true_answer_is_the_one_left_where_nothing_may_be_sunk(game: Game) -> None:
    replies = [state for state in game[0] if state.phase is Phase.REPLY]
    assert replies
    for state in replies:
        assert legal_actions(state.evolve(rules=HONEST)) == (true_reply(state),)


@given(seeds)
def test_a_stacked_deal_is_a_deal(seed: int) -> None:
    deal: Deal = any_deal(RULES, random.Random(seed))
    deal.check(RULES)
