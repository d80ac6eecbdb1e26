"""Checks on drivers, one file for each topic: pure functions from answers or recordings to breaches."""
