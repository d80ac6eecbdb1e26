"""Checks on the act "alike": the same work in several forms, structures behind others, instances in a row.

Source: the Vulkan specification, on which the documents' requirements come on top. A job that is submitted alone is
what the other forms are compared with.
"""

from refloader.suite.running.look import Look
from refloader.suite.running.session import Session

_SAME = "alike.same."
_ALONE = f"{_SAME}alone"
_WRITTEN = "alike.written.properties"
_BEHIND = "alike.written.behind_another"


def same_work(session: Session) -> Look:
    """Check that the job leaves in every form what it leaves alone."""
    look = Look(missing="the job alone was to be done")
    answers = session.answers
    alone = answers.get(_ALONE)
    if not isinstance(alone, str):
        return look
    for label, value in answers.items():
        if label.startswith(_SAME) and label != _ALONE:
            look.seen += 1
            if value != alone:
                look.fail(f"the job is done alone, but {label.removeprefix(_SAME)} is {value!r}")
    return look


def structures_written(session: Session) -> Look:
    """Check that a structure in pNext that is written alone is written behind one that the driver may not know."""
    look = Look(missing="the driver was to write VkPhysicalDeviceMaintenance3Properties of Vulkan 1.1")
    if session.answers.get(_WRITTEN) == "yes" and session.answers.get(_BEHIND) in ("yes", "no"):
        look.seen = 1
        if session.answers[_BEHIND] == "no":
            look.fail(
                "VkPhysicalDeviceMaintenance3Properties comes back unwritten behind a structure of an extension "
                "that the driver may not have; alone it is written"
            )
    return look


def same_devices(session: Session) -> Look:
    """Check that instances that are made one after the other have as many physical devices as the first."""
    look = Look(missing="instances were to be made one after the other")
    counts = session.answers.get("alike.devices_of_each")
    if isinstance(counts, list) and len(counts) > 1:
        look.seen = len(counts) - 1
        if len(set(map(str, counts))) > 1:
            look.fail(f"instances one after the other have {', '.join(map(str, counts))} physical devices")
    return look
