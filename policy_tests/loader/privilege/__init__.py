"""Tests of a loader under elevated privilege: what is ignored, and where it searches then."""
