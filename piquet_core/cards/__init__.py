"""The pack: cards, seats, names, and what a hand holds on its own."""
