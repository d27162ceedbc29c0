"""Possible hands of the opponent, with weights, from the knowledge of a seat."""
