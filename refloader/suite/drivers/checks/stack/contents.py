"""Checks on what the application's work leaves in memory, where its numbers are known beforehand.

Source: the Vulkan specification, on which the documents' requirements come on top (VULKAN-DRIVER-05). The numbers are
those of ``probes/application/acts``; only work whose result is exact is here, nothing that is drawn or blended.
"""

from collections.abc import Mapping
from functools import cache, reduce
from sys import byteorder

from refloader.suite.drivers.checks.stack.states import MAY_FAIL
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_BYTES = 1024
"""Of each buffer, and of a whole image."""

_HALF = _BYTES // 2
_FILLING = 0xC0FFEE42
_THREADS, _TURNS = 0x7000, 0x1000
_LOST, _NOT_MAPPED = -4, -5
_REFUSED = (-3, -9)
_FURTHER = {"threads.made_at_once": "threads.good", "reentrant.instance_beside": "reentrant.made_beside"}
"""Results of further instances, with the numbers that count on them. VK_ERROR_INITIALIZATION_FAILED may be given.

Of an only driver a loader makes VK_ERROR_INCOMPATIBLE_DRIVER of that."""

_AS_FAR_AS_DONE = ("threads.hash", "commands.execute_hash")
"""Hashes that are answered although a part of the work may have failed before."""

_START, _PRIME, _MASK = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF


def _hash(content: bytes) -> int:
    """Return the hash that the application answers (FNV-1a, 64 bits)."""
    return reduce(lambda value, byte: (value ^ byte) * _PRIME & _MASK, content, _START)


def _filled(number: int, size: int = _BYTES) -> bytes:
    return number.to_bytes(4, byteorder) * (size // 4)


def _jobs(*numbers: int, of: int = 0) -> bytes:
    """Return the hashes of jobs that fill a buffer with a number each, and zeros for as many as there are not."""
    hashes = [_hash(_filled(number)) for number in numbers]
    return b"".join(each.to_bytes(8, byteorder) for each in [*hashes, *[0] * (of - len(hashes))])


def _updated() -> bytes:
    """Return a buffer that is filled, and then updated with four words from its sixteenth byte on."""
    words = b"".join(number.to_bytes(4, byteorder) for number in (1, 2, 3, 4))
    whole = _filled(_FILLING)
    return whole[:16] + words + whole[16 + len(words) :]


@cache
def _hashes() -> Mapping[str, tuple[str, str]]:
    """Return the hash that each answer has to be, and what was done."""
    contents = {
        "commands.fill_hash": (_updated(), "a buffer that is filled, updated and copied"),
        "commands.clear_hash": (b"\x00\xff\x00\xff" * (_BYTES // 4), "an image that is cleared and copied"),
        "commands.upload_hash": (
            bytes(at * 13 & 0xFF for at in range(_BYTES)),
            "an image that is copied from a buffer and back",
        ),
        "commands.execute_hash": (
            _filled(_FILLING, _HALF) + _filled(_FILLING + 1, _HALF),
            "a buffer that two secondary command buffers fill",
        ),
        "modern.copy_hash": (_filled(0xABCD), "a buffer that vkCmdCopyBuffer2 copies, by vkQueueSubmit2"),
        "several.all": (_jobs(*range(_TURNS, _TURNS + 4)), "the jobs of four devices of two instances"),
        "several.all_again": (_jobs(*range(_TURNS, _TURNS + 4)), "the jobs of four devices of two instances"),
        "several.left": (
            _jobs(_TURNS, _TURNS + 1, of=4),
            "the jobs of two devices, when another instance has gone",
        ),
        "several.left_again": (
            _jobs(_TURNS, _TURNS + 1, of=4),
            "the jobs of two devices, when an older one has gone",
        ),
        "several.group_job": (_jobs(4), "the job of a device that a group was named for"),
        "threads.hash": (_jobs(*range(_THREADS, _THREADS + 4)), "the jobs of four threads on one device"),
    }
    return {label: (f"{_hash(content):016x}", what) for label, (content, what) in contents.items()}


_NUMBERS: Mapping[str, tuple[int, str]] = {
    "device.same_queue": (1, "vkGetDeviceQueue gives the same queue again"),
    "device.same_queue2": (1, "vkGetDeviceQueue2 gives the queue of vkGetDeviceQueue"),
    "modern.count": (3, "a semaphore that counts begins with the value that it was made with"),
    "modern.count_signalled": (5, "vkSignalSemaphore raises the value to the one it is given"),
    "devices.same_handles": (1, "vkEnumeratePhysicalDevices gives the same handles again"),
    "devices.groups_begin_with_known": (
        1,
        "the first device of each group is a physical device of the instance",
    ),
    "threads.good": (38, "all jobs of four threads, and the instances of two more, come to their end"),
    "reentrant.made_beside": (3, "devices are made while another thread looks up commands"),
    "reentrant.wrong_lookups": (
        0,
        "commands are found, and a made-up one is not, while another thread makes devices",
    ),
    "order.orders": (24, "what a device has made can end in every order"),
}


def contents(session: Session) -> CheckResult:
    """Check each answer of a run whose value is known beforehand.

    An act in which a command failed for want of memory has done less: its numbers say nothing. What is in memory is
    answered where the work was done, other than after a device was lost, when nothing is known of it.
    """
    look = CheckResult(missing="the application was to do work with a known result")
    failed = {_act(label) for label, value in session.answers.items() if value in (*MAY_FAIL, _NOT_MAPPED)}
    lost = {_act(label) for label, value in session.answers.items() if value in (_LOST, _NOT_MAPPED)}
    for label, (expected, what) in _hashes().items():
        value = session.answers.get(label)
        waived = failed if label in _AS_FAR_AS_DONE else lost
        if not isinstance(value, str) or value.startswith("left out") or _act(label) in waived:
            continue
        look.seen += 1
        if value != expected:
            look.fail(f"{what}: not the content that was to be written (hash {value}, not {expected})")
    refused = {number for label, number in _FURTHER.items() if session.answers.get(label) in _REFUSED}
    for label, (number, what) in _NUMBERS.items():
        value = session.answers.get(label)
        if not isinstance(value, int) or value < 0 or _act(label) in failed or label in refused:
            continue
        look.seen += 1
        if value != number:
            look.fail(f"{what}: {label} is {value}, not {number}")
    return look


def _act(label: str) -> str:
    return label.partition(".")[0]
