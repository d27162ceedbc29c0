"""What an exercise can ask: one module for each kind of question.

What is said whatever the deal is data, in ``data/asks.toml``. A sentence that depends on the deal names the
cards, the slip and the points that the code has just found, so it is made beside that code: as data it would
be a template for each condition, and the conditions would stand in both places.
"""
