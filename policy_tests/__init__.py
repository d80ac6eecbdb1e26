"""The conformance suite: one test per consequence of a rule, run on every subject that a run names."""
