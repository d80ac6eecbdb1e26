"""Written by tools/generate.py."""
