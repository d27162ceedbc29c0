"""The site as a book: its pages, their order, and the archive."""
