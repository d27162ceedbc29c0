"""Saved sessions: the terms and every move as text, replayed and verified when it is read.

The deal on the table is encoded in base 64, so that nobody reads the opponent's hand by accident. The last line
is a checksum of the lines above it.
"""

from __future__ import annotations

import re
from binascii import Error, a2b_base64, b2a_base64, crc32
from collections.abc import Sequence
from dataclasses import replace

from piquet_core.cards.card_names import join_words
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.errors import PiquetError
from piquet_core.limits import LINK, bytes_in_words, is_longer
from piquet_core.notation import format_deal_id, parse_deal_id
from piquet_core.players import find_player
from piquet_core.replay.what_if import read_move
from piquet_core.rules import find_ruleset
from piquet_core.sessions.session import (
    FRIEND,
    ONE_DEAL,
    OPPONENT,
    PERSON,
    Screen,
    Session,
    deal_given,
    forms,
)
from piquet_core.sessions.table_state import Table, lay_table, take_action

HEAD = "piquet game"
_UNNAMED = "thumb"
"""The opponent of the earliest saved games, which do not name it."""
_TERMS = {
    "1": ("rules", "form", "seed", "elder", "name", "forced"),
    "2": ("rules", "form", "seed", "elder", "name", "forced", "opponent"),
    "3": ("rules", "form", "seed", "elder", "name", "forced", "friend", "covered"),
    "4": ("rules", "form", "seed", "elder", "name", "forced", "opponent", "before"),
}
"""The lines of terms in each form of a saved game.

Form 2 is a game against another opponent, form 3 one between two persons, where *you* is the person who has the
device or is to take it. Form 4 is a finished deal that is played again, with its first result.
"""
_CLAIM = "claim"
"""The word before the first move that a claim played in the deal on the table."""
_BEFORE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)


class SavedGameError(PiquetError):
    """Error for a text that is not a saved game, is damaged, or has a form that this engine cannot read."""


def write_session(session: Session) -> str:
    """Return a session as text; ``read_session(write_session(session)) == session``."""
    # Earlier editions of the site read form 1 only, and may find the game in the same browser.
    form, more = "2", [f"opponent {session.opponent}"]
    if session.friend:
        form, more = "3", [f"friend {session.friend}", f"covered {session.screen}"]
    elif session.before is not None:
        form, more = "4", [*more, "before {}-{}".format(*session.before)]
    elif session.opponent == _UNNAMED:
        form, more = "1", []
    lines = [
        f"{HEAD} {form}",
        f"rules {session.rules.id}",
        f"form {session.form}",
        f"seed {session.seed}",
        f"elder {'you' if session.elder == PERSON else 'opponent'}",
        f"name {session.name}",
        f"forced {'yes' if session.forced else 'no'}",
        *more,
        *(f"deal {_written(table)}" for table in session.played),
        f"table {_sealed(session)}",
    ]
    return "\n".join([*lines, f"check {_check(lines)}"]) + "\n"


def read_session(text: str) -> Session:
    """Return the session saved in a text, rebuilt move by move.

    Raises `SavedGameError` if that is impossible.
    """
    if is_longer(text, LINK):  # a partie of eight deals has about 3 KiB
        said = f"the saved game is too long: at most {bytes_in_words(LINK)}"
        raise SavedGameError(said)
    lines = text.strip().split("\n")
    if not lines[0].startswith(f"{HEAD} "):
        raise SavedGameError("this is not a saved game: the first line is wrong")
    form = lines[0].removeprefix(f"{HEAD} ")
    if form not in _TERMS:
        raise SavedGameError(
            f"the game was saved in the form {form[:10]!r}, and this engine reads the forms "
            f"{join_words([*_TERMS])}"
        )
    if lines.pop() != f"check {_check(lines)}":
        raise SavedGameError("the saved game is damaged: its checksum does not match")
    pairs = [line.partition(" ") for line in lines[1:]]
    count = len(_TERMS[form])
    terms = {key: value for key, _, value in pairs[:count]}
    deals = [(key, value) for key, _, value in pairs[count:]]
    if (
        tuple(terms) != _TERMS[form]
        or not deals
        or [key for key, _ in deals] != [*["deal"] * (len(deals) - 1), "table"]
    ):
        raise SavedGameError("the saved game is damaged: it has the wrong lines")
    try:
        return _rebuilt(terms, [*(value for _, value in deals[:-1]), _unsealed(deals[-1][1])])
    except SavedGameError:
        raise
    except PiquetError as error:
        raise SavedGameError(f"the saved game breaks its rules: {error}") from None


def _rebuilt(terms: dict[str, str], deals: Sequence[str]) -> Session:
    rules = find_ruleset(terms["rules"])
    if (
        terms["form"] not in forms(rules)
        or terms["elder"] not in ("you", "opponent")
        or terms.get("covered", "no") not in [*Screen]
        or terms.get("friend") in ("", terms["name"])
    ):
        raise SavedGameError("the saved game is damaged: it has the wrong terms")
    before = _BEFORE.fullmatch(terms.get("before", "0-0"))
    if before is None or ("before" in terms and (terms["form"] != ONE_DEAL or len(deals) > 1)):
        raise SavedGameError("the saved game is damaged: the first result of its deal")
    opponent = FRIEND if "friend" in terms else terms.get("opponent", _UNNAMED)
    if "friend" not in terms:
        _check_opponent(opponent)
    elder = PERSON if terms["elder"] == "you" else OPPONENT
    claimed, deals = _claim_of_last(deals)
    id, *moves = deals[0].split(" ")
    table = lay_table(rules, parse_deal_id(id), Seat.ELDER if elder == PERSON else Seat.YOUNGER)
    session = Session(
        rules=rules,
        form=terms["form"],
        seed=terms["seed"],
        opponent=opponent,
        elder=elder,
        name=terms["name"],
        forced=terms["forced"] == "yes",
        played=(),
        table=_replayed(table, moves),
        friend=terms.get("friend", ""),
        screen=Screen(terms.get("covered", "no")),
        before=(int(before[1]), int(before[2])) if "before" in terms else None,
    )
    for deal in deals[1:]:
        if not session.deal_is_over or session.is_over:
            raise SavedGameError("the saved game is damaged: it has a deal too many")
        id, *moves = deal.split(" ")
        session = deal_given(session, parse_deal_id(id))
        session = replace(session, table=_replayed(session.table, moves))
    on_turn = session.table.state.seat
    if session.friend and not session.deal_is_over and on_turn is not session.table.seat:
        raise SavedGameError("the saved game is damaged: the wrong player has the device")
    if session.deal_is_over and session.is_covered:
        raise SavedGameError("the saved game is damaged: a deal that is over lies open")
    if claimed is not None and not _can_begin_claim(session, claimed):
        raise SavedGameError("the saved game is damaged: nothing can be claimed there")
    return replace(session, claimed=claimed)


def _claim_of_last(deals: Sequence[str]) -> tuple[int | None, list[str]]:
    """Return the index of the first move of a claim in the last deal, or None, and the deals without the word."""
    *played, last = deals
    id, *moves = last.split(" ")
    if _CLAIM not in moves:
        return None, [*deals]
    place = moves.index(_CLAIM)
    del moves[place]
    return place, [*played, " ".join([id, *moves])]


def _can_begin_claim(session: Session, place: int) -> bool:
    """Return whether a claim can have begun with a move of the finished deal on the table."""
    states = session.table.states
    return (
        session.deal_is_over
        and place < len(states) - 1
        and states[place].phase in (Phase.LEAD, Phase.FOLLOW)
        and bool(session.friend or states[place].seat is session.table.seat)
    )


def _check_opponent(id: str) -> None:
    try:
        find_player(id)
    except PiquetError as error:
        raise SavedGameError(f"the saved game has an unknown opponent: {error}") from None


def _replayed(table: Table, moves: Sequence[str]) -> Table:
    for text in moves:
        table = take_action(table, read_move(table.state, text))
    return table


def _written(table: Table) -> str:
    return " ".join([format_deal_id(table.state.deal), *table.moves])


def _sealed(session: Session) -> str:
    """Return the deal on the table in base 64, with the place of a claim."""
    words = _written(session.table).split(" ")
    if session.claimed is not None:
        words.insert(1 + session.claimed, _CLAIM)
    return b2a_base64(" ".join(words).encode(), newline=False).decode()


def _unsealed(text: str) -> str:
    try:
        return a2b_base64(text, strict_mode=True).decode()
    except (Error, ValueError):
        raise SavedGameError("the saved game is damaged: the deal on the table") from None


def _check(lines: Sequence[str]) -> str:
    return f"{crc32('\n'.join(lines).encode()):08x}"
