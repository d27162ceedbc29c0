"""The directive ``players``: the opponents and their measured strength."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_card
from piquet_core.number_words import number_in_words
from piquet_core.players import (
    ALL_PLAYERS,
    EARLIER_PLAYERS,
    PLAYERS,
    YARDSTICK,
    CallingTrial,
    DecisionLoss,
    PartieResults,
    Profile,
    Strength,
    all_mistakes,
    calling_trials,
    costly_decisions,
    decision_losses,
    measured_matches,
    whole_parties,
)
from piquet_core.players.matches import SURE
from sphinx_piquet import doctree as dt
from sphinx_piquet.inline_roles import card
from sphinx_piquet.registration import register

LEVELS = {"beginner": -10.0, "pupil": -4.0}
"""The targets of the players below the yardstick, in points a deal against it."""
ORACLE = "oracle"
"""The id, among measured players, of a player that sees both hands."""
OVER_YARDSTICK, OVER_NEXT, OVER_EARLIER, UNDER_ORACLE = 6.0, 1.5, 0.4, 0.8
"""The targets, in points a deal: the strongest player over the yardstick, each player over the next
weaker one, the strongest player over its earlier versions, and at most an oracle over the strongest
player."""

_TIMES = re.compile(r"(?<=\d)x(?=\d)")


def margin_text(first: str, second: str) -> str:
    """Return the intended margin between two players as text, or "" without a target."""
    if first == ORACLE:
        return f"at most {UNDER_ORACLE:.1f}"
    if (first, second) == ([*PLAYERS][-1], YARDSTICK):
        return f"{OVER_YARDSTICK:+.1f}"
    if second in EARLIER_PLAYERS:
        return f"{OVER_EARLIER:+.1f}"
    if first in LEVELS:
        if second == YARDSTICK:
            return _signed(LEVELS[first], 1)
        return f"{LEVELS[first] - LEVELS[second]:+.1f}" if second in LEVELS else ""
    return f"{OVER_NEXT:+.1f}" if (second, first) in pairwise(PLAYERS) else ""


class PlayersDirective(SphinxDirective):
    """``{players}``: the opponents from weakest to strongest, then players of earlier versions.

    With an argument it is a table: ``matches`` of their matches, ``mistakes`` of the mistakes that
    some of them make, ``losses`` of what the strongest player's decisions lose, ``costly`` of the
    costliest of them, and ``calling`` of what other calls bring.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the list of players, or the table of matches with its notes."""
        match self.arguments:
            case ["matches"]:
                return [_matches(), *_since()]
            case [table] if table in _TABLES:
                return [_TABLES[table]()]
            case [other]:
                raise self.error(f"no table of players named {other[:20]!r}")
        return [_list(PLAYERS), dt.paragraph(_EARLIER), _list(EARLIER_PLAYERS)]


_EARLIER = (
    "For comparison the commands also know players of earlier versions. "
    "The table does not offer them."
)


def _list(players: Mapping[str, Profile]) -> nodes.Node:
    items = [
        nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.Text(f"{one.name}, "), nodes.literal("", id)),
            nodes.definition("", dt.paragraph(one.words)),
        )
        for id, one in players.items()
    ]
    return nodes.definition_list("", *items, classes=["pq-places"])


_FIGURES = ("pq-dense", "no-search")
"""Classes of a table of figures. Its words are left out of the search index, which every search loads."""


def _matches() -> nodes.Node:
    rows = [
        (
            first,
            second,
            f"{_signed(one.points)} a deal",
            _bounds(one),
            margin_text(first, second),
            _deals(one),
        )
        for first, second, one in measured_matches()
    ]
    for first, second, won in whole_parties():
        bounds = f"{_percent(won.low)} to {_percent(won.high)}"
        met = f"{won.parties // 2} parties"
        rows.append((first, second, _percent(won.won), bounds, "", met))
    return dt.table(
        ("Players", "Measured, with 95% bounds", "Aim", "Twice each"),
        (
            [
                [dt.paragraph(f"{first} over {second}")],
                [dt.paragraph(found), dt.paragraph(bounds)],
                [dt.paragraph(wanted)],
                [dt.paragraph(met)],
            ]
            for first, second, found, bounds, wanted, met in rows
        ),
        widths=(26, 36, 16, 22),
        classes=_FIGURES,
    )


def _mistakes() -> nodes.Node:
    """Return the table of mistakes, with the share of chances in which each player makes them."""
    ids = [id for id, one in PLAYERS.items() if one.slip]
    names = [PLAYERS[id].name for id in ids]
    return dt.table(
        ("The player …", *names),
        (
            [
                [dt.paragraph(one.name)],
                *([dt.paragraph(f"{100 * one.odds[id]:.0f}%")] for id in ids),
            ]
            for one in all_mistakes().values()
        ),
        widths=(60, *(20 for _ in ids)),
        classes=["pq-dense"],
    )


def _losses() -> nodes.Node:
    """Return the table of what the strongest player's decisions lose, by kind."""
    return dt.table(
        ("Decisions", "Lost a deal, with 95% bounds", "Deals"),
        (
            [
                [
                    dt.paragraph(
                        one.kind.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").capitalize()
                    )
                ],
                [dt.paragraph(f"{one.points:.3f}"), dt.paragraph(_interval(one, 3))],
                [dt.paragraph(str(one.deals))],
            ]
            for one in decision_losses()
        ),
        widths=(40, 40, 20),
        classes=_FIGURES,
    )


def _costly() -> nodes.Node:
    """Return the table of the strongest player's costliest decisions."""
    return dt.table(
        ("Deal and step", "Master’s choice", "Better", "Cost, ± 95%"),
        (
            [
                [dt.paragraph(nodes.literal("", one.deal)), dt.paragraph(one.step)],
                [dt.paragraph(*_cards(one.chosen))],
                [dt.paragraph(*_cards(one.best))],
                [dt.paragraph(f"{one.cost:.1f} ± {SURE * one.error:.1f}")],
            ]
            for one in costly_decisions()
        ),
        widths=(34, 24, 24, 18),
        classes=_FIGURES,
    )


def _cards(names: str) -> list[nodes.Node]:
    return dt.joined([parse_card(name) for name in names.split()], card, " ")


def _calling() -> nodes.Node:
    """Return the table of what other calls bring the strongest player."""
    return dt.table(
        ("Elder calls …", "Gain a deal, with 95% bounds", "Deals that changed"),
        (
            [
                [dt.paragraph(one.way)],
                [dt.paragraph(_signed(one.points, 3)), dt.paragraph(_interval(one, 3))],
                [dt.paragraph(f"{one.changed} of {one.deals}")],
            ]
            for one in calling_trials()
        ),
        widths=(44, 32, 24),
        classes=_FIGURES,
    )


_TABLES: Mapping[str, Callable[[], nodes.Node]] = {
    "mistakes": _mistakes,
    "losses": _losses,
    "costly": _costly,
    "calling": _calling,
}


def _interval(one: DecisionLoss | CallingTrial, places: int) -> str:
    return f"{_signed(one.low, places)} to {_signed(one.high, places)}"


def _bounds(one: Strength) -> str:
    return f"{_signed(one.low)} to {_signed(one.high)}"


def _deals(one: Strength) -> str:
    return f"{one.deals} deals"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _since() -> Iterator[nodes.Node]:
    """Yield a note for each player whose search budget has changed since it was measured."""
    found: dict[tuple[str, str], list[str]] = {}
    rows: list[tuple[str, str, Strength | PartieResults]] = [*measured_matches(), *whole_parties()]
    for first, second, one in rows:
        for id, words in zip((first, second), one.budgets, strict=True):
            budget = ALL_PLAYERS[id].budget if id in ALL_PLAYERS else None
            if budget and budget.words != words:
                found.setdefault((id, words), []).append(one.commit)
    for (id, words), commits in found.items():
        number = number_in_words(len(commits)).capitalize() + (
            " row is" if len(commits) == 1 else " rows are"
        )
        yield dt.paragraph(
            f"{number} for an earlier {ALL_PLAYERS[id].name}, which searched less or differently: "
            f"{_TIMES.sub('×', words)} (commit {', '.join(sorted(set(commits)))}).",
            classes=["no-search"],
        )


def _signed(points: float, places: int = 2) -> str:
    return f"{points:+.{places}f}".replace("-", "\N{MINUS SIGN}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(app, directives={"players": PlayersDirective})
