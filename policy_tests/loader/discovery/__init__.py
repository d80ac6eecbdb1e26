"""Where a loader looks for manifests, what it reads in them, and which of them it finds."""
