"""What the command does when this package itself goes wrong."""

import subprocess
import sys

FAULTY = """
from refloader.cli import main as commands
def fail(*_): raise RecursionError("Deep\\nhole")
commands._Verbs.get_command = fail
commands.main(["rules"])
"""


def test_a_fault_of_ours_is_no_finding() -> None:
    """It is exit code 3 with one line that names the place, and no traceback."""
    ended = subprocess.run([sys.executable, "-c", FAULTY], capture_output=True, text=True, check=False)

    assert ended.returncode == 3
    assert ended.stderr.startswith(
        "refloader: could not run: this is a fault of refloader itself, please report it: RecursionError: Deep"
    )
    assert ended.stderr.endswith("(<string>:3)\n")
    assert ended.stderr.count("\n") == 1
