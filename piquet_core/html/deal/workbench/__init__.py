"""Your own deal: a new hand, or a record with the place where its faults are shown."""
