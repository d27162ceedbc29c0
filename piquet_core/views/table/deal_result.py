"""The end of a deal or a game: the winner, the origin of the points, and the next actions."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import DealEnded
from piquet_core.engine.game import deals_to_play
from piquet_core.players import PLAYERS, find_player
from piquet_core.replay.steps import points_by_rule
from piquet_core.sessions import PERSON, Session
from piquet_core.sessions.game_summary import GameSummary, summarise_game
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, bind_numbers, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.score_ledger import SOURCES, render_ledger
from piquet_core.views.replay.score_ledger import points_by_heading as points_made
from piquet_core.views.replay.step_view import render_sentence
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.views.table.game_chart import deciding_factor, render_game_chart
from piquet_core.views.table.game_score_text import (
    GAME,
    payoff_text,
    render_settlement_rule,
    standing_text,
)
from piquet_core.views.table.opponent_level import render_slips
from piquet_core.wording.deal_story import deal_story
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import join_with_and
from piquet_core.wording.score_reasons import score_heading, score_items


def render_result(session: Session, links: Links) -> Markup:
    """Render the result of the deal and the game, the standing, and the next actions.

    An empty container for the mistakes follows, which a script fills.
    """
    ended = element(
        "div",
        element(
            "div",
            element("h2", bind_numbers(f"{_head(session)}.")),
            *_story(session),
            # The felt already shows the totals in large letters.
            _settled(session, links),
            _capot(session, links),
            element("p", game_standing(session), class_="pq-game-standing", data_part="standing")
            if game_standing(session)
            else None,
        ),
        element(
            "div",
            element("div", data_part="level") if session.is_over else None,
            element("p", *_ways_on(session), class_="pq-action-bar", data_part="actions"),
            _more(session),
        ),
        render_slips(session, links),
        _every_point(session, links),
        class_="pq-ended",
        data_part="deal-result",
    )
    costs = element(
        "div",
        class_="pq-costs",
        data_part="mistakes",
        tabindex=-1,
        role="group",
        aria_label="What the decisions have cost",
    )
    return join([ended, costs])


def _ways_on(session: Session) -> list[Child]:
    """Return the buttons for the next deal or another game, and the two for looking back at the deal."""
    review = button("review", "Review the deal")
    back: list[Child] = [review]
    if session.friend and not session.table.is_void:
        back.insert(0, _costs())
    if not session.is_over:
        return [button("next", f"Next deal: {_dealer(session)}"), *back]
    again = (
        f"{session.name} and {session.friend}"
        if session.friend
        else find_player(session.opponent).name
    )
    return [_opponent(f"Play {again} again", session.opponent), *back]


def _costs() -> Markup:
    return button("costs", "What cost most?", "What the decisions have cost")


def _story(session: Session) -> list[Child]:
    """Return the deal's timeline and the place of the costliest decision, which a script fills.

    After a game of several deals a sentence on the last deal stands before them.
    """
    table, cast = session.table, session.cast()
    if table.is_void:
        return []
    names = (cast.first(Seat.ELDER), cast.first(Seat.YOUNGER))
    first = None
    if session.before is not None:
        first = element("p", f"The first time it came to {session.before[0]}–{session.before[1]}.")
    worst = element(
        "div",
        class_="pq-worst",
        data_part="worst-mistake",
        role="group",
        aria_label="What cost you most",
    )
    return [
        # Otherwise it stands on the felt.
        render_story(session, "pq-deal-story") if why_won(session) else None,
        first,
        render_timeline(phases(table.steps, names), names, linked=False),
        None if session.friend else worst,
    ]


def render_story(session: Session, style: str) -> Markup | None:
    """Render the sentence on the part of the deal that decided it, or None if there was no deal."""
    table = session.table
    if table.is_void:
        return None
    told = deal_story(table.events, session.cast(), table.seat)
    return element("p", bind_numbers(told), class_=style, data_part="deal-story")


def _more(session: Session) -> Markup:
    """Render the secondary buttons in a disclosure."""
    return element(
        "details",
        element("summary", "More"),
        element("p", *_ways_aside(session), class_="pq-quiet"),
        class_="pq-more",
        data_part="more-actions",
    )


def _ways_aside(session: Session) -> list[Child]:
    """Return the secondary buttons: all mistakes, a stronger or weaker opponent, the record, and a new game."""
    found: list[Child] = []
    if not session.friend and not session.table.is_void:
        found.append(_costs())
    ranked = [*PLAYERS]
    if session.is_over and session.opponent in ranked:
        place = ranked.index(session.opponent)
        others = (
            ("Harder", ranked[place + 1 : place + 2]),
            ("Easier", ranked[max(0, place - 1) : place]),
        )
        found += [
            _opponent(f"{label}: {find_player(id).name}", id) for label, ids in others for id in ids
        ]
    if session.is_over and session.before is None and not session.friend:
        # A script shows it on a page with challenges.
        found.append(
            element("button", "Challenge a friend", type="button", data_do="challenge", hidden=True)
        )
    leave = button("new", "A new game" if session.is_over else "Leave the table")
    return [*found, button("record", "Save the record"), leave]


def _opponent(words: str, id: str) -> Markup:
    return element("button", words, type="button", data_do="again", data_opponent=id)


def _dealer(session: Session) -> str:
    """Return a phrase for the dealer of the next deal: *you deal*, or *A deals*."""
    table, cast = session.table, session.cast()
    same = table.is_void or not session.rules.flag("deal.alternates").value
    return cast.does(Seat.YOUNGER if same else Seat.ELDER, "deals")


def deal_summary(session: Session) -> str:
    """Return the result of the deal as text, followed by that of the game if the game is over."""
    table = session.table
    if table.is_void:
        return f"{_ended(session)}."
    seat, cast = table.seat, session.cast()
    totals = ", ".join(f"{cast.who(one)} {table.state.score[one]}" for one in (seat, seat.other))
    said = f"{_ended(session)}: {totals}. {deal_story(table.events, cast, seat)}"
    if session.is_over and session.form != ONE_DEAL:
        said = " ".join([said, f"{winner_text(session)}.", why_won(session)]).strip()
    return said


def _ended(session: Session) -> str:
    """Return a sentence that the deal has ended, or that the players agreed on a new one, without a full stop."""
    table = session.table
    if table.is_void:
        return "You have both agreed to a new deal"
    out = any(isinstance(event, DealEnded) for event in table.events)
    return f"{_deal(session)} {'is over' if out else 'ends here'}"


def _head(session: Session) -> str:
    """Return the heading: that the game is over, or else that the deal is."""
    game = GAME.get(session.form) if session.is_over and not session.table.is_void else None
    return f"The {game} is over" if game else _ended(session)


def _deal(session: Session) -> str:
    """Return the name of the current deal: *Deal 3*, or *The deal* in a game of a single deal."""
    return "The deal" if session.form == ONE_DEAL else f"Deal {session.number}"


def winner_text(session: Session) -> str:
    """Return a sentence without a full stop on the winner and the score.

    The sentence is about the game if it is over, otherwise about the deal.
    """
    table, cast = session.table, session.cast()
    if table.is_void:
        return "A new deal is due"
    game = GAME.get(session.form) if session.is_over else None
    settled = session.settlement if game else None
    totals = settled.totals if settled else session.totals
    person, opponent = totals if game else _points(session)
    if person == opponent:
        return f"The {game or 'deal'} is a draw, {person} all"
    won = table.seat if (person > opponent) else table.seat.other
    if settled is not None:
        won = table.seat if settled.winner == PERSON else table.seat.other
        high, low = max(person, opponent), min(person, opponent)
        return f"{cast.first(won, f'wins the {game}')}, {high} to {low}"
    return cast.first(won, f"wins the deal by {abs(person - opponent)}")


def finished_game(session: Session) -> GameSummary | None:
    """Return a summary of the game, or None if it is not over, has no winner or is a single deal."""
    tables = enumerate(session.tables, 1)
    numbers = [number for number, table in tables if not table.is_void]
    settled = session.settlement if session.is_over else None
    return summarise_game(session.rules, session.form, session.deals, settled, numbers)


def why_won(session: Session) -> str:
    """Return a sentence on the reason why the game was won, or "" if `finished_game` is None."""
    found = finished_game(session)
    return deciding_factor(found, _players(session)) if found else ""


def _players(session: Session) -> PlayerNames:
    """Return the names of the player at the screen and the opponent, in this order."""
    cast, seat = session.cast(), session.table.seat
    return PlayerNames((cast[seat], cast[seat.other]), None if cast.you is None else Seat.ELDER)


def render_finished_game(session: Session) -> Markup | None:
    """Render the chart of a finished game, or None for an unfinished game or a single deal."""
    found = finished_game(session)
    if found is None or len(found.deals) < 2:
        return None
    return render_game_chart(found, _players(session))


def _points(session: Session) -> tuple[int, int]:
    """Return the points of the player at the screen and of the opponent in the current deal."""
    score, seat = session.table.state.score, session.table.seat
    return score[seat], score[seat.other]


def game_standing(session: Session) -> str:
    """Return the score of an unfinished game and the points still needed, or ""."""
    if session.is_over or session.form == ONE_DEAL:
        return ""
    person, opponent = session.totals
    totals = (person, opponent) if session.table.seat is Seat.ELDER else (opponent, person)
    left = deals_to_play(session.rules, session.deals) if session.form == "rubicon" else None
    return standing_text(session.rules, session.form, session.cast(), totals, left)


def _settled(session: Session, links: Links) -> Markup | None:
    """Render the value of the game, with the settlement rule in a disclosure, or None if it is not settled."""
    settled = session.settlement
    if settled is None:
        return None
    return element(
        "div",
        element("p", payoff_text(settled)) if payoff_text(settled) else None,
        render_settlement_rule(session.rules, settled, links),
        class_="pq-settled",
        data_part="settlement",
    )


def _every_point(session: Session, links: Links) -> Markup | None:
    """Render all points of both players with their rules in a disclosure, or None if nobody scored."""
    table, cast = session.table, session.cast()
    made = {seat: score_items(table.events, seat) for seat in (table.seat, table.seat.other)}
    if not any(made.values()):
        return None
    return element(
        "details",
        element("summary", "Every point and its rule"),
        *(
            element(
                "p",
                cast.first(seat, "made"),
                " ",
                render_sentence(join_with_and(found), links),
                f": {table.state.score[seat]}.",
            )
            for seat, found in made.items()
            if found
        ),
        class_="pq-every-point",
    )


def _capot(session: Session, links: Links) -> Markup | None:
    """Render a note with the rule on capot and the cards, or None if there was no capot in the deal."""
    if score_heading("capot.points") not in points_of_deal(session):
        return None
    mode = session.rules.answers["capot.mode"]
    return element("p", element("small", "The capot: ", links.to_rule(mode.id, mode.words), "."))


# -- where the points came from ------------------------------------------------------------------


def points_of_deal(session: Session) -> dict[str, tuple[int, int]]:
    """Return the points of the player at the screen and of the opponent, in this order, by heading."""
    return points_made(points_by_rule(session.table.events), session.table.seat)


def render_ledgers(session: Session) -> Markup | None:
    """Render a table of the deal's points by origin and, after a game of several deals, one of the game.

    Returns None if the players agreed on a new deal.
    """
    if session.table.is_void:
        return None
    cast, seat = session.cast(), session.table.seat
    names = [cast.first(one) for one in (seat, seat.other)]
    game = GAME.get(session.form) if session.is_over and session.played else None
    total = (_deal(session), _points(session))
    head = "The last deal" if game else SOURCES
    deal = render_ledger(head, names, list(points_of_deal(session).items()), total)
    rows = []
    for number, table in enumerate(session.tables, 1):
        score = table.state.score
        void = ", given up" if table.is_void else ""
        rows.append((f"Deal {number}{void}", (score[table.seat], score[table.seat.other])))
    whole = (
        render_ledger("The deals", names, rows, (f"The {game}", session.totals), nil="0")
        if game
        else None
    )
    return element("div", whole, deal, class_="pq-ledgers")
