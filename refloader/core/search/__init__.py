"""Decides where a loader searches: variables, folders, and the additional places of each system."""
