"""What a seat may know: the only rooms that hide cards."""
