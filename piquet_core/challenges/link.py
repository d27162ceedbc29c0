"""Challenges as text for an address.

Base 64 hides the moves from a glance, not from a cheat. A challenge has one text only, so a text that was
changed in any place is refused.
"""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.challenges.challenge import (
    MOST_DEALS,
    MOST_PLAYERS,
    Challenge,
    ChallengeEntry,
    ChallengeError,
)
from piquet_core.errors import PiquetError
from piquet_core.notation.sealed_text import ByteReader, seal, text_bytes, unseal
from piquet_core.rules import load_ruleset
from piquet_core.sessions.session import ONE_DEAL, forms, valid_name

FORMAT = "1"
_NOUN = "challenge"
LONGEST = 4000
"""Number of characters of a text that is read at all: eight players of six deals have 1,100."""


def write_challenge(challenge: Challenge) -> str:
    """Return a challenge as text; ``read_challenge(write_challenge(challenge)) == challenge``."""
    data = bytearray()
    for text in _texts(challenge):
        data += text_bytes(text)
    data += bytes([challenge.seat, challenge.count, len(challenge.entries)])
    for entry in challenge.entries:
        moves = entry.moves.to_bytes((entry.moves.bit_length() + 7) // 8)
        data += text_bytes(entry.name) + bytes([len(moves)]) + moves
    return seal(FORMAT, bytes(data))


def read_challenge(text: str) -> Challenge:
    """Return the challenge in a text.

    Raises `ChallengeError` with the reason if it is damaged, not a challenge, or not one that this edition knows.
    """
    text = text.strip()
    data = unseal(text, FORMAT, _NOUN, longest=LONGEST, error=ChallengeError)
    try:
        found = _read(ByteReader(data, _NOUN, ChallengeError))
    except ChallengeError:
        raise
    except (PiquetError, ValueError) as error:
        raise ChallengeError(f"the challenge cannot be read: {error}") from None
    if write_challenge(found) != text:
        raise ChallengeError("the challenge is damaged: it is not written in the usual way")
    return found


def _texts(challenge: Challenge) -> tuple[str, ...]:
    """Return the texts of the terms in the order of the format."""
    return (
        challenge.edition,
        challenge.rules.id,
        challenge.digest,
        challenge.form,
        challenge.opponent,
        challenge.seed,
    )


def _read(data: ByteReader) -> Challenge:
    """Return the challenge in some bytes, without its moves being played."""
    edition, id, digest, form, opponent, seed = (data.text() for _ in range(6))
    seat, count, players = data.byte(), data.byte(), data.byte()
    if not 1 <= count <= (MOST_DEALS if form == ONE_DEAL else 1):
        raise ChallengeError(f"the challenge has {count} games, which is impossible")
    if not 1 <= players <= MOST_PLAYERS:
        raise ChallengeError(f"the challenge has {players} players, which is impossible")
    entries = tuple(
        ChallengeEntry(name=data.text(), moves=int.from_bytes(data.take(data.byte())))
        for _ in range(players)
    )
    data.end()
    if not edition.isascii() or not edition.isprintable():
        raise ChallengeError("the challenge names no edition")
    names = {valid_name(one.name).casefold() for one in entries}
    if len(names) < players or any(valid_name(one.name) != one.name for one in entries):
        raise ChallengeError("the challenge has two players of one name")
    rules = load_ruleset(id)
    if form not in forms(rules):
        raise ChallengeError(f"{rules.title} has no such form of the game: {form[:20]!r}")
    found = Challenge(
        rules=rules,
        form=form,
        opponent=opponent,
        seat=Seat(seat),
        seed=seed,
        count=count,
        edition=edition,
        digest=digest,
        entries=entries,
    )
    found.game(0)  # an unknown opponent, a wrong seed and a deal of another pack are refused here
    return found
