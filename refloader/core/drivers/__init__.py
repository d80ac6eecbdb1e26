"""Decides which drivers are used, and which of their physical devices an application can enumerate."""
