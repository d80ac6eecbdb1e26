"""The drop-in library: its Python code, its C, and the build that freezes the first for the second."""
