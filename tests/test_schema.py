"""What `piquet rules --json` prints keeps to the published schema, and the schema means something.

The checker knows as much of JSON Schema (draft 2020-12) as our schema uses; any other word in it
is an error, so nothing can be written there that is not checked.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from piquet_core.cli import main
from piquet_core.cli.rules import schema
from piquet_core.rules import catalogue, load_ruleset, ruleset_ids

ROOT = Path(__file__).parents[1]

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
IGNORED = {"$schema", "$defs", "title", "description", "then", "else"}


def faults(value: Any, rules: dict[str, Any], root: dict[str, Any], at: str = "$") -> list[str]:
    """Return every place where a value does not keep to a schema."""
    return [fault for key in rules for fault in _check(key, value, rules, root, at)]


def _check(
    key: str, value: Any, rules: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    rule = rules[key]

    def below(part: Any, inner: dict[str, Any], name: str) -> list[str]:
        return faults(part, inner, root, f"{at}.{name}")

    match key:
        case "$ref":
            target = root
            for name in rule.removeprefix("#/").split("/"):
                target = target[name]
            yield from faults(value, target, root, at)
        case "type":
            kinds = rule if isinstance(rule, list) else [rule]
            if type(value) not in [KINDS[kind] for kind in kinds]:
                yield f"{at}: {value!r} is not {rule}"
        case "const" | "enum":
            if value not in ([rule] if key == "const" else rule):
                yield f"{at}: {value!r} is not {rule}"
        case "allOf":
            for inner in rule:
                yield from faults(value, inner, root, at)
        case "if":
            branch = "else" if faults(value, rule, root, at) else "then"
            yield from faults(value, rules.get(branch, {}), root, at)
        case "not":
            if not faults(value, rule, root, at):
                yield f"{at}: must not be {rule}"
        case "minLength" | "minItems" | "minProperties":
            if len(value) < rule:
                yield f"{at}: fewer than {rule}"
        case "maxItems":
            if len(value) > rule:
                yield f"{at}: more than {rule}"
        case "minimum":
            if value < rule:
                yield f"{at}: less than {rule}"
        case "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{at}: {value!r} does not match {rule}"
        case "items":
            for i, one in enumerate(value if isinstance(value, list) else ()):
                yield from below(one, rule, str(i))
        case "required":
            yield from (f"{at}: {name} is missing" for name in rule if name not in value)
        case "properties":
            for name in rule.keys() & value.keys():
                yield from below(value[name], rule[name], name)
        case "propertyNames":
            for name in value if isinstance(value, dict) else ():
                yield from below(name, rule, f"<{name}>")
        case "additionalProperties":
            known = rules.get("properties", {})
            for name in value if isinstance(value, dict) else ():
                if name in known:
                    continue
                if rule is False:
                    yield f"{at}: {name} is not known"
                else:
                    yield from below(value[name], rule, name)
        case _:
            assert key in IGNORED, f"the checker does not know {key}"


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schema())
    return found


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["rules", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_all_rules_keep_to_the_schema(printed: dict[str, Any], published: dict[str, Any]) -> None:
    assert faults(printed, published, published) == []
    assert [rule["id"] for rule in printed["rules"]] == list(catalogue())
    assert [one["id"] for one in printed["rulesets"]] == list(ruleset_ids())
    for rule in printed["rules"]:
        assert list(rule["answers"]) == list(ruleset_ids())


def test_one_rule_keeps_to_the_same_schema(
    capsys: pytest.CaptureFixture[str], published: dict[str, Any]
) -> None:
    assert main(["rules", "play.low-cards", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert faults(found, published, published) == []
    assert [rule["id"] for rule in found["rules"]] == ["play.low-cards"]


def test_every_status_citation_note_and_slip_is_there(printed: dict[str, Any]) -> None:
    seen = set()
    for rule in printed["rules"]:
        for name, given in rule["answers"].items():
            answer = load_ruleset(name).answers[rule["id"]]
            assert (given["status"], given["note"]) == (answer.status, answer.note)
            assert (given["slip"], given["base"]) == (answer.slip, answer.base)
            cited = [
                f"{one['source']}:{one['section']}"
                + f".{one['paragraph']}" * bool(one["paragraph"])
                for one in given["citations"]
            ]
            assert cited == [str(one) for one in answer.citations]
            seen.add(given["status"])
    assert seen == {"stated", "inferred", "slip", "absent"}


def test_citations_lead_to_sources_that_are_there(printed: dict[str, Any]) -> None:
    places = {
        (source["id"], section["id"]): section["paragraphs"]
        for source in printed["sources"]
        for section in source["sections"]
    }
    for rule in printed["rules"]:
        for answer in rule["answers"].values():
            for one in answer["citations"]:
                assert one["paragraph"] <= places[one["source"], one["section"]]


def answer_to(data: dict[str, Any], id: str) -> dict[str, Any]:
    rule = next(rule for rule in data["rules"] if rule["id"] == id)
    found: dict[str, Any] = rule["answers"]["hoyle1909"]
    return found


Spoil = Callable[[dict[str, Any]], object]
SPOILT: dict[str, Spoil] = {
    "a key too many": lambda data: data.update(more=1),
    "a key too few": lambda data: data.pop("engine"),
    "another format": lambda data: data.update(format=2),
    "a number in words": lambda data: answer_to(data, "repique.bonus").update(value="sixty"),
    "a bool for a number": lambda data: answer_to(data, "repique.bonus").update(value=True),
    "no number": lambda data: answer_to(data, "repique.bonus").update(value=None),
    "an unknown status": lambda data: answer_to(data, "pack.size").update(status="sure"),
    "stated nowhere": lambda data: answer_to(data, "pack.size").update(citations=[]),
    "inferred without a reason": lambda data: answer_to(data, "pack.size").update(
        status="inferred", citations=[], note=""
    ),
    "absent, with a value": lambda data: answer_to(data, "blank.both").update(value="none"),
    "an unknown rank": lambda data: answer_to(data, "pack.ranks").update(value="AKQJT98X"),
    "a citation without words": lambda data: answer_to(data, "pack.size")["citations"][0].pop(
        "text"
    ),
    "a paragraph below zero": lambda data: answer_to(data, "pack.size")["citations"][0].update(
        paragraph=-1
    ),
    "a rule id without a group": lambda data: data["rules"][0].update(id="pack"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_what_does_not_keep_to_it_is_found(
    spoil: Spoil, printed: dict[str, Any], published: dict[str, Any]
) -> None:
    data = copy.deepcopy(printed)
    spoil(data)
    assert faults(data, published, published)


def test_the_schema_is_printed_and_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--schema"]) == 0
    printed = capsys.readouterr().out
    path = ROOT / "piquet_core" / "rules" / "schema" / "rules.schema.json"
    assert printed == path.read_text(encoding="utf-8")
    assert json.loads(printed)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    # Sphinx copies what is in this folder to the root of the site.
    assert 'html_extra_path = ["piquet_core/rules/schema"]' in (ROOT / "conf.py").read_text()
