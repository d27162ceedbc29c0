"""A deal as HTML: the table, the account, its variations and comparisons."""
