"""Requests about challenges: what a friend sees before and after the play, and what each parting cost."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from html import unescape
from typing import Any

import pytest
from test_dispatch import ask

from piquet_core import __version__
from piquet_core.challenges import (
    compare_entries,
    merge_challenges,
    read_challenge,
    write_challenge,
)
from piquet_core.engine.apply import legal_actions
from piquet_core.notation import loads
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.sessions import read_session, write_session

TERMS = {"rules": "hoyle1909", "form": "deal", "seat": "younger", "seed": "together"}


def ok(op: str, **args: Any) -> dict[str, Any]:
    answer = ask(op, **args)
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found


def refusal(op: str, **args: Any) -> str:
    return str(ask(op, **args)["error"]["message"])


def shown(html: str) -> str:
    """Return the text of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@cache
def played(terms: tuple[tuple[str, str], ...], chance: int | None = None) -> str:
    """Return a finished game on some terms, in which Thumb or chance plays for the person."""
    drawn = ok("start-game", **dict(terms))
    rng = random.Random(chance)
    while not drawn["over"]:
        if not drawn["asks"]:
            drawn = ok("next-deal", game=drawn["game"])
            continue
        state = read_session(drawn["game"]).table.state
        action = ThumbPlayer().choose(turn_of(state))
        if chance is not None:
            action = rng.choice(legal_actions(state))
        drawn = ok("move", game=drawn["game"], move=move_of(state, action))
    return str(drawn["game"])


@cache
def joined(count: int, *players: tuple[str, int | None], **terms: str) -> str:
    """Return a challenge of a number of deals that several players have played."""
    text = ""
    laid = ok("new-challenge", count=count, **{**TERMS, **terms})
    for name, chance in players:
        games = [played(tuple(one.items()), chance) for one in laid["games"]]
        args = {"challenge": text} if text else {"seed": "together"}
        text = ok("join-challenge", games=games, name=name, **args)["challenge"]
    return text


def test_a_challenge_is_laid_with_the_terms_of_each_deal() -> None:
    laid = ok("new-challenge", count=6, **TERMS)
    assert [one["seat"] for one in laid["games"]] == ["younger", "elder"] * 3
    assert len({one["seed"] for one in laid["games"]}) == 6
    assert (laid["challenge"], laid["names"], laid["notices"]) == ("", [], "")
    assert laid["title"].startswith("Six deals against Thumb")


def test_a_friend_reads_who_played_what_and_no_result() -> None:
    text = joined(2, ("Anna", None))
    found = ok("open-challenge", challenge=text)
    assert found["words"].startswith("Anna played two deals against Thumb, as younger first")
    assert "sealed" in found["words"]
    assert found["id"] == ok("new-challenge", count=2, **TERMS)["id"]
    points = [deal.points for deal in compare_entries(read_challenge(text)).players[0].deals]
    said = f"{found['words']} {found['notices']} {found['title']}"
    for pair in points:
        assert f"{pair[0]}–{pair[1]}" not in said


def test_the_line_to_share_tells_no_result() -> None:
    laid = ok("new-challenge", count=2, **TERMS)
    games = [played(tuple(one.items())) for one in laid["games"]]
    made = ok(
        "join-challenge", games=games, name="Anna", seed="together", address="https://a.example/"
    )
    assert made["line"].endswith(made["link"])
    assert made["link"] == f"https://a.example/#challenge={made['challenge']}"
    assert not re.search(r"\d", made["line"].removesuffix(made["link"]))


def test_two_players_see_who_won_and_where_they_parted() -> None:
    text = joined(2, ("Anna", None), ("Bo", 4))
    mine = ok("compare-challenge", challenge=text, you="Anna", deals="own.html")
    theirs = ok("compare-challenge", challenge=text, you="Bo", deals="own.html")
    found = compare_entries(read_challenge(text))
    by = abs(found.players[0].total - found.players[1].total)
    winner = found.ranking[0].entry.name
    assert f"{'You' if winner == 'Anna' else winner} won, by {by} points" in shown(mine["html"])
    assert f"{'You' if winner == 'Bo' else winner} won, by {by} points" in shown(theirs["html"])
    for player in found.players:
        for deal in player.deals:
            assert "–".join(map(str, deal.points)) in shown(mine["html"])
    assert "first parted" in shown(mine["html"])
    assert "nobody’s luck" in shown(mine["html"])
    links = re.findall(r'href="own.html" data-record="([^"]+)" data-step="([^"]+)"', mine["html"])
    assert len(links) == 2 * len(found.duel(0, 1).partings)
    for record, step in links:
        assert step in [one.id for one in replay_record(loads(unescape(record))).steps]


def test_each_parting_has_its_costs() -> None:
    """Thumb and chance part early; each choice is judged, or said to be of a kind that is not."""
    text = joined(1, ("Anna", None), ("Bo", 4))
    for parting in compare_entries(read_challenge(text)).duel(0, 1).partings:
        args = {"challenge": text, "you": "Bo", "other": "Anna", "deal": parting.deal}
        said = shown(ok("cost-of-parting", **args)["html"])
        assert "Your choice" in said
        assert "Anna’s choice" in said
    assert "no parting" in refusal(
        "cost-of-parting", challenge=text, you="Bo", other="Anna", deal=9
    )
    assert "nobody called" in refusal(
        "cost-of-parting", challenge=text, you="Bo", other="X", deal=0
    )


def test_those_who_play_alike_did_not_part() -> None:
    text = joined(1, ("Anna", None), ("Bo", None))
    said = shown(ok("compare-challenge", challenge=text, you="Anna")["html"])
    assert "nobody won" in said
    assert "every decision of deal 1 alike" in said


def test_a_third_player_joins_the_same_table() -> None:
    text = joined(1, ("Anna", None), ("Bo", 4), ("Cem", 5))
    said = shown(ok("compare-challenge", challenge=text, you="Cem")["html"])
    for one in compare_entries(read_challenge(text)).players:
        assert "–".join(map(str, one.deals[0].points)) in said
    assert "You and Anna" in said
    assert "You and Bo" in said
    assert re.search("You won|You are (second|third) of three", said)


def test_copies_with_different_players_are_merged() -> None:
    first = joined(1, ("Anna", None))
    second = joined(1, ("Anna", None), ("Bo", 4))
    third = joined(1, ("Anna", None), ("Bo", 5))
    both = ok("open-challenge", challenge=third, kept=second)
    assert both["names"] == ["Anna", "Bo", "Bo 2"]
    again = ok("open-challenge", challenge=third, kept=both["challenge"])
    assert again["names"] == both["names"]
    assert ok("open-challenge", challenge=first, kept=second)["names"] == ["Anna", "Bo"]
    other = joined(2, ("Anna", None))
    assert "two different challenges" in refusal("open-challenge", challenge=other, kept=first)


def test_a_whole_partie_is_a_challenge() -> None:
    text = joined(1, ("Anna", None), ("Bo", 4), form="rubicon")
    found = compare_entries(read_challenge(text))
    said = shown(ok("compare-challenge", challenge=text, you="Anna")["html"])
    assert f"Deal {len(found.players[0].deals)}, as" in said
    assert "a partie against Thumb" in ok("open-challenge", challenge=text)["words"]


def test_another_edition_is_named_and_its_frozen_copy_offered() -> None:
    made = replace(read_challenge(joined(1, ("Anna", None))), edition="0.1.0")
    text = write_challenge(made)
    args = {"challenge": text, "frozen": "editions/{}/table.html"}
    assert f"this is edition {__version__}" in shown(ok("open-challenge", **args)["notices"])
    assert "href" not in ok("open-challenge", **args)["notices"]
    offered = ok("open-challenge", editions=["0.1.0"], **args)["notices"]
    assert f'href="editions/0.1.0/table.html#challenge={text}"' in offered


def test_moves_that_cannot_be_played_get_no_score() -> None:
    good = read_challenge(joined(1, ("Anna", None), ("Bo", 4)))
    bad = replace(good.entries[1], moves=good.entries[1].moves + 12345)
    text = write_challenge(replace(good, entries=(good.entries[0], bad), digest="00000000"))
    assert "get no score" in shown(ok("open-challenge", challenge=text)["notices"])
    said = shown(ok("compare-challenge", challenge=text, you="Anna")["html"])
    assert "Bo has no score here" in said
    points = compare_entries(good).players[1].deals[0].points
    assert "–".join(map(str, points)) not in said


def test_an_opponent_who_moved_otherwise_is_named() -> None:
    """The comparison is not called fair from that moment on."""
    text = joined(1, ("Anna", 7))
    terms = {**ok("open-challenge", challenge=text)["games"][0], "opponent": "beginner"}
    elsewhere = read_session(played(tuple(terms.items()), 7))
    # As if another engine's Thumb had been the opponent.
    game = write_session(replace(elsewhere, opponent="thumb"))
    both = ok("join-challenge", games=[game], name="Bo", challenge=text)["challenge"]
    assert any(one.by_opponent for one in compare_entries(read_challenge(both)).duel(0, 1).partings)
    said = shown(ok("compare-challenge", challenge=both, you="Bo")["html"])
    assert "Deal 1 is not comparable from" in said
    assert "alike" not in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"count": 7}, "1 to 6 games"),
        ({"count": 2, "form": "rubicon"}, "1 to 1 games"),
        ({"opponent": "friend"}, "one device"),
        ({"seed": "\ud800"}, "a seed is"),
        ({"form": "x"}, "no such form"),
    ],
)
def test_impossible_terms_are_refused(change: dict[str, Any], said: str) -> None:
    assert said in refusal("new-challenge", **{**TERMS, **change})


def test_a_name_is_taken_once() -> None:
    text = joined(1, ("Anna", None))
    laid = ok("open-challenge", challenge=text)
    games = [played(tuple(laid["games"][0].items()), 4)]
    assert "already" in refusal("join-challenge", games=games, name="anna", challenge=text)
    assert "already" in refusal("open-challenge", challenge=text, name="anna")
    assert "1 to 20" in refusal("new-challenge", **TERMS, name=" ")
    assert merge_challenges(read_challenge(text), read_challenge(text)) == read_challenge(text)
