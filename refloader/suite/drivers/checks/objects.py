"""Checks on the dispatchable objects that a driver makes, by their first word.

The acts are "objects", "objects-otherwise" and "external".

Source: "Driver Dispatchable Object Creation" (2016, 2018: "ICD dispatchable object creation"). A handle is a pointer
to a structure whose first member is a pointer; the driver writes ICD_LOADER_MAGIC there, and the loader its table.
Loaders look at the lower 32 bits of the word.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, number, part, result, rows, texts
from refloader.suite.sessions.check_result import CheckResult

MAGIC = 0x01CDC0DE
"""ICD_LOADER_MAGIC."""

KINDS = {
    "VkInstance": ("instance",),
    "VkPhysicalDevice": ("devices", "devices-again", "groups"),
    "VkDevice": ("device", "device-group"),
    "VkQueue": ("queues", "queues-again", "queues2", "queues-newer", "queues-group"),
    "VkCommandBuffer": (
        "command-buffers",
        "command-buffers-again",
        "command-buffers-anew",
        "command-buffers-many",
        "command-buffers-left",
        "command-buffers-transient",
        "command-buffers-group",
    ),
}
"""The kinds of dispatchable objects, and the steps in which the driver returns them."""

OF_DEVICES = ("VkQueue", "VkCommandBuffer")
"""The kinds of which a device has several."""

NO_GROUP = "the driver has no group of several physical devices here, or makes no device of one"

_AFTER = {
    "devices-again": " when they are enumerated once more",
    "groups": " when its groups are enumerated",
    "queues-again": " when it is asked for once more",
    "queues2": " from vkGetDeviceQueue2",
    "command-buffers-again": " where others were freed before",
    "command-buffers-anew": " of a new pool where another one was destroyed before",
    "device-group": " of a group of several physical devices",
    "queues-newer": ", where vkGetDeviceQueue2 is called first",
    "queues-group": ", of a device of several physical devices",
    "command-buffers-many": " of many that are allocated together",
    "command-buffers-left": " of a new pool where another one was destroyed whose command buffers were freed before",
    "command-buffers-transient": " of a pool with VK_COMMAND_POOL_CREATE_TRANSIENT_BIT",
    "command-buffers-group": " of a device of several physical devices",
}
_HANDLES = {
    "null": "VK_NULL_HANDLE",
    "unreadable": "no pointer to memory that can be read",
    "read-only": "a pointer to memory that cannot be written",
}
_NO_DEVICE = "the driver has no physical device here, or makes no device of it"
_DEVICES_OWN = "the device's"


def are_pointers(answers: Answers, kind: str) -> CheckResult:
    """Check that a handle points to memory whose first word can be read and replaced, and to no C++ object."""
    look = CheckResult(missing=_missing(kind))
    for step, row in _objects(answers, kind):
        look.seen += 1
        name, file = f"{row.get('object')}{_AFTER.get(step, '')}", str(row.get("file"))
        if problem := _HANDLES.get(str(row.get("handle"))):
            look.fail(f"the handle of {name} is {problem}")
        elif not _is_magic(row) and (file == "own" or file.startswith("/")):
            look.fail(f"{name} begins with a pointer into {_library(file)}, as C++ objects with a vtable do")
    return look


def begin_with_magic(answers: Answers, kind: str, missing: str = "") -> CheckResult:
    """Check that an object begins with ICD_LOADER_MAGIC, or with the loader's value if the handle came before.

    ``missing`` says why there may be no such object, if it is not for want of a device.
    """
    look = CheckResult(missing=missing or _missing(kind))
    for step, row in _objects(answers, kind):
        if row.get("handle") != "pointer":
            continue
        look.seen += 1
        if not _is_magic(row) and not row.get("loaders"):
            name = f"{row.get('object')}{_AFTER.get(step, '')}"
            look.fail(f"{name} begins with {_word(row)}, not with ICD_LOADER_MAGIC (0x{MAGIC:08x})")
    return look


def have_handles_of_their_own(answers: Answers, kind: str) -> CheckResult:
    """Check that no two living objects of a kind have one handle ("Object Model" in the specification)."""
    look = CheckResult(missing=_missing(kind))
    for step, row in _objects(answers, kind):
        if row.get("handle") != "pointer":
            continue
        look.seen += 1
        other = str(row.get("also", ""))
        if kind in other:
            look.fail(f"{row.get('object')}{_AFTER.get(step, '')} has the handle of {other}")
    return look


def stay_the_loaders(answers: Answers) -> CheckResult:
    """Check that the loader's value is still in the first word after the objects were used."""
    look = CheckResult(missing=_missing("VkDevice"))
    for label in answers:
        if label.startswith("objects.work."):
            look.seen += 1
            for name in texts(part(answers, label), "changed"):
                look.fail(f"the driver changes the first word of {name}, which is the loader's")
    return look


def unknown_objects_set_up(answers: Answers) -> CheckResult:
    """Check that an object that no trampoline fills in begins with its device's dispatch pointer."""
    look = CheckResult(missing=_missing_external(answers))
    for label in answers:
        made = part(answers, label)
        if not label.startswith("external.queue.") or number(made, "result") != 0:
            continue
        look.seen += 1
        if made.get("handle") != "pointer":
            look.fail(f"the handle of a VkExternalComputeQueueNV is {_HANDLES.get(str(made.get('handle')))}")
        elif made.get("word") != _DEVICES_OWN:
            word = "ICD_LOADER_MAGIC" if made.get("word") == "magic" else "another value"
            look.fail(
                f"a VkExternalComputeQueueNV begins with {word}, not with its device's dispatch pointer"
            )
    return look


def _missing_external(answers: Answers) -> str:
    """Return what the run would have had to show; the registry knows one such extension."""
    results = [result(number(part(answers, label), "result")) for label in answers if _is_external(label)]
    if results:
        return f"an external compute queue was to be made, and {results[-1]} came of it"
    return (
        "no physical device here offers VK_NV_external_compute_queue, the one device extension of the registry "
        "whose commands make dispatchable objects; of one that is in no registry the signatures are not known"
    )


def _is_external(label: str) -> bool:
    return label.startswith(("external.device.", "external.queue."))


def _missing(kind: str) -> str:
    return "the driver makes no instance" if kind == "VkInstance" else _NO_DEVICE


def _is_magic(row: Mapping[str, Any]) -> bool:
    return _value(row) & 0xFFFFFFFF == MAGIC


def _value(row: Mapping[str, Any]) -> int:
    try:
        return int(str(row.get("word")), 16)
    except ValueError:
        return 0


def _word(row: Mapping[str, Any]) -> str:
    """Return a text for the word, without addresses, which differ from run to run."""
    file, value = str(row.get("file")), _value(row)
    if file == "prober":
        return "what a loader had put into an object that is gone"
    if file == "own" or file.startswith("/"):
        return f"a pointer into {_library(file)}"
    return f"0x{value:08x}" if value < 1 << 32 else "another value"


def _library(file: str) -> str:
    return "the driver's library" if file == "own" else file


def _objects(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of one kind, each with the step that returned it."""
    for label in answers:
        words = label.split(".")
        if words[0] == "objects" and len(words) > 1 and words[1] in KINDS[kind]:
            yield from ((words[1], row) for row in rows(part(answers, label), "objects"))
