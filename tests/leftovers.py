"""Compares the machine before and after the suite: tests write into folders of their own and nowhere else.

Other programs write at the same time. What is named at the end carries a name of this project, or lies in the
checkout or in a folder that must not exist. While another run of refloader or its tests, which writes under the same
names, is at work on the machine, it is named and fails nothing. The processes of a run are known by a variable.
"""

import os
import pwd
import re
import subprocess
import tempfile
import time
import uuid
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
NOWHERE = "/nonexistent"
"""Where tests put what must not be there; it is also the home of users that have none."""

OURS = re.compile(
    r"refloader|vulkan|vk_|libvk|mesa_shader|vkbasalt|mangohud|mock_(icd|layer)|canary", re.IGNORECASE
)
_OTHER_RUNS = re.compile(r"refloader-(tests-)?[a-z0-9_]{8}|pytest-of-.*|.*\.pid")
"""The temporary folders of other runs, named by chance, which come and go."""

_RUNS = re.compile(rb"pytest|refloader")

_DEPTHS = {"/": 1, "/etc": 2, "/tmp": 1, "/var/tmp": 1, "/dev/shm": 1}
_HOME_DEPTH = 3
RUN = "TESTS_OF_REFLOADER"
"""The variable by which processes that the tests start are known."""
_MOST = 20
_GRACE = 10.0

Entries = Mapping[str, int]
"""When each path was last changed, in nanoseconds."""


def places() -> dict[str, int]:
    """The folders that are compared, and how deep."""
    homes = {os.path.expanduser("~")}
    with suppress(KeyError):
        homes.add(pwd.getpwuid(os.getuid()).pw_dir)
    usual = {**_DEPTHS, tempfile.gettempdir(): 1}
    return {**usual, **{home: _HOME_DEPTH for home in homes if home not in usual}}


def entries(folders: Mapping[str, int]) -> Entries:
    """All that is in these folders and has a name of ours somewhere in its path."""
    found = {path: when for folder, depth in folders.items() for path, when in _below(folder, depth)}
    return {path: when for path, when in found.items() if is_ours(path, folders)}


def is_ours(path: str, folders: Mapping[str, int]) -> bool:
    """Whether something in one of the folders can be known to come from this project."""
    inside = [
        os.path.relpath(path, folder) for folder in folders if path.startswith(folder.rstrip("/") + "/")
    ]
    names = min(inside, key=len, default="").split("/")
    return bool(OURS.search("/".join(names))) and not _OTHER_RUNS.fullmatch(names[0])


def _below(folder: str, depth: int) -> Iterator[tuple[str, int]]:
    with suppress(OSError), os.scandir(folder) as every:
        for each in every:
            with suppress(OSError):
                yield each.path, each.stat(follow_symlinks=False).st_mtime_ns
                if depth > 1 and each.is_dir(follow_symlinks=False):
                    yield from _below(each.path, depth - 1)


def checkout(folder: Path = CHECKOUT) -> frozenset[str]:
    """What git says of the files in a checkout; nothing where there is no git or no checkout."""
    words = ["git", "-C", str(folder), "status", "--porcelain", "--untracked-files=all"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(f"{line[3:]} (in the checkout)" for line in done.stdout.splitlines())


def left(before: Entries, after: Entries) -> list[str]:
    """What is new or was changed, in order."""
    return sorted(path for path, when in after.items() if before.get(path) != when)


@dataclass(frozen=True, slots=True)
class _Process:
    """Another process: its parent, its words, and its variables as far as they may be read."""

    number: int
    parent: int
    words: bytes
    variables: bytes


def _processes() -> dict[int, _Process]:
    """Every other process, by its number."""
    found = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            folder = Path("/proc", name)
            parent = int(folder.joinpath("stat").read_bytes().rpartition(b")")[2].split()[1])
            words, variables = folder.joinpath("cmdline").read_bytes(), b""
            with suppress(PermissionError):
                variables = folder.joinpath("environ").read_bytes()
            found[int(name)] = _Process(int(name), parent, words, variables)
    return found


def _ancestors(number: int, processes: Mapping[int, _Process]) -> Iterator[int]:
    while number in processes:
        number = processes[number].parent
        yield number


def outliving(run: str) -> list[str]:
    """The processes of a run that are still there and are no children of this one, with which its own ones end."""
    mark, processes = f"{RUN}={run}".encode(), _processes()
    return [
        f"process {each.number} ({each.words.replace(bytes(1), b' ')[:80].decode(errors='replace').strip()})"
        for each in processes.values()
        if mark in each.variables.split(bytes(1))
        and os.getpid() not in {each.number, *_ancestors(each.number, processes)}
    ]


def company(run: str) -> list[int]:
    """The processes that belong to another run of refloader or of its tests; the ancestors of this one do not."""
    mark, processes = f"{RUN}={run}".encode(), _processes()
    lineage = {os.getpid(), *_ancestors(os.getpid(), processes)}
    return [
        each.number
        for each in processes.values()
        if each.number not in lineage and mark not in each.variables and _RUNS.search(each.words)
    ]


def _ended(run: str) -> list[str]:
    """What outlives a run, once the helpers of its workers have had the time to see that these are gone."""
    deadline = time.monotonic() + _GRACE
    while (still := outliving(run)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return still


class Leftovers:
    """Looks at the machine when the session starts and when it ends; fails the session by what is new."""

    def __init__(self) -> None:
        self._places = places()
        self._before = entries(self._places)
        self._checkout = checkout()
        self._nowhere = os.path.lexists(NOWHERE)
        self._run = os.environ[RUN] = uuid.uuid4().hex
        self._company = bool(company(self._run))

    def found(self) -> list[str]:
        """What this run, or a program that it started, has left."""
        nowhere = [NOWHERE] if os.path.lexists(NOWHERE) and not self._nowhere else []
        new = left(self._before, entries(self._places))
        return [*nowhere, *new, *sorted(checkout() - self._checkout), *_ended(self._run)]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Compare, after pytest and its workers have put everything away."""
        result = yield
        new = self.found()
        if new:
            alone = not self._company and not company(self._run)
            what = "the tests left" if alone else "the tests, or another run on this machine, left"
            reporter = session.config.pluginmanager.get_plugin("terminalreporter")
            reporter.write_line(f"{what}: {', '.join(new[:_MOST])}", red=alone, yellow=not alone)
            if alone and not session.exitstatus:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return result
