"""The subjects of a run, layers and drivers as files, and the request for a run."""
