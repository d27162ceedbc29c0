"""Challenges: links that carry terms and moves, what they refuse, and the comparison of players."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from collections.abc import Sequence
from dataclasses import replace

import pytest

from piquet_core.cards.seat import Seat
from piquet_core.challenges import (
    Challenge,
    ChallengeError,
    add_entry,
    challenge_of,
    compare_entries,
    open_entry,
    read_challenge,
    write_challenge,
)
from piquet_core.engine.apply import legal_actions
from piquet_core.notation import dumps, format_deal_id, loads, write_items
from piquet_core.replay.decisions import line_of
from piquet_core.replay.replay import replay_record
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import (
    Session,
    move,
    next_deal,
    play_again_from,
    record_of,
    start_game,
)
from piquet_core.sessions.session import ONE_DEAL, forms

NAMES = ("Anna", "Bernard", "Christopher")


def play(game: Session, rng: random.Random) -> Session:
    """Play a laid game to its end with random decisions of the person."""
    first = game.table
    session = start_game(
        game.rules,
        game.form,
        seed=game.seed,
        seat=first.seat,
        opponent=game.opponent,
        name=game.name,
    )
    while not session.is_over:
        if session.deal_is_over:
            session = next_deal(session)
            continue
        action = rng.choice(legal_actions(session.table.state))
        session = move(session, "+".join(write_items(line_of(session.table.state, action))))
    return session


def empty(rules: str = "hoyle1909", form: str = ONE_DEAL, count: int = 6) -> Challenge:
    """Return a challenge without players."""
    found = load_ruleset(rules)
    return Challenge(
        rules=found,
        form=form,
        opponent="thumb",
        seat=Seat.YOUNGER,
        seed="0123abcd",
        count=count,
        edition="0.3.0",
        digest=found.digest[:8],
    )


def joined(challenge: Challenge, names: Sequence[str] = NAMES) -> Challenge:
    """Return a challenge that several people have played, each with decisions of their own."""
    for name in names:
        rng = random.Random(name)
        games = [play(challenge.game(one), rng) for one in range(challenge.count)]
        challenge = add_entry(challenge, games, name)
    return challenge


TERMS = [(rules, form) for rules in ruleset_ids() for form in forms(load_ruleset(rules))]


@pytest.mark.parametrize(("rules", "form"), TERMS)
def test_a_link_brings_back_every_game(rules: str, form: str) -> None:
    """The moves, scores and settlements are those that were played, in every rule set and form."""
    count = 6 if form == ONE_DEAL else 1
    challenge = empty(rules, form, count)
    rng = random.Random(f"{rules} {form}")
    games = [play(challenge.game(one), rng) for one in range(count)]
    challenge = add_entry(challenge, games, "Anna")
    text = write_challenge(challenge)
    found = read_challenge(text)
    assert found == challenge
    for mine, theirs in zip(games, open_entry(found, 0), strict=True):
        assert [one.moves for one in mine.tables] == [one.moves for one in theirs.tables]
        assert mine.totals == theirs.totals
        assert mine.settlement == theirs.settlement


@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_link_is_short(rules: str) -> None:
    """Six deals with one player need at most 600 characters, and 120 more for each further player."""
    challenge = empty(rules)
    lengths = [len(write_challenge(joined(challenge, NAMES[:count]))) for count in (1, 2, 3)]
    assert lengths[0] <= 600
    assert lengths[1] - lengths[0] <= 120
    assert lengths[2] - lengths[1] <= 120


LINK = write_challenge(joined(empty(count=2)))


def test_ten_thousand_spoilt_links_are_refused() -> None:
    """Letters changed, dropped, doubled, swapped or cut off give no challenge."""
    rng = random.Random(1)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %♠"
    for _ in range(10_000):
        spoilt = LINK
        while spoilt == LINK:
            place, kind = rng.randrange(len(LINK)), rng.randrange(5)
            match kind:
                case 0:
                    spoilt = LINK[:place] + rng.choice(letters) + LINK[place + 1 :]
                case 1:
                    spoilt = LINK[:place] + LINK[place + 1 :]
                case 2:
                    spoilt = LINK[:place] + LINK[place:][:1] + LINK[place:]
                case 3:
                    spoilt = LINK[:place] + LINK[place + 1 : place + 2] + LINK[place : place + 1]
                    spoilt += LINK[place + 2 :]
                case _:
                    spoilt = LINK[:place]
        if spoilt.strip() == LINK:
            continue  # only a space was added at an end
        with pytest.raises(ChallengeError):
            read_challenge(spoilt)


def resealed(data: bytes) -> str:
    """Return bytes as a link with a checksum that fits, as a hostile sender would write it."""
    whole = data + crc32(data).to_bytes(4)
    return f"1-{urlsafe_b64encode(whole).decode().rstrip('=')}"


def test_hostile_links_with_a_right_checksum_are_refused_or_harmless() -> None:
    """Any byte may be changed: either the link is refused, or its moves are refused, or they are legal."""
    text = LINK.partition("-")[2]
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-4]
    assert resealed(data) == LINK
    rng = random.Random(2)
    refused = faults = 0
    for _ in range(600):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            changed[rng.randrange(len(data))] = rng.randrange(256)
        try:
            found = read_challenge(resealed(bytes(changed)))
        except ChallengeError:
            refused += 1
            continue
        faults += sum(bool(one.fault) for one in compare_entries(found).players)
    assert refused > 100
    assert faults > 100


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no format number"),
        ("hello", "no format number"),
        ("<script>-x", "no format number"),
        (f"2-{LINK[2:]}", "newer edition"),
        (LINK[:-9], "Was the whole link copied"),
        (f"{LINK}{LINK}", "damaged"),
        ("1-" + "A" * 5000, "too long"),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, said: str) -> None:
    """A tampered, cut, repeated, foreign or future link gets a sentence of its own."""
    with pytest.raises(ChallengeError, match=said):
        read_challenge(text)


def test_the_cards_are_the_same_for_all_and_the_seats_change() -> None:
    """Each single deal is the next of the seed, and the person is elder in every other one."""
    challenge = empty(count=4)
    seats = [challenge.game(one).table.seat for one in range(4)]
    assert seats == [Seat.YOUNGER, Seat.ELDER, Seat.YOUNGER, Seat.ELDER]
    cards = {format_deal_id(challenge.game(one).table.state.deal) for one in range(4)}
    assert len(cards) == 4
    played = compare_entries(joined(challenge))
    for deal in range(4):
        assert len({one.games[deal].table.state.deal for one in played.players}) == 1


def test_a_finished_deal_becomes_a_challenge() -> None:
    """A deal that was played at the table needs nothing else: its terms are those of the challenge."""
    rules = load_ruleset("cavendish")
    first = play(start_game(rules, ONE_DEAL, seed="luck", seat=Seat.YOUNGER), random.Random(3))
    challenge = challenge_of([first], "Anna")
    second = play(challenge.game(0), random.Random(4))
    found = compare_entries(add_entry(challenge, [second], "Bernard"))
    assert [one.deals[0].points for one in found.players] == [first.totals, second.totals]
    assert found.duel(0, 1).differences == (
        first.totals[0] - first.totals[1] - second.totals[0] + second.totals[1],
    )
    assert found.duel(0, 1).margin is None  # one deal says nothing about luck


def test_two_players_part_at_their_first_different_move() -> None:
    """Everything before is the same, and the replay of each player's record has the step."""
    challenge = joined(empty(count=6))
    found = compare_entries(challenge)
    duel = found.duel(0, 1)
    assert len(duel.partings) == 6
    assert not any(one.by_opponent for one in duel.partings)
    for parting in duel.partings:
        games = [found.players[one].games[parting.deal] for one in (0, 1)]
        one, two = (game.table.moves for game in games)
        assert one[: parting.moves] == two[: parting.moves]
        assert (one[parting.moves], two[parting.moves]) == parting.chosen
        for game, step in zip(games, parting.steps, strict=True):
            replay = replay_record(loads(dumps(record_of(game, 1))))
            assert step in [one.id for one in replay.steps]
    assert duel.margin is not None


def test_an_opponent_of_another_engine_is_noticed() -> None:
    """If the opponent moves differently after the same moves, the comparison is not called fair."""
    challenge = empty(count=1)
    rng = random.Random(5)
    mine = play(challenge.game(0), rng)
    # The same person against another player, with the name of the first: as if the engine had changed.
    other = play(replace(challenge, opponent="beginner").game(0), random.Random(5))
    one = add_entry(challenge, [mine], "Anna")
    two = add_entry(one, [replace(other, opponent="thumb")], "Bernard")
    parting = compare_entries(two).duel(0, 1).partings[0]
    assert parting.by_opponent


def test_moves_of_changed_rules_are_never_scored() -> None:
    """An entry whose moves do not lead to its score under the rules at hand has no result."""
    challenge = joined(empty("hoyle1909", count=2))
    elsewhere = replace(challenge, rules=load_ruleset("old36"))
    found = read_challenge(write_challenge(elsewhere))
    assert not found.has_same_rules
    for player in compare_entries(found).players:
        assert player.fault
        assert not player.deals
        assert not player.games


def test_games_that_do_not_belong_are_refused() -> None:
    """Another deal, another opponent, an unfinished game, a moment played again and a name used twice."""
    challenge = joined(empty(count=1), ["Anna"])
    right = play(challenge.game(0), random.Random(6))
    wrong = play(replace(challenge, seed="another").game(0), random.Random(6))
    with pytest.raises(ChallengeError, match="not that of the challenge"):
        add_entry(challenge, [wrong], "Bernard")
    with pytest.raises(ChallengeError, match="not that of the challenge"):
        add_entry(challenge, [replace(right, opponent="beginner")], "Bernard")
    with pytest.raises(ChallengeError, match="has 1 games, not 2"):
        add_entry(challenge, [right, right], "Bernard")
    begun = start_game(challenge.rules, ONE_DEAL, seed=right.seed, seat=right.table.seat)
    with pytest.raises(ChallengeError, match="not over"):
        add_entry(challenge, [begun], "Bernard")
    again = play_again_from(right, 1, right.table.steps[-1].id)
    with pytest.raises(ChallengeError, match=r"not over|played again"):
        add_entry(challenge, [again], "Bernard")
    with pytest.raises(ChallengeError, match="already"):
        add_entry(challenge, [right], " ANNA ")
    with pytest.raises(ChallengeError, match="1 to 20"):
        add_entry(challenge, [right], "\x07")
    friends = start_game(challenge.rules, ONE_DEAL, seed="x", opponent="friend", friend="B")
    with pytest.raises(ChallengeError, match="one device"):
        challenge_of([friends], "Anna")


GOLDEN = (
    "1-BTAuMy4wCWhveWxlMTkwOQg4MGY1ODE4NQRkZWFsBXRodW1iCDAxMjNhYmNkAQIBBEFubmEVAmgn"
    "S__znJwniWvtTAAri8-6yCuZGv3gIg"
)
"""A link of format 1. A change of the order of legal actions breaks it, and needs a new format number."""


def test_a_link_of_an_earlier_build_keeps_its_meaning() -> None:
    """The bytes of format 1 mean the same deals and scores for ever."""
    found = compare_entries(read_challenge(GOLDEN)).players
    assert [(one.entry.name, [deal.points for deal in one.deals]) for one in found] == [
        ("Anna", [(3, 76), (21, 29)])
    ]
