"""Sets of work as text for an address or a file.

The bytes of a set are compressed with a dictionary of frequent words. The dictionary is part of the format: a
change of it needs a new format number. Items are named by their addresses, which never change, so a link keeps its
meaning when the site grows.
"""

from __future__ import annotations

import zlib
from binascii import crc32

from piquet_core.notation.sealed_text import ByteReader, seal, text_bytes, unseal
from piquet_core.teaching.work_set import (
    MOST_ITEMS,
    ItemKind,
    TeachingError,
    WorkItem,
    WorkSet,
    check_set,
)

FORMAT = "1"
LONGEST_LINK = 1500
"""Number of characters of a link to a set. A longer set is passed on as a file."""
LONGEST = 30_000
"""Number of characters of a text that is read at all."""
_NOUN = "set"
_SIGN = b"S"
_MOST_BYTES = 16_000
_KINDS = (
    ItemKind.LESSON,
    ItemKind.DEAL,
    ItemKind.POSITION,
    ItemKind.PROBLEM,
    ItemKind.EXERCISE,
)
"""The kinds in the order of their numbers in a link."""
# The most frequent words come last, as zlib prefers.
_WORDS = (
    b"Homework Solve these problems before our next meeting. Read the lesson first. "
    b"docs/deals/penguin-sample docs/deals/facheux docs/deals/most-17 docs/deals/hoyle1909-170 docs/deals/hoyle1909-ab "
    b"docs/deals/cavendish-example docs/deals/cavendish-s docs/deals/cavendish-p "
    b"docs/positions/rules#position- docs/positions/comedies#position- docs/positions/hoyle#position-hoyle"
    b"docs/positions/cavendish#position-cavendish-p "
    b"discards:exchange:elder-exchange: closed:younger: closed:elder: closed:keep: closed:lead: "
    b"predict:total: order:reckoning: reply:sequence: reply:point: reply:set: number:hand: number:sets: number:run: "
    b"play:take: tap:playable: tap:takers: tap:suit:one-long-suit: tap:runs: tap:sets: "
    b":given:cavendish:32- /deal/ /play :hoyle1909:32- /hands "
    b"tutorials/12-centuries tutorials/11-inference tutorials/10-younger tutorials/09-discards tutorials/08-pique "
    b"tutorials/07-a-and-b tutorials/06-exchange tutorials/05-order tutorials/04-good tutorials/03-worth "
    b"tutorials/02-hand tutorials/01-tricks tutorials/problems/closed/sinking#exercise- "
    b"tutorials/problems/closed/5-exchange#exercise- tutorials/problems/closed/4-keep#exercise- "
    b"tutorials/problems/closed/3-lead#exercise- tutorials/problems/closed/2-exchange#exercise- "
    b"tutorials/problems/closed/1-keep#exercise- tutorials/problems/closed/1-lead#exercise- "
    b"tutorials/problems/pique#exercise- tutorials/problems/books#exercise- tutorials/problems/cards#exercise- "
    b"tutorials/problems/capot#exercise-"
)


def write_set(work: WorkSet) -> str:
    """Return a set as text; ``read_set(write_set(work)) == work``."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    return seal(FORMAT, packer.compress(_bytes(work)) + packer.flush())


def read_set(text: str) -> WorkSet:
    """Return the set in a text.

    Raises `TeachingError` with the reason if it is damaged, not a set, or of a format that this edition does not
    know.
    """
    packed = unseal(text, FORMAT, _NOUN, longest=LONGEST, error=TeachingError)
    opener = zlib.decompressobj(-15, zdict=_WORDS)
    try:
        data = opener.decompress(packed, _MOST_BYTES)
    except zlib.error:
        raise TeachingError("this is not a set of work") from None
    if not opener.eof or opener.unused_data or data[:1] != _SIGN:
        raise TeachingError("this is not a set of work")
    read = ByteReader(data[1:], _NOUN, TeachingError)
    title, note, count = read.text(), read.text(2), read.byte()
    if count > MOST_ITEMS:
        raise TeachingError(f"the set has {count} items, and at most {MOST_ITEMS} are possible")
    work = WorkSet(title=title, note=note, items=tuple(_item(read) for _ in range(count)))
    read.end()
    return check_set(work)


def set_digest(work: WorkSet) -> int:
    """Return the digest of the items of a set, which its results carry: a number of 32 bits.

    It leaves out the title and the note, so that a teacher can change them without losing results.
    """
    return crc32(_item_bytes(work))


def _bytes(work: WorkSet) -> bytes:
    return _SIGN + text_bytes(work.title) + text_bytes(work.note, 2) + _item_bytes(work)


def _item_bytes(work: WorkSet) -> bytes:
    data = bytearray([len(work.items)])
    for item in work.items:
        data.append(_KINDS.index(item.kind))
        data += text_bytes(item.place, 2)
        if item.kind is ItemKind.PROBLEM:
            data += item.check.to_bytes(2)
    return bytes(data)


def _item(read: ByteReader) -> WorkItem:
    number = read.byte()
    if number >= len(_KINDS):
        raise TeachingError(f"the set has an item of an unknown kind: {number}")
    kind, place = _KINDS[number], read.text(2)
    return WorkItem(kind=kind, place=place, check=read.number(2) if kind is ItemKind.PROBLEM else 0)
