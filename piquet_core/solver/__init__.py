"""What every legal card of the play is worth, with both hands open and best play by both."""
