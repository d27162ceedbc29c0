"""Requests of the table: every response has one person's view, and saved games are restored."""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hidden_cards import exchanged
from test_dispatch import ask

from piquet_core.api import table_requests as sitting
from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.state import Phase
from piquet_core.notation import loads
from piquet_core.number_words import number_in_words
from piquet_core.players import DEFAULT, PLAYERS, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.review.deal_review import review as cost_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import (
    HintSearch,
    Session,
    move,
    read_session,
    record_of,
    start_game,
    write_session,
)
from piquet_core.sessions.table_state import Table
from piquet_core.views.card_symbols import card_svg

LINKS = {"rule": "../rules/{}.html", "source": "../sources.html#{}", "term": "../glossary.html#{}"}
TERMS = {"rules": "hoyle1909", "form": "rubicon", "seat": "younger", "seed": "s1", "name": "Ann"}


def ok(op: str, **args: Any) -> dict[str, Any]:
    answer = ask(op, **LINKS, **args)
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found


def played_on(game: dict[str, Any], decisions: int) -> dict[str, Any]:
    for _ in range(decisions):
        if not game["asks"]:
            break
        game = ok("move", game=game["game"], move=ok("hint", game=game["game"])["move"])
    return game


def as_thumb(game: dict[str, Any]) -> dict[str, Any]:
    """Return the deal played to its end by rules of thumb, which is fast."""
    session, thumb = read_session(game["game"]), PLAYERS["thumb"].make()
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, thumb.choose(turn_of(state))))
    return ok("start-game", game=write_session(session))


def test_a_deal_is_played_through_the_door_and_reviewed() -> None:
    game = ok("start-game", **TERMS)
    assert "Thumb calls" in game["news"] or "Thumb exchanges" in game["news"]
    assert "Ann" not in game["board"] + game["news"]  # the reader is called *you*
    assert game["terms"] == {
        "rules": "hoyle1909",
        "form": "rubicon",
        "seat": "younger",
        "seed": "s1",
    }
    game = played_on(game, 40)
    assert not game["asks"]
    assert game["over"] == ""  # the partie continues
    assert game["title"].startswith("Hoyle’s Games Modernized (1909), deal 1: you ")
    assert 'data-do="next"' in game["question"]
    replay = replay_record(loads(ok("export-record", game=game["game"])["text"]))
    assert replay.findings == ()
    second = ok("next-deal", game=game["game"])
    assert second["asks"]
    assert "deal 2" in second["title"]
    assert 'data-deal="1"' in second["sheet"]
    assert (
        ok("export-record", game=second["game"], deal=1)["text"].count('Title "Thumb against Ann')
        == 1
    )


def test_a_single_deal_that_is_over_says_how_it_came_out() -> None:
    game = ok("start-game", **{**TERMS, "form": "deal"})
    assert game["over"] == ""
    game = as_thumb(game)
    assert re.fullmatch(r"Your last deal: you \d+, Thumb \d+\.", game["over"])
    assert ok("undo", game=game["game"])["over"] == ""


def test_a_game_goes_on_where_the_engine_has_forgotten_it() -> None:
    game = played_on(ok("start-game", **TERMS), 5)
    sitting._games.clear()
    assert ok("start-game", game=game["game"]) == game


def test_a_page_is_told_who_plays_and_chooses_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    thumb = {"id": "thumb", "name": "Thumb", "words": PLAYERS["thumb"].words}
    assert thumb in ok("players")["players"]
    other = replace(PLAYERS["thumb"], name="Second", words="Plays as the first does.")
    monkeypatch.setitem(PLAYERS, "second", other)
    assert {one["id"] for one in ok("players")["players"]} == set(PLAYERS)
    game = ok("start-game", **TERMS, opponent="second")
    assert "Second " in game["title"]
    assert "Thumb" not in game["news"]
    assert game["terms"]["opponent"] == "second"
    assert ok("start-game", game=game["game"]) == game
    refused = ask("start-game", **TERMS, opponent="third")["error"]
    assert refused["kind"] == "request"
    assert f"choose one of {', '.join(PLAYERS)}" in refused["message"]


def test_a_decision_is_taken_back() -> None:
    before = played_on(ok("start-game", **TERMS), 4)
    after = played_on(before, 1)
    assert after != before
    # Cards just taken in or counted are marked as in the last step, so everything is the same.
    assert ok("undo", game=after["game"]) == before


def test_a_seed_is_made_where_none_is_given() -> None:
    seeds = {ok("start-game", **{**TERMS, "seed": ""})["terms"]["seed"] for _ in range(4)}
    assert len(seeds) == 4
    assert all(seed.isalnum() for seed in seeds)


@pytest.mark.parametrize(
    ("op", "args", "kind"),
    [
        ("start-game", {}, "request"),
        ("start-game", {**TERMS, "seat": "third"}, "request"),
        ("start-game", {**TERMS, "rules": "skat"}, "ruleset"),
        ("start-game", {**TERMS, "form": "skat"}, "request"),
        ("start-game", {**TERMS, "name": "<b>" * 20}, "request"),
        ("start-game", {**TERMS, "seed": 7}, "request"),
        ("move", {}, "request"),
        ("move", {"game": "piquet game 9", "move": "SA"}, "request"),
        ("undo", {"game": []}, "request"),
        ("export-record", {"game": "", "deal": "1"}, "request"),
    ],
)
def test_a_bad_request_is_answered_with_its_kind(op: str, args: dict[str, Any], kind: str) -> None:
    assert ask(op, **args)["error"]["kind"] == kind


@pytest.mark.parametrize(
    ("op", "args", "message"),
    [
        ("move", {"move": "SA"}, "game is missing"),
        ("move", {"game": 7, "move": "SA"}, "game must be a string"),
        ("judge-answer", {"answer": "SA"}, "item is missing"),
        ("judge-answer", {"item": ["tap"]}, "item must be a string"),
        ("replay", {"record": None}, "record must be a string"),
        ("compare", {"rules": "little"}, "record is missing"),
        (
            "start-game",
            {**TERMS, "seat": "third"},
            "unknown seat 'third'; choose one of elder, younger",
        ),
    ],
)
def test_every_operation_says_alike_what_a_request_lacks(
    op: str, args: dict[str, Any], message: str
) -> None:
    assert ask(op, **args)["error"] == {"kind": "request", "rule": "", "message": message}


def test_a_hint_marks_the_controls_that_it_means() -> None:
    """At every turn of a deal each suggested move has a control that the text names."""
    game = ok("start-game", **TERMS)
    for _ in range(40):
        if not game["asks"]:
            break
        found = ok("hint", game=game["game"])
        for move_ in found["moves"]:
            assert f'"{move_}"' in game["question"]
        assert re.match(r"<p[^>]*><b>", found["html"])
        game = ok("move", game=game["game"], move=found["move"])
    assert not game["asks"]


@pytest.mark.parametrize(
    "opponent", dict.fromkeys((*[*PLAYERS][:1], "thumb", "reckoner", *[*PLAYERS][-1:]))
)
def test_after_a_game_the_next_stronger_and_weaker_opponents_are_offered(opponent: str) -> None:
    """The same game again comes first; each starts at once, in the other seat."""
    one = start_game(load_ruleset("hoyle1909"), "deal", seed="over", opponent=opponent)
    while not one.deal_is_over:
        one = move(one, HintSearch(one).first.move)
    over = ok("start-game", game=write_session(one))
    place = [*PLAYERS].index(opponent)
    harder, easier = [*PLAYERS][place + 1 :][:1], [*PLAYERS][:place][-1:]
    offered = re.findall(r'data-opponent="([\w-]+)"', over["question"])
    assert offered == [opponent, *harder, *easier]
    for how, ids in (("Harder", harder), ("Easier", easier)):
        assert [f"{how}: {PLAYERS[id].name}" for id in ids] == re.findall(
            rf"{how}: [^<]+", over["question"]
        )
    game = ok("new-game", game=over["game"], opponent=offered[-1])
    assert game["terms"].get("opponent", DEFAULT) == offered[-1]
    assert game["terms"]["seat"] == "younger"
    assert game["asks"]


def test_what_cost_most_is_told_the_dearest_first_and_leads_to_its_step() -> None:
    """Lists at most three of the person's decisions, the costliest first."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="cost1", seat=Seat.YOUNGER)
    rng = random.Random(1)
    while not session.deal_is_over:
        legal = turn_of(session.table.state).legal
        found = (
            move_of(session.table.state, rng.choice(legal))
            if legal
            else HintSearch(session).first.move
        )
        session = move(session, found)
    answer = ok("mistakes", game=write_session(session))
    told, verdict = answer["html"], answer["worst"]
    judged = cost_of(replay_record(record_of(session, 1)))
    own, other = judged.sides[Seat.YOUNGER], judged.sides[Seat.ELDER]
    assert (
        f"{own.best} of your {own.decisions} decisions were as good as the best, "
        f"and {other.best} of Thumb’s {other.decisions}." in verdict
    )
    assert "Forced cards are left out." in verdict
    # Three costs of one mistake, each with its label.
    assert "<dt>As far as you could know:</dt>" in told
    assert "<dt>As the cards lay:</dt>" in told
    assert (
        "As far as you could know: the verdict, on average over all hands that the other player might hold."
        in told
    )
    assert "As the cards lay: the result in this deal if both had then played their best" in told
    assert "Points are the difference between the two scores." in told
    assert "A better line shows how the deal might have gone" in told
    steps = re.findall(r'data-step="(\w+)"', told)
    costs = {one.step: one.cost for one in judged.judgements if one.seat is Seat.YOUNGER}
    assert 1 < len(steps) <= 3
    # Each has one sentence of reason, like a hint.
    assert len(
        re.findall(
            r"<p>(?:The better discard (?:takes|keeps|lays)|After |<span.*?</span> (?:all but )?gives up)",
            told,
        )
    ) == len(steps)
    assert [costs[step] for step in steps] == sorted(costs.values(), reverse=True)[: len(steps)]
    assert all(f"about {round(costs[step])} point" in told for step in steps)
    replay = replay_record(loads(ok("export-record", game=write_session(session))["text"]))
    assert set(steps) <= {step.id for step in replay.steps}


def test_nothing_is_judged_before_a_deal_is_over() -> None:
    assert "not over" in ask("mistakes", game=ok("start-game", **TERMS)["game"])["error"]["message"]


def test_while_a_game_goes_on_no_other_is_begun() -> None:
    error = ask("new-game", game=ok("start-game", **TERMS)["game"])["error"]
    assert "not over" in error["message"]


def test_forced_cards_are_offered_where_one_card_alone_is_legal() -> None:
    """Until the setting is on; then nobody is asked for such a card in this game."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="forced-3", seat=Seat.YOUNGER)
    offers = 0
    while not session.deal_is_over:
        state, legal = session.table.state, turn_of(session.table.state).legal
        game = ok("start-game", game=write_session(session))
        in_play = state.phase in (Phase.LEAD, Phase.FOLLOW)
        due = in_play and len(legal) == 1 and len(state.hands[Seat.YOUNGER]) > 1
        assert ('data-part="forced-note"' in game["question"]) == due
        if due:
            offers += 1
            taken = ok("move", game=game["game"], move=move_of(state, legal[0]), forced=True)
            assert taken["forced"]
            later = read_session(taken["game"])
            while not later.deal_is_over:
                assert len(turn_of(later.table.state).legal) > 1
                later = move(later, HintSearch(later).first.move)
        session = move(session, HintSearch(session).first.move)
    assert offers


def test_what_is_called_or_counted_says_what_it_is_worth() -> None:
    """Counting everything takes one tap; each smaller count has its own sum."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="count23", seat=Seat.YOUNGER)
    while session.table.state.phase is not Phase.YOUNGER_COUNT:
        session = move(session, HintSearch(session).first.move)
    game = ok("start-game", game=write_session(session))
    first, rest = game["question"].split("<details", 1)  # less than all is folded
    pattern = r'<button[^>]*data-move="[^"]*"[^>]*>([^<]+)</button>'
    assert re.findall(pattern, first) == ["Count all: 26"]
    less = re.findall(pattern, rest)
    assert "All but three kings: 23" in less  # and shows the holdings that would be sunk
    assert (
        "Point of five in hearts, quart to the queen of hearts, three aces, three kings: 15" in less
    )
    assert len(less) > 10
    before = session.table.state.score[Seat.YOUNGER]
    after = move(session, HintSearch(session).first.move)
    counted = [
        event.points
        for event in after.table.events
        if isinstance(event, Scored) and event.seat is Seat.YOUNGER and event.holding is not None
    ]
    assert sum(counted) == 26
    assert before == 0


def test_a_refused_move_names_its_rule() -> None:
    game = ok("start-game", **TERMS)
    error = ask("move", game=game["game"], move="none")["error"]
    assert (error["kind"], error["rule"]) == ("illegal", "exchange.younger-min")


def test_a_name_that_is_markup_stays_text() -> None:
    game = ok("start-game", **{**TERMS, "name": "<i>Ann</i>"})
    for name in ("board", "question", "news", "log", "sheet"):
        assert "<i>" not in game[name]
    record = ok("export-record", game=as_thumb(game)["game"])["text"]
    opened = ok("load-record", record=record, base="", runtime="")["html"]
    assert "<i>" not in opened
    assert "&lt;i&gt;Ann&lt;/i&gt; leads" in opened


# -- nothing of the other hand -------------------------------------------------------------------


def parts(game: Mapping[str, Any]) -> list[str]:
    return [str(value) for name, value in game.items() if name != "game"]


def hidden(session: Session) -> Hand:
    """Return the cards that the person cannot have seen."""
    table = session.table
    state, seat = table.state, table.seat
    seen = state.deal.hand(seat) | state.hands[seat] | state.discards[seat] | state.looked[seat]
    seen |= Hand.of(card for trick in state.taken for card in (trick.led, trick.followed))
    seen |= Hand.of([state.led] if state.led is not None else []) | state.shown[seat.other]
    return pack(state.rules.number("pack.size").value) - seen


@pytest.mark.parametrize("id", ["hoyle1909", "little", "picquet1651"])
@pytest.mark.parametrize("seat", list(Seat))
def test_no_message_shows_or_names_a_card_that_the_person_has_not_seen(id: str, seat: Seat) -> None:
    """No drawing, text or move has one, at any turn of a deal; only the sealed record has."""
    session = start_game(load_ruleset(id), "deal", seed="no-peek", seat=seat)
    asked = 0
    while not session.deal_is_over:
        message = " ".join(parts(ok("start-game", game=write_session(session))))
        for card in hidden(session):
            assert card_svg(card) not in message
            assert f'#pq-{card}"' not in message
            assert card_name(card) not in message
            assert f'data-move="{card}"' not in message
        asked += len(hidden(session)) > 0
        session = move(session, HintSearch(session).first.move)
    assert asked > 12


@pytest.mark.parametrize("id", ["hoyle1909", "old36"])
@pytest.mark.parametrize("seat", list(Seat))
def test_other_hidden_cards_make_the_same_message(id: str, seat: Seat) -> None:
    """The hidden cards are shuffled among their positions, and the page stays the same."""
    rng = random.Random(8)
    session = start_game(load_ruleset(id), "deal", seed="shuffle", seat=seat)
    while not session.deal_is_over:
        table = session.table
        # The steps keep their text; the states get the other cards.
        now = exchanged(table.state, seat, rng)
        steps = tuple(
            type(step)(**{**{f: getattr(step, f) for f in step.__slots__}, "state": now})
            if step.state is table.state
            else step
            for step in table.steps
        )
        other = Table(
            seat=seat,
            states=(*table.states[:-1], now),
            lines=table.lines,
            steps=steps,
            made=table.made,
        )
        there = {f: getattr(session, f) for f in session.__slots__}
        twin = Session(**{**there, "table": other})
        args = dict(LINKS)
        assert parts(sitting._answer(twin, args)) == parts(sitting._answer(session, args))
        session = move(session, HintSearch(session).first.move)
    sitting._games.clear()


def test_the_sheet_and_the_settlement_say_what_the_game_gives() -> None:
    """A partie to its end: six rows, totals that add up, and the settlement with its rule."""
    game = ok("start-game", **TERMS)
    for _ in range(6):
        game = as_thumb(game)
        session = read_session(game["game"])
        if session.is_over:
            break
        game = ok("next-deal", game=game["game"])
    session = read_session(game["game"])
    assert session.settlement is not None
    assert f"worth {session.settlement.points}" in game["question"]
    assert "rubicon.settlement.html" in game["question"]
    assert game["sheet"].count('scope="row"') == 7
    assert (
        json.dumps(session.totals)[1:-1].replace(", ", '</td><td class="pq-total">')
        in game["sheet"]
    )


@pytest.mark.parametrize("form", ["rubicon", "hundred-up"])
def test_after_a_deal_each_player_is_told_what_is_needed(form: str) -> None:
    """To pass the Rubicon of a hundred, or to win: the rules' number minus each player's total."""
    game = ok("start-game", **{**TERMS, "form": form, "seed": "needs"})
    seen = set()
    for _ in range(8):
        game = as_thumb(game)
        session = read_session(game["game"])
        if session.is_over:
            break
        rules = session.rules
        goal = "rubicon.line" if form == "rubicon" else "hundred.target"
        mine, other = (rules.number(goal).value - total for total in session.totals)
        words = "to pass the Rubicon" if form == "rubicon" else "to win"
        if mine > 0 and other > 0:
            said = f"You need {mine} {words}, Thumb {other}."
        elif max(mine, other) > 0:
            said = f"You need {mine} {words}." if mine > 0 else f"Thumb needs {other} {words}."
        else:
            said = "Both are past the Rubicon."
        assert said in game["question"]
        seen.add((mine > 0, other > 0))
        if form == "rubicon":
            left = rules.number("rubicon.deals").value - session.number
            noun = "deal is" if left == 1 else "deals are"
            assert f"{number_in_words(left).capitalize()} {noun} to come." in game["question"]
        game = ok("next-deal", game=game["game"])
    assert (True, True) in seen
    assert form != "rubicon" or len(seen) > 1
