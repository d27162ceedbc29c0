"""A challenge: its terms before it is played, and the comparison of its players afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core import __version__
from piquet_core.cards.card_names import capitalize, join_words
from piquet_core.challenges import Challenge, ChallengeComparison
from piquet_core.challenges.comparison import DealScore, Duel, Parting, PlayerResult
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.state import DealState, Phase
from piquet_core.notation import Record, dumps
from piquet_core.number_words import number_in_words, signed_number
from piquet_core.players import find_player
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import read_move
from piquet_core.review.call_loss import CALLS, call_loss
from piquet_core.review.deal_objective import game_name, objective_of
from piquet_core.review.deal_review import is_as_good, judgement_at
from piquet_core.sessions import record_of
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.views.card_symbols import inline_card, inline_cards
from piquet_core.views.markup import Child, Markup, bind_numbers, element, join, typeset
from piquet_core.views.replay.decision_text import cost_text, decision_sentence
from piquet_core.views.table.game_score_text import GAME
from piquet_core.wording.advice import past_cost_words
from piquet_core.wording.move_choices import action_words
from piquet_core.wording.player_names import PlayerNames

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_AVERAGES = (
    "These are averages over all hands that the opponent might hold, as far as the player could know. "
    "In the deal itself it may have come out otherwise."
)


# -- before the play -----------------------------------------------------------------------------


def challenge_title(challenge: Challenge) -> str:
    """Return the terms of a challenge as a title: *Six deals against Thumb, Cavendish*."""
    against = find_player(challenge.opponent).name
    return f"{capitalize(_what(challenge))} against {against}, {challenge.rules.short}"


def challenge_words(challenge: Challenge) -> str:
    """Return sentences on the players and the terms of a challenge, without any result."""
    seat = challenge.seat.name.lower()
    first = "" if challenge.count == 1 and challenge.form == ONE_DEAL else " first"
    terms = (
        f"{_what(challenge)} against {find_player(challenge.opponent).name}, as {seat}{first}, "
        f"by {typeset(challenge.rules.title)}"
    )
    if not challenge.entries:
        return f"You play {terms}. Then you get a link for your friends."
    names = join_words(challenge.names)
    return (
        f"{names} played {terms}. You get the same cards in the same seat. "
        "Their play stays sealed until you have finished yours."
    )


def _what(challenge: Challenge) -> str:
    if challenge.form == ONE_DEAL:
        return _counted(challenge.count, "deal")
    return f"a {GAME[challenge.form]}"


def _counted(number: int, noun: str) -> str:
    return f"{number_in_words(number)} {noun}{'' if number == 1 else 's'}"


def render_challenge_notices(challenge: Challenge, frozen: str) -> Markup:
    """Render what differs between this edition and that of a challenge, or "" if nothing does.

    ``frozen`` is the address of the table in the frozen copy of that edition, or "" if there is none.
    """
    if challenge.has_same_rules and challenge.edition == __version__:
        return Markup("")
    if challenge.has_same_rules:
        said = (
            f"This challenge was made with edition {challenge.edition}, and this is edition {__version__}. "
            "If a computer player has changed since, the comparison says so."
        )
    else:
        said = (
            f"The answers of {challenge.rules.title} have changed since edition {challenge.edition}, with which this "
            "challenge was made. Moves that cannot be played here get no score."
        )
    way = element("a", f"Open it in edition {challenge.edition}", href=frozen) if frozen else None
    return element("p", said, " " if way else None, way, "." if way else None)


# -- the comparison ------------------------------------------------------------------------------


def render_challenge_result(found: ChallengeComparison, you: str, own_deals: str) -> Markup:
    """Render the results of all players, and where each parted from the player called ``you``.

    ``own_deals`` is the address of the page that replays records, or "" to leave out the links.
    """
    mine = next(
        (n for n, one in enumerate(found.players) if one.entry.name == you and not one.fault), None
    )
    if mine is None:
        return join([*map(_fault, found.players)])
    others = [n for n, one in enumerate(found.players) if n != mine and not one.fault]
    if not others:
        return join([element("p", _alone(found.players[mine])), *map(_fault, found.players)])
    duels = {n: found.duel(mine, n) for n in others}
    shown = [mine, *others]
    return join(
        [
            element(
                "p", element("b", bind_numbers(_winner(found, mine))), data_part="challenge-winner"
            ),
            element(
                "div",
                _table(found, shown, mine, duels[others[0]] if len(others) == 1 else None),
                class_="pq-scroll",
                tabindex=0,
                role="group",
                aria_label="The results, deal by deal",
            ),
            *map(_fault, found.players),
            *(
                _duel(found, mine, n, duel, own_deals, folded=len(others) > 1)
                for n, duel in duels.items()
            ),
        ]
    )


def _alone(mine: PlayerResult) -> str:
    return f"You came out {_ahead(mine.total)}. Nobody else has played this yet."


def _fault(one: PlayerResult) -> Markup | None:
    """Render why a player has no score, or None if the player has one."""
    if not one.fault:
        return None
    said = (
        f"{one.entry.name} has no score here: this edition cannot play these moves ({one.fault})."
    )
    return element("p", said, data_part="challenge-fault")


def _winner(found: ChallengeComparison, mine: int) -> str:
    """Return a sentence on the winner and the margin."""
    ranking = found.ranking
    me, best = found.players[mine], ranking[0].total
    first = [one for one in ranking if one.total == best]
    against = find_player(found.challenge.opponent).name
    if len(first) == len(ranking):
        who = "You both" if len(ranking) == 2 else f"All {number_in_words(len(ranking))} of you"
        return f"{who} came out {_ahead(best)} of {against}: nobody won."
    if me in first and len(first) > 1:
        names = join_words([one.entry.name for one in first if one is not me])
        return f"You share the first place with {names}."
    if me in first:
        return f"You won, by {_points(best - ranking[1].total)}."
    names = join_words([one.entry.name for one in first])
    place = 1 + sum(one.total > me.total for one in ranking)
    by = _points(best - me.total)
    if len(ranking) == 2:
        return f"{names} won, by {by}."
    of = number_in_words(len(ranking))
    return f"{names} won, {by} ahead of you. You are {_PLACES[place - 1]} of {of}."


def _table(
    found: ChallengeComparison, shown: Sequence[int], mine: int, duel: Duel | None
) -> Markup:
    """Render the points of each player deal by deal, and the leads over the opponent."""
    players = [found.players[n] for n in shown]
    against = find_player(found.challenge.opponent).name
    deals = max(len(one.deals) for one in players)
    heads = ["You", *(one.entry.name for one in players[1:]), *(["Difference"] if duel else [])]
    rows = []
    for deal in range(deals):
        cells = [element("td", *_cell(one.deals[deal : deal + 1])) for one in players]
        if duel:
            cells.append(element("td", signed_number(duel.differences[deal])))
        rows.append(element("tr", element("th", _deal(players[0], deal), scope="row"), *cells))
    totals = [signed_number(one.total) for one in players] + (
        [signed_number(duel.total)] if duel else []
    )
    last = element(
        "tr",
        element("th", "Lead in all", scope="row"),
        *(element("td", element("b", one)) for one in totals),
    )
    return element(
        "table",
        element("caption", f"Points, {against}’s after the dash, and the lead"),
        element(
            "thead",
            element("tr", element("td", ""), *(element("th", head, scope="col") for head in heads)),
        ),
        element("tbody", *rows, last),
        class_="pq-compared",
        data_part="challenge-results",
    )


def _cell(deal: Sequence[DealScore]) -> list[Child]:
    if not deal:
        return ["not played"]
    points = "–".join(map(str, deal[0].points))
    return [points, " ", element("b", signed_number(deal[0].lead))]


def _deal(player: PlayerResult, deal: int) -> str:
    tables = [table for game in player.games for table in game.tables if not table.is_void]
    if deal >= len(tables):
        return f"Deal {deal + 1}"
    return f"Deal {deal + 1}, as {tables[deal].seat.name.lower()}"


def _duel(
    found: ChallengeComparison, mine: int, other: int, duel: Duel, own_deals: str, *, folded: bool
) -> Markup:
    """Render the comparison of two players: the luck in it, and the first parting in each deal."""
    name = found.players[other].entry.name
    partings = [
        _parting(found, (mine, other), parting, own_deals)
        for parting in duel.partings
        if not parting.by_opponent
    ]
    inner = [
        *(_unfair(found, parting, name) for parting in duel.partings if parting.by_opponent),
        element("p", bind_numbers(_luck(duel, name)), data_part="challenge-luck"),
        element("ol", *partings, class_="pq-partings", data_part="partings") if partings else None,
        element("p", bind_numbers(_alike(duel))) if _alike(duel) else None,
    ]
    if folded:
        head = f"You and {name}: {signed_number(duel.total)}"
        return element("details", element("summary", head), *inner)
    head = f"Where you and {name} first parted" if partings else f"You and {name}"
    return element("section", element("h3", head), *inner)


def _alike(duel: Duel) -> str:
    """Return a sentence on the deals in which the two players made every decision alike, or ""."""
    parted = {one.deal for one in duel.partings}
    deals = [deal + 1 for deal in range(len(duel.differences)) if deal not in parted]
    if not deals:
        return ""
    which = join_words([f"deal {deal}" for deal in deals])
    return f"You made every decision of {which} alike."


def _unfair(found: ChallengeComparison, parting: Parting, name: str) -> Markup:
    """Render a note that the opponent, not the player, made the first difference in a deal."""
    against = find_player(found.challenge.opponent).name
    return element(
        "p",
        f"Deal {parting.deal + 1} is not comparable from {_place(parting.steps[0])} on: {against} moved otherwise "
        f"in {name}’s deal than in yours after the same play, as another edition of this site may.",
        data_part="challenge-unfair",
    )


def _luck(duel: Duel, name: str) -> str:
    """Return sentences on the luck that the same cards leave, and on its size."""
    same = "You had the same cards, so the deal itself was nobody’s luck."
    if not duel.partings:
        return same
    chance = "Chance is left only in how each choice met the cards that nobody could see"
    if duel.margin is None:
        return f"{same} {chance}. In a single deal that can decide everything."
    size, total = round(duel.margin), abs(duel.total)
    said = (
        f"{same} {chance}. Over as many other deals it could easily move the difference by "
        f"{_points(size)} either way."
    )
    if total > size:
        leader = "you play" if duel.total > 0 else f"{name} plays"
        return f"{said} A difference of {total} is more than that: {leader} these deals better."
    return f"{said} A difference of {total} is less, so it does not yet say who plays better."


def _parting(
    found: ChallengeComparison, pair: tuple[int, int], parting: Parting, own_deals: str
) -> Markup:
    """Render both choices at a parting, with links to the replay and a button for their costs."""
    state = _state(found, pair[0], parting)
    who = ("You", found.players[pair[1]].entry.name)
    chosen = [
        join([f"{name} ", _choice(state, read_move(state, move))])
        for name, move in zip(who, parting.chosen, strict=True)
    ]
    where = f"Deal {parting.deal + 1}, {_place(parting.steps[0])}"
    cost = element(
        "button",
        "What did it cost?",
        type="button",
        data_do="parting-cost",
        data_deal=parting.deal,
        data_other=found.players[pair[1]].entry.name,
        aria_label=f"What did it cost? {where}",
    )
    links: list[Child] = []
    if own_deals:
        for said, player, step in zip(
            ("Your replay", f"{who[1]}’s replay"), pair, parting.steps, strict=True
        ):
            links += [
                " ",
                element(
                    "a",
                    said,
                    href=own_deals,
                    data_record=dumps(_record(found, player, parting)),
                    data_step=step,
                    aria_label=f"{said}: {where}",
                ),
            ]
    return element(
        "li",
        element("p", element("b", where), ": ", chosen[0], "; ", chosen[1], "."),
        element("p", cost, *links, class_="pq-quiet"),
        element("div", class_="pq-parting-cost", data_part="parting-cost"),
    )


def _state(found: ChallengeComparison, player: int, parting: Parting) -> DealState:
    game = found.players[player].games[parting.game]
    return game.tables[parting.number - 1].states[parting.moves]


def _record(found: ChallengeComparison, player: int, parting: Parting) -> Record:
    return record_of(found.players[player].games[parting.game], parting.number)


def _place(step: str) -> str:
    """Return the part of the deal to which a step belongs, as a phrase.

    >>> [_place(step) for step in ("t10e", "xy", "pe", "ae")]
    ['trick 10', 'the exchange', 'the calls', 'before the calls']
    """
    if step.startswith("t") and step[1:-1].isdecimal():
        return f"trick {step[1:-1]}"
    if step in ("xe", "xy", "ve", "vy"):
        return "the exchange"
    return "the calls" if step[0] in "psqmcn" else "before the calls"


def _choice(state: DealState, action: Action) -> Markup:
    """Render a choice as a predicate: *led* a card, *laid out* cards, or *chose* words."""
    match action:
        case Play():
            verb = "led " if state.phase is Phase.LEAD else "played "
            return join([verb, Markup(inline_card(action.card))])
        case Exchange():
            return join(["laid out ", inline_cards(action.discards)])
        case _:
            return join([f"chose “{action_words(state, action)}”"])


# -- the cost of a parting -----------------------------------------------------------------------


def render_parting_cost(found: ChallengeComparison, you: int, other: int, deal: int) -> Markup:
    """Render the cost of both choices at the parting in a deal, counted from 0.

    The work takes seconds. Raises `ValueError` if the two players did not part in the deal.
    """
    parting = next(
        (
            one
            for one in found.duel(you, other).partings
            if one.deal == deal and not one.by_opponent
        ),
        None,
    )
    if parting is None:
        raise ValueError(f"no parting in deal {deal}")
    costs = [
        _cost(found, player, parting, place, is_you=player == you)
        for place, player in enumerate((you, other))
    ]
    return element(
        "div", *(element("p", cost) for cost in costs), element("p", element("small", _AVERAGES))
    )


def _cost(
    found: ChallengeComparison, player: int, parting: Parting, place: int, *, is_you: bool
) -> Markup:
    """Render the cost of one player's choice, with the better choice if there was one."""
    state = _state(found, player, parting)
    action = read_move(state, parting.chosen[place])
    seat = action.seat
    names = [find_player(found.challenge.opponent).name] * 2
    names[seat] = found.players[player].entry.name
    cast = PlayerNames(names, seat if is_you else None)
    whose = cast.first_whose(seat)
    if isinstance(action, CALLS):
        lost, error = call_loss(state, action)
        if is_as_good(lost, error):
            return element("span", f"{whose} choice was as good as any.")
        return element("span", f"{whose} choice {past_cost_words(lost, '')} in the calls.")
    replay = replay_record(_record(found, player, parting))
    objective = objective_of(replay)
    one = judgement_at(replay, parting.steps[place], objective=objective)
    if one is None:
        return element("span", f"{whose} choice is of a kind that is not judged.")
    if one.is_best:
        return element("span", f"{whose} choice was as good as any.")
    game = game_name(objective)
    cost = cost_text(one, cast, game)
    said = capitalize(cost) if game else f"{whose} choice cost {cost}"
    return element("span", f"{said}. ", decision_sentence(one, cast))


# -- words ---------------------------------------------------------------------------------------


def challenge_line(challenge: Challenge, address: str) -> str:
    """Return a line to send with a challenge, which reveals no card and no result."""
    what = _what(challenge)
    against = find_player(challenge.opponent).name
    if len(challenge.entries) < 2:
        said = f"Piquet: I played {what} against {against}. Play the same cards, and we compare"
    else:
        said = f"Piquet: {join_words(challenge.names)} have played the same cards. See who won"
    return f"{said}: {address}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _ahead(lead: int) -> str:
    return f"{_points(lead)} ahead" if lead > 0 else f"{_points(-lead)} behind" if lead else "level"
