"""Answer strip: the answers to a rule as a row of marks by year, filled for yes, hollow for no.

Inferred answers are hatched, with a filled or hollow core. If more than two answers occur, each has
a letter, so that equal answers are recognizable. Each mark is an SVG with geometry in its
attributes. Marks differ in shape, and the text beside them says the same. Lists of rules have a small
strip of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from string import ascii_lowercase

from piquet_core.rules.agreement import (
    agreement_summary,
    counted_families,
    counted_noun,
    ruleset_texts,
)
from piquet_core.rules.sources import Source
from piquet_core.rules.status import Status
from piquet_core.views.markup import Markup, element, join
from sphinx_piquet.rules.answer_marks import AnswerSide, Mark, by_family, by_ruleset, year_of

_BOX = "M3 3h22v22h-22z"
_INNER = "M7 7h14v14h-14z"
_CORE = "M9 9h10v10h-10z"
_TORN = "M25 15v-12h-22v22h7l3-5l3 3l3-6l3 2z"
_NOTCH = "M15 3h10v10z"
_HALF = "M3 25v-22h22z"
_HATCH = "M3 9l6-6M3 15l12-12M3 21l18-18M5 25l20-20M11 25l14-14M17 25l8-8M23 25l2-2"
_THIN_HATCH = "M3 11l8-8M3 19l16-16M7 25l18-18M15 25l10-10"
_DISC = "M14 6a8 8 0 1 1 0 16a8 8 0 1 1 0-16z"
_TICK = "M9 14.5l3.5 3.5l6.5-8"
_CROSS = "M10 10l8 8M18 10l-8 8"
_QUESTION = "M11 11.5c0-4 6-4 6 0c0 2.5-3 2.5-3 5M14 19.2v.6"
_DASH = "M10 14h8"
_POINT = "M14 12.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z"

_FIRM = (AnswerSide.YES, AnswerSide.COMMON)
_SIGNS = {AnswerSide.YES: _TICK, AnswerSide.NO: _CROSS}
_SIDES = {
    AnswerSide.YES: "yes",
    AnswerSide.NO: "no",
    AnswerSide.COMMON: "the commonest answer",
    AnswerSide.OTHER: "another answer",
    AnswerSide.DIVIDED: "divided: its texts or its forms of the game differ",
}
_STATUSES = {
    Status.INFERRED: "inferred by us",
    Status.CONTESTED: "can be read in two ways",
    Status.SLIP: "a slip of the text, as we read it",
    Status.SILENT: "the text is silent",
    Status.UNSEEN: "we have not seen the part that might answer",
    Status.ABSENT: "does not arise",
}
_LETTERS = "a letter for each answer"
_LETTERS_MOST = f"{_LETTERS}, filled where most agree"
_LONG = 100
"""The least number of years between two marks for which the strip shows the gap."""
_LETTERED = ((AnswerSide.COMMON, Status.STATED), (AnswerSide.OTHER, Status.STATED))
_SHORT = {
    Status.INFERRED: "inferred",
    Status.CONTESTED: "contested",
    Status.SLIP: "a slip",
    Status.SILENT: "silent",
    Status.UNSEEN: "unseen",
    Status.ABSENT: "does not arise",
}


def draw_mark(side: AnswerSide, status: Status, letter: str = "") -> Markup:
    """Return the drawing of a mark. It is hidden from screen readers, so text beside it must say the same."""
    return _svg(side, status, strokes(side, status, letter))


def _svg(side: AnswerSide, status: Status, lines: Iterable[Markup]) -> Markup:
    return element(
        "svg",
        *lines,
        class_=f"pq-mk pq-mk-{side} pq-mk-{status}",
        viewBox="0 0 28 28",
        aria_hidden="true",
    )


def strokes(side: AnswerSide, status: Status, letter: str = "") -> Iterable[Markup]:
    """Return the SVG elements that draw a mark, in a square of 28 units."""
    match status:
        case _ if side is AnswerSide.DIVIDED:
            return [_path(_BOX), _path(_HALF, "fill")]
        case Status.SILENT:
            return [_path(_BOX, "dashed"), _path(_DASH)]
        case Status.UNSEEN:
            return [_path(_TORN, "dotted")]
        case Status.ABSENT:
            return [_path(_POINT, "fill")]
        case Status.INFERRED:
            hatch = _path(_HATCH if side in _FIRM else _THIN_HATCH, "hatch")
            if side in _SIGNS:
                return [_path(_BOX), hatch, _path(_DISC, "disc"), _path(_SIGNS[side])]
            if letter:
                return [_path(_BOX), hatch, _path(_DISC, "disc"), _letter(letter)]
            core = _path(_CORE, "fill" if side in _FIRM else "clear")
            return [_path(_BOX), hatch, core]
        case Status.CONTESTED:
            if side in _FIRM:
                return [_path(_BOX, "fill"), _path(_INNER, "on thin"), _path(_QUESTION, "on")]
            return [_path(_BOX), _path(_INNER, "thin"), _path(_QUESTION)]
        case _:
            fill = "fill" if side in _FIRM else ""
            sign = [_path(_SIGNS[side], "on" if fill else "")] if side in _SIGNS else []
            if letter:
                sign = [_letter(letter, on=bool(fill))]
            notch = [_path(_NOTCH, "notch")] if status is Status.SLIP else []
            return [_path(_BOX, fill), *sign, *notch]


def _path(d: str, kind: str = "") -> Markup:
    names = " ".join(f"pq-mk-{one}" for one in kind.split())
    return element("path", d=d, class_=names or None)


def _letter(letter: str, *, on: bool = False) -> Markup:
    names = f"pq-mk-letter{' pq-mk-letter-on' if on else ''}"
    return element("text", letter, x=14, y=19, class_=names)


# -- the strip of an article ---------------------------------------------------------------------


def render_strip(rule: str) -> Markup:
    """Return the answer strip of a rule: a mark for each family of texts, the oldest first.

    Each mark links to the row of its rule set on the same page, ``at-ID``. If all texts have the same
    answer, the marks do not repeat it.
    """
    marks = by_family(rule)
    alike = len({mark.says for mark in marks}) == 1
    drawn = _marks(marks, answer_letters(marks), _status_of if alike else mark_words)
    return element("div", drawn, class_="pq-strip", data_part="answer-strip")


def render_strip_legend(rule: str) -> Markup:
    """Return the legend of a rule's answer strip, for the margin."""
    marks = by_family(rule)
    return _key(marks, answer_letters(marks))


def render_all_marks(rule: str) -> Markup:
    """Return a details block with the marks of all rule sets and their legend."""
    marks = by_ruleset(rule)
    letters = answer_letters(marks)
    line = element("summary", f"All {len(marks)} rule sets, one by one")
    inside = _marks(marks, letters, mark_words), _key(marks, letters)
    return element("details", line, *inside, class_="pq-details pq-every-mark", data_part="details")


def answer_letters(marks: Sequence[Mark]) -> dict[str, str]:
    """Return a letter for each answer, the most common answer first.

    Return {} if there are fewer than two answers besides the most common one.

    >>> answer_letters(by_family("pack.size"))
    {}
    """
    given = [mark for mark in marks if mark.side in (AnswerSide.COMMON, AnswerSide.OTHER)]
    given.sort(key=lambda mark: mark.side is AnswerSide.OTHER)
    answers = dict.fromkeys(mark.says for mark in given)
    if len({mark.says for mark in given if mark.side is AnswerSide.OTHER}) < 2:
        return {}
    return dict(zip(answers, ascii_lowercase, strict=False))


def _marks(
    marks: Sequence[Mark], letters: Mapping[str, str], words: Callable[[Mark], str]
) -> Markup:
    """Return a list of marks. ``words`` returns the text under a mark."""
    gaps = ["", *(_gap(one.source, two.source) for one, two in pairwise(marks))]
    items = (_item(mark, letters, gap, words(mark)) for mark, gap in zip(marks, gaps, strict=True))
    return element("ol", *items, class_="pq-marks", role="list")


def _gap(one: Source, two: Source) -> str:
    """Return the years between two texts in words, or "" if they are less than ``_LONG`` years apart.

    The number is rounded to tens if one of the years is an estimate.
    """
    years = two.year - one.year
    if years < _LONG:
        return ""
    rough = any(text.circa or text.undated for text in (one, two))
    return f"some {round(years, -1)} years" if rough else f"{years} years"


def _item(mark: Mark, letters: Mapping[str, str], gap: str, words: str) -> Markup:
    year = element("span", mark.year, class_="pq-mk-year")
    name = element("span", mark.name, class_="pq-mk-name")
    says = [element("span", words, class_="pq-mk-says")] if words else []
    drawn = draw_mark(mark.side, mark.status, letters.get(mark.says, ""))
    link = element("a", join([year, drawn, name, *says], " "), href=f"#at-{mark.rulesets[0]}")
    if not gap:
        return element("li", link)
    between = element("span", gap, class_="pq-mk-gap")
    return element("li", between, link, class_="pq-after-gap")


def _status_of(mark: Mark) -> str:
    return _SHORT.get(mark.status, "")


def mark_words(mark: Mark) -> str:
    """Return the text under a mark: the answer, its status, or both."""
    if mark.side is AnswerSide.DIVIDED:
        return "divided"
    if mark.status is Status.ABSENT or not mark.says:
        return _SHORT[mark.status]
    if mark.status is Status.STATED:
        return mark.says
    glue = ": " if mark.side is AnswerSide.NONE else ", "
    parts = (_SHORT[mark.status], mark.says)
    return glue.join(parts if mark.side is AnswerSide.NONE else reversed(parts))


def _key(marks: Sequence[Mark], letters: Mapping[str, str]) -> Markup:
    """Return the legend of marks. It omits the meaning of letters, because each mark has its answer below."""
    shown = [(mark.side, mark.status) for mark in marks]
    if letters:
        shown = [one for one in shown if one not in _LETTERED]
    # A sample looks as in the strip, with its letter.
    drawn = {(mark.side, mark.status): letters.get(mark.says, "") for mark in reversed(marks)}
    items = list(legend_items(shown, sides=not letters, letters=drawn))
    if letters:
        items.insert(0, _letters_told(any(mark.side is AnswerSide.COMMON for mark in marks)))
    undated = next((mark for mark in marks if mark.source.undated), None)
    if undated:
        items.append(element("li", f"{undated.year}: undated; the year is our estimate"))
    return element("ul", *items, class_="pq-key", role="list", aria_label="What the marks mean")


def _letters_told(most: bool) -> Markup:
    """Return the legend item on letters. ``most`` is true if one of the answers is the most common one."""
    first = draw_mark(AnswerSide.COMMON if most else AnswerSide.OTHER, Status.STATED, "a")
    other = draw_mark(AnswerSide.OTHER, Status.STATED, "b")
    return _meaning(join([first, other]), _LETTERS_MOST if most else _LETTERS)


def legend_items(
    shown: Sequence[tuple[AnswerSide, Status]],
    *,
    sides: bool = True,
    letters: Mapping[tuple[AnswerSide, Status], str] | None = None,
) -> Iterable[Markup]:
    """Yield legend items for the sides and statuses of the marks ``shown``.

    If ``sides`` is false, the only side in the legend is *divided*. ``letters`` are the letters of the
    sample marks.
    """
    letters = letters or {}
    for side, words in _SIDES.items():
        statuses = {status for one, status in shown if one is side}
        if (sides or side is AnswerSide.DIVIDED) and statuses:
            # The sample is the simplest of the shown marks.
            plainest = next(one for one in Status if one in statuses)
            drawn = _draw_core(side) if plainest is Status.INFERRED else draw_mark(side, plainest)
            yield _meaning(drawn, words)
    for status, words in _STATUSES.items():
        found = next((side for side, one in shown if one is status), None)
        if found is not None:
            drawn = draw_mark(found, status, letters.get((found, status), ""))
            yield _meaning(drawn, words)


def _draw_core(side: AnswerSide) -> Markup:
    """Return the core of an inferred mark, without its hatching."""
    sign = (
        [_path(_DISC, "disc"), _path(_SIGNS[side])]
        if side in _SIGNS
        else [_path(_CORE, "fill" if side in _FIRM else "clear")]
    )
    return _svg(side, Status.INFERRED, [_path(_BOX), *sign])


def _meaning(drawn: Markup, words: str) -> Markup:
    return element("li", drawn, f" {words}")


# -- in a list -----------------------------------------------------------------------------------

_STEP, _SMALL = 16, 14
_STATED = Status.STATED
_SMALL_KEY: tuple[tuple[tuple[tuple[AnswerSide, Status], ...], str, str], ...] = (
    (((AnswerSide.COMMON, _STATED),), "", "yes, or the commonest"),
    (((AnswerSide.OTHER, _STATED),), "", "no, or another"),
    (
        ((AnswerSide.COMMON, _STATED), (AnswerSide.OTHER, _STATED)),
        "ab",
        "several answers, by letter",
    ),
    (((AnswerSide.DIVIDED, _STATED),), "", "divided"),
    *(
        (((side, status),), "", _STATUSES[status])
        for side, status in (
            (AnswerSide.OTHER, Status.CONTESTED),
            (AnswerSide.NONE, Status.SILENT),
            (AnswerSide.NONE, Status.UNSEEN),
            (AnswerSide.NONE, Status.ABSENT),
        )
    ),
)


def render_small_strip(rule: str) -> Markup:
    """Return the answer strip of a rule as a row of small squares. Its label says how far the texts agree."""
    said = agreement_summary(rule)
    marks = by_family(rule)
    letters = answer_letters(marks)
    given = [letters.get(mark.says, "") for mark in marks]
    shown = [(mark.side, mark.status) for mark in marks]
    return _squares(shown, given, role="img", aria_label=said)


def render_small_legend() -> Markup:
    """Return the legend of small answer strips."""
    items = (
        element("span", _squares(shown, letters or [""], aria_hidden="true"), f" {words}")
        for shown, letters, words in _SMALL_KEY
    )
    families = counted_families()
    dated = (
        year_of(next(text for text in ruleset_texts() if text.family == family))
        for family in families
    )
    # No line begins with a dot, and no year breaks.
    years = "\N{NO-BREAK SPACE}· ".join(year.replace(" ", "\N{NO-BREAK SPACE}") for year in dated)
    lead = f"A square for each of the {len(families)} {counted_noun()}, the oldest first: {years}."
    return join([lead, element("span", *items, class_="pq-small-signs")], " ")


def _squares(
    shown: Sequence[tuple[AnswerSide, Status]], letters: Sequence[str], **attributes: str
) -> Markup:
    drawn: dict[str, list[str]] = {}
    signs: list[Markup] = []
    for place, ((side, status), letter) in enumerate(zip(shown, letters, strict=True)):
        left = 1 + place * _STEP
        for kind, path in _square(side, status, left):
            drawn.setdefault(kind, []).append(path)
        sign = "?" if status is Status.CONTESTED else letter
        if sign and side not in (AnswerSide.NONE, AnswerSide.DIVIDED):
            signs.append(_sign(sign, left, on=side in _FIRM))
    width = len(shown) * _STEP - _STEP + _SMALL + 2
    return element(
        "svg",
        *(_path("".join(paths), kind) for kind, paths in drawn.items()),
        *signs,
        class_="pq-mk pq-mk-small",
        viewBox=f"0 0 {width} {_SMALL + 2}",
        width=width,
        height=_SMALL + 2,
        **attributes,
    )


def _square(side: AnswerSide, status: Status, left: int) -> Iterable[tuple[str, str]]:
    """Yield (kind, SVG path) pairs that draw an answer's mark as a small square. ``left`` is its x coordinate."""
    box = f"M{left} 1h{_SMALL}v{_SMALL}h-{_SMALL}z"
    middle = 1 + _SMALL // 2
    if side is AnswerSide.DIVIDED:
        yield "", box
        yield "fill", f"M{left} {1 + _SMALL}v-{_SMALL}h{_SMALL}z"
    elif status is Status.ABSENT:
        yield "dot", f"M{left + _SMALL // 2} {middle}h0"
    elif status is Status.UNSEEN:
        yield "dotted", f"M{left + _SMALL} {middle}v-7h-14v14h4l2-3l2 2l2-4l2 1z"
    elif side is AnswerSide.NONE:
        yield "dashed", box
        yield "", f"M{left + 4} {middle}h{_SMALL - 8}"
    else:
        yield "fill" if side in _FIRM else "", box


def _sign(sign: str, left: int, *, on: bool) -> Markup:
    names = f"pq-mk-letter{' pq-mk-letter-on' if on else ''}"
    return element("text", sign, x=left + _SMALL // 2, y=_SMALL - 2, class_=names)
