"""HTML that only this site draws: time lines, title plates, code, the contents of a page."""
