"""Checks on layers, by topic: pure functions from observations to breaches of a rule. They run nothing."""
