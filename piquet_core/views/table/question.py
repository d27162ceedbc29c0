"""The prompt at the table: the decision to make, the latest events, and the deal so far."""

from __future__ import annotations

from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.sessions import Session, Table, record_of
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.deal_as_text import render_hands
from piquet_core.views.replay.decision_choices import render_choices
from piquet_core.views.replay.step_view import render_sentence, render_story
from piquet_core.views.table.answer_effects import deductions, render_deductions
from piquet_core.views.table.claims import render_claim
from piquet_core.views.table.deal_result import deal_summary, render_result
from piquet_core.views.table.handover import handover_text, render_handover, render_handover_note
from piquet_core.views.table.opponent_level import new_slips_text, render_new_slips
from piquet_core.wording.move_choices import Choices, choices
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text


def render_question(session: Session, links: Links, *, claims: bool = False) -> Markup:
    """Render the decision that the player has to make or, after the deal, the result.

    ``claims`` sets whether the opponent may claim the remaining tricks.
    """
    if session.is_covered:
        return render_handover(session)
    found = None if session.deal_is_over else choices(session.table.state, yours=True)
    if found is None:
        return render_result(session, links)
    more: list[Child] = [_forced(session, found), render_claim(session, opponent_may=claims)]
    return Markup(render_choices(found, session.cast(), links) + join(more))


def _forced(session: Session, found: Choices) -> Markup | None:
    """Render a button that makes the engine play every forced card of the game.

    Returns None unless the present card is forced, and for the last card or in a game of two
    persons.
    """
    cards = [one for one in found.choices if one.card >= 0]
    if session.friend:
        return None  # one of two persons does not decide for both
    legal = [one for one in cards if one.refusal is None]
    if len(legal) != 1 or len(cards) == 1:
        return None
    return element(
        "button",
        "Play forced cards for me",
        type="button",
        class_="pq-forced",
        data_part="forced-note",
        data_move=legal[0].move,
        data_forced="on",
        title="This one, and in this game every card that is the only one allowed",
    )


# -- what happened -------------------------------------------------------------------------------


def render_news(session: Session, links: Links, cast: PlayerNames | None = None) -> Markup:
    """Render the events since the player's last decision, with the rules in a disclosure *Why?*.

    ``cast`` overrides the players' names, for a past moment that two persons look at together.
    """
    said = cast or session.cast()
    if session.is_covered:
        return element("div", *_openly(session, said, links), render_handover_note(session))
    stories = _stories(session.table, session.recent(), said, links, folded=True)
    aside = (*render_deductions(session), *render_new_slips(session, links))
    return element("div", *stories, *aside)


def _openly(session: Session, cast: PlayerNames, links: Links) -> list[Child]:
    """Render the acts of the player who passes the device, as the other player sees them.

    Reasons are left out, because they may name hidden cards.
    """
    seat = session.table.seat
    made = [
        observe(step, seat)
        for step in session.recent()
        if step.action and step.action.seat is not seat and not step.is_silent(seat)
    ]
    said = (render_sentence(narrate(one, cast), links) for one in made)
    return [
        element(
            "div",
            element("p", one, class_="pq-say", data_part="sentence"),
            class_="pq-story",
            data_part="story-entry",
        )
        for one in said
    ]


def render_deal_log(session: Session, links: Links) -> Markup:
    """Render all steps of the deal so far as the player sees them and, at the end, both hands.

    The log is empty during a handover.
    """
    if session.is_covered:
        return element("div")
    table = session.table
    hands = None
    if session.deal_is_over:
        hands = render_hands(replay_record(record_of(session, session.number)), session.cast())
    return element(
        "div",
        *_stories(table, table.steps, session.cast(), links),
        element("div", hands, class_="pq-account", data_part="steps") if hands else None,
    )


def _stories(
    table: Table, steps: tuple[Step, ...], cast: PlayerNames, links: Links, *, folded: bool = False
) -> list[Child]:
    return [
        render_story(observe(step, table.seat), cast, links, folded=folded)
        for step in steps
        if not step.is_silent(table.seat)
    ]


def spoken_update(session: Session) -> str:
    """Return the latest events and the current question as text for screen readers."""
    if session.is_covered:
        return handover_text(session)
    table, names = session.table, session.cast()
    said = [
        plain_text(narrate(observe(step, table.seat), names))
        for step in session.recent()
        if not step.is_silent(table.seat)
    ]
    said += deductions(session)
    if slips := new_slips_text(session):
        said.append(slips)
    found = None if session.deal_is_over else choices(table.state, yours=True)
    said.append(found.question if found else deal_summary(session))
    return " ".join(said)
