"""HTML of the widgets."""
