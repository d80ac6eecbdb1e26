"""Reads JSON with the position of each value, and reports what other parsers may read differently."""
