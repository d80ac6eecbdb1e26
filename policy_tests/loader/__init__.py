"""What a loader does with what it finds: one file for each topic."""
