"""Explanations: one plain sentence for every point, answer and refusal, with the cards that justify it.

An explanation depends only on the event, the view and the rule set, and on no single deal or book.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize, suit_name
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.events import (
    CardsShown,
    DealEnded,
    Event,
    Exchanged,
    Looked,
    RepiqueBarred,
    Replied,
    Scored,
)
from piquet_core.engine.holdings import best_holding
from piquet_core.number_words import number_in_words
from piquet_core.replay.visibility import CallView, View
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import point_pips
from piquet_core.wording.call_texts import answer_word, call_words, holding_words, shown_equals
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause, Part, join_with_and


def explain(view: View, event: Event, names: Sequence[str]) -> tuple[Part, ...]:
    """Return one sentence that explains an event; () for an event that needs no explanation.

    If ``names`` is a `PlayerNames` with a reader, the sentence calls that player *you*.
    """
    cast = PlayerNames.of(names)
    match event:
        case Scored():
            return _scored(view, event, cast)
        case Replied():
            return _replied(view, event, cast)
        case RepiqueBarred():
            return (_barred(view, event, cast),)
        case Exchanged():
            return _exchanged(view, event, cast)
        case Looked():
            return (_looked(event, cast),)
        case CardsShown():
            return _shown(view, cast)
        case DealEnded() if event.tricks[0] == event.tricks[1]:
            return (equal_tricks_words(view.rules, event.tricks[0]),)
        case _:
            return ()


def equal_tricks_words(rules: RuleSet, tricks: int) -> str:
    """Return a sentence on the points that each player scores when the tricks are equally divided.

    >>> from piquet_core.rules import load_ruleset
    >>> equal_tricks_words(load_ruleset("hoyle1909"), 6)
    'Six tricks each: nobody scores the 10 for the cards.'
    """
    points = rules.number("cards.divided").value
    each = f"{capitalize(number_in_words(tricks))} tricks each"
    if points:
        return f"{each}: each scores {points}."
    return f"{each}: nobody scores the {rules.number('cards.points').value} for the cards."


def _scored(view: View, event: Scored, cast: PlayerNames) -> tuple[Part, ...]:
    seat = event.seat
    if event.holding is not None:
        return _holding(view, event, cast)
    if event.rule == "play.lead":
        return _led(view, event, cast)
    template = _SCORED.get(event.rule)
    if template is None:
        return ()
    rules = view.rules
    words = template.format(
        Who=cast.first(seat),
        who=cast.who(seat),
        Other=cast.first(seat.other),
        other=cast.who(seat.other),
        **{verb: cast.verb(seat, verb) for verb in ("was", "leads", "has")},
        points=event.points,
        tricks=view.hands[seat].tricks,
        all=sum(hand.tricks for hand in view.hands),
        repique=rules.number("repique.threshold").value,
        pique=rules.number("pique.threshold").value,
    )
    return (words,)


_SCORED = {
    "blank.points": "{Who} {was} dealt no court card, and that scores {points}.",
    "repique.bonus": "{Who} reached {repique} in hand, and {other} had nothing to count first; that "
    "adds {points}.",
    "pique.bonus": "{Who} reached {pique} in hand and play while {other} had counted nothing; that "
    "adds {points}.",
    "play.lead-wins": "{Who} led to the trick and took it, for {points} more.",
    "play.capture": "{Other} led and {who} took the trick, which counts {points} for the second "
    "player.",
    "play.last-trick": "{Who} took the last trick; that counts {points} besides.",
    "cards.points": "{Who} {has} {tricks} of {all} tricks, the majority.",
    "capot.points": "{Who} {has} all {all} tricks.",
}


def _led(view: View, event: Scored, cast: PlayerNames) -> tuple[Part, ...]:
    """Return the reason why a lead scores: the rule set counts every lead, or only the lead of a high card."""
    low = view.rules.flag("play.low-cards").value
    said = "low cards count as high ones do" if low else "only a ten or a higher card counts"
    paid = f"; {cast.does(event.seat, 'scores')} {event.points} for the lead."
    return ("In the play ", Clause(said, "play.low-cards"), paid)


def _holding(view: View, event: Scored, cast: PlayerNames) -> tuple[Part, ...]:
    holding, whose = event.holding, cast.first_whose(event.seat)
    assert holding is not None
    words = view.rules.answers[event.rule].words
    shown: list[Part] = []
    # Name only cards that the viewer can see, even if the rank implies the others.
    for place, card in enumerate(event.cards & view.hands[event.seat].cards):
        shown += [", " if place else " (", card]
    shown += [")"] if shown else []
    if isinstance(holding, PointHolding):
        # Add up pips only if the viewer can see all the cards.
        whole = len(event.cards) == holding.size
        pips = point_pips(view.rules, event.cards, holding) if whole else 0
        made = f", {pips} pips" if pips else ""
        return (
            f"{whose} {suit_name(holding.suit)}",
            *shown,
            f" are good: {holding.size} cards{made}. The point scores {words}: {event.points}.",
        )
    if isinstance(holding, SequenceHolding):
        return (
            f"A {holding_words(holding)}",
            *shown,
            (
                f" is {holding.size} cards in a row, and good. It scores {event.points}; "
                f"the scale is {words}."
            ),
        )
    return (f"{whose} {holding_words(holding)}", *shown, f" are good, and score {event.points}.")


def _replied(view: View, event: Replied, cast: PlayerNames) -> tuple[Part, ...]:
    """Return the comparison that justifies an answer, with younger's best holding if it is visible."""
    call = next((one for one in view.calls if one.kind == event.kind), None)
    if call is None:
        return ()
    elder, younger_hand = cast.first(Seat.ELDER), view.hands[Seat.YOUNGER]
    said = answer_word(view.rules, event.response, to_none=event.to_none)
    # Lessons teach one word, and some books use another.
    usual = event.response.value
    is_usual = event.response is not Response.NOT_GOOD or said in ("", usual)
    other = "" if is_usual else f" In other books the word is “{usual}”."
    if view.seat is Seat.ELDER or younger_hand.hidden:
        if not call.size:
            has = "has one" if event.response is Response.NOT_GOOD else "calls none either"
            return (f"{elder} called {_called(call)}; {cast.does(Seat.YOUNGER, has)}.{other}",)
        means = f"{_MEANS[event.response]} than {_called(call)}"
        return (f"{cast.first(Seat.YOUNGER, 'has')} {means}.{other}",)
    held = best_holding(view.rules, younger_hand.cards, event.kind)
    if held is None:
        have = f"{cast.does(Seat.YOUNGER, 'has')} no {_KIND[event.kind]} at all"
    else:
        have = f"{cast.whose(Seat.YOUNGER)} best is {_holding_called(view, held)}"
    called = f"{elder} called {_called(call)}" + (
        f", {call.pips} pips" if call.pips and len(call.responses) > 1 else ""
    )
    if held is not None and not said and event.response is Response.GOOD:
        have += ", and is not called"
    answer = f" So the answer is “{said}”." if said else ""
    return (f"{called}; {have}.{answer}{other}",)


def _barred(view: View, event: RepiqueBarred, cast: PlayerNames) -> str:
    """Return the reason why a repique is barred: a score of the opponent that is reckoned first."""
    who, other = cast.who(event.seat), event.seat.other
    words = view.rules.answers[event.rule].words
    theirs = [call.kind for call in view.calls if call.winner is other]
    order = view.rules.names("reckon.order").value
    if not theirs:
        return f"{cast.first(other, 'has')} a score that keeps {who} from it: {words}."
    first = _KIND[min(theirs, key=order.index)]
    barred = f"{cast.first_whose(other)} {first} is reckoned before that, and so {who} cannot count a repique."
    return (
        f"{barred} It is barred by {words}."
        if event.rule == "repique.bar"
        else f"{barred} {capitalize(words)}."
    )


_MEANS = {
    Response.GOOD: "nothing better",
    Response.EQUAL: "no more and no less",
    Response.NOT_GOOD: "something better",
}
_KIND = {"point": "point", "sequence": "sequence", "set": "trio or quatorze"}


def _holding_called(view: View, held: Holding) -> str:
    if isinstance(held, PointHolding):
        pips = point_pips(view.rules, view.hands[Seat.YOUNGER].cards, held)
        return f"a {holding_words(held)}, {pips} pips"
    return f"{'' if isinstance(held, SetHolding) else 'a '}{holding_words(held)}"


def _called(call: CallView) -> str:
    if not call.size:
        return f"no {_KIND[call.kind]}"
    if call.kind == "point" and call.rank is None and call.size > 9:
        return f"a point of {call.size} pips"
    article = "" if call.kind == "set" else "a "
    return f"{article}{call_words(call.kind, call.size, call.rank)}"


def _exchanged(view: View, event: Exchanged, cast: PlayerNames) -> tuple[Part, ...]:
    answer = view.rules.answers[event.rule]
    return (f"{cast.first(event.seat, 'exchanges')} {event.count}; most allowed: {answer.words}.",)


def _shown(view: View, cast: PlayerNames) -> tuple[Part, ...]:
    """Return the reason why players show cards that nobody counts, and the names of these cards."""
    parts: list[Part] = []
    for event in shown_equals(view.events):
        parts += [
            "; " if parts else "",
            f"{cast.does(event.seat, 'shows')} ",
            *join_with_and(event.cards),
        ]
    return ("Neither counts it, but each proves that it is equal: ", *parts, ".")


def _looked(event: Looked, cast: PlayerNames) -> str:
    """Return a sentence that says who left the cards that a player looks at."""
    if event.rule == "exchange.look-exposes":
        other = cast.who(event.seat.other)
        return f"These cards were left by {other}, and here {cast.who(event.seat)} may see them."
    return f"These are cards that {cast.who(event.seat)} could have taken and did not."
