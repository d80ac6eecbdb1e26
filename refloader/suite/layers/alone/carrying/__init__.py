"""Checks on the act "carry": what becomes of calls on their way through a layer, and of their results."""
