"""Drawings for the library: the verdicts on printed figures, and the history in pictures."""
