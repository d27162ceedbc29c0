"""The history in pictures made of the bibliography: a time line of its works, and title plates set in type."""
