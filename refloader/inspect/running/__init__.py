"""Reads what a running program is given, and what an installed container would give one. Runs nothing."""
