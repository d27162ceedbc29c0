"""The digest of a rule set changes with every answer, and each version has one digest."""

import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from piquet_core.rules import find_ruleset, load_ruleset, parse_ruleset, ruleset_ids
from piquet_core.solver import chances
from piquet_core.solver.chances import partie_chance

HERE = Path(__file__).parent
RECORDED = tomllib.loads((HERE / "rule_versions.toml").read_text("utf-8"))
SETS = HERE.parents[1] / "piquet_core" / "rules" / "data" / "rulesets"


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_version_keeps_its_answers(id: str) -> None:
    rules = load_ruleset(id)
    assert RECORDED.get(id, {}).get(rules.version) == rules.digest, (
        f"the answers of {id} are not those recorded for version {rules.version}. If the change is meant, "
        f"raise 'version' in piquet_core/rules/data/rulesets/{id}.toml and follow 'Correct an answer' in "
        "docs/contributing.md: tools/rule_versions.py records the version, tools/chances.py remakes the tables"
    )


@pytest.mark.parametrize("change", ["play.last-trick=2", "point.score=tens"])
def test_another_answer_is_another_digest(change: str) -> None:
    rules = load_ruleset("hoyle1909")
    assert find_ruleset(f"hoyle1909,{change}").digest != rules.digest


@pytest.mark.skipif(sys.platform == "emscripten", reason="reads the data files from the checkout")
def test_notes_places_and_labels_do_not_count() -> None:
    text = (SETS / "hoyle1909.toml").read_text("utf-8")
    reworded = parse_ruleset(text.replace('note = "The', 'note = "In short, the'))
    rules = load_ruleset("hoyle1909")
    assert reworded != rules, "the file has no note to change: choose another rule set"
    assert reworded.digest == rules.digest


def test_a_table_of_chances_is_used_only_for_the_answers_it_was_made_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The changed rule set falls back to the table of its nearest relative."""
    rules = load_ruleset("rubicon")
    changed = replace(find_ruleset("rubicon,play.last-trick=3"), id="rubicon")
    own = partie_chance(rules, (0, 0), 5).chances
    assert (
        partie_chance(changed, (0, 0), 5).chances == own
    )  # still nearest to the answers it came from
    monkeypatch.setattr(
        "piquet_core.solver.chances.load_ruleset",
        lambda name: changed if name == "rubicon" else load_ruleset(name),
    )
    chances._chances.cache_clear()
    try:
        assert partie_chance(changed, (0, 0), 5).chances != own
    finally:
        chances._chances.cache_clear()
