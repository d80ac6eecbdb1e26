"""Conformance claims: bundles the results with the evidence needed to verify them, and verifies such bundles."""
