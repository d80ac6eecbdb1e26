"""What commands print on a terminal of 80 columns."""

import os
import pty
import subprocess
import sys


def shown(words: list[str], *, errors: bool = False) -> list[str]:
    """The lines that a command prints on a terminal, which is its standard output or its standard error."""
    controller, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "dumb", "NO_COLOR": "1"}
    streams = {"stdout": subprocess.DEVNULL if errors else terminal, "stderr": terminal}
    with subprocess.Popen([sys.executable, "-m", "refloader", *words], env=environment, **streams):
        os.close(terminal)
        text = b""
        try:
            while more := os.read(controller, 65536):
                text += more
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(controller)
    return text.decode().splitlines()


def too_long(lines: list[str]) -> list[str]:
    """Lines that do not fit, though a blank in them would let them; a digest and its path stay together."""
    return [line for line in lines if len(line) > 80 and not line.startswith("sha256")]
