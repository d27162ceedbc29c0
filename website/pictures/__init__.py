"""The pictures that a build draws: of each deal that is shared, for all other pages, the book's cover, the icons."""
