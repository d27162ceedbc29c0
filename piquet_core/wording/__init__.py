"""A deal in sentences: its story in registers, its choices and their reasons, its scores."""
