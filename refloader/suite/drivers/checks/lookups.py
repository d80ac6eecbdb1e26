"""Checks on the act "lookups": every command of the registry through each lookup of a driver.

Source: "Driver Vulkan Entry Point Discovery", "Driver Unknown Physical Device Extensions", and the requirements of
the interface versions 0 and 4.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from refloader.model import registry
from refloader.model.version import unpacked
from refloader.suite.drivers.checks.dependencies import is_offered, is_unknown_to_some_loader
from refloader.suite.drivers.checks.interface import GET_PHYSICAL, GET_PROC_ADDR
from refloader.suite.sessions.answers import Answers, number, numbers, part, texts
from refloader.suite.sessions.check_result import CheckResult

INSTANCE_LEVELS = frozenset({"instance", "physical device"})
MADE_UP = (
    "vkMadeUpOfTheProberEXT",
    "vkMadeUpDeviceCallOfTheProberEXT",
    "vkGetPhysicalDeviceMadeUpOfTheProberEXT",
    "vkCmdMadeUpOfTheProberEXT",
    "vkQueueMadeUpOfTheProberKHR",
    "vkGetPhysicalDeviceFeaturesKHR",
    "vkGetPhysicalDeviceMemoryPropertiesXYZ",
    "vkGetPhysicalDeviceProperties3",
    "vkGetPhysicalDeviceFeature",
    "vkDestroyInstanceKHR",
    "vkCreateDeviceEXT",
    "vkCmdCopyBufferKHR",
    "vkQueueSubmi",
    "VkQueueSubmit",
    "vkqueuewaitidle",
    "vkcreatedevice",
    "vkEnumeratephysicaldevices",
    "VKCREATEBUFFER",
)
"""Names of no command."""

_GLOBAL = ("vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
_LAYERS = frozenset({"vkEnumerateInstanceLayerProperties", "vkEnumerateDeviceLayerProperties"})
"""Commands that no loader calls in a driver: layers are not the driver's."""
_OF_1_0 = frozenset(
    name
    for name, each in registry.commands().items()
    if each.level == "physical device" and each.core == "1.0" and name not in _LAYERS
)
_VERSION = "vkEnumerateInstanceVersion"
_NO_INSTANCE = "no instance of the driver could be made"
NO_DEVICE = "no device of the driver could be made"
NO_PHYSICAL = "the driver has no vk_icdGetPhysicalDeviceProcAddr at the interface version agreed on"


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a lookup over all names: those with an answer, and those whose answer cannot be called.

    ``until`` is the name at which the pass ended early: names that follow it in the alphabet, and names that are not
    in the registry, were not looked up.
    """

    seen: bool
    found: frozenset[str]
    no_code: frozenset[str]
    until: str

    def was_asked(self, name: str) -> bool:
        """Return whether the pass came to this name. Names of no command come after all commands."""
        if not self.until:
            return True
        is_command = registry.command(name) is not None
        return is_command and (registry.command(self.until) is None or name < self.until)


def passed(answers: Answers, label: str) -> Pass:
    """Return the pass of a label."""
    row = part(answers, label)
    found = frozenset(texts(row, "own")) | frozenset(part(row, "elsewhere"))
    return Pass(bool(row), found, frozenset(texts(row, "no_code")), str(row.get("until", "")))


# ---- vk_icdGetInstanceProcAddr


def global_functions(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance and vkEnumerateInstanceExtensionProperties are found without an instance."""
    result = CheckResult(missing="the driver could not be asked")
    needed(result, answers, "lookups.global", _GLOBAL, "without an instance the driver gives")
    return result


def version_function(answers: Answers) -> CheckResult:
    """Check that a driver with a Vulkan 1.1 device or newer has vkEnumerateInstanceVersion without an instance."""
    newest = max(numbers(part(answers, "lookups.devices"), "devices"), default=0)
    result = CheckResult(missing="the driver has no device of Vulkan 1.1 or newer")
    if unpacked(newest).feature >= (1, 1):
        what = f"with a device of Vulkan {unpacked(newest)} the driver gives"
        needed(result, answers, "lookups.global", (_VERSION,), what)
    return result


def core_functions(answers: Answers) -> CheckResult:
    """Check that all instance-level functions of the instance's core version, and vkGetDeviceProcAddr, are found."""
    result = CheckResult(missing=_NO_INSTANCE)
    names = core_of_instances(answers)
    what = f"with an instance of Vulkan {unpacked(asked_version(answers))} the driver gives"
    needed(result, answers, "lookups.instance", names, what)
    return result


def core_of_instances(answers: Answers) -> frozenset[str]:
    """Return the instance-level functions of the instance's core version, and vkGetDeviceProcAddr."""
    return (
        frozenset({"vkGetDeviceProcAddr", *core_commands(asked_version(answers), INSTANCE_LEVELS)}) - _LAYERS
    )


def extension_functions(answers: Answers) -> CheckResult:
    """Check that the functions of enabled instance extensions are found; those for surfaces may be the loader's."""
    made = part(answers, "lookups.made")
    result = CheckResult(
        missing="the driver has no instance extension with functions, or none can be enabled"
    )
    if made.get("enabled"):
        offered = frozenset(texts(made, "extensions"))
        names = {
            name
            for name, command in registry.commands().items()
            if command.level in INSTANCE_LEVELS and not offered.isdisjoint(command.extensions)
        }
        names = {name for name in names if not _makes_surfaces(name)}
        needed(result, answers, "lookups.instance", names, "with all its extensions enabled the driver gives")
    return result


def unknown_names(answers: Answers) -> CheckResult:
    """Check that names of no command have no function, as with vkGetInstanceProcAddr."""
    result = CheckResult(missing=_NO_INSTANCE)
    for label, function in (("lookups.instance", GET_PROC_ADDR), ("lookups.device", "vkGetDeviceProcAddr")):
        row = passed(answers, label)
        result.seen += len(MADE_UP) if row.seen else 0
        for name in filter(row.found.__contains__, MADE_UP):
            result.fail(f"{function} gives a function for {name}, which is the name of none")
    return result


def version_0_functions(answers: Answers) -> CheckResult:
    """Check that vkGetInstanceProcAddr of a driver of interface version 0 has all functions of Vulkan 1.0."""
    result = CheckResult(missing="the driver is entered by vk_icdGetInstanceProcAddr")
    if part(answers, "lookups.entry").get("by") == "vkGetInstanceProcAddr":
        names = set(core_commands(_packed(1, 0), {*INSTANCE_LEVELS, "device"})) - _LAYERS
        needed(result, answers, "lookups.instance", names, "vkGetInstanceProcAddr gives")
    return result


# ---- vkGetDeviceProcAddr


def device_functions(answers: Answers) -> CheckResult:
    """Check that the driver's vkGetDeviceProcAddr has all device functions of Vulkan 1.0."""
    result = CheckResult(missing=NO_DEVICE)
    needed(
        result,
        answers,
        "lookups.device",
        set(core_commands(_packed(1, 0), {"device"})),
        "vkGetDeviceProcAddr gives",
    )
    return result


def device_extension_functions(answers: Answers) -> CheckResult:
    """Check that the functions of enabled device extensions are found, if their extension alone brings them."""
    result = CheckResult(missing="the driver has no device extension with functions, or none can be enabled")
    versions = numbers(part(answers, "lookups.devices"), "devices")
    first = passed(answers, "lookups.device")
    for label in answers:
        if not label.startswith("lookups.enabled"):
            continue
        _, _, number_of = label.removeprefix("lookups.").partition(".")
        names = brought_by(frozenset(texts(part(answers, label), "extensions")))
        # Of the first device, core is another check's, and so is what it lacks of it.
        if number_of and int(number_of) < len(versions):
            known = set(core_commands(min(asked_version(answers), versions[0]), {"device"})) - first.found
            names |= (
                set(core_commands(min(asked_version(answers), versions[int(number_of)]), {"device"})) - known
            )
        which = f"of physical device {number_of} " if number_of else ""
        what = f"for a device {which}with all its extensions enabled vkGetDeviceProcAddr gives"
        needed(result, answers, label.replace("enabled", "extended"), names, what)
    return result


def brought_by(enabled: frozenset[str]) -> set[str]:
    """Return the functions of devices that one of these extensions brings, whatever else is enabled."""
    commands = registry.commands().items()
    return {name for name, each in commands if each.level == "device" and not enabled.isdisjoint(each.always)}


def device_functions_enabled(answers: Answers) -> CheckResult:
    """Check that a device without extensions has no functions of device extensions.

    Vulkan's table of it has only those of enabled extensions. Not counted: aliases, and what core or instances bring.
    """
    names = [name for name, row in registry.commands().items() if _of_device_extensions(row)]
    return _none_given(answers, names, "of extensions that the device was made without")


def _of_device_extensions(command: registry.Command) -> bool:
    rows = [registry.extension(name) for name in command.extensions]
    alone = command.level == "device" and command.core is None and command.alias is None
    return alone and bool(rows) and all(row is not None and row.kind == "device" for row in rows)


def device_functions_alone(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr gives NULL for commands of instances and physical devices ("Command Function
    Pointers" of the Vulkan specification). A loader hands on what the driver gives."""
    names = [name for name in registry.commands() if _level(name) != "device"]
    return _none_given(answers, names, "of no device")


def _none_given(answers: Answers, names: list[str], aside: str) -> CheckResult:
    row, result = passed(answers, "lookups.device"), CheckResult(missing=NO_DEVICE)
    some = result.some
    asked = [name for name in names if row.was_asked(name)]
    result.seen = len(asked) if row.seen else 0
    given = sorted(row.found.intersection(asked))
    if given:
        result.fail(f"vkGetDeviceProcAddr gives functions for {some(given)} ({len(given)} in all), {aside}")
    return result


# ---- vk_icdGetPhysicalDeviceProcAddr


def physical_offered(answers: Answers) -> CheckResult:
    """Check that a driver of interface version 4 or newer has vk_icdGetPhysicalDeviceProcAddr."""
    entry = part(answers, "lookups.entry")
    result = CheckResult(missing="the driver is of an interface version below 4")
    if number(entry, "version") >= 4:
        result.seen = 1
        if entry.get("physical") == "null":
            result.fail(f"the driver is of interface version {entry['version']} and has no {GET_PHYSICAL}")
    return result


def physical_needed(answers: Answers) -> CheckResult:
    """Check that a driver has vk_icdGetPhysicalDeviceProcAddr if it has physical-device functions of extensions.

    "If an ICD supports a Physical Device extension, it must provide" it: loaders take functions that they do not know
    for those of a device. Extensions that every loader of interface version 4 knows do not count.
    """
    entry, needing = part(answers, "lookups.entry"), _needing(answers)
    result = CheckResult(missing="the driver has no functions of physical devices that loaders may not know")
    if number(entry, "version") >= 4 and needing:
        result.seen = len(needing)
        if entry.get("physical") == "null":
            result.fail(
                f"the driver of interface version {entry['version']} has {result.some(needing)}, "
                f"and no {GET_PHYSICAL}"
            )
    return result


def physical_answers(answers: Answers, offered: Collection[str] | None = None) -> CheckResult:
    """Check what vk_icdGetPhysicalDeviceProcAddr returns: functions of physical devices, and NULL for other names.

    ``offered`` are the extensions of the driver's devices: a function of another is not one that the driver supports.
    It may leave out core ("only return values for physical device extension entry points") and all of an extension
    that loaders have long known; not a part of one, nor of Vulkan 1.0: neither that sentence nor "every physical
    device function supported" parts it; nothing that loaders may not know, and not all that there is.
    """
    physical = passed(answers, "lookups.physical")
    result = CheckResult(missing=NO_PHYSICAL)
    if not physical.seen:
        return result
    result.seen, some = len(registry.commands()) + len(MADE_UP), result.some
    has_any = any(_level(name) == "physical device" for name in physical.found)
    for extension, supported in _supported_of_physical_devices(answers):
        lacking = sorted(name for name in supported - physical.found if physical.was_asked(name))
        if lacking and supported & physical.found:
            result.fail(f"it gives NULL for {some(lacking)}, and functions for the rest of {extension}")
        elif lacking and not has_any:
            result.fail(f"it gives NULL for {some(lacking)}, as for every function of a physical device")
    oldest = _OF_1_0 & passed(answers, "lookups.instance").found
    if physical.found & oldest and (lacking := sorted(filter(physical.was_asked, oldest - physical.found))):
        result.fail(f"it gives NULL for {some(lacking)}, and functions for the rest of Vulkan 1.0")
    if unknown := [
        name
        for name in _needing(answers)
        if name not in physical.found and physical.was_asked(name) and is_offered(name, offered)
    ]:
        result.fail(f"it gives NULL for {some(unknown)}, which loaders then take for functions of devices")
    others = sorted(name for name in physical.found if _level(name) not in ("physical device", ""))
    if others:
        result.fail(f"it gives {some(others)} ({len(others)} in all), of no physical device")
    if made_up := physical.found.intersection(MADE_UP):
        result.fail(f"it gives a function for {some(made_up)}, which is the name of none")
    if physical.no_code:
        result.fail(f"what it gives for {some(physical.no_code)} is no function")
    return result


def physical_published(answers: Answers, exports: Answers) -> CheckResult:
    """Check that vk_icdGetPhysicalDeviceProcAddr is exported, or from version 7 on returned without an instance."""
    version = number(part(answers, "lookups.entry"), "version")
    place = part(exports, "exports.interface").get(GET_PHYSICAL)
    asked = [passed(answers, label) for label in ("lookups.global", "lookups.instance")]
    result = CheckResult(missing=f"the driver has no {GET_PHYSICAL}")
    if place is not None and (place != "null" or any(GET_PHYSICAL in each.found for each in asked)):
        result.seen = 1
        if place == "null" and version < 7:
            result.fail(
                f"the driver is of interface version {version} and gives {GET_PHYSICAL} by "
                "vk_icdGetInstanceProcAddr, but does not export it"
            )
        elif place == "null" and asked[0].was_asked(GET_PHYSICAL) and GET_PHYSICAL not in asked[0].found:
            result.fail(f"{GET_PHYSICAL} is not exported, and given with an instance only")
    return result


def physical_by_lookup(answers: Answers) -> CheckResult:
    """Check that the driver's vkGetInstanceProcAddr returns vk_icdGetPhysicalDeviceProcAddr (edition of 2018)."""
    instance = passed(answers, "lookups.instance")
    result = CheckResult(missing=NO_PHYSICAL)
    has = part(answers, "lookups.entry").get("physical", "null") != "null"
    if has and instance.seen and instance.was_asked(GET_PHYSICAL):
        result.seen = 1
        if GET_PHYSICAL not in instance.found:
            result.fail(
                f"the driver exports {GET_PHYSICAL}, but its lookup with an instance does not give it"
            )
    return result


# ---- what is expected


def needed(result: CheckResult, answers: Answers, label: str, names: Collection[str], what: str) -> None:
    """Check that these names have answers in the pass, and that the answers can be called."""
    row = passed(answers, label)
    if not row.seen:
        return
    asked = {name for name in names if row.was_asked(name)}
    result.seen += len(asked)
    lacking = sorted(asked - row.found)
    if lacking:
        result.fail(f"{what} NULL for {result.some(lacking)} ({len(lacking)} in all)")
    uncallable = sorted(row.no_code.intersection(names))
    if uncallable:
        result.fail(f"{what} what is no function for {result.some(uncallable)} ({len(uncallable)} in all)")


def asked_version(answers: Answers) -> int:
    """Return the version that the instance was requested for, as far as the driver reports to support it."""
    made = part(answers, "lookups.made")
    return min(number(made, "asked"), number(made, "version") or _packed(1, 0))


def core_commands(version: int, levels: Collection[str]) -> Iterator[str]:
    """Yield the commands of these levels that core has at this version."""
    for name, command in registry.commands().items():
        if command.core is not None and command.level in levels:
            major, _, minor = command.core.partition(".")
            if (int(major), int(minor)) <= unpacked(version).feature:
                yield name


def _supported_of_physical_devices(answers: Answers) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each enabled instance extension with the physical-device functions that the driver has of it."""
    made, found = part(answers, "lookups.made"), passed(answers, "lookups.instance").found
    for extension in texts(made, "extensions") if made.get("enabled") else ():
        known = registry.extension(extension)
        names = frozenset(
            name for name in (known.commands if known else ()) if _level(name) == "physical device"
        )
        yield extension, names & found


def _needing(answers: Answers) -> list[str]:
    """Return the physical-device functions of the driver that loaders may not know."""
    found = passed(answers, "lookups.instance").found
    return sorted(name for name in found if is_unknown_to_some_loader(name))


def _makes_surfaces(name: str) -> bool:
    """Return whether a driver that leaves surfaces to the loader needs no such command."""
    return name == "vkDestroySurfaceKHR" or (name.startswith("vkCreate") and "Surface" in name)


def _level(name: str) -> str:
    known = registry.command(name)
    return known.level if known else ""


def _packed(major: int, minor: int) -> int:
    return major << 22 | minor << 12
