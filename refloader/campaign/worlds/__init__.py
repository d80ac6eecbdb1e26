"""Generates scenarios (worlds) from bytes, which determine all choices."""
