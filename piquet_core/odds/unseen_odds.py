"""Counts of the hands that the other player may hold, after each call, and of those with chosen cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet_core.beliefs.possible_hands import PossibleHands, possible_hands
from piquet_core.exercises.exercise import Exhibit
from piquet_core.exercises.kinds.answering import NAMES
from piquet_core.exercises.position import Position
from piquet_core.odds.known_hand import BEFORE_CALLS, KnownHand
from piquet_core.odds.odds_table import (
    OddsRow,
    OddsTable,
    OddsWork,
    Unit,
    Value,
    choices,
    thousandths,
)
from piquet_core.pulse import beat
from piquet_core.replay.visibility import Knowledge, observe
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause

_MOST = 2
"""Most cards that are asked for at once."""
_UNCERTAIN = 650
"""The chance, in thousandths, of the card that the reader guesses."""
_KINDS = {"point": "the point", "sequence": "the sequence", "set": "the trios and quatorzes"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moment:
    """A moment at which the player knows more than before, with the words for it."""

    words: str
    known: Knowledge


def unseen_odds(known: KnownHand) -> OddsWork:
    """Count at each moment the possible hands of the other player with each one or two of the unseen cards."""
    moments = _moments(known)
    cards = tuple(moments[0].known.unseen | moments[0].known.theirs)
    masks = [
        sum(1 << cards[place] for place in range(len(cards)) if mask >> place & 1)
        for mask in choices(len(cards), 1, _MOST)
    ]
    found, fit, counts, chances = [], [], [], []
    for done, moment in enumerate(moments):
        yield done, len(moments)
        hands = possible_hands(known.rules, moment.known)
        played = moment.known.played(known.seat.other).mask
        count, chance = _counted(hands, masks, played)
        found.append(hands)
        fit.append((len(hands.hands),) * len(masks))
        counts.append(tuple(count))
        chances.append(tuple(chance))
    last = chances[-1]
    # The most uncertain single card is worth a guess.
    first = min(
        (place for place, mask in enumerate(masks) if mask.bit_count() == 1),
        key=lambda place: abs((last[place] or 0) - _UNCERTAIN),
    )
    chosen = list(choices(len(cards), 1, _MOST))[first]
    return OddsTable(
        cards=cards,
        least=1,
        most=_MOST,
        numbers=tuple(range(len(moments))),
        number_words=tuple(moment.words for moment in moments),
        number=len(moments) - 1,
        chosen=chosen,
        rows=(
            OddsRow(label="Hands that fit", values=tuple(fit), unit=Unit.COUNT),
            OddsRow(label="With the raised cards", values=tuple(counts), unit=Unit.COUNT),
            OddsRow(label="Chance of the raised cards", values=tuple(chances)),
        ),
        asked=2,
        basis=_basis(moments, found),
        shown=(_heard(known), Exhibit(label="Your hand", cards=tuple(known.hand))),
    )


def _moments(known: KnownHand) -> list[_Moment]:
    """Return the moments since the exchange at which the player has learnt something, in order."""
    found: list[_Moment] = []
    position, told = known.position, None
    for count in range(len(position.moves) + 1):
        before = replace(position, moves=position.moves[:count])
        if count < len(position.moves) and before.state.phase in BEFORE_CALLS:
            continue
        heard = known.knowledge_at(before)
        signature = (heard.calls, heard.counted, heard.theirs, heard.tricks, heard.void)
        words = _moment_words(before, heard)
        if signature == told:
            continue
        if found and found[-1].words == words:
            found.pop()
        told = signature
        found.append(_Moment(words=words, known=heard))
    return found


def _moment_words(position: Position, heard: Knowledge) -> str:
    if heard.tricks:
        return f"trick {len(heard.tricks)}"
    if heard.counted:
        return "the count"
    answered = [call.kind for call in heard.calls if call.responses]
    if answered:
        return _KINDS[answered[-1]]
    return "the deal" if position.state.phase in BEFORE_CALLS else "the exchange"


def _counted(
    hands: PossibleHands, masks: list[int], played: int
) -> tuple[list[Value], list[Value]]:
    """Return for each mask the number of hands that contain it, and their weight in thousandths."""
    counts: list[Value] = []
    chances: list[Value] = []
    pairs = [
        (hand | played, weight) for hand, weight in zip(hands.hands, hands.weights, strict=True)
    ]
    for mask in masks:
        beat()
        weights = [weight for hand, weight in pairs if not mask & ~hand]
        counts.append(len(weights))
        every = len(weights) == len(pairs)
        chances.append(1000 if every else thousandths(sum(weights), 1.0))
    return counts, chances


def _heard(known: KnownHand) -> Exhibit:
    """Return an exhibit of the steps since the deal, as the player saw and heard them."""
    lines = []
    for step in known.position.steps:
        if step.id != "deal":
            told = narrate(observe(step, known.seat), PlayerNames(NAMES, known.seat))
            parts = tuple(part.text if isinstance(part, Clause) else part for part in told)
            lines += [parts] if parts else []
    label = f"You are {NAMES[known.seat].lower()}"
    return Exhibit(label=f"{label}. What you heard" if lines else label, lines=tuple(lines))


def _basis(moments: list[_Moment], hands: list[PossibleHands]) -> str:
    known = moments[0].known
    how = (
        f"After the exchange your opponent held {known.their_hidden} of the {len(known.unseen)} cards "
        "you had not seen. "
    )
    if all(one.whole for one in hands):
        how += "All these hands are counted"
    else:
        how += f"There are too many such hands, so {len(hands[0].hands):,} of them are tried"
    return f"{how}; the chance weights them by what players usually lay out and call."
