"""Narration: text of each step, with a sentence for each event."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import rank_name, suit_name
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    CardsLeftAnnounced,
    CardsShown,
    DealEnded,
    Dealt,
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
    RepiqueBarred,
    Replied,
    Scored,
    SuitNamed,
    TrickTaken,
)
from piquet_core.notation import CardMark
from piquet_core.replay.steps import GameScore
from piquet_core.replay.visibility import View
from piquet_core.wording.call_texts import (
    answer_noun,
    answer_word,
    call_words,
    count_words,
    shown_equals,
)
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause, Part, join_sentences, join_with_and
from piquet_core.wording.score_reasons import score_purpose, sum_words


def narrate(view: View, names: Sequence[str]) -> tuple[Part, ...]:
    """Return the narration of a step: sentences about the events that the viewer may see.

    If ``names`` is a `PlayerNames` with a reader, the narration calls that player *you*.
    """
    events, cast = view.events, PlayerNames.of(names)
    scores = [event for event in events if isinstance(event, Scored)]
    told = (_sentence(event, view, cast) for event in events)
    sentences = [one for one in told if one]
    played = next((event for event in events if isinstance(event, Played)), None)
    if played is not None and {event.seat for event in scores} == {played.seat}:
        # A card and its points are one action, and make one sentence.
        counts = f" and {cast.verb(played.seat, 'counts')} "
        sentences[0] = [*sentences[0][:-1], *_counts(view, scores, cast, counts)]
    elif scores:
        sentences.append(_counts(view, scores, cast))
    if any(mark is CardMark.ANYTHING for mark in view.marks):
        sentences.append(["The source leaves this card open; we chose it."])
    elif any(mark is CardMark.INFERRED for mark in view.marks):
        sentences.append(["The source does not say so; we infer it."])
    return join_sentences(sentences)


def _sentence(event: Event, view: View, cast: PlayerNames) -> list[Part]:
    """Return the sentence about an event, or [] if it needs none or another event's sentence includes it."""
    return _before_calls(event, cast) or _in_calls(event, view, cast) or _in_play(event, view, cast)


# -- before the calls ----------------------------------------------------------------------------


def _before_calls(event: Event, cast: PlayerNames) -> list[Part]:
    match event:
        case Dealt():
            return [_dealt(cast)]
        case BlankAnnounced():
            bound = f" and will exchange {_so_many(event.exchanging)}" if event.exchanging else ""
            blank = Clause("carte blanche", event.rule)
            return [f"{cast.first(event.seat, 'announces')} a ", blank, f"{bound}."]
        case BlankShown():
            shows = cast.first(event.seat, "shows")
            shown = f"{shows} the hand as dealt: no court card in it"
            if event.rule != "blank.both":
                return [f"{shown}."]
            barred = Clause("does not count", event.rule)
            whose = cast.whose(event.seat.other)
            return [f"{shown}, but it ", barred, f", because of {whose} carte blanche."]
        case LaidOut():
            return _laid_out(event, cast)
        case CardsLeftAnnounced():
            return _leaving(event, cast)
        case Exchanged():
            return _exchanged(event, cast)
        case Drew():
            taken = join_with_and(event.drawn) or [_so_many(event.count)]
            return [f"{cast.first(event.seat, 'takes in')} ", *taken, "."]
        case RedealAsked():
            return [*_act(cast, event.seat, "asks for a new deal", event.rule), "."]
        case RedealAnswered():
            answer = "agrees, and the hand is off" if event.agreed else "refuses"
            return [*_act(cast, event.seat, answer, event.rule), "."]
        case Looked():
            looks = f"{cast.first(event.seat, 'looks at')} {_so_many(event.count)} of the talon"
            return [looks, *([": ", *join_with_and(event.cards)] if event.cards else []), "."]
        case _:
            return []


def _dealt(cast: PlayerNames) -> str:
    """Return the sentence on who dealt and who is elder. A player named *elder* is not introduced twice."""
    is_elder = (
        "" if cast.who(Seat.ELDER) == "elder" else f" {cast.verb(Seat.ELDER, 'is')} elder and"
    )
    return (
        f"{cast.first(Seat.YOUNGER, 'has')} dealt; {cast.who(Seat.ELDER)}{is_elder} will speak and "
        "lead first."
    )


def _laid_out(event: LaidOut, cast: PlayerNames) -> list[Part]:
    cards = join_with_and(event.discards) or [_so_many(event.count)]
    how = " instead, and " if event.changed else ", and "
    draws = cast.verb(event.seat, "draws")
    return [f"{cast.first(event.seat, 'lays out')} ", *cards, f"{how}{draws} later."]


def _leaving(event: CardsLeftAnnounced, cast: PlayerNames) -> list[Part]:
    seat, rule = event.seat, event.rule
    if not event.count:
        return [
            f"{cast.first(seat, 'does')} not ",
            Clause("say that cards will be left", rule),
            ".",
        ]
    return [*_act(cast, seat, f"will leave {_so_many(event.count)}", rule), "."]


def _exchanged(event: Exchanged, cast: PlayerNames) -> list[Part]:
    seat = event.seat
    if not event.count:
        return [f"{cast.first(seat, 'exchanges')} nothing."]
    if not event.discards and not event.drawn:
        return [f"{cast.first(seat, 'exchanges')} {_so_many(event.count)}."]
    out, drawn = [_so_many(event.count)], ["as many"]
    return [
        f"{cast.first(seat, 'lays out')} ",
        *(join_with_and(event.discards) or out),
        f" and {cast.verb(seat, 'takes in')} ",
        *(join_with_and(event.drawn) or drawn),
        ".",
    ]


# -- the calls -----------------------------------------------------------------------------------


def _in_calls(event: Event, view: View, cast: PlayerNames) -> list[Part]:
    match event:
        case Declared():
            return _declared(event, cast)
        case PipsTold():
            return [f"{cast.first(event.seat, 'makes it')} {event.pips} pips."]
        case Replied():
            return _replied(event, view, cast)
        case CardsShown():
            return _shown(event, view)
        case MissingCardTold():
            out = _act(cast, event.seat, "laid out", event.rule)
            # A trio names its missing card, so that the opponent may know it.
            return [*out, f" the fourth {rank_name(event.card.rank)}, the ", event.card, "."]
        case RepiqueBarred():
            counts = cast.does(event.seat.other, "counts")
            barred = Clause("no repique", event.rule)
            return [f"Thirty in hand, but {counts} first: ", barred, "."]
        case _:
            return []


def _declared(event: Declared, cast: PlayerNames) -> list[Part]:
    article = "a " if event.size and event.kind != "set" else ""
    said = f"{article}{call_words(event.kind, event.size, event.rank)}."
    if event.rule == "call.raise-until":
        raised = _act(cast, event.seat, "raises the call", event.rule)
        return [*raised, f" and {cast.verb(event.seat, 'calls')} {said}"]
    return [f"{cast.first(event.seat, 'calls')} {said}"]


def _replied(event: Replied, view: View, cast: PlayerNames) -> list[Part]:
    """Return an answer as it is spoken, after the name of its speaker."""
    seat = event.seat
    word = answer_word(view.rules, event.response, to_none=event.to_none)
    if not word:
        verb = "has" if event.response is Response.NOT_GOOD else "calls"
        return [
            *_act(cast, seat, f"{verb} {answer_noun(event.kind, event.response)}", event.rule),
            ".",
        ]
    said = f"“{word.capitalize()}.”"
    if event.rule == "reply.recall-until":
        return [f"{cast.first(seat, 'takes it back')}: ", Clause(said, event.rule)]
    who = cast.first(seat, "answer" if seat is cast.you else "")
    return [f"{who}: ", Clause(said, event.rule)]


def _shown(event: CardsShown, view: View) -> list[Part]:
    """Return the sentence about an equal holding that both players show, once for both.

    The result is [] for a counted holding, because the score names it.
    """
    equals = shown_equals(view.events)
    kind = next((one.kind for one in view.events if isinstance(one, Replied)), "")
    if event not in equals[:1]:
        return []
    return ["Both ", Clause(f"show the equal {kind}", event.rule), ", which scores nothing."]


# -- the play ------------------------------------------------------------------------------------


def _in_play(event: Event, view: View, cast: PlayerNames) -> list[Part]:
    match event:
        case SuitNamed():
            promises = cast.first(event.seat, "promises")
            return [f"{promises} to lead {suit_name(event.suit)}."]
        case Played():
            return _played(event, view, cast)
        case DealEnded():
            return _ended(event, view, cast)
        case _:
            return []


def _played(event: Played, view: View, cast: PlayerNames) -> list[Part]:
    seat = event.seat
    if event.led:
        return [f"{cast.first(seat, 'leads')} the ", event.card, "."]
    taken = next(e for e in view.events if isinstance(e, TrickTaken))
    assert view.trick is not None
    if taken.seat is seat:
        return [f"{cast.first(seat, 'takes it with')} the ", event.card, "."]
    follows = event.card.suit is view.trick.cards[0].suit
    verb = "follows with" if follows else "throws"
    wins = cast.does(taken.seat, "wins")
    return [f"{cast.first(seat, verb)} the ", event.card, f"; {wins} the trick."]


def _ended(event: DealEnded, view: View, cast: PlayerNames) -> list[Part]:
    parts = _totals(event, cast)
    for seat in Seat:
        own = [one for one in view.points_by_rule if one.seat is seat]
        if not own:
            continue
        made = [Clause(sum_words(one), one.rule) for one in own]
        parts += [f" {cast.first(seat)} made ", *join_with_and(made), f": {event.score[seat]}."]
    if view.game_score:
        parts += _standing(view.game_score, cast)
    return parts


def _totals(event: DealEnded, cast: PlayerNames) -> list[Part]:
    elder, younger = event.tricks
    division = "The cards are divided. " if elder == younger else ""
    totals = ", ".join(f"{cast.who(seat)} {event.score[seat]}" for seat in Seat)
    return [f"{division}The deal is over: {totals}."]


def outcome(view: View, names: Sequence[str]) -> tuple[Part, ...]:
    """Return the result of the deal without the sources of its points, or () before the end of the deal."""
    cast = PlayerNames.of(names)
    ended = next((event for event in view.events if isinstance(event, DealEnded)), None)
    if ended is None:
        return ()
    return (*_totals(ended, cast), *(_standing(view.game_score, cast) if view.game_score else ()))


def _standing(standing: GameScore, cast: PlayerNames) -> list[Part]:
    """Return the score of the game after the deal, and the winner once the game is over."""
    sums = (
        f"{cast.who(seat)} {before} + {after - before} = {after}"
        for seat, before, after in zip(Seat, standing.before, standing.after, strict=True)
    )
    parts: list[Part] = [f" In the game: {', '.join(sums)}."]
    if standing.winner is not None:
        parts += [" ", *_act(cast, standing.winner, "wins the game", standing.rule), "."]
    return parts


def _counts(view: View, scores: Sequence[Scored], cast: PlayerNames, verb: str = "") -> list[Part]:
    """Return the scores of each player in a step, with the player's total.

    ``verb`` replaces the player and the verb *counts* before the scores.
    """
    parts: list[Part] = []
    for seat in Seat:
        down = [event for event in scores if event.seat is seat and event.points < 0]
        if down:
            points = Clause(f"{-sum(event.points for event in down)} points", down[0].rule)
            counts = any(event.seat is seat and event.points > 0 for event in scores)
            total = "" if counts else f": {view.score[seat]}"
            parts += [f"{cast.first(seat, 'strikes off')} ", points, f"{total}."]
        own = [event for event in scores if event.seat is seat and event.points >= 0]
        if not own:
            continue
        if parts:
            parts.append(" ")
        parts.append(verb or f"{cast.first(seat, 'counts')} ")
        parts += join_with_and(
            Clause(f"{event.points} {score_purpose(event)}", event.rule) for event in own
        )
        parts.append(f": {view.score[seat]}.")
    return parts


# -- shared --------------------------------------------------------------------------------------


def _act(cast: PlayerNames, seat: Seat, words: str, rule: str) -> list[Part]:
    """Return a sentence without its full stop: a player, and a predicate that links to its rule."""
    return [f"{cast.first(seat)} ", Clause(cast.verb(seat, words), rule)]


def _so_many(count: int) -> str:
    """Return a number of cards in words, such as *two cards*."""
    return f"{count_words(count)} card{'' if count == 1 else 's'}"
