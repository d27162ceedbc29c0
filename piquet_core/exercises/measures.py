"""Measures of a position, under the names that features use."""

from __future__ import annotations

from collections.abc import Callable

from piquet_core.beliefs.hand_knowledge import infer_from_all_hands
from piquet_core.cards.cards import RANKS, SUITS, Hand, Rank
from piquet_core.cards.combinations import sequence_holdings, suit_runs
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play, Response
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.events import RepiqueBarred, Scored
from piquet_core.engine.holdings import best_holding, elder_wins_ties, holdings
from piquet_core.engine.state import Phase
from piquet_core.exercises.position import Position, play_one, played_on_to
from piquet_core.exercises.trick_solver import MOST_CARDS, safe_takers, tricks_by_card
from piquet_core.rules.strategies import holding_score, key_function
from piquet_core.solver.goal_search import Goal, GoalSolver, goal_outcome

Measured = int | str


def measure(position: Position, name: str) -> Measured:
    """Return the value of a named measure of a position.

    Raises `KeyError` for an unknown name.
    """
    return MEASURES[name](position)


def _longest(position: Position) -> int:
    return max(len(position.hand.suit(suit)) for suit in SUITS)


def _longest_suits(position: Position) -> int:
    longest = _longest(position)
    return sum(len(position.hand.suit(suit)) == longest for suit in SUITS)


def _runs(position: Position) -> int:
    return len(holdings(position.rules, position.hand, "sequence"))


def _longest_run(position: Position) -> int:
    return max((one.size for one in sequence_holdings(position.hand, 1)), default=0)


def _pairs_running(position: Position) -> int:
    """Count the runs of two cards, which resemble sequences."""
    return sum(size == 2 for suit in SUITS for size, _ in suit_runs(position.hand.row(suit)))


def _of_size(position: Position, size: int) -> int:
    held = holdings(position.rules, position.hand, "set")
    return sum(one.size == size for one in held)


def _low_threes(position: Position) -> int:
    """Count the ranks that the hand has three or four times but that do not make a set."""
    counting = position.rules.ranks("set.ranks").value
    return sum(_alike(position, rank) >= 3 for rank in RANKS if rank not in counting)


def _alike(position: Position, rank: Rank) -> int:
    return sum(one.rank is rank for one in position.hand)


def _courts(position: Position) -> int:
    """Count the court cards, which prevent a carte blanche."""
    ranks = position.rules.ranks("blank.courts").value
    return sum(one.rank in ranks for one in position.hand)


def _distinct(kind: str) -> Callable[[Position], int]:
    def distinct(position: Position) -> int:
        """Return the number of holdings of a kind in both hands, or 0 if two of them are equal."""
        key = key_function(position.rules, kind)
        keys = [
            key(position.rules, hand, holding)
            for hand in position.state.hands
            for holding in holdings(position.rules, hand, kind)
        ]
        return len(keys) if len(set(keys)) == len(keys) else 0

    return distinct


def _reply(kind: str) -> Callable[[Position], str]:
    def reply(position: Position) -> str:
        """Return younger's first true answer to elder's best call of a kind, or *no call*."""
        rules, (elder, younger) = position.rules, position.state.hands
        key = key_function(rules, kind)
        called, held = best_holding(rules, elder, kind), best_holding(rules, younger, kind)
        if called is None:
            return "no call"
        if held is None:
            return str(Response.GOOD.value)
        (mine, *further), theirs = key(rules, younger, held), key(rules, elder, called)[0]
        if mine == theirs and (further or not elder_wins_ties(rules, kind)):
            return str(Response.EQUAL.value)
        return str((Response.NOT_GOOD if mine > theirs else Response.GOOD).value)

    return reply


def _point_key(position: Position) -> str:
    """Return the player with the better point: *elder*, *younger*, or *equal* for neither."""
    rules, hands = position.rules, position.state.hands
    keys = []
    for hand in hands:
        held = best_holding(rules, hand, "point")
        keys.append(key_function(rules, "point")(rules, hand, held) if held else ())
    return "equal" if keys[0] == keys[1] else "elder" if keys[0] > keys[1] else "younger"


def _shares(position: Position) -> str:
    """Return the players who score combinations before the play: *elder*, *younger*, *both* or *nobody*."""
    done = played_on_to(position, "follow-1")
    won = [seat for seat in Seat if any(call.winner is seat for call in done.state.calls)]
    if len(won) == 2:
        return "both"
    return won[0].name.lower() if won else "nobody"


def _kinds_counted(position: Position) -> int:
    done = played_on_to(position, "follow-1")
    return sum(call.winner is not None for call in done.state.calls)


def _potential(position: Position) -> int:
    """Return the points that the richer hand would score if all its holdings were good."""
    rules = position.rules

    def pays(hand: Hand) -> int:
        point = best_holding(rules, hand, "point")
        held = [holding for kind in ("sequence", "set") for holding in holdings(rules, hand, kind)]
        return sum(
            holding_score(rules, hand, holding)[0]
            for holding in [*held, *([point] if point else [])]
        )

    return max(map(pays, position.state.hands))


def _bonus_event(position: Position) -> Scored | RepiqueBarred | None:
    """Return the first repique, pique or barred repique when the deal is played out, or None if there is none."""
    for step in played_on_to(position, "over").steps:
        for event in step.events:
            if isinstance(event, RepiqueBarred) or (
                isinstance(event, Scored) and event.rule in ("repique.bonus", "pique.bonus")
            ):
                return event
    return None


def _bonus(position: Position) -> str:
    """Return the first bonus when the deal is played out: *repique*, *pique*, *barred* or *none*."""
    event = _bonus_event(position)
    if isinstance(event, RepiqueBarred):
        return "barred"
    return event.rule.partition(".")[0] if event is not None else "none"


def _bonus_seat(position: Position) -> str:
    """Return the player of the first bonus, scored or barred: *elder*, *younger* or *nobody*."""
    event = _bonus_event(position)
    return event.seat.name.lower() if event is not None else "nobody"


def _result(position: Position) -> str:
    """Return the division of the tricks when the deal is played out: *cards*, *divided* or *capot*."""
    tricks = played_on_to(position, "over").state.tricks
    if 0 in tricks:
        return "capot"
    return "divided" if tricks[0] == tricks[1] else "cards"


def _brings(position: Position) -> int:
    """Return the points that the player on turn scores with the next move, chosen by rules of thumb."""
    you = position.you
    return play_one(position).state.score[you] - position.state.score[you]


def _cards(position: Position) -> int:
    return len(position.hand)


def _legal(position: Position) -> int:
    return sum(isinstance(one, Play) for one in legal_actions(position.state))


def _refused(position: Position) -> int:
    return len(position.hand) - _legal(position)


def _takers(position: Position) -> int:
    """Return the number of cards that would take the trick, or 0 if no card was led."""
    led = position.state.led
    if position.state.phase is not Phase.FOLLOW or led is None:
        return 0
    return sum(one.suit is led.suit and one > led for one in position.hand)


def _follows(position: Position) -> int:
    """Return the number of cards of the suit led, or 0 if no card was led."""
    led = position.state.led
    return 0 if led is None else len(position.hand.suit(led.suit))


def _trick_spread(position: Position) -> int:
    """Return the number of tricks that the worst card gives away with open cards.

    The result is 0 if too many cards are left to solve the play.
    """
    mine, theirs = position.hand, position.state.hands[position.you.other]
    if len(mine) > MOST_CARDS:
        return 0
    tricks = tricks_by_card(mine, theirs, position.state.led).values()
    return max(tricks) - min(tricks)


def _sure_leads(position: Position) -> int:
    """Return the number of leads that the other hand cannot beat, or 0 if one of them gives a trick away."""
    mine, theirs = position.hand, position.state.hands[position.you.other]
    if position.state.phase is not Phase.LEAD or len(mine) > MOST_CARDS:
        return 0
    return len(safe_takers(mine, theirs))


def _certain(position: Position) -> int:
    return len(infer_from_all_hands(position.steps, position.you).certain) if position.steps else 0


def _guarded_kings(position: Position) -> int:
    """Count the suits of two cards with the king but not the ace."""
    found = 0
    for suit in SUITS:
        held = position.hand.suit(suit)
        ranks = {one.rank for one in held}
        found += Rank.KING in ranks and Rank.ACE not in ranks and len(held) == 2
    return found


def _keeps(goal: Goal) -> Callable[[Position], int]:
    def keeps(position: Position) -> int:
        """Return the number of cards that keep a goal within reach, or 0 if every card does."""
        state, you = position.state, position.you
        in_play = state.phase in (Phase.LEAD, Phase.FOLLOW)
        if not in_play or goal_outcome(state, you, goal) is not None:
            return 0
        found = GoalSolver(state, you, goal).prospect(state)
        return len(found.keeps) if found.loses else 0

    return keeps


MEASURES: dict[str, Callable[[Position], Measured]] = {
    "longest": _longest,
    "longest-suits": _longest_suits,
    "runs": _runs,
    "longest-run": _longest_run,
    "runs-of-two": _pairs_running,
    "sets": lambda position: _of_size(position, 3) + _of_size(position, 4),
    "trios": lambda position: _of_size(position, 3),
    "quatorzes": lambda position: _of_size(position, 4),
    "low-threes": _low_threes,
    "courts": _courts,
    "distinct-runs": _distinct("sequence"),
    "distinct-sets": _distinct("set"),
    "reply-point": _reply("point"),
    "reply-sequence": _reply("sequence"),
    "reply-set": _reply("set"),
    "better-point": _point_key,
    "counts": _shares,
    "kinds-counted": _kinds_counted,
    "potential": _potential,
    "bonus": _bonus,
    "bonus-seat": _bonus_seat,
    "result": _result,
    "brings": _brings,
    "cards": _cards,
    "refused": _refused,
    "takers": _takers,
    "follows": _follows,
    "trick-spread": _trick_spread,
    "sure-leads": _sure_leads,
    "certain": _certain,
    "guarded-kings": _guarded_kings,
    **{f"keeps-{goal.value}": _keeps(goal) for goal in Goal},
}
