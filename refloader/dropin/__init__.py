"""The drop-in library: its Python, and how it is frozen. Its C is in native/."""
