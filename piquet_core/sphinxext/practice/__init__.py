"""Pages to practise on: exercises, the review, the game, and what a browser keeps of them."""
