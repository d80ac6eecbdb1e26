"""What a loader does with what it finds: a folder for each stage, one file for each topic."""
