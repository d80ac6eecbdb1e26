"""Runs refloader inside a root filesystem: the whole harness moves there, and starts its sandboxes as ever.

A child process makes a mount namespace of its own whose root folder has the entries of the root filesystem, read-only
and at their own paths, ``/proc``, ``/sys`` and ``/dev`` of the machine, an empty ``/tmp``, and the machine's files
below MACHINE. There it executes the same interpreter with the same arguments. So discovery, static facts, predictions
and the workers all see one machine: the root. What a library under test sees of it is decided where it always is, in
``refloader.sandbox.view``. The root filesystem itself is never written to.
"""

import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from refloader.host.stopping import handled_by
from refloader.host.temporary import TemporaryFolder
from refloader.native.target import LENT, MACHINE, Inside
from refloader.sandbox.isolation import mounts, process_tree
from refloader.sandbox.targets.faults import RefusedError
from refloader.sandbox.targets.roots import Root

_OWN = ("proc", "dev", "sys", "tmp", "run")
"""Folders of the root filesystem that are empty unless it runs: the machine has them, or they are made."""

_EXTRA = (MACHINE[1:], LENT[1:])
_SHARED = ("proc", "dev", "sys")
_DROPPED = ("LD_", "PYTHON", "VK_", "XDG_")
"""Beginnings of the names of variables whose values are about this machine's files."""

_FAILED = 3


def run(name: str, root: Root, arguments: Sequence[str]) -> int:
    """Run refloader with these arguments in a root filesystem and return its exit status, -n after signal n.

    ``refloader exec`` becomes the user's program there, and a program may end by a signal.

    Raises:
        RefusedError: this machine does not allow it.
        OSError: there is no room for a temporary folder or a process.
    """
    told = Inside(
        name,
        root.libc,
        tuple(root.lent),
        tuple(root.placed),
        MACHINE + os.getcwd(),
        MACHINE + sysconfig.get_path("platlib"),
    )
    reading, writing = os.pipe()
    with TemporaryFolder() as temporary:
        child = os.fork()
        if child == 0:
            os.close(reading)
            _become(root, temporary, told, arguments, writing)
        os.close(writing)
        with _passed_on(child), open(reading, "rb") as answer:
            refusal = answer.read().decode("utf-8", "replace")
            _, status = os.waitpid(child, 0)
    if refusal:
        raise RefusedError(refusal)
    return os.waitstatus_to_exitcode(status)


@contextmanager
def _passed_on(child: int) -> Iterator[None]:
    """Pass the signals that end a run on to the child, whose run ends as Ctrl-C ends it."""

    def pass_on(number: int, _frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    with handled_by(pass_on):
        yield


def _become(root: Root, temporary: str, told: Inside, arguments: Sequence[str], channel: int) -> None:
    """Enter the root filesystem and execute refloader there; report a refusal to the parent. Never returns."""
    try:
        process_tree.die_with_parent()
        program = MACHINE + os.path.realpath(sys.executable)
        variables = _variables(told)
        mounts.leave_mounts(as_user=os.geteuid() != 0)
        _build(root, temporary)
        mounts.become_root(temporary)
        os.chdir(told.folder)
        os.set_inheritable(channel, False)
        os.execve(program, [program, "-P", "-m", "refloader", *arguments], variables)
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        os.write(channel, f"{error.strerror}{where}".encode("utf-8", "replace"))
    finally:
        os._exit(_FAILED)


def _variables(told: Inside) -> dict[str, str]:
    """Return the environment of refloader in the target: the user's, without what names files of this machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    modules = (MACHINE + os.path.abspath(entry) for entry in sys.path if entry and os.path.isdir(entry))
    own = {"HOME": "/root" if os.geteuid() == 0 else "/", "TMPDIR": "/tmp"}
    return {**kept, **own, "PYTHONPATH": ":".join(modules), "PYTHONSAFEPATH": "1", **told.variables()}


def _build(root: Root, folder: str) -> None:
    """Make the root folder of the target in an empty folder. Raises OSError."""
    mounts.Builder(folder).fill(mounts.tree(root.placed), root.path, folder, without={*_OWN, *_EXTRA})
    for name in (*_OWN, *_EXTRA):
        os.mkdir(os.path.join(folder, name))
    for path, own in root.over.items():
        mounts.show(own, folder + path, new=False)
    for name, own in root.lent.items():
        mounts.show(own, f"{folder}{LENT}/{name}", new=True)
    mounts.set_read_only(folder)
    for name in _SHARED:
        mounts.show(f"/{name}", os.path.join(folder, name), new=False)
    mounts.mount("refloader", f"{folder}/tmp", "tmpfs", 0, b"mode=1777")
    mounts.show("/", folder + MACHINE, new=False)
    mounts.mount(
        None, folder, None, mounts.PRIVATE
    )  # no longer unbindable, so that views can show parts of it
