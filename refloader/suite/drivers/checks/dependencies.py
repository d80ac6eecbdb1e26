"""Checks that a driver offers what its extensions depend on, and tells what they bring, as the registry has it.

Source, in the Vulkan specification: "Extension Dependencies". If an extension is supported, those that it requires
must also be supported for the same instance or physical device.
"""

from collections.abc import Collection, Iterator
from functools import cache

from refloader.model import registry
from refloader.model.text import quote
from refloader.model.version import unpacked
from refloader.scenario.extension_dependencies import VERSION, parsed
from refloader.suite.sessions.answers import Answers, number, part, rows
from refloader.suite.sessions.check_result import CheckResult

_OTHERS_BRING = frozenset(
    {
        "VK_EXT_debug_report",
        "VK_EXT_debug_utils",
        "VK_KHR_portability_enumeration",
        "VK_LUNARG_direct_driver_loading",
    }
)
"""Instance extensions that a loader or a layer has without the driver."""

_NAMED_LATER = frozenset({"VK_KHR_get_physical_device_properties2"})
"""What the registry names for many extensions only since 2023: older drivers may not have known of it."""

_LONG_KNOWN = frozenset({"vkGetPhysicalDevicePresentRectanglesKHR"})
"""Physical-device functions of device extensions that the loaders of 2018, the first of interface version 4, have."""


def instance_extensions_complete(answers: Answers) -> CheckResult:
    """Check that the driver offers what each of its instance extensions depends on."""
    look = CheckResult(missing="the driver offers no instance extension that depends on others")
    _check(look, "the driver", _of_instance(answers), _of_instance(answers), _newest(answers))
    return look


def device_extensions_complete(answers: Answers) -> CheckResult:
    """Check that each physical device has what its extensions depend on, of the device, the instance or core."""
    look = CheckResult(
        missing="the driver has no physical device here that offers an extension that depends on others"
    )
    for device, names in _of_devices(answers):
        row = part(answers, f"enumerate.device.{device}")
        who = quote(str(row.get("name")))
        _check(look, who, names, names | _of_instance(answers), number(row, "api"))
    return look


def offered_by_devices(answers: Answers) -> frozenset[str]:
    """Return the extensions that any physical device offers."""
    return frozenset(name for _, names in _of_devices(answers) for name in names)


def is_offered(name: str, offered: Collection[str] | None) -> bool:
    """Return whether one of these extensions brings the function; without any given, all count."""
    return offered is None or any(each.name in offered for each in _owners(name))


@cache
def is_unknown_to_some_loader(name: str) -> bool:
    """Return whether this is a physical-device function that device extensions of the registry alone bring."""
    known, owners = registry.command(name), _owners(name)
    if known is None or known.level != "physical device" or name in _LONG_KNOWN:
        return False
    return bool(owners) and all(each.kind == "device" for each in owners)


def _owners(name: str) -> list[registry.Extension]:
    return [each for each in registry.extensions().values() if name in each.commands]


def _check(look: CheckResult, who: str, offered: Collection[str], known: Collection[str], api: int) -> None:
    def has(name: str) -> bool:
        if VERSION.fullmatch(name):
            return is_version(name)
        return name in known or name in _OTHERS_BRING or name in _NAMED_LATER or is_elsewhere(name)

    def is_version(name: str) -> bool:
        version = VERSION.fullmatch(name)
        return version is not None and unpacked(api).feature >= (int(version[1]), int(version[2]))

    def is_elsewhere(name: str) -> bool:
        """Return whether core or an extension that is there has what it was promoted to."""
        row = registry.extension(name)
        target = row.promoted_to if row else None
        return target is not None and (target in known or is_version(target) or is_elsewhere(target))

    for name in sorted(offered):
        row = registry.extension(name)
        if row is None or not row.depends:
            continue
        look.seen += 1
        if lacking := [str(each) for each in parsed(row.depends).lacking(has)]:
            look.fail(f"{who} offers {name}, which depends on {'; '.join(lacking)}: that is not offered")


# ---- reading


def _of_instance(answers: Answers) -> frozenset[str]:
    return _names(answers, "enumerate.instance-extensions.filled")


def _of_devices(answers: Answers) -> Iterator[tuple[str, frozenset[str]]]:
    for label in answers:
        words = label.split(".")
        if words[:2] == ["enumerate", "device-extensions"] and words[3:] == ["filled"]:
            yield words[2], _names(answers, label)


def _names(answers: Answers, label: str) -> frozenset[str]:
    return frozenset(str(row.get("name")) for row in rows(part(answers, label), "rows"))


def _newest(answers: Answers) -> int:
    """Return the version of Vulkan of the driver's instances; 0 for a driver of 1.0, which cannot be asked."""
    return number(part(answers, "enumerate.version"), "version")
