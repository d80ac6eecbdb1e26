"""The four machines that a harness may find, each as a way to start a process on this one. Asserts nothing."""

import functools
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import no_namespaces

HERE = Path(__file__).parent
TOP = HERE.parent.parent
HARNESS = HERE / "harness_process.py"
ORDINARY_USER = 54321 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""A user without a name, whom nothing on the machine belongs to: one for each process that runs tests, since what
limits processes counts those of a user together."""

_TRIAL = 20.0


@dataclass(frozen=True, slots=True)
class Machine:
    """``root`` and ``namespaces`` say what the harness has."""

    name: str
    root: bool
    namespaces: bool

    @property
    def slug(self) -> str:
        """The name without blanks."""
        return self.name.replace(", ", "-").replace(" ", "-")

    @property
    def user(self) -> int:
        """Whom the harness runs as."""
        return 0 if self.root else os.geteuid() or ORDINARY_USER

    def command(self, *arguments: str) -> Sequence[str]:
        """How a program of Python is started there."""
        options = [] if self.namespaces else ["--refuse"]
        options += [] if os.geteuid() == self.user else ["--user", str(self.user)]
        started = [self._interpreter(), *arguments]
        return [sys.executable, str(HERE / "no_namespaces.py"), *options, *started] if options else started

    def variables(self, home: str, temporary: str, installed: str) -> Mapping[str, str]:
        """The environment of the harness there; ``installed`` is where refloader is."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": home,
            "TMPDIR": temporary,
            "PYTHONPATH": installed,
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
        }

    def _interpreter(self) -> str:
        return sys.executable if os.geteuid() == self.user else _shared_interpreter()


MACHINES = (
    Machine("root, namespaces", root=True, namespaces=True),
    Machine("user, namespaces", root=False, namespaces=True),
    Machine("root, no namespaces", root=True, namespaces=False),
    Machine("user, no namespaces", root=False, namespaces=False),
)


def install(folder: Path) -> str:
    """Put refloader, what it needs and the harness's program into one folder that everybody can read.

    An editable installation has its parts in two places, and an environment may lie where only its owner gets to.
    """
    built = Path(sysconfig.get_path("platlib"), "refloader", "native")
    shutil.copytree(TOP / "refloader", folder / "refloader", ignore=shutil.ignore_patterns("__pycache__"))
    if built.is_dir():
        shutil.copytree(built, folder / "refloader" / "native", dirs_exist_ok=True)
    shutil.copy(HARNESS, folder)
    for package in _needed("refloader"):
        _copy(package, folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return str(folder)


def _needed(name: str) -> Set[metadata.Distribution]:
    """The distributions that this one requires, and what those require, without anything optional."""
    needed: dict[str, metadata.Distribution] = {}
    pending = [name]
    while pending:
        lines = metadata.requires(pending.pop()) or ()
        for line in (line for line in lines if "extra ==" not in line):
            required = re.split(r"[^\w.-]", line)[0]
            if required not in needed:
                with suppress(metadata.PackageNotFoundError):  # it is for another system
                    needed[required] = metadata.distribution(required)
                    pending.append(required)
    return {*needed.values()}


def _copy(package: metadata.Distribution, folder: Path) -> None:
    """Its modules, and what it says of itself; no programs, which lie elsewhere, and no bytecode."""
    for file in package.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target)


@functools.cache
def why_not(machine: Machine, installed: str) -> str:
    """Why this one cannot be had here, or an empty string; ``installed`` is what ``install`` answered."""
    if machine.root and os.geteuid() != 0:
        return "only root can start a harness as root"
    if not machine.namespaces and no_namespaces.why_not():
        return no_namespaces.why_not()
    if os.geteuid() != machine.user and not _shared_interpreter():
        return "no Python of the same version can be run by other users"
    asks = "import os, sys; sys.exit(os.geteuid() != int(sys.argv[1]))"
    command = machine.command("-c", asks, str(machine.user))
    variables = machine.variables("/nonexistent", "/tmp", installed)
    tried = subprocess.run(command, env=variables, cwd="/", capture_output=True, timeout=_TRIAL, check=False)
    if tried.returncode:
        return f"no Python starts there: {tried.stderr[-200:].decode(errors='replace')}"
    return _why_no_namespaces(machine, installed) if machine.namespaces else ""


def _why_no_namespaces(machine: Machine, installed: str) -> str:
    flags = "-m" if machine.root else "-Um"
    program = shutil.which("unshare")
    if not program:
        return "unshare is not installed (Debian: util-linux)"
    tries = f"import subprocess, sys; sys.exit(subprocess.run([{program!r}, {flags!r}, 'true']).returncode)"
    variables = machine.variables("/nonexistent", "/tmp", installed)
    command = machine.command("-c", tries)
    tried = subprocess.run(command, env=variables, cwd="/", capture_output=True, timeout=_TRIAL, check=False)
    return "this machine refuses namespaces" if tried.returncode else ""


@functools.cache
def _shared_interpreter() -> str:
    """An interpreter of this version that every user can run: a private one lies in a folder of root's."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for path in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        real = os.path.realpath(path)
        if os.path.isfile(real) and all(_is_open(str(folder)) for folder in [real, *Path(real).parents]):
            return path
    return ""


def _is_open(path: str) -> bool:
    return bool(os.stat(path).st_mode & 0o001)
