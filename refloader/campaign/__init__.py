"""The search for worlds on which a loader does not do what is predicted: worlds, comparing, shrinking, campaigns."""
