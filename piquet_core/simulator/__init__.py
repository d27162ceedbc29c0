"""Fast simulation of many deals in plain numbers, without a log."""
