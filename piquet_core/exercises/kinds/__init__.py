"""The kinds of questions, one module for each.

Texts that do not depend on the deal are in ``data/asks.toml``. Sentences that depend on it name cards, slips
and points that the code finds, so they are built beside that code: as data, they would need a template for each
condition, and the conditions would be in two places.
"""
