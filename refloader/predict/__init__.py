"""Predicts what a loader of an edition does with a scenario. Runs no loader."""
