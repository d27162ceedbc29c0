"""The kinds of questions, one module for each.

Texts that do not depend on the deal are in ``data/asks.toml``. Sentences that depend on the deal name cards,
slips and points that the code finds, so they are built beside that code. As data, they would need a template
for each condition, and each condition would be in two places.
"""
