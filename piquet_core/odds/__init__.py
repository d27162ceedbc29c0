"""Chances of a hand that a reader can touch: tables for every choice of cards and every number."""
