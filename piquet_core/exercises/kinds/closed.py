"""Questions on decisions with closed hands: a discard, a lead, a card to a lead.

The verdict comes from a proof over all hands that the opponent may hold (`closed_proof`). After each answer
the deal is played on with a hand that fits and with which the mistake costs points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from piquet_core.cards.cards import Card, Hand, Rank, parse_card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.exercises.answer_keys import ChoiceKey, Says
from piquet_core.exercises.closed_problems import ClosedProblem, problems_by_position
from piquet_core.exercises.closed_proof import (
    CARD_MARGIN,
    DISCARD_MARGIN,
    LOTS,
    CardProof,
    evaluator_of,
    margin_of,
    prove_card,
    prove_discard,
)
from piquet_core.exercises.exercise import (
    Assessment,
    Chosen,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.knowing import heard
from piquet_core.exercises.kinds.lines import line_words
from piquet_core.exercises.kinds.reading import hand_options, values
from piquet_core.exercises.kinds.tricks import completed_trick, refused, so_far
from piquet_core.exercises.model_player import model_player
from piquet_core.exercises.position import Position, format_position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.players import find_player, turn_of
from piquet_core.players.discard_search import DiscardSearch, mean
from piquet_core.players.player import Turn
from piquet_core.review.equal_cards import card_to_name
from piquet_core.review.outlook import imagined_state
from piquet_core.solver.goal_search import Line
from piquet_core.solver.solve import Solver, best_card
from piquet_core.wording.advice import frequency_words, points_words
from piquet_core.wording.discard_reasons import better_discard_words, trade_off_words
from piquet_core.wording.rich_text import join_with_and

PHASES = {
    "elder": Phase.ELDER_EXCHANGE,
    "younger": Phase.YOUNGER_EXCHANGE,
    "lead": Phase.LEAD,
    "keep": Phase.FOLLOW,
}
TALONS = 40
"""Number of random deals by which a discard is compared with the right one."""
_MANY = 10
"""Points that cost about as much as the cards."""
_UNLIKE = 0.15
"""Difference of a share of hands from their likelihood that is told."""
_TOLD_TRICKS = 3
_TRIED_DEALS = 8
"""Number of deals that are played on until one is found in which a discard costs points."""
_HEAVY = 6
"""A hand with at most so many cards has its line told to the end."""


def find_problem(position: Position, ask: str) -> ClosedProblem | None:
    """Return the problem of the set at a position, or None."""
    return problems_by_position().get((f"closed.{ask}", format_position(position)))


# -- cards -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Explained:
    """Sentences on the cards of a proof. ``wrong`` is the natural mistake.

    Without ``names_best``, they speak of *the right card*, so that the reader can still look for it.
    """

    state: DealState
    turn: Turn
    proof: CardProof
    best: Card
    wrong: Card
    told: bool
    names_best: bool = True

    @property
    def better(self) -> Card | str:
        """The best card, as the sentences name it."""
        return self.best if self.names_best else "right card"

    @cached_property
    def count(self) -> int:
        """Number of possible hands."""
        return len(self.proof.believed.hands)

    def cost(self, card: Card) -> str:
        """Return a clause on the mean cost of a card, and on the hands with which it costs points."""
        losses, weights = self.proof.losses(card, self.best), self.proof.believed.weights
        loses, many = sum(loss > 0 for loss in losses), sum(loss >= _MANY for loss in losses)
        likely = sum(weight for loss, weight in zip(losses, weights, strict=True) if loss > 0)
        more = (
            f", and ten points or more with {_number(many, self.count)}" if 0 < many < loses else ""
        )
        often = frequency_words(likely)
        apart = likely - loses / self.count
        than = "likelier" if apart > 0 else "less likely"
        weighed = (
            f"; these hands are {than} than the rest, so that happens {often}"
            if abs(apart) > _UNLIKE
            else ""
        )
        return (
            f"{points_words(self.proof.means[self.best] - self.proof.means[card])} on average, and loses points with "
            f"{_hands(loses, self.count)} that fit what you know{more}{weighed}."
        )

    def follows(self, card: Card) -> Says:
        """Return a sentence on what you know and what follows for a wrong card, compared with the right one."""
        if self.told and card in self.proof.group(self.wrong):
            return (
                "If nothing had been called, the ",
                card,
                " would be right; but the calls leave only some hands, and against them you need the ",
                self.better,
                ". ",
            )
        led = self.turn.knowledge.led
        if led is None:
            return self._of_leads(card)
        if card.suit is not led.suit:
            return self._of_throwing(card)
        return self._of_replies(card, led)

    def _of_leads(self, card: Card) -> Says:
        beaten, safe = self._beaten(card), self._beaten(self.best)
        if not beaten and not safe:
            return (
                "No hand that fits can beat the ",
                card,
                " or the ",
                self.better,
                ". ",
                *self._trick_lost(card),
            )
        start = f"{_hands(beaten, self.count).capitalize()} can beat the "
        if beaten == safe:
            return (
                start,
                card,
                ", and just as many can beat the ",
                self.better,
                ". ",
                *self._trick_lost(card),
            )
        if beaten > safe:
            return (
                start,
                card,
                f", and {_number(safe, self.count)} can beat the ",
                self.better,
                ". ",
            )
        if not beaten:
            return (
                "Nothing beats your ",
                card,
                ", now or later, so it can wait. The ",
                self.better,
                " makes the other player spend a higher card of its suit first. ",
            )
        return (
            start,
            card,
            f", and {_number(safe, self.count)} can beat the ",
            self.better,
            "; but it makes the other player spend a higher card while you still hold the ",
            card,
            ". ",
        )

    def _beaten(self, card: Card) -> int:
        """Return the number of possible hands that can take a trick to which ``card`` is led."""
        hands = map(Hand, self.proof.believed.hands)
        return sum(any(one > card for one in hand.suit(card.suit)) for hand in hands)

    def _of_throwing(self, card: Card) -> Says:
        own = self.state.hands[self.turn.knowledge.seat]
        for high in own.suit(card.suit):
            if high > card and high.rank in (Rank.KING, Rank.QUEEN):
                over = self._beaten(high)
                if over:
                    return (
                        "The ",
                        card,
                        " guards your ",
                        high,
                        f", which {_hands(over, self.count)} can beat. ",
                    )
        keeps = self._beaten(card)
        if not keeps:
            return ("Nothing that the other player may hold beats the ", card, ". ")
        tops, others = self.count - keeps, self.count - self._beaten(self.best)
        if tops <= others:
            return self._trick_lost(card)
        return (
            "The ",
            card,
            f" is the highest of its suit against {_hands(tops, self.count)}, and the ",
            self.better,
            f" against {_number(others, self.count)}. ",
        )

    def _of_replies(self, card: Card, led: Card) -> Says:
        takes, better = card > led, self.best.suit is led.suit and self.best > led
        if takes and not better:
            return ("The ", card, " takes the trick, but you will need it more later. ")
        if better and not takes:
            return ("The ", card, " lets the trick go, and the ", self.better, " takes it. ")
        if not takes and card > self.best and card.suit is self.best.suit:
            return ("Neither card takes this trick, so keep the ", card, ". ")
        return ("Both cards do the same to this trick. ", *self._trick_lost(card))

    def _trick_lost(self, card: Card) -> Says:
        """Return a sentence on the card that wins after a wrong card only, against the hand that punishes it."""
        you = self.turn.knowledge.seat
        state = imagined_state(self.state, Hand(self.hand_against(card)))
        ends = [_line(state, one)[1] for one in (card, self.best)]
        theirs, others = (_winning_cards(end, you.other) for end in ends)
        if gained := theirs - others:
            return (
                "Against some of the possible hands, the other player’s ",
                max(gained, key=lambda one: one.rank),
                " then wins a trick, but not if you play the ",
                self.better,
                ". ",
            )
        mine, kept = (_winning_cards(end, you) for end in ends)
        lost = kept - mine
        if lost & self.proof.best and not self.names_best:
            return ("Against some of the possible hands, you then win one trick less. ",)
        if lost:
            return (
                "Against some of the possible hands, your ",
                max(lost, key=lambda one: one.rank),
                " then wins no trick, and after the ",
                self.better,
                " it does. ",
            )
        return ()

    def hand_against(self, card: Card) -> int:
        """Return the possible hand against which a wrong card costs most, with regard to how likely the hand is."""
        believed = self.proof.believed
        losses = self.proof.losses(card, self.best)
        rows = zip(losses, believed.weights, believed.hands, strict=True)
        return max(rows, key=lambda row: (row[0] * row[1], row[0], -row[2]))[2]

    def played_on(self, card: Card, *, to_this: bool) -> Says:
        """Return the play after a wrong card against a hand that fits, and what the right card would have brought.

        With ``to_this``, the reader has chosen ``card``; otherwise the right card.
        """
        you = self.turn.knowledge.seat
        hand = Hand(self.hand_against(card))
        state = imagined_state(self.state, hand)
        line, end = _line(state, card)
        _, other = _line(state, self.best)
        left = line[: 2 * _TOLD_TRICKS] if len(self.state.hands[you]) > _HEAVY else line
        score, instead = _score(end, you), _score(other, you)
        opening: Says = (
            (
                "So the other player holds ",
                *join_with_and(list(hand)),
                ": cards that fit, chosen so that your mistake costs. ",
            )
            if to_this
            else (
                "These cards fit as well, and would have punished the ",
                card,
                ": ",
                *join_with_and(list(hand)),
                ". ",
            )
        )
        rest = " And so on." if len(left) < len(line) else ""
        lost = _lost(end, other, you)
        return (
            *opening,
            *line_words(left, you),
            f"{rest} The deal ends {score}; after the ",
            self.better,
            f" it is {instead}{lost}.",
        )


def _number(count: int, of: int) -> str:
    return "none" if not count else "all of them" if count == of else str(count)


def _hands(count: int, of: int) -> str:
    """Return some of the possible hands in words.

    >>> _hands(0, 36), _hands(31, 36), _hands(36, 36)
    ('none of the 36 hands', '31 of the 36 hands', 'all 36 hands')
    """
    return f"all {of} hands" if count == of else f"{count or 'none'} of the {of} hands"


def _score(state: DealState, you: Seat) -> str:
    return f"{state.score[you]} to {state.score[you.other]}"


def _lost(end: DealState, other: DealState, you: Seat) -> str:
    """Return the loss of a line beside another one in words: the cards or a capot, or "" for neither."""
    tricks, instead = end.tricks, other.tricks
    if not tricks[you] and instead[you]:
        return ", and no capot"
    if not instead[you.other] and tricks[you.other]:
        return ", and you make the capot"
    if tricks[you.other] > tricks[you] and instead[you] >= instead[you.other]:
        kept = "you win the cards" if instead[you] > instead[you.other] else "the cards are divided"
        return f", and {kept}"
    if tricks[you] <= tricks[you.other] and instead[you] > instead[you.other]:
        return ", and you win the cards"
    return ""


def _winning_cards(end: DealState, seat: Seat) -> Hand:
    """Return the cards with which a player has won a trick."""
    won = (trick for trick in end.taken if trick.winner is seat)
    return Hand.of(trick.led if trick.leader is seat else trick.followed for trick in won)


def _line(state: DealState, card: Card | None = None) -> tuple[Line, DealState]:
    """Return a pair: ``card``, if given, with the best play of both players after it, and the final state."""
    solver, found = Solver(state), list[tuple[DealState, Card]]()
    chosen = card
    while state.phase is not Phase.OVER:
        action: Action
        if state.phase in (Phase.LEAD, Phase.FOLLOW):
            assert state.seat is not None
            if chosen is None:
                chosen = best_card(solver.values(state), state)
            found.append((state, chosen))
            action, chosen = Play(seat=state.seat, card=chosen), None
        else:  # the first legal action counts everything
            action = legal_actions(state)[0]
        state, _ = apply(state, action)
    return tuple(found), state


def card(position: Position, words: QuestionText, *, ask: str) -> Question:
    """Ask for the best card of a position in which the other hand is closed."""
    state = position.state
    if state.phase is not PHASES[ask]:
        raise ExerciseError("no such card is played at this position")
    turn = turn_of(state)
    if len(turn.legal) < 2:
        raise ExerciseError("only one card may be played")
    proof = prove_card(turn)
    if proof is None:
        raise ExerciseError("too many hands are possible here for a proof")
    if proof.margin < CARD_MARGIN:
        raise ExerciseError("no card of this position is better than every other by the margin")
    known = find_problem(position, ask)
    best = card_to_name(proof.best, state.led)
    wrong = parse_card(known.wrong) if known else _second(proof)
    told = known is not None and known.theme == "calls"
    explained = _Explained(state, turn, proof, best, wrong, told)
    hinted = replace(explained, names_best=False)
    clause = position.rules.answers[words.rule]
    proved = _proved(proof)
    found: dict[str, Assessment] = {}
    for one in position.hand:
        if one not in proof.values:
            found[str(one)] = refused(position, one)
        elif one in proof.best:
            found[str(one)] = Assessment(
                verdict=Verdict.RIGHT,
                says=_right(explained),
                clause=clause,
                behind=(proved,),
                onward=explained.played_on(wrong, to_this=False),
                trick=None if state.led is None else completed_trick(position, one),
            )
        else:
            found[str(one)] = Assessment(
                verdict=Verdict.COSTLY,
                says=(*hinted.follows(one), f"It costs {hinted.cost(one)}"),
                clause=clause,
                behind=(proved,),
                onward=hinted.played_on(one, to_this=True),
            )
    led = () if state.led is None else (Exhibit(label="Led", cards=(state.led,), is_trick=True),)
    return Question(
        form=Form.ONE,
        key=ChoiceKey(judgements=found, model=str(best)),
        solution=("The ", best, ". ", *_right(explained)),
        shown=(*_known(position), *led),
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=hand_options(position.hand),
    )


def _second(proof: CardProof) -> Card:
    """Return the best card that is not right."""
    left = [one for one in proof.means if one not in proof.best]
    return max(left, key=lambda one: (round(proof.means[one], 9), -one))


def _right(explained: _Explained) -> Says:
    """Return why the right card is right: a rule of thumb that leads to it, and the cost of the natural mistake."""
    wrong, turn = explained.wrong, explained.turn
    guard = find_player("guard").make()
    chosen = guard.choose(turn)
    maxim = ""
    if isinstance(chosen, Play) and chosen.card in explained.proof.best and not explained.told:
        maxim = guard.reason(turn, chosen)
    reason: Says = (f"{maxim} ",) if maxim else explained.follows(wrong)
    return (*reason, "The ", wrong, f" would cost {explained.cost(wrong)}")


def _proved(proof: CardProof) -> str:
    return (
        f"All {len(proof.believed.hands)} hands with which the other player could have called, answered and played so "
        f"were tried; each is weighted by how likely it is. The next best card is "
        f"{points_words(proof.margin)} worse on average. After the card both players see both hands and play as well "
        "as they can."
    )


def _known(position: Position) -> tuple[Exhibit, ...]:
    """Return exhibits of what the player on turn has heard and seen."""
    state, you = position.state, position.you
    discards = tuple(state.discards[you])
    found = [*heard(position, tricks=False)]
    found = [one for one in found if one.lines] or [
        Exhibit(label=f"You are {you.name.lower()}", lines=(("Nothing has been called yet.",),))
    ]
    found.append(so_far(position))
    if len(state.taken) > 1:
        lines = tuple(
            (
                f"Trick {number}: ",
                trick.led,
                ", then ",
                trick.followed,
                f". {'You' if trick.winner is you else 'The other player'} won it.",
            )
            for number, trick in enumerate(state.taken, 1)
        )
        found.append(Exhibit(label="All tricks so far", lines=lines, aside=True))
    if discards:
        found.append(
            Exhibit(label="What you laid out", lines=((*join_with_and(discards), "."),), aside=True)
        )
    return tuple(found)


# -- discards --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedDiscardKey:
    """Key for a discard. Any other one is compared with the right one over random deals of the unseen cards."""

    position: Position
    turn: Turn
    best: Hand
    wrong: Hand
    margin: float
    error: float
    rule: str

    def right(self) -> tuple[Chosen, ...]:
        """Return the right discard."""
        return (values(self.best),)

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of a discard, with an example deal in which the mistake costs points."""
        gone = Hand.of(parse_card(value) for value in chosen)
        is_right = gone == self.best
        mistake = self.wrong if is_right else gone
        search = DiscardSearch(evaluator_of(self.position.rules), self.turn, LOTS)
        losses = _losses(search, self.best, mistake)
        return Assessment(
            verdict=Verdict.BEST if is_right else Verdict.COSTLY,
            says=self._right(losses) if is_right else self._wrong(losses),
            clause=self.position.rules.answers[self.rule],
            behind=(
                f"{trade_off_words(self.position.rules, self.position.hand, gone)} {self.proved}",
            ),
            onward=self._dealt(search, mistake, losses, is_right=is_right),
        )

    def _right(self, losses: Sequence[float]) -> Says:
        why = better_discard_words(
            self.position.rules, self.position.hand, self.best, self.wrong, "the other discard"
        )
        return (
            f"It {why}. " if why else "",
            "To lay out ",
            *join_with_and(list(self.wrong)),
            f" loses points in {_lost_deals(losses)}.",
        )

    def _wrong(self, losses: Sequence[float]) -> Says:
        behind = max(mean(losses), self.margin)
        return (
            f"Yours costs about {points_words(behind)}: it loses points in {_lost_deals(losses)}.",
        )

    @property
    def proved(self) -> str:
        """Sentences on the proof."""
        return (
            f"No other discard comes nearer than {points_words(self.margin)}, give or take "
            f"{points_words(self.error).split()[0]}: many were tried with the unseen cards dealt anew, the best of "
            "them in hundreds of deals. The other player lays out by rules of thumb, and both play as well as they can."
        )

    def _dealt(
        self, search: DiscardSearch, mistake: Hand, losses: Sequence[float], *, is_right: bool
    ) -> Says:
        """Return a deal that fits in which a discard costs points, played on, and the result of the better one."""
        you = self.turn.knowledge.seat
        order = sorted(range(len(losses)), key=lambda place: (-losses[place], place))
        bad, good = self._both_played(search, mistake, order[0])
        # The search of the losses takes cards of a full hand to count alike; the engine counts each.
        for number in order[1:_TRIED_DEALS]:
            if _ahead(bad.end, you) < _ahead(good.end, you):
                break
            bad, good = self._both_played(search, mistake, number)
        opening: Says = (
            (
                "One possible lie of the unseen cards would have punished the mistake: with ",
                *join_with_and(list(mistake)),
                " laid out you take in ",
            )
            if is_right
            else ("In one deal that fits, chosen so that your mistake costs points, you take in ",)
        )
        return (
            *opening,
            *join_with_and(list(bad.start.hands[you] - self.position.hand)),
            ", and the other player then holds ",
            *join_with_and(list(bad.start.hands[you.other])),
            f". {_called(bad.start, you)}",
            *line_words(bad.line[: 2 * _TOLD_TRICKS], you),
            f" And so on. The deal ends {_score(bad.end, you)}. With the better discard you take in ",
            *join_with_and(list(good.start.hands[you] - self.position.hand)),
            f", and it ends {_score(good.end, you)}{_bonus(bad, good, you)}{_lost(bad.end, good.end, you)}.",
        )

    def _both_played(
        self, search: DiscardSearch, mistake: Hand, number: int
    ) -> tuple[_PlayedOn, _PlayedOn]:
        """Return the play after a mistake and after the best discard, with the same unseen cards."""
        bad, good = (self._dealt_and_played(search, out, number) for out in (mistake, self.best))
        return bad, good

    def _dealt_and_played(self, search: DiscardSearch, out: Hand, number: int) -> _PlayedOn:
        """Return the play after a discard with random deal ``number`` of the unseen cards."""
        state, you = self.position.state, self.turn.knowledge.seat
        unseen, own = search.unseen_cards(number), self.position.hand
        theirs, after = Hand.of(unseen[:12]), search.hands_after(out, number)[you.other]
        hands = (own, theirs) if you is Seat.ELDER else (theirs, own)
        state = state.evolve(hands=hands, talon=tuple(unseen[12:]))
        state, _ = apply(state, Exchange(seat=you, discards=out))
        player = model_player()
        while state.phase is not Phase.LEAD:
            if state.phase is Phase.YOUNGER_EXCHANGE:
                action: Action = Exchange(seat=Seat.YOUNGER, discards=theirs - after)
            else:
                action = player.choose(turn_of(state))
            state, _ = apply(state, action)
        return _PlayedOn(state, *_line(state))


class _PlayedOn(NamedTuple):
    """The play of a deal: the state before the first lead, the line of best play, and the final state."""

    start: DealState
    line: Line
    end: DealState


def _called(state: DealState, you: Seat) -> str:
    """Return a sentence on the points of the calls that count before the first lead, or ""."""
    mine, theirs = state.score[you], state.score[you.other]
    if not mine and not theirs:
        return ""
    return f"After the calls it is {mine} to {theirs}. "


def _bonus(bad: _PlayedOn, good: _PlayedOn, you: Seat) -> str:
    """Return the pique or repique that the better discard makes or stops, or ""."""
    for seat, one, other, verb in (
        (you, good, bad, "with"),
        (you.other, bad, good, "without their"),
    ):
        if one.end.bonus is seat and other.end.bonus is not seat:
            article = "a " if seat is you else ""
            name = "repique" if one.start.bonus is seat else "pique"
            return f", {verb} {article}{name}"
    return ""


def _ahead(state: DealState, you: Seat) -> int:
    return state.score[you] - state.score[you.other]


def _losses(search: DiscardSearch, best: Hand, other: Hand) -> list[float]:
    good, bad = (search.values(out.mask, TALONS, exact=True) for out in (best, other))
    return [one - two for one, two in zip(good, bad, strict=True)]


def _lost_deals(losses: Sequence[float]) -> str:
    lost, many = sum(loss > 0 for loss in losses), sum(loss >= _MANY for loss in losses)
    more = f", ten or more in {many}" if many else ""
    return f"{lost} of {len(losses)} deals of the unseen cards{more}"


def discard(position: Position, words: QuestionText, *, ask: str) -> Question:
    """Ask for the best discard of a position."""
    state = position.state
    if state.phase is not PHASES[ask]:
        raise ExerciseError("this player does not exchange at this position")
    turn = turn_of(state)
    if not turn.most:
        raise ExerciseError("no card is left to exchange")
    known = find_problem(position, ask)
    if known:
        best = Hand.of(map(parse_card, known.best))
        wrong = Hand.of(map(parse_card, known.wrong.split("+")))
        margin, error = known.margin, known.error
    else:
        options, _ = prove_discard(turn)
        if len(options) < 2:
            raise ExerciseError("only one discard was tried")
        margin, error = margin_of(options)
        if margin < DISCARD_MARGIN or margin <= error:
            raise ExerciseError("no discard is better than every other by the margin")
        best, wrong = options[0].cards, options[1].cards
    rule = f"exchange.{position.you.name.lower()}-max"
    key = ClosedDiscardKey(
        position=position,
        turn=turn,
        best=best,
        wrong=wrong,
        margin=margin,
        error=error,
        rule=rule,
    )
    number = f"exactly {turn.most}" if turn.least == turn.most else f"{turn.least} to {turn.most}"
    why = better_discard_words(position.rules, position.hand, best, wrong, "the other discard")
    return Question(
        form=Form.SOME,
        key=key,
        solution=("Lay out ", *join_with_and(list(best)), f". That {why}." if why else "."),
        shown=(
            Exhibit(
                label="The exchange",
                lines=((f"You are {ask}, and lay out {number} cards.",),),
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
