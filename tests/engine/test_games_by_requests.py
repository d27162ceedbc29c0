"""Whole games at the table, played at random through the requests that the page sends.

The player is a page: it knows only the controls that an answer draws, and each of them is as likely to be
tapped as the others. So passes, smaller calls and short exchanges are played as often as anything else.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from game_forms import ALL_FORMS
from test_table_requests import ok

from piquet_core.api import table_requests as sitting
from piquet_core.sessions import FRIEND
from piquet_core.sessions.session import ONE_DEAL

# Thumb decides at once. Which opponent plays makes no difference to the parts of an answer.
OPPONENTS = ("thumb", FRIEND)
SEATS = ("elder", "younger")
PARTS = ("title", "board", "question", "news", "log", "rail", "sheet", "said")

CASES = [(id, form, seat, one) for id, form in ALL_FORMS for seat in SEATS for one in OPPONENTS]
DEALS_OF_EACH = 22
"""How many single deals are played of each case with `make test-all`, which makes a thousand games."""


@dataclass
class Controls(HTMLParser):
    """The controls of a question: moves that are not refused, and cards of which several are laid out."""

    html: str
    moves: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    least: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "input" and named.get("type") == "checkbox":
            self.cards.append(named["value"])
        elif tag == "fieldset" and "data-least" in named:
            self.least, self.most = int(named["data-least"]), int(named["data-most"])
        elif "data-move" in named and named.get("aria-disabled") != "true":
            self.moves.append(named["data-move"])

    def choose(self, rng: random.Random) -> str:
        """Return a move as the page sends it."""
        if not self.cards:
            return rng.choice(self.moves)
        number = rng.choice((self.least, self.most, rng.randint(self.least, self.most)))
        return "+".join(rng.sample(self.cards, number)) or "none"


def checked(game: dict[str, Any]) -> dict[str, Any]:
    """Return an answer after checking that it has every part that the page draws."""
    for part in PARTS:
        assert game[part], part
    assert len(game["beside"]) == len(game["tricks"])
    for felt, beside in zip(game["tricks"], game["beside"], strict=True):
        assert 'class="pq-table"' in felt
        assert all(beside[part] for part in ("head", "news", "rail"))
    return game


def reloaded(game: dict[str, Any]) -> dict[str, Any]:
    """Return the game as a page has it that was loaded again, while the engine was started anew."""
    sitting.forget()
    again = checked(ok("start-game", game=game["game"]))
    if not again["covered"]:
        assert again == game
    return again


def deal(game: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Play the deal on the table to its end; yield the answer before each decision, and the last one."""
    back = 6  # a game in which decisions are taken back for ever has no end
    while game["asks"]:
        if game["covered"]:
            if rng.random() < 0.1:
                game = reloaded(game)
            game = checked(ok("uncover", game=game["game"]))
            assert not game["covered"]
        yield game
        game = checked(ok("move", game=game["game"], move=Controls(game["question"]).choose(rng)))
        chance = rng.random()
        if chance < 0.1:
            game = reloaded(game)
        elif chance < 0.2 and game["undo"] and back:
            back -= 1
            game = checked(ok("undo", game=game["game"]))
    yield game


def play(id: str, form: str, seat: str, opponent: str, seed: str) -> None:
    """Play a game, as many deals as it has, and look at each deal afterwards."""
    rng = random.Random(seed)
    terms = {"rules": id, "form": form, "seat": seat, "opponent": opponent, "seed": seed}
    game = checked(ok("start-game", **terms, forced=rng.random() < 0.5))
    while True:
        *_, game = deal(game, rng)
        assert reloaded(game) == game
        record = ok("export-record", game=game["game"])
        assert ok("load-record", record=record["text"], base="", runtime="")["faults"] == ""
        if game["over"]:
            break
        game = checked(ok("next-deal", game=game["game"]))
    assert checked(ok("new-game", game=game["game"], opponent=opponent))["asks"]


@pytest.mark.parametrize(
    ("id", "opponent", "seat"),
    [
        (id, one, SEATS[(place + turn) % 2])
        for place, id in enumerate(dict.fromkeys(id for id, _ in ALL_FORMS))
        for turn, one in enumerate(OPPONENTS)
    ],
)
def test_a_deal_under_every_rule_set_is_played_to_its_end(
    id: str, opponent: str, seat: str
) -> None:
    play(id, ONE_DEAL, seat, opponent, f"whole-{id}")


@pytest.mark.thorough
@pytest.mark.parametrize(("id", "form", "seat", "opponent"), CASES)
def test_a_thousand_games_are_played_to_their_end(
    id: str, form: str, seat: str, opponent: str
) -> None:
    for number in range(DEALS_OF_EACH if form == ONE_DEAL else 1):
        play(id, form, seat, opponent, f"thousand-{number}")
