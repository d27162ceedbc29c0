"""Styles of narration: plain, terse, and spoken at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet_core.cards.card_names import rank_name, suit_name
from piquet_core.cards.cards import Card
from piquet_core.cards.combinations import PointHolding, SequenceHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.events import (
    BlankAnnounced,
    CardsLeftAnnounced,
    CardsShown,
    DealEnded,
    Declared,
    Drew,
    Event,
    Exchanged,
    LaidOut,
    Looked,
    MissingCardTold,
    PipsTold,
    Played,
    RedealAnswered,
    RedealAsked,
    Replied,
    Scored,
    SuitNamed,
)
from piquet_core.number_words import spoken_number
from piquet_core.replay.visibility import View
from piquet_core.wording.call_texts import (
    SEQUENCE_NAMES,
    answer_noun,
    answer_word,
    call_words,
    shown_equals,
)
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause, Part, join_sentences
from piquet_core.wording.score_reasons import score_purpose

STYLES = {"plain": "Plain", "terse": "Terse", "talk": "Talk of the table"}


def narrate_in_style(view: View, names: Sequence[str], register: str = "plain") -> tuple[Part, ...]:
    """Return the narration of a step in the style ``register``; in the plain style if that has no text for it.

    If ``names`` is a `PlayerNames` with a reader, the narration calls that player *you*.
    """
    cast = PlayerNames.of(names)
    if register == "plain":
        return narrate(view, cast)
    event_words = _terse if register == "terse" else _talk
    told = (event_words(view, event, cast) for event in view.events)
    said = list(join_sentences(words for words in told if words))
    said += _counted(view, cast, terse=register == "terse", after=bool(said))
    return tuple(said) or narrate(view, cast)


def _speaker(event: Event, cast: PlayerNames) -> str:
    seat = getattr(event, "seat", None)
    return cast.first(seat) if isinstance(seat, Seat) else ""


# -- terse ---------------------------------------------------------------------------------------


def _terse(view: View, event: Event, cast: PlayerNames) -> list[Part]:
    who = _speaker(event, cast)
    match event:
        case Exchanged():
            out = _cards(event.discards) or [f"{event.count} cards"]
            taken = _cards(event.drawn) or [f"{event.count}"]
            return [f"{who}: out ", *out, "; in ", *taken, "."]
        case LaidOut():
            return [f"{who}: out ", *(_cards(event.discards) or [str(event.count)])]
        case CardsLeftAnnounced():
            return [f"{who}: {cast.verb(event.seat, 'leaves')} {event.count or 'unsaid'}."]
        case Drew():
            return [f"{who}: in ", *(_cards(event.drawn) or [str(event.count)])]
        case Declared():
            return [f"{who}: {call_words(event.kind, event.size, event.rank)}."]
        case PipsTold():
            return [f"{who}: {event.pips} pips."]
        case Replied():
            said = answer_word(view.rules, event.response, to_none=event.to_none)
            said = said or answer_noun(event.kind, event.response)
            return [f"{who}: ", Clause(said, event.rule), "."]
        case CardsShown() if event in shown_equals(view.events)[:1]:
            return ["Both ", Clause("show it", event.rule), "."]
        case Played():
            return [f"{who} ", event.card]
        case Looked():
            return [f"{cast.first(event.seat, 'looks at')} {event.count}."]
        case DealEnded():
            return [
                f"{cast.first(Seat.ELDER)} {event.score[0]}, {cast.who(Seat.YOUNGER)} {event.score[1]}."
            ]
        case _:
            return []


def _cards(cards: Iterable[Card]) -> list[Part]:
    return list(join_sentences([card] for card in cards))


def _counted(view: View, cast: PlayerNames, *, terse: bool, after: bool) -> list[Part]:
    """Return each player's scores in a step, with the player's total. ``after`` puts a space before them."""
    parts: list[Part] = []
    for seat in Seat:
        own = [e for e in view.events if isinstance(e, Scored) and e.seat == seat]
        if not own:
            continue
        total = view.score[seat]
        if parts or after:
            parts.append(" ")
        if terse:
            parts.append(f"{cast.first(seat)} ")
            for event in own:
                parts += [Clause(f"{event.points:+d} {_short(event)}", event.rule), " "]
            parts.append(f"= {total}.")
        else:
            parts += _spoken_count(own, total, cast.first(seat))
    return parts


def _short(event: Scored) -> str:
    return score_purpose(event).removeprefix("for ").removeprefix("the ")


# -- the talk of the table -----------------------------------------------------------------------


def _talk(view: View, event: Event, cast: PlayerNames) -> list[Part]:
    who = _speaker(event, cast)
    match event:
        case BlankAnnounced():
            return [f"{who}: “", Clause("Carte blanche", event.rule), ".”"]
        case RedealAsked():
            return [f"{who}: “", Clause("Shall we deal again?", event.rule), "”"]
        case RedealAnswered():
            words = "As you like." if event.agreed else "No, we play it."
            return [f"{who}: “", Clause(words, event.rule), "”"]
        case CardsLeftAnnounced(count=0):
            return [f"({cast.first(event.seat, 'says')} nothing of cards left.)"]
        case CardsLeftAnnounced():
            left = "a card" if event.count == 1 else f"{spoken_number(event.count)} cards"
            return [f"{who}: “", Clause(f"I leave {left}", event.rule), ".”"]
        case Exchanged():
            return [f"{who}: “I take {spoken_number(event.count)}.”"]
        case Declared():
            return [f"{who}: “{_call(view, event)}.”"]
        case PipsTold():
            return [f"{who}: “Making {spoken_number(event.pips)}.”"]
        case Replied():
            said = answer_word(view.rules, event.response, to_none=event.to_none).capitalize()
            said = said or ("I have one" if event.response is Response.NOT_GOOD else "Nor have I")
            return [f"{who}: “", Clause(said, event.rule), ".”"]
        case CardsShown() if event in shown_equals(view.events)[:1]:
            return ["(Both ", Clause("show it", event.rule), ".)"]
        case MissingCardTold():
            return [f"{who}: “I put out the ", event.card, ".”"]
        case SuitNamed():
            return [f"{who}: “I shall lead {suit_name(event.suit)}.”"]
        case Played():
            plays = cast.first(event.seat, "leads" if event.led else "plays")
            return [f"({plays} the ", event.card, ".)"]
        case _:
            return []


def _call(view: View, event: Declared) -> str:
    if not event.size:
        return f"I have {call_words(event.kind, 0, None)}"
    if event.kind == "point":
        if view.rules.choice("point.compare").value == "pips":
            return f"My point is {spoken_number(event.size)}"
        return f"Point of {spoken_number(event.size)}"
    words = call_words(event.kind, event.size, event.rank)
    return f"{words[:1].upper()}{words[1:]}"


def _spoken_count(own: Sequence[Scored], total: int, who: str) -> list[Part]:
    """Return a spoken count: *Six, and fifteen, and three: twenty-four.*"""
    if own[0].points < 0:
        lost, won = [e for e in own if e.points < 0], [e for e in own if e.points > 0]
        down = Clause(f"strike off {spoken_number(-sum(e.points for e in lost))}", own[0].rule)
        more = [f", and {spoken_number(e.points)} {_aloud(e)}" for e in won]
        return [f"{who}: “I ", down, *more, f": {spoken_number(total)}.”"]
    if len(own) == 1 and own[0].reckon == "play":
        said = spoken_number(total)
        return [f"{who}: “", Clause(f"{said[:1].upper()}{said[1:]}", own[0].rule), ".”"]
    parts: list[Part] = [f"{who}: “"]
    for place, event in enumerate(own):
        words = spoken_number(event.points)
        text = (
            f"{words} {_aloud(event)}"
            if place
            else f"{words[:1].upper()}{words[1:]} {_aloud(event)}"
        )
        parts += [", and " if place else "", Clause(text.strip(), event.rule)]
    return [*parts, f": {spoken_number(total)}.”"]


def _aloud(event: Scored) -> str:
    if isinstance(event.holding, PointHolding):
        return "for the point"
    if isinstance(event.holding, SequenceHolding):
        top = rank_name(event.holding.top)
        return f"for the {SEQUENCE_NAMES[event.holding.size]} to the {top}"
    return score_purpose(event)
