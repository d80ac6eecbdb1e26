"""Scenarios as data: worlds, scripts, reading and writing. Knows no subject."""
