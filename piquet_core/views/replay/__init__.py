"""HTML of a recorded deal: board, account of the steps, variations and comparisons."""
