"""Static analysis of machines, manifests, libraries and registries. Runs and loads nothing."""
