"""Judges: pure functions from what was seen of a layer to what breaks a rule, one file per topic."""
