"""Checks on the act "alike": the same work in several forms, structures that are asked for, instances in a row.

Source: the Vulkan specification, on which the documents' requirements come on top. A job that is submitted alone is
what the other forms are compared with.
"""

from refloader.suite.running.look import Look
from refloader.suite.running.session import Session

_SAME = "alike.same."
_ALONE = f"{_SAME}alone"
_BEHIND = {
    "alike.written.features": "VkPhysicalDevice16BitStorageFeatures behind VkPhysicalDeviceFeatures2",
    "alike.written.properties": "VkPhysicalDeviceMaintenance3Properties behind VkPhysicalDeviceProperties2",
    "alike.written.behind_another": (
        "VkPhysicalDeviceMaintenance3Properties behind a structure of an extension that the driver may not have"
    ),
}


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
    """Check that structures of Vulkan 1.1 in pNext are written by a driver of 1.1, wherever they stand."""
    look = Look(missing="the driver was to be of Vulkan 1.1")
    for label, place in _BEHIND.items():
        value = session.answers.get(label)
        look.seen += value in ("yes", "no")
        if value == "no":
            look.fail(f"{place} comes back unwritten")
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
