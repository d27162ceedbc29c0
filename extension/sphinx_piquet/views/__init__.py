"""HTML of the widgets, such as citation panels, answer strips and exercises."""
