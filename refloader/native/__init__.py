"""The native code: C sources, generated tables, mocks, and the Python code that calls loaders. Decides nothing."""
