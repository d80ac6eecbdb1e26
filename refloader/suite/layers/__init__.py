"""Layers as subjects: what one is, how it is run, what was recorded of it, and what that breaks. No loaders."""
