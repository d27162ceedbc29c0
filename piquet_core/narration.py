"""What happened, in words: each step as parts that are text, cards, or a score with its rule.

The same parts make the sentence on screen, the one that is read aloud, and the plain text of
other builders, so they can never disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from piquet_core.actions import Response
from piquet_core.cards import Card, Rank
from piquet_core.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.events import (
    Barred,
    BlankAnnounced,
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
    Shown,
    Told,
    TrickTaken,
)
from piquet_core.names import card_name, rank_name, rank_plural, suit_name
from piquet_core.notation import Mark
from piquet_core.rules import Answer, RuleSet
from piquet_core.seat import Seat
from piquet_core.steps import Standing
from piquet_core.view import View

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

    ``event`` is what the reason is for; None for a rule that stands behind several.
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
    """Return the story of a step: sentences for its events, for whoever the view is for."""
    events = view.events
    scores = [event for event in events if isinstance(event, Scored)]
    sentences = _sentences(view, events, names)
    played = next((event for event in events if isinstance(event, Played)), None)
    if played is not None and {event.seat for event in scores} == {played.seat}:
        # A card and the points it makes are one act and make one sentence.
        sentences[0] = [*sentences[0][:-1], *_counts(view, scores, names, " and counts ")]
    elif scores:
        sentences.append(_counts(view, scores, names))
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
        elif isinstance(event, _WITH_CLAUSE) or (
            isinstance(event, Shown) and event.rule == "blank.show"
        ):
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


def _sentences(view: View, events: Sequence[Event], names: Sequence[str]) -> list[list[Part]]:
    found: list[list[Part]] = []
    for event in events:
        match event:
            case Dealt():
                found.append(
                    [f"{names[1]} has dealt; {names[0]} is elder and will speak and lead first."]
                )
            case BlankAnnounced():
                clause = Clause("carte blanche", event.rule)
                bound = f" and will exchange {_cards_number(event.exchanging)}" * bool(
                    event.exchanging
                )
                found.append([f"{names[event.seat]} announces a ", clause, f"{bound}."])
            case LaidOut():
                found.append(_laid_out(event, names))
            case Leaving():
                found.append(_leaving(event, names))
            case Drew():
                taken = _listed(event.drawn) or [_cards_number(event.count)]
                found.append([f"{names[event.seat]} takes in ", *taken, "."])
            case RedealAsked():
                clause = Clause("asks for a new deal", event.rule)
                found.append([f"{names[event.seat]} ", clause, "."])
            case RedealAnswered():
                answer = "agrees, and the hand is off" if event.agreed else "refuses"
                found.append([f"{names[event.seat]} ", Clause(answer, event.rule), "."])
            case Missing():
                clause = Clause("laid out", event.rule)
                found.append([f"{names[event.seat]} ", clause, " the ", event.card, "."])
            case Exchanged():
                found.append(_exchanged(event, names))
            case Looked():
                found.append(
                    [
                        f"{names[event.seat]} looks at {_cards_number(event.count)} of the talon",
                        *([": ", *_listed(event.cards)] if event.cards else []),
                        ".",
                    ]
                )
            case Declared():
                words = call_words(event.kind, event.size, event.rank)
                article = "a " if event.size and event.kind != "set" else ""
                who, said = names[event.seat], f"calls {article}{words}."
                if event.rule == "call.raise-until":
                    found.append([f"{who} ", Clause("raises the call", event.rule), f" and {said}"])
                else:
                    found.append([f"{who} {said}"])
            case Told():
                found.append([f"{names[event.seat]} makes it {event.pips} pips."])
            case Replied():
                recalled = " takes it back" if event.rule == "reply.recall-until" else ""
                said = f"“{answer_word(view.rules, event.response, to_none=event.to_none).capitalize()}.”"
                found.append([f"{names[event.seat]}{recalled}: ", Clause(said, event.rule)])
            case Shown() if event.rule == "blank.show":
                found.append([f"{names[event.seat]} shows the hand as dealt: no court card in it."])
            case Named():
                found.append(
                    [f"{names[event.seat]} binds himself to lead {suit_name(event.suit)}."]
                )
            case Played():
                found.append(_played(event, events, view, names))
            case Barred():
                clause = Clause("no repique", event.rule)
                found.append(
                    [f"Thirty in hand, but {names[event.seat.other]} counts first: ", clause, "."]
                )
            case DealEnded():
                found.append(_ended(event, view, names))
            case _:
                pass
    return found


def _laid_out(event: LaidOut, names: Sequence[str]) -> list[Part]:
    cards = _listed(event.discards) or [_cards_number(event.count)]
    how = " instead, and draws later." if event.changed else ", and draws later."
    return [f"{names[event.seat]} lays out ", *cards, how]


def _leaving(event: Leaving, names: Sequence[str]) -> list[Part]:
    who = names[event.seat]
    if not event.count:
        return [f"{who} does not ", Clause("say that cards will be left", event.rule), "."]
    return [f"{who} ", Clause(f"will leave {_cards_number(event.count)}", event.rule), "."]


def _exchanged(event: Exchanged, names: Sequence[str]) -> list[Part]:
    who = names[event.seat]
    if not event.count:
        return [f"{who} exchanges nothing."]
    if not event.discards:
        return [f"{who} lays out {_cards_number(event.count)} and takes in as many."]
    return [
        f"{who} lays out ",
        *_listed(event.discards),
        " and takes in ",
        *_listed(event.drawn),
        ".",
    ]


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


def _played(event: Played, events: Sequence[Event], view: View, names: Sequence[str]) -> list[Part]:
    who = names[event.seat]
    if event.led:
        return [f"{who} leads the ", event.card, "."]
    taken = next(e for e in events if isinstance(e, TrickTaken))
    assert view.trick is not None
    if taken.seat is event.seat:
        return [f"{who} takes it with the ", event.card, "."]
    follows = event.card.suit is view.trick.cards[0].suit
    verb = "follows with" if follows else "throws"
    return [f"{who} {verb} the ", event.card, f"; the trick is {names[taken.seat]}’s."]


def _ended(event: DealEnded, view: View, names: Sequence[str]) -> list[Part]:
    elder, younger = event.tricks
    division = "The cards are divided. " if elder == younger else ""
    parts: list[Part] = [
        f"{division}The deal is over: {names[0]} {event.score[0]}, {names[1]} {event.score[1]}."
    ]
    for seat in Seat:
        own = [one for one in view.sums if one.seat is seat]
        if not own:
            continue
        made = [Clause(f"{one.points} {_SUM_OF[one.rule]}", one.rule) for one in own]
        parts += [f" {names[seat]} made ", *_listed(made), f": {event.score[seat]}."]
    if view.standing:
        parts += _standing(view.standing, names)
    return parts


def _standing(standing: Standing, names: Sequence[str]) -> list[Part]:
    """Return where the game stands after the deal, and who has won it if somebody has."""
    sums = (
        f"{names[seat]} {before} + {after - before} = {after}"
        for seat, before, after in zip(Seat, standing.before, standing.after, strict=True)
    )
    parts: list[Part] = [f" In the game: {', '.join(sums)}."]
    if standing.winner is not None:
        parts += [f" {names[standing.winner]} ", Clause("wins the game", standing.rule), "."]
    return parts


def _counts(
    view: View, scores: Sequence[Scored], names: Sequence[str], verb: str = ""
) -> list[Part]:
    """Return who counts what, and the totals it comes to."""
    parts: list[Part] = []
    for seat in Seat:
        down = [event for event in scores if event.seat is seat and event.points < 0]
        if down:
            points = Clause(f"{-sum(event.points for event in down)} points", down[0].rule)
            counts = any(event.seat is seat and event.points > 0 for event in scores)
            total = "" if counts else f": {view.score[seat]}"
            parts += [f"{names[seat]} strikes off ", points, f"{total}."]
        own = [event for event in scores if event.seat is seat and event.points >= 0]
        if not own:
            continue
        if parts:
            parts.append(" ")
        parts.append(verb or f"{names[seat]} counts ")
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
    "play.lead-wins": "for winning his own lead",
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
    "play.capture": "for tricks taken from the lead",
}


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _cards_number(n: int) -> str:
    return f"{_number(n)} card{'' if n == 1 else 's'}"
