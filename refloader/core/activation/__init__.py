"""Which layers are active, and in which order they stand."""
