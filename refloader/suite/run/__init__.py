"""One run of the suite: its targets, its cases, and what was not run."""
