"""Runs scenarios on a device that adb reaches: its agent opens the loader, in a folder that refloader makes there.

A process has one such folder for each loader, and removes it when it ends. Nothing contains the loader on the device:
it can do what adb's shell can. What the device answers is data, as all that a worker says.
"""

import atexit
import io
import os
import shlex
import tarfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from refloader.host.temporary import TemporaryFolder
from refloader.model.text import quote, visible
from refloader.native.agent_target import Agent
from refloader.sandbox.agent.adb import Device, DeviceError, check_folder
from refloader.sandbox.layouts import PLACES, Layout
from refloader.sandbox.said import Said, events_of
from refloader.scenario.actions import Action

_GRACE = 30.0
_LIMITS = {"events": 64 << 20, "trace": 4 << 20, "stdout": 1 << 20, "stderr": 1 << 20}
"""The most bytes of each file that come back."""

_HEAD, _END = b"refloader-device 1", b"end\n"
_FIRST_SIGNAL = 128
_OWN, _SCRIPT, _RUN, _TRACE = "own", "script", "run", "trace"
_FIXED = "/etc/vulkan /usr/local/etc/vulkan"

_RUN_TEXT = """\
cd {folder} || exit 1
ulimit -c 0
ulimit -f 1048576
{copies}
: > own/trace
setsid ./agent < script 3> own/events > own/stdout 2> own/stderr &
agent=$!
setsid sh -c "sleep {seconds}; : > late; kill -9 -$agent" > /dev/null 2>&1 < /dev/null &
watch=$!
wait $agent 2> /dev/null
status=$?
kill -9 -$watch > /dev/null 2>&1
kill -9 $watch > /dev/null 2>&1
kill -9 -$agent > /dev/null 2>&1
late=0
[ -e late ] && late=1
echo "refloader-device 1 $status $late"
send() {{
    head -c $2 "own/$1" > part 2> /dev/null
    echo "$1 $(($(wc -c < part)))"
    cat part
}}
{sends}
echo end
"""
"""What the device's shell runs. ``setsid`` makes the agent a group of processes, which is ended as one; a process
that leaves the group stays."""


@dataclass
class _Session:
    """The folder on the device for one loader; ``sent`` are the mocks that are there, ``broken`` why it ended."""

    device: Device
    folder: str
    loader: str
    owner: int = field(default_factory=os.getpid)
    sent: set[str] = field(default_factory=set)
    broken: str = ""

    def open(self, machine: Agent, loader: str) -> None:
        """Make the folder, and send the agent and the loader. Raises DeviceError."""
        found = self.device.output(f"find {_FIXED} -name '*.json' 2> /dev/null", _GRACE).split(b"\n")[0]
        if found:
            path = quote(found.decode("utf-8", "surrogateescape"))
            raise DeviceError(f"{visible(machine.name)}: {path} of the device would be found as well")
        self.device.output(f"mkdir -p {self.folder}/mocks", _GRACE)
        self.device.push(machine.program, f"{self.folder}/agent")
        self.device.push(loader, self.loader)
        self.device.output(f"chmod 755 {self.folder}/agent {self.loader}", _GRACE)

    def close(self) -> None:
        """Remove the folder."""
        if self.owner == os.getpid() and not self.broken:
            try:
                self.device.output(f"rm -rf {self.folder}", _GRACE)
            except DeviceError:
                self.broken = "it is closed"


_sessions: dict[str, _Session] = {}


@cache
def _own_folder(base: str, _process: int) -> str:
    return f"{base}/refloader-{uuid.uuid4().hex[:12]}"


def folder_of(machine: Agent) -> str:
    """Return the folder of this process on the device, in which scenarios are laid out."""
    return _own_folder(Device(machine.serial).folder, os.getpid())


def show(machine: Agent, layout: Layout, loader: str, actions: Sequence[Action], timeout: float) -> Said:
    """Run a scenario that is laid out in ``folder_of`` against a loader, which is a file of this machine.

    Raises:
        DeviceError: the device does not do it; no later scenario is tried then.
        OSError: there is no room for a temporary file.
    """
    session = _session(machine, loader)
    if session.broken:
        raise DeviceError(session.broken)
    try:
        return _ran(session, layout, actions, timeout)
    except DeviceError as error:
        session.broken = str(error)
        raise


def _session(machine: Agent, loader: str) -> _Session:
    found = _sessions.get(loader)
    if found is None or found.owner != os.getpid():
        folder = folder_of(machine)
        found = _Session(Device(machine.serial), folder, f"{folder}/loader{len(_sessions)}.so")
        try:
            check_folder(found.device)
            found.open(machine, loader)
        except DeviceError as error:
            found.broken = str(error)
        _sessions[loader] = found
    return found


def _ran(session: _Session, layout: Layout, actions: Sequence[Action], timeout: float) -> Said:
    for key, source in layout.sources.items():
        if key not in session.sent:
            session.device.push(source, f"{session.folder}/mocks/{key}")
            session.sent.add(key)
    job = layout.job(session.loader, session.loader, actions)
    with TemporaryFolder() as temporary:
        archive = os.path.join(temporary, "job.tar")
        with open(archive, "wb") as file:
            file.write(_archive(session, layout, job, timeout))
        session.device.push(archive, f"{session.folder}/job.tar")
    command = f"cd {session.folder} && rm -rf tree own late && tar -xf job.tar && sh ./run"
    answer = session.device.output(command, timeout + _GRACE)
    said = _said(answer)
    if said is None:
        raise session.device.lost()
    return said


def _archive(session: _Session, layout: Layout, job: Mapping[str, Any], timeout: float) -> bytes:
    """Return the files of a scenario, the agent's script and what the shell runs, as an archive."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT, errors="surrogateescape") as archive:
        files = {f"tree{path}": data for path, data in layout.files.items()}
        files |= {f"tree{path}.flags": flags for path, _, flags in layout.libraries}
        files |= {_SCRIPT: job["restart"]["script"], _RUN: _run_text(session, layout, timeout)}
        working = layout.working_folder.removeprefix(layout.tree)
        for folder in (_OWN, *(f"tree{place}" for place in (*PLACES, working))):
            _add(archive, folder, tarfile.DIRTYPE)
        for path, *_ in layout.libraries:
            _add(archive, os.path.dirname(f"tree{path}"), tarfile.DIRTYPE)
        for name, data in files.items():
            _add(archive, name, tarfile.REGTYPE, data)
        for path, target in layout.links.items():
            _add(archive, f"tree{path}", tarfile.SYMTYPE, link=target)
    return made.getvalue()


def _add(archive: tarfile.TarFile, name: str, kind: bytes, data: bytes = b"", link: str = "") -> None:
    entry = tarfile.TarInfo(name)
    entry.type, entry.size, entry.linkname = kind, len(data), link
    entry.mode = 0o755 if kind == tarfile.DIRTYPE else 0o644
    archive.addfile(entry, io.BytesIO(data))


def _run_text(session: _Session, layout: Layout, timeout: float) -> bytes:
    copies = (
        f"cp mocks/{shlex.quote(key)} {shlex.quote(f'tree{path}')}" for path, key, _ in layout.libraries
    )
    sends = (f"send {name} {limit}" for name, limit in _LIMITS.items())
    text = _RUN_TEXT.format(
        folder=session.folder,
        copies="\n".join(copies),
        seconds=max(1, round(timeout)),
        sends="\n".join(sends),
    )
    return text.encode("utf-8", "surrogateescape")


def _said(answer: bytes) -> Said | None:
    """Return what the device says of a run; None if its answer does not come to its end."""
    head, _, rest = answer.partition(b"\n")
    words = head.removeprefix(_HEAD).split()
    if not head.startswith(_HEAD) or len(words) != 2 or not all(each.isdigit() for each in words):
        return None
    parts = dict(_parts(rest))
    if parts.keys() != _LIMITS.keys():
        return None
    status, late = int(words[0]), words[1] == b"1"
    events, cut = events_of(parts["events"])
    return Said(
        events=events,
        timed_out=late,
        stdout=parts["stdout"],
        stderr=parts["stderr"],
        status=status - _FIRST_SIGNAL if status > _FIRST_SIGNAL else (status & 0xFF) << 8,
        trace=parts["trace"],
        cut=cut or len(parts["events"]) == _LIMITS["events"],
        heard=len(answer),
    )


def _parts(rest: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each part of an answer; none of one that is cut off."""
    at, found = 0, []
    while rest[at:] != _END:
        line, mark, _ = rest[at:].partition(b"\n")
        name, _, size = line.partition(b" ")
        start = at + len(line) + 1
        at = start + (int(size) if size.isdigit() else len(rest) + 1)
        if not mark or at > len(rest):
            return
        found.append((visible(name.decode("latin-1")), rest[start:at]))
    yield from found


@atexit.register
def _close_all() -> None:
    while _sessions:
        _sessions.popitem()[1].close()


os.register_at_fork(after_in_child=_sessions.clear)
