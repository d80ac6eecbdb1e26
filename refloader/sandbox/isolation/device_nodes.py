"""The device nodes of the machine's GPUs, and how a process that gave up root may open them.

Runs in the fork server too and imports the standard library only. Opens no device and changes none of the machine's
nodes: where only root may open one, a second node for the same device is created.
"""

import os
import re
import stat
from collections.abc import Iterable

_FOLDERS = ("/dev", "/dev/dri")
_NAMES = re.compile(
    r"/dev/(dri/(card|renderD)\d+|nvidia\d+|nvidiactl|nvidia-uvm(-tools)?|nvidia-modeset|kfd|dxg|mali\d+|kgsl-3d\d+)"
)
_READ_AND_WRITE = 0o6


def gpu_nodes() -> tuple[str, ...]:
    """Return the paths of the character devices through which drivers reach GPUs, sorted."""
    paths = (entry.path for folder in _FOLDERS if os.path.isdir(folder) for entry in os.scandir(folder))
    return tuple(sorted(path for path in paths if _NAMES.fullmatch(path) and _is_device(path)))


def groups_of(nodes: Iterable[str]) -> tuple[int, ...]:
    """Return the groups, except root's, that may open those of the nodes that not every user may open."""
    found = set()
    for node in nodes:
        status = os.stat(node)
        mode = stat.S_IMODE(status.st_mode)
        if _READ_AND_WRITE & ~mode and _READ_AND_WRITE & ~(mode >> 3) == 0:
            found.add(status.st_gid)
    return tuple(sorted(found - {0}))


def are_closed(nodes: Iterable[str], groups: Iterable[int]) -> tuple[str, ...]:
    """Return the nodes that an ordinary user in these groups cannot open for reading and writing."""
    return tuple(node for node in nodes if not _is_open(os.stat(node), frozenset(groups)))


def make_open_twin(node: str, path: str) -> None:
    """Create a node at ``path`` for the same device, which every user may open.

    Raises:
        OSError: the machine does not allow device nodes to be created.
    """
    os.mknod(path, stat.S_IFCHR | 0o666, os.stat(node).st_rdev)
    os.chmod(path, 0o666)  # whatever the umask says


def _is_open(status: os.stat_result, groups: frozenset[int]) -> bool:
    mode = stat.S_IMODE(status.st_mode)
    rights = mode >> 3 if status.st_gid in groups else mode
    return _READ_AND_WRITE & ~rights == 0


def _is_device(path: str) -> bool:
    return stat.S_ISCHR(os.lstat(path).st_mode)
