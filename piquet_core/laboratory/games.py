"""Games of an experiment as rows of numbers.

A row has the values of `COLUMNS` in order. *Elder* in the name of a column is the player who is
elder in the first deal of the game, whose first deal is often its only one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.events import DealEnded, Event, Scored
from piquet_core.engine.game import (
    PlayedDeal,
    deals_to_play,
    elder_of,
    settle_hundred,
    settle_partie,
)
from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.laboratory.adapted import AdaptedPlayer
from piquet_core.laboratory.exploiter import ExploitingPlayer
from piquet_core.laboratory.fitted_weights import DiscardWeights
from piquet_core.laboratory.lab_players import EXPLOITER, LAB_PLAYERS
from piquet_core.laboratory.thumb_deal import play_thumb
from piquet_core.players import Player, find_player, play_out
from piquet_core.players.objectives import hundred_objective, partie_objective
from piquet_core.rules import RuleSet
from piquet_core.solver.total_search import Objective

SOURCES = (
    *("blank", "point", "sequence", "set", "repique"),
    *("play", "pique", "cards", "capot", "taken-back"),
)
"""Sources of points, which are groups of rules. *taken-back* has points that were cancelled."""
NOBODY = 2
"""Number of the winner of a drawn game. Otherwise it is 0 for elder and 1 for younger."""
COLUMNS: tuple[tuple[str, str], ...] = (
    ("game", "number of the game, counted from 0; with the seed it fixes the cards"),
    ("swapped", "1 if the second player is elder, 0 if the first is"),
    ("deals", "number of deals in the game"),
    ("winner", "0 if elder wins the game, 1 if younger does, 2 if nobody does"),
    *(
        (f"{seat}_{name}", f"{words} of {seat}")
        for seat in ("elder", "younger")
        for name, words in (
            ("score", "total points"),
            ("tricks", "number of tricks"),
            ("piques", "number of piques"),
            ("repiques", "number of repiques"),
            ("capots", "number of capots"),
            *((f"{source}_points", f"points from *{source}*") for source in SOURCES),
        )
    ),
    ("divided", "number of deals with divided cards"),
    ("elder_cards", "cards dealt to elder in the first deal, as a bit mask (`Hand.mask`)"),
    ("younger_cards", "cards dealt to younger in the first deal, as a bit mask"),
    ("share_cards", "cards of the first talon that elder may take, as a bit mask"),
)
"""Names and descriptions of the columns. All values are integers."""
NAMES = tuple(name for name, _ in COLUMNS)

type GameRow = tuple[int, ...]
type Players = tuple[str, str]

_GROUP_OF = {"reply": "taken-back"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """Conditions of a game: rule set, the ids of both players, what they play for, and the seed.

    ``weights`` are those of the laboratory's players, which no other player needs.
    """

    rules: RuleSet
    players: Players
    objective: str
    seed: str
    weights: DiscardWeights | None = None


def play_game(terms: GameTerms, number: int, *, swapped: bool) -> GameRow:
    """Play game ``number`` and return its row.

    The cards depend on the seed, the number and the size of the pack only. If ``swapped``, the
    second player is elder in the first deal.
    """
    players = terms.players[::-1] if swapped else terms.players
    if terms.objective == "points":
        deal = dealt(terms.rules, terms.seed, number)
        played = [PlayedDeal(elder=0, events=_events(terms, deal, players, None))]
        first, second = played[0].score
        winner = NOBODY if first == second else int(second > first)
    else:
        played, winner = _whole_game(terms, number, players)
        deal = dealt(terms.rules, terms.seed, number, 0)
    return _row(terms.rules, number, played, winner, deal, swapped=swapped)


def dealt(rules: RuleSet, seed: str, number: int, place: int | None = None) -> Deal:
    """Return the cards of a game, or of the deal at ``place`` in a game of several.

    A game of one deal has the cards of the same number in a match (`play_match`) with this seed.
    """
    words = f"{seed}/{number}" if place is None else f"{seed}/{number}/{place}"
    return shuffled_deal(rules, random.Random(words))  # noqa: S311 - the same deal every time


def _whole_game(terms: GameTerms, number: int, players: Players) -> tuple[list[PlayedDeal], int]:
    """Return the deals of a partie or a hundred up, and the number of its winner."""
    rules, totals = terms.rules, (0, 0)
    played: list[PlayedDeal] = []
    while True:
        place = len(played)
        elder = elder_of(rules, 0, place)
        before = (totals[elder], totals[1 - elder])
        if terms.objective == "partie":
            objective = partie_objective(rules, before, deals_to_play(rules, played) - 1)
        else:
            objective = hundred_objective(rules, before)
        sitting = players if elder == 0 else players[::-1]
        deal = dealt(rules, terms.seed, number, place)
        played.append(PlayedDeal(elder=elder, events=_events(terms, deal, sitting, objective)))
        first, second = played[-1].score
        totals = totals[0] + first, totals[1] + second
        if terms.objective == "partie":
            if deals_to_play(rules, played):
                continue
            settled = settle_partie(rules, played)
            return played, settled.winner if settled else NOBODY
        if ended := settle_hundred(rules, played):
            return played, ended.winner


def _events(
    terms: GameTerms, deal: Deal, players: Players, objective: Objective | None
) -> tuple[Event, ...]:
    """Return the events of a deal between two players, elder first."""
    # The objective changes nothing in the decisions of this player.
    if players == ("thumb", "thumb"):
        return tuple(play_thumb(terms.rules, deal)[1])
    state, events = start(terms.rules, deal)
    log = list(events)
    elder, younger = (_player(id, terms.weights) for id in players)
    for _, _, more in play_out(state, elder, younger, (objective, objective)):
        log += more
    return tuple(log)


@cache
def _player(id: str, weights: DiscardWeights | None) -> Player:
    if id in LAB_PLAYERS:
        assert weights is not None
        return ExploitingPlayer(weights) if id == EXPLOITER else AdaptedPlayer(weights)
    return find_player(id).make()


def _row(
    rules: RuleSet,
    number: int,
    played: Iterable[PlayedDeal],
    winner: int,
    deal: Deal,
    *,
    swapped: bool,
) -> GameRow:
    found = dict.fromkeys(NAMES, 0)
    names = ("elder", "younger")
    for one in played:
        found["deals"] += 1
        sitting = names if one.elder == 0 else names[::-1]
        for event in one.events:
            match event:
                case Scored():
                    who = sitting[event.seat]
                    group = event.rule.partition(".")[0]
                    found[f"{who}_score"] += event.points
                    found[f"{who}_{_GROUP_OF.get(group, group)}_points"] += event.points
                    if group in ("pique", "repique"):
                        found[f"{who}_{group}s"] += 1
                case DealEnded(tricks=tricks):
                    for seat in Seat:
                        found[f"{sitting[seat]}_tricks"] += tricks[seat]
                        found[f"{sitting[seat]}_capots"] += not tricks[1 - seat]
                    found["divided"] += tricks[0] == tricks[1]
                case _:
                    pass
    share = rules.number("exchange.elder-max").value
    found |= {
        "game": number,
        "swapped": int(swapped),
        "winner": winner,
        "elder_cards": deal.elder.mask,
        "younger_cards": deal.younger.mask,
        "share_cards": Hand.of(deal.talon[:share]).mask,
    }
    return tuple(found[name] for name in NAMES)
