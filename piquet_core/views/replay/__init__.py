"""HTML of a recorded deal: board, account, variations and comparisons."""
