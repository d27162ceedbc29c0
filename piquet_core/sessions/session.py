"""A game between a person and an opponent: one deal, a hundred up, or a partie.

A session is a value. Its seed determines the deals. The opponent knows only what its seat may know, and moves
until it is the person's turn again. If the opponent is a friend at the same device, the person is the one who
holds it, and the session changes sides when the device does.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from enum import StrEnum

from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.game import (
    PlayedDeal,
    Settlement,
    deals_to_play,
    elder_of,
    is_drawn,
    settle_hundred,
    settle_partie,
)
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.notation import Record, parse_deal_id
from piquet_core.players import DEFAULT, find_player, turn_of
from piquet_core.players.objectives import hundred_objective, partie_objective
from piquet_core.replay.steps import Step
from piquet_core.replay.what_if import read_move
from piquet_core.rules import RuleSet
from piquet_core.sessions.table_state import (
    Table,
    lay_table,
    table_before,
    take_action,
    write_moves,
)
from piquet_core.solver.total_search import Objective
from piquet_core.wording.player_names import PlayerNames

PERSON, OPPONENT = 0, 1
FRIEND = "friend"
"""The opponent's id in a game of two persons at one device."""
ONE_DEAL = "deal"
LONGEST_NAME = 20
_SEED = re.compile(r"[0-9A-Za-z-]{1,40}")
_DEAL_ID = re.compile(r"\d\d-")


# An only answer is not a decision. A single legal card is left to the person, who has to find it, unless forced
# cards are played automatically.
_FORCED_PHASES = frozenset(
    {
        Phase.DECLARE,
        Phase.REPLY,
        Phase.ELDER_RAISE,
        Phase.ELDER_COUNT,
        Phase.YOUNGER_RECALL,
        Phase.YOUNGER_COUNT,
    }
)
# Between two persons fewer moves are automatic. Counting does not pass the device on, but a skipped call or
# answer would reveal that there was nothing to call.
_FORCED_BETWEEN_TWO = frozenset({Phase.ELDER_COUNT, Phase.YOUNGER_COUNT})


class Screen(StrEnum):
    """Visibility of the hand on a device that two persons share.

    It is COVERED when the turn has passed and the hand has not been shown since, and AGAIN if it was covered a
    second time after it was shown.
    """

    OPEN = "no"
    COVERED = "yes"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A game: its terms, the finished deals, and the one on the table.

    ``opponent`` is the id of a registered player, or `FRIEND`; then ``friend`` is the name of the second
    person. ``elder`` is the player, person or opponent, who is elder in the first deal. With ``forced``, an
    only legal card is played automatically.
    """

    rules: RuleSet
    form: str
    seed: str
    opponent: str
    elder: int
    name: str
    forced: bool
    played: tuple[Table, ...]
    table: Table
    friend: str = ""
    screen: Screen = Screen.OPEN

    @property
    def is_covered(self) -> bool:
        """Whether both hands are hidden until the person on turn has the device."""
        return self.screen is not Screen.OPEN

    @property
    def other_name(self) -> str:
        """The name of the opponent."""
        return self.friend or find_player(self.opponent).name

    @property
    def tables(self) -> tuple[Table, ...]:
        """The deals of the game, including the one on the table."""
        return (*self.played, self.table)

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 1."""
        return len(self.played) + 1

    @property
    def deals(self) -> tuple[PlayedDeal, ...]:
        """The deals that count, including the one on the table if it is over."""
        tables = self.tables if self.deal_is_over else self.played
        return tuple(_played(table) for table in tables if not table.is_void)

    @property
    def deal_is_over(self) -> bool:
        """Whether the deal on the table is over."""
        return self.table.is_over or _decided(self)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        if self.form == ONE_DEAL:
            return bool(self.deals)
        drawn = self.form == "rubicon" and is_drawn(self.rules, self.deals)
        return self.settlement is not None or drawn

    @property
    def settlement(self) -> Settlement | None:
        """The result of the game; None before its end, for a single deal, and for a draw."""
        if self.form == "rubicon":
            return settle_partie(self.rules, self.deals)
        return settle_hundred(self.rules, self.deals) if self.form == "hundred-up" else None

    @property
    def totals(self) -> tuple[int, int]:
        """The points of person and opponent in all deals so far."""
        scores = [_played(one).score for one in self.tables if not one.is_void]
        return sum(score[PERSON] for score in scores), sum(score[OPPONENT] for score in scores)

    @property
    def can_undo(self) -> bool:
        """Whether a decision in this deal can be undone."""
        return _undone(self) is not None

    def recent(self) -> tuple[Step, ...]:
        """The steps of this deal from the person's last decision on."""
        place = _last_decision(self)
        return self.table.steps[0 if place is None else self.table.made[place] :]

    def cast(self, table: Table | None = None) -> PlayerNames:
        """Return the names of elder and younger in this deal or another.

        The person is *you*, unless two persons look at the screen together.
        """
        seat = (table or self.table).seat
        names = (self.name, self.other_name)
        both = self.friend and (self.is_covered or self.deal_is_over)
        return PlayerNames(names if seat is Seat.ELDER else names[::-1], None if both else seat)


def forms(rules: RuleSet) -> tuple[str, ...]:
    """Return the forms of the game in a rule set, including the single deal."""
    return (ONE_DEAL, *rules.names("game.forms").value)


def start_game(
    rules: RuleSet,
    form: str,
    *,
    seed: str,
    seat: Seat = Seat.ELDER,
    opponent: str = DEFAULT,
    name: str = "Guest",
    forced: bool = False,
    friend: str = "",
) -> Session:
    """Return a new game at the person's first turn.

    ``seat`` is the person's seat in the first deal. ``opponent`` is the id of a registered player, or `FRIEND`
    for a second person, whose name is ``friend``. A seed that is a deal id is the first deal itself.

    Raises `PiquetError` for invalid terms, and `CardError` for a deal that does not fit the rules.
    """
    if form not in forms(rules):
        raise PiquetError(f"{rules.title} has no such form of the game: {form[:20]!r}")
    if not _SEED.fullmatch(seed) and not _DEAL_ID.match(seed):
        raise PiquetError("a seed is up to forty letters, digits and hyphens, or a deal id")
    called, other = _called(name), ""
    if opponent == FRIEND:
        other = _called(friend)
        if other == called:
            raise PiquetError("two players at one device need two names")
    elif called == find_player(opponent).name:
        called = f"{called} (you)"
    session = Session(
        rules=rules,
        form=form,
        seed=seed,
        opponent=opponent,
        elder=PERSON if seat is Seat.ELDER else OPPONENT,
        name=called,
        forced=forced,
        played=(),
        table=lay_table(rules, _deal(rules, seed, 1), seat),
        friend=other,
    )
    return _begun(session)


def _called(name: str) -> str:
    called = " ".join(name.split())
    if not called.isprintable() or not 0 < len(called) <= LONGEST_NAME:
        raise PiquetError(f"a name has 1 to {LONGEST_NAME} letters")
    return called


def move(session: Session, text: str) -> Session:
    """Apply the person's decision, and let the opponent play until the next one.

    Raises `InvalidMove` for a text that is not a move, and `IllegalAction` with the rule that refuses it.
    """
    if session.deal_is_over:
        raise IllegalAction("the deal is over", "cards.majority")
    if session.is_covered:
        raise PiquetError("the cards are covered: show them first")
    table = session.table
    return _go_on(replace(session, table=take_action(table, read_move(table.state, text))))


def undo(session: Session) -> Session:
    """Undo the last decision and everything after it; see `_undone`."""
    found = _undone(session)
    if found is None:
        said = "there is no decision of yours to take back in this deal"
        raise PiquetError(
            "a move cannot be taken back once the other player has looked"
            if session.friend
            else said
        )
    player, place = found
    return replace(player, table=table_before(player.table, place), screen=Screen.OPEN)


def uncover(session: Session) -> Session:
    """Show the hand of the person on turn, who now holds the device."""
    return replace(session, screen=Screen.OPEN)


def cover(session: Session) -> Session:
    """Cover both hands of a game between two persons, since either may be looking at the screen."""
    if not session.friend or session.deal_is_over or session.is_covered:
        return session
    return replace(session, screen=Screen.AGAIN)


def next_deal(session: Session) -> Session:
    """Start the next deal, with the other player as dealer; raises `PiquetError` unless a deal is due."""
    if session.is_over:
        raise PiquetError("there is no next deal: the game is over")
    if not session.deal_is_over:
        raise PiquetError("the next deal cannot begin: this one is not over")
    return _begun(deal_given(session, _deal(session.rules, session.seed, session.number + 1)))


def new_game(session: Session, *, seed: str, opponent: str) -> Session:
    """Start another game on the terms of a finished one, with the other player as first dealer.

    Raises `PiquetError` if the game is not over.
    """
    if not session.is_over:
        raise PiquetError("a new game cannot begin: this one is not over")
    return start_game(
        session.rules,
        session.form,
        seed=seed,
        seat=Seat.YOUNGER if session.elder == PERSON else Seat.ELDER,
        opponent=opponent,
        name=session.name,
        forced=session.forced,
        friend=session.friend,
    )


def deal_given(session: Session, deal: Deal) -> Session:
    """Replace the deal on the table by a new one, before its first move."""
    # The same player deals again if a deal was given up.
    counted = sum(not table.is_void for table in session.tables)
    elder = elder_of(session.rules, session.elder, counted)
    seat = Seat.ELDER if elder == PERSON else Seat.YOUNGER
    return replace(session, played=session.tables, table=lay_table(session.rules, deal, seat))


def record_of(session: Session, number: int) -> Record:
    """Return the record of a finished deal, counted from 1."""
    tables = session.tables if session.deal_is_over else session.played
    if not 1 <= number <= len(tables):
        raise PiquetError(f"deal {number} is not over, so its cards cannot be shown yet")
    table = tables[number - 1]
    names = session.cast(table)
    return write_moves(table, names, title_of(session, number, *names), _game(session, number))


def title_of(session: Session, number: int, elder: str, younger: str) -> str:
    """Return the title of a deal between players with these names."""
    place = "" if session.form == ONE_DEAL else f", deal {number} of the game"
    return f"{elder} against {younger}{place}"


def _game(session: Session, number: int) -> dict[str, str]:
    """Return the score of the game before a deal, as tags of its record."""
    if session.form == ONE_DEAL:
        return {}
    elder, younger = _before(session, number)
    game = {"Before": f"{elder} {younger}"}
    if session.form == "rubicon":
        game["Left"] = str(_left(session, number))
    return game


def _before(session: Session, number: int) -> tuple[int, int]:
    """Return the totals of elder and younger before a deal."""
    player = PERSON if session.tables[number - 1].seat is Seat.ELDER else OPPONENT
    scores = [one.score for one in _counting(session, number)]
    return sum(score[player] for score in scores), sum(score[1 - player] for score in scores)


def _left(session: Session, number: int) -> int:
    """Return the number of deals of a partie after a given one."""
    return max(0, deals_to_play(session.rules, _counting(session, number)) - 1)


def _counting(session: Session, number: int) -> list[PlayedDeal]:
    """Return the deals before a given one that count."""
    return [_played(one) for one in session.played[: number - 1] if not one.is_void]


def session_objective(session: Session, number: int = 0) -> Objective | None:
    """Return the objective of a deal in a partie or a hundred up, or None in other forms.

    The deal is the one on the table, or that with a number, counted from 1.
    """
    if session.form not in ("rubicon", "hundred-up"):
        return None
    number = number or session.number
    before = _before(session, number)
    if session.form == "hundred-up":
        return hundred_objective(session.rules, before)
    return partie_objective(session.rules, before, _left(session, number))


# -- internal ------------------------------------------------------------------------------------


def _deal(rules: RuleSet, seed: str, number: int) -> Deal:
    """Return the deal with a number. Saved games contain their deals, so only a link needs this."""
    if number == 1 and _DEAL_ID.match(seed):
        return parse_deal_id(seed)
    return shuffled_deal(rules, random.Random(f"{seed}/{number}"))  # noqa: S311 - a game, no secret


def _begun(session: Session) -> Session:
    """Advance to the first decision of a deal. Two persons at one device find it covered."""
    session = _go_on(session)
    both = session.friend and not session.deal_is_over
    return replace(session, screen=Screen.COVERED) if both else session


def _turned(session: Session) -> Session:
    """Return the same game with the other player as the person."""
    return replace(
        session,
        name=session.friend,
        friend=session.name,
        elder=1 - session.elder,
        played=tuple(replace(one, seat=one.seat.other) for one in session.played),
        table=replace(session.table, seat=session.table.seat.other),
    )


def _go_on_between_two(session: Session) -> Session:
    """Play the moves that both can see to be forced, and cover the screen if the turn has passed."""
    while not session.deal_is_over and _is_forced(session, session.table.state):
        action = legal_actions(session.table.state)[0]
        session = replace(session, table=take_action(session.table, action))
    if session.deal_is_over:
        # Both look at the screen: the first elder is the person in every deal.
        return session if session.elder == PERSON else _turned(session)
    if session.table.state.seat is session.table.seat:
        return session
    return replace(_turned(session), screen=Screen.COVERED)


def _go_on(session: Session) -> Session:
    """Let the opponent move, and play the person's forced cards, up to the next decision."""
    if session.friend:
        return _go_on_between_two(session)
    opponent = find_player(session.opponent).make()
    while not session.deal_is_over:
        table = session.table
        if table.state.seat is table.seat:
            if not _is_forced(session, table.state):
                break
            action = legal_actions(table.state)[0]
        else:
            action = opponent.choose(turn_of(table.state, session_objective(session)))
        session = replace(session, table=take_action(table, action))
    return session


def _last_decision(session: Session) -> int | None:
    """Return the index of the person's last move that was not forced."""
    table = session.table
    for place in range(len(table.lines) - 1, -1, -1):
        state = table.states[place]
        if state.seat is table.seat and not _is_forced(session, state):
            return place
    return None


def _undone(session: Session) -> tuple[Session, int] | None:
    """Return the decision to undo: the session from its player's side, and the index of the move.

    Between two persons it is the last decision, and only until the other looks at the screen. While the turn
    does not pass, nothing can be undone, since cards may have been drawn. A lead to which a forced card has
    been played cannot be undone either, since that card has been seen.
    """
    if session.friend and session.screen is not Screen.COVERED:
        return None
    player = _turned(session) if session.friend else session
    place = _last_decision(player)
    if place is None or (session.friend and place < len(session.table.lines) - 1):
        return None
    return player, place


def _is_forced(session: Session, state: DealState) -> bool:
    """Tell whether a decision is made for the person on turn.

    With ``forced``, an only legal card is played automatically. Between two persons a last card always is,
    since both can see that there is no choice.
    """
    if state.seat is None:
        return False
    in_play = state.phase in (Phase.LEAD, Phase.FOLLOW)
    last = session.friend and len(state.hands[state.seat]) == 1
    said = state.phase in (_FORCED_BETWEEN_TWO if session.friend else _FORCED_PHASES)
    return (said or (in_play and bool(session.forced or last))) and len(legal_actions(state)) == 1


def _played(table: Table) -> PlayedDeal:
    elder = PERSON if table.seat is Seat.ELDER else OPPONENT
    return PlayedDeal(elder=elder, events=table.events)


def _decided(session: Session) -> bool:
    """Tell whether a hundred up has been won before the deal is played out.

    Both have declared by the end of the first trick. After that, a player who has reached the target has won,
    if only the order of reckoning decides.
    """
    table, rules = session.table, session.rules
    if session.form != "hundred-up" or not table.state.taken:
        return False
    before = tuple(_played(one) for one in session.played if not one.is_void)
    now = _played(table)
    if rules.choice("hundred.end").value != "first-in-order":
        now = replace(now, events=tuple(e for e in now.events if _is_declared(e)))
    return settle_hundred(rules, (*before, now)) is not None


def _is_declared(event: object) -> bool:
    return getattr(event, "reckon", "") not in ("play", "cards")
