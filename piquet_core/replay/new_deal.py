"""Records of deals without any decision, from a deal id or freshly shuffled."""

from __future__ import annotations

import random

from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.notation import MarkedCard, Record, Tag, format_deal_id, parse_deal_id
from piquet_core.rules import RuleSet


def record_of_deal(rules: RuleSet, deal: Deal) -> Record:
    """Return a record of a deal without decisions.

    Raises `CardError` if the rule set cannot deal it.
    """
    deal.check(rules)
    id = format_deal_id(deal)
    tags = (
        ("Piquet", "1"),
        # The check letter is omitted, because it may be a character that an Id cannot contain.
        ("Id", f"deal-{id.rpartition('-')[0].lower()}"),
        ("Title", f"Deal {id}"),
        ("Rules", rules.id),
        ("Elder", "Elder"),
        ("Younger", "Younger"),
        ("DealId", id),
        ("Certainty", "play=partial"),
    )
    return Record(
        tags=tuple(Tag(name=name, value=value) for name, value in tags),
        elder=tuple(MarkedCard(card=card) for card in deal.elder),
        younger=tuple(MarkedCard(card=card) for card in deal.younger),
        talon=tuple(MarkedCard(card=card) for card in deal.talon),
    )


def record_of_deal_id(rules: RuleSet, id: str) -> Record:
    """Return a record of the deal with an id.

    Raises `CardError` if the id is invalid for the rule set.
    """
    return record_of_deal(rules, parse_deal_id(id))


def new_deal(rules: RuleSet, rng: random.Random) -> Record:
    """Return a record without decisions of a deal that is shuffled by ``rng``."""
    return record_of_deal(rules, shuffled_deal(rules, rng))
