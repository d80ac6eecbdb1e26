"""Judges: pure functions from what was seen of a layer to what breaks a rule, by topic. They run nothing."""
