"""The parts of this site that are not distributed: theme, runtime, search, data and pictures."""
