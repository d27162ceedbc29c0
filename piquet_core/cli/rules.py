"""`piquet rules`: the rules and the answers of all rule sets.

With --json, the output is the document *rules*, or the part of it about one rule.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from piquet_core.cli.shared_options import GOOD, WIDTH, Commands, InputError, answer_lines
from piquet_core.export import dumps, rules_document, schema
from piquet_core.rules import Answer, Rule, catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.rules.agreement import agreement_sentence


def add_to(commands: Commands) -> None:
    """Add the subcommand `rules`."""
    parser = commands.add_parser("rules", help="list the rules, or show one with its answers")
    parser.add_argument("id", nargs="?", metavar="ID")
    parser.add_argument(
        "--alone", metavar="RULESET", help="list the answers that only one rule set gives"
    )
    parser.add_argument("--json", action="store_true", help="questions and answers as JSON")
    parser.add_argument("--schema", action="store_true", help="the JSON Schema of that JSON")
    parser.set_defaults(run=rules)


def rules(args: argparse.Namespace) -> int:
    """List the rules, show one rule with all its answers, or list the answers unique to one rule set."""
    if args.alone is not None:
        if args.id is not None or args.schema or args.json:
            raise InputError("--alone RULESET cannot be combined with an id or --schema")
        _list(_answered_alone(args.alone) or {args.alone: "answers every rule as another does"})
        return GOOD
    if args.schema:
        if args.id is not None:
            raise InputError("rules takes an id or --schema, not both")
        print(schema("rules"), end="")
        return GOOD
    if args.id in ruleset_ids():
        raise InputError(
            f"{args.id} is a rule set, not a rule: rules ID shows how every rule set answers one "
            "rule, and data rulesets has all answers of each"
        )
    chosen = [_found(args.id)] if args.id is not None else list(catalogue().values())
    if args.json:
        print(dumps(rules_document(chosen)), end="")
    elif args.id is not None:
        _print_rule(chosen[0])
    else:
        _list({rule.id: rule.title for rule in chosen})
    return GOOD


def _list(told: Mapping[str, str]) -> None:
    wide = max(map(len, told), default=0)
    for id, words in told.items():
        print(f"{id.ljust(wide)}  {words}")


def _answered_alone(ruleset: str) -> dict[str, str]:
    """Return the answers that only one rule set gives, in words, by rule id."""
    one = load_ruleset(ruleset)
    others = [load_ruleset(id) for id in ruleset_ids() if id != one.id]
    return {
        id: one.answers[id].words
        for id in catalogue()
        if not one.answers[id].absent
        and all(one.answers[id].written != other.answers[id].written for other in others)
    }


def _found(id: str) -> Rule:
    """Return the rule with an id. If only a rule set has a similar id, the error suggests that rule set."""
    near = get_close_matches(id, ruleset_ids(), n=1)
    if id not in catalogue() and near:
        raise InputError(f"{id}: unknown rule; did you mean the rule set {near[0]}")
    return find_rule(id)


def _print_rule(rule: Rule) -> None:
    print(f"{rule.id}: {rule.title}")
    print(rule.question)
    print(textwrap.fill(agreement_sentence(rule.id), WIDTH))
    for name in ruleset_ids():
        answer: Answer[Any] = load_ruleset(name).answers[rule.id]
        print()
        print(f"{name}: {answer.words}")
        for line in answer_lines(answer):
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="  "))
