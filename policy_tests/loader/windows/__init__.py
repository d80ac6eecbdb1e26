"""Windows: the registry, its packages, and the order of adapters."""
