"""The board at the table: both hands and scores, the area between them, and the latest points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piquet_core.cards.card_names import capitalize, card_name, join_words
from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Response
from piquet_core.engine.events import Declared, Replied, Scored
from piquet_core.number_words import number_in_words
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import View, observe
from piquet_core.sessions import FEATS, Session, Table, record_of
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.replay.deal_as_text import played_hands
from piquet_core.views.replay.step_view import card_row_classes, render_player, render_table_centre
from piquet_core.views.table.answer_effects import uncounted_words
from piquet_core.views.table.deal_result import (
    render_finished_game,
    render_ledgers,
    render_story,
    why_won,
    winner_text,
)
from piquet_core.views.table.handover import render_covered_board
from piquet_core.views.table.trick_playback import (
    is_talon_look,
    render_last_trick,
    render_recent_tricks,
    steps_to_replay,
)
from piquet_core.wording.call_texts import answer_word, call_words
from piquet_core.wording.score_reasons import is_bonus, score_heading

_FEAT_OF = {rule: feat for feat, rule in FEATS.items()}


def render_board(session: Session) -> Markup:
    """Render the board during a deal, or the result at its end.

    While two players hand the device over, both hands are face down.
    """
    if session.is_covered:
        return render_covered_board(session)
    return _ended(session) if session.deal_is_over else _playing(session)


def _playing(session: Session) -> Markup:
    return _felt(session, session.table.steps[-1], session.recent())


def render_tricks(session: Session) -> list[Markup]:
    """Render the board at each talon look and each completed trick that the player has not seen yet."""
    seat = session.table.seat
    return [
        _felt(session, steps[-1], steps, looks=is_talon_look(steps[-1], seat))
        for steps in steps_to_replay(session)
    ]


def _felt(session: Session, step: Step, recent: Sequence[Step], *, looks: bool = False) -> Markup:
    """Render the board after a step. ``recent`` are the steps whose points are highlighted.

    With ``looks`` the player is looking at talon cards, which are then face up in the centre
    without the calls or the trick.
    """
    table, names = session.table, session.cast()
    view = replace(
        observe(step, table.seat), points_by_rule=()
    )  # the ledger follows the last trick
    if session.shows_both:
        view = replace(view, hands=observe(step, None).hands)
    own, other = view.hands[table.seat], view.hands[table.seat.other]
    new = own.cards - table.steps[0].state.hands[table.seat]
    gained = _gained(table, recent)
    winner = view.trick.winner if view.trick else None
    middle = replace(view, calls=(), trick=None) if looks else view
    return element(
        "div",
        render_player(other, view, names, gained[other.seat]),
        render_table_centre(middle, names),
        render_last_trick(step, names),
        _notes(session, recent),
        _called(session, view, recent),
        # Mark the drawn cards until the first card is played.
        render_player(
            replace(own, drawn=Hand() if view.trick else new),
            view,
            names,
            gained[own.seat],
        ),
        _new(view, new),
        render_recent_tricks(step, names),
        button("on", "Go on") if looks or winner is not None else None,
        class_="pq-table",
        data_part="felt",
        data_view=table.seat.name[0].lower(),
        # the side that takes the completed trick
        data_taken=None if winner is None else "near" if winner is table.seat else "far",
        # A look at the talon has no time limit.
        data_waits="" if looks else None,
    )


def _new(view: View, new: Hand) -> Markup | None:
    if view.trick or not new:
        return None
    are = "is" if len(new) == 1 else "are"
    return element(
        "p", f"New {are} the {join_words([card_name(one) for one in new])}.", class_="pq-sr"
    )


def _gained(table: Table, recent: Sequence[Step]) -> tuple[int, int]:
    """Return the points that elder and younger scored in the ``recent`` steps."""
    first = table.steps.index(recent[0]) if recent else len(table.steps)
    then = table.steps[first - 1].score if first else (0, 0)
    now = recent[-1].score if recent else then
    return now[0] - then[0], now[1] - then[1]


def _notes(session: Session, recent: Sequence[Step]) -> Markup | None:
    """Render notes on the ``recent`` steps, or None: bonuses, points that became good, automatic answers."""
    table, cast = session.table, session.cast()
    said = [_said_for(session, recent), uncounted_words(table, recent)]
    found = [element("li", one, class_="pq-announcement") for one in said if one]
    found += [
        element(
            "li",
            f"{score_heading(event.rule)}: {cast.who(event.seat)} +{event.points}",
            data_feat=_FEAT_OF.get(event.rule),
        )
        for step in recent
        if not step.is_silent(table.seat)
        for event in step.events
        if isinstance(event, Scored) and is_bonus(event.rule)
    ]
    return element("ul", *found, class_="pq-notes") if found else None


def _said_for(session: Session, recent: Sequence[Step]) -> str:
    """Return a sentence on the calls that were answered for the player because only one answer was possible.

    The first of the ``recent`` steps is the player's own decision. Returns "" if no call was
    answered automatically.
    """
    kinds: dict[str, list[str]] = {}
    for event in (one for step in recent[1:] for one in step.events):
        if isinstance(event, Replied) and event.seat is session.table.seat:
            said = answer_word(session.rules, event.response, to_none=event.to_none)
            best = event.response is Response.GOOD and not event.to_none
            why = "; you had nothing better" if best else ""
            if said:
                kinds.setdefault(f"answered “{said}” for you{why}", []).append(event.kind)
    return ". ".join(f"{capitalize(join_words(of))}: {said}" for said, of in kinds.items())


def _called(session: Session, view: View, recent: Sequence[Step]) -> Markup | None:
    """Render the opponent's latest call or answer in the ``recent`` steps in quotation marks.

    Returns None if there is none, and once a card has been played.
    """
    if view.trick is not None:
        return None
    for step in reversed(recent):
        for event in reversed(step.events):
            if not isinstance(event, Declared | Replied) or event.seat is session.table.seat:
                continue
            if isinstance(event, Replied):
                said = answer_word(session.rules, event.response, to_none=event.to_none)
            else:
                said = call_words(event.kind, event.size, event.rank)
            # Screen readers get it from the news.
            spoken = element(
                "p",
                f"“{capitalize(said)}.”",
                class_="pq-called",
                data_part="called",
                aria_hidden="true",
            )
            return spoken if said else None
    return None


# -- the deal is over ----------------------------------------------------------------------------


def _ended(session: Session) -> Markup:
    """Render the end of a deal or game: the winner, the reason, and a chart or the table of points.

    The reason is that of the game if it is over, otherwise that of the deal.
    """
    words, picture = why_won(session), render_finished_game(session)
    reason = (
        element("p", words, class_="pq-felt-why", data_part="felt-reason")
        if words
        else render_story(session, "pq-felt-why")
    )
    figures = [render_ledgers(session), _hands(session)]
    return element(
        "div",
        element(
            "div",
            element("p", winner_text(session), class_="pq-felt-words", data_part="felt-message"),
            reason,
            *([picture] if picture else figures),
            class_="pq-outcome",
        ),
        element("div", *figures, class_="pq-figures") if picture else None,
        class_=f"pq-over {'pq-game-over' if words else 'pq-reasoned' if reason else ''}".rstrip(),
        data_feat=_last_feat(session),
        data_part="game-summary",
    )


def _last_feat(session: Session) -> str | None:
    """Return the feat made with the last decision of the deal, or None."""
    events = (event for step in session.recent() for event in step.events)
    found = [_FEAT_OF.get(event.rule) for event in events if isinstance(event, Scored)]
    return next((feat for feat in reversed(found) if feat), None)


def _hands(session: Session) -> Markup:
    """Render both hands as played, that of the player at the screen first."""
    seat, cast = session.table.seat, session.cast()
    hands = played_hands(replay_record(record_of(session, session.number)))
    deal = session.table.state.deal
    return element(
        "div",
        *(_hand(hands[one], deal.hand(one), cast.titled(one)) for one in (seat, seat.other)),
        class_="pq-both",
        data_part="both-hands",
    )


def _hand(hand: Hand, dealt: Hand, name: str) -> Markup:
    """Render a hand as played. Cards that were not ``dealt`` to it are underlined."""
    drawn: list[Child] = []
    suit = None
    for card in hand:
        classes = [] if card in dealt else ["pq-drawn"]
        if suit is not None and card.suit is not suit:
            classes.append("pq-suit-gap")
        suit = card.suit
        drawn.append(Markup(card_svg(card, classes=" ".join(classes))))
    taken = len(hand - dealt)
    if taken:
        name = f"{name}: {number_in_words(taken, most=9)} taken in, underlined"
    groups = 1 + join(drawn).count("pq-suit-gap")
    return element(
        "div",
        element("p", name, class_="pq-label"),
        element(
            "div",
            *drawn,
            class_=card_row_classes("pq-hand", len(drawn), groups),
            data_part="hand",
            aria_hidden="true",
        ),
    )
