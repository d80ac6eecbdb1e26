"""Layers beside each other: sets, orders, and the smallest set that fails."""
