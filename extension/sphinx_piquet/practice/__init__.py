"""Pages for practice: exercises, lessons, the review, the table, and browser storage."""
