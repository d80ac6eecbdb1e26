"""Checks on what a layer answers to questions, a file for each kind of question."""
