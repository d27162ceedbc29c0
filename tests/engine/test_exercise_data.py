"""Data files of the exercises: an error names its file and path."""

from collections.abc import Callable

import pytest

from piquet_core.errors import RuleSetError
from piquet_core.exercises.features import features, parse_features
from piquet_core.exercises.generate import POSES
from piquet_core.exercises.question_texts import parse_question_texts, question_texts
from piquet_core.exercises.score_choices import parse_reasons, reasons

FEATURE = '[one-run]\nwords = "one sequence"\n'
ASK = '["tap.x"]\nquestion = "Q?"\nhint = "H."\nrule = "point.score"\nfeature = "one-run"\n'
REASON = '["point.score"]\nabout = "hand"\nreason = "R."\nwrong = "W."\n'


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (parse_features, FEATURE + "needs = ", "features.toml: Invalid value"),
        (parse_features, "one-run = 3", "features.toml: one-run: expected dict, found int"),
        (parse_features, "[one-run]\n", "features.toml: one-run: 'words' is missing"),
        (parse_features, FEATURE + 'start = "end"', "features.toml: one-run.start: 'end' is not"),
        (parse_features, FEATURE + "too = 1", "features.toml: one-run: unknown key 'too'; choose"),
        (
            parse_features,
            FEATURE + "needs = { rums = 1 }",
            "features.toml: one-run.needs: unknown key 'rums'; choose one of .*runs",
        ),
        (
            parse_features,
            FEATURE + "needs = { runs = [1, 2.5] }",
            r"features.toml: one-run.needs.runs\[1\]: expected int, found float",
        ),
        (
            parse_features,
            FEATURE + "needs = { runs = { most = 2 } }",
            "features.toml: one-run.needs.runs: 'least' is missing",
        ),
        (
            parse_features,
            FEATURE + 'deals = ["32-XY8BPT54XW5N-E"]',
            r"features.toml: one-run.deals\[0\]: .*invalid deal id",
        ),
        (parse_question_texts, '["tap.x"]\n', "asks.toml: tap.x: 'feature' is missing"),
        (
            parse_question_texts,
            ASK + 'moves = "1"',
            "asks.toml: tap.x.moves: expected int, found str",
        ),
        (
            parse_question_texts,
            ASK.replace("one-run", "any-hand none-such"),
            "asks.toml: tap.x.feature: unknown feature 'none-such'",
        ),
        (
            parse_question_texts,
            ASK.replace("point.score", "point.sore"),
            "asks.toml: tap.x.rule: no such rule: 'point.sore'",
        ),
        (
            parse_reasons,
            REASON.replace('"hand"', '"foot"'),
            "reasons.toml: point.score.about: 'foot' is not one of hand, play, bar",
        ),
        (
            parse_reasons,
            REASON.replace("point.score", "point.sore"),
            "reasons.toml: point.sore.rule: no such rule",
        ),
        (
            parse_reasons,
            REASON + 'else = { many = "M." }',
            "reasons.toml: point.score.else: unknown key 'many'",
        ),
        (
            parse_reasons,
            REASON + "else = { tens = 10 }",
            "reasons.toml: point.score.else.tens: expected str, found int",
        ),
    ],
)
def test_a_fault_names_its_file_and_its_path(
    parse: Callable[[str], object], text: str, message: str
) -> None:
    with pytest.raises(RuleSetError, match=f"^{message}"):
        parse(text)


def test_what_is_right_is_read() -> None:
    feature = parse_features(FEATURE + "needs = { runs = [1, 2], courts = { least = 3 } }")
    assert {1, 2} == set(feature["one-run"].needs["runs"])
    assert 3 in feature["one-run"].needs["courts"]
    assert 2 not in feature["one-run"].needs["courts"]
    assert parse_question_texts(ASK)["tap.x"].moves == 0
    assert parse_reasons(REASON)["point.score"].rule == "point.score"


def test_every_question_is_worded_and_every_worded_question_is_put() -> None:
    assert set(question_texts()) == set(POSES)
    assert features()
    assert reasons()
