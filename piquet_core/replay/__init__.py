"""Replay of records: steps, findings, variations, visibility of cards, and comparison of rule sets."""
