"""Deals at one moment: as a picture that plays on, and in the list of deals."""
