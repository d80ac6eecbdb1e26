"""What a root is built of, also while the machine changes."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, sys
from refloader.sandbox.isolation import mounts

folder, mode, new = sys.argv[1], int(sys.argv[2], 8), sys.argv[3] == "new"
try:
    mounts.leave_mounts(as_user=os.geteuid() != 0)
except OSError as error:
    print("skip", error)
    sys.exit()
mounts.mount_empty(folder)
for name, text in (("file", "old"), ("anew", "new"), ("shown", ""), ("again", "untouched")):
    if name != "again" or not new:
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
os.chmod(f"{folder}/file", mode)
mounts.show(f"{folder}/file", f"{folder}/shown", new=False)
os.rename(f"{folder}/anew", f"{folder}/file")
try:
    mounts.show(f"{folder}/shown", f"{folder}/again", new=new)
except OSError as error:
    print(type(error).__name__, open(f"{folder}/again").read())
else:
    print("shown", open(f"{folder}/again").read())
"""


@pytest.mark.parametrize(
    ("mode", "new", "said"),
    [
        ("644", "new", "shown old"),
        ("600", "new", "FileNotFoundError "),
        ("644", "over", "FileNotFoundError untouched"),
    ],
)
def test_a_file_that_is_replaced_after_it_was_shown(tmp_path: Path, mode: str, new: str, said: str) -> None:
    """An update of packages replaces /etc/ld.so.cache during a run: what was shown before stays in the view.

    A file that is not for everybody is not copied, and nothing is written over what lies there.
    """
    words = [sys.executable, "-c", SCRIPT, str(tmp_path), mode, new]

    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)

    if done.stdout.startswith("skip"):
        pytest.skip(f"the machine gives no mount namespace: {done.stdout}")
    assert done.stdout == f"{said}\n", done.stderr
