"""The edge to binaries: generated tables, C sources, the mocks. Never decides what a loader does."""
