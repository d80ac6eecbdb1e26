"""What changes the reference is a tool and no part of the package: its folder is put where modules are looked for."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
