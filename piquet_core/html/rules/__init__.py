"""Drawings of the rules: what the books answer, as marks by date."""
