"""Runs refloader's own programs with layers and drivers inside, and returns observations. Gives no verdict."""
