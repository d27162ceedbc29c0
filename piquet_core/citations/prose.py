"""References as sentences: Chicago's notes and bibliography, MLA, and plain words.

Chicago follows the 17th edition (14.19-14.24, and 14.207 for pages of a site), MLA the 9th (chapters 5 and 6).
Both use headline capitals; plain words keep those of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from piquet_core.citations.reference import CitedPart, Reference, join_items, part_words
from piquet_core.citations.title_case import title_case
from piquet_core.publication import date_in_words, month

Styled = tuple[tuple[str, bool], ...]
"""Pieces of text, each with whether it is in italics."""

_SHORT = {"paragraph": ("para.", "par.")}

# Marks of the beginning and end of italics. No text contains them, because `_line` removes every control
# character.
_ON, _OFF = "\x02", "\x03"


def plain_text(styled: Styled) -> str:
    """Return styled text as a plain string, without the marks of italics."""
    return "".join(text for text, _ in styled)


def second_hand_note(reference: Reference) -> str:
    """Return a note for data formats that a work was not seen, read in part, or only quoted in another text.

    The note is "" for a work that was read whole.
    """
    return _at_second_hand(reference, lambda one: plain_text(plain(one)))


def chicago_note(reference: Reference) -> Styled:
    """Return a Chicago note: parts separated by commas, names in natural order, and the exact place."""
    return _styled(_chicago_note(reference))


def _chicago_note(reference: Reference) -> str:
    items = [join_items(_clean(name.natural) for name in reference.authors)]
    if reference.kind == "page":
        items += [
            _title(reference),
            _clean(reference.numbered),
            _site(reference),
            _clean(reference.edition),
            *_chicago_dates(reference),
        ]
    else:
        book = _italic(cased_title(reference, reference.container or reference.title))
        if reference.container:
            book = f"{_stopped(_title(reference), ',')} in {book}"
        lead = _series([book, _clean(reference.credit), _edition(reference)], ",")
        catalogue = f", {_clean(reference.catalogue)}" if reference.catalogue else ""
        items.append(f"{lead} ({_imprint(reference)}{catalogue})")
    items += [_part(part, 0) for part in reference.parts]
    hand = _at_second_hand(reference, _chicago_note)
    return _series([*items, _clean(reference.note), _where(reference), hand], ",")


def chicago_entry(reference: Reference) -> Styled:
    """Return a Chicago bibliography entry: parts separated by full stops, and the first name inverted."""
    items = [_inverted(reference)]
    if reference.kind == "page":
        items += [
            _title(reference),
            _capital(_clean(reference.numbered)),
            _site(reference),
            _capital(_clean(reference.edition)),
            *map(_capital, _chicago_dates(reference)),
        ]
    else:
        if reference.container:
            book = _italic(cased_title(reference, reference.container))
            items += [_title(reference), f"In {book}"]
        else:
            items.append(_italic(cased_title(reference, reference.title)))
        items += [_capital(_clean(reference.credit)), _capital(_edition(reference))]
        items.append(_imprint(reference))
        items.append(_clean(reference.catalogue))
    hand = _at_second_hand(reference, _chicago_note)
    notes = [_capital(_clean(reference.note)), _capital(hand)]
    return _styled(_series([*items, _where(reference), *notes], "."))


def mla(reference: Reference) -> Styled:
    """Return an MLA entry for the list of works cited. A book before 1900 has its city, not its publisher.

    MLA gives the place within a work only in the text (6.26); see `mla_text`.
    """
    return _styled(_mla(reference))


def _mla(reference: Reference) -> str:
    whole = reference.kind == "book" or not reference.container
    title = _italic(cased_title(reference, reference.title)) if whole else _title(reference)
    old = bool(reference.place) and reference.year < "1900"
    rest = _series(
        [
            _italic(cased_title(reference, reference.container)),
            _clean(reference.credit),
            _clean(reference.edition) if reference.kind == "page" else _edition(reference),
            _clean(reference.numbered),
            _clean(reference.place if old else reference.publisher),
            _mla_date(reference),
            _where(reference),
        ],
        ",",
    )
    read = f"Accessed {_mla_day(reference.accessed)}" if reference.accessed else ""
    hand = _at_second_hand(reference, _mla)
    extra = [read, _clean(reference.catalogue), _capital(_clean(reference.note)), _capital(hand)]
    return _series([_inverted(reference), title, _capital(rest), *extra], ".")


def mla_text(reference: Reference) -> Styled:
    """Return an MLA citation in the text: the author, the work if necessary, and the exact place."""
    return _styled(f"({_mla_text(reference)})", end=False)


def _mla_text(reference: Reference) -> str:
    names = join_items(_clean(name.family) for name in reference.authors)
    whole = reference.kind == "book" or not reference.container
    if reference.parts and names:
        work = ""
    else:
        work = _italic(cased_title(reference, reference.title)) if whole else _title(reference)
    places = [_part(part, 1) for part in reference.parts]
    if not reference.number:  # not an object of ours, whose id is sufficient
        places.append(_clean(reference.detail))
    # A citation in the text has no room for the note on partial reading; the list of works cited has it.
    hand = _at_second_hand(replace(reference, partly=False), _mla_text, "qtd. in")
    if reference.pages and not any(part.title for part in reference.parts):
        # Pages alone follow without a comma or an abbreviation (6.16).
        return _series([f"{_series([names, work], ',')} {reference.pages}", hand], ",")
    return _series([names, work, *places, hand], ",")


def plain(reference: Reference) -> Styled:
    """Return a reference in plain words, with sections and paragraphs.

    The address comes last, without a full stop that might be taken for a part of it.
    """
    return _styled(_plain(reference), end=False)


def _plain(reference: Reference) -> str:
    names = join_items(_clean(name.natural) for name in reference.authors) or "Anonymous"
    if reference.kind == "page":
        number = f" ({_clean(reference.numbered)})" if reference.numbered else ""
        when = date_in_words(reference.date) if len(reference.date) > 4 else reference.year
        read = f", read on {date_in_words(reference.accessed)}" if reference.accessed else ""
        around = [_italic(reference.container), _clean(reference.edition), when or f"undated{read}"]
        if reference.container:
            said = [f"{names}, {_quoted(reference.title)}{number}", ", ".join(filter(None, around))]
        else:
            said = [", ".join(filter(None, (names, _italic(reference.title), *around)))]
    else:
        book = _italic(reference.container or reference.title)
        title = f"{_quoted(reference.title)}, in {book}" if reference.container else book
        year = f"about {reference.year}" if reference.circa else reference.year or "undated"
        printed = ": ".join(filter(None, (_clean(reference.place), _clean(reference.publisher))))
        around = [_clean(reference.credit), _edition(reference), printed, year]
        said = [", ".join(filter(None, (names, title, *around, _clean(reference.catalogue))))]
    said += [_capital("; ".join(_clean(part_words(part)) for part in reference.parts))]
    said += [_capital(_clean(reference.note))]
    ended = " ".join(one if one.endswith(".") else f"{one}." for one in said if one)
    hand = _capital(_at_second_hand(reference, _plain))
    if hand and not reference.through:
        hand = f"{hand}."
    return " ".join(filter(None, (ended, _where(reference), hand)))


# -- punctuation ---------------------------------------------------------------------------------


def _series(items: Iterable[str], stop: str) -> str:
    """Return the nonempty items joined by spaces, with the mark ``stop`` after each but the last."""
    *first, last = [item for item in items if item] or [""]
    return " ".join([*(_stopped(item, stop) for item in first), last])


def _stopped(text: str, stop: str) -> str:
    """Return a text with the mark ``stop`` at its end, inside any quotation marks. Full stops are not doubled."""
    inner = text.rstrip("”’" + _OFF)
    if stop == "." and inner.endswith((".", "?", "!")):
        return text
    return f"{text[:-1]}{stop}”" if text.endswith("”") else f"{text}{stop}"


def _styled(text: str, *, end: bool = True) -> Styled:
    """Return a marked text as styled pieces, with a full stop at the end if ``end``."""
    whole = _stopped(text, ".") if end else text
    pieces = re.findall(f"{_ON}[^{_OFF}]*{_OFF}|[^{_ON}]+", whole)
    return tuple((piece.strip(_ON + _OFF), piece.startswith(_ON)) for piece in pieces)


def _at_second_hand(
    reference: Reference, write: Callable[[Reference], str], quoted: str = "quoted in"
) -> str:
    """Return a note that a work was not seen, read in part, or only quoted in another text; "" if none applies.

    ``write`` writes the reference to the quoting text, and ``quoted`` comes before it.
    """
    if reference.through:
        return f"{quoted} {write(reference.through)}"
    if reference.unseen:
        return "not seen"
    return "read in part" if reference.partly else ""


# -- parts of a reference ------------------------------------------------------------------------


def _line(text: str) -> str:
    """Return a text on one line, with every control character replaced by a space."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(text.split())


def _clean(text: str) -> str:
    """Return a text on one line, with curly apostrophes."""
    return re.sub(r"(?<=\w)'(?=\w)", "’", _line(text))


def _where(reference: Reference) -> str:
    """Return the address of a page or, without one, its path."""
    return _line(reference.url or reference.path)


def _italic(text: str) -> str:
    return f"{_ON}{_clean(text)}{_OFF}" if text else ""


def _quoted(text: str) -> str:
    """Return a title in double quotation marks, with any double marks within it made single."""
    return f"“{within_quotes(_clean(text))}”"


def within_quotes(text: str) -> str:
    """Return a text for use within quotation marks, with any double marks in it made single."""
    return text.replace("“", "‘").replace("”", "’")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def cased_title(reference: Reference, title: str) -> str:
    """Return a title with the capitals that Chicago and MLA prescribe. Only English titles are changed."""
    return title_case(title) if reference.language == "en" else title


def _title(reference: Reference) -> str:
    """Return the title of a page or chapter in quotation marks, and the title of a whole site without them."""
    title = cased_title(reference, reference.title)
    return _quoted(title) if reference.container else _clean(title)


def _site(reference: Reference) -> str:
    """Return the name of a page's site, without italics, as in Chicago since the 17th edition."""
    return _clean(cased_title(reference, reference.container))


def _edition(reference: Reference) -> str:
    """Return the edition and the volume of a book."""
    edition = _clean(reference.edition)
    edition = f"{edition} ed." if edition[:1].isdigit() else edition
    volume = f"vol. {_clean(reference.volume)}" if reference.volume else ""
    return ", ".join(filter(None, (edition, volume)))


def _imprint(reference: Reference) -> str:
    printed = ": ".join(filter(None, (_clean(reference.place), _clean(reference.publisher))))
    return ", ".join(filter(None, (printed, _chicago_date(reference))))


def _inverted(reference: Reference) -> str:
    first, rest = reference.authors[:1], reference.authors[1:]
    return _clean(join_items([*(n.sorted for n in first), *(n.natural for n in rest)], ", and "))


def _part(part: CitedPart, style: int) -> str:
    title = _quoted(title_case(part.title)) if part.title else ""
    pages = ""
    if part.pages:
        several = re.search(r"[–,]", part.pages)
        pages = f"{'pp.' if several else 'p.'} {part.pages}"
    if not part.numbers:
        return _series([title, pages], ",")
    one = _SHORT.get(part.unit, (part.unit, part.unit))[style]
    many = f"{one[:-1]}s." if one.endswith(".") else f"{one}s"
    unit = one if len(part.numbers) == 1 else many
    return _series([title, f"{unit} {join_items(map(str, part.numbers))}", pages], ",")


def _chicago_dates(reference: Reference) -> tuple[str, ...]:
    """Return the date of a page, or the date of reading if it is known instead (14.207)."""
    if not reference.accessed:
        return (_chicago_date(reference),)
    day = reference.accessed
    return (f"accessed {month(day)} {int(day[8:])}, {day[:4]}",)


def _chicago_date(reference: Reference) -> str:
    if len(reference.date) > 4:
        return f"{month(reference.date)} {int(reference.date[8:])}, {reference.year}"
    if not reference.date:
        return "n.d."
    return f"ca. {reference.year}" if reference.circa else reference.year


def _mla_date(reference: Reference) -> str:
    if len(reference.date) > 4:
        return _mla_day(reference.date)
    return f"circa {reference.year}" if reference.circa else reference.year


def _mla_day(day: str) -> str:
    name = month(day)
    short = {"September": "Sept."}.get(name, name if len(name) < 5 else f"{name[:3]}.")
    return f"{int(day[8:])} {short} {day[:4]}"
