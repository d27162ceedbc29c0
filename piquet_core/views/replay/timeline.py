"""A timeline of a deal as an SVG: bars for the points of each step, up for elder and down for younger.

All geometry is in attributes, so that no content policy blocks it and print keeps it. Horizontal
coordinates are per cent of the width, vertical ones are pixels. Each phase is a link to its first
step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.replay.steps import Step
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.replay.deal_as_text import steps_by_phase
from piquet_core.views.replay.expected_result_chart import (
    ExpectedResult,
    render_expected_result_chart,
)
from piquet_core.views.replay.step_labels import step_label
from piquet_core.wording.player_names import PlayerNames

_ACTS = {
    "The deal": ("Deal", "D"),
    "The exchange": ("Exchange", "Ex"),
    "The calls": ("Calls", "Calls"),
    "Elder counts": ("Calls", "Calls"),
    "The result": ("Count", "End"),
}
_TO_COME = (("Exchange", "Ex"), ("Calls", "Calls"))
_LAST = ("Count", "End")
# The width of a phase follows its number of steps, with a minimum for its name.
_LEAST = {"Deal": 1.5, "Exchange": 2.6, "Calls": 2.0, "Count": 3.0}

HEIGHT = 92
_AXIS, _UP, _DOWN = 38, 34, 26
_LABEL = 84
FULL = 24  # points; a higher bar would leave the picture


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineStep:
    """A step in the timeline, with the points of elder and younger.

    While a variation is shown, ``points`` are those of the variation, ``printed`` those of the
    record at the same step, and ``made`` says whether the variation has the step.
    """

    id: str
    label: str
    points: tuple[int, int] = (0, 0)
    printed: tuple[int, int] = (0, 0)
    made: bool = True


@dataclass(slots=True, kw_only=True)
class TimelinePhase:
    """Consecutive steps under a common name. ``short`` is a short form of the name for narrow pages."""

    name: str
    short: str
    columns: list[TimelineStep] = field(default_factory=list)

    @property
    def room(self) -> float:
        """The width of the phase in columns."""
        return max(len(self.columns), _LEAST.get(self.name, 1.0))

    def words(self, names: Sequence[str], *, whole: bool = False) -> str:
        """Return the name of the phase and the points of each player in it: *Trick 1: A 1, B 17*.

        With ``whole`` the text also contains the short name, because voice control matches the
        visible text.
        """
        title = f"Trick {self.name}" if self.name.isdecimal() else self.name
        if whole and self.short != self.name:
            title += f", {self.short}"
        cast = PlayerNames.of(names)
        totals = [sum(column.points[seat] for column in self.columns) for seat in Seat]
        said = [f"{cast.first(seat)} {totals[seat]}" for seat in Seat if totals[seat]]
        return f"{title}: {', '.join(said)}" if said else title


def phases(
    steps: Sequence[Step], names: tuple[str, str], printed: Sequence[Step] = ()
) -> list[TimelinePhase]:
    """Return the steps of a deal grouped into the phases of the timeline.

    While ``steps`` are a variation, ``printed`` are the steps of the record. An incomplete deal
    also has its remaining phases, without columns.
    """
    shown, others = dict(_scored(steps)), dict(_scored(printed))
    found = _grouped(steps)
    for name, ids in _grouped(printed).items():
        # Reserve space for steps that the current line has not reached yet.
        ours = found.setdefault(name, [])
        ours += [id for id in ids if id not in ours]
    if not any(line and line[-1].state.phase is Phase.OVER for line in (steps, printed)):
        tricks = range(1, 1 + len(steps[0].state.deal.hand(Seat.ELDER)))
        for name in (*_TO_COME, *((str(one), str(one)) for one in tricks), _LAST):
            found.setdefault(name, [])
    return [
        TimelinePhase(
            name=name,
            short=short,
            columns=[_column(id, names, shown, others) for id in ids],
        )
        for (name, short), ids in found.items()
    ]


def _column(
    id: str,
    names: tuple[str, str],
    shown: Mapping[str, tuple[int, int]],
    others: Mapping[str, tuple[int, int]],
) -> TimelineStep:
    return TimelineStep(
        id=id,
        label=step_label(id, names),
        points=shown.get(id, (0, 0)),
        printed=others.get(id, (0, 0)),
        made=id in shown,
    )


def _grouped(steps: Iterable[Step]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for title, group in steps_by_phase(steps):
        number = title.removeprefix("Trick ")
        name = _ACTS.get(title, (number, number))
        found.setdefault(name, []).extend(step.id for step in group)
    return found


def _scored(steps: Iterable[Step]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield pairs of a step id and the points that elder and younger score in the step."""
    before = (0, 0)
    for step in steps:
        elder, younger = (max(0, now - then) for now, then in zip(step.score, before, strict=True))
        yield step.id, (elder, younger)
        before = step.score


# -- the picture ---------------------------------------------------------------------------------


def render_timeline(
    found: Sequence[TimelinePhase],
    names: Sequence[str],
    *,
    address: str = "",
    linked: bool = True,
    judged: ExpectedResult | None = None,
    outlined: str = "",
) -> Markup:
    """Render the timeline of a deal.

    ``address`` precedes a step id in a link. Without ``linked`` the timeline is an image with a
    text alternative. ``judged`` is the expected result, drawn as a line over the timeline.
    ``outlined`` names the line of play whose points are drawn as outlines, or is "" if there are
    none.
    """
    room = sum(act.room for act in found)
    place = 0.0
    drawn: list[Child] = []
    places: dict[str, float] = {}
    borders: list[float] = []
    # Only costly decisions have a label at every step.
    marks = judged.costs if judged else {}
    for act in found:
        frame = (100 * place / room, 100 * act.room / room)
        drawn.append(_act(act, frame, names, address if linked else None, marks))
        each = frame[1] / max(len(act.columns), 1)
        places |= {column.id: frame[0] + each * (i + 0.5) for i, column in enumerate(act.columns)}
        place += act.room
        borders.append(100 * place / room)
    drawn.append(element("line", class_="pq-axis", x1="0", x2="100%", y1=_AXIS, y2=_AXIS))
    # Bars and labels follow the step marker in the source, so that it covers neither.
    if linked:
        drawn.insert(0, _cursor())
    if judged:
        labels = {column.id: column.label for act in found for column in act.columns}
        drawn.append(
            render_expected_result_chart(judged, places, labels, PlayerNames.of(names), borders)
        )
    if linked:
        drawn += [_values(column, places[column.id]) for act in found for column in act.columns]
    if outlined:
        # Place the label over the last tricks, whose bars are low, or over the first at a late step.
        starts = [0.0, *borders]
        ends = (
            ("pq-outlined", starts[-2], -4),
            ("pq-outlined pq-early", starts[min(3, len(borders))], 4),
        )
        drawn += [
            element("text", f"outline: {outlined}", class_=kind, x=_share(x), dx=dx, y=_AXIS - 14)
            for kind, x, dx in ends
        ]
    words = "; ".join(act.words(names) for act in found if any(map(_scores, act.columns)))
    return element(
        "svg",
        *drawn,
        class_="pq-strip",
        data_part="timeline",
        width="100%",
        height=HEIGHT,
        role=None if linked else "img",
        aria_label=None if linked else words,
    )


def _scores(column: TimelineStep) -> bool:
    return any(column.points)


def _act(
    act: TimelinePhase,
    frame: tuple[float, float],
    names: Sequence[str],
    address: str | None,
    marks: Mapping[str, str],
) -> Markup:
    left, width = frame
    each = width / max(len(act.columns), 1)
    middle = _share(left + width / 2)
    inside: list[Child] = [
        element("rect", class_="pq-ground", x=_share(left), width=_share(width), height=HEIGHT),
        element("line", class_="pq-border", x1=_share(left), x2=_share(left), y2=HEIGHT),
        *(
            _drawn(
                column,
                left + number * each,
                each,
                titled=address is not None,
                mark=marks.get(column.id, ""),
            )
            for number, column in enumerate(act.columns)
        ),
        element("text", act.name, class_="pq-long", x=middle, y=_LABEL),
        element("text", act.short, class_="pq-short", x=middle, y=_LABEL)
        if act.short != act.name
        else None,
    ]
    kind = "pq-act-of" if act.short != act.name else "pq-act-of pq-brief"
    if not act.columns:
        kind += " pq-to-come"
    if address is None or not act.columns:
        return element("g", *inside, class_=kind)
    href = f"{address}{act.columns[0].id}"
    return element("a", *inside, href=href, class_=kind, aria_label=act.words(names, whole=True))


def _drawn(column: TimelineStep, left: float, width: float, *, titled: bool, mark: str) -> Markup:
    """Render a step of the timeline: a tap target of full height, and bars for the points.

    ``left`` and ``width`` are per cent of the timeline's width. ``mark`` is a text on the cost of
    the decision, or "". Without ``titled`` the step has no name for the script to show.
    """
    tap = element("rect", class_="pq-tap", x=_share(left), width=_share(width), height=HEIGHT)
    bars: list[Child] = []
    for kind, points, wide in (
        ("pq-ghost", column.printed, 0.72),
        ("pq-gain", column.points, 0.46),
    ):
        x, across = _share(left + width * (1 - wide) / 2), _share(width * wide)
        if kind == "pq-ghost" and column.made and points == column.points:
            continue  # both lines have the same points here
        for seat in Seat:
            if not points[seat]:
                continue
            high = _high(seat, points[seat])
            y = round(_AXIS - high, 1) if seat is Seat.ELDER else _AXIS
            of = f"{kind} pq-of-{seat.name.lower()}"
            bars.append(
                element(
                    "rect",
                    class_=of,
                    data_part="printed-points" if kind == "pq-ghost" else None,
                    x=x,
                    y=str(y),
                    width=across,
                    height=str(high),
                )
            )
    made = None if column.made else "pq-unmade"
    name = (f"{column.label}, {mark}" if mark else column.label) if titled else None
    return element(
        "g",
        tap,
        *bars,
        data_step=column.id,
        data_name=name,
        class_=made,
        data_unmade=None if column.made else "",
    )


def _values(column: TimelineStep, middle: float) -> Markup:
    """Render the points of a step as numbers at its bars. Only print shows them."""
    texts: list[Child] = []
    for seat in Seat:
        if points := column.points[seat]:
            high = _high(seat, points)
            y = round(_AXIS - high - 4 if seat is Seat.ELDER else _AXIS + high + 12, 1)
            texts.append(
                element("text", str(points), class_="pq-value", x=_share(middle), y=str(y))
            )
    return join(texts)


def _high(seat: Seat, points: int) -> float:
    """Return the height of the bar for a player's points in a step."""
    share = min(1.0, sqrt(points / FULL))
    return round(share * (_UP if seat is Seat.ELDER else _DOWN), 1)


def _cursor() -> Markup:
    """Render the marker of the current step. A script moves it."""
    return element(
        "svg",
        element("line", y1=4, y2=HEIGHT - 30),
        element("circle", cy=5, r=5),
        class_="pq-cursor",
        data_part="cursor",
        x="0",
        overflow="visible",
    )


def _share(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"
