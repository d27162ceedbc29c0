"""Golden files of the A-versus-B deal: the text of every step, the HTML of two steps and of the account.

The same files are compared in CPython and in Pyodide. To accept an intended change, run the tests once
with PIQUET_GOLDEN=write and read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.visibility import observe
from piquet_core.views import Links, render_deal_as_text, render_step
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
DEAL = HERE.parents[1] / "docs/deals/hoyle1909-ab.piquet"
LINKS = Links(rule="../rules/{}.html", source="../sources.html#{}")
NAMES = ("A", "B")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replay_record(loads(DEAL.read_text("utf-8")))


def check(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("PIQUET_GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, (
        f"{name} differs. If you changed it on purpose, accept it with "
        "PIQUET_GOLDEN=write .venv/bin/python -m pytest -q tests/engine, then read git diff"
    )


BLOCK = re.compile(r"(?<=>)(?=<(?:article|div|dl|figure|h\d|li|ol|p|section|table|tr|ul|use)\b)")


def lines(markup: str) -> str:
    """Return markup with one block or drawn card per line, so that a diff shows single elements."""
    return BLOCK.sub("\n", markup) + "\n"


def test_the_goldens_were_made_with_these_answers(replay: Replay) -> None:
    """The golden files depend on one rule set, so its digest identifies the answers behind them."""
    assert replay.rules is not None
    check("rule-set.txt", f"{replay.rules.id} {replay.rules.digest}\n")


def test_the_words_of_every_step(replay: Replay) -> None:
    told = []
    for step in replay.walk():
        words = plain_text(narrate(observe(step, None), NAMES))
        told.append(f"{step.id}: {words}\n")
    check("ab.txt", "".join(told))


@pytest.mark.parametrize(("step", "seat"), [("ce", Seat.YOUNGER), ("t6e", None)])
def test_the_html_of_a_step(replay: Replay, step: str, seat: Seat | None) -> None:
    view = observe(replay.step(step), seat)
    who = "both" if seat is None else seat.name.lower()
    check(f"ab-{step}-{who}.html", lines(render_step(view, NAMES, LINKS)))


def test_the_html_of_the_account(replay: Replay) -> None:
    check("ab-account.html", lines(render_deal_as_text(replay, LINKS)))


@pytest.mark.parametrize("seat", list(Seat))
def test_a_players_view_names_no_card_he_cannot_know(replay: Replay, seat: Seat) -> None:
    """The view hides the opponent's hand and discards and the talon, except for open and played cards."""
    for step in replay.steps:
        state = step.state
        view = observe(step, seat)
        html = render_step(view, NAMES, LINKS)
        other = seat.other
        hidden = state.hands[other] - state.shown[other]
        if state.discards[other]:
            hidden |= state.discards[other]
        for card in [*hidden, *state.talon]:
            assert f"#pq-{card}" not in html, f"{step.id}: {card}"
            assert f"{card.rank.name.lower()} of {card.suit.name.lower()}" not in html


def test_every_point_on_the_page_leads_to_its_rule(replay: Replay) -> None:
    html = render_deal_as_text(replay, LINKS)
    for step in replay.steps:
        for event in step.events:
            rule = getattr(event, "rule", "")
            if hasattr(event, "points"):
                assert f'href="../rules/{rule}.html"' in html
