"""The rules: `piquet rules`. Its JSON keeps to ``rules/schema/rules.schema.json``."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from piquet_core import __version__
from piquet_core.cli.common import GOOD, WIDTH, InputError, answer_json, answer_lines
from piquet_core.rules import (
    Answer,
    Rule,
    RuleSet,
    Source,
    catalogue,
    find_rule,
    load_ruleset,
    ruleset_ids,
    sources,
)

FORMAT = 1
"""The version of the JSON; a reader of version 1 can read all that says 1."""


def rules(args: argparse.Namespace) -> int:
    """List the rules, or show one with all its answers."""
    if args.schema:
        if args.id is not None:
            raise InputError("rules takes an id or --schema, not both")
        print(schema(), end="")
        return GOOD
    chosen = [find_rule(args.id)] if args.id is not None else list(catalogue().values())
    if args.json:
        print(json.dumps(document(chosen), indent=1, ensure_ascii=False))
    elif args.id is not None:
        _print_rule(chosen[0])
    else:
        wide = max(len(rule.id) for rule in chosen)
        for rule in chosen:
            print(f"{rule.id.ljust(wide)}  {rule.title}")
    return GOOD


def schema() -> str:
    """Return the JSON Schema of what `document` returns."""
    return resources.files("piquet_core.rules").joinpath("schema", "rules.schema.json").read_text()


def document(chosen: Sequence[Rule]) -> dict[str, Any]:
    """Return rules with the answers of all rule sets, the rule sets and the sources."""
    sets = {name: load_ruleset(name) for name in ruleset_ids()}
    return {
        "format": FORMAT,
        "engine": __version__,
        "rulesets": [_ruleset_json(one) for one in sets.values()],
        "sources": [_source_json(one) for one in sources().values()],
        "rules": [_rule_json(rule, sets) for rule in chosen],
    }


def _print_rule(rule: Rule) -> None:
    print(f"{rule.id}: {rule.title}")
    print(rule.question)
    for name in ruleset_ids():
        answer: Answer[Any] = load_ruleset(name).answers[rule.id]
        print()
        print(f"{name}: {answer.words}")
        for line in answer_lines(answer):
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="  "))


def _ruleset_json(one: RuleSet) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "version": one.version,
        "summary": one.summary,
        "source": one.source.id,
        "base": one.base,
    }


def _source_json(one: Source) -> dict[str, Any]:
    return {
        "id": one.id,
        "author": one.author,
        "title": one.title,
        "chapter": one.chapter,
        "place": one.place,
        "publisher": one.publisher,
        "year": one.year,
        "url": one.url,
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "paragraphs": section.paragraphs,
                "unit": section.unit,
            }
            for section in one.sections.values()
        ],
    }


def _rule_json(rule: Rule, sets: Mapping[str, RuleSet]) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "question": rule.question,
        "kind": rule.kind,
        "unit": rule.unit,
        "labels": list(rule.labels),
        "options": dict(rule.options),
        "answers": {name: answer_json(one.answers[rule.id]) for name, one in sets.items()},
    }
