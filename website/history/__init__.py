"""Timelines of works and answers, and typeset title pages."""
