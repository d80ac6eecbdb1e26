"""What the fixtures of conftest.py give, by name for signatures, and the first lines of scripts for children."""

import subprocess
from collections.abc import Callable

Copy = Callable[..., str]
Child = Callable[..., subprocess.CompletedProcess[str]]
Answer = Callable[..., object]
Trace = Callable[[], list[str]]
OPEN = "from mock_driver import *\nlibrary = ctypes.CDLL(sys.argv[1])\n"
DRIVER = "from mock_driver import *\ndriver = Driver(sys.argv[1])\n"
LOOK_UP = OPEN + "look_up = driver_lookup(library)\n"
