"""Reads a text that somebody posted: what each line says, and what listings, calls and documents in it show."""
