"""The terminal: what is written to it, and how far a verb is."""
