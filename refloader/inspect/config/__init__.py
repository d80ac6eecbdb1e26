"""The configuration of a project: refloader.toml, or [tool.refloader] in pyproject.toml."""
