"""Loads snapshot files as hosts."""

from refloader.host.machines.real import RealHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import Failure
from refloader.inspect.snapshots.file import read_machine
from refloader.model.reason import Reason
from refloader.model.text import visible

FILE_LIMIT = 1 << 26
"""The most bytes of a snapshot file; a machine with ten thousand manifests needs a few million."""


class SnapshotError(Exception):
    """The file has no recorded machine. The text says where it is wrong and why, in one line."""


def load(path: str) -> SnapshotHost:
    """Load the machine in a snapshot file. Raises SnapshotError."""
    answer = RealHost().read(path, FILE_LIMIT)
    if isinstance(answer, Failure):
        raise SnapshotError(f"{visible(path)}: {answer.detail or answer.trouble}")
    recorded, reasons = read_machine(answer.data, path)
    if recorded is None:
        raise SnapshotError(_text(reasons[0]))
    return SnapshotHost(recorded)


def _text(reason: Reason) -> str:
    span = reason.span
    assert span is not None  # every reason about a text has a position
    where = f"{visible(span.path)}:{span.line}:{span.column}" if span.line else visible(span.path)
    return f"{where}: {reason.fact}"
