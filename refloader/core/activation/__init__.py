"""Decides which layers are active, and in which order they are in the chain."""
