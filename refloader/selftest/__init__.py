"""Tests the suite itself: runs it on mutants of the subjects and reports which rules detect which mutant."""
