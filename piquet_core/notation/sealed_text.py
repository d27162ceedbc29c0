"""Bytes as text for an address: a format number, a hyphen, and base 64 with a checksum.

Some bytes have one text only, so a text that was changed in any place is refused.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64, crc32

from piquet_core.errors import PiquetError

_FOR_ADDRESSES, _AS_USUAL = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")


def seal(form: str, data: bytes) -> str:
    """Return bytes as text of the format ``form``.

    >>> seal("1", b"SA")
    '1-U0HRlG1u'
    """
    # The module base64 would add to the library that pages download.
    packed = b2a_base64(data + crc32(data).to_bytes(4), newline=False).decode().rstrip("=")
    return f"{form}-{packed.translate(_FOR_ADDRESSES)}"


def unseal(
    text: str, form: str, noun: str, *, longest: int, error: type[PiquetError] = PiquetError
) -> bytes:
    """Return the bytes of a text of the format ``form``, the inverse of `seal`.

    ``noun`` is the word for the content, such as *challenge*. Raises ``error`` with the reason for a text that
    has more than ``longest`` characters, another format or a wrong checksum.
    """
    text = text.strip()
    if len(text) > longest:
        raise error(f"the {noun} is too long: at most {longest} characters")
    found, hyphen, packed = text.partition("-")
    if not hyphen or not found.isascii() or not found.isdigit():
        raise error(f"this is not a {noun}: it begins with no format number")
    if found != form:
        raise error(
            f"the {noun} has format {found[:10]}, and this edition reads format {form}: "
            "open it in a newer edition of this site"
        )
    try:
        data = a2b_base64(packed.translate(_AS_USUAL) + "=" * (-len(packed) % 4))
    except (Error, ValueError):
        data = b""
    if len(data) < 5 or crc32(data[:-4]).to_bytes(4) != data[-4:]:
        raise error(
            f"the {noun} is damaged: its checksum does not match. Was the whole link copied?"
        )
    if seal(form, data[:-4]) != text:
        raise error(f"the {noun} is damaged: it is not written in the usual way")
    return data[:-4]


class ByteReader:
    """Bytes that are read from the front. ``noun`` is the word for them in errors."""

    def __init__(self, data: bytes, noun: str, error: type[PiquetError] = PiquetError) -> None:
        self.left = data
        self.noun = noun
        self.error = error

    def take(self, count: int) -> bytes:
        """Return the next bytes. Raises ``error`` if there are fewer."""
        if len(self.left) < count:
            raise self.error(f"the {self.noun} is cut short")
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def byte(self) -> int:
        """Return the next byte as a number."""
        return self.take(1)[0]

    def number(self, size: int) -> int:
        """Return the next ``size`` bytes as a number, the highest byte first."""
        return int.from_bytes(self.take(size))

    def text(self, size: int = 1) -> str:
        """Return the next text, which follows its length in ``size`` bytes. Raises ``error`` if it is not UTF-8."""
        try:
            return self.take(self.number(size)).decode()
        except UnicodeDecodeError:
            raise self.error(f"the {self.noun} has a text that cannot be read") from None

    def end(self) -> None:
        """Raise ``error`` unless everything was read."""
        if self.left:
            raise self.error(f"the {self.noun} goes on after its end")


def text_bytes(text: str, size: int = 1) -> bytes:
    """Return a text in UTF-8 after its length in ``size`` bytes."""
    data = text.encode()
    return len(data).to_bytes(size) + data
