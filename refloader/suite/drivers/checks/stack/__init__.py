"""Checks on a driver below a loader and a program: pure functions from recordings of the scripted application."""
