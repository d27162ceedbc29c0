"""The result of a pupil in a set: as text for an address, and as a short code to copy by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from piquet_core.errors import PiquetError
from piquet_core.notation.sealed_text import ByteReader, seal, text_bytes, unseal
from piquet_core.sessions.session import valid_name
from piquet_core.teaching.code_letters import (
    bare_letters,
    count_letters,
    group_letters,
    read_letters,
    write_letters,
)
from piquet_core.teaching.set_link import set_digest
from piquet_core.teaching.work_set import MOST_ITEMS, TeachingError, WorkSet

FORMAT = "1"
CODE_FORMAT = "A"
"""The first letter of a short code."""
LONGEST = 4000
LONGEST_ANSWER = 24
"""Number of characters of an answer in a result: eight cards. A longer answer is left out."""
MOST_TRIES = 63
_NOUN = "result"
_SIGN = b"R"
_GROUP = 4
_STATE_BITS = 2
_DIGEST_BITS = 15


class ItemState(IntEnum):
    """Progress of a pupil with an item.

    A *right* item was answered at the first try, or read. A *solved* one needed more tries or help, and a *tried*
    one is not solved yet.
    """

    OPEN = 0
    TRIED = 1
    SOLVED = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """The result in one item. ``answer`` is the first wrong answer as text, or ""."""

    state: ItemState = ItemState.OPEN
    tries: int = 0
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult:
    """The result of a pupil in a set. ``digest`` is the `set_digest` of the set."""

    digest: int
    name: str
    items: tuple[ItemResult, ...]


def write_result(result: WorkResult) -> str:
    """Return a result as text; ``read_result(write_result(result)) == result``."""
    data = bytearray(_SIGN + result.digest.to_bytes(4) + text_bytes(result.name))
    data.append(len(result.items))
    for item in result.items:
        data.append(item.state << 6 | item.tries)
        data += text_bytes(item.answer)
    return seal(FORMAT, bytes(data))


def read_result(text: str) -> WorkResult:
    """Return the result in a text.

    Raises `TeachingError` with the reason if it is damaged, not a result, or of an unknown format.
    """
    data = unseal(text, FORMAT, _NOUN, longest=LONGEST, error=TeachingError)
    if data[:1] != _SIGN:
        raise TeachingError("this is not a result")
    read = ByteReader(data[1:], _NOUN, TeachingError)
    digest, name, count = read.number(4), read.text(), read.byte()
    if not 1 <= count <= MOST_ITEMS:
        raise TeachingError(f"the result has {count} items, which is impossible")
    items = tuple(_item(read.byte(), read.text()) for _ in range(count))
    read.end()
    if check_name(name) != name:
        raise TeachingError("the result has a name that is not possible")
    return WorkResult(digest=digest, name=name, items=items)


def check_name(name: str) -> str:
    """Return the name of a pupil with single spaces. Raises `TeachingError` if it is impossible."""
    try:
        return valid_name(name)
    except PiquetError as error:
        raise TeachingError(str(error)) from None


def _item(byte: int, answer: str) -> ItemResult:
    if len(answer) > LONGEST_ANSWER or not answer.isascii() or not answer.isprintable():
        raise TeachingError("the result has an answer that is not possible")
    return ItemResult(state=ItemState(byte >> 6), tries=byte & MOST_TRIES, answer=answer)


# -- short codes ---------------------------------------------------------------------------------


def write_short_code(result: WorkResult) -> str:
    """Return the states of a result as letters: 14 for twenty items. The name and the answers are left out."""
    number = 0
    for item in result.items:
        number = number << _STATE_BITS | item.state
    number = number << _DIGEST_BITS | result.digest % (1 << _DIGEST_BITS)
    bits = _bits(len(result.items))
    return group_letters(CODE_FORMAT + write_letters(number, bits), _GROUP)


def code_length(work: WorkSet) -> int:
    """Return the number of letters of a short code for a set."""
    return 1 + count_letters(_bits(len(work.items)))


def read_short_code(code: str, work: WorkSet, name: str) -> WorkResult:
    """Return the result in a short code, for the pupil with a name.

    Raises `TeachingError` with the reason if the code is mistyped, of another set or of an unknown format.
    """
    letters = bare_letters(code)
    if letters[:1] != CODE_FORMAT:
        raise TeachingError(
            f"a code begins with {CODE_FORMAT}: this one was mistyped, or made by a newer edition"
        )
    if len(letters) != code_length(work):
        raise TeachingError(
            f"a code of this set has {code_length(work)} letters, and this one has {len(letters)}"
        )
    number = read_letters(letters[1:], _bits(len(work.items)))
    number, digest = divmod(number, 1 << _DIGEST_BITS)
    if digest != set_digest(work) % (1 << _DIGEST_BITS):
        raise TeachingError("this code is for another set")
    items = []
    for _ in work.items:
        number, state = divmod(number, 1 << _STATE_BITS)
        items.append(ItemResult(state=ItemState(state), tries=1 if state else 0))
    return WorkResult(digest=set_digest(work), name=check_name(name), items=tuple(reversed(items)))


def result_of(work: WorkSet, name: str, items: Sequence[ItemResult]) -> WorkResult:
    """Return the result of a pupil in a set.

    Answers that are too long for a result are left out. Raises `TeachingError` for a wrong number of items and an
    impossible name.
    """
    if len(items) != len(work.items):
        raise TeachingError(f"the set has {len(work.items)} items, not {len(items)}")
    kept = tuple(
        ItemResult(
            state=one.state,
            tries=max(0, min(one.tries, MOST_TRIES)),
            answer=one.answer if _is_short(one.answer) else "",
        )
        for one in items
    )
    return WorkResult(digest=set_digest(work), name=check_name(name), items=kept)


def _is_short(answer: str) -> bool:
    return len(answer) <= LONGEST_ANSWER and answer.isascii() and answer.isprintable()


def _bits(items: int) -> int:
    return _STATE_BITS * items + _DIGEST_BITS
