"""Designs: rule sets whose answers a reader has chosen, as text, as an experiment, and in some quick deals."""
