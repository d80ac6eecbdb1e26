"""Frozen values: what the stages of the core take and return. Never does I/O and never decides."""
