"""The module that the build generates from the instance extensions of the registry (sources.py)."""

INSTANCE_EXTENSIONS: str
