"""Loaders of another word size: what the agent is told, and how it takes the place of the worker."""
