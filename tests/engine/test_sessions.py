"""Games against the opponent: playing, undo, saving, damaged files, and no peeking."""

import random
from binascii import a2b_base64, b2a_base64, crc32
from collections.abc import Iterator
from dataclasses import replace

import pytest
from game_forms import ALL_FORMS, SOME_FORMS
from hidden_cards import exchanged

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action
from piquet_core.engine.events import tally
from piquet_core.engine.game import deals_to_play, elder_of
from piquet_core.engine.state import Phase
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.notation import dumps, format_deal_id, loads
from piquet_core.players import (
    DEFAULT,
    PLAYERS,
    Player,
    Profile,
    RandomPlayer,
    ThumbPlayer,
    Turn,
    turn_of,
)
from piquet_core.players.objectives import win_percent
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import (
    OPPONENT,
    PERSON,
    SavedGameError,
    Session,
    hint,
    move,
    new_game,
    next_deal,
    read_session,
    record_of,
    start_game,
    undo,
    write_session,
)

RULES = load_ruleset("hoyle1909")
AB_ID = "32-XY8BPT54XW5N-D"  # the deal of A and B; tests/engine/test_deal_id.py derives it


def decided(session: Session, player: Player) -> Session:
    """Return the session after one decision by a player in the person's seat."""
    state = session.table.state
    return move(session, move_of(state, player.choose(turn_of(state))))


def one_deal(session: Session, player: Player) -> Session:
    while not session.deal_is_over:
        session = decided(session, player)
    return session


def to_the_end(session: Session, player: Player) -> Session:
    session = one_deal(session, player)
    while not session.is_over:
        session = one_deal(next_deal(session), player)
    return session


@pytest.mark.parametrize(("id", "form"), ALL_FORMS)
def test_every_form_is_played_to_its_end_under_every_rule_set(id: str, form: str) -> None:
    rules = load_ruleset(id)
    session = to_the_end(
        start_game(rules, form, seed=f"whole-{id}", seat=Seat.YOUNGER),
        RandomPlayer(random.Random(1)),
    )
    assert session.totals == tuple(
        map(sum, zip(*(one.score for one in session.deals), strict=True))
    )
    if form == "rubicon":
        assert deals_to_play(rules, session.deals) == 0
    elif form == "hundred-up":
        assert session.settlement is not None
        assert max(session.settlement.totals) >= rules.number("hundred.target").value
    else:
        assert len(session.deals) == 1
    for number, table in enumerate([*session.played, session.table]):
        elder = PERSON if table.seat is Seat.ELDER else OPPONENT
        assert elder == elder_of(rules, OPPONENT, number)
    assert read_session(write_session(session)) == session


@pytest.mark.parametrize(("id", "form"), SOME_FORMS)
def test_a_saved_game_reads_back_as_the_same_at_every_turn(id: str, form: str) -> None:
    """Any legal play by the person, in the current deal and in earlier ones."""
    session = start_game(load_ruleset(id), form, seed=f"saved-{id}", forced=True, name="Zoë")
    player = RandomPlayer(random.Random(2))
    for _ in range(40):
        assert read_session(write_session(session)) == session
        if session.is_over:
            break
        session = next_deal(session) if session.deal_is_over else decided(session, player)


def test_what_is_taken_back_is_as_if_it_had_never_been() -> None:
    """Undoes every decision of a deal, with the opponent's replies."""
    player = RandomPlayer(random.Random(3))
    for forced in (False, True):
        session = start_game(RULES, "rubicon", seed="undo", seat=Seat.YOUNGER, forced=forced)
        assert not session.can_undo  # everything so far was the opponent's
        with pytest.raises(PiquetError, match="no decision of yours"):
            undo(session)
        while not session.deal_is_over:
            after = decided(session, player)
            assert undo(after) == session
            session = after
        session = next_deal(session)
        assert len(session.played) == 1


def test_a_forced_card_is_played_automatically() -> None:
    """With the setting on, the person is never asked if only one card is legal."""
    asked = 0
    for forced in (False, True):
        session = start_game(RULES, "deal", seed="forced", forced=forced)
        while not session.deal_is_over:
            state = session.table.state
            turn = turn_of(state)
            single = state.phase in (Phase.LEAD, Phase.FOLLOW) and len(turn.legal) == 1
            assert not (forced and single)
            asked += single
            session = decided(session, ThumbPlayer())
    assert asked  # without the setting there are such turns, at least the last card


def test_another_game_has_the_same_terms_and_the_deal_passes() -> None:
    session = start_game(RULES, "deal", seed="first", seat=Seat.ELDER, name="Ann", forced=True)
    with pytest.raises(PiquetError, match="not over"):
        new_game(session, seed="second", opponent="thumb")
    while not session.deal_is_over:
        session = decided(session, ThumbPlayer())
    other = new_game(session, seed="second", opponent="guard")
    assert (other.rules, other.form, other.name) == (session.rules, session.form, session.name)
    assert (other.forced, other.opponent, other.seed) == (True, "guard", "second")
    assert other.table.seat is Seat.YOUNGER
    assert not other.played


def test_nobody_is_asked_where_one_thing_alone_can_be_said() -> None:
    """Empty calls and complete counts are automatic, appear in the news, and are never what undo removes."""
    said = set()
    for number in range(6):
        session = start_game(RULES, "deal", seed=f"said-{number}", seat=Seat.ELDER)
        while not session.deal_is_over:
            state = session.table.state
            single = len(turn_of(state).legal) == 1
            assert not (single and state.phase in (Phase.DECLARE, Phase.ELDER_COUNT))
            after = decided(session, ThumbPlayer())
            assert after.recent()[0] not in session.table.steps
            said |= {step.id for step in after.recent() if step.id in ("qe", "ce")}
            assert undo(after) == session
            session = after
    assert said == {"qe", "ce"}


def test_a_seed_names_its_deals_and_a_deal_id_the_first_itself() -> None:
    one, same, other = (start_game(RULES, "deal", seed=seed) for seed in ("a1", "a1", "a2"))
    assert one == same
    assert one.table.state.deal != other.table.state.deal
    given = start_game(RULES, "deal", seed=AB_ID)
    assert format_deal_id(given.table.state.deal) == AB_ID


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"form": "skat"}, "no such form"),
        ({"seed": ""}, "a seed is"),
        ({"seed": "a b"}, "a seed is"),
        ({"seed": "32-XY8BPT54XW5N-E"}, "invalid deal id"),
        ({"seed": "36-" + "0" * 17 + "-0"}, "elder has|not in a pack|the talon"),
        ({"name": " "}, "a name has"),
        ({"name": "N" * 21}, "a name has"),
        ({"name": "a\x00b"}, "a name has"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, str], message: str) -> None:
    with pytest.raises(PiquetError, match=message):
        start_game(RULES, **{"form": "deal", "seed": "x", **terms})  # type: ignore[arg-type]


def test_no_move_is_taken_when_none_is_due() -> None:
    session = start_game(RULES, "rubicon", seed="due")
    with pytest.raises(PiquetError, match="not over"):
        next_deal(session)
    with pytest.raises(PiquetError, match="cannot be shown yet"):
        record_of(session, 1)
    session = one_deal(session, ThumbPlayer())
    with pytest.raises(IllegalAction, match="the deal is over"):
        move(session, "SA")
    with pytest.raises(PiquetError, match="nothing to decide"):
        hint(session)


def test_a_refused_card_names_its_rule_and_changes_nothing() -> None:
    session = start_game(RULES, "deal", seed=AB_ID, seat=Seat.YOUNGER)
    while session.table.state.phase is not Phase.FOLLOW:
        session = decided(session, ThumbPlayer())
    led = session.table.state.led
    assert led is not None
    hand = session.table.state.hands[Seat.YOUNGER]
    wrong = next(card for card in hand if card.suit is not led.suit)
    assert hand.suit(led.suit)  # B has the king and queen of A's diamonds
    with pytest.raises(IllegalAction) as caught:
        move(session, str(wrong))
    assert caught.value.rule == "play.follow"


# -- what each may see ---------------------------------------------------------------------------


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """Return the turns given to the opponent, as they come."""
    given: list[Turn] = []

    class Spy(ThumbPlayer):
        def choose(self, turn: Turn) -> Action:
            given.append(turn)
            return super().choose(turn)

    monkeypatch.setitem(PLAYERS, DEFAULT, replace(PLAYERS[DEFAULT], make=Spy))
    return given


def test_the_opponent_is_given_a_turn_and_nothing_else(given: list[Turn]) -> None:
    session = start_game(RULES, "deal", seed="spy")
    session = one_deal(session, RandomPlayer(random.Random(4)))
    assert len(given) > 12
    assert {type(turn) for turn in given} == {Turn}
    assert {turn.knowledge.seat for turn in given} == {session.table.seat.other}
    assert {turn.objective for turn in given} == {None}


def turns_of_deals(
    session: Session, given: list[Turn]
) -> Iterator[tuple[int, int, int, list[Turn]]]:
    """Play a game; yield each deal's number, both totals and the turns."""
    while not session.is_over:
        mine, other = (
            sum(one.score[who] for one in session.deals[: session.number - 1])
            for who in (OPPONENT, PERSON)
        )
        given.clear()
        session = one_deal(session, RandomPlayer(random.Random(session.number)))
        assert given
        assert None not in {turn.objective for turn in given}
        yield session.number, mine, other, list(given)
        if not session.is_over:
            session = next_deal(session)


def ending(turn: Turn, mine: int, theirs: int = 0) -> float:
    """Return the value of a deal in which the player on turn ends with these points."""
    assert turn.objective is not None
    seat = turn.knowledge.seat
    return win_percent(turn.objective, seat, *seat.put((theirs, theirs), mine))


def test_in_a_partie_the_opponent_knows_what_the_deal_is_worth(given: list[Turn]) -> None:
    session = start_game(load_ruleset("rubicon"), "rubicon", seed="stake")
    for number, mine, other, turns in turns_of_deals(session, given):
        for turn in turns:
            worth = [ending(turn, ahead) for ahead in range(-200, 201, 5)]
            assert worth == sorted(worth)
            if number == 6:  # the player with more points now has won
                assert ending(turn, other - mine + 1) > 99.9
                assert ending(turn, other - mine - 1) < 0.1


def test_in_a_hundred_up_the_opponent_knows_what_the_deal_is_worth(given: list[Turn]) -> None:
    """A player who reaches the number wins, unless the opponent has reached it too."""
    session = start_game(load_ruleset("hoyle1909"), "hundred-up", seed="stake")
    for _, mine, other, turns in turns_of_deals(session, given):
        for turn in turns:
            assert ending(turn, 100 - mine) > 99.9
            assert ending(turn, 0, 100 - other) < 0.1


@pytest.mark.parametrize("id", ["hoyle1909", "picquet1651"])
def test_a_hint_rests_on_no_card_that_the_person_cannot_see(id: str) -> None:
    """The hidden cards are shuffled among their positions, and the text of the hint stays the same."""
    rng = random.Random(5)
    for seat in Seat:
        session = start_game(load_ruleset(id), "deal", seed=f"hint-{id}", seat=seat)
        while not session.deal_is_over:
            found = hint(session)
            assert found.reason or found.against
            table = session.table
            states = (*table.states[:-1], exchanged(table.state, seat, rng))
            assert hint(replace(session, table=replace(table, states=states))) == found
            session = move(session, found.move)


# -- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "form"), ALL_FORMS)
def test_a_deal_that_is_over_is_a_record_without_a_finding(id: str, form: str) -> None:
    session = to_the_end(
        start_game(load_ruleset(id), form, seed="review"), RandomPlayer(random.Random(6))
    )
    for number, table in enumerate([*session.played, session.table], 1):
        text = dumps(record_of(session, number))
        replay = replay_record(loads(text))
        assert replay.findings == ()
        assert replay.steps[-1].score == tally(table.events)
        assert {replay.record.player(seat) for seat in Seat} == {"Guest", "Thumb"}
        standing = replay.steps[-1].game_score
        if standing is not None and number == session.number and session.settlement is not None:
            assert sorted(standing.after) == sorted(session.totals)
            # A partie is settled on all its deals; the record of one deal has no winner.
            assert (standing.winner is None) is (form == "rubicon")
        told = [step.id for step in replay.steps if step.events]
        assert told == [step.id for step in table.steps]


# -- opponents -----------------------------------------------------------------------------------


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the id of another opponent."""
    profile = Profile(
        name="Chance", words="Does anything.", make=lambda: RandomPlayer(random.Random(3))
    )
    monkeypatch.setitem(PLAYERS, "chance", profile)
    return "chance"


def test_a_saved_game_keeps_its_opponent(second: str) -> None:
    session = to_the_end(start_game(RULES, "rubicon", seed="two", opponent=second), ThumbPlayer())
    assert read_session(write_session(session)) == session
    assert {record_of(session, 1).player(seat) for seat in Seat} == {"Guest", "Chance"}
    assert (
        start_game(RULES, "deal", seed="x", opponent=second, name="Chance").name == "Chance (you)"
    )


OLDER = """\
piquet game 1
rules hoyle1909
form rubicon
seed older
elder you
name Guest
forced no
table MzItWE1DWERCN0FXR0FRLUU=
check 707f1415
"""


def test_a_game_that_names_no_opponent_is_against_the_one_there_was(second: str) -> None:
    """A text saved by edition 0.1.0, which can also read the continued game."""
    session = read_session(OLDER)
    assert session == start_game(RULES, "rubicon", seed="older")
    assert session.opponent != second
    assert write_session(session) == OLDER


def test_an_opponent_that_is_not_here_is_refused_with_those_that_are(
    monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    text = write_session(start_game(RULES, "deal", seed="gone", opponent=second))
    monkeypatch.delitem(PLAYERS, second)
    with pytest.raises(
        SavedGameError, match=f"unknown player 'chance'; choose one of {', '.join(PLAYERS)}"
    ):
        read_session(text)
    with pytest.raises(
        PiquetError, match=f"unknown player 'chance'; choose one of {', '.join(PLAYERS)}"
    ):
        start_game(RULES, "deal", seed="gone", opponent=second)


# -- damage --------------------------------------------------------------------------------------


def resealed(lines: list[str]) -> str:
    return "\n".join([*lines, f"check {crc32('\n'.join(lines).encode()):08x}"]) + "\n"


def saved() -> list[str]:
    """Return the lines of a partie in its second deal, without the check."""
    session = one_deal(start_game(RULES, "rubicon", seed="damage"), ThumbPlayer())
    return write_session(decided(next_deal(session), ThumbPlayer())).splitlines()[:-1]


def test_one_letter_of_a_saved_game_changed_is_noticed() -> None:
    text, rng = resealed(saved()), random.Random(7)
    assert read_session(text).number == 2
    for _ in range(200):
        place = rng.randrange(len(text) - 1)
        letter = rng.choice("x7 \n~")
        if text[place] != letter:
            with pytest.raises(SavedGameError):
                read_session(text[:place] + letter + text[place + 1 :])


@pytest.mark.parametrize("text", ["", "\n\n", "{}", "piquet game", "piquet game 1", "x" * 200_000])
def test_a_text_that_is_not_a_saved_game_says_so(text: str) -> None:
    with pytest.raises(SavedGameError):
        read_session(text)


def test_a_later_form_is_named() -> None:
    lines = saved()
    with pytest.raises(SavedGameError, match="'5'"):
        read_session(resealed(["piquet game 5", *lines[1:]]))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, "rules skat"),
        (2, "form hundred"),
        (4, "elder nobody"),
        (5, "called Guest"),
        (7, "deal 32-XY8BPT54XW5N-D"),  # not over, but another deal follows
        (7, "deal 32-XY8BPT54XW5N-D C2"),
        (7, "deal "),
        (8, "table !"),
        (8, "deal 32-XY8BPT54XW5N-D"),
        (8, "table " + b2a_base64(b"32-XY8BPT54XW5N-D none", newline=False).decode()),
    ],
)
def test_a_text_that_is_whole_and_wrong_is_refused(line: int, words: str) -> None:
    """Elder must exchange at least one card, so the last is illegal under these rules."""
    lines = saved()
    lines[line] = words
    with pytest.raises(SavedGameError):
        read_session(resealed(lines))


def test_the_cards_on_the_table_are_sealed_in_a_saved_game() -> None:
    *_, table = saved()
    assert table.startswith("table ")
    assert format_deal_id_of(table) not in table
    assert " " not in table.removeprefix("table ")


def format_deal_id_of(table: str) -> str:
    return a2b_base64(table.removeprefix("table ")).decode().split(" ")[0]
