"""Checks that numbers of physical devices are of use: the specification implies it, and asks it in no sentence.

Source, in the Vulkan specification: VkMemoryHeap ("size is the total memory size in bytes in the heap"),
VkPhysicalDeviceLimits ("timestampPeriod is the number of nanoseconds required for a timestamp query to be
incremented by 1") and VkPhysicalDeviceDriverProperties ("driverID is a unique identifier for the driver"; no driver
has the number 0). A breach is a warning.
"""

from refloader.suite.drivers.checks.devices.properties import devices_of
from refloader.suite.sessions.answers import Answers, number, part, rows
from refloader.suite.sessions.check_result import CheckResult


def numbers_are_usable(answers: Answers) -> CheckResult:
    """Check that heaps have memory, that timestamps count a time, and that the driver has a number."""
    look = CheckResult(missing="the driver was to give a device")
    for place, device in devices_of(answers):
        _check_heaps(look, place, device)
        _check_period(look, place, device)
        driver = part(device, "driver")
        look.seen += 1 if driver else 0
        if driver and number(driver, "driverID") == 0:
            look.fail(f"driverID of physical device {place} is 0, the number of no driver")
    return look


def _check_heaps(look: CheckResult, place: str, device: Answers) -> None:
    for heap, row in enumerate(rows(device, "memory_heaps")):
        look.seen += 1
        if number(row, "size") == 0:
            look.fail(
                f"heap {heap} of physical device {place} has the size 0: nothing can be allocated of it"
            )


def _check_period(look: CheckResult, place: str, device: Answers) -> None:
    limits = part(part(device, "limits"), "VkPhysicalDeviceLimits")
    families = [family for family in rows(device, "queue_families") if number(family, "timestamp_bits")]
    period = limits.get("timestampPeriod")
    if families and isinstance(period, (int, float)):
        look.seen += 1
        if not period > 0:
            look.fail(
                f"timestampPeriod of physical device {place} is {period}, and {len(families)} of its queue families"
                " write timestamps: they measure no time"
            )
