"""The EPUB of the site."""
