"""Codes of six letters for a deal, so that a whole class gets the same cards."""

from __future__ import annotations

import random

from piquet_core.engine.state import Deal
from piquet_core.rules import RuleSet
from piquet_core.sessions.session import nth_deal
from piquet_core.teaching.code_letters import (
    count_letters,
    group_letters,
    read_letters,
    write_letters,
)

_BITS = 20
_GROUP = 3
LENGTH = count_letters(_BITS)
"""Number of letters of a code."""


def new_deal_code(rng: random.Random) -> str:
    """Return a random code. There are about a million."""
    return _written(rng.getrandbits(_BITS))


def seed_of_code(code: str) -> str:
    """Return the seed of the deal that a code means at the table.

    Raises `TeachingError` for a mistyped code.
    """
    return f"class-{read_letters(code, _BITS)}"


def deal_of_code(rules: RuleSet, code: str) -> Deal:
    """Return the deal that a code means. It is the first deal at the table with the seed of the code.

    Raises `TeachingError` for a mistyped code.
    """
    return nth_deal(rules, seed_of_code(code), 1)


def tidy_code(code: str) -> str:
    """Return a code as `new_deal_code` writes it. Raises `TeachingError` for a mistyped code."""
    return _written(read_letters(code, _BITS))


def _written(number: int) -> str:
    return group_letters(write_letters(number, _BITS), _GROUP)
