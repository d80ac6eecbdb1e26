"""Drivers as subjects: the prober's answers, runs of the whole stack, and the checks on both."""
