"""Irregularities: the data of every text, and the loader, which refuses anything incomplete."""

import re
from collections import Counter

import pytest

from piquet_core.errors import RuleSetError
from piquet_core.irregularities import (
    DealMoment,
    Kind,
    irregularities,
    read_irregularities,
    read_texts,
    text_of_ruleset,
    texts,
)
from piquet_core.rules import Status, ruleset_ids

ANSWER = """
[irregularity.answers.cavendish]
says = "He counts nothing."
cite = ["cavendish:laws.54"]
"""
ONE = f"""
[[irregularity]]
id = "a-fault"
kind = "call"
title = "A fault"
question = "What if?"
words = []
{ANSWER}"""
SOURCE = """
[one]
name = "One"
source = "penguin"
rulesets = []
"""


def read(content: str) -> None:
    read_irregularities(content, DealMoment.CALLS, "calls.toml")


def test_every_moment_has_irregularities_and_every_kind_is_used() -> None:
    found = irregularities().values()
    assert len(found) >= 38  # the situations that the texts are compared in
    assert list(dict.fromkeys(one.moment for one in found)) == list(DealMoment)
    assert {one.kind for one in found} == set(Kind)
    assert all(kind.meaning for kind in Kind)
    assert len({one.title for one in found}) == len(found)


def test_every_text_answers_is_silent_is_unseen_or_defers() -> None:
    for one in irregularities().values():
        without = one.without_answer()
        named = [text.id for found in without.values() for text in found]
        answered = [text.id for text in texts().values() if one.answer_of(text)]
        assert sorted([*named, *answered]) == sorted(texts())
        assert all(text.whole for text in without[Status.SILENT])
        assert all(text.read for text in without[Status.UNSEEN])


def test_every_answer_has_a_place() -> None:
    for one in irregularities().values():
        for text, answer in one.answers.items():
            assert answer.words.endswith("."), (one.id, text)
            assert bool(answer.citations) != bool(answer.places), (one.id, text)
            for place in answer.citations:
                assert place.paragraph or not place.section.paragraphs, (one.id, text)
            assert (answer.status is Status.STATED) != bool(answer.note), (one.id, text)


def test_answers_are_those_of_the_books() -> None:
    """*Royall Game* XII ¶22 and X ¶1, Cavendish's laws 14, 56 and 59, his au cent ¶24, Hoyle's law 8."""
    faced, revoke = irregularities()["faced-card"], irregularities()["revoke"]
    assert "With two" in faced.answers["picquet1651"].words
    assert [str(one) for one in faced.answers["cavendish"].citations] == ["cavendish:laws.14"]
    assert [str(one) for one in faced.answers["hoyle1800s"].citations] == ["hoyle1800s:laws.8"]
    assert faced.kind is Kind.PACK
    assert "picquet1651:chapter-10.1" in map(str, revoke.answers["picquet1651"].citations)
    assert revoke.answers["britannica9"].words == revoke.answers["cavendish"].words
    assert not revoke.played
    forgotten = irregularities()["call-forgotten"]
    assert [rule.id for rule in forgotten.rules] == ["declare.sink"]
    assert forgotten.played
    assert "younger" in forgotten.answers["cavendish"].words
    assert forgotten.answers["cavendish-au-cent"].words.startswith("Elder until he leads")


def test_a_text_that_defers_has_the_answer_of_the_other() -> None:
    cent = texts()["cavendish-au-cent"]
    revoke = irregularities()["revoke"]
    assert cent.id not in revoke.answers
    assert revoke.answer_of(cent) is revoke.answers["cavendish"]
    assert irregularities()["takes-adversary"].answer_of(cent) != revoke.answers["cavendish"]
    assert str(cent.deferring) == "cavendish:au-cent.1"


def test_every_rule_set_follows_one_text() -> None:
    followed = Counter(id for text in texts().values() for id in text.rulesets)
    assert followed == dict.fromkeys(ruleset_ids(), 1)
    assert {text_of_ruleset(id).id for id in ("little", "old36")} == {"jeux-oublies"}


def test_texts_are_in_order_of_year() -> None:
    years = [text.year for text in texts().values()]
    assert years == sorted(years)
    assert (texts()["academie"].dated, texts()["bellecour1768"].dated) == ("[18th c.]", "c. 1768")


FAULTS = {
    "no such text": (ONE.replace("answers.cavendish", "answers.cavendich"), "unknown text"),
    "no answer": (ONE.replace(ANSWER, "\n[irregularity.answers]\n"), "no text answers"),
    "no place": (ONE.replace('cite = ["cavendish:laws.54"]', ""), "'cite' is missing"),
    "an empty place": (ONE.replace('"cavendish:laws.54"', ""), "needs a place"),
    "a place that is not there": (ONE.replace("laws.54", "laws.79"), "has 78 laws"),
    "a place in another source": (ONE.replace("cavendish:laws.54", "penguin:play.1"), "must be in"),
    "a place in words": (ONE + 'place = "law 54"\n', "cite the sections"),
    "sections of a text that has none": (ONE.replace(".cavendish]", ".academie]"), "no sections"),
    "words and the same as another": (ONE + 'as = "hoyle1909"\n', "either 'says' or 'as'"),
    "the same as itself": (
        ONE.replace('says = "He counts nothing."', 'as = "cavendish"'),
        "no answer of its own",
    ),
    "silence written down": (ONE + 'status = "silent"\n', "unknown status"),
    "an inference without a reason": (ONE + 'status = "inferred"\n', "needs a note"),
    "an unknown key": (ONE + "page = 3\n", "unknown key 'page'"),
    "an unknown kind": (ONE.replace('"call"', '"mistake"'), "unknown kind"),
    "an unknown rule": (ONE.replace("words = []", 'words = []\nrules = ["a.b"]'), "unknown rule"),
    "played by no rule": (
        ONE.replace("words = []", "words = []\nplayed = true"),
        "needs the rules",
    ),
    "no question": (ONE.replace("What if?", "A fault."), "question mark"),
    "the same id twice": (ONE + ONE, "two irregularities"),
}


@pytest.mark.parametrize(("content", "message"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_file_is_refused_with_its_position(content: str, message: str) -> None:
    with pytest.raises(RuleSetError, match=message) as refused:
        read(content)
    assert str(refused.value).startswith("calls.toml")


def test_the_example_of_these_tests_is_read() -> None:
    (one,) = read_irregularities(ONE, DealMoment.CALLS, "calls.toml")
    assert (one.id, list(one.answers)) == ("a-fault", ["cavendish"])


TEXT_FAULTS = {
    "an unknown source": (SOURCE.replace("penguin", "pinguin"), "unknown source"),
    "an unknown rule set": (SOURCE.replace("[]", '["pinguin"]'), "unknown rule set"),
    "a rule set of no text": (SOURCE, "follows 0 texts"),
    "deferring without a place": (SOURCE + 'defers = "two"\n', "belong together"),
    "deferring to nothing": (
        SOURCE + 'defers = "two"\ndefers-in = "penguin:play.1"\n',
        "no text to defer to",
    ),
    "no such witness": ('[two]\nread = "a page"\n', "no such witness"),
    "read to no extent": ("[bellecour1768]\n", "not read whole"),
    "read whole and in part": ('[britannica9]\nread = "a page"\n', "not read whole"),
    "an unknown key": (SOURCE + "year = 1700\n", "unknown key 'year'"),
}


@pytest.mark.parametrize(("content", "message"), TEXT_FAULTS.values(), ids=TEXT_FAULTS)
def test_a_faulty_file_of_texts_is_refused_with_its_position(content: str, message: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(message)) as refused:
        read_texts(content, "texts.toml")
    assert str(refused.value).startswith("texts.toml")
