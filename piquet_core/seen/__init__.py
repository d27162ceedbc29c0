"""What a seat may know of the other hand and of the talon, and what follows from it."""
