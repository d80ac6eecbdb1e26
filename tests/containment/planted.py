"""What a hostile library could change or read, planted for one act, and what came of it. Asserts nothing."""

import ctypes
import os
import platform
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

SECRET = "refloader-secret-"
CANARY = "refloader-canary"
_NAMES = ("written", "truncated", "deleted", "renamed", "rights", "times")
_LIBC = ctypes.CDLL(None, use_errno=True)
_CREATE, _EXCLUSIVE, _REMOVE, _VALUE = 0o1000, 0o2000, 0, 12

Snapshot = Mapping[str, tuple[object, ...]]


def new_secret(kind: str) -> str:
    """A word that is nowhere else on the machine."""
    return f"{SECRET}{kind}-{secrets.token_hex(6)}"


class Canaries:
    """Folders and shared objects of one act. ``canary`` is the harness's own, ``open`` everybody's."""

    def __init__(self, folder: Path, user: int, mark: str) -> None:
        self.folder = folder
        self.fresh = f"{CANARY}-{mark}"
        folder.mkdir(mode=0o755)
        for name, mode, inner in (
            ("canary", 0o755, 0o644),
            ("open", 0o777, 0o666),
            ("results", 0o755, 0o644),
        ):
            self._plant(name, mode, inner, user)
        self._before = {name: snapshot(folder / name) for name in ("canary", "open", "results")}
        self._shared = _SharedObjects(self.fresh)
        self._keys = _Keys(self.fresh, user)

    @property
    def orders(self) -> dict[str, str]:
        """Where the library finds them."""
        paths = {name: str(self.folder / name) for name in ("canary", "open", "results")}
        return {**paths, "fresh": self.fresh, **self._shared.orders, **self._keys.orders}

    def breaches(self) -> Iterator[str]:
        """What was changed, in words."""
        for name, before in self._before.items():
            after = snapshot(self.folder / name)
            for path in sorted({*before, *after}):
                if before.get(path) != after.get(path):
                    yield f"changed {name}/{path}".rstrip("/.")
        yield from self._shared.breaches()
        yield from self._keys.breaches()

    def remove(self) -> None:
        """Take everything away, what the library made there included."""
        self._shared.remove()
        self._keys.remove()
        for folder, _, _ in os.walk(self.folder):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _plant(self, name: str, mode: int, inner: int, user: int) -> None:
        place = self.folder / name
        place.mkdir()
        for each in ("results.ndjson",) if name == "results" else _NAMES:
            path = place / each
            path.write_text(f"{CANARY} {each}\n")
            path.chmod(inner)
            os.chown(path, user, user)
        place.chmod(mode)
        os.chown(place, user, user)


def snapshot(folder: Path) -> Snapshot:
    """All that can be changed of a folder and what is in it, but for the times of reading."""
    found: dict[str, tuple[object, ...]] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        is_file = stat.S_ISREG(status.st_mode)
        found[str(path.relative_to(folder))] = (
            *(status.st_mode, status.st_uid, status.st_gid, status.st_nlink),
            status.st_mtime_ns if is_file else 0,
            path.read_bytes() if is_file and status.st_size < 1 << 16 else status.st_size if is_file else b"",
            *(os.listxattr(path) if is_file else ()),
        )
    return found


class _Keys:
    """A key with a secret for the harness's user, and whether an act left a key for somebody."""

    _ADD, _CONTROL = {"x86_64": (248, 250)}.get(platform.machine(), (217, 219))
    _USER_KEYRING, _SET_TIMEOUT, _SEARCH, _REVOKE = -4, 15, 10, 3
    _NOBODY = 65534

    def __init__(self, fresh: str, user: int) -> None:
        self._fresh, self._users = fresh.encode(), {user, self._NOBODY} if os.geteuid() == 0 else {user}
        self._planted = f"{fresh}-planted".encode()
        secret = new_secret("key").encode()
        _as_user(user, lambda: self._add(secret))

    @property
    def orders(self) -> dict[str, str]:
        return {"key": self._planted.decode()}

    def breaches(self) -> Iterator[str]:
        for user in sorted(self._users):
            if _as_user(user, lambda: self._remove(self._fresh)):
                yield f"left a key for user {user}"

    def remove(self) -> None:
        for user in self._users:
            _as_user(user, lambda: self._remove(self._planted))

    def _add(self, secret: bytes) -> bool:
        key = _LIBC.syscall(self._ADD, b"user", self._planted, secret, len(secret), self._USER_KEYRING)
        return bool(_LIBC.syscall(self._CONTROL, self._SET_TIMEOUT, key, 30) == 0)

    def _remove(self, name: bytes) -> bool:
        key = _LIBC.syscall(self._CONTROL, self._SEARCH, self._USER_KEYRING, b"user", name, 0)
        return bool(key >= 0 and _LIBC.syscall(self._CONTROL, self._REVOKE, key) == 0)


def _as_user(user: int, does: Callable[[], bool]) -> bool:
    """Whether something is so for a user: a child becomes that user and says it."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() != user:
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
            os._exit(7 if does() else 1)
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


class _SharedObjects:
    """A segment and a semaphore of System V, a POSIX queue, a piece of POSIX memory, to which all may write."""

    def __init__(self, fresh: str) -> None:
        self._fresh = fresh
        self._key = secrets.randbelow(1 << 30) | 2
        self._segment = _LIBC.shmget(self._key, 4096, _CREATE | _EXCLUSIVE | 0o666)
        _LIBC.shmat.restype = ctypes.c_void_p
        self._memory = _LIBC.shmat(self._segment, None, 0) if self._segment >= 0 else None
        if self._memory:
            ctypes.memmove(self._memory, CANARY.encode(), len(CANARY))
        self._semaphore = _LIBC.semget(self._key + 2, 1, _CREATE | _EXCLUSIVE | 0o666)
        self._shared = Path("/dev/shm", f"{fresh}-planted")
        with suppress(OSError):
            self._shared.write_text(CANARY)
            self._shared.chmod(0o666)
        self._queue_name = f"/{fresh}-planted"
        self._queue = self._open_queue()

    @property
    def orders(self) -> dict[str, str]:
        return {
            "shmkey": str(self._key),
            "semaphore": str(self._semaphore),
            "queue": self._queue_name,
            "memory": self._shared.name,
        }

    def breaches(self) -> Iterator[str]:
        if self._memory and ctypes.string_at(self._memory, len(CANARY)) != CANARY.encode():
            yield "changed the System V memory of another process"
        if self._semaphore >= 0 and _LIBC.semctl(self._semaphore, 0, _VALUE):
            yield "changed the System V semaphore of another process"
        for kind in ("shm", "msg", "sem"):
            if str(self._key + 1) in _system_v_keys(kind):
                yield f"left a System V object, {kind}"
        with suppress(OSError):
            if self._shared.read_text() != CANARY:
                yield "changed the POSIX memory of another process"
        if Path("/dev/shm", self._fresh).exists():
            yield "left POSIX memory"
        yield from self._queue_breaches()

    def remove(self) -> None:
        if self._memory:
            _LIBC.shmdt(ctypes.c_void_p(self._memory))
        for key in (self._key, self._key + 1):
            if (segment := _LIBC.shmget(key, 0, 0)) >= 0:
                _LIBC.shmctl(segment, _REMOVE, None)
        if (queue := _LIBC.msgget(self._key + 1, 0)) >= 0:
            _LIBC.msgctl(queue, _REMOVE, None)
        for key in (self._key + 1, self._key + 2):
            if (semaphore := _LIBC.semget(key, 0, 0)) >= 0:
                _LIBC.semctl(semaphore, 0, _REMOVE)
        for path in (self._shared, Path("/dev/shm", self._fresh)):
            with suppress(OSError):
                path.unlink()
        if self._queue >= 0:
            os.close(self._queue)
        for name in (self._queue_name, f"/{self._fresh}"):
            _LIBC.mq_unlink(name.encode())

    def _open_queue(self) -> int:
        before = os.umask(0)
        attributes = (ctypes.c_long * 8)(0, 4, 64, 0)
        flags = os.O_CREAT | os.O_EXCL | os.O_RDONLY | os.O_NONBLOCK
        queue: int = _LIBC.mq_open(self._queue_name.encode(), flags, 0o666, attributes)
        os.umask(before)
        return queue

    def _queue_breaches(self) -> Iterator[str]:
        attributes = (ctypes.c_long * 8)()
        if self._queue >= 0 and _LIBC.mq_getattr(self._queue, attributes) == 0 and attributes[3]:
            yield "sent to the POSIX queue of another process"
        other = _LIBC.mq_open(f"/{self._fresh}".encode(), os.O_RDONLY)
        if other >= 0:
            os.close(other)
            yield "left a POSIX queue"


def _system_v_keys(kind: str) -> set[str]:
    try:
        lines = Path("/proc/sysvipc", kind).read_text().splitlines()[1:]
    except OSError:
        return set()
    return {line.split()[0] for line in lines}
