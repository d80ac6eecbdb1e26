"""Writers of the C and Python tables that come from the registry, for ``tools/generate.py``: one module a table."""
