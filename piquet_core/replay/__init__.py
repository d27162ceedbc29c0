"""A deal written down: its notation, its decisions, and the replay made of them."""
