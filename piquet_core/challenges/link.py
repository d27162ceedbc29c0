"""Challenges as text for an address: a format number, a hyphen, and bytes in base 64 with a checksum.

Base 64 hides the moves from a glance, not from a cheat. A challenge has one text only, so a text that was
changed in any place is refused.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64, crc32

from piquet_core.cards.seat import Seat
from piquet_core.challenges.challenge import (
    MOST_DEALS,
    MOST_PLAYERS,
    Challenge,
    ChallengeEntry,
    ChallengeError,
)
from piquet_core.errors import PiquetError
from piquet_core.rules import load_ruleset
from piquet_core.sessions.session import ONE_DEAL, forms, valid_name

FORMAT = "1"
_FOR_ADDRESSES, _AS_USUAL = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")
LONGEST = 4000
"""Number of characters of a text that is read at all: eight players of six deals have 1,100."""


def write_challenge(challenge: Challenge) -> str:
    """Return a challenge as text; ``read_challenge(write_challenge(challenge)) == challenge``."""
    data = bytearray()
    for text in _texts(challenge):
        data += _text(text)
    data += bytes([challenge.seat, challenge.count, len(challenge.entries)])
    for entry in challenge.entries:
        moves = entry.moves.to_bytes((entry.moves.bit_length() + 7) // 8)
        data += _text(entry.name) + bytes([len(moves)]) + moves
    data += crc32(data).to_bytes(4)
    # The module base64 would add to the library that pages download.
    packed = b2a_base64(data, newline=False).decode().rstrip("=")
    return f"{FORMAT}-{packed.translate(_FOR_ADDRESSES)}"


def read_challenge(text: str) -> Challenge:
    """Return the challenge in a text.

    Raises `ChallengeError` with the reason if it is damaged, not a challenge, or not one that this edition knows.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise ChallengeError(f"the challenge is too long: at most {LONGEST} characters")
    form, hyphen, packed = text.partition("-")
    if not hyphen or not form.isascii() or not form.isdigit():
        raise ChallengeError("this is not a challenge: it begins with no format number")
    if form != FORMAT:
        raise ChallengeError(
            f"the challenge has format {form[:10]}, and this edition reads format {FORMAT}: "
            "open it in a newer edition of this site"
        )
    try:
        data = a2b_base64(packed.translate(_AS_USUAL) + "=" * (-len(packed) % 4))
    except (Error, ValueError):
        data = b""
    if len(data) < 5 or crc32(data[:-4]).to_bytes(4) != data[-4:]:
        raise ChallengeError(
            "the challenge is damaged: its checksum does not match. Was the whole link copied?"
        )
    try:
        found = _read(_Bytes(data[:-4]))
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


def _read(data: _Bytes) -> Challenge:
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
    if data.left:
        raise ChallengeError("the challenge goes on after its end")
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


class _Bytes:
    """Bytes that are read from the front."""

    def __init__(self, data: bytes) -> None:
        self.left = data

    def take(self, count: int) -> bytes:
        """Return the next bytes; raise `ChallengeError` if there are fewer."""
        if len(self.left) < count:
            raise ChallengeError("the challenge is cut short")
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def byte(self) -> int:
        """Return the next byte as a number."""
        return self.take(1)[0]

    def text(self) -> str:
        """Return the next text, which follows its length in bytes."""
        return self.take(self.byte()).decode()


def _text(text: str) -> bytes:
    """Return a text in UTF-8 after its length."""
    data = text.encode()
    return bytes([len(data)]) + data
