"""Empty tables for the statistics of the reader's games, which a script fills."""

from __future__ import annotations

from piquet_core.cards.card_names import capitalize
from piquet_core.number_words import number_in_words
from piquet_core.players import PLAYERS
from piquet_core.sessions import FEATS
from piquet_core.sessions.levels import RUNG_DEALS, RUNG_WINS
from piquet_core.views.markup import Child, Markup, element

_DEALS = ("deals", "won", "as elder", "as younger")
_GAMES = ("parties", "won", "hundreds", "won")


def render_statistics() -> Markup:
    """Return the details block with the last games and the statistics. A script shows it after the first deal."""
    again = (
        "A deal counts once, as it came out the first time; one that was given up counts nothing."
    )
    return element(
        "details",
        element("summary", "Your games"),
        element(
            "div",
            element(
                "div",
                element("p", "The last games", id="pq-last-games"),
                element("ul", aria_labelledby="pq-last-games"),
                class_="pq-recent",
                hidden=True,
            ),
            _ladder(),
            _table_of("deals", "Deals, and your points in one on average", _DEALS),
            _table_of("games", "Parties, and games of a hundred up", _GAMES),
            _feats(),
            element(
                "p",
                element("b", "Best deal:"),
                " ",
                element("span"),
                class_="pq-tally-best",
                data_part="best-deal",
            ),
            element("p", again, " They are kept in this browser alone.", class_="pq-tally-note"),
            element(
                "p",
                element("button", "Forget these games", type="button", data_tally="forget"),
                element("span", role="status"),
                class_="pq-tally-forget",
            ),
        ),
        class_="pq-tally",
        data_part="statistics",
        hidden=True,
    )


def _table_of(kind: str, caption: str, heads: tuple[str, ...]) -> Markup:
    """Return an empty table, to which a script adds a row for each opponent and rule set."""
    first: Child = element("th", "against", scope="col")
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element(
                "thead",
                element("tr", first, *(element("th", one, scope="col") for one in heads)),
            ),
            element("tbody"),
            data_sheet=kind,
        ),
        class_="pq-tally-sheet",
    )


def _ladder() -> Markup:
    """Return the ladder: a row for each computer opponent, the weakest first. A script fills in the results."""
    rows = [
        element(
            "tr",
            element("th", one.name, scope="row"),
            element("td", "–"),
            element("td", "–"),
            element(
                "td",
                element("span"),
                element(
                    "button",
                    f"Play {one.name}",
                    type="button",
                    data_do="rung",
                    data_opponent=id,
                    hidden=True,
                ),
            ),
            data_rung=id,
        )
        for id, one in PLAYERS.items()
    ]
    wins, deals = number_in_words(RUNG_WINS), number_in_words(RUNG_DEALS)
    heads = ("against", "deals", "your lead on average", "")
    return element(
        "div",
        element(
            "table",
            element(
                "caption", f"The ladder: win {wins} of {deals} successive deals to reach the next"
            ),
            element(
                "thead",
                element(
                    "tr",
                    *(element("th", one, scope="col") if one else element("td") for one in heads),
                ),
            ),
            element("tbody", *rows),
            data_wins=str(RUNG_WINS),
            data_deals=str(RUNG_DEALS),
            data_part="ladder",
        ),
        class_="pq-tally-sheet",
    )


def _feats() -> Markup:
    """Return the table of feats, with all counts 0. A script updates them."""
    rows = [
        element(
            "tr",
            element("th", name, scope="row"),
            *(element("td", "0") for _ in range(2)),
            data_feat=feat,
        )
        for feat, name in (
            *((feat, f"{capitalize(feat)}s") for feat in FEATS),
            ("rubicon", "Rubicons"),
        )
    ]
    heads = [element("td"), *(element("th", one, scope="col") for one in ("made", "suffered"))]
    return element(
        "div",
        element(
            "table",
            element("caption", "What counts most"),
            element("thead", element("tr", *heads)),
            element("tbody", *rows),
        ),
        class_="pq-tally-sheet",
    )
