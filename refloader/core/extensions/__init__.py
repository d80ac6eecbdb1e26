"""Decides which extensions are reported and accepted."""
