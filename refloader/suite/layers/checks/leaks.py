"""Checks on what each object and each piece of work of a device leaves in the process, in the act "growth".

Objects of one kind are made and ended one after the other on one device, for longer where that takes more and more.
What is freed with the device is too late for an application that has one for hours. Source: LLP_LAYER_2; descriptors,
threads, mappings and memory belong to the whole process.
"""

from collections.abc import Mapping

from refloader.suite.sessions.answers import Answers, part, rows
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.growth import Growth, grows_always, growth

_ACT = "growth."

_LEAST: Mapping[str, float] = {"heap": 16, "descriptors": 0.5, "threads": 0.5, "mappings": 0.5}
"""What each round leaves, at least: the smallest piece that malloc gives, and more than one in two rounds."""

_WORDS = {
    "heap": "bytes of memory",
    "descriptors": "descriptors",
    "threads": "threads",
    "mappings": "mappings",
}

_DONE = {
    "recording": "recordings of one command buffer",
    "submission": "submissions",
    "command_pool": "command pools, whose command buffers end with them,",
    "descriptor_pool": "descriptor pools, whose sets end with them,",
    "descriptor_set": "resets of a pool with two descriptor sets",
    "mapped_memory": "allocations of memory that is mapped when it is freed",
    "memory": "buffers with memory that is mapped and unmapped",
}


def nothing_left(plain: Answers, layered: Answers) -> CheckResult:
    """Check that no kind of object or work takes more and more; ``plain`` is the run without the layer."""
    look = CheckResult(missing="objects of a device were to be made one after the other with the layer on")
    for label in layered:
        kind = label.removeprefix(_ACT)
        if kind == label or not rows(part(plain, label), "samples"):
            continue
        for key, least in _LEAST.items():
            found, others = _steady(layered, label, key), _steady(plain, label, key)
            look.seen += 1
            if found is not None and found.each - (others.each if others else 0) >= least:
                done = _DONE.get(kind, f"objects ({kind.replace('_', ' ')}), each ended before the next,")
                look.fail(
                    f"{found.rounds} {done} leave {found.last - found.first} more {_WORDS[key]}"
                    " while their device lives"
                )
    return look


def _steady(answers: Answers, label: str, key: str) -> Growth | None:
    samples = rows(part(answers, label), "samples")
    return growth(samples, key) if grows_always(samples, key) else None
