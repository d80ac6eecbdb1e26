"""Policy tests on loaders: the subject, what was observed of it, and the trial."""
