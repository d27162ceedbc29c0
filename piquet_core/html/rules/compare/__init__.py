"""The page that compares rule sets, and its answers in groups."""
