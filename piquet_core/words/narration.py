"""What happened, in words: each step as parts that are text, cards, or a score with its rule.

The same parts make the sentence on screen, the one that is read aloud, and the plain text of
other builders, so they can never disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from piquet_core.engine.actions import Response
from piquet_core.engine.events import (
    Barred,
    BlankAnnounced,
    BlankShown,
    DealEnded,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    LaidOut,
    Leaving,
    Looked,
    Missing,
    Named,
    Played,
    RedealAnswered,
    RedealAsked,
    Replied,
    Scored,
    Told,
    TrickTaken,
)
from piquet_core.pack.cards import Card, Rank
from piquet_core.pack.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.pack.names import card_name, rank_name, rank_plural, suit_name
from piquet_core.pack.seat import Seat
from piquet_core.records.notation import Mark
from piquet_core.records.steps import Standing
from piquet_core.rules import Answer, RuleSet
from piquet_core.seen.view import View
from piquet_core.words.cast import Cast

SEQUENCE_NAMES = {
    3: "tierce",
    4: "quart",
    5: "quint",
    6: "sixième",
    7: "septième",
    8: "huitième",
    9: "neuvième",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Clause:
    """Words of a sentence that a rule stands behind."""

    text: str
    rule: str


Part = str | Card | Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why points were scored or refused: the points, what for, and the answer that says so.

    ``event`` is what the reason explains; None for a rule that explains several events.
    """

    seat: Seat
    points: int
    text: str
    answer: Answer[object]
    event: Event | None = None


def plain(parts: Iterable[Part]) -> str:
    """Return parts as one sentence of plain text, cards in words."""
    words = (
        card_name(part)
        if isinstance(part, Card)
        else part.text
        if isinstance(part, Clause)
        else part
        for part in parts
    )
    return "".join(words)


def holding_words(holding: Holding) -> str:
    """Return a holding in words: *point of six*, *quint to the jack of diamonds*, *four queens*."""
    if isinstance(holding, PointHolding):
        return f"point of {_number(holding.size)} in {suit_name(holding.suit)}"
    if isinstance(holding, SequenceHolding):
        name = SEQUENCE_NAMES[holding.size]
        return f"{name} to the {rank_name(holding.top)} of {suit_name(holding.suit)}"
    return f"{_number(holding.size)} {rank_plural(holding.rank)}"


def narrate(view: View, names: Sequence[str]) -> tuple[Part, ...]:
    """Return the story of a step: sentences for its events, for whoever the view is for.

    Names that are a `Cast` say which player is the reader, who is then told of as *you*.
    """
    events, cast = view.events, Cast.of(names)
    scores = [event for event in events if isinstance(event, Scored)]
    sentences = _sentences(view, events, cast)
    played = next((event for event in events if isinstance(event, Played)), None)
    if played is not None and {event.seat for event in scores} == {played.seat}:
        # A card and the points it makes are one act and make one sentence.
        counts = f" and {cast.verb(played.seat, 'counts')} "
        sentences[0] = [*sentences[0][:-1], *_counts(view, scores, cast, counts)]
    elif scores:
        sentences.append(_counts(view, scores, cast))
    if any(mark is Mark.ANYTHING for mark in view.marks):
        sentences.append(["The source leaves this card open; the choice is ours."])
    elif any(mark is Mark.INFERRED for mark in view.marks):
        sentences.append(["The source does not say so; it is inferred."])
    return tuple(
        part for place, one in enumerate(sentences) for part in ([" "] * bool(place) + one)
    )


def reasons(view: View) -> tuple[Why, ...]:
    """Return why each point of a step was scored, or a bonus refused, with the clause."""
    found = []
    counted = [e for e in view.events if isinstance(e, Scored) and e.holding is not None]
    if counted and counted[0].seat is Seat.YOUNGER:
        rule = "declare.younger-counts"
        found.append(_why(view.rules, Seat.YOUNGER, 0, "", rule))
    for event in view.events:
        if isinstance(event, Scored):
            text = what_for(event)
            found.append(_why(view.rules, event.seat, event.points, text, event.rule, event))
        elif isinstance(event, Barred):
            found.append(_why(view.rules, event.seat, 0, "no repique", event.rule, event))
        elif isinstance(event, Replied):
            said = answer_word(view.rules, event.response, to_none=event.to_none)
            text = f"“{said}”"
            found.append(_why(view.rules, event.seat, 0, text, event.rule, event))
        elif isinstance(event, _WITH_CLAUSE):
            found.append(_why(view.rules, event.seat, 0, "", event.rule, event))
        elif isinstance(event, DealEnded) and event.tricks[0] == event.tricks[1]:
            found.append(_why(view.rules, Seat.ELDER, 0, "the cards divided", event.rule, event))
    found += [
        _why(view.rules, counted[0].seat, 0, "", f"{kind}.others")
        for kind in ("sequence", "set")
        if sum(event.reckon == kind for event in counted) > 1
    ]
    return tuple(found)


# Events that score nothing and still rest on a clause worth naming.
_WITH_CLAUSE = (
    BlankAnnounced,
    BlankShown,
    Exchanged,
    LaidOut,
    Leaving,
    Looked,
    Missing,
    Named,
    RedealAnswered,
    RedealAsked,
)


def _why(
    rules: RuleSet, seat: Seat, points: int, text: str, rule: str, event: Event | None = None
) -> Why:
    return Why(seat=seat, points=points, text=text, answer=rules.answers[rule], event=event)


def _sentences(view: View, events: Sequence[Event], cast: Cast) -> list[list[Part]]:
    found: list[list[Part]] = []
    for event in events:
        match event:
            case Dealt():
                found.append([_dealt(cast)])
            case BlankAnnounced():
                clause = Clause("carte blanche", event.rule)
                bound = f" and will exchange {_cards_number(event.exchanging)}" * bool(
                    event.exchanging
                )
                found.append([f"{cast.first(event.seat, 'announces')} a ", clause, f"{bound}."])
            case LaidOut():
                found.append(_laid_out(event, cast))
            case Leaving():
                found.append(_leaving(event, cast))
            case Drew():
                taken = _listed(event.drawn) or [_cards_number(event.count)]
                found.append([f"{cast.first(event.seat, 'takes in')} ", *taken, "."])
            case RedealAsked():
                found.append([*_act(cast, event.seat, "asks for a new deal", event.rule), "."])
            case RedealAnswered():
                answer = "agrees, and the hand is off" if event.agreed else "refuses"
                found.append([*_act(cast, event.seat, answer, event.rule), "."])
            case Missing():
                found.append(
                    [*_act(cast, event.seat, "laid out", event.rule), " the ", event.card, "."]
                )
            case Exchanged():
                found.append(_exchanged(event, cast))
            case Looked():
                found.append(
                    [
                        f"{cast.first(event.seat, 'looks at')} {_cards_number(event.count)} of the talon",
                        *([": ", *_listed(event.cards)] if event.cards else []),
                        ".",
                    ]
                )
            case Declared():
                words = call_words(event.kind, event.size, event.rank)
                article = "a " if event.size and event.kind != "set" else ""
                seat, said = event.seat, f"{article}{words}."
                if event.rule == "call.raise-until":
                    raised = _act(cast, seat, "raises the call", event.rule)
                    found.append([*raised, f" and {cast.verb(seat, 'calls')} {said}"])
                else:
                    found.append([f"{cast.first(seat, 'calls')} {said}"])
            case Told():
                found.append([f"{cast.first(event.seat, 'makes it')} {event.pips} pips."])
            case Replied():
                found.append(_replied(event, view, cast))
            case BlankShown():
                shows = cast.first(event.seat, "shows")
                found.append([f"{shows} the hand as dealt: no court card in it."])
            case Named():
                promises = cast.first(event.seat, "promises")
                found.append([f"{promises} to lead {suit_name(event.suit)}."])
            case Played():
                found.append(_played(event, events, view, cast))
            case Barred():
                clause = Clause("no repique", event.rule)
                counts = cast.does(event.seat.other, "counts")
                found.append([f"Thirty in hand, but {counts} first: ", clause, "."])
            case DealEnded():
                found.append(_ended(event, view, cast))
            case _:
                pass
    return found


def _act(cast: Cast, seat: Seat, words: str, rule: str) -> list[Part]:
    """Return a player and what he does, with the rule behind it."""
    return [f"{cast.first(seat)} ", Clause(cast.verb(seat, words), rule)]


def _dealt(cast: Cast) -> str:
    """Return who has dealt and who is elder, which a player with no other name is already called."""
    is_elder = (
        "" if cast.who(Seat.ELDER) == "elder" else f" {cast.verb(Seat.ELDER, 'is')} elder and"
    )
    return (
        f"{cast.first(Seat.YOUNGER, 'has')} dealt; {cast.who(Seat.ELDER)}{is_elder} will speak and "
        "lead first."
    )


def _laid_out(event: LaidOut, cast: Cast) -> list[Part]:
    cards = _listed(event.discards) or [_cards_number(event.count)]
    how = " instead, and " if event.changed else ", and "
    draws = cast.verb(event.seat, "draws")
    return [f"{cast.first(event.seat, 'lays out')} ", *cards, f"{how}{draws} later."]


def _leaving(event: Leaving, cast: Cast) -> list[Part]:
    seat, rule = event.seat, event.rule
    if not event.count:
        return [
            f"{cast.first(seat, 'does')} not ",
            Clause("say that cards will be left", rule),
            ".",
        ]
    return [*_act(cast, seat, f"will leave {_cards_number(event.count)}", rule), "."]


def _exchanged(event: Exchanged, cast: Cast) -> list[Part]:
    seat = event.seat
    if not event.count:
        return [f"{cast.first(seat, 'exchanges')} nothing."]
    out, drawn = [_cards_number(event.count)], ["as many"]
    return [
        f"{cast.first(seat, 'lays out')} ",
        *(_listed(event.discards) or out),
        f" and {cast.verb(seat, 'takes in')} ",
        *(_listed(event.drawn) or drawn),
        ".",
    ]


def _replied(event: Replied, view: View, cast: Cast) -> list[Part]:
    """Return an answer as it is spoken; of himself nobody is told by a name and a colon."""
    seat = event.seat
    said = f"“{answer_word(view.rules, event.response, to_none=event.to_none).capitalize()}.”"
    if event.rule == "reply.recall-until":
        return [f"{cast.first(seat, 'takes it back')}: ", Clause(said, event.rule)]
    who = cast.first(seat, "answer" if seat is cast.you else "")
    return [f"{who}: ", Clause(said, event.rule)]


def _listed(items: Iterable[Part]) -> list[Part]:
    """Return parts with commas between them, and an *and* before the last."""
    all_items = list(items)
    parts: list[Part] = []
    for place, item in enumerate(all_items):
        if place:
            parts.append(" and " if place == len(all_items) - 1 else ", ")
        parts.append(item)
    return parts


def call_words(kind: str, size: int, rank: Rank | None) -> str:
    """Return a call as it is told, without the suit; size 0 is a call of nothing.

    >>> call_words("sequence", 5, Rank.JACK)
    'quint to the jack'
    """
    if not size:
        return {"point": "no point", "sequence": "no sequence", "set": "no trio or quatorze"}[kind]
    if rank is None:
        return f"point of {_number(size)}"
    if kind == "sequence":
        return f"{SEQUENCE_NAMES[size]} to the {rank_name(rank)}"
    return f"{_number(size)} {rank_plural(rank)}"


def answer_word(rules: RuleSet, response: Response, *, to_none: bool) -> str:
    """Return the word of an answer, or of one to a call of nothing, as the book has it (`reply.words`).

    >>> from piquet_core.rules import load_ruleset
    >>> books = load_ruleset("hoyle1909"), load_ruleset("little")
    >>> [answer_word(one, Response.GOOD, to_none=True) for one in books]
    ['good', 'equal']
    """
    words = rules.choice("reply.words").value
    if to_none and response is Response.GOOD and words != "not-good":
        return "equal"
    if response is Response.NOT_GOOD and words == "better-equal":
        return "better"
    return response.value


def _played(event: Played, events: Sequence[Event], view: View, cast: Cast) -> list[Part]:
    seat = event.seat
    if event.led:
        return [f"{cast.first(seat, 'leads')} the ", event.card, "."]
    taken = next(e for e in events if isinstance(e, TrickTaken))
    assert view.trick is not None
    if taken.seat is seat:
        return [f"{cast.first(seat, 'takes it with')} the ", event.card, "."]
    follows = event.card.suit is view.trick.cards[0].suit
    verb = "follows with" if follows else "throws"
    wins = cast.does(taken.seat, "wins")
    return [f"{cast.first(seat, verb)} the ", event.card, f"; {wins} the trick."]


def _ended(event: DealEnded, view: View, cast: Cast) -> list[Part]:
    elder, younger = event.tricks
    division = "The cards are divided. " if elder == younger else ""
    totals = ", ".join(f"{cast.who(seat)} {event.score[seat]}" for seat in Seat)
    parts: list[Part] = [f"{division}The deal is over: {totals}."]
    for seat in Seat:
        own = [one for one in view.sums if one.seat is seat]
        if not own:
            continue
        made = [Clause(f"{one.points} {_SUM_OF[one.rule]}", one.rule) for one in own]
        parts += [f" {cast.first(seat)} made ", *_listed(made), f": {event.score[seat]}."]
    if view.standing:
        parts += _standing(view.standing, cast)
    return parts


def _standing(standing: Standing, cast: Cast) -> list[Part]:
    """Return where the game stands after the deal, and who has won it if somebody has."""
    sums = (
        f"{cast.who(seat)} {before} + {after - before} = {after}"
        for seat, before, after in zip(Seat, standing.before, standing.after, strict=True)
    )
    parts: list[Part] = [f" In the game: {', '.join(sums)}."]
    if standing.winner is not None:
        parts += [" ", *_act(cast, standing.winner, "wins the game", standing.rule), "."]
    return parts


def _counts(view: View, scores: Sequence[Scored], cast: Cast, verb: str = "") -> list[Part]:
    """Return who counts what, and the totals it comes to."""
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
        for place, event in enumerate(own):
            if place:
                parts.append(" and " if place == len(own) - 1 else ", ")
            parts.append(Clause(f"{event.points} {what_for(event)}", event.rule))
        parts.append(f": {view.score[seat]}.")
    return parts


def what_for(event: Scored) -> str:
    """Return what points were scored for: *for the quint*, *for leading*."""
    if event.holding is not None:
        if isinstance(event.holding, PointHolding):
            return "for the point"
        if isinstance(event.holding, SetHolding):
            return f"for {holding_words(event.holding)}"
        return f"for the {SEQUENCE_NAMES[event.holding.size]}"
    return _WHAT_FOR[event.rule]


_WHAT_FOR = {
    "blank.points": "for carte blanche",
    "repique.bonus": "for the repique",
    "pique.bonus": "for the pique",
    "play.lead": "for leading",
    "play.lead-wins": "for a lead that wins",
    "play.capture": "for taking the trick",
    "play.last-trick": "for the last trick",
    "cards.points": "for the cards",
    "capot.points": "for the capot",
    "reply.recall-until": "struck off again",
}


_SUM_OF = {
    **_WHAT_FOR,
    "point.score": "for the point",
    "sequence.scores": "in sequences",
    "set.quatorze": "in quatorzes",
    "set.trio": "in trios",
    "play.lead-wins": "for leads that won",
    "play.capture": "for tricks taken from the leader",
}


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _cards_number(n: int) -> str:
    return f"{_number(n)} card{'' if n == 1 else 's'}"
