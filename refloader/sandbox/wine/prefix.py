"""Finds Wine and the built programs for Windows, and prepares the prefix: once, in the user's cache folder.

A prefix is never written to after that: stations use it as the lower layer of an overlay.
"""

import fcntl
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache

from refloader.host.cache_folder import cache_folder
from refloader.model.text import quote
from refloader.native.installed import with_programs
from refloader.sandbox.wine.faults import PrefixError, WineError

_WINES = (
    "/usr/lib/wine/wine64",
    "/usr/lib64/wine/wine64",
    "/opt/wine-stable/bin/wine64",
    "/opt/wine-devel/bin/wine64",
)
_SERVERS = ("wineserver64", "wineserver")
_VERSION = re.compile(r"[\w.()~+-]+(?: [\w.()~+-]+)*")
_READY = ".refloader-ready"
_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Wine:
    """The programs of Wine, and its version as it says it."""

    program: str
    server: str
    version: str


@cache
def wine() -> Wine:
    """Return this machine's 64-bit Wine. Raises WineError."""
    found = [path for path in (shutil.which("wine64"), *_WINES) if path and os.access(path, os.X_OK)]
    if not found:
        raise WineError(
            "there is no 64-bit Wine: install it (Debian: apt install --no-install-recommends wine64)"
        )
    program = found[0]
    near = [os.path.dirname(os.path.realpath(program)), "/usr/lib/wine", os.path.dirname(program)]
    servers = [
        path for folder in near for name in _SERVERS if os.access(path := os.path.join(folder, name), os.X_OK)
    ]
    if not servers:
        raise WineError(f"there is no wineserver beside {quote(program)}")
    return Wine(program, servers[0], _version(program))


def _version(program: str) -> str:
    try:
        told = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=30, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise WineError(f"{quote(program)} does not start: {error}") from error
    match = _VERSION.match(told.strip())
    if match is None:
        raise WineError(f"{quote(program)} does not start")
    return match[0]


def built() -> str:
    """Return the folder with the agent and the mocks for Windows. Raises WineError."""
    if folder := with_programs("wine"):
        return folder
    raise WineError(
        "the programs for Windows are not built: install refloader again where there is a compiler for them (Debian: "
        "apt install gcc-mingw-w64-x86-64)"
    )


def cached(user: int) -> str:
    """Return the path for the prefix of this Wine and this user in the cache folder. Raises WineError."""
    folder = cache_folder()
    if not folder:
        raise WineError("there is no cache folder for the prefix: set XDG_CACHE_HOME")
    version = re.sub(r"[^\w.-]+", "-", wine().version)
    return os.path.join(folder, f"{version}-for-{user}")


def is_ready(prefix: str) -> bool:
    """True if a prefix was prepared by refloader, to its end."""
    return os.path.isfile(os.path.join(prefix, _READY))


class Making:
    """The making of a cached prefix, which one process at a time does. Use as a context manager.

    ``folder`` is where the prefix is made; empty if another process has made it meanwhile.
    """

    def __init__(self, prefix: str, user: int) -> None:
        self._prefix, self._user = prefix, user
        self.folder = ""

    def __enter__(self) -> "Making":
        try:
            os.makedirs(os.path.dirname(self._prefix), exist_ok=True)
            # Loaders under test run as the user to whom the prefix is given: no link beside it is followed.
            flags = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
            self._lock = os.open(f"{self._prefix}.lock", flags, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if is_ready(self._prefix):
                return self
            self.folder = f"{self._prefix}.new"
            for old in (self.folder, self._prefix):
                shutil.rmtree(old, ignore_errors=True)
            os.mkdir(self.folder, 0o755)
            if os.geteuid() == 0:
                os.chown(self.folder, self._user, self._user, follow_symlinks=False)
        except OSError as error:
            raise WineError(f"no prefix can be made in {quote(self._prefix)}: {error.strerror}") from error
        return self

    def keep(self) -> None:
        """Put the prefix that was made in its place."""
        ready = os.path.join(self.folder, _READY)
        with open(os.open(ready, _NEW, 0o644), "w", encoding="ascii") as file:
            file.write(wine().version)
        os.rename(self.folder, self._prefix)

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)


def checked(prefix: str, user: int) -> str:
    """Return the path of a prefix that the user names. Raises PrefixError."""
    path = os.path.abspath(prefix)
    if not os.path.isfile(os.path.join(path, "system.reg")) or not os.path.isdir(
        os.path.join(path, "drive_c")
    ):
        raise PrefixError(f"{quote(prefix)} is no prefix of Wine: it has no system.reg and drive_c")
    if not os.path.isdir(os.path.join(path, "drive_c", "windows", "system32")):
        raise PrefixError(f"{quote(prefix)} has no drive_c/windows/system32")
    owner = os.stat(path).st_uid
    if owner != user:
        raise PrefixError(f"{quote(prefix)} belongs to user {owner}, and loaders run as user {user}")
    return path
