"""Findings on manifests, wherever they lie."""
