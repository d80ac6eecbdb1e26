"""The module that the build generates from the registry (``registry_rows`` in sources.py)."""

OTHER_EXTENSIONS: str
COMMANDS: str
HEADER_VERSION: str
RESULTS: tuple[tuple[str, int], ...]
