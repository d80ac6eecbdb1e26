"""The suite: subjects, checks and verdicts, and the pytest plugin that runs them. Holds no rules of its own."""
