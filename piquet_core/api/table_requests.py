"""Requests about a game at the table: to start, move and undo, and for hints, records and mistakes.

Each request contains the game as text, and each answer has the new text for the page to save. The HTML shows
only the cards that the person may see.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from piquet_core.api.arguments import (
    Args,
    Operation,
    links_of,
    number_of,
    numbers_of,
    seat_of,
    text_of,
)
from piquet_core.api.review_requests import review_of
from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat
from piquet_core.notation import dumps
from piquet_core.players import DEFAULT, JUDGE, PLAYERS, find_player
from piquet_core.rules import brief_title, find_ruleset
from piquet_core.sessions import (
    FRIEND,
    PERSON,
    HintSearch,
    Session,
    finished_of,
    outcome_of,
    read_session,
    record_of,
    title_of,
    write_session,
)
from piquet_core.sessions import session as sessions
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.sessions.statistics import seat_name
from piquet_core.views.markup import typeset
from piquet_core.views.table import (
    hinted_moves,
    render_board,
    render_coach,
    render_deal_log,
    render_failed_claim,
    render_hint,
    render_level_proposal,
    render_mistakes,
    render_moments,
    render_news,
    render_question,
    render_quick_hint,
    render_rail,
    render_score_sheet,
    render_tricks,
    render_worst_mistake,
    spoken_update,
)
from piquet_core.views.table.game_score_text import GAME
from piquet_core.wording.advice import search_progress_words
from piquet_core.wording.player_names import PlayerNames

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        ClaimAnswer,
        ExportArguments,
        ExportedRecord,
        GameArguments,
        HintAnswer,
        HintArguments,
        HtmlAnswer,
        LevelArguments,
        ListedGame,
        MistakesAnswer,
        MomentArguments,
        MoveArguments,
        NewGameArguments,
        NoArguments,
        PlayersAnswer,
        StartArguments,
        TableAnswer,
        Terms,
    )

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_KEPT = 8
# Default names of two persons at one device, as in the old books.
_FRIENDS = ("A", "B")
# Cache of recent games: a move need not replay the whole game.
_games: OrderedDict[str, Session] = OrderedDict()


def players(args: NoArguments) -> PlayersAnswer:
    """Return the computer opponents, the default first."""
    del args
    found = sorted(PLAYERS.items(), key=lambda one: one[0] != DEFAULT)
    return {
        "players": [{"id": id, "name": one.name, "words": one.words} for id, one in found],
    }


def start_game(args: StartArguments) -> TableAnswer:
    """Start a game on given terms, or resume a saved game.

    In a game of two persons, both hands are hidden at first.
    """
    if args.get("game"):
        return _answer(sessions.cover(_session(args)), args)
    seat, opponent = seat_of(args), text_of(args, "opponent", DEFAULT)
    names = _FRIENDS if opponent == FRIEND else ("Guest", "")
    session = sessions.start_game(
        find_ruleset(text_of(args, "rules")),
        text_of(args, "form"),
        seed=text_of(args, "seed", "").strip() or fresh_seed(),
        seat=seat,
        opponent=opponent,
        name=text_of(args, "name", "").strip() or names[0],
        forced=args.get("forced") is True,
        friend=text_of(args, "friend", "").strip() or names[1],
        both_open=args.get("open") is True,
    )
    return _answer(session, args)


def move(args: MoveArguments) -> TableAnswer:
    """Apply the person's decision. ``forced`` sets whether forced cards are then played automatically."""
    session = _session(args)
    if isinstance(args.get("forced"), bool):
        session = replace(session, forced=args["forced"])
    return _answer(sessions.move(session, text_of(args, "move")), args)


def claim_rest(args: GameArguments) -> ClaimAnswer:
    """Play the rest of the deal if the person is certain to win every trick, or return the reason why not."""
    session = _session(args)
    claim = sessions.claim_of(session)
    if not claim.holds:
        return {"refused": render_failed_claim(session, claim)}
    return _answer(sessions.claim_rest(session), args)


def concede_rest(args: GameArguments) -> TableAnswer:
    """Play the rest of the deal, of which the opponent has claimed every trick."""
    return _answer(sessions.concede_rest(_session(args)), args)


def uncover(args: GameArguments) -> TableAnswer:
    """Show the hand of the person who has taken over the device."""
    return _answer(sessions.uncover(_session(args)), args)


def undo(args: GameArguments) -> TableAnswer:
    """Undo the person's last decision."""
    return _answer(sessions.undo(_session(args)), args)


def next_deal(args: GameArguments) -> TableAnswer:
    """Start the next deal of the game."""
    return _answer(sessions.next_deal(_session(args)), args)


def new_game(args: NewGameArguments) -> TableAnswer:
    """Start another game on the same terms, with the same opponent or another."""
    session = _session(args)
    opponent = text_of(args, "opponent", session.opponent)
    return _answer(sessions.new_game(session, seed=fresh_seed(), opponent=opponent), args)


def play_moment(args: MomentArguments) -> TableAnswer:
    """Return a game of a finished deal as it stood at a step, by default of the deal on the table."""
    session = _session(args)
    number = number_of(args, "deal", session.number)
    return _answer(sessions.play_again_from(session, number, text_of(args, "step")), args)


def propose_level(args: LevelArguments) -> HtmlAnswer:
    """Return the proposal of a stronger or weaker opponent after a game, or empty HTML."""
    return {"html": render_level_proposal(_session(args), numbers_of(args, "margins"))}


def hint(args: HintArguments) -> HintAnswer:
    """Return a hint: the recommended move, the reason for it, and the cost of the alternatives.

    With ``until``, the search stops after that many steps. If it is then unfinished, the answer has its
    progress, and a preliminary hint by rules of thumb.
    """
    session, search = _session(args), _hint_search(text_of(args, "game"))
    search.go_on(number_of(args, "until", search.total))
    thinks = search.done < search.total
    found = search.first if thinks else search.hint
    return {
        "done": search.done,
        "of": search.total,
        "says": search_progress_words(find_player(JUDGE).name, search.done, search.total)
        if thinks
        else "",
        "moves": [] if thinks else hinted_moves(session, found),
        "move": "" if thinks else found.move,
        "html": render_quick_hint(session, found)
        if thinks
        else render_hint(session, found, links_of(args)),
    }


@lru_cache(maxsize=2)
def _hint_search(game: str) -> HintSearch:
    """Return the search for a hint in a saved game, from the cache if it was begun by earlier requests."""
    return HintSearch(_session({"game": game}))


def export_record(args: ExportArguments) -> ExportedRecord:
    """Return the record and the title of a finished deal, by default of the deal on the table.

    In the answer, ``you`` is the seat of the reader, or "" for two persons at one device.
    """
    session = _session(args)
    number = number_of(args, "deal", session.number)
    text = dumps(record_of(session, number))
    cast = session.cast(session.tables[number - 1])
    title = title_of(session, number, cast.first(Seat.ELDER), cast.who(Seat.YOUNGER))
    return {"text": text, "title": title, "you": "" if cast.you is None else cast.you.name.lower()}


def mistakes(args: GameArguments) -> MistakesAnswer:
    """Return the person's mistakes in the deal on the table, which must be over, the costliest first."""
    session = _session(args)
    found = review_of(dumps(record_of(session, session.number)))
    return {
        "html": render_mistakes(session, found),
        "worst": render_worst_mistake(session, found, links_of(args)),
    }


def forget() -> None:
    """Clear the caches of games and hints. Nothing is lost, because pages save the games."""
    _games.clear()
    _hint_search.cache_clear()


OPERATIONS: dict[str, Operation] = {
    "players": players,
    "start-game": start_game,
    "move": move,
    "claim-rest": claim_rest,
    "concede-rest": concede_rest,
    "uncover": uncover,
    "undo": undo,
    "next-deal": next_deal,
    "new-game": new_game,
    "play-moment": play_moment,
    "propose-level": propose_level,
    "hint": hint,
    "export-record": export_record,
    "mistakes": mistakes,
}


def _answer(session: Session, args: Args) -> TableAnswer:
    game, links = write_session(session), links_of(args)
    _games[game] = session
    if len(_games) > _KEPT:
        _games.popitem(last=False)
    return {
        "game": game,
        "title": _title(session),
        "seat": seat_name(session.table.seat),
        "over": _over(session),
        "stands": _stands(session),
        "terms": _terms(session),
        "board": render_board(session),
        "tricks": render_tricks(session),
        "beside": render_moments(session, links),
        "coach": render_coach(session, links),
        "question": render_question(session, links, claims=args.get("claims") is True),
        "news": render_news(session, links),
        "log": render_deal_log(session, links),
        "rail": render_rail(session),
        "sheet": render_score_sheet(session, links),
        "said": spoken_update(session),
        "undo": session.can_undo,
        "asks": not session.deal_is_over,
        "covered": session.is_covered,
        "forced": session.forced,
        "outcome": outcome_of(session),
        "finished": _finished(session),
    }


def _title(session: Session) -> str:
    return typeset(f"{brief_title(session.rules)}, deal {session.number}: {_totals(session)}")


def _over(session: Session) -> str:
    """Return the totals of a finished game as text; "" if the game is not over."""
    if not session.is_over:
        return ""
    return f"Your last {GAME.get(session.form, 'deal')}: {_totals(session)}."


def _stands(session: Session) -> str:
    """Return the number of the current deal and the totals as the text of a button; "" if the game is over."""
    if session.is_over:
        return ""
    totals = "–".join(str(score) for _, score in _scores(session))
    if session.form == ONE_DEAL:
        return f"your deal, {totals}"
    return f"deal {session.number + session.deal_is_over}, {totals}"


def _finished(session: Session) -> ListedGame | None:
    """Return the finished deals of a game with a title for a list of games, or None without finished deals."""
    found = finished_of(session)
    if found is None:
        return None
    if session.friend:
        players = f"{session.name} and {session.friend}"
    else:
        players = f"against {session.other_name}"
    game = GAME.get(session.form)
    title = f"{game} {players}" if game else players
    return {
        **found,
        "title": typeset(capitalize(title)),
        "rules": typeset(brief_title(session.rules)),
    }


def _totals(session: Session) -> str:
    cast = session.cast()
    if session.friend:
        cast = PlayerNames(cast)  # either may be the reader
    return ", ".join(f"{cast.who(seat)} {score}" for seat, score in _scores(session))


def _scores(session: Session) -> list[tuple[Seat, int]]:
    """Return pairs of a seat and its total: the reader's first or, for two persons, the first deal's elder first."""
    seat = session.table.seat
    scores = [*zip((seat, seat.other), session.totals, strict=True)]
    return scores if not session.friend or session.elder == PERSON else scores[::-1]


def _terms(session: Session) -> Terms:
    """Return the terms with which an address can start the same game."""
    first = session.played[0] if session.played else session.table
    terms: Terms = {
        "rules": session.rules.id,
        "form": session.form,
        "seat": first.seat.name.lower(),
        "seed": session.seed,
    }
    # Addresses stay short: they leave out the default opponent.
    return terms if session.opponent == DEFAULT else {**terms, "opponent": session.opponent}


def _session(args: Args) -> Session:
    game = text_of(args, "game")
    known = _games.get(game)
    return known if known is not None else read_session(game)


def fresh_seed() -> str:
    """Return a random seed of a game."""
    rng = random.SystemRandom()
    return "".join(rng.choice(_LETTERS) for _ in range(8))
