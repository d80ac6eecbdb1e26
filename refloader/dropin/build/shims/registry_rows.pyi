"""What the build makes out of the registry: see sources.registry_rows."""

EXTENSIONS: str
COMMANDS: str
HEADER_VERSION: str
RESULTS: tuple[tuple[str, int], ...]
