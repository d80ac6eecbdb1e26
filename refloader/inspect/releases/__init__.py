"""Judges manifests by releases of the loader: which of a range takes them otherwise than the documents say."""
