"""Interactive chances of a hand: tables for every choice of cards and every number."""
