"""How much of what takes long is tried: a sample by default, everything where REFLOADER_LONG is set."""

import os

LONG = bool(os.environ.get("REFLOADER_LONG"))
"""Whether tests that try for some time, or many combinations, are to try all they can."""
