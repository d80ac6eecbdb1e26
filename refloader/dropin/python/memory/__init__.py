"""C structures, strings and handles in memory, and the library's state between calls."""
