"""Checks on the act "lookups": functions of the versions of Vulkan, by the lookups for devices and physical devices.

Source: "Command Function Pointers" of the Vulkan specification, and "Driver Unknown Physical Device Extensions".
"""

from refloader.model import registry
from refloader.model.version import unpacked
from refloader.suite.drivers.checks.lookups import (
    NO_DEVICE,
    NO_PHYSICAL,
    asked_version,
    core_commands,
    needed,
    passed,
)
from refloader.suite.sessions.answers import Answers, numbers, part
from refloader.suite.sessions.check_result import CheckResult

_FIRST = 1 << 22
"""Vulkan 1.0."""

_NEWEST = 0xFFFFFFF


def later_device_functions(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr has the functions of later core versions that instance and device support."""
    versions = numbers(part(answers, "lookups.devices"), "devices")
    version = min(asked_version(answers), versions[0]) if versions else 0
    names = set(core_commands(version, {"device"})) - set(core_commands(_FIRST, {"device"}))
    result = CheckResult(
        missing=NO_DEVICE if names else "the driver has no device for which an instance is of Vulkan 1.1"
    )
    what = f"for a device of Vulkan {unpacked(version)} vkGetDeviceProcAddr gives"
    needed(result, answers, "lookups.device", names, what)
    return result


def functions_above(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr gives NULL for functions of core that came after the version of the device.

    Core commands beyond the version of the instance "which are supported by the implementation" may be given: of a
    later version than its own a device supports none, and applications take what they find for supported. Commands
    that an extension had under the same name are not counted.
    """
    versions = numbers(part(answers, "lookups.devices"), "devices")
    row, result = passed(answers, "lookups.device"), CheckResult(missing=NO_DEVICE)
    if not row.seen or not versions:
        return result
    result.missing = "the device is of the newest version of Vulkan that is known"
    later = set(core_commands(_NEWEST, {"device"})) - set(core_commands(versions[0], {"device"}))
    asked = sorted(name for name in later if row.was_asked(name) and not _is_of_extension(name))
    result.seen = len(asked)
    if given := [name for name in asked if name in row.found]:
        result.fail(
            f"for a device of Vulkan {unpacked(versions[0])} vkGetDeviceProcAddr gives functions for"
            f" {result.some(given)} ({len(given)} in all), which later versions have"
        )
    return result


def _is_of_extension(name: str) -> bool:
    known = registry.command(name)
    return known is not None and bool(known.extensions)


def physical_of_each_version(answers: Answers) -> CheckResult:
    """Check that vk_icdGetPhysicalDeviceProcAddr gives functions of each version of core, if it gives those of any.

    It gives the function for "a physical device function supported by the driver"; another sentence has it return
    values for functions of extensions only. Neither of them parts one later version from another. Those of Vulkan 1.0
    were never in an extension, and are judged apart.
    """
    physical, result = passed(answers, "lookups.physical"), CheckResult(missing=NO_PHYSICAL)
    if not physical.seen:
        return result
    result.missing = f"it gives no function of core, or {NO_DEVICE}"
    supported = passed(answers, "lookups.instance").found.intersection(
        core_commands(asked_version(answers), {"physical device"})
    )
    asked = {name for name in supported if physical.was_asked(name) and "Layer" not in name}
    first = asked.intersection(core_commands(_FIRST, {"physical device"}))
    for names in (first, asked - first):
        given = physical.found.intersection(names)
        result.seen += len(names) if given else 0
        if given and (lacking := sorted(names - given)):
            result.fail(f"it gives NULL for {result.some(lacking)}, and {len(given)} other functions of core")
    return result
