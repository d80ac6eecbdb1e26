"""One input run under limits of processor time and memory, and what came of it as a value."""

import os
import resource
import shutil
import signal
import tempfile
import traceback
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple, NoReturn

from fuzzing.calling import RUNNER
from fuzzing.checking import Wrong
from fuzzing.target import Input, Target
from refloader.host.binaries.pe_and_mach_o import READER

KINDS = ("traceback", "hang", "memory", "control characters", "unreadable output", "crash")
"""The columns of the summary: an exception that is no documented way to end, and so on."""

SECONDS = 2.0
"""Processor time that an input may take."""

MEGABYTES = 300
"""Memory that a process may take for it, with the interpreter and all that is imported."""

_KILLED_AFTER = 8
"""Seconds of processor time after which the kernel ends a process that no exception can stop."""

_ROOM = 1 << 30
"""Bytes of data after which allocations fail: what asks for much more than MEGABYTES must not take the machine."""


_ODD = "o\x1b[2J\udcff\u202e<b>'\"&|`,\n::error::x"
"""The folder of every fourth input: paths are shown in many places."""


class Finding(NamedTuple):
    """What is wrong with an input: its kind, the place that tells findings apart, and the story for a person."""

    kind: str
    place: str
    text: str

    @property
    def key(self) -> str:
        """What is the same for findings with one cause."""
        return f"{self.kind}: {self.place}"


class Measured(NamedTuple):
    """What became of an input: seconds of processor time, children included, and megabytes at most."""

    finding: Finding | None
    seconds: float
    megabytes: int


class _HangError(BaseException):
    """The time is over. No Exception, so that nothing takes it for one of its own."""


def limit_process() -> None:
    """Limit what this process may allocate. There is no core file of one that crashes."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (_ROOM, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextmanager
def _timed() -> Iterator[None]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + _KILLED_AFTER, hard))
    signal.signal(signal.SIGPROF, _over)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _over(number: int, frame: FrameType | None) -> NoReturn:
    raise _HangError


def tried(target: Target, given: Input) -> Measured:
    """Run the target on an input in a new folder."""
    top = tempfile.mkdtemp(prefix="fuzz-")
    folder = f"{top}/{_ODD}" if zlib.crc32(given.data) % 4 == 0 else f"{top}/plain"
    os.mkdir(folder)
    os.environ.pop(RUNNER, None)
    if zlib.crc32(given.data) % 3 == 0:
        os.environ[RUNNER] = "True"
    _forget_peak()
    before = _seconds()
    try:
        finding = _run(target, given, folder)
    finally:
        shutil.rmtree(top, ignore_errors=True)
    seconds, megabytes = _seconds() - before, peak()
    if finding is None and seconds > SECONDS:
        finding = Finding("hang", target.name, f"{seconds:.1f} s of processor time, with the reader's")
    if finding is None and megabytes > MEGABYTES:
        finding = Finding("memory", target.name, f"{megabytes} MB")
    return Measured(finding, seconds, megabytes)


def _run(target: Target, given: Input, folder: str) -> Finding | None:
    try:
        with _timed():
            target.run(given.data, given.variant, folder)
    except Wrong as wrong:
        return Finding(wrong.kind, f"{target.name} {_shape(str(wrong))}", str(wrong))
    except _HangError as error:
        return _finding("hang", error)
    except MemoryError as error:
        return _finding("memory", error)
    except Exception as error:  # whatever it is, it is no documented way to end
        return _finding("traceback", error)
    return None


def _shape(text: str) -> str:
    """A message without what differs from input to input."""
    return text.partition(": ")[0].partition(" at [")[0][:60]


def _finding(kind: str, error: BaseException) -> Finding:
    """What was raised, told apart by its class and the last place in refloader."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if "/refloader/" in each.filename] or list(frames)
    place = f"{own[-1].filename.partition('/refloader/')[2] or own[-1].filename}:{own[-1].lineno}"
    text = "".join(traceback.format_exception(error))[-6000:]
    name = type(error).__name__ if kind == "traceback" else ""
    return Finding(kind, f"{name} {place}".strip(), text)


def _seconds() -> float:
    """Processor time of this process, of its children that ended, and of the one that reads libraries."""
    own, children = (resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
    return used + _reader_seconds()


def _reader_seconds() -> float:
    child = READER._child
    if child is None or child.poll() is not None:
        return 0.0
    try:
        with open(f"/proc/{child.pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _forget_peak() -> None:
    """Have the kernel count the peak of this process anew, where it can."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    except OSError:
        pass


def peak() -> int:
    """The most megabytes that this process has held since then, or since it started."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            found = next(line for line in file if line.startswith("VmHWM"))
        return int(found.split()[1]) >> 10
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
