"""The rules engine: states, actions, events and the functions that apply them."""
