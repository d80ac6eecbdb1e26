"""Generated worlds: bytes become choices."""
