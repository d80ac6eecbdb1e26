"""Loaders that are right and differ from the reference: each takes a liberty that the documents leave."""
