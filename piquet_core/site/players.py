"""The directive ``players``: whoever plays against a reader, and how strong each was measured to be."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.players import PLAYERS, Strength, measured
from piquet_core.sphinxext import doctree as dt


class PlayersDirective(SphinxDirective):
    """``{players}`` lists them, the weakest first; ``{players} matches`` is the table of their matches."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the list, or the table."""
        return [_matches() if self.arguments == ["matches"] else _list()]


def _list() -> nodes.Node:
    items = [
        nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.Text(f"{one.name}, "), nodes.literal("", id)),
            nodes.definition("", dt.paragraph(one.words)),
        )
        for id, one in PLAYERS.items()
    ]
    return nodes.definition_list("", *items, classes=["pq-places"])


def _matches() -> nodes.Node:
    return dt.table(
        ("Player", "Against", "Points a deal", "95 % bounds", "Deals, twice each"),
        ([[dt.paragraph(cell)] for cell in _row(*match)] for match in measured()),
        widths=(20, 20, 20, 20, 20),
        classes=["pq-dense"],
    )


def _row(first: str, second: str, strength: Strength) -> tuple[str, ...]:
    bounds = f"{_signed(strength.low)} to {_signed(strength.high)}"
    return first, second, _signed(strength.points), bounds, str(strength.deals)


def _signed(points: float) -> str:
    return f"{points:+.2f}".replace("-", "\N{MINUS SIGN}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("players", PlayersDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
