"""A finished game: the deciding factor as a sentence, and a chart of both players' totals.

The chart is an SVG with geometry in attributes only. The score sheet has the same data as a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat
from piquet_core.sessions.game_summary import GameSummary
from piquet_core.views.label_placement import Point, crosses_box
from piquet_core.views.markup import Child, Markup, element
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.score_reasons import score_heading

WIDTH, HEIGHT = 400, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 14, 352, 50, 204
_APART = 20  # minimum distance of the two final totals
_SIGN = 5
_HIGH, _UNDER = (
    22,
    6,
)  # height of a label with its margins, and the part below the letters
_MOST_TICKS = 12
_LETTER = 8.5  # average width of a letter
_BETWEEN = 30  # distance between the names in the key


# -- why -----------------------------------------------------------------------------------------


def deciding_factor(course: GameSummary, cast: PlayerNames) -> str:
    """Return a sentence on the reason for the result of a game.

    ``cast`` has the players in the order in which the summary numbers them.
    """
    return _why_partie(course, cast) if course.form == "rubicon" else _why_hundred(course, cast)


def _why_partie(course: GameSummary, cast: PlayerNames) -> str:
    winner, loser = _players(course)
    turning, richest = course.turning, course.richest
    if turning == 0 or turning != richest:
        since = f"from {_deal(course, turning)} on" if turning else "after every deal"
        ahead = cast.first(winner, f"was ahead {since}")
        said = f"{ahead}; {_deal(course, richest)} brought most, {_made(course, richest)}."
    else:
        behind = -course.lead_before(turning)
        before = f"{cast.does(loser, 'was ahead')} by {behind}" if behind else "the two were level"
        deal = f"{_deal(course, turning)} decided it, {_made(course, turning)}"
        said = f"{deal[:1].upper()}{deal[1:]}: before it {before}."
    if course.short:
        said += f" {cast.first(loser, 'missed the Rubicon')} by {course.short}."
    return said


def _why_hundred(course: GameSummary, cast: PlayerNames) -> str:
    winner, loser = _players(course)
    last = len(course.deals) - 1
    before = course.totals[last]
    needed = [course.goal - before[seat] for seat in (winner, loser)]
    end = (
        f"{cast.does(loser, 'ended')} {course.short} short"
        if course.short
        else f"both reached {course.goal}"
    )
    if not last:
        return f"One deal was enough, {_made(course, 0)}; {end}."
    return (
        f"Before {_deal(course, last)} {cast.does(winner, 'needed')} {needed[0]}, "
        f"{cast.who(loser)} {needed[1]}; {end}."
    )


def _players(course: GameSummary) -> tuple[Seat, Seat]:
    """Return the winner and the loser as seats of the cast."""
    return Seat(course.settled.winner), Seat(1 - course.settled.winner)


def _deal(course: GameSummary, place: int) -> str:
    return f"deal {course.numbers[place]}"


def _made(course: GameSummary, place: int) -> str:
    """Return the points of winner and loser in a deal, with the pique, repique or capot, as text.

    ``place`` is the index of the deal.
    """
    won, lost = course.made(place)
    great = course.great(place)
    head = score_heading(great).lower() if great else ""
    article = "" if head == "the cards" else "a "
    return f"{won} to {lost}" + (f", with {article}{head}" if head else "")


# -- the picture ---------------------------------------------------------------------------------


def render_game_chart(course: GameSummary, cast: PlayerNames) -> Markup:
    """Render a chart with a line per player for the totals after each deal, and a horizontal line
    for the target.
    """
    totals = course.totals
    high = max(course.goal, *(max(one) for one in totals))
    low = min(0, *(min(one) for one in totals))

    def place(deal: int, points: int) -> Point:
        across = _LEFT + (_RIGHT - _LEFT) * deal / (len(totals) - 1)
        return across, _BOTTOM - (_BOTTOM - _TOP) * (points - low) / (high - low)

    goal = place(0, course.goal)[1]
    lines = [
        [place(deal, points[player]) for deal, points in enumerate(totals)] for player in (0, 1)
    ]
    return element(
        "svg",
        element("line", class_="pq-course-base", x1=_LEFT, x2=_RIGHT, y1=_BOTTOM, y2=_BOTTOM),
        element("line", class_="pq-course-goal", x1=_LEFT, x2=_RIGHT, y1=_at(goal), y2=_at(goal)),
        _goal_label(capitalize(_goal(course)), goal, lines),
        *_ticks(course, [across for across, _ in lines[0]]),
        *(_line(player, points) for player, points in enumerate(lines)),
        *_ends(course, [points[-1] for points in lines]),
        *_key(course, cast),
        class_="pq-course",
        data_part="game-chart",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=_words(course, cast),
    )


def _goal_label(words: str, goal: float, lines: Sequence[Sequence[Point]]) -> Markup:
    """Render the label of the target line beside the line where it is free, otherwise at the top of the chart.

    ``goal`` is the height of the target line, and ``lines`` are the players' lines.
    """
    width = _LETTER * len(words)
    across = range(_LEFT, max(_LEFT, int(_RIGHT - width)) + 1, 6)
    beside = [(left, top) for left in (*across[:1], *across[:0:-1]) for top in (goal - _HIGH, goal)]
    left, top = next(
        (corner for corner in beside if not _is_crossed(corner, width, lines)),
        (_LEFT, _TOP - _SIGN - _HIGH),
    )
    return element("text", words, class_="pq-course-goal", x=_at(left), y=_at(top + _HIGH - _UNDER))


def _is_crossed(corner: Point, width: float, lines: Sequence[Sequence[Point]]) -> bool:
    """Return whether a player's line crosses a label or comes too near.

    ``corner`` is the label's upper left corner.
    """
    left, top = corner
    across, down = (left - _SIGN, left + width + _SIGN), (top - _SIGN, top + _HIGH + _SIGN)
    return crosses_box(across, down, lines)


def _goal(course: GameSummary) -> str:
    return f"the Rubicon, {course.goal}" if course.form == "rubicon" else str(course.goal)


def _words(course: GameSummary, cast: PlayerNames) -> str:
    runs = (
        f"{cast.first(seat)}: {', '.join(str(points[seat]) for points in course.totals[1:])}"
        for seat in Seat
    )
    return f"The totals after each deal. {'. '.join(runs)}. The line across is {_goal(course)}."


def _ticks(course: GameSummary, across: Sequence[float]) -> list[Markup]:
    """Render the numbers of the deals below the chart; in a long game only of every second or third deal.

    ``across`` are the horizontal positions of the totals.
    """
    every = -(-len(course.deals) // _MOST_TICKS)
    return [
        element("text", str(number), class_="pq-course-deal", x=_at(x), y=_BOTTOM + 22)
        for place, (number, x) in enumerate(zip(course.numbers, across[1:], strict=True), 1)
        if place % every == 0
    ]


def _line(player: int, points: Sequence[Point]) -> Markup:
    """Render a player's line with a marker at each total: circles for player 0, squares for player 1."""
    path = " ".join(f"{_at(x)},{_at(y)}" for x, y in points)
    return element(
        "g",
        element("polyline", points=path),
        *(_sign(player, x, y) for x, y in points[1:]),
        class_=_OF[player],
    )


_OF = ("pq-first-line", "pq-second-line")


def _sign(player: int, x: float, y: float) -> Markup:
    if player == 0:
        return element("circle", cx=_at(x), cy=_at(y), r=_SIGN)
    side = 2 * _SIGN - 1
    return element("rect", x=_at(x - side / 2), y=_at(y - side / 2), width=side, height=side)


def _ends(course: GameSummary, ends: Sequence[Point]) -> list[Markup]:
    """Render the two final totals at the ends of the lines, moved apart if they would overlap."""
    (x, first), (_, second) = ends
    near = _APART - abs(first - second)
    if near > 0:
        up = -near / 2 if first <= second else near / 2
        first, second = first + up, second - up
    return [
        element(
            "text", str(total), class_=f"pq-course-total {_OF[player]}", x=_at(x + 12), y=_at(y + 6)
        )
        for player, (total, y) in enumerate(zip(course.totals[-1], (first, second), strict=True))
    ]


def _key(course: GameSummary, cast: PlayerNames) -> list[Child]:
    """Return the legend above the chart: each player's marker and name."""
    found: list[Child] = []
    first = 14 + _LETTER * len(cast.first(Seat.ELDER)) + _BETWEEN
    for player, seat in enumerate(Seat):
        x = _LEFT + player * min(first, WIDTH / 2)
        found.append(element("g", _sign(player, x, 14), class_=_OF[player]))
        found.append(
            element("text", cast.first(seat), class_="pq-course-name", x=_at(x + 14), y=20)
        )
    return found


def _at(place: float) -> str:
    """Return a coordinate as text with one decimal place at most."""
    return f"{place:.1f}".removesuffix(".0")
