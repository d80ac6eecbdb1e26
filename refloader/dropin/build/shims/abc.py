"""Replaces collections.abc. Empty: frozen code no longer refers to the abstract classes."""
