"""Piquet: rules as cited data, a pure engine, and replays that name the rule behind every point."""

__version__ = "0.1.0"
