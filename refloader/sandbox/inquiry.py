"""The fast path for jobs that only query a loader without an instance: a small C library runs the worker.

Runs in the fork server and imports only the standard library and modules that do the same. ``probe`` does all other
jobs, with answers in the same format, and every job if the library was not built.
"""

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from refloader.sandbox.isolation.box import Box, Structure

_KINDS = {"version": b"v", "layers": b"l", "extensions": b"e"}


class _Question(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_char), ("layer", ctypes.c_char_p), ("begin", ctypes.c_char_p))


class _Inquiry(ctypes.Structure):
    _fields_ = (
        ("answers", ctypes.c_int32),
        ("output", ctypes.c_int32),
        ("errors", ctypes.c_int32),
        ("box", ctypes.POINTER(Structure)),
        ("folder", ctypes.c_char_p),
        ("loader", ctypes.c_char_p),
        ("begin", ctypes.c_char_p),
        ("count", ctypes.c_uint32),
        ("questions", ctypes.POINTER(_Question)),
    )


class Inquirer:
    """The C library at a path. Raises OSError if it cannot be opened."""

    def __init__(self, path: str) -> None:
        self._inquire = ctypes.CDLL(path).inquire
        self._last: tuple[str, Any] = "", None
        self._inquire.restype, self._inquire.argtypes = ctypes.c_int32, [ctypes.POINTER(_Inquiry)]

    def start(self, job: Mapping[str, Any], writing: Sequence[int], box: Box) -> int:
        """Fork a worker for a job that ``can_do`` accepts and return its process id. Raises OSError."""
        questions = self._questions(job["actions"], job["plan"])
        box.structure.privileged = False
        inquiry = _Inquiry(
            *writing,
            ctypes.pointer(box.structure),
            _bytes(job["working_folder"]),
            _bytes(job["loader"]),
            job["begin"],
            len(questions),
            questions,
        )
        worker: int = self._inquire(ctypes.byref(inquiry))
        if worker < 0:
            raise OSError("no process can be started")
        return worker

    def _questions(self, actions: str, plan: Sequence[tuple[str, Sequence[str], bytes]]) -> Any:
        """Return the plan in the library's format; cached, because consecutive jobs often share it."""
        if self._last[0] != actions:
            self._last = actions, (_Question * len(plan))(*(_question(*each) for each in plan))
        return self._last[1]


def can_do(job: Mapping[str, Any]) -> bool:
    """True if a job only queries a loader without an instance, and needs no restart and no further mounts."""
    special = job["restart"] or job["beyond"] or job["loader"] is None
    return not special and all(action in _KINDS for action, _, _ in job["plan"])


def _question(action: str, details: Sequence[str], begin: bytes) -> _Question:
    if details == ["*"]:
        return _Question(b"*", b"", begin)
    return _Question(_KINDS[action], _bytes(details[0] if details else ""), begin)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
