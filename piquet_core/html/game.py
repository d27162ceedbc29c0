"""A game at the table, drawn for the person playing: nothing that their seat may not see.

Every part comes from `observe` for the person's seat, until the deal is over and both hands are
open.
"""

from __future__ import annotations

from piquet_core.engine.events import DealEnded
from piquet_core.html.cards import card_svg
from piquet_core.html.controls import button
from piquet_core.html.deal.account import render_hands
from piquet_core.html.deal.choices import render_choices
from piquet_core.html.deal.table import (
    render_middle,
    render_side,
    render_story,
    render_who,
    spoken_cards,
)
from piquet_core.html.links import Links
from piquet_core.html.markup import Child, Markup, element, join
from piquet_core.pack.cards import CARDS, Hand
from piquet_core.pack.names import and_words, capital, card_name
from piquet_core.pack.seat import Seat
from piquet_core.playing import OPPONENT, PERSON, Hint, Session, Table, record_of
from piquet_core.records.replay import run
from piquet_core.records.steps import Step
from piquet_core.seen.view import HandView, observe
from piquet_core.words.choices import choices
from piquet_core.words.narration import narrate
from piquet_core.words.parts import plain


def render_board(session: Session) -> Markup:
    """Return the opponent's side, what lies between, and the person's name and score."""
    table, names = session.table, session.cast()
    view = observe(table.steps[-1], table.seat)
    own, other = view.hands[table.seat], view.hands[table.seat.other]
    return element(
        "div",
        render_side(other, view, names),
        render_middle(view, names),
        render_who(own, view, names),
        class_="pq-table",
    )


def render_question(session: Session, links: Links) -> Markup:
    """Return what the person is to decide, over the hand; once the deal is over, its result."""
    table = session.table
    found = None if session.deal_is_over else choices(table.state, yours=True)
    if found is None:
        return render_result(session, links)
    view = observe(table.steps[-1], table.seat)
    dealt = table.steps[0].state.hands[table.seat]
    hand = _hand(view.hands[table.seat], view.hands[table.seat].cards - dealt)
    return render_choices(found, session.cast(), links, hand)


def _hand(hand: HandView, drawn: Hand) -> Markup:
    """Return the person's cards to look at, as large as those to choose from, with drawn cards marked."""
    cards = [
        element("span", Markup(card_svg(card)), class_="pq-drawn" if card in drawn else None)
        for card in hand.cards
    ]
    new = f" New are the {and_words([card_name(one) for one in drawn])}." if drawn else ""
    return element(
        "div",
        element("div", *cards, class_="pq-pick pq-pick-cards pq-held", aria_hidden="true"),
        element("p", f"You hold {spoken_cards(hand.cards)}.{new}", class_="pq-sr"),
    )


def marked(session: Session, found: Hint) -> list[str]:
    """Return the moves of the controls that a hint means: several if cards are picked together."""
    asked = choices(session.table.state, yours=True)
    assert asked is not None
    return found.move.split("+") if asked.several else [found.move]


def render_hint(session: Session, found: Hint) -> Markup:
    """Return the advice, in the words of the controls, and the rule of thumb behind it."""
    asked = choices(session.table.state, yours=True)
    assert asked is not None
    meant = marked(session, found)
    chosen = [one for one in asked.choices if one.move in meant]
    words = [f"the {card_name(CARDS[one.card])}" if one.card >= 0 else one.words for one in chosen]
    verb = "Lay out " if asked.several else "Play " if any(one.card >= 0 for one in chosen) else ""
    said = verb + (and_words(words) or "nothing")
    return element("p", element("b", f"{capital(said)}."), " ", found.reason)


# -- what happened -------------------------------------------------------------------------------


def render_news(session: Session, links: Links) -> Markup:
    """Return what happened since the person's last decision, each point with its clause."""
    return element("div", *_stories(session.table, session.table.recent(), session, links))


def render_log(session: Session, links: Links) -> Markup:
    """Return the whole deal so far, as the person saw it."""
    table = session.table
    return element("div", *_stories(table, table.steps, session, links))


def _stories(table: Table, steps: tuple[Step, ...], session: Session, links: Links) -> list[Child]:
    return [
        render_story(observe(step, table.seat), session.cast(), links)
        for step in steps
        if not step.is_silent(table.seat)
    ]


def spoken(session: Session) -> str:
    """Return what happened and what is asked, as read aloud."""
    table, names = session.table, session.cast()
    said = [
        plain(narrate(observe(step, table.seat), names))
        for step in table.recent()
        if not step.is_silent(table.seat)
    ]
    found = None if session.deal_is_over else choices(table.state, yours=True)
    said.append(found.question if found else plain(_verdict(session)))
    return " ".join(said)


# -- the score -----------------------------------------------------------------------------------


def render_sheet(session: Session, links: Links) -> Markup:
    """Return the score of the game, deal by deal."""
    cast, seat = session.cast(), session.table.seat
    # Earlier deals can be looked at again; the deal that has just ended has its own button.
    again = bool(session.played)
    head = element(
        "tr",
        element("th", "Deal", scope="col"),
        element("th", "Dealt by", scope="col"),
        element("th", cast.first(seat), scope="col", class_="pq-total"),
        element("th", cast.first(seat.other), scope="col", class_="pq-total"),
        element("td") if again else None,
    )
    tables = (*session.played, session.table)
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
    return element(
        "div",
        element(
            "table",
            caption,
            element("thead", head),
            element("tbody", *rows),
            element("tfoot", foot) if len(rows) > 1 else None,
            class_="pq-scores",
        ),
        element("p", join(_terms(session, links)), class_="pq-terms"),
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
        _again(number, here=table is session.table) if session.played else None,
    )


def _again(number: int, *, here: bool) -> Markup:
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
    """Return what the game is played for, with the clauses that say so."""
    rules = session.rules
    said: list[Child] = [f"{rules.title}: "]
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


# -- the end of a deal ---------------------------------------------------------------------------


def render_result(session: Session, links: Links) -> Markup:
    """Return how the deal and the game ended, both hands, and what can be done next."""
    record = record_of(session, session.number)
    buttons: list[Child] = []
    if not session.is_over:
        buttons.append(button("next", f"Deal {session.number + 1}"))
    buttons += [
        button("review", "Review my deal"),
        button("record", "Save the record"),
        button("new", "A new game"),
    ]
    return element(
        "div",
        element("h2", plain(_verdict(session))),
        element("p", join(_settled(session, links)), class_="pq-settled")
        if session.is_over
        else None,
        element("p", *buttons, class_="pq-ownbar"),
        element("div", render_hands(run(record), session.cast()), class_="pq-account"),
        class_="pq-ended",
    )


def _verdict(session: Session) -> tuple[str, ...]:
    """Return in a sentence how the deal stands at its end."""
    table = session.table
    if table.is_void:
        return ("You have both agreed to a new deal.",)
    seat, cast = table.seat, session.cast()
    totals = ", ".join(f"{cast.who(one)} {table.state.score[one]}" for one in (seat, seat.other))
    out = any(isinstance(event, DealEnded) for event in table.events)
    ended = "is over" if out else "ends here"
    return (f"Deal {session.number} {ended}: {totals}.",)


def _settled(session: Session, links: Links) -> list[Child]:
    """Return who has won and what it is worth, with the clause."""
    settled, cast = session.settlement, session.cast()
    seats = {PERSON: session.table.seat, OPPONENT: session.table.seat.other}
    if settled is None:
        person, opponent = session.totals
        if person == opponent:
            return [f"It is a draw, {person} all."]
        won = PERSON if person > opponent else OPPONENT
        return [f"{cast.first(seats[won])} won by {abs(person - opponent)}."]
    high, low = settled.totals[settled.winner], settled.totals[1 - settled.winner]
    answer = session.rules.answers[settled.rule]
    said: list[Child] = [f"{cast.first(seats[settled.winner])} won, {high} to {low}"]
    if session.form == "rubicon":
        fell = cast.first(seats[1 - settled.winner])
        short = f" {fell} did not reach the Rubicon." if settled.rubiconed else ""
        said += [f", and the partie is worth {settled.points}.{short} "]
    else:
        said += [". It counts double. " if settled.double else ". "]
    rule = links.to_rule(answer.id, answer.rule.title, class_="pq-rule")
    return [*said, element("small", rule, ": ", answer.words, ". ", links.to_answer(answer))]
