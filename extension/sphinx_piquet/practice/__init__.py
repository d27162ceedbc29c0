"""Pages for practice: exercises, the review, the game, and what a browser keeps of them."""
