"""A game between a person and an opponent: one deal, a hundred up, or a partie.

A session is immutable. Its seed determines the deals. A computer opponent knows only what its seat may know, and
moves until it is the person's turn again. If the opponent is a friend at the same device, *the person* is the
player who holds the device, and the session swaps sides when the device changes hands.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from enum import StrEnum

from piquet_core.beliefs.trick_claims import TrickClaim, claim_tricks
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
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
from piquet_core.notation import Record, format_deal_id, parse_deal_id
from piquet_core.players import DEFAULT, find_player, turn_of
from piquet_core.players.objectives import hundred_objective, partie_objective
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import knowledge_of
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
_IN_PLAY = (Phase.LEAD, Phase.FOLLOW)
_FEWEST_CLAIMED = 2
"""Number of cards below which the computer does not claim: the last card needs no decision."""


class Screen(StrEnum):
    """Visibility of the hands on a device that two persons share.

    The hands are COVERED from the time when the turn passes until the next player shows them, and AGAIN if they
    are covered once more after that. With BOTH, both hands lie face up during the whole game.
    """

    BOTH = "both"
    OPEN = "no"
    COVERED = "yes"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A game: its terms, the finished deals, and the deal on the table.

    ``opponent`` is the id of a registered player, or `FRIEND`; then ``friend`` is the name of the second
    person. ``elder`` is `PERSON` or `OPPONENT`: the player who is elder in the first deal. With ``forced``, a
    card is played automatically if it is the only legal one. ``before`` has the points of person and opponent
    when a finished deal was played that is now played again from one of its moments, else None. ``claimed`` is
    the index of the first move that a claim played in the deal on the table, or None without a claim.
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
    before: tuple[int, int] | None = None
    claimed: int | None = None

    @property
    def is_covered(self) -> bool:
        """Whether both hands are hidden until the person on turn has taken the device."""
        return self.screen in (Screen.COVERED, Screen.AGAIN)

    @property
    def shows_both(self) -> bool:
        """Whether two persons play with both hands face up."""
        return self.screen is Screen.BOTH

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
        """The finished deals that count for the game, including the one on the table if it is over."""
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
        """The result of the game, or None before the end of the game, for a single deal, and for a draw."""
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
        """Whether the last decision in the deal on the table can be undone."""
        return _undone(self) is not None

    def recent(self) -> tuple[Step, ...]:
        """Return the steps of the deal on the table from the person's last decision on, or all of them."""
        place = _last_decision(self)
        return self.table.steps[0 if place is None else self.table.made[place] :]

    def cast(self, table: Table | None = None) -> PlayerNames:
        """Return the names of elder and younger in the deal on the table, or in another deal.

        The person is addressed as *you*, unless two persons look at the screen together.
        """
        seat = (table or self.table).seat
        names = (self.name, self.other_name)
        both = self.friend and (self.is_covered or self.shows_both or self.deal_is_over)
        return PlayerNames(names if seat is Seat.ELDER else names[::-1], None if both else seat)


def forms(rules: RuleSet) -> tuple[str, ...]:
    """Return the ids of the forms of the game that a rule set offers, the single deal first."""
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
    both_open: bool = False,
    laid: bool = False,
) -> Session:
    """Return a new game at the person's first turn, or with ``laid`` before the first move.

    ``seat`` is the person's seat in the first deal. ``opponent`` is the id of a registered player, or `FRIEND`
    for a second person, whose name is ``friend``. With ``both_open``, the two persons see both hands. If ``seed``
    is a deal id, that deal is the first one.

    Raises `PiquetError` for invalid terms, and `CardError` for a deal that does not fit the rules.
    """
    if form not in forms(rules):
        raise PiquetError(f"{rules.title} has no such form of the game: {form[:20]!r}")
    check_seed(seed)
    called, other = valid_name(name), ""
    if opponent == FRIEND:
        other = valid_name(friend)
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
        table=lay_table(rules, nth_deal(rules, seed, 1), seat),
        friend=other,
        screen=Screen.BOTH if other and both_open else Screen.OPEN,
    )
    return session if laid else _begun(session)


def check_seed(seed: str) -> None:
    """Raise `PiquetError` if a text is neither a seed nor the beginning of a deal id."""
    if not _SEED.fullmatch(seed) and not _DEAL_ID.match(seed):
        raise PiquetError("a seed is up to forty letters, digits and hyphens, or a deal id")


def valid_name(name: str) -> str:
    """Return a player's name with single spaces; raise `PiquetError` if it is empty, too long or not printable."""
    called = " ".join(name.split())
    if not called.isprintable() or not 0 < len(called) <= LONGEST_NAME:
        raise PiquetError(f"a name has 1 to {LONGEST_NAME} letters")
    return called


def move(session: Session, text: str) -> Session:
    """Apply the person's decision, and let the opponent play until the person's next decision.

    Raises `InvalidMove` for a text that is not a move, and `IllegalAction` for a move that a rule forbids.
    """
    if session.deal_is_over:
        raise IllegalAction("the deal is over", "cards.majority")
    if session.is_covered:
        raise PiquetError("the cards are covered: show them first")
    table = session.table
    return _go_on(replace(session, table=take_action(table, read_move(table.state, text))))


def undo(session: Session) -> Session:
    """Undo the person's last decision and everything after it, or a whole claim.

    Raises `PiquetError` if that is impossible.
    """
    found = _undone(session)
    if found is None:
        said = "there is no decision of yours to take back in this deal"
        raise PiquetError(
            "a move cannot be taken back once the other player has looked"
            if session.friend
            else said
        )
    player, place = found
    screen = session.screen if session.shows_both else Screen.OPEN
    return replace(player, table=table_before(player.table, place), screen=screen, claimed=None)


def claim_of(session: Session) -> TrickClaim:
    """Return whether the person on turn, by what they know, wins all remaining tricks.

    Raises `PiquetError` outside the play and during a handover.
    """
    state = session.table.state
    if session.deal_is_over or session.is_covered or state.phase not in _IN_PLAY:
        raise PiquetError("only in the play can the remaining tricks be claimed")
    return claim_tricks(session.rules, knowledge_of(state, session.table.seat))


def opponents_claim(session: Session) -> TrickClaim | None:
    """Return whether the computer, by what it knows, wins all remaining tricks with the card that it has led.

    Returns None unless the person is to follow to a lead of the computer and has a choice left.
    """
    state, seat = session.table.state, session.table.seat
    if session.friend or session.deal_is_over or state.phase is not Phase.FOLLOW:
        return None
    if state.seat is not seat or len(state.hands[seat]) < _FEWEST_CLAIMED:
        return None
    return claim_tricks(session.rules, knowledge_of(state, seat.other))


def claim_rest(session: Session) -> Session:
    """Play the rest of the deal, of which the person on turn wins every trick.

    Raises `PiquetError` if the claim does not hold against every hand that fits what the person knows.
    """
    claim = claim_of(session)
    if not claim.holds:
        raise PiquetError("the remaining tricks are not certain")
    return _claimed(session, session.table.seat, claim)


def concede_rest(session: Session) -> Session:
    """Play the rest of the deal, of which the computer wins every trick.

    Raises `PiquetError` if the computer cannot claim it.
    """
    claim = opponents_claim(session)
    if claim is None or not claim.holds:
        raise PiquetError(f"{session.other_name} cannot claim the remaining tricks")
    return _claimed(session, session.table.seat.other, claim)


def _claimed(session: Session, claimant: Seat, claim: TrickClaim) -> Session:
    """Play the claimant's cards in order. The other player, who wins nothing more, plays the lowest cards."""
    table = session.table
    order = [one for one in claim.order if one != table.state.led]
    while not replace(session, table=table).deal_is_over:
        state = table.state
        assert state.seat is not None
        if state.seat is claimant:
            card = order.pop(0)
        else:
            legal = [one.card for one in legal_actions(state) if isinstance(one, Play)]
            card = min(legal, key=lambda one: one.rank)
        table = take_action(table, Play(seat=state.seat, card=card))
    return _go_on(replace(session, table=table, claimed=len(session.table.lines)))


def uncover(session: Session) -> Session:
    """Show the hand of the person on turn, who has taken the device."""
    return session if session.shows_both else replace(session, screen=Screen.OPEN)


def cover(session: Session) -> Session:
    """Hide both hands in a game of two persons until the person on turn shows them.

    The session is unchanged in a game against the computer and after the end of a deal.
    """
    if not session.friend or session.deal_is_over or session.screen is not Screen.OPEN:
        return session
    return replace(session, screen=Screen.AGAIN)


def next_deal(session: Session) -> Session:
    """Start the next deal, with the other player as dealer.

    Raises `PiquetError` unless a deal is due.
    """
    if session.is_over:
        raise PiquetError("there is no next deal: the game is over")
    if not session.deal_is_over:
        raise PiquetError("the next deal cannot begin: this one is not over")
    return _begun(deal_given(session, nth_deal(session.rules, session.seed, session.number + 1)))


def new_game(session: Session, *, seed: str, opponent: str) -> Session:
    """Start a new game on the terms of a finished one, with the other player as elder in the first deal.

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
        both_open=session.shows_both,
    )


def play_again_from(session: Session, number: int, step: str) -> Session:
    """Return a game of the single deal ``number`` as it stood before a step, with the same opponent.

    The person is to decide: at the step if it is a decision of the person, otherwise at the next one after it.
    Raises `PiquetError` for two persons at one device, for an unfinished deal and for an unknown step.
    """
    tables = session.tables if session.deal_is_over else session.played
    if session.friend or not 1 <= number <= len(tables):
        raise PiquetError(f"deal {number} cannot be played again from one of its moments")
    table = tables[number - 1]
    found = [index for index, one in enumerate(table.steps) if one.id == step]
    if not found:
        raise PiquetError(f"the deal has no step {step[:20]!r}")
    own = [
        place
        for place, state in enumerate(table.states[:-1])
        if state.seat is table.seat and not _is_forced(session, state)
    ]
    if not own:
        raise PiquetError("the deal has no decision of yours")
    place = next((one for one in own if table.made[one + 1] > found[0]), own[-1])
    return replace(
        session,
        form=ONE_DEAL,
        seed=session.seed if session.form == ONE_DEAL else format_deal_id(table.state.deal),
        elder=PERSON if table.seat is Seat.ELDER else OPPONENT,
        played=(),
        table=table_before(table, place),
        before=session.before or _played(table).score,
        claimed=None,
    )


def deal_given(session: Session, deal: Deal) -> Session:
    """Move the deal on the table to the played deals, and lay out a new deal without any move."""
    # The same player deals again if a deal was given up.
    counted = sum(not table.is_void for table in session.tables)
    elder = elder_of(session.rules, session.elder, counted)
    seat = Seat.ELDER if elder == PERSON else Seat.YOUNGER
    return replace(
        session,
        played=session.tables,
        table=lay_table(session.rules, deal, seat),
        claimed=None,
    )


def record_of(session: Session, number: int) -> Record:
    """Return the record of a finished deal. ``number`` counts from 1."""
    tables = session.tables if session.deal_is_over else session.played
    if not 1 <= number <= len(tables):
        raise PiquetError(f"deal {number} is not over, so its cards cannot be shown yet")
    table = tables[number - 1]
    names = session.cast(table)
    return write_moves(table, names, title_of(session, number, *names), _game(session, number))


def title_of(session: Session, number: int, elder: str, younger: str) -> str:
    """Return the title of deal ``number`` of a game, with the given names of elder and younger."""
    place = "" if session.form == ONE_DEAL else f", deal {number} of the game"
    return f"{elder} against {younger}{place}"


def _game(session: Session, number: int) -> dict[str, str]:
    """Return the tags of a deal's record that give the game's score before the deal, or {} for a single deal."""
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
    """Return the number of deals of a partie that follow deal ``number``."""
    return max(0, deals_to_play(session.rules, _counting(session, number)) - 1)


def _counting(session: Session, number: int) -> list[PlayedDeal]:
    """Return the deals before deal ``number`` that count for the game."""
    return [_played(one) for one in session.played[: number - 1] if not one.is_void]


def session_objective(session: Session, number: int = 0) -> Objective | None:
    """Return the objective of a deal in a partie or a hundred up, or None in other forms.

    ``number`` is the number of the deal, counted from 1; 0 is the deal on the table. None is also returned if
    no table of chances fits.
    """
    if session.form not in ("rubicon", "hundred-up"):
        return None
    number = number or session.number
    before = _before(session, number)
    if session.form == "hundred-up":
        return hundred_objective(session.rules, before)
    return partie_objective(session.rules, before, _left(session, number))


# -- internal ------------------------------------------------------------------------------------


def nth_deal(rules: RuleSet, seed: str, number: int) -> Deal:
    """Return deal ``number`` of a game, counted from 1, as determined by its seed.

    Links rely on this; saved games contain their deals.
    """
    if number == 1 and _DEAL_ID.match(seed):
        return parse_deal_id(seed)
    return shuffled_deal(rules, random.Random(f"{seed}/{number}"))  # noqa: S311 - a game, no secret


def _begun(session: Session) -> Session:
    """Advance to the first decision of a deal. In a game of two persons, hide both hands."""
    session = _go_on(session)
    covers = session.friend and not session.deal_is_over and not session.shows_both
    return replace(session, screen=Screen.COVERED) if covers else session


def _turned(session: Session) -> Session:
    """Return the same game of two persons with the roles of person and opponent swapped."""
    return replace(
        session,
        name=session.friend,
        friend=session.name,
        elder=1 - session.elder,
        played=tuple(replace(one, seat=one.seat.other) for one in session.played),
        table=replace(session.table, seat=session.table.seat.other),
    )


def _go_on_between_two(session: Session) -> Session:
    """Play the forced moves in a game of two persons.

    If the turn has passed to the other person, the seats are swapped and both hands hidden.
    """
    while not session.deal_is_over and _is_forced(session, session.table.state):
        action = legal_actions(session.table.state)[0]
        session = replace(session, table=take_action(session.table, action))
    if session.deal_is_over:
        # Both look at the screen: the first elder is the person in every deal.
        return session if session.elder == PERSON else _turned(session)
    if session.table.state.seat is session.table.seat:
        return session
    turned = _turned(session)
    return turned if session.shows_both else replace(turned, screen=Screen.COVERED)


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
    """Return the index of the person's last move that was not forced, or None."""
    table = session.table
    for place in range(len(table.lines) - 1, -1, -1):
        state = table.states[place]
        if state.seat is table.seat and not _is_forced(session, state):
            return place
    return None


def _undone(session: Session) -> tuple[Session, int] | None:
    """Return the decision to undo as (session from its player's side, index of the move), or None.

    Between two persons, only the last decision can be undone, and only until the other person looks at the
    hand. It cannot be undone if the same person is still on turn, since cards may have been drawn, nor if a
    forced card has followed, since that card has been seen.
    """
    if session.friend and session.screen not in (Screen.COVERED, Screen.BOTH):
        return None
    if session.claimed is not None:
        on_turn = session.table.states[session.claimed].seat
        return session if on_turn is session.table.seat else _turned(session), session.claimed
    if session.shows_both:
        return _undone_openly(session)
    player = _turned(session) if session.friend else session
    place = _last_decision(player)
    if place is None or (session.friend and place < len(session.table.lines) - 1):
        return None
    return player, place


def _undone_openly(session: Session) -> tuple[Session, int] | None:
    """Return the last decision of either person, from its player's side. Nothing was hidden from the other."""
    found = [
        (one, place)
        for one in (session, _turned(session))
        if (place := _last_decision(one)) is not None
    ]
    return max(found, key=lambda one: one[1], default=None)


def _is_forced(session: Session, state: DealState) -> bool:
    """Return whether the only legal action is taken automatically for the person on turn.

    The session's ``forced`` makes this true of cards. Between two persons, the last card of a hand is always
    played automatically, since both can see that there is no choice.
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
    """Return whether a hundred up has been won before the deal on the table is played out.

    This is decided from the end of the first trick on, when both players have declared. The points of the play
    are included only if the rules end the game as soon as a player reaches the target.
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
