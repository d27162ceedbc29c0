"""A deal in a frame: the page inside it, and the code for the page around it."""
