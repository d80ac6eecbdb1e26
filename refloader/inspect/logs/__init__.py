"""Reads what loaders and tools printed: which machine a log describes, and what it proves. Runs nothing."""
