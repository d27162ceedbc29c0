"""The score of a game: a row of cells under the board, and a table with all deals."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.rules import RuleSet, brief_title, changed_answers
from piquet_core.sessions import Session, Table
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.sessions.uncounted import uncounted_points
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.table.deal_result import points_of_deal
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.score_reasons import USUAL_HEADS, score_heading, score_headings

_MOST_CELLS = 6
_NOTHING = "–"


# -- the rail ------------------------------------------------------------------------------------


def render_rail(session: Session, cast: PlayerNames | None = None) -> Markup:
    """Render the score as a row of cells: one per deal or, for a single deal, one per origin of points.

    ``cast`` overrides the players' names, as in `render_news`.
    """
    cast, seat = cast or session.cast(), session.table.seat
    person, opponent = session.totals
    one = session.form == ONE_DEAL
    whole = "Deal" if one else "Partie" if session.form == "rubicon" else "Game"
    total = element(
        "li",
        element("span", f"{whole}, {cast.who(seat)} to {cast.who(seat.other)}"),
        element("b", f"{person}–{opponent}"),
        class_="pq-whole",
        data_part="game-score",
    )
    return element(
        "ol",
        *(_headings(session) if one else _deals(session)),
        total,
        class_="pq-cells",
        data_part="deal-scores",
        tabindex=0,  # scrolls sideways on a phone
        aria_label="The state of the game",
    )


def _headings(session: Session) -> list[Child]:
    found = points_of_deal(session)
    # They follow from a hand that is not to be seen while the device changes hands.
    uncounted = {} if session.is_covered else uncounted_points(session.table)
    good = {score_heading(rule): points for points, rule in uncounted.values()}
    return [
        _uncounted(head, good[head])
        if head in good
        else _cell(head, "–".join(map(str, found[head])) if head in found else _NOTHING)
        for head in score_headings()
        if head in found or head in USUAL_HEADS
    ]


def _uncounted(head: str, points: int) -> Markup:
    """Render the cell of points that are good and not counted yet."""
    later = element("span", ", counted when all is called", class_="pq-sr")
    title = f"{points}, counted when all is called"
    return element(
        "li",
        element("span", head),
        " ",
        element("b", str(points), later, title=title),
        class_="pq-good",
    )


def _deals(session: Session) -> list[Child]:
    tables = session.tables
    first = max(0, len(tables) - _MOST_CELLS)
    cells: list[Child] = []
    for number, table in enumerate(tables[first:], first + 1):
        score = table.state.score
        said = "given up" if table.is_void else f"{score[table.seat]}–{score[table.seat.other]}"
        cells.append(_cell(f"Deal {number}", said, now=table is session.table))
    if session.form == "rubicon":
        last = session.rules.number("rubicon.deals").value
        void = sum(table.is_void for table in session.played)
        cells += [_cell(f"Deal {one}", _NOTHING) for one in range(len(tables) + 1, last + void + 1)]
    return cells


def _cell(name: str, said: str, *, now: bool = False) -> Markup:
    return element(
        "li",
        element("span", name),
        " ",
        element("b", said),
        aria_current="true" if now else None,
    )


# -- the sheet -----------------------------------------------------------------------------------


def render_score_sheet(session: Session, links: Links) -> Markup:
    """Render the score of the game as a table with a row per deal, and the terms of the game."""
    cast, seat = session.cast(), session.table.seat
    head = element(
        "tr",
        element("th", "Deal", scope="col"),
        element("th", "Dealt by", scope="col"),
        element("th", cast.first(seat), scope="col", class_="pq-total"),
        element("th", cast.first(seat.other), scope="col", class_="pq-total"),
        element("td"),
    )
    tables = session.tables
    rows = [_row(session, number, table) for number, table in enumerate(tables, 1)]
    person, opponent = session.totals
    foot = element(
        "tr",
        element("th", "Together", scope="row", colspan=2),
        element("td", str(person), class_="pq-total"),
        element("td", str(opponent), class_="pq-total"),
        element("td"),
    )
    caption = element("caption", "The score")
    table = element(
        "table",
        caption,
        element("thead", head),
        element("tbody", *rows),
        element("tfoot", foot) if len(rows) > 1 else None,
        class_="pq-scores",
        data_part="scores",
    )
    return element(
        "div",
        None if session.form == ONE_DEAL else table,  # the board shows the score of a single deal
        element("p", join(_terms(session, links)), class_="pq-terms", data_part="terms"),
    )


def _row(session: Session, number: int, table: Table) -> Markup:
    scores = (table.state.score[table.seat], table.state.score[table.seat.other])
    going = table is session.table and not session.deal_is_over
    note = ", on the table" if going else ", given up" if table.is_void else ""
    return element(
        "tr",
        element("th", f"{number}{note}", scope="row"),
        element("td", session.cast(table).first(Seat.YOUNGER)),
        *(element("td", str(score), class_="pq-total") for score in scores),
        _again(number, here=table is session.table),
    )


def _again(number: int, *, here: bool) -> Markup:
    """Render a table cell with a button that reviews an earlier deal.

    The cell of the current deal is empty.
    """
    if here:
        return element("td")
    label = f"Review deal {number}"
    return element(
        "td",
        element(
            "button", "Review", type="button", data_do="review", data_deal=number, aria_label=label
        ),
    )


def _terms(session: Session, links: Links) -> list[Child]:
    """Return the rule set, the form of the game and its target as rich text with links to the rules."""
    return [*_form(session, links), *_changes(session.rules, links)]


def _changes(rules: RuleSet, links: Links) -> list[Child]:
    """Return the changed answers of a variant with links to the rules, or an empty list."""
    changed: list[Child] = [
        join([links.to_rule(one.id, one.rule.title), f": {one.words}"])
        for one in changed_answers(rules)
    ]
    return [" Changed: ", join(changed, "; "), "."] if changed else []


def _form(session: Session, links: Links) -> list[Child]:
    rules = session.rules
    said: list[Child] = [f"{brief_title(rules)}: "]
    if session.form == "rubicon":
        deals, line = rules.number("rubicon.deals"), rules.number("rubicon.line")
        return [
            *said,
            "a partie of ",
            links.to_rule(deals.id, deals.words),
            "; the ",
            links.to_rule(line.id, "Rubicon"),
            f" is at {line.value}.",
        ]
    if session.form == "hundred-up":
        target, end = rules.number("hundred.target"), rules.choice("hundred.end")
        return [
            *said,
            "to ",
            links.to_rule(target.id, str(target.value)),
            "; ",
            links.to_rule(end.id, end.words),
            ".",
        ]
    return [*said, "a single deal."]
