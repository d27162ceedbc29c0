"""Questions on the play: legal cards, cards that take a trick, and the best card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from piquet_core.cards.card_names import suit_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Scored
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction
from piquet_core.exercises.answer_keys import ChoiceKey, Says
from piquet_core.exercises.exercise import (
    Assessment,
    Chosen,
    CompletedTrick,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.lines import FROM_HERE, best_line_words
from piquet_core.exercises.kinds.reading import hand_options, tap_these
from piquet_core.exercises.model_player import MODEL_NAME
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.exercises.trick_solver import MOST_CARDS, safe_takers, tricks_by_card
from piquet_core.review.equal_cards import equal_cards
from piquet_core.wording.rich_text import Clause, Part, join_with_and
from piquet_core.wording.score_reasons import score_purpose

IN_PLAY = (Phase.LEAD, Phase.FOLLOW)
_WHO_ANSWERS = (
    f"{MODEL_NAME} answers for the other hand, by rules of thumb, from what its seat can know."
)
_ALL_TRIED = (
    "With both hands open every way to play on was tried, and both players do their best in it."
)


def _table(position: Position, *, open_cards: bool = True) -> tuple[Exhibit, ...]:
    """Return exhibits with the card led, if any, and with the opponent's hand if ``open_cards``."""
    state, you = position.state, position.you
    found = []
    if open_cards:
        found.append(Exhibit(label="The other hand", cards=tuple(state.hands[you.other])))
    if state.led is not None:
        found.append(Exhibit(label="Led", cards=(state.led,), is_trick=True))
    return tuple(found)


def played(position: Position, card: Card, *, told: bool = True) -> tuple[DealState, Says]:
    """Return a pair: the state after a card, and its narration.

    Without ``told``, the narration has only the points. Raises `IllegalAction` if the card may not
    be played.
    """
    state, you = position.state, position.you
    after, events = apply(state, Play(seat=you, card=card))
    if state.led is None:
        story: list[Part] = ["You lead the ", card, "."]
    elif after.taken[-1].winner is you:
        story = ["The ", card, " takes the trick, and you lead to the next."]
    else:
        story = ["You play the ", card, "; the other player wins the trick and leads again."]
    if after.phase is Phase.OVER:
        story = [
            part.replace(", and you lead to the next", "").replace(" and leads again", "")
            if isinstance(part, str)
            else part
            for part in story
        ]
    if not told:
        story = []
    for event in events:
        if isinstance(event, Scored):
            who = "You count " if event.seat is you else "The other player counts "
            story += [f" {who}", Clause(f"{event.points} {score_purpose(event)}", event.rule), "."]
    return after, tuple(story)


def _plays(position: Position) -> tuple[tuple[Card, ...], frozenset[Card]]:
    if position.state.phase not in IN_PLAY:
        raise ExerciseError("no card is played at this position")
    legal = frozenset(one.card for one in legal_actions(position.state) if isinstance(one, Play))
    return tuple(position.hand), legal


def choice(
    position: Position, words: QuestionText, wanted: dict[Card, Assessment], equals: Says = ()
) -> Question:
    """Return a question on choosing one card. ``wanted`` has the assessment of each card.

    ``equals`` is a sentence on cards that are as good as the solution.
    """
    clause = position.rules.answers[words.rule]
    right = [card for card, one in wanted.items() if one.verdict is Verdict.RIGHT]
    if not right:
        raise ExerciseError("no card of this hand solves the exercise")
    model = lowest(right)
    told = played(position, model)[1]
    if position.state.led is not None:
        wanted = {
            card: replace(one, trick=completed_trick(position, card)) if one.verdict.passes else one
            for card, one in wanted.items()
        }
    return Question(
        form=Form.ONE,
        key=ChoiceKey(
            judgements={str(card): one for card, one in wanted.items()}, model=str(model)
        ),
        solution=(*_instead(right), ". ", *equals, *told),
        shown=_table(position),
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=hand_options(wanted),
    )


def completed_trick(position: Position, card: Card) -> CompletedTrick:
    """Return the trick that a legal card completes."""
    you = position.you
    after, events = apply(position.state, Play(seat=you, card=card))
    points = dict.fromkeys((you, you.other), 0)
    for event in events:
        if isinstance(event, Scored):
            points[event.seat] += event.points
    said = [
        f"+{count} for {'you' if seat is you else 'the other player'}"
        for seat, count in points.items()
        if count
    ]
    return CompletedTrick(is_taken=after.taken[-1].winner is you, points=", ".join(said))


def lowest(cards: Iterable[Card]) -> Card:
    """Return the lowest of equally good cards, because a learner should not get used to playing aces.

    >>> from piquet_core.cards.cards import parse_card
    >>> str(lowest(map(parse_card, ("HA", "D8", "S9"))))
    'D8'
    """
    return min(cards, key=lambda card: (card.rank, card.suit))


def equal_words(cards: Collection[Card]) -> Says:
    """Return a sentence that says that some cards are equivalent."""
    return (
        "The ",
        *join_with_and(cards),
        " are equal: the other player holds no card between them.",
    )


def _instead(right: Collection[Card]) -> Says:
    """Return a right card for the solution, after *for instance* if there are several."""
    model = lowest(right)
    return (model,) if len(right) == 1 else ("For instance the ", model)


def legal(position: Position, words: QuestionText) -> Question:
    """Ask for any legal card."""
    hand, allowed = _plays(position)
    found = {}
    for card in hand:
        judgement = refused(position, card)
        if card in allowed:
            judgement = Assessment(
                verdict=Verdict.RIGHT,
                says=(*_more(allowed, card), *played(position, card)[1]),
                clause=position.rules.answers[words.rule],
            )
        found[card] = judgement
    return choice(position, words, found)


def on(position: Position, words: QuestionText) -> Question:
    """Ask for the next card of a deal that is played to the end with open cards.

    While too many cards are left to solve the play, any legal card passes. Later, only a card that gives no
    trick away passes.
    """
    few = len(position.hand) <= MOST_CARDS
    posed = best(position, words) if few else legal(position, words)
    assert isinstance(posed.key, ChoiceKey)
    judged = {
        value: replace(one, behind=(*one.behind, f"{' ' if one.behind else ''}{_WHO_ANSWERS}"))
        for value, one in posed.key.judgements.items()
        if one.verdict is not Verdict.WRONG
    }
    key = replace(posed.key, judgements={**posed.key.judgements, **judged})
    return replace(
        posed,
        key=key,
        shown=(so_far(position), *posed.shown),
        goes_on=True,
        hint=words.hint if misled(position) else words.sure,
    )


def misled(position: Position) -> bool:
    """Tell whether the advice to play a sure trick would be bad in a position.

    It is bad if no card certainly takes the trick, or if such a card gives another trick away. The result is
    False while too many cards are left to solve the play.
    """
    theirs = position.state.hands[position.you.other]
    if len(position.hand) > MOST_CARDS:
        return False
    return not safe_takers(position.hand, theirs, position.state.led)


def so_far(position: Position) -> Exhibit:
    """Return an exhibit with both players' tricks and points, the previous trick, and a note on the lead."""
    state, you = position.state, position.you
    lines: list[Says] = [
        (
            (
                f"You have {tricks_words(state.tricks[you])} and {_points(state.score[you])}; the other player "
                f"has {tricks_words(state.tricks[you.other])} and {_points(state.score[you.other])}."
            ),
        )
    ]
    if state.taken:
        last = state.taken[-1]
        who = "You" if last.winner is you else "The other player"
        lines.append(
            ("The previous trick: ", last.led, ", then ", last.followed, f". {who} won it.")
        )
    turn = ("It is your lead; you may play any card.",) if state.led is None else ()
    return Exhibit(label="So far", lines=tuple(lines), turn=turn)


def best(position: Position, words: QuestionText) -> Question:
    """Ask for the card that keeps every trick still possible, with the opponent's hand open."""
    hand, allowed = _plays(position)
    state, you = position.state, position.you
    if len(hand) > MOST_CARDS:
        raise ExerciseError(f"too many cards to solve: at most {MOST_CARDS}")
    tricks = tricks_by_card(position.hand, state.hands[you.other], state.led)
    most = max(tricks.values())
    keep = [card for card, count in tricks.items() if count == most]
    model: Says = ("for instance " if len(keep) > 1 else "", "with the ", lowest(keep))
    costly = [card for card in allowed if tricks[card] < most]
    # If all cards but one are right, the feedback names the wrong one.
    warned: Says = (
        (" Only the ", costly[0], f" is a mistake: it leaves you {tricks[costly[0]]}.")
        if len(costly) == 1 < len(keep)
        else ()
    )
    found = {}
    for card in hand:
        if card not in allowed:
            found[card] = refused(position, card)
            continue
        after, told = played(position, card)
        if tricks[card] == most:
            sure = _sure(most, len(hand))
            onward: Says = ()
            says: Says = (*told, f" {sure[:1].upper()}{sure[1:]}.", *warned)
            verdict = Verdict.RIGHT
        else:
            says = (
                *told,
                (f" But then {_sure(tricks[card], len(hand))}; "),
                *model,
                f" it would be {most}.",
            )
            onward = (FROM_HERE, *best_line_words(after, you))
            verdict = Verdict.COSTLY
        found[card] = Assessment(
            verdict=verdict,
            says=says,
            clause=position.rules.answers[words.rule],
            behind=(_ALL_TRIED,),
            onward=onward,
        )
    same = equal_cards(lowest(keep), Hand.of(keep), state.hands[you.other], state.led)
    equals: Says = (*equal_words(list(same)), " ") if len(same) > 1 else ()
    return choice(position, words, found, equals)


def _sure(count: int, left: int) -> str:
    """Return a clause on how many of the ``left`` tricks are certain for the learner. ``count`` is that number."""
    if left == 1:
        return "the last trick is yours" if count else "the last trick is not yours"
    if count == left:
        return f"all {left} tricks left, this one included, are yours"
    said = "none is" if not count else "only one is" if count == 1 else f"{count} are"
    return f"of the {left} tricks left, this one included, {said} certainly yours"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def tricks_words(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def _more(allowed: frozenset[Card], card: Card) -> Says:
    if len(allowed) == 1:
        return ("It is the only card that the rules allow. ",)
    return (f"It is one of {len(allowed)} cards that the rules allow. ",)


def refused(position: Position, card: Card) -> Assessment:
    led = position.state.led
    try:
        apply(position.state, Play(seat=position.you, card=card))
    except IllegalAction as error:
        says: Says = (f"{error.args[0]}.",)
        if led is not None:
            suit = suit_name(led.suit)
            says = (
                "The ",
                card,
                (
                    f" may not be played: {suit} were led, and you hold {suit}. As long as you have "
                    "one, you follow suit."
                ),
            )
        return Assessment(
            verdict=Verdict.WRONG, says=says, clause=position.rules.answers[error.rule]
        )
    return Assessment(verdict=Verdict.WRONG, says=("The rules allow it.",))


def take(position: Position, words: QuestionText) -> Question:
    """Ask for a card that takes the trick."""
    return _outcome(position, words, own=True)


def lose(position: Position, words: QuestionText) -> Question:
    """Ask for a card that leaves the trick to the opponent."""
    return _outcome(position, words, own=False)


def _outcome(position: Position, words: QuestionText, *, own: bool) -> Question:
    hand, allowed = _plays(position)
    if position.state.phase is not Phase.FOLLOW:
        raise ExerciseError("no trick has begun at this position")
    clause = position.rules.answers[words.rule]
    found = {}
    for card in hand:
        if card not in allowed:
            found[card] = refused(position, card)
            continue
        after, told = played(position, card)
        mine = after.taken[-1].winner is position.you
        found[card] = Assessment(
            verdict=Verdict.RIGHT if mine is own else Verdict.WRONG,
            says=told
            if mine is own
            else (*_reason(position, card), *played(position, card, told=False)[1]),
            clause=clause,
        )
    return choice(position, words, found)


def _reason(position: Position, card: Card) -> Says:
    led = position.state.led
    assert led is not None
    if card.suit is not led.suit:
        return (f"A card of another suit than {suit_name(led.suit)} never takes this trick.",)
    if card > led:
        return ("The ", card, " is higher than the ", led, " and takes the trick.")
    return ("The ", led, " is higher than the ", card, " and keeps the trick.")


# -- selections of cards -------------------------------------------------------------------------


def playable(position: Position, words: QuestionText) -> Question:
    """Ask for every card that may be played."""
    hand, allowed = _plays(position)
    led = position.state.led
    if led is None:
        raise ExerciseError("no card has been led at this position")
    suit = suit_name(led.suit)
    follows = any(card.suit is led.suit for card in hand)
    these = "these are the only cards" if len(allowed) > 1 else "this is the only card"
    told = (
        f"{suit.capitalize()} were led, and you hold {suit}: {these} you may play."
        if follows
        else f"{suit.capitalize()} were led, and you have none: you may play any card, "
        "but none of yours takes the trick."
    )

    def surplus(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        return refused(position, card).says

    def missed(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        if follows:
            return ("The ", card, " is of the suit led as well. Low or high, you may play it.")
        return (f"You have no {suit}, so nothing binds you: the ", card, " may be played too.")

    return _some(position, words, allowed, (told,), surplus, missed, least=1)


def takers(position: Position, words: QuestionText) -> Question:
    """Ask for every card that takes the trick."""
    hand, allowed = _plays(position)
    led = position.state.led
    if led is None:
        raise ExerciseError("no card has been led at this position")
    taking = [card for card in hand if card.suit is led.suit and card > led]
    told: Says = (
        ("A higher card of the suit led takes the trick: ", *join_with_and(taking), ".")
        if taking
        else ("None of your cards can take this trick.",)
    )

    def surplus(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        if card not in allowed:
            return refused(position, card).says
        return _reason(position, card)

    def missed(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        return _reason(position, card)

    return _some(position, words, frozenset(taking), told, surplus, missed)


def _some(
    position: Position,
    words: QuestionText,
    wanted: frozenset[Card],
    told: Says,
    surplus: Callable[[str, Chosen], Says],
    missed: Callable[[str, Chosen], Says],
    *,
    least: int = 0,
) -> Question:
    right = [card for card in position.hand if card in wanted]
    allowed = _plays(position)[1]
    follow = position.rules.answers["play.follow"]
    return tap_these(
        position,
        words,
        [right],
        good=lambda _: told,
        solution=(*join_with_and(right), ". ", *told) if right else told,
        surplus=surplus,
        missed=missed,
        shown=_table(position),
        least=least,
        broken={str(card): follow for card in position.hand if card not in allowed},
        empty=("At least one of your cards does. Look at the suit that was led.",),
    )
