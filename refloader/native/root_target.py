"""The root filesystem whose loaders the sandbox runs: the user's choice, in a variable that all processes inherit.

refloader itself stays on the machine; only the process that opens a loader, in its closed box, is in the root. Its
Python is the machine's, below MACHINE. Starts and changes nothing.
"""

import json
import os
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

VARIABLE = "REFLOADER_ROOT"


@dataclass(frozen=True, slots=True)
class ChosenRoot:
    """A root filesystem. ``name`` is the user's, ``path`` its folder, ``libc`` says which C library runs.

    ``over`` are files of the machine that take the place of files of the root, by the path there; ``lent`` are
    libraries that the machine's Python needs and the root lacks, by name; ``placed`` are those of them that it looks
    for at paths of its own.
    """

    name: str
    path: str
    libc: str
    over: tuple[tuple[str, str], ...]
    lent: tuple[tuple[str, str], ...]
    placed: tuple[str, ...]

    def within(self, path: str) -> str:
        """Return the path in the root of a file that lies in its folder; other paths as they are."""
        return path.removeprefix(self.path) if path.startswith(f"{self.path}/") else path


def choose(root: ChosenRoot | None) -> None:
    """Have this process and all that it starts run loaders in this root, or on the machine itself again."""
    os.environ[VARIABLE] = json.dumps(asdict(root)) if root else ""


def chosen_root() -> ChosenRoot | None:
    """Return the root that the user chose, or None for the machine itself."""
    told = os.environ.get(VARIABLE, "")
    return _read(told) if told else None


@lru_cache(2)
def _read(told: str) -> ChosenRoot:
    body: dict[str, Any] = json.loads(told)
    for name in ("over", "lent"):
        body[name] = tuple(tuple(pair) for pair in body[name])
    body["placed"] = tuple(body["placed"])
    return ChosenRoot(**body)
