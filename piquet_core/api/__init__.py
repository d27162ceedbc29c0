"""Request API for pages: JSON requests in, JSON answers out."""
