"""The quick way to a worker that only asks what can be asked without an instance: a small library makes it.

Runs in the station and imports the standard library only. What the library cannot do, ``probe`` does, in the same
words; where it was not built, ``probe`` does all.
"""

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from refloader.sandbox.box import Box, Structure

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
    """The library at a path, opened. Raises OSError where it cannot be."""

    def __init__(self, path: str) -> None:
        self._inquire = ctypes.CDLL(path).inquire
        self._last: tuple[str, Any] = "", None
        self._inquire.restype, self._inquire.argtypes = ctypes.c_int32, [ctypes.POINTER(_Inquiry)]

    def start(self, job: Mapping[str, Any], writing: Sequence[int], box: Box) -> int:
        """Fork a worker for a job that ``can_do`` says yes to; its number. Raises OSError."""
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
        """The plan as the library reads it, which is the same for many jobs."""
        if self._last[0] != actions:
            self._last = actions, (_Question * len(plan))(*(_question(*each) for each in plan))
        return self._last[1]


def can_do(job: Mapping[str, Any]) -> bool:
    """Whether a job needs nothing but answers of a loader without an instance."""
    special = job["restart"] or job["beyond"] or job["loader"] is None
    return not special and all(action in _KINDS for action, _, _ in job["plan"])


def _question(action: str, details: Sequence[str], begin: bytes) -> _Question:
    if details == ["*"]:
        return _Question(b"*", b"", begin)
    return _Question(_KINDS[action], _bytes(details[0] if details else ""), begin)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
