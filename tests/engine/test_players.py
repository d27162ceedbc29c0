"""Players: they see what their seat may know, do nothing illegal, and Thumb beats chance."""

import random
import re
from collections.abc import Callable
from dataclasses import fields

import pytest
from hidden_cards import exchanged
from random_play import ROOT

from piquet_core.cards.cards import Hand, Rank, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange, Play
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import tally
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.errors import PiquetError
from piquet_core.notation import loads
from piquet_core.players import (
    DEFAULT,
    PLAYERS,
    YARDSTICK,
    Player,
    Profile,
    RandomPlayer,
    ThumbPlayer,
    Turn,
    find_player,
    play_out,
    strengths,
    turn_of,
)
from piquet_core.players.guard import unguarded_kings
from piquet_core.players.objectives import hundred_objective, partie_objective
from piquet_core.replay.replay import replay_record
from piquet_core.review.advise import advise
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.solver.total_search import Objective


def played(rules: RuleSet, deal: Deal, elder: Player, younger: Player) -> tuple[int, int]:
    state, events = start(rules, deal)
    log = list(events)
    for _, after, more in play_out(state, elder, younger):
        state = after
        log += more
    assert state.phase is Phase.OVER
    return tally(log)


THINKING = ("guard", "reckoner", "master")
"""Players with a search, which `make check` tests under one rule set only."""
ERRING = ("beginner", "pupil")
"""Players that look for a mistake to make at each decision, so that a deal takes them long too."""
BLIND = ("hoyle1909", "little", "old36")
"""Rule sets under which every player plays a whole deal, and decides twice at every step."""
ALIKE = ("cavendish", "modern", "pkcards", "penguin")
"""Rule sets whose deals have the same decisions as others: those of the Rubicon, of a hundred and of denexa."""


def rare(id: str, player: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a case that repeats others."""
    if player not in THINKING:
        return []
    return [pytest.mark.thorough if id in (*BLIND, *ALIKE) else pytest.mark.wide]


@pytest.mark.parametrize(
    ("id", "player"),
    [
        pytest.param(id, player, marks=rare(id, player))
        for id in ruleset_ids()
        for player in PLAYERS
    ],
)
def test_every_deal_is_played_to_its_end(id: str, player: str) -> None:
    """`play_out` applies each action with the engine, which refuses illegal ones."""
    rules, rng, make = load_ruleset(id), random.Random(1661), PLAYERS[player].make
    # A deal of two searching players has every kind of decision.
    quick = player not in THINKING
    for _ in range(5 if player in ERRING else 20 if quick else 1):
        deal = shuffled_deal(rules, rng)
        pairs = [(make(), make())]
        pairs += [(make(), RandomPlayer(rng)), (RandomPlayer(rng), make())] if quick else []
        for elder, younger in pairs:
            assert min(played(rules, deal, elder, younger)) >= 0


@pytest.mark.parametrize("profile", PLAYERS.values(), ids=PLAYERS)
def test_a_player_is_shown_by_name_and_one_sentence(profile: Profile) -> None:
    """Every sentence of a game uses the name, and a saved game stores the id as one word."""
    assert re.fullmatch(r"[A-Z]\S*( \S+)*", profile.name), "a name begins with a capital"
    assert re.fullmatch(r"[A-Z][^.!?]+\.", profile.words), "the description is one sentence"
    assert all(re.fullmatch(r"[a-z0-9-]+", id) for id in PLAYERS), "ids have lower-case letters"


def test_every_player_but_the_yardstick_has_a_measured_strength_and_each_is_above_the_one_below() -> (
    None
):
    found = strengths()
    missing = set(PLAYERS) - {YARDSTICK} - set(found)
    assert not missing, (
        f"measure with .venv/bin/python tools/strength.py {' '.join(sorted(missing))}"
    )
    assert set(found) <= set(PLAYERS), "strength.toml has players that the registry lacks"
    for id, one in found.items():
        assert one.deals >= 1000, f"measure {id} with at least 1,000 deals"
        assert one.low < one.points < one.high
        assert one.low > 0 or one.high < 0, f"{id}: the bounds do not separate it from {YARDSTICK}"
    points = [0.0 if id == YARDSTICK else found[id].points for id in PLAYERS]
    assert points == sorted(points), (
        "put PLAYERS in piquet_core/players/registry.py in order of strength, the weakest first, "
        f"and measure again: {dict(zip(PLAYERS, points, strict=True))}"
    )


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    assert find_player(DEFAULT) is PLAYERS[DEFAULT]
    with pytest.raises(PiquetError, match=r"unknown player 'nobody'; choose one of .*thumb"):
        find_player("nobody")


@pytest.mark.parametrize("id", ["hoyle1909", "picquet1651"])
def test_thumbs_beat_chance(id: str) -> None:
    """The same twelve deals twice, with the seats swapped, so that only skill counts."""
    rules, rng = load_ruleset(id), random.Random(1909)
    margin = 0
    for _ in range(12):
        deal = shuffled_deal(rules, rng)
        elder, younger = played(rules, deal, ThumbPlayer(), RandomPlayer(rng))
        other_elder, other_younger = played(rules, deal, RandomPlayer(rng), ThumbPlayer())
        margin += elder - younger + other_younger - other_elder
    assert margin > 0


def test_thumbs_win_a_pair_of_parties_against_chance() -> None:
    """Twelve pairs of six deals with the seats swapped, which luck hardly ever decides."""
    rules, rng = load_ruleset("hoyle1909"), random.Random(1882)
    won = 0
    for _ in range(12):
        margin = 0
        for _deal in range(6):
            deal = shuffled_deal(rules, rng)
            elder, younger = played(rules, deal, ThumbPlayer(), RandomPlayer(rng))
            other_elder, other_younger = played(rules, deal, RandomPlayer(rng), ThumbPlayer())
            margin += elder - younger + other_younger - other_elder
        won += margin > 0
    assert won == 12


def position(elder: str, younger: str, moves: str = "") -> Turn:
    """Return the turn after some cards of two playing hands, without earlier calls."""
    state = DealState(
        rules=load_ruleset("hoyle1909"),
        deal=Deal(elder=parse_hand(elder), younger=parse_hand(younger), talon=()),
        phase=Phase.LEAD,
        hands=(parse_hand(elder), parse_hand(younger)),
        talon=(),
    )
    for card in moves.split():
        assert state.seat is not None
        state, _events = apply(state, Play(seat=state.seat, card=parse_card(card)))
    return turn_of(state)


@pytest.mark.parametrize(
    ("elder", "younger", "moves", "card", "why"),
    [
        # Elder's clubs cannot be stopped, and the other cards are then sure: every card is good.
        ("AKQ.AKQ.AKQ.AKQ", "JT9.JT9.JT9.JT9", "", "SA", "All your cards are good"),
        # The king of hearts is missing: force it out while the ace of spades is an entry.
        ("A7.QJT98.987.87", "KQJ.AK7.AKQ.AKQ", "", "HQ", "drive out"),
        # Two cards guard the queen of spades against ace and king; one card guards the queen of
        # diamonds against neither, so it can be spared.
        ("97.AKQJT.A98.98", "QT8.7.Q7.AKJ7", "HA H7 HK", "D7", "you have none of the suit"),
        # The cheapest card takes the trick.
        ("KJ9.JT98.987.87", "AQT.AKQ.AKQ.AKQ", "SJ", "SQ", "lowest card that wins it"),
    ],
)
def test_a_rule_of_thumb_names_the_card_and_itself(
    elder: str, younger: str, moves: str, card: str, why: str
) -> None:
    turn = position(elder, younger, moves)
    action = ThumbPlayer().choose(turn)
    assert isinstance(action, Play)
    assert str(action.card) == card
    assert why.lower() in ThumbPlayer().reason(turn, action).lower()


def test_a_king_keeps_its_guard() -> None:
    """From a game that Thumb lost: hearts are run, and A J 10 9 can spare a spade.

    Without the seven, the king of clubs falls to the ace; with K 7 it wins the second club.
    """
    turn = position("K7.AKQJT9.87.A8", "AJT9.8.QJT97.K7", "HA H8 HK")
    action = ThumbPlayer().choose(turn)
    assert isinstance(action, Play)
    assert str(action.card) != "C7"


def kings_bared(player: Player, deals: int) -> dict[str, int]:
    """Count the kings that a player leaves unguarded as younger in the exchange, and in play until seven
    cards are left.
    """
    rules, found = load_ruleset("hoyle1909"), {"discard": 0, "card": 0}
    for number in range(deals):
        state, _ = start(rules, shuffled_deal(rules, random.Random(f"kings/{number}")))
        while state.seat is not None:
            turn = turn_of(state)
            known, action = turn.knowledge, player.choose(turn)
            match action:
                case Exchange(seat=Seat.YOUNGER):
                    alone = unguarded_kings(turn.cards, known.possible, action.discards)
                    found["discard"] += len(alone)
                case Play() if len(known.hand) > 7:
                    # If every legal card unguards a king, there is no choice.
                    cards = [Hand.of([one.card]) for one in turn.legal if isinstance(one, Play)]
                    alone = unguarded_kings(known.hand, known.possible, Hand.of([action.card]))
                    choice = not all(
                        unguarded_kings(known.hand, known.possible, one) for one in cards
                    )
                    found["card"] += choice and bool(alone)
                case _:
                    pass
            state, _ = apply(state, action)
    return found


def test_guard_bares_no_king_where_thumb_bares_many() -> None:
    """The same 60 deals against itself, without elder's exchange, in which guards cost more than they save."""
    assert kings_bared(find_player("guard").make(), 60) == {"discard": 0, "card": 0}
    thumbs = kings_bared(ThumbPlayer(), 60)
    assert thumbs["discard"] > 0
    assert thumbs["card"] > 0


def test_guard_says_why_it_keeps_a_guard() -> None:
    """Its reasons are those of the rules of thumb, for its own decisions."""
    rules, player, other = load_ruleset("hoyle1909"), find_player("guard").make(), 0
    for number in range(60):
        state, _ = start(rules, shuffled_deal(rules, random.Random(f"kings/{number}")))
        while state.seat is not None and state.phase is not Phase.YOUNGER_EXCHANGE:
            state, _ = apply(state, ThumbPlayer().choose(turn_of(state)))
        turn = turn_of(state)
        mine, thumbs = player.choose(turn), ThumbPlayer().choose(turn)
        assert player.reason(turn, mine).startswith("Keep ")
        if mine != thumbs:
            other += 1
            assert player.reason(turn, thumbs) == ""
    assert other


def test_a_reason_is_given_for_its_own_choice_only() -> None:
    turn = position("AKQ.AKQ.AKQ.AKQ", "JT9.JT9.JT9.JT9")
    chosen = ThumbPlayer().choose(turn)
    for action in turn.legal:
        assert bool(ThumbPlayer().reason(turn, action)) is (action == chosen)


@pytest.mark.parametrize("id", ["hoyle1909", "picquet1651"])
def test_an_ace_is_hardly_ever_laid_out(id: str) -> None:
    """An ace wins a trick and makes the best quatorze; in a hundred deals nothing is worth more.

    Elder in 1651 may take eight cards, and still keeps aces.
    """
    rules, rng, laid = load_ruleset(id), random.Random(1651), 0
    for _ in range(100):
        state, _events = start(rules, shuffled_deal(rules, rng))
        if state.phase is Phase.ELDER_EXCHANGE:
            action = ThumbPlayer().choose(turn_of(state))
            assert isinstance(action, Exchange)
            laid += any(card.rank is Rank.ACE for card in action.discards)
    assert laid == 0


def test_a_turn_holds_knowledge_and_no_state() -> None:
    assert {field.name for field in fields(Turn)} == {
        "rules",
        "knowledge",
        "legal",
        "least",
        "most",
        "objective",
    }


def test_the_player_behind_in_the_last_deal_plays_for_the_partie() -> None:
    """In Cavendish's fifth example A throws the low spade at t5e, and no card is better by points.

    If A were 24 points behind in the last deal, only the hands would count in which A can still win: then
    it is the queen of diamonds, which costs half a point on average.
    """
    replay = replay_record(
        loads((ROOT / "docs/deals/cavendish-p5.piquet").read_text(encoding="utf-8"))
    )
    state = replay.step("t5y").state
    master = find_player("master").make()
    costs = {str(one.cards): one.behind for one in advise(state).options}
    assert costs["S8"] < 0.05 < costs["DQ"]
    objective = partie_objective(state.rules, (76, 100), 0)
    assert master.choose(turn_of(state, objective)) == Play(seat=Seat.ELDER, card=parse_card("DQ"))
    # Level, or far ahead, points are as good a guide as the partie.
    for before in ((100, 100), (160, 100)):
        same = partie_objective(state.rules, before, 0)
        assert master.choose(turn_of(state, same)) == master.choose(turn_of(state))


def in_partie_now(rules: RuleSet) -> Objective | None:
    """Return the objective of the fifth deal of a partie, with elder ahead."""
    return partie_objective(rules, (140, 90), 1)


def in_hundred_now(rules: RuleSet) -> Objective | None:
    """Return the objective of a deal near the hundred."""
    return hundred_objective(rules, (70, 85))


def hold_blind(
    rules: RuleSet,
    player: str,
    rng: random.Random,
    objective: Objective | None,
    both: Player | None = None,
) -> tuple[int, int]:
    """Let a player play both seats, and repeat each decision with the hidden cards shuffled.

    ``both`` reuses one player that has played before; the one who sees other cards is always new. Return
    the points of elder and younger.
    """
    make = find_player(player).make
    state, _events = start(rules, shuffled_deal(rules, rng))
    while state.seat is not None:
        turn = turn_of(state, objective)
        other = turn_of(exchanged(state, state.seat, rng), objective)
        assert other.knowledge == turn.knowledge
        assert other.legal == turn.legal
        choice = (both or make()).choose(turn)
        assert make().choose(other) == choice
        state, _events = apply(state, choice)
    return state.score


@pytest.mark.parametrize(
    ("id", "player"),
    [
        pytest.param(id, player, marks=[pytest.mark.wide] if player in THINKING and at else [])
        for at, id in enumerate(BLIND)
        for player in PLAYERS
    ],
)
def test_cards_that_a_seat_cannot_see_change_nothing_it_does(id: str, player: str) -> None:
    """At every decision the hidden cards are shuffled, and the choice stays the same.

    The legal answers depend on the player's hand and on the calls, so the turn is the same.
    """
    rules, rng = load_ruleset(id), random.Random(7)
    for _ in range(4 if player == YARDSTICK else 1):
        hold_blind(rules, player, rng, None)


@pytest.mark.wide
@pytest.mark.parametrize("form", [in_partie_now, in_hundred_now])
def test_nor_do_they_when_the_game_is_played_for(
    form: Callable[[RuleSet], Objective | None],
) -> None:
    rules = load_ruleset("hoyle1909")
    hold_blind(rules, [*PLAYERS][-1], random.Random(8), form(rules))


@pytest.mark.thorough
@pytest.mark.parametrize("player", PLAYERS)
def test_nor_do_they_in_any_deal_of_a_partie(player: str) -> None:
    """Six deals, each played for the partie's current state by a player that may remember earlier ones."""
    rules, rng = load_ruleset("hoyle1909"), random.Random(9)
    both, totals, length = find_player(player).make(), [0, 0], rules.number("rubicon.deals").value
    for place in range(length):
        elder, younger = place % 2, 1 - place % 2
        before, left = (totals[elder], totals[younger]), length - 1 - place
        objective = partie_objective(rules, before, left)
        assert objective is not None
        points = hold_blind(rules, player, rng, objective, both)
        totals[elder] += points[0]
        totals[younger] += points[1]
    assert min(totals) > 0


def test_the_printed_deal_can_be_played_on_from_anywhere() -> None:
    text = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text(encoding="utf-8")
    for step in replay_record(loads(text)).steps:
        state = step.state
        for _, after, _events in play_out(state, ThumbPlayer(), ThumbPlayer()):
            state = after
        assert state.phase is Phase.OVER
        assert sum(state.tricks) == 12


def test_no_hint_says_that_an_ace_needs_a_guard() -> None:
    """Nothing beats an ace in its suit; a guarded card is one that a single lead could catch."""
    rules, rng, player = load_ruleset("hoyle1909"), random.Random(1651), ThumbPlayer()
    said: list[str] = []
    for _ in range(40):
        state, _ = start(rules, shuffled_deal(rules, rng))
        while state.seat is not None:
            turn = turn_of(state)
            action = player.choose(turn)
            said.append(player.reason(turn, action))
            state, _ = apply(state, action)
    keep = [words for words in said if "Keep the" in words]
    assert any("guards it" in words for words in keep)
    assert any("can beat" in words for words in keep)
    for words in said:
        assert not re.search(r"ace of \w+[^.;]*guard", words), words
