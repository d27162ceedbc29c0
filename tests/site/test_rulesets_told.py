"""The pages of the rule sets: what each says by hand agrees with its data.

Every answer stands in the table that the directive ``{ruleset}`` writes (`test_compare_page.py`), so a
page may be short; those that describe the whole game in prose are held to doing so.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from piquet_core.pack.numbers import in_words
from piquet_core.rules import load_ruleset, ruleset_ids

pytestmark = pytest.mark.site

PAGES = Path(__file__).parents[2] / "docs" / "rulesets"
LINK = re.compile(r"\{rule\}`([^`<]*)<([a-z.-]+)>`")
NUMBERS = {in_words(number): number for number in range(1, 100)} | {
    "a hundred": 100,
    "twos": 2,
    "threes": 3,
    "fours": 4,
}
NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(sorted(NUMBERS, key=len, reverse=True))})\b")
# Pages that describe the whole game in prose, with a link for each question. The table has links for all.
IN_FULL = (
    "cavendish",
    "cavendish-au-cent",
    "denexa",
    "hoyle1909",
    "little",
    "modern",
    "old36",
    "penguin",
    "picquet1651",
    "rubicon",
)
# The parts of a page, in the order in which a game is learnt.
ORDER = (
    "deal",
    "exchange",
    "point",
    "sequence",
    "set",
    "repique",
    "play",
    "cards",
    "capot",
    "game",
)


@cache
def prose(name: str) -> str:
    """Return the handwritten part: the page without comparison and table."""
    text = (PAGES / f"{name}.md").read_text("utf-8")
    above, _, table = text.partition(f"```{{ruleset}} {name}\n```")
    assert table.strip() == "", "the table of answers is the last of its page"
    return re.sub(r"```\{differences\}[^`]*```", "", above)


@cache
def links(name: str) -> tuple[tuple[str, str], ...]:
    """Return (words, rule id) of every link to a rule in the prose."""
    return tuple((words.strip(), id) for words, id in LINK.findall(prose(name)))


def figures(words: str) -> list[int]:
    """Return the numbers in a few words."""
    found = NUMBER.findall(words.lower())
    return [int(one) if one.isdigit() else NUMBERS[one] for one in found]


@pytest.mark.parametrize("name", IN_FULL)
def test_the_prose_links_every_question_that_arises(name: str) -> None:
    rules = load_ruleset(name)
    asked = {id for id in rules.answers if rules.has(id)}
    assert asked - {id for _, id in links(name)} == set()


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_prose_states_no_answer_to_a_question_that_does_not_arise(name: str) -> None:
    rules = load_ruleset(name)
    assert links(name), "what is worth telling of this game?"
    assert {id for _, id in links(name) if not rules.has(id)} == set()


@pytest.mark.parametrize("name", IN_FULL)
def test_the_game_is_told_in_playing_order(name: str) -> None:
    groups = [id.partition(".")[0] for _, id in links(name)]
    first = [groups.index(group) for group in ORDER]
    assert first == sorted(first)


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_figures_in_the_prose_are_those_of_the_data(name: str) -> None:
    rules = load_ruleset(name)
    checked = 0
    for words, id in links(name):
        answer, told = rules.answers[id], figures(words)
        if not told or answer.rule.kind not in ("int", "ints"):
            continue
        checked += 1
        if answer.rule.kind == "int":
            assert answer.value in told, (id, words)
        else:
            assert set(told) <= set(answer.value), (id, words)
    assert checked >= (20 if name in IN_FULL else 0)


@pytest.mark.parametrize("name", ruleset_ids())
def test_gaps_and_slips_of_its_own_are_named_where_the_page_speaks_of_them(name: str) -> None:
    rules = load_ruleset(name)
    _, heading, section = prose(name).partition("\n## Gaps")
    if not heading:
        assert name not in IN_FULL
        return  # the table marks each, with its note
    named = {id for _, id in LINK.findall(section)}
    own = {
        id
        for id, answer in rules.answers.items()
        if answer.status not in ("stated", "absent") and not answer.base
    }
    assert own - named == set()


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_page_compares_itself_and_leads_to_its_summary(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text("utf-8")
    compared = re.search(r"```\{differences\} (\S+) (\S+)\n```", text)
    assert compared is not None
    rules = load_ruleset(name)
    assert compared[1] == name
    assert compared[2] == rules.base or (not rules.base and compared[2] in ruleset_ids())
    assert f"{{doc}}`on one page <summary/{name}>`" in text
    summary = (PAGES / "summary" / f"{name}.md").read_text("utf-8")
    assert f"```{{sheet}} {name}\n```" in summary
    assert summary.startswith(f"# {rules.title} on one page\n")
