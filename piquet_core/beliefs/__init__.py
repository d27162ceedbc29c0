"""What the other hand may be: every hand that fits what a player has seen and heard, with its weight."""
