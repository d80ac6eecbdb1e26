"""Checks on the act "lookups": names for which a layer has to answer NULL, most of them above a closed entity.

That entity has the commands of core alone, and supports no extension. Source: "Layer Conventions and Rules",
"Requirements of Well-Behaved Layers".
"""

from collections.abc import Collection, Iterable, Iterator

from refloader.model import registry
from refloader.suite.layers.alone.answers import (
    MADE_UP,
    NO_DEVICE,
    NO_INSTANCE,
    PHYSICAL_LOOKUP,
    Pass,
    lookup_name,
    lookups,
)
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP, Promises

NOBODYS = (
    "vkCmdNobodysEXT",
    "vkGetPhysicalDeviceNobodysEXT",
    "vkGetNobodysKHR",
    "vkQueueNobodys",
    "vkNobodys",
    "nobodys",
)
"""Names that begin as commands of each kind do, and that no registry and no entity below has."""

_CLOSED = "lookups.closed"
_LOOKUPS = ("instance", "device", "physical")

# ---- functions that are not enabled


def disabled_instance_functions(answers: Answers) -> CheckResult:
    """Check that vkGetInstanceProcAddr returns NULL for functions of instance extensions that are not enabled."""
    return _disabled(answers, "instance", NO_INSTANCE)


def disabled_device_functions(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr returns NULL for functions of extensions that are not enabled."""
    return _disabled(answers, "device", NO_DEVICE)


def _disabled(answers: Answers, kind: str, missing: str) -> CheckResult:
    """Check the lookups with no extension enabled, and none supported below."""
    found = lookups(answers, f"{_CLOSED}.{kind}")
    names = set(_of_instance_extensions() if kind == "instance" else _of_extensions("device"))
    result = CheckResult(
        seen=len(names) if found.seen else 0, missing=f"{missing}, or the layer enables extensions itself"
    )
    given = names & found.theirs
    if given:
        result.fail(
            f"{lookup_name(kind)} gives functions of its own for {result.some(given)}, "
            f"whose extensions are not enabled ({len(given)} in all)"
        )
    return result


def functions_below_disabled(answers: Answers) -> CheckResult:
    """Check the same of devices above an entity that has the functions for others: a driver that supports extensions.

    The next vkGetInstanceProcAddr has these functions, the next vkGetDeviceProcAddr has none of them. What the layer
    gives above an entity without them at all is left to ``disabled_device_functions``.
    """
    found, closed = lookups(answers, "lookups.bare.device"), lookups(answers, f"{_CLOSED}.device")
    names = set(_of_extensions("device")) - closed.theirs if closed.seen else set()
    result = CheckResult(seen=len(names) if found.seen else 0, missing=NO_DEVICE)
    given = names & (found.theirs | found.next)
    if given:
        result.fail(
            f"{DEVICE_LOOKUP} gives {result.some(given)} of a device that enables no extension, "
            f"where the next {DEVICE_LOOKUP} answers NULL ({len(given)} in all)"
        )
    return result


def answers_of_this_instance(answers: Answers) -> CheckResult:
    """Check that no lookup gives a function from below that the next entity of this instance or device has not.

    The closed entity has the commands of core alone. What a layer gives of another entity's functions there it has
    from another instance. A command that core has under another name may be given for it.
    """
    result = CheckResult(missing=NO_INSTANCE)
    for kind in _LOOKUPS:
        found = lookups(answers, f"{_CLOSED}.{kind}")
        result.seen += found.seen
        strange = {name for name in found.next if name != PHYSICAL_LOOKUP and not _has_core_name(name)}
        if strange:
            result.fail(
                f"{lookup_name(kind)} gives a function from below for {result.some(strange)},"
                " for which the next entity of this instance answers NULL"
            )
    return result


def _has_core_name(name: str) -> bool:
    """Return whether core has the command, by this name or by that of which it is an older one."""
    known = registry.command(name)
    return known is not None and (known.core is not None or known.alias is not None)


def functions_of_instances(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr gives none of the layer's functions of instances and physical devices.

    Vulkan has that command return NULL for them.
    """
    found = lookups(answers, "lookups.open.device")
    others = {name for name, known in registry.commands().items() if known.level != "device"}
    result = CheckResult(seen=len(others) if found.seen else 0, missing=NO_DEVICE)
    if found.theirs & others:
        result.fail(
            f"{DEVICE_LOOKUP} gives the layer's {result.some(found.theirs & others)}, of no device: "
            "Vulkan has NULL returned"
        )
    return result


def functions_of_other_extensions(answers: Answers, promises: Promises) -> CheckResult:
    """Check that a device that enables one of the layer's extensions has no functions of its others.

    Only functions are judged that are NULL if none of the extensions is enabled.
    """
    result = CheckResult(missing="the manifest does not list functions for several extensions of devices")
    closed = lookups(answers, f"{_CLOSED}.device")
    listed = {name for _, functions in promises for name in functions if _can_be_of(name, "device")}
    for extension, functions in promises:
        found = lookups(answers, f"lookups.alone.{extension}")
        others = {name for name in listed - {*functions} - closed.theirs if not _is_of(name, extension)}
        result.seen += len(others) if found.seen and closed.seen else 0
        given = others & found.theirs if closed.seen else frozenset()
        if given:
            result.fail(
                f"{DEVICE_LOOKUP} gives a function of its own for {result.some(given)} "
                f"of a device that enables {extension} alone"
            )
    return result


def _is_of(name: str, extension: str) -> bool:
    known = registry.command(name)
    return known is not None and extension in known.extensions


def physical_functions_below(answers: Answers) -> CheckResult:
    """Check that vk_layerGetPhysicalDeviceProcAddr gives no function from below that the next one does not give.

    That of the entity below has the functions of physical devices alone. A loader takes what it is given for one.
    """
    found = lookups(answers, "lookups.open.physical")
    others = found.next - _of_physical_devices() - {MADE_UP[2]}
    result = CheckResult(
        seen=len(found.next), missing=f"the layer's {PHYSICAL_LOOKUP} gives nothing of what is below"
    )
    if others:
        result.fail(
            f"{PHYSICAL_LOOKUP} gives the next entity's {result.some(others)}, "
            f"for which the next {PHYSICAL_LOOKUP} answers NULL"
        )
    return result


def disabled_physical_functions(answers: Answers) -> CheckResult:
    """Check that vk_layerGetPhysicalDeviceProcAddr gives no own function that vkGetInstanceProcAddr denies.

    A loader that knows no such function asks the first, and has a function for what is not enabled if it gets one.
    The names are those that the layer is asked for above an entity without extensions, before and after another
    instance has enabled some.
    """
    result = CheckResult(missing=f"the layer has no {PHYSICAL_LOOKUP}, or no instance could be made")
    for place, which in (("closed", "no extension"), ("older", "no extension, beside one that does")):
        found, of_instance = (
            lookups(answers, f"lookups.{place}.{kind}") for kind in ("physical", "instance")
        )
        if not found.seen or not of_instance.seen:
            continue
        result.seen += 1
        given = {
            name for name in found.theirs - of_instance.theirs - of_instance.next if not _is_of_core(name)
        }
        if given:
            result.fail(
                f"{PHYSICAL_LOOKUP} of an instance that enables {which} gives a function of its own for"
                f" {result.some(given)}, for which the layer's vkGetInstanceProcAddr answers NULL"
            )
    return result


def _is_of_core(name: str) -> bool:
    known = registry.command(name)
    return known is not None and known.core is not None


def disabled_entrypoints(answers: Answers, names: Iterable[str]) -> CheckResult:
    """Check that functions that the manifest lists for device extensions are NULL as long as none is enabled.

    Those of the registry are left to ``disabled_device_functions``.
    """
    found: Pass = lookups(answers, f"{_CLOSED}.device")
    result = CheckResult(
        missing="the manifest lists no functions of the layer's own, or no device could be made with the layer"
    )
    for name in (name for name in names if found.seen and not registry.command(name)):
        result.seen += 1
        if name in found.theirs:
            result.fail(
                f"{DEVICE_LOOKUP} gives a function of its own for {name}, whose extension is not enabled"
            )
    return result


def unlisted_functions(answers: Answers, names: Collection[str]) -> CheckResult:
    """Check that the manifest lists each function that a device has because it enables an extension of the layer's.

    ``names`` are those of no registry that the library names and the manifest does not. Another device of the same
    instance enables no extension: a function that it has is no extension's of devices.
    """
    enabled, beside = lookups(answers, "lookups.promised.device"), lookups(answers, "lookups.beside.device")
    result = CheckResult(missing="no two devices could be made, with the layer's extensions and without")
    for name in sorted(names) if enabled.seen and beside.seen else ():
        result.seen += 1
        if name in enabled.theirs - beside.theirs - beside.next:
            result.fail(
                f"{DEVICE_LOOKUP} gives a function of its own for {name} of a device that enables the layer's"
                " extensions, and the manifest lists it for none of them"
            )
    return result


def functions_apart(answers: Answers, names: Iterable[str], kind: str) -> CheckResult:
    """Check that what one device or instance enables is not there for others that have not enabled it.

    Only functions are judged that were NULL before any other had enabled them; the rest is left to the checks above.
    """
    result = CheckResult(
        missing="the manifest lists no extensions with functions, or nothing could be made with them"
    )
    before = lookups(answers, f"{_CLOSED}.{kind}")
    fitting = {name for name in names if _can_be_of(name, kind)} - before.theirs if before.seen else set()
    for place, which in (("older", f"an older {kind}"), ("beside", f"another {kind}")):
        found = lookups(answers, f"lookups.{place}.{kind}")
        result.seen += len(fitting) if found.seen else 0
        given = fitting & found.theirs
        if given:
            what = (
                f"a function of its own for {result.some(given)} of {which}, whose extension is not enabled"
            )
            result.fail(f"{lookup_name(kind)} gives {what}: it is for one that has been made since")
    return result


def _can_be_of(name: str, kind: str) -> bool:
    """Return whether a function is there only once an extension of that kind is enabled.

    Those of device extensions an instance has for all devices. What no registry knows is in lists for devices alone.
    """
    known = registry.command(name)
    of_instances = registry.instance_extensions()
    if kind == "instance":
        return known is not None and bool(known.extensions) and of_instances >= set(known.extensions)
    return known is None or (
        known.level == "device" and known.core is None and of_instances.isdisjoint(known.extensions)
    )


# ---- names of no command


def unknown_names(answers: Answers) -> CheckResult:
    """Check that no lookup gives a function of the layer for a name that neither the layer nor anybody below has.

    "A layer must return NULL [...] for entry-points that it does not support": nobody supports these.
    """
    result = CheckResult(missing="the layer has no vkGetInstanceProcAddr to ask")
    invented = {"without an instance": _of_nobody(answers, "lookups.none", result)}
    for kind in _LOOKUPS:
        invented[f"of {lookup_name(kind)}"] = _of_nobody(answers, f"{_CLOSED}.{kind}", result)
    for where, names in invented.items():
        if names:
            result.fail(
                f"the lookup {where} gives a function of the layer for {result.some(names)}: no command"
            )
    return result


def _of_nobody(answers: Answers, label: str, result: CheckResult) -> frozenset[str]:
    found = lookups(answers, label)
    result.seen += found.seen
    return found.theirs & {*MADE_UP, *NOBODYS}


def lookups_without_instance(answers: Answers) -> CheckResult:
    """Check that without an instance the layer comes back for every name."""
    found = lookups(answers, "lookups.none")
    result = CheckResult(seen=1 if found.seen else 0, missing="the layer has no vkGetInstanceProcAddr to ask")
    until = part(answers, "lookups.none").get("until")
    if until:
        result.fail(f'vkGetInstanceProcAddr(NULL, "{until}") crashes or hangs instead of answering NULL')
    return result


# ---- the registry


def _of_physical_devices() -> frozenset[str]:
    return frozenset(name for name, known in registry.commands().items() if known.level == "physical device")


def _of_extensions(level: str) -> Iterator[str]:
    for name, command in registry.commands().items():
        if command.core is None and command.extensions and command.level == level:
            yield name


def _of_instance_extensions() -> Iterator[str]:
    """Yield instance and physical-device functions that only instance extensions provide."""
    for name in (*_of_extensions("instance"), *_of_extensions("physical device")):
        if (known := registry.command(name)) and registry.instance_extensions() >= set(known.extensions):
            yield name
