"""Deals without a log, in plain numbers, for whoever needs very many: played out, or whole from the shuffle."""
