"""The target that this process runs in, where that is a root with a C library of its own and not the machine.

``refloader.sandbox.targets`` starts such a process. In it, every path is the root's; the machine's own files are
below ``MACHINE``. Never starts or changes anything.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from refloader.native.machine_target import DEVICE, chosen_machine
from refloader.native.root_target import chosen_root
from refloader.native.windows_target import chosen

VARIABLE = "REFLOADER_INSIDE"
"""The variable that describes the target to the processes that run in it."""

MACHINE = "/.refloader-machine"
"""Where the files of the machine are, in a target. Libraries under test see of them what refloader itself needs."""

LENT = "/.refloader-lent"
"""Libraries of the machine that refloader's Python needs and the target lacks, under the names that are needed."""


@dataclass(frozen=True, slots=True)
class Inside:
    """A target from within.

    ``name`` is the user's. ``libc`` says in words which C library runs, ``lent`` are the names of the libraries in
    LENT, and ``placed`` the paths of further ones that only this interpreter has there. ``folder`` is the working
    folder of the user, and ``platlib`` the site-packages of the installation, both below MACHINE.
    """

    name: str
    libc: str
    lent: tuple[str, ...]
    placed: tuple[str, ...]
    folder: str
    platlib: str

    def variables(self) -> dict[str, str]:
        """Return the environment variables that a process in the target needs."""
        return {VARIABLE: json.dumps(asdict(self)), **library_path(self.lent)}


def library_path(lent: tuple[str, ...]) -> Mapping[str, str]:
    """Return the variable with which the linker finds the libraries that the machine lends; none if it lends none."""
    return {"LD_LIBRARY_PATH": LENT} if lent else {}


def words() -> tuple[str, ...]:
    """Return the words of a command line that runs in the same target; none on the machine itself."""
    if target := inside():
        return ("--target", target.name, "--unsafe")
    if root := chosen_root():
        return ("--target", root.name)
    name = chosen() or chosen_machine()
    unsafe = ("--unsafe",) if name.startswith(DEVICE) else ()
    return ("--target", name, *unsafe) if name else ()


def of_user(path: str) -> str:
    """Return the path that a user on the machine has for a file that this process has below MACHINE."""
    return path.removeprefix(MACHINE) if inside() else path


@cache
def inside() -> Inside | None:
    """Return the target that this process runs in, or None on the machine itself."""
    told = os.environ.get(VARIABLE)
    if not told or not os.path.isdir(MACHINE):
        return None
    body: dict[str, Any] = json.loads(told)
    for name in ("lent", "placed"):
        body[name] = tuple(body[name])
    return Inside(**body)
