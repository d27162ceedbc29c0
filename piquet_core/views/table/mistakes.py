"""The mistakes in a deal: the number of good decisions, and the costliest of the others."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.players import JUDGE, find_player
from piquet_core.replay.replay import replay_record
from piquet_core.review.deal_objective import game_name
from piquet_core.review.deal_review import Judgement, Review, costliest, decisions
from piquet_core.review.decision_losses import DISCARDS, losses_by_kind
from piquet_core.review.lessons import lesson_against
from piquet_core.sessions import Session, record_of
from piquet_core.sessions.hint_search import reason_words, rule_words
from piquet_core.views.card_symbols import inline_cards
from piquet_core.views.markup import Child, Markup, element
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.decision_text import (
    OPEN,
    cost_text,
    decision_sentence,
    open_cost_text,
)
from piquet_core.views.table.deal_result import points_of_deal
from piquet_core.wording.decision_reviews import (
    COUNTED,
    GOOD,
    advantage_words,
    already_decided_words,
    better_line_words,
    no_mistakes_words,
    objective_words,
    unjudged_calls_words,
    was_or_were,
)
from piquet_core.wording.player_names import PlayerNames


def render_mistakes(session: Session, found: Review) -> Markup:
    """Render the costliest mistakes, with links to the replay.

    The mistakes are those of the player at the screen. In a game between two persons they are those
    of both, after both players' accuracy, which `render_worst_mistake` otherwise renders.
    """
    seat, cast = session.table.seat, session.cast()
    game = game_name(found.objective)
    dear = costliest(one for one in found.judgements if session.friend or one.seat is seat)
    most = "What cost most" if session.friend else "What cost you most"
    return element(
        "div",
        _accuracy(session, found) if session.friend or found.is_decided else None,
        None if dear or found.is_decided else element("p", _faultless(session)),
        element("h3", most) if dear else None,
        element("ol", *(_line(one, cast, game, _why(session, found, one)) for one in dear))
        if dear
        else None,
        element("p", element("small", _which(dear, cast, game))) if dear else None,
        element(
            "details",
            element("summary", "How this is judged"),
            element("p", element("small", _how(found, cast))),
        ),
    )


def _accuracy(session: Session, found: Review) -> Markup:
    """Render the number of each player's good decisions, or that the game was already decided."""
    seat, cast = session.table.seat, session.cast()
    own, other = found.sides[seat], found.sides[seat.other]
    if found.is_decided:
        said = already_decided_words(game_name(found.objective))
    else:
        said = (
            f"{own.best} of {cast.whose(seat)} {own.decisions} decisions {was_or_were(own.best)} {GOOD}, "
            f"and {other.best} of {cast.whose(seat.other)} {other.decisions}. {COUNTED}."
        )
    return element("p", said, class_="pq-accuracy")


def render_worst_mistake(session: Session, found: Review, links: Links) -> Markup:
    """Render the person's costliest mistake with a button to play on from it, and both players' accuracy.

    After a lost deal the lesson against it is proposed. The result is "" for two persons at one device.
    """
    seat, cast = session.table.seat, session.cast()
    if session.friend:
        return Markup("")
    accuracy = _accuracy(session, found)
    if found.is_decided:
        return element("div", accuracy)
    game = game_name(found.objective)
    dear = costliest((one for one in found.judgements if one.seat is seat), 1)
    lesson = _lesson(session, found, links)
    if not dear:
        return element("div", element("p", no_mistakes_words(cast)), lesson, accuracy)
    one = dear[0]
    again = element(
        "button",
        "Play that moment again",
        type="button",
        data_do="retry",
        data_step=one.step,
        title="With the same cards, from this decision on",
    )
    return element(
        "div",
        element(
            "p",
            element("b", f"{_place(one)} cost you most: "),
            cost_text(one, cast, game),
            ". ",
            decision_sentence(one, cast),
        ),
        _why(session, found, one),
        lesson,
        element("p", again),
        accuracy,
    )


def _place(one: Judgement) -> str:
    return "The exchange" if one.open is None else f"Trick {one.step[1:-1]}"


def _lesson(session: Session, found: Review, links: Links) -> Markup | None:
    """Render the proposal of the lesson against the reason why the deal was lost, or None."""
    table = session.table
    if table.state.score[table.seat] >= table.state.score[table.seat.other]:
        return None
    losses = losses_by_kind(replay_record(record_of(session, session.number)), found, table.seat)
    dear = costliest((one for one in found.judgements if one.seat is table.seat), 1)
    if dear and dear[0].open is None:
        # The lesson is about the decision that is named beside it.
        losses = {kind: lost for kind, lost in losses.items() if kind in DISCARDS}
    against = lesson_against(losses, table.events, table.seat)
    link = links.to_lesson(against.lesson, against.teaches) if against else None
    if against is None or link is None:
        return None
    # The decision that cost most is named above.
    is_named = bool(dear) and against.subject == _place(dear[0])
    said = "" if is_named else f"{against.subject} cost you most. "
    return element("p", f"{said}Lesson: ", link, ".")


_WHERE = {"Play": "in the play", "Pique": "for the pique"}
_WHERE |= {"The cards": "for the cards", "Capot": "for the capot"}
_CALLS = "in the calls"


def _faultless(session: Session) -> str:
    """Return sentences that there were no mistakes, and on the part of the deal that made the difference."""
    cast = session.cast()
    parts = {_CALLS: 0}
    for head, (own, other) in points_of_deal(session).items():
        where = _WHERE.get(head, _CALLS)
        parts[where] = parts.get(where, 0) + own - other
    return f"{no_mistakes_words(cast)} {advantage_words(parts, session.table.seat, cast)}"


def _which(dear: Sequence[Judgement], cast: PlayerNames, game: str) -> str:
    """Return an explanation of the two kinds of cost. ``game`` is the name of the game at stake, or ""."""
    lay = any(map(open_cost_text, dear))
    open_ = (
        f" {OPEN}: the result in this deal if both had then played their best with open hands."
        if lay
        else ""
    )
    points = "" if game and not lay else " Points are the difference between the two scores."
    return (
        f"{_known(dear[0], cast)}: the verdict, on average over all hands that the other player might hold."
        f"{open_}{points} "
        f"A better line shows how the deal might have gone if {find_player(JUDGE).name} had played on for both. "
        "It may score more or less."
    )


def _known(one: Judgement, cast: PlayerNames) -> str:
    """Return the label of the cost by the player's knowledge: *As far as you could know*."""
    who = cast.who(one.seat) if cast.you is not None else "its player"
    return f"As far as {who} could know"


def _how(found: Review, cast: PlayerNames) -> str:
    """Return an explanation of the method and the objective of the review."""
    before = found.objective.before if found.objective else (0, 0)
    judge = find_player(JUDGE).name
    return (
        f"Judged for {objective_words(game_name(found.objective), before, cast)}, as {judge} judges "
        f"a discard or a card. Calls, answers and counts are not judged: {unjudged_calls_words(judge)}. "
        f"{better_line_words(judge)}"
    )


def _why(session: Session, found: Review, one: Judgement) -> Markup | None:
    """Render the reason and the rule of thumb for the better choice at a decision.

    Returns None if neither is known, or if the decision is the opponent's.
    """
    cast = session.cast()
    if cast.you is not one.seat:
        return None  # reasons address the player
    replay = replay_record(record_of(session, session.number))
    state = next(state for step, state, _ in decisions(replay) if step == one.step)
    words = reason_words(state, one, cast, found.objective)
    if one.open is None:
        return element("p", words) if words else None
    card, rule = inline_cards(one.chosen), rule_words(state, one)
    said: list[Child] = []
    if words.startswith("it "):
        said += [card, f" {words.removeprefix('it ')}."]
    elif words:
        said += ["After ", card, f" {words}."]
    if rule:
        best = inline_cards(one.best)
        said += [" " if said else None, "A rule of thumb speaks for ", best, f": “{rule}”"]
    return element("p", *said) if said else None


def _line(one: Judgement, cast: PlayerNames, game: str, why: Markup | None) -> Markup:
    where = _place(one)
    priced = [(_known(one, cast), cost_text(one, cast, game))]
    if lay := open_cost_text(one):
        priced.append((OPEN, lay))
    look = element(
        "button",
        "Look",
        type="button",
        data_do="look",
        data_step=one.step,
        aria_label=f"Look at it in the replay: {where.lower()}",
    )
    better = element(
        "button",
        "Better line",
        type="button",
        data_do="better",
        data_variation=f"{one.step}~{'+'.join(map(str, one.best))}",
        aria_label=f"Play the better line: {where.lower()}",
    )
    return element(
        "li",
        element("p", element("b", where)),
        element("p", decision_sentence(one, cast)),
        why,
        element(
            "dl",
            *(
                element("div", element("dt", f"{name}:"), " ", element("dd", cost))
                for name, cost in priced
            ),
        ),
        element("p", look, " ", better),
    )
