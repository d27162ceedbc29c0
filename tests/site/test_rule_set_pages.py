"""The handwritten part of the rule-set pages agrees with the data.

The directive ``{ruleset}`` prints every answer (`test_compare_page.py`). One page describes the whole game
in prose. All others start from a relative, and following the relatives leads to the whole game.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from piquet_core.number_words import number_in_words
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.differences import differences

pytestmark = pytest.mark.site

PAGES = Path(__file__).parents[2] / "docs" / "rulesets"
LINK = re.compile(r"\{rule\}`([^`<]*)<([a-z.-]+)>`")
NUMBERS = {number_in_words(number): number for number in range(1, 100)} | {
    "a hundred": 100,
    "twos": 2,
    "threes": 3,
    "fours": 4,
}
NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(sorted(NUMBERS, key=len, reverse=True))})\b")
# The page that describes the whole game in prose, with a link for each rule. The table has links for all.
IN_FULL = "hoyle1909"
OTHERS = tuple(id for id in ruleset_ids() if id != IN_FULL)
# Pages whose prose covers all differences, with the same words for the same answer. Others may leave that
# to the generated comparison and table.
TOLD = (
    "cavendish",
    "cavendish-au-cent",
    "denexa",
    "little",
    "modern",
    "old36",
    "penguin",
    "picquet1651",
    "pkcards",
    "rubicon",
)
# The parts of a page, in the order of learning.
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
    """Return (text, rule id) of every link to a rule in the prose."""
    return tuple((words.strip(), id) for words, id in LINK.findall(prose(name)))


def figures(words: str) -> list[int]:
    """Return the numbers in a text."""
    found = NUMBER.findall(words.lower())
    return [int(one) if one.isdigit() else NUMBERS[one] for one in found]


@cache
def compared_with(name: str) -> str:
    """Return the rule set with which a page compares its own."""
    found = re.search(
        rf"```\{{differences\}} {name} (\S+)\n```", (PAGES / f"{name}.md").read_text("utf-8")
    )
    assert found is not None
    return found[1]


@cache
def opening(name: str) -> str:
    """Return the first section of a page, comparison included."""
    return (PAGES / f"{name}.md").read_text("utf-8").split("\n## ")[1]


def sentences(text: str) -> set[str]:
    """Return the sentences of a text, without the marks of list and emphasis before them."""
    lines = (re.sub(r"^(?:- |\d\. )?(?:\*\*[^*]+\*\* ?)?", "", line) for line in text.splitlines())
    return {one.strip() for line in lines for one in re.split(r"(?<=[.!?]) ", line) if one.strip()}


def test_one_page_links_every_question_that_arises() -> None:
    rules = load_ruleset(IN_FULL)
    asked = {id for id in rules.answers if rules.has(id)}
    missing = asked - {id for _, id in links(IN_FULL)}
    assert not missing, f"docs/rulesets/{IN_FULL}.md has no link to {', '.join(sorted(missing))}"


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_page_begins_with_what_differs(name: str) -> None:
    told, comparison, _ = opening(name).partition("```{differences}")
    assert told.startswith("How it differs from "), (
        f"docs/rulesets/{name}.md: its first section is called 'How it differs from …'"
    )
    assert comparison, f"docs/rulesets/{name}.md: its first section has a {{differences}} block"


@pytest.mark.parametrize("name", TOLD)
def test_all_that_differs_is_told(name: str) -> None:
    rules, other = load_ruleset(name), load_ruleset(compared_with(name))
    differing = {one.rule.id for one, _ in differences(rules, other) if not one.absent}
    told = opening(name).partition("```{differences}")[0]
    missing = differing - {id for _, id in LINK.findall(told)}
    assert not missing, (
        f"docs/rulesets/{name}.md: link {', '.join(sorted(missing))} under 'How it differs from …', "
        f"since {compared_with(name)} answers otherwise"
    )


@pytest.mark.parametrize("name", OTHERS)
def test_from_relative_to_relative_one_comes_to_the_whole_game(name: str) -> None:
    way = [name]
    while way[-1] != IN_FULL:
        way.append(compared_with(way[-1]))
        assert len(set(way)) == len(way), f"pages compare themselves in a circle: {way}"


def test_the_same_difference_has_the_same_words_on_every_page() -> None:
    said: dict[tuple[str, object], dict[str, list[str]]] = {}
    for name in TOLD:
        rules, other = load_ruleset(name), load_ruleset(compared_with(name))
        differing = {one.rule.id: one.value for one, _ in differences(rules, other)}
        told = opening(name).partition("```{differences}")[0]
        for words, id in LINK.findall(told):
            if id in differing:
                key = (id, repr(differing[id]))
                said.setdefault(key, {}).setdefault(words.strip().lower(), []).append(name)
    divided = {key: words for key, words in said.items() if len(words) > 1}
    assert not divided, f"docs/rulesets: use the same words for the same difference: {divided}"
    assert any(len(names) > 1 for words in said.values() for names in words.values())


# Links to a rule that do not state its answer: its subject, an exception, or a part.
BY_NAME = {
    *(("cavendish", id) for id in ("deal.packets", "declare.order", "declare.above-called")),
    *(("cavendish-au-cent", id) for id in ("point.score", "play.low-cards")),
    *(("denexa", "play.lead"), ("rubicon", "declare.sink"), ("modern", "play.last-trick-capot")),
    *(("cavendish", "repique.bar"), ("old36", "pique.threshold")),
    *(("rubicon", id) for id in ("rubicon.bonus", "rubicon.line", "rubicon.settlement")),
}


def test_a_stated_answer_has_the_same_words_wherever_a_page_tells_it() -> None:
    """A page may link a rule again with other words; the shared words occur once."""
    said: dict[tuple[str, object], dict[str, set[str]]] = {}
    for name in ruleset_ids():
        answers = load_ruleset(name).answers
        for words, id in links(name):
            if answers[id].status == "stated" and (name, id) not in BY_NAME:
                key = (id, repr(answers[id].value))
                said.setdefault(key, {}).setdefault(name, set()).add(words.lower())
    for (id, value), told in said.items():
        pages = "; ".join(f"{name}.md: {' | '.join(sorted(words))}" for name, words in told.items())
        assert set.intersection(*told.values()), (
            f"the links to {id} for the answer {value} share no words: {pages}. "
            "Give your link the words that the other pages share"
        )
    assert sum(len(told) > 1 for told in said.values()) > 20


def test_a_long_sentence_stands_on_two_pages_only_to_answer_a_rule() -> None:
    seen: dict[str, list[str]] = {}
    for name in ruleset_ids():
        for sentence in sentences(prose(name)):
            if not sentence.startswith("#") and "](" not in sentence and "{rule}" not in sentence:
                seen.setdefault(sentence, []).append(name)
    repeated = {
        one: names for one, names in seen.items() if len(names) > 1 and len(one.split()) > 8
    }
    assert not repeated, f"docs/rulesets: reword the sentences that two pages share: {repeated}"


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_prose_states_no_answer_to_a_question_that_does_not_arise(name: str) -> None:
    rules = load_ruleset(name)
    assert links(name), f"docs/rulesets/{name}.md links no rule: describe the game"
    absent = {id for _, id in links(name) if not rules.has(id)}
    assert not absent, (
        f"docs/rulesets/{name}.md links {', '.join(sorted(absent))}, which does not arise here"
    )


def test_the_whole_game_is_told_in_playing_order() -> None:
    groups = [id.partition(".")[0] for _, id in links(IN_FULL)]
    first = [groups.index(group) for group in ORDER]
    assert first == sorted(first), f"docs/rulesets/{IN_FULL}.md: use the order {ORDER}"


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
            assert answer.value in told, (
                f"docs/rulesets/{name}.md says “{words}”, but {id} is {answer.value}"
            )
        else:
            assert set(told) <= set(answer.value), (
                f"docs/rulesets/{name}.md says “{words}”, but {id} is {answer.written}"
            )
    assert checked >= (20 if name == IN_FULL else 0)


@pytest.mark.parametrize("name", ruleset_ids())
def test_gaps_and_slips_of_its_own_are_named_where_the_page_speaks_of_them(name: str) -> None:
    rules = load_ruleset(name)
    _, heading, section = prose(name).partition("\n## Gaps")
    assert heading, f"docs/rulesets/{name}.md has no section 'Gaps'"
    named = {id for _, id in LINK.findall(section)}
    own = {
        id
        for id, answer in rules.answers.items()
        if answer.status not in ("stated", "absent") and not answer.base
    }
    assert own <= named, (
        f"docs/rulesets/{name}.md: link {', '.join(sorted(own - named))} under 'Gaps', "
        "since the text does not state the answer"
    )


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_page_compares_itself_and_leads_to_its_summary(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text("utf-8")
    rules, other = load_ruleset(name), compared_with(name)
    page = f"docs/rulesets/{name}.md"
    assert other == rules.base or (not rules.base and other in ruleset_ids()), (
        f"{page}: {{differences}} compares with {rules.base or 'another rule set'}"
    )
    assert f"{{doc}}`on one page <summary/{name}>`" in text, f"{page}: link the sheet as in step 4"
    summary = (PAGES / "summary" / f"{name}.md").read_text("utf-8")
    assert f"```{{sheet}} {name}\n```" in summary, f"summary/{name}.md has no {{sheet}} {name}"
    assert summary.startswith(f"# {rules.title} on one page\n"), (
        f"summary/{name}.md: the heading is '{rules.title} on one page'"
    )
