"""What a pack is: cards, seats, names, and what a hand holds by itself."""
