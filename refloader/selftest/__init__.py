"""Runs the suite on violators: who catches whom."""
