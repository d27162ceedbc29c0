"""Cards, hands, seats, and the combinations that a hand contains."""
