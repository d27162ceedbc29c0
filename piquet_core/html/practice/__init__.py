"""The lessons as HTML: the page of the course, exercises, and what is said to an answer."""
