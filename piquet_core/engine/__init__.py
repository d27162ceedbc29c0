"""The game as it is played: actions in, events and a new state out."""
