"""Opens snapshot files: as a host that answers, whatever is in them."""

from refloader.host.machines.real import RealHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import Failure
from refloader.inspect.snapshots.file import read_machine
from refloader.model.reason import Reason
from refloader.model.text import visible

FILE_LIMIT = 1 << 26
"""Bytes of a snapshot file that are read; a machine of ten thousand manifests needs a few million."""


class SnapshotError(Exception):
    """A file that holds no machine: where it is wrong and why, in one line."""


def load(path: str) -> SnapshotHost:
    """The machine in a snapshot file. Raises SnapshotError."""
    answer = RealHost().read(path, FILE_LIMIT)
    if isinstance(answer, Failure):
        raise SnapshotError(f"{visible(path)}: {answer.detail or answer.trouble}")
    recorded, reasons = read_machine(answer.data, path)
    if recorded is None:
        raise SnapshotError(_text(reasons[0]))
    return SnapshotHost(recorded)


def _text(reason: Reason) -> str:
    span = reason.span
    assert span is not None  # whatever is wrong with a text is somewhere
    where = f"{visible(span.path)}:{span.line}:{span.column}" if span.line else visible(span.path)
    return f"{where}: {reason.fact}"
