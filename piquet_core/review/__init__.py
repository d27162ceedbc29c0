"""Review of decisions: advice, the cost of each decision, and the reasons for it."""
