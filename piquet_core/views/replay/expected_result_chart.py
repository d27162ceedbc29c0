"""The expected result of a deal as a line in the timeline, with a dot at each decision.

Coordinates are those of the timeline: horizontal ones in per cent of its width, vertical ones in
pixels from the top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from piquet_core.cards.seat import Seat
from piquet_core.replay.steps import Step
from piquet_core.review.deal_objective import game_name
from piquet_core.review.deal_review import Judgement, Review
from piquet_core.views.label_placement import height_range
from piquet_core.views.markup import Child, Markup, element
from piquet_core.wording.advice import past_cost_words
from piquet_core.wording.decision_reviews import GOOD, expected_results_words
from piquet_core.wording.player_names import PlayerNames

AXIS, UP, DOWN = 38, 32, 24
FULL = 60
"""The lead in points that reaches the edge of the chart."""
_EVEN = 50  # per cent
_LABEL = 20
"""The maximum width of the line's label, in per cent of a chart on a phone."""
_WIDE_LABEL = 10
"""The same for the narrowest chart that draws the borders of phases."""
_LETTERS, _UNDER = 18, 5  # height of the label with some air, and the part below the line
_DOT = 6  # extent of a mark above and below the line


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedResult:
    """The expected result after each decision, for a chart. Mappings are by step id.

    ``values`` are points or per cent. ``heights`` are the same between -1 (best for younger) and 1
    (best for elder). ``marks`` are the costs as text, and ``dear`` the steps with a costly
    decision. ``game`` is the name of the game at stake, or "" for a single deal.
    """

    values: Mapping[str, float]
    heights: Mapping[str, float]
    marks: Mapping[str, str]
    dear: frozenset[str]
    game: str

    @property
    def costs(self) -> dict[str, str]:
        """The cost of each costly decision as text, by step id."""
        return {id: self.marks[id] for id in self.marks if id in self.dear}


def expected_result(review: Review, last: Step) -> ExpectedResult:
    """Return the expected result of each decision in a review. ``last`` is the last step of the deal."""
    game = game_name(review.objective)
    values = {one.step: one.after for one in review.judgements}
    if last.id == "result":
        elder, younger = last.score
        end = review.objective.worth(elder, younger) * 100 if review.objective else elder - younger
        values["result"] = float(end)
    heights = {id: (one - _EVEN) / _EVEN if game else one / FULL for id, one in values.items()}
    return ExpectedResult(
        values=values,
        heights={id: max(-1.0, min(1.0, one)) for id, one in heights.items()},
        marks={one.step: cost_label(one, game) for one in review.judgements},
        dear=frozenset(one.step for one in review.judgements if not one.is_best),
        game=game,
    )


def cost_label(one: Judgement, game: str) -> str:
    """Return a short label for the cost of a decision. ``game`` is the name of the game at stake, or ""."""
    return GOOD if one.is_best else past_cost_words(one.cost, game)


def render_expected_result_chart(
    found: ExpectedResult,
    places: Mapping[str, float],
    labels: Mapping[str, str],
    cast: PlayerNames,
    borders: Sequence[float] = (),
) -> Markup:
    """Render the chart of the expected result: a line with dots.

    ``places`` are the horizontal centres of the steps, and ``borders`` the right ends of the
    phases, both in per cent of the width. ``labels`` are the names of the steps. Both ``places``
    and ``labels`` are by step id.
    """
    points = [
        (id, places[id], round(AXIS - height * (UP if height > 0 else DOWN), 1))
        for id, height in found.heights.items()
        if id in places
    ]
    lines: list[Child] = [
        element(
            "line",
            x1=_share(before[1]),
            y1=str(before[2]),
            x2=_share(after[1]),
            y2=str(after[2]),
        )
        for before, after in pairwise(points)
    ]
    marks: list[Child] = []
    for id, x, y in points:
        if id in found.dear:
            marks.append(element("circle", cx=_share(x), cy=str(y), r=4, class_="pq-dear"))
        elif id in found.marks:
            marks.append(element("circle", cx=_share(x), cy=str(y), r="1.8"))
    words = expected_results_words(
        [(labels[id], found.values[id]) for id, _, _ in points], cast, found.game
    )
    return element(
        "g",
        *lines,
        *marks,
        *_label(points, borders),
        class_="pq-expected",
        data_part="expected-result",
        role="img",
        aria_label=words,
    )


def _label(points: Sequence[tuple[str, float, float]], borders: Sequence[float]) -> list[Child]:
    """Return the label *expected* as a text element beside the line, in a list; [] if there is no room.

    The label avoids the borders of phases if possible.
    """
    line = [(x, y) for _, x, y in points]
    begins = line[0][0] if line else 0
    lefts = sorted({x for x, _ in line} | {x for x in borders if x > begins})

    def crosses(left: float) -> bool:
        return any(left < x < left + _WIDE_LABEL for x in borders)

    for left in sorted(lefts, key=crosses):
        beside = (left, left + _LABEL)
        high, low = height_range(beside, line) or (AXIS, AXIS)
        for top in (min(high - _DOT, AXIS) - _LETTERS, max(low + _DOT, AXIS)):
            if 0 <= top <= AXIS + DOWN - _LETTERS and left + _LABEL <= 100:
                foot = f"{top + _LETTERS - _UNDER:g}"
                return [element("text", "expected", x=_share(left), dx=6, y=foot)]
    return []


def legend(found: ExpectedResult, cast: PlayerNames) -> str:
    """Return a sentence that explains the line of expected results."""
    elder, younger = cast.whose(Seat.ELDER), cast.possessor(Seat.YOUNGER)
    what = (
        f"{elder} chance to win the {found.game}. The middle means even chances"
        if found.game
        else f"{elder} points minus {younger}. The middle means level scores, and the edges a lead of {FULL} points"
    )
    return (
        f"The line above the parts of the deal shows the expected result, as far as the player on turn "
        f"could know: {what}. "
        "A large dot marks a decision that cost something."
    )


def _share(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"
