"""Questions on the discard, judged by the search of the strongest player.

The search uses only the information of the seat on turn. It deals the unseen cards anew for every try, and
tests all discards with the same tries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from piquet_core.cards.cards import Hand, parse_card
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.exercises.answer_keys import Says
from piquet_core.exercises.exercise import (
    Assessment,
    Chosen,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.reading import hand_options, values
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.players import JUDGE, find_player, turn_of
from piquet_core.players.card_values import Option
from piquet_core.review.advise import AdviceSearch
from piquet_core.review.deal_review import ODDS_WAYS, is_as_good, more_to_take
from piquet_core.review.discard_outcomes import consequence_words
from piquet_core.wording.advice import (
    discard_loss_words,
    points_words,
    rounded_cost_words,
    rounded_discard_loss_words,
)
from piquet_core.wording.discard_reasons import better_discard_words, kept_words, trade_off_words
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import join_with_and

_FINE = 3.0
"""Maximum cost in points of an answer that is *fine*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardKey:
    """Key for choosing an exchange. Any legal one is judged by a search on demand."""

    position: Position
    rule: str

    def thinking(self, chosen: Chosen) -> AdviceSearch:
        """Return the search that assesses a discard, with its progress so far. It may take a second or two."""
        return _thinking(self.position, Hand.of(parse_card(value) for value in chosen).mask)

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of a discard, compared with the best discard that the search has tried."""
        thinking = self.thinking(chosen)
        options = thinking.advice.options
        best, gone = options[0], Hand.of(parse_card(value) for value in chosen)
        mine = next(one for one in options if one.cards == gone)
        verdict, told = _band(mine, best)
        says: Says = (told,)
        named: Chosen = ()
        behind = f"{_trade_off(self.position, gone)} "
        if mine.cards == best.cards:
            kept = kept_words(self.position.rules, self.position.hand, gone)
            says = (f"{told} {kept}".rstrip(),)
        if verdict is not Verdict.BEST:
            behind += f"{_exactly(thinking, mine, best)} "
            named = values(best.cards)
            led = _led_to(thinking, self.position, best.cards, gone)
            # The sentence on the calls has said how many more cards younger may take.
            left = led and more_to_take(self.position.state, best.cards, gone)
            why = better_discard_words(
                self.position.rules, self.position.hand, best.cards, gone, number=not left
            )
            says = (
                f"{led} " if led else "",
                "Best of those tried: lay out ",
                *join_with_and(list(best.cards)),
                f". That {why}. " if why else ". ",
                _about(thinking, mine, best, shares=not left),
            )
        return Assessment(
            verdict=verdict,
            says=says,
            clause=self.position.rules.answers[self.rule],
            behind=(behind + _how(mine),),
            named=named,
        )

    def right(self) -> tuple[Chosen, ...]:
        """Return the best discard that the search has tried, as the only answer."""
        return (values(best_tried(self.position)),)

    def solution(self) -> Says:
        """Return a text on the discard of the player that judges."""
        best = best_tried(self.position)
        name = find_player(JUDGE).name
        return (
            f"{name} lays out: ",
            *join_with_and(list(best)),
            ". ",
            _trade_off(self.position, best),
            f" Choose these cards or others, and {name} compares your choice with the best.",
        )


def best_tried(position: Position) -> Hand:
    """Return the best discard that the search has tried."""
    return _thinking(position, 0).advice.options[0].cards


@lru_cache(maxsize=8)
def _thinking(position: Position, mask: int) -> AdviceSearch:
    """Return the cached search for a position that also tries the discard with a card mask; 0 adds none."""
    return AdviceSearch(position.state, also=Hand(mask) if mask else None)


def forget() -> None:
    """Clear the cache of searches."""
    _thinking.cache_clear()


def _band(mine: Option, best: Option) -> tuple[Verdict, str]:
    name = find_player(JUDGE).name
    if mine.cards == best.cards:
        return Verdict.BEST, f"It is what {name} would lay out."
    if is_as_good(mine.behind, mine.doubt):
        return Verdict.BEST, "It cannot be told from the best of those tried."
    return (Verdict.FINE if mine.behind <= _FINE else Verdict.COSTLY), ""


def _led_to(thinking: AdviceSearch, position: Position, best: Hand, gone: Hand) -> str:
    """Return a sentence on the effect of a discard in the calls, compared with the best discard."""
    assert thinking.discard_search is not None
    state, you = position.state, position.you
    better, worse = thinking.discard_search.odds([best, gone], ODDS_WAYS)
    cast, more = PlayerNames(("Elder", "Younger"), you), more_to_take(state, best, gone)
    return consequence_words(position.rules, better, worse, you, cast, more, most=1)


def _lost(thinking: AdviceSearch, mine: Option, best: Option) -> tuple[float, float]:
    """Return a pair: the points that a discard loses in the calls, and those that it loses in the play."""
    assert thinking.discard_search is not None
    good, own = (thinking.discard_search.parts(one.cards) for one in (best, mine))
    return good.calls - own.calls, good.play - own.play


def _about(thinking: AdviceSearch, mine: Option, best: Option, *, shares: bool) -> str:
    """Return a sentence on the rounded cost of a discard, with its shares in the calls and the play if wanted."""
    where = rounded_discard_loss_words(*_lost(thinking, mine, best)) if shares else ""
    return f"Your choice costs {rounded_cost_words(mine.behind, '')}{_after_cost(where)}."


def _exactly(thinking: AdviceSearch, mine: Option, best: Option) -> str:
    """Return a sentence on the cost of a discard with its error, and its shares in the calls and the play."""
    error = points_words(2 * mine.doubt).split()[0]
    where = discard_loss_words(*_lost(thinking, mine, best))
    return f"It costs {points_words(mine.behind)}, give or take {error}{_after_cost(where)}."


def _after_cost(where: str) -> str:
    """Return the shares of a cost, preceded by the punctuation that joins them to the cost."""
    return "" if not where else f", {where}" if where.startswith("in ") else f": {where}"


def _how(mine: Option) -> str:
    """Return a sentence on the search: the player that judges, the number of tries, and the assumed play."""
    return (
        f"{find_player(JUDGE).name} has tried it {mine.tried} times, after a rough trial of many choices, every card "
        "that you cannot see dealt anew each time; the other lays out by rules of thumb, and then both play as well "
        "as they can."
    )


def exchange(position: Position, words: QuestionText) -> Question:
    """Ask for the discard of the player on turn."""
    state = position.state
    if state.phase not in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
        raise ExerciseError("no player exchanges at this position")
    turn = turn_of(state)
    if not turn.most:
        raise ExerciseError("no card is left to exchange")
    rule = f"exchange.{position.you.name.lower()}-max"
    key = DiscardKey(position=position, rule=rule)
    role = "elder" if position.you is Seat.ELDER else "younger"
    number = f"exactly {turn.most}" if turn.least == turn.most else f"{turn.least} to {turn.most}"
    return Question(
        form=Form.SOME,
        key=key,
        solution=(),
        shown=(
            Exhibit(
                label="The exchange", lines=((f"You are {role}, and lay out {number} cards.",),)
            ),
        ),
        question=words.question,
        hint=words.hint,
        clause=position.rules.answers[rule],
        options=hand_options(position.hand),
        least=turn.least,
        most=turn.most,
        slow=True,
    )


def _trade_off(position: Position, gone: Hand) -> str:
    return trade_off_words(position.rules, position.hand, gone)
