"""The one way in from a page: requests in, answers out, both JSON."""
