"""The pictures that a build draws: one for each deal that is shared, one for all other pages, the book's cover, the icons."""
