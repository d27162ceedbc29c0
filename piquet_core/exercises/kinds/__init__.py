"""What an exercise can ask: one module for each kind of question."""
