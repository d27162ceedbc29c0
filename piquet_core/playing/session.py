"""A game between a person and an opponent: one deal, a hundred up, or a partie.

A session is a value. Its seed determines the deals; the opponent gets nothing but what its seat can
know, and moves until it is the person's turn again.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

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
from piquet_core.engine.state import Deal, DealState, Phase, shuffled
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.pack.seat import Seat
from piquet_core.players import DEFAULT, find_player, turn_of
from piquet_core.players.stakes import Stake, in_hundred, in_partie
from piquet_core.playing.table import Table, act, back_to, lay, written
from piquet_core.records.notation import Record, parse_deal_id
from piquet_core.records.steps import Step
from piquet_core.records.whatif import read_move
from piquet_core.rules import RuleSet
from piquet_core.words.cast import Cast

PERSON, OPPONENT = 0, 1
ONE_DEAL = "deal"
LONGEST_NAME = 20
_SEED = re.compile(r"[0-9A-Za-z-]{1,40}")
_DEAL_ID = re.compile(r"\d\d-")
# Where one thing alone may be said, saying it is no decision. An answer is left to the person, who has
# to find it, and so is a card, unless forced cards are to fall by themselves.
_SAID = frozenset(
    {
        Phase.DECLARE,
        Phase.ELDER_RAISE,
        Phase.ELDER_COUNT,
        Phase.YOUNGER_RECALL,
        Phase.YOUNGER_COUNT,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A game: its terms, the deals that are over, and the one on the table.

    ``opponent`` is the id of a registered player. ``elder`` is the player, person or opponent, who
    is elder in the first deal; with ``forced`` the person's only legal card is played without being
    asked for.
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

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 1."""
        return len(self.played) + 1

    @property
    def deals(self) -> tuple[PlayedDeal, ...]:
        """The deals that count, including the one on the table if it is over."""
        tables = (*self.played, self.table) if self.deal_is_over else self.played
        return tuple(_played(table) for table in tables if not table.is_void)

    @property
    def deal_is_over(self) -> bool:
        """Tell whether this deal is over."""
        return self.table.is_over or _decided(self)

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        if self.form == ONE_DEAL:
            return bool(self.deals)
        drawn = self.form == "rubicon" and is_drawn(self.rules, self.deals)
        return self.settlement is not None or drawn

    @property
    def settlement(self) -> Settlement | None:
        """How the game ended; None while it goes on, for a single deal, and for a draw."""
        if self.form == "rubicon":
            return settle_partie(self.rules, self.deals)
        return settle_hundred(self.rules, self.deals) if self.form == "hundred-up" else None

    @property
    def totals(self) -> tuple[int, int]:
        """The points of person and opponent so far, over all deals."""
        scores = [_played(one).score for one in (*self.played, self.table) if not one.is_void]
        return sum(score[PERSON] for score in scores), sum(score[OPPONENT] for score in scores)

    @property
    def can_undo(self) -> bool:
        """Tell whether the person has taken a decision in this deal."""
        return _last_decision(self) is not None

    def recent(self) -> tuple[Step, ...]:
        """Return the steps of this deal since the person's last decision, including it."""
        place = _last_decision(self)
        return self.table.steps[0 if place is None else self.table.made[place] :]

    def cast(self, table: Table | None = None) -> Cast:
        """Return what elder and younger are called, in this deal or another; the person is *you*."""
        seat = (table or self.table).seat
        other = find_player(self.opponent).name
        return Cast((self.name, other) if seat is Seat.ELDER else (other, self.name), seat)


def forms(rules: RuleSet) -> tuple[str, ...]:
    """Return the forms of the game in a rule set, and the single deal."""
    return (ONE_DEAL, *rules.names("game.forms").value)


def start(
    rules: RuleSet,
    form: str,
    *,
    seed: str,
    seat: Seat = Seat.ELDER,
    opponent: str = DEFAULT,
    name: str = "Guest",
    forced: bool = False,
) -> Session:
    """Return a new game, with the first deal played on to the person's first turn.

    ``seat`` is the person's in that deal, and ``opponent`` the id of a registered player. A seed
    that is a deal id names the first deal itself.
    Raises `PiquetError` for terms that cannot be, `CardError` for a deal that does not fit.
    """
    if form not in forms(rules):
        raise PiquetError(f"{rules.title} has no such form of the game: {form[:20]!r}")
    if not _SEED.fullmatch(seed) and not _DEAL_ID.match(seed):
        raise PiquetError("a seed is up to forty letters, digits and hyphens, or a deal id")
    taken = find_player(opponent).name
    called = " ".join(name.split())
    if not called.isprintable() or not 0 < len(called) <= LONGEST_NAME:
        raise PiquetError(f"a name has 1 to {LONGEST_NAME} letters")
    session = Session(
        rules=rules,
        form=form,
        seed=seed,
        opponent=opponent,
        elder=PERSON if seat is Seat.ELDER else OPPONENT,
        name=f"{called} (you)" if called == taken else called,
        forced=forced,
        played=(),
        table=lay(rules, _deal(rules, seed, 1), seat),
    )
    return _go_on(session)


def move(session: Session, text: str) -> Session:
    """Take the person's decision, and let the opponent play until the next one.

    Raises `BadMove` for words that are not a move, and `IllegalAction` with the rule that refuses
    it.
    """
    if session.deal_is_over:
        raise IllegalAction("the deal is over", "cards.majority")
    table = session.table
    return _go_on(replace(session, table=act(table, read_move(table.state, text))))


def undo(session: Session) -> Session:
    """Go back to the person's last decision, and take back everything shown since."""
    place = _last_decision(session)
    if place is None:
        raise PiquetError("there is no decision of yours to take back in this deal")
    return replace(session, table=back_to(session.table, place))


def next_deal(session: Session) -> Session:
    """Deal again, by the other player; raises `PiquetError` unless a deal is due."""
    if session.is_over:
        raise PiquetError("no new deal is due: the game is over")
    if not session.deal_is_over:
        raise PiquetError("no new deal is due: this one is not over")
    return _go_on(lay_next(session, _deal(session.rules, session.seed, session.number + 1)))


def again(session: Session, *, seed: str, opponent: str) -> Session:
    """Begin another game on the terms of one that is over; the deal passes to the other player.

    Raises `PiquetError` while the game goes on.
    """
    if not session.is_over:
        raise PiquetError("no new game is due: this one is not over")
    return start(
        session.rules,
        session.form,
        seed=seed,
        seat=Seat.YOUNGER if session.elder == PERSON else Seat.ELDER,
        opponent=opponent,
        name=session.name,
        forced=session.forced,
    )


def lay_next(session: Session, deal: Deal) -> Session:
    """Put away the deal on the table and put a new one on it, in which nothing is played yet."""
    played = (*session.played, session.table)
    # The same player deals again after a deal that was given up.
    counted = sum(not table.is_void for table in played)
    elder = elder_of(session.rules, session.elder, counted)
    seat = Seat.ELDER if elder == PERSON else Seat.YOUNGER
    return replace(session, played=played, table=lay(session.rules, deal, seat))


def record_of(session: Session, number: int) -> Record:
    """Return the record of a finished deal of the session, counted from 1."""
    tables = (*session.played, session.table) if session.deal_is_over else session.played
    if not 1 <= number <= len(tables):
        raise PiquetError(f"deal {number} is not over, so its cards are not open yet")
    table = tables[number - 1]
    names = session.cast(table)
    place = "" if session.form == ONE_DEAL else f", deal {number} of the game"
    return written(table, names, f"{names[0]} against {names[1]}{place}", _before(session, number))


def _before(session: Session, number: int) -> str:
    """Return how a hundred up stood for elder and younger before a deal; "" for other games."""
    if session.form != "hundred-up" or number == 1:
        return ""
    tables = (*session.played, session.table)
    scores = [_played(one).score for one in tables[: number - 1] if not one.is_void]
    player = PERSON if tables[number - 1].seat is Seat.ELDER else OPPONENT
    totals = [sum(score[who] for score in scores) for who in (player, 1 - player)]
    return f"{totals[0]} {totals[1]}"


# -- inside --------------------------------------------------------------------------------------


def _deal(rules: RuleSet, seed: str, number: int) -> Deal:
    """Return the deal with that number; a saved game names its deals, so only a link needs this."""
    if number == 1 and _DEAL_ID.match(seed):
        return parse_deal_id(seed)
    return shuffled(rules, random.Random(f"{seed}/{number}"))  # noqa: S311 - a game, no secret


def _go_on(session: Session) -> Session:
    """Let the opponent move, and play the person's forced cards, until there is something to decide."""
    opponent = find_player(session.opponent).make()
    while not session.deal_is_over:
        table = session.table
        if table.state.seat is table.seat:
            if not _is_forced(session, table.state):
                break
            action = legal_actions(table.state)[0]
        else:
            action = opponent.choose(turn_of(table.state, _stake(session)))
        session = replace(session, table=act(table, action))
    return session


def _stake(session: Session) -> Stake | None:
    """Return what the deal is worth to the opponent in a partie or a hundred up; None in other forms."""
    if session.form not in ("rubicon", "hundred-up"):
        return None
    before = [_played(one) for one in session.played if not one.is_void]
    mine, others = (sum(one.score[who] for one in before) for who in (OPPONENT, PERSON))
    seat = session.table.seat.other
    totals = (mine, others) if seat is Seat.ELDER else (others, mine)
    if session.form == "hundred-up":
        return in_hundred(session.rules, totals, seat)
    left = deals_to_play(session.rules, before) - 1
    return in_partie(session.rules, totals, left, seat)


def _in_play(state: DealState) -> bool:
    return state.phase in (Phase.LEAD, Phase.FOLLOW)


def _last_decision(session: Session) -> int | None:
    """Return the place of the person's last move that was not forced."""
    table = session.table
    for place in range(len(table.lines) - 1, -1, -1):
        state = table.states[place]
        if state.seat is table.seat and not _is_forced(session, state):
            return place
    return None


def _is_forced(session: Session, state: DealState) -> bool:
    """Tell whether the person on turn is not asked, because one thing alone can be done."""
    decides = state.phase not in _SAID and not (session.forced and _in_play(state))
    return not decides and len(legal_actions(state)) == 1


def _played(table: Table) -> PlayedDeal:
    elder = PERSON if table.seat is Seat.ELDER else OPPONENT
    return PlayedDeal(elder=elder, events=table.events)


def _decided(session: Session) -> bool:
    """Tell whether a hundred up has been won before the deal is played out.

    Both have declared by the end of the first trick. After that a declaration that reached the
    number has won; and so has whoever reaches it, if only the order of reckoning decides.
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
