"""API for pages in a browser: it takes requests and returns answers, both as JSON."""
