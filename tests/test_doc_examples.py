"""The examples of README and of the pages about the Python interface run as printed."""

import doctest
import inspect
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import notebook

import piquet_core
from piquet_core import errors, players
from piquet_core.cards import combinations
from piquet_core.engine import actions, events, game
from piquet_core.replay import new_deal as newdeal

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "docs/api.md",
    "docs/at-a-glance.md",
    "docs/open-cards.md",
    "docs/judging.md",
    "docs/training.md",
)


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / name).read_text(encoding="utf-8")
    # Take the text between the fences, since a fence is not output.
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    assert test.examples
    said: list[str] = []
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)


def test_the_notebook_is_that_of_the_page() -> None:
    """If this fails, run tools/notebook.py."""
    assert notebook.NOTEBOOK.read_text("utf-8") == notebook.write()


def test_the_notebook_has_every_example_of_the_page() -> None:
    made = notebook.notebook(notebook.PAGE.read_text("utf-8"))
    code = "\n".join(cell["source"] for cell in made["cells"] if cell["cell_type"] == "code")
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", notebook.PAGE.read_text("utf-8"), re.MULTILINE)
    assert code.split("\n") == lines
    text = "\n".join(cell["source"] for cell in made["cells"] if cell["cell_type"] == "markdown")
    assert text.startswith("# piquet_core at a glance\n")
    assert not re.search(r"\{\w+\}`|\{\.", text)


def test_the_example_of_the_readme_needs_no_file() -> None:
    """The example works in any folder."""
    assert "Path(" not in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_is_public_is_there_and_in_order() -> None:
    names = piquet_core.__all__
    assert names == sorted(names, key=lambda name: (not name[0].isupper(), name))
    assert len(names) == len(set(names))
    assert all(hasattr(piquet_core, name) for name in names)


PLAYED = {
    **{f"an action: {one.__name__}": one for one in get_args(actions.Action)},
    **{f"an event: {one.__name__}": one for one in get_args(events.Event)},
    **{f"a holding: {one.__name__}": one for one in get_args(combinations.Holding)},
    **{
        f"an error: {one.__name__}": one
        for one in vars(errors).values()
        if isinstance(one, type) and issubclass(one, errors.PiquetError)
    },
    "an answer": actions.Response,
    "a player": players.ThumbPlayer,
    "a deal on the table": newdeal.new_deal,
    **{
        f"a form of the game: {name}": one
        for name, one in vars(game).items()
        if inspect.isfunction(one)
        and one.__module__ == game.__name__
        and re.match("settle|match|deals|is_d", name)
    },
}


@pytest.mark.parametrize("name", PLAYED)
def test_all_that_it_takes_to_play_is_public(name: str) -> None:
    thing = PLAYED[name]
    assert getattr(piquet_core, thing.__name__) is thing
    assert thing.__name__ in piquet_core.__all__


def test_the_page_lists_every_action_with_what_it_holds() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for action in get_args(actions.Action):
        (row,) = re.findall(rf"^\| `{action.__name__}` \| (.*?) \|", page, re.MULTILINE)
        assert [f.name for f in fields(action) if f.name != "seat"] == list(
            re.findall(r"`([a-z]+)`", row)
        )


def test_an_exchange_can_be_named_in_three_ways() -> None:
    """Under hoyle1909 elder exchanges one to five of twelve cards: 12 + 66 + 220 + 495 + 792 ways."""
    rules = piquet_core.load_ruleset("hoyle1909")
    state, _ = piquet_core.start(rules, piquet_core.parse_deal_id("32-XY8BPT54XW5N-D"))
    ways = piquet_core.legal_actions(state)
    assert len(ways) == 12 + 66 + 220 + 495 + 792
    wanted = next(one for one in ways if piquet_core.move_of(state, one) == "S9+S7+C7")
    for written in ("S9 S7 C7", "S9, S7, C7", "97...7"):
        hand = piquet_core.parse_hand(written)
        assert piquet_core.Exchange(seat=piquet_core.Seat.ELDER, discards=hand) == wanted
    assert piquet_core.read_move(state, "S9+S7+C7") == wanted
    assert piquet_core.read_move(state, "S9 S7 C7") == wanted


def test_every_example_uses_public_names_only() -> None:
    for name in PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        for names in re.findall(r"from piquet_core import (.*)", text):
            assert set(names.split(", ")) <= set(piquet_core.__all__), name
        assert not re.search(r"from piquet_core\.(?!environments\b)", text), name
