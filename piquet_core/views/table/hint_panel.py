"""A hint at the table: the advised move, the reason, the cost of alternatives, and the method."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize, join_words
from piquet_core.cards.cards import CARDS, Hand
from piquet_core.engine.state import Phase
from piquet_core.players import JUDGE, find_player
from piquet_core.review.deal_review import is_as_good
from piquet_core.sessions import Hint, Session
from piquet_core.sessions.hint_search import BY_THUMB, OtherChoice
from piquet_core.views.card_symbols import inline_alternatives, inline_cards
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, element, escape_html, join
from piquet_core.views.odds_links import render_table_odds
from piquet_core.views.reference_links import Links
from piquet_core.views.table.deal_result import game_standing
from piquet_core.wording.advice import cost_words, points_words
from piquet_core.wording.move_choices import choices


def hinted_moves(session: Session, found: Hint) -> list[str]:
    """Return the moves of the controls to which a hint refers.

    There are several if cards are selected together.
    """
    asked = choices(session.table.state, yours=True)
    assert asked is not None
    return found.move.split("+") if asked.several else [found.move]


def render_hint(session: Session, found: Hint, links: Links) -> Markup:
    """Render the advised move in the words of the controls, with the reason and the alternatives."""
    said_as = _equal(session, found) if found.equals else _said(session, found)
    move = element("b", said_as, ".")
    # The stakes belong to the advised move, so they precede the alternative.
    why = _sentences(found.reason, *_at_stake(found), _next_best(found))
    if _can_be_chosen(session, found):
        choose = button("choose", "Choose these")
        said = join([element("p", one) for one in (move, join(why), choose) if one])
    else:
        said = element("p", move, " ", *why)
    if found.by != JUDGE:
        origin = element("p", element("small", _by_thumb()))
        fold = element("details", element("summary", "A rule of thumb"), origin)
        return join([said, fold]) if found.by else said
    others = [_other(one, found) for one in found.others]
    state = session.table.state
    assert state.seat is not None
    return join(
        [
            said,
            element(
                "details",
                element("summary", "What else there is, and who judges"),
                element("ul", *others, class_="pq-instead") if others else None,
                element("p", found.more) if found.more else None,
                element("p", element("small", _how(session, found))),
                render_table_odds(state, state.seat, links),
            ),
        ]
    )


def _can_be_chosen(session: Session, found: Hint) -> bool:
    """Return whether the hint advises cards to discard, which a button can select all at once."""
    asked = choices(session.table.state, yours=True)
    assert asked is not None
    meant = hinted_moves(session, found)
    return asked.several and any(one.move in meant for one in asked.choices)


def _sentences(*all_: Child) -> list[Child]:
    """Return the sentences that are not empty, with spaces between."""
    found: list[Child] = []
    for one in filter(None, all_):
        found += [" ", one] if found else [one]
    return found


def _at_stake(found: Hint) -> list[str]:
    """Return sentences on the points still needed for the Rubicon and the chance to win the game, if known."""
    said = []
    if found.rubicon:
        said.append(f"You still need {points_words(found.rubicon)} to pass the Rubicon.")
    if found.game:
        said.append(f"Your chance to win the {found.game} is then {found.chance:.0f}%.")
    return said


def _next_best(found: Hint) -> Child:
    """Return a sentence on an alternative and its cost, or that others are as good, or None if
    neither is known.
    """
    one = found.against
    if one:
        cost = cost_words(one.cost, game=found.game)
        return join([inline_cards(one.cards[0]), escape_html(f" instead {cost}{_where(one)}.")])
    return (
        "Others are as good, as far as can be told." if found.others and not found.fitting else None
    )


def _where(one: OtherChoice) -> str:
    """Return a phrase to follow the cost of a choice: the part of the deal with the loss, or the outcome.

    Returns "" if neither is known.
    """
    if not one.where:
        return ""
    return f" {one.where}" if one.where.startswith("in ") else f": {one.where}"


def render_quick_hint(session: Session, found: Hint) -> Markup:
    """Render the move of a rule-based player, shown until the search for the full hint has finished."""
    name = find_player(found.by).name
    return element(
        "p", f"At first sight, as {name} plays: ", _said(session, found, inside=True), "."
    )


def _said(session: Session, found: Hint, *, inside: bool = False) -> Markup:
    """Return the advised move in the words of the controls, with drawn cards.

    With ``inside`` it continues a sentence, so that it begins with a small letter.
    """
    asked = choices(session.table.state, yours=True)
    assert asked is not None
    meant = hinted_moves(session, found)
    chosen = [one for one in asked.choices if one.move in meant]
    cards = Hand.of(CARDS[one.card] for one in chosen if one.card >= 0)
    if asked.several or cards:
        leads = session.table.state.phase is Phase.LEAD
        verb = "lay out" if asked.several else "lead" if leads else "play"
        return join([verb if inside else capitalize(verb), " ", inline_cards(cards)])
    words = join_words([one.words for one in chosen])
    return escape_html(words if inside else capitalize(words))


def _equal(session: Session, found: Hint) -> Markup:
    """Return the advice to play any of several equal cards."""
    leads = session.table.state.phase is Phase.LEAD
    return join(
        ["Lead " if leads else "Play ", inline_alternatives(found.equals), ": they are equal"]
    )


def _other(one: OtherChoice, found: Hint) -> Markup:
    """Render alternative choices of the same cost as a list item with the cost."""
    alone = len(one.cards) == 1
    said: list[Child] = [*_side_by_side(one), " "]
    if one.cost < 0.05 and one.error < 0.05:
        return element("li", *said, element("b", "is as good" if alone else "are as good"))
    if (
        one.cost < 2 * one.error
    ):  # The cost is within the sampling error, so the figure is meaningless.
        good = "as good, as far as can be told"
        return element("li", *said, element("b", f"{'is' if alone else 'are'} {good}"))
    cost = cost_words(one.cost, game=found.game, several=not alone)
    said.append(element("b", cost))
    if one.error >= 0.05:
        said.append(f", give or take {points_words(2 * one.error).split()[0]}")
    said.append(": about as good" if is_as_good(one.cost, one.error) else _where(one))
    return element("li", *said)


def _side_by_side(one: OtherChoice) -> Sequence[Child]:
    found: list[Child] = []
    for place, cards in enumerate(one.cards):
        last = place == len(one.cards) - 1
        found += [" and " if last else ", "] if place else []
        found.append(inline_cards(cards))
    return found


def _by_thumb() -> str:
    thumb, judge = find_player(BY_THUMB).name, find_player(JUDGE).name
    return (
        f"{judge} works out which card to play and which to lay out; "
        f"what to call, answer and count it decides as {thumb} does."
    )


def _how(session: Session, found: Hint) -> str:
    """Return a sentence on the method of the hint: the player that judges, the search effort and the objective."""
    judge = find_player(JUDGE).name
    other = session.cast().who(session.table.seat.other)
    if found.fitting:
        all_ = "all" if found.tried >= found.fitting else f"{found.tried} of the"
        hands = f"{all_} {found.fitting} hands that {other} may hold"
        if found.fitting == 1:
            hands = f"the one hand that {other} can hold"
        way = f"every card was tried against {hands}"
    else:
        way = f"the promising discards were tried with up to {found.tried} ways that the unseen cards may lie"
    if not found.game:
        return f"{judge} judges: {way}, for the points of this deal."
    return f"{judge} judges: {way}, for the {found.game}. {game_standing(session)}"
