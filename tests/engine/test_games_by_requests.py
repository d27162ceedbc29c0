"""Whole games at the table, played at random through the page's requests.

The test acts like a page: it knows only the controls in a response and picks any of them with the same
probability. Passes, smaller calls and short exchanges are therefore as frequent as anything else.
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

# Thumb decides at once, and the parts of a response do not depend on the opponent.
OPPONENTS = ("thumb", FRIEND)
SEATS = ("elder", "younger")
PARTS = ("title", "board", "question", "news", "log", "rail", "sheet", "said")

CASES = [(id, form, seat, one) for id, form in ALL_FORMS for seat in SEATS for one in OPPONENTS]
DEALS_OF_EACH = 22
"""Single deals of each case with `make test-all`, a thousand games in all."""


@dataclass
class Controls(HTMLParser):
    """The controls of a question: moves that are not refused, and cards for an exchange."""

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
        """Return a move in the page's format."""
        if not self.cards:
            return rng.choice(self.moves)
        number = rng.choice((self.least, self.most, rng.randint(self.least, self.most)))
        return "+".join(rng.sample(self.cards, number)) or "none"


def checked(game: dict[str, Any]) -> dict[str, Any]:
    """Return a response after checking that it has every part that the page draws."""
    for part in PARTS:
        assert game[part], part
    assert len(game["beside"]) == len(game["tricks"])
    for felt, beside in zip(game["tricks"], game["beside"], strict=True):
        assert 'data-part="felt"' in felt
        assert all(beside[part] for part in ("head", "news", "rail"))
    return game


def reloaded(game: dict[str, Any]) -> dict[str, Any]:
    """Return the game after a reload of the page and a restart of the engine."""
    sitting.forget()
    again = checked(ok("start-game", game=game["game"]))
    if not again["covered"]:
        assert again == game
    return again


def deal(game: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Play the current deal to its end; yield the response before each decision, and the last one."""
    back = 6  # a game with endless undo has no end
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
    """Play a game with all its deals, and review each deal."""
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
