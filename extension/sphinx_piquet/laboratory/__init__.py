"""Measured effects of rules: sections of articles, the tables of the laboratory, figures in a text."""
