"""Memory of C structures, strings and handles, and what the library remembers."""
