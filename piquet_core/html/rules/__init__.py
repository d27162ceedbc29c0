"""The rules as HTML: the strip of answers by date, and the panel that cites."""
