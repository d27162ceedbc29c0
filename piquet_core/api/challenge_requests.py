"""Requests about challenges: to open, set and join one, and to compare its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from piquet_core.api.arguments import (
    Args,
    Operation,
    RequestError,
    number_of,
    seat_of,
    text_of,
    texts_of,
)
from piquet_core.api.table_requests import fresh_seed
from piquet_core.challenges import (
    Challenge,
    ChallengeError,
    add_entry,
    challenge_of,
    compare_entries,
    lay_challenge,
    merge_challenges,
    read_challenge,
    write_challenge,
)
from piquet_core.challenges.challenge import check_newcomer
from piquet_core.players import DEFAULT
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, read_session
from piquet_core.sessions.session import valid_name
from piquet_core.views.table.challenge_page import (
    challenge_line,
    challenge_title,
    challenge_words,
    render_challenge_notices,
    render_challenge_result,
    render_parting_cost,
)

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        ChallengeAnswer,
        ChallengeArguments,
        ChallengeResult,
        CompareChallengeArguments,
        HtmlAnswer,
        JoinChallengeArguments,
        NewChallengeArguments,
        PartingArguments,
        Terms,
    )

_EDITION = "{}"


def new_challenge(args: NewChallengeArguments) -> ChallengeAnswer:
    """Return a challenge on given terms that nobody has played yet."""
    laid = lay_challenge(
        load_ruleset(text_of(args, "rules")),
        text_of(args, "form"),
        seed=text_of(args, "seed", "").strip() or fresh_seed(),
        seat=seat_of(args),
        opponent=text_of(args, "opponent", DEFAULT),
        count=number_of(args, "count", 1),
    )
    _check_name(laid, args)
    return _answer(laid, args)


def open_challenge(args: ChallengeArguments) -> ChallengeAnswer:
    """Return the terms of a challenge, without any result.

    With ``kept``, the players of another copy of it come first.
    """
    found = read_challenge(text_of(args, "challenge"))
    if kept := text_of(args, "kept", ""):
        found = merge_challenges(read_challenge(kept), found)
    _check_name(found, args)
    return _answer(found, args)


def join_challenge(args: JoinChallengeArguments) -> ChallengeResult:
    """Return a challenge with the finished games of another player, or a new one without ``challenge``."""
    name, games = text_of(args, "name"), _games(texts_of(args, "games"))
    if text := text_of(args, "challenge", ""):
        made = add_entry(read_challenge(text), games, name)
    else:
        made = challenge_of(games, name, text_of(args, "seed", ""))
    return _result(made, valid_name(name), args)


def compare_challenge(args: CompareChallengeArguments) -> ChallengeResult:
    """Return the comparison of all players of a challenge with the player called ``you``."""
    found, you = read_challenge(text_of(args, "challenge")), text_of(args, "you")
    _number(found, you)
    return _result(found, you, args)


def cost_of_parting(args: PartingArguments) -> HtmlAnswer:
    """Return the cost of either choice where two players first parted in a deal, counted from 0."""
    found = read_challenge(text_of(args, "challenge"))
    you, other = (_number(found, text_of(args, name)) for name in ("you", "other"))
    comparison = compare_entries(found)
    if comparison.players[you].fault or comparison.players[other].fault:
        raise RequestError("the moves of a player cannot be played")
    try:
        html = render_parting_cost(comparison, you, other, number_of(args, "deal", 0))
    except ValueError as error:
        raise RequestError(str(error)) from None
    return {"html": html}


OPERATIONS: dict[str, Operation] = {
    "new-challenge": new_challenge,
    "open-challenge": open_challenge,
    "join-challenge": join_challenge,
    "compare-challenge": compare_challenge,
    "cost-of-parting": cost_of_parting,
}


def _answer(found: Challenge, args: Args) -> ChallengeAnswer:
    frozen = ""
    if found.edition in texts_of(args, "editions"):
        frozen = text_of(args, "frozen", "").replace(_EDITION, found.edition)
        frozen += f"#challenge={_text(found)}" if frozen else ""
    return {
        "id": found.id,
        "challenge": _text(found),
        "seed": found.seed,
        "title": challenge_title(found),
        "words": challenge_words(found),
        "names": list(found.names),
        "games": _games_of(found),
        "notices": render_challenge_notices(found, frozen),
    }


def _check_name(found: Challenge, args: Args) -> None:
    if "name" in args:
        check_newcomer(found, text_of(args, "name"))


def _text(found: Challenge) -> str:
    return write_challenge(found) if found.entries else ""


def _games_of(found: Challenge) -> list[Terms]:
    return [_terms(found.game(number)) for number in range(found.count)]


def _terms(game: Session) -> Terms:
    return {
        "rules": game.rules.id,
        "form": game.form,
        "seat": game.table.seat.name.lower(),
        "seed": game.seed,
        "opponent": game.opponent,
    }


def _result(found: Challenge, you: str, args: Args) -> ChallengeResult:
    text = write_challenge(found)
    link = f"{text_of(args, 'address', '')}#challenge={text}"
    return {
        "id": found.id,
        "challenge": text,
        "title": challenge_title(found),
        "words": challenge_words(found),
        "names": list(found.names),
        "games": _games_of(found),
        "link": link,
        "line": challenge_line(found, link),
        "html": render_challenge_result(compare_entries(found), you, text_of(args, "deals", "")),
    }


def _games(texts: Sequence[str]) -> list[Session]:
    return [read_session(text) for text in texts]


def _number(found: Challenge, name: str) -> int:
    """Return the index of a player. Raises `ChallengeError` if nobody has the name."""
    if name not in found.names:
        raise ChallengeError(f"nobody called {name[:20]!r} is in this challenge")
    return found.names.index(name)
