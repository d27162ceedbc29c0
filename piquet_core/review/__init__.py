"""Judging decisions: what is best from what a player knows, and what the decisions of a deal have cost."""
