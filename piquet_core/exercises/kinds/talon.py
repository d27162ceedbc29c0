"""Questions before the calls: the court cards of a hand, and the cards of the talon that a player may see."""

from __future__ import annotations

import random

from piquet_core.cards.card_names import join_words, rank_name, suit_name
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange, Look
from piquet_core.engine.apply import apply
from piquet_core.engine.events import Looked
from piquet_core.engine.state import DealState, Phase
from piquet_core.exercises.answer_keys import NumberKey, Says
from piquet_core.exercises.exercise import (
    Assessment,
    Chosen,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.reading import tap_these
from piquet_core.exercises.model_player import model_player
from piquet_core.exercises.position import Position, format_position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.players import turn_of
from piquet_core.rules.strategies import is_blank
from piquet_core.wording.rich_text import join_with_and

_LOOKS = {Seat.ELDER: Phase.ELDER_LOOK, Seat.YOUNGER: Phase.YOUNGER_LOOK}


def courts(position: Position, words: QuestionText) -> Question:
    """Ask for every court card of a hand. A hand without court cards is a carte blanche."""
    rules, hand = position.rules, position.hand
    ranks = rules.ranks("blank.courts").value
    held = [card for card in hand if card.rank in ranks]
    told: Says
    if is_blank(rules, hand):
        pays, announced = rules.number("blank.points").value, rules.answers["blank.announce"].words
        told = (
            f"No court card in {len(hand)} cards: a carte blanche, which scores {pays}; {announced}.",
        )
    elif len(held) == 1:
        told = ("Only the ", held[0], ", but one is enough: this is no carte blanche.")
    else:
        told = ("This hand has the ", *join_with_and(held), ": no carte blanche.")

    def surplus(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        named = join_words([rank_name(rank) for rank in sorted(ranks, reverse=True)])
        return (
            "The ",
            card,
            f" is no court card. The court cards are {named}, whatever the suit.",
        )

    def missed(value: str, near: Chosen) -> Says:
        card = next(one for one in hand if str(one) == value)
        return ("The ", card, " is a court card as well.")

    return tap_these(
        position,
        words,
        [held],
        good=lambda _: told,
        solution=told,
        surplus=surplus,
        missed=missed,
        again=(f"Look at your {suit_name(held[0].suit)} again.",) if held else (),
    )


def look(position: Position, words: QuestionText) -> Question:
    """Ask for the number of cards left in the talon that a player may look at after an exchange."""
    state, you = position.state, position.you
    if state.phase not in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
        raise ExerciseError("no player exchanges at this position")
    most, taken, after = _fewer(position)
    if after.phase is not _LOOKS[you]:
        raise ExerciseError("no card may be looked at now")
    _, events = apply(after, Look(seat=you, look=True))
    seen = next(event for event in events if isinstance(event, Looked))
    clause = position.rules.answers[seen.rule]
    left = len(after.talon)
    role = "elder" if you is Seat.ELDER else "younger"
    told: Says = (
        (f"{_cards(seen.count).capitalize()}: you could have taken {most} and took {taken}."),
    )

    def wrong(says: str) -> Assessment:
        return Assessment(verdict=Verdict.WRONG, says=(says,), clause=clause)

    slips = {
        0: wrong("You need not look, but you may."),
        taken: wrong("That is how many you took. The question is about those that you left."),
        left: wrong("So many lie there, but not all of them were yours to take."),
    }
    slips.pop(seen.count, None)
    size = len(state.talon)
    whole = f"{_cards(size).capitalize()} {'lies' if size == 1 else 'lie'} in the talon."
    return Question(
        form=Form.NUMBER,
        key=NumberKey(
            number=seen.count,
            good=Assessment(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips=slips,
            less=wrong(words.less),
            more=wrong(words.more),
            again=lambda given: _look_once_more(most, taken, left, given),
        ),
        solution=told,
        shown=(
            Exhibit(
                label="The exchange",
                lines=(
                    (whole,),
                    (
                        (
                            f"You are {role}. You could exchange up to {most} and have exchanged "
                            f"{taken}: {_cards(left)} {'is' if left == 1 else 'are'} left."
                        ),
                    ),
                ),
            ),
        ),
        question=words.question,
        hint=words.hint,
        clause=clause,
    )


def _look_once_more(most: int, taken: int, left: int, number: int) -> Says:
    """Return feedback on a wrong number that says which number of the question it ignores.

    ``most`` cards may be exchanged, ``taken`` were, and ``left`` are in the talon.
    """
    if number > left:
        return ("There are fewer cards than that left in the talon; look at how many there are.",)
    if number == most:
        return ("So many you could exchange; look at how many of them you have exchanged.",)
    return (
        (
            f"With the {_cards(taken).removeprefix('one ')} that you exchanged it would come to {number + taken}; "
            "look again at the most that you could exchange."
        ),
    )


def _fewer(position: Position) -> tuple[int, int, DealState]:
    """Return a triple: the most cards to exchange, a smaller number, and the state after exchanging that many."""
    state = position.state
    turn = turn_of(state)
    suggestion = model_player().choose(turn)
    assert isinstance(suggestion, Exchange)
    cards = list(suggestion.discards)
    if turn.most - 1 < turn.least or len(cards) < turn.most:
        raise ExerciseError("no card can be left in the talon")
    rng = random.Random(format_position(position))  # noqa: S311 - the same number every time
    taken = rng.randint(max(turn.least, 1), turn.most - 1)
    after, _ = apply(state, Exchange(seat=position.you, discards=Hand.of(cards[:taken])))
    return turn.most, taken, after


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
