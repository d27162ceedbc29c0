"""Groups of rules with their headings, in the order of a deal."""

from __future__ import annotations

from itertools import groupby

from piquet_core.rules.catalogue import Rule, catalogue

# Headings of the groups, by the first part of a rule's id.
GROUPS = {
    "pack": "The pack",
    "deal": "Cutting and dealing",
    "blank": "Carte blanche",
    "exchange": "The exchange",
    "declare": "Declaring",
    "point": "The point",
    "sequence": "Sequences",
    "set": "Trios and quatorzes",
    "reckon": "The order of reckoning",
    "repique": "Repique",
    "pique": "Pique",
    "play": "The play",
    "cards": "The majority of tricks",
    "capot": "Capot",
    "game": "The forms of the game",
    "hundred": "A hundred up",
    "rubicon": "The Rubicon partie",
    "conduct": "Looking back",
}


def group_heading(group: str) -> str:
    """Return the heading of a group of rules."""
    return GROUPS.get(group, group.capitalize())


def rules_by_group() -> list[tuple[str, str, list[Rule]]]:
    """Return a triple (group name, heading, rules) for each group of rules, in the order of a deal."""
    first = {
        name: i for i, name in reversed(list(enumerate(r.group for r in catalogue().values())))
    }
    rules = sorted(catalogue().values(), key=lambda rule: first[rule.group])
    return [
        (name, group_heading(name), list(members))
        for name, members in groupby(rules, key=lambda rule: rule.group)
    ]
