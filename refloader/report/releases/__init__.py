"""Loaders by release: which build breaks which rule, and between which two builds that changed."""
