"""Two players at one device: turns, views, and the handover screen that hides both hands."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from game_forms import ALL_FORMS, SOME_FORMS, VARIED
from hidden_cards import exchanged
from test_sessions import resealed
from test_table_requests import LINKS, ok, parts

from piquet_core.api import table_requests as sitting
from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.game import elder_of
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError
from piquet_core.notation import dumps, loads
from piquet_core.players import Player, RandomPlayer, ThumbPlayer, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import (
    FRIEND,
    PERSON,
    SavedGameError,
    Session,
    cover,
    hint,
    move,
    new_game,
    next_deal,
    read_session,
    record_of,
    start_game,
    uncover,
    undo,
    write_session,
)
from piquet_core.views.card_symbols import card_svg

RULES = load_ruleset("hoyle1909")
ANN, BEN = "Ann", "Ben"


def of_two(id: str, form: str = "deal", **terms: Any) -> Session:
    """Return a game between Ann, who is elder first, and Ben."""
    given = {"seed": f"two-{id}", "name": ANN, "friend": BEN, **terms}
    return start_game(load_ruleset(id), form, opponent=FRIEND, **given)


def decided(session: Session, player: Player) -> Session:
    """Return the session after the player on turn has taken the device, looked and decided."""
    state = session.table.state
    return move(uncover(session), move_of(state, player.choose(turn_of(state))))


def positions(session: Session, player: Player) -> Iterator[Session]:
    """Yield every position of a deal with a decision, covered or open."""
    while not session.deal_is_over:
        yield session
        session = decided(session, player)


def played(session: Session, player: Player) -> Session:
    """The session at the end of its deal."""
    while not session.deal_is_over:
        session = decided(session, player)
    return session


def called(session: Session, seat: Seat) -> str:
    """Return the name of the player in a seat."""
    return session.cast()[seat]


def twin(session: Session, now: DealState) -> Session:
    """Return the session with other cards: the steps keep their text, and the states differ."""
    table = session.table
    steps = tuple(
        replace(step, state=now) if step.state is table.state else step for step in table.steps
    )
    return replace(session, table=replace(table, states=(*table.states[:-1], now), steps=steps))


@pytest.mark.parametrize(("id", "form"), SOME_FORMS)
def test_every_form_is_played_between_two_under_every_rule_set(id: str, form: str) -> None:
    """Every decision belongs to the player on turn, by name, and a saved game is restored equal."""
    session, player = of_two(id, form), RandomPlayer(random.Random(11))
    while True:
        number = session.number
        elder = called(session, Seat.ELDER)
        first = elder_of(session.rules, 0, sum(not one.is_void for one in session.played))
        assert elder == (ANN, BEN)[first]
        assert session.is_covered
        while not session.deal_is_over:
            seat = session.table.state.seat
            assert seat is session.table.seat
            assert session.name == called(session, seat)
            assert {session.name, session.friend} == {ANN, BEN}
            assert session.number == number
            if (
                len(session.table.lines) % 7 == number % 7
            ):  # sometimes only: it is replayed from its start
                assert read_session(write_session(session)) == session
            session = decided(session, player)
        assert not session.is_covered
        assert (session.elder, session.name) == (PERSON, ANN)  # in the same place after every deal
        assert read_session(write_session(session)) == session
        if session.is_over:
            break
        session = next_deal(session)
    scores = [one.score for one in session.deals]
    assert session.totals == (sum(one for one, _ in scores), sum(two for _, two in scores))


@pytest.mark.parametrize("id", VARIED)
@pytest.mark.parametrize("seed", ["cover", "cover-2"])
def test_while_the_device_changes_hands_no_card_of_either_is_in_what_is_drawn(
    id: str, seed: str
) -> None:
    """Neither as a drawing nor in text nor as a move; with other cards the page is the same."""
    rng, covered = random.Random(12), 0
    for session in positions(of_two(id, seed=seed), ThumbPlayer()):
        if not session.is_covered:
            continue
        covered += 1
        drawn = parts(sitting._answer(session, dict(LINKS)))
        state = session.table.state
        hands = state.hands[0] | state.hands[1] | state.discards[0] | state.discards[1]
        message = " ".join(drawn)
        for card in hands | Hand.of(state.talon):
            assert card_svg(card) not in message
            assert card_name(card) not in message
            assert f'"{card}"' not in message
        other = exchanged(exchanged(state, Seat.ELDER, rng), Seat.YOUNGER, rng)
        assert parts(sitting._answer(twin(session, other), dict(LINKS))) == drawn
    assert covered > 12
    sitting._games.clear()


@pytest.mark.parametrize("id", VARIED)
def test_each_is_shown_what_that_player_may_know(id: str) -> None:
    """The hidden cards are shuffled among their positions, and the page stays the same."""
    rng, seats = random.Random(13), set()
    for session in positions(of_two(id), ThumbPlayer()):
        shown = uncover(session)
        seats.add(shown.table.seat)
        answer = sitting._answer(shown, dict(LINKS))
        drawn, felt = parts(answer), str(answer["board"] + answer["question"])
        state = shown.table.state
        assert any(card_svg(card) in felt for card in state.hands[shown.table.seat])
        other = twin(shown, exchanged(state, shown.table.seat, rng))
        assert parts(sitting._answer(other, dict(LINKS))) == drawn
    assert seats == {*Seat}
    sitting._games.clear()


@pytest.mark.parametrize("id", VARIED)
def test_the_order_of_turns_at_one_device_tells_nothing_of_a_hand(id: str) -> None:
    """The same player is asked next for any cards of the opponent.

    So a player with nothing to call is asked too; skipping would distinguish it from sinking.
    """
    rng, compared, silent = random.Random(14), 0, 0
    for number in range(6):
        for session in positions(of_two(id, seed=f"tell-{number}"), ThumbPlayer()):
            shown = uncover(session)
            state, seat = shown.table.state, shown.table.seat
            done = move_of(state, ThumbPlayer().choose(turn_of(state)))
            silent += state.phase is Phase.DECLARE and len(turn_of(state).legal) == 1
            after = move(shown, done)
            for _ in range(3):
                try:
                    other = move(twin(shown, exchanged(state, seat.other, rng)), done)
                except PiquetError:
                    continue  # with these cards it is impossible
                if other.deal_is_over or after.deal_is_over:
                    continue
                compared += 1
                assert other.table.seat is after.table.seat
                assert other.screen == after.screen
    assert compared > 100
    assert silent


def test_a_last_card_is_played_automatically_and_any_other_is_asked_for() -> None:
    """Both players can see that a last card is forced; earlier forced cards are private."""
    for id in ruleset_ids():
        asked = [
            len(one.table.state.hands[one.table.seat])
            for one in positions(of_two(id), RandomPlayer(random.Random(15)))
            if one.table.state.phase in (Phase.LEAD, Phase.FOLLOW)
        ]
        assert sorted(asked) == sorted([*range(2, 13), *range(2, 13)])


def test_with_forced_cards_nobody_takes_the_device_for_a_single_one() -> None:
    asked = list(positions(of_two("hoyle1909", forced=True), RandomPlayer(random.Random(16))))
    played = [one for one in asked if one.table.state.phase in (Phase.LEAD, Phase.FOLLOW)]
    assert all(len(turn_of(one.table.state).legal) > 1 for one in played)
    assert len(played) < 22  # two hands of twelve, less the last cards


def test_what_was_done_last_is_taken_back_until_the_other_looks() -> None:
    """Only the player who moved can undo, and only until the opponent has looked."""
    taken = 0
    for session in positions(of_two("hoyle1909"), ThumbPlayer()):
        shown = uncover(session)
        assert not shown.can_undo
        with pytest.raises(PiquetError, match="cannot be taken back"):
            undo(shown)
        assert not cover(shown).can_undo  # nor once it is covered again
        done = hint(shown).move
        after = move(shown, done)
        if after.is_covered:
            taken += 1
            assert after.can_undo
            assert undo(after) == shown
            if taken % 5 == 1:
                assert undo(read_session(write_session(after))) == shown
    assert taken > 12
    fresh = of_two("hoyle1909")
    assert not fresh.can_undo


def test_a_lead_is_not_taken_back_once_a_forced_card_has_fallen_to_it() -> None:
    """The leader has seen that card. Otherwise undo removes one decision and nothing else."""
    fallen = 0
    for seed in range(4):
        game = of_two("hoyle1909", forced=True, seed=f"fallen-{seed}")
        for session in positions(game, RandomPlayer(random.Random(seed))):
            if not session.is_covered or not session.table.lines:
                continue
            made = [state.seat for state in session.table.states[:-1]]
            assert session.can_undo == (made[-1] is session.table.seat.other)
            fallen += not session.can_undo
            if session.can_undo:
                assert len(undo(session).table.lines) == len(made) - 1
    assert fallen


def test_under_a_cover_nothing_is_done_and_nothing_advised() -> None:
    session = of_two("hoyle1909")
    with pytest.raises(PiquetError, match="covered"):
        move(session, hint(uncover(session)).move)
    with pytest.raises(PiquetError, match="nothing to decide"):
        hint(session)
    alone = start_game(RULES, "deal", seed="alone")
    assert cover(alone) == alone


def test_under_the_cover_both_are_told_what_was_just_done() -> None:
    """In spoken words, and without the reasons, which name cards."""
    first = of_two("hoyle1909", seed="news")
    after = decided(first, ThumbPlayer())
    assert after.is_covered
    news = sitting._answer(after, dict(LINKS))
    said = re.sub(r"<[^>]+>", "", news["news"])
    assert said.startswith(f"{ANN} exchanges ")
    assert f"All cards lie face down until {BEN} asks for them." in said
    assert "exchanges" not in re.sub(r"<[^>]+>", "", sitting._answer(first, dict(LINKS))["news"])
    sitting._games.clear()


def test_the_news_begin_where_the_player_decided_last() -> None:
    """Each player reads all moves since that player's last decision, the exchange included."""
    last = session = of_two("hoyle1909", seed="news")
    told: dict[str, list[str]] = {ANN: [], BEN: []}
    for one in positions(session, ThumbPlayer()):
        if one.is_covered:
            told[one.name] += [step.id for step in one.recent() if step.events]
        last = one
    steps = [step.id for step in last.table.steps if step.events]
    for found in told.values():  # every step occurs exactly once
        assert len(found) > 30
        assert found == steps[: len(found)]


@pytest.mark.parametrize(("id", "form"), [(id, form) for id, form in ALL_FORMS if id in VARIED])
def test_a_deal_between_two_is_a_record_of_both(id: str, form: str) -> None:
    session = played(of_two(id, form), RandomPlayer(random.Random(17)))
    replay = replay_record(loads(dumps(record_of(session, 1))))
    assert replay.findings == ()
    assert (replay.record.player(Seat.ELDER), replay.record.player(Seat.YOUNGER)) == (ANN, BEN)
    assert [step.id for step in replay.steps if step.events] == [
        step.id for step in session.table.steps
    ]


def test_another_game_of_the_same_two_begins_with_the_other_as_elder() -> None:
    session = played(of_two("hoyle1909"), ThumbPlayer())
    question = sitting._answer(session, dict(LINKS))["question"]
    assert f"Play {session.name} and {session.friend} again" in question
    other = new_game(session, seed="more", opponent=FRIEND)
    assert called(other, Seat.ELDER) == BEN
    assert {other.name, other.friend} == {ANN, BEN}
    assert other.is_covered


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"friend": ANN}, "two names"),
        ({"friend": f" {ANN} "}, "two names"),
        ({"friend": ""}, "a name has"),
        ({"friend": "B" * 21}, "a name has"),
    ],
)
def test_two_persons_have_two_names(terms: dict[str, str], message: str) -> None:
    with pytest.raises(PiquetError, match=message):
        of_two("hoyle1909", **terms)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("covered yes", "covered maybe"),
        ("covered yes", "opponent master"),
        (f"friend {BEN}", f"friend {ANN}"),
        (f"friend {BEN}", "friend "),
        ("elder you", "elder opponent"),  # the device would be with the wrong player
        ("piquet game 3", "piquet game 2"),
    ],
)
def test_a_saved_game_of_two_that_cannot_be_is_refused(old: str, new: str) -> None:
    lines = write_session(of_two("hoyle1909")).splitlines()[:-1]
    assert old in lines
    with pytest.raises(SavedGameError, match="damaged"):
        read_session(resealed([new if line == old else line for line in lines]))


def test_no_other_form_of_a_saved_game_names_a_friend() -> None:
    lines = write_session(start_game(RULES, "deal", seed="x", opponent="master")).splitlines()[:-1]
    with pytest.raises(SavedGameError, match="unknown player"):
        read_session(resealed(["opponent friend" if "opponent" in one else one for one in lines]))


# -- through the door ----------------------------------------------------------------------------

TERMS = {
    "rules": "hoyle1909",
    "form": "rubicon",
    "seed": "door",
    "seat": "elder",
    "opponent": "friend",
}


def test_two_play_a_deal_through_the_door_and_the_next_is_dealt() -> None:
    game, handed = ok("start-game", **TERMS, name=ANN, friend=BEN), 0
    while game["asks"]:
        if game["covered"]:
            handed += 1
            name = game["said"].removeprefix("Hand the device to ").removesuffix(".")
            assert name in (ANN, BEN)
            assert f"{name}: show my cards" in game["question"]
            assert re.search(r": Ann \d+, Ben \d+$", game["title"])
            game = ok("uncover", game=game["game"])
        game = ok("move", game=game["game"], move=ok("hint", game=game["game"])["move"])
    assert handed > 12
    assert "Next deal: Ann deals" in game["question"]
    everything = " ".join(parts(game))
    assert " you " not in everything.replace("What cost you", "").lower()
    assert f"{ANN}, elder" in game["board"]
    costs = ok("mistakes", game=game["game"])["html"]
    assert f"of {ANN}’s " in costs
    assert f"{BEN}’s" in costs
    record = loads(ok("export-record", game=game["game"])["text"])
    assert (record.player(Seat.ELDER), record.player(Seat.YOUNGER)) == (ANN, BEN)
    second = ok("next-deal", game=game["game"])
    assert (second["covered"], second["said"]) == (True, f"Hand the device to {BEN}.")


def test_a_game_of_two_that_is_opened_again_is_covered() -> None:
    game = ok("uncover", game=ok("start-game", **TERMS)["game"])
    assert not game["covered"]
    opened = ok("start-game", game=game["game"])
    assert opened["covered"]
    assert not opened["undo"]
    assert ok("uncover", game=opened["game"]) == game


def test_without_names_the_two_are_a_and_b_and_a_link_names_the_form() -> None:
    game = ok("start-game", **TERMS)
    assert game["said"] == "Hand the device to A."
    assert game["terms"]["opponent"] == FRIEND
