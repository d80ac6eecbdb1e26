"""Policy tests on loaders: the subject, its observation, and the trial."""
