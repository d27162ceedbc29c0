"""Generated pictures: link previews, EPUB cover and icons."""
