"""Layers as subjects: how a layer is run, what is recorded of it, and which rules that breaks. No loaders."""
