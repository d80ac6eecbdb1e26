"""Causes in the source code of a text: wrong structures, extensions in the wrong list, drivers not asked for."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.source_code import SourceCode
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.model.registry import command, extensions, instance_extensions
from refloader.model.system import System
from refloader.model.text import quote

_FAILED = frozenset(
    {EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.EFFECT, EventKind.MESSAGE, EventKind.LACKED}
)
_PORTABILITY = "VK_KHR_portability_enumeration"
_FLAG = "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR"


def of_code(log: Log) -> Iterator[Event]:
    """Yield what is wrong in the source code of a text, if something of it failed."""
    code = log.code
    if code.structures or code.wrong or code.calls or code.fetched or code.version[1]:
        wrong = list(_of_types(code))
        yield from wrong
        yield from _of_wrong_list(log, code) if not wrong else ()
        yield from _of_portability(log, code) if not wrong else ()
        yield from _of_version(log, code)
        yield from _of_functions(log, code)


def _of_types(code: SourceCode) -> Iterator[Event]:
    """Yield that a structure has the sType of another one."""
    for name, (structure, typed, line) in code.wrong.items():
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", structure).upper()
        why = (
            f"in the code, {quote(name)} is a Vk{structure}, and its sType is that of another structure, "
            f"VK_STRUCTURE_TYPE_{typed}: what a loader, a layer or a driver makes of it is undefined"
        )
        yield Event(EventKind.CONCLUDED, line, name, why, fix=f"{name}.sType = VK_STRUCTURE_TYPE_{words}")
        return


_NOT_THERE = "EXTENSION_NOT_PRESENT"


def _of_wrong_list(log: Log, code: SourceCode) -> Iterator[Event]:
    """Yield that code asks for an extension of devices beside vkCreateInstance, or the other way round."""
    missing = next((e for e in log.events if e.message is not None and _NOT_THERE in e.message.says), None)
    with_device = "vkCreateDevice" in code.calls or any(name.startswith("Device") for name in code.structures)
    with_instance = "vkCreateInstance" in code.calls or "InstanceCreateInfo" in code.structures
    if missing is None or with_device is with_instance:
        return
    call, other = (
        ("vkCreateInstance", "vkCreateDevice") if with_instance else ("vkCreateDevice", "vkCreateInstance")
    )
    kind, right = ("instances", "devices") if with_instance else ("devices", "instances")
    for name, line in code.extensions.items():
        if name in extensions() and (name in instance_extensions()) is not with_instance:
            why = (
                f"the code asks {call} for {name}, which is an extension of {right} and not of {kind}: it fails with "
                "VK_ERROR_EXTENSION_NOT_PRESENT"
            )
            fix = f"take {name} out of the extensions of {call}, and name it among those of {other}"
            yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
            return


_OF_INSTANCE = re.compile(r"create instance|vkCreateInstance|Vulkan instance", re.IGNORECASE)


def _of_portability(log: Log, code: SourceCode) -> Iterator[Event]:
    """Yield that code for macOS makes an instance and does not ask for portability drivers."""
    made = code.calls.get("vkCreateInstance", 0) or code.calls.get("VkInstanceCreateInfo", 0)
    made = made or code.structures.get("InstanceCreateInfo", 0)
    failed = any(e.kind in _FAILED for e in log.events) or (
        log.trouble is not None and _OF_INSTANCE.search(log.trouble[1]) is not None
    )
    if not made or not failed or system_of(log) is not System.MACOS or code.flagged:
        return
    named = _PORTABILITY in code.extensions
    lacks = f"sets no {_FLAG} in its flags" if named else f"asks for no {_PORTABILITY}"
    why = (
        f"the code {lacks}: on macOS each driver (MoltenVK, KosmicKrisp) is one for portability, which loaders from "
        "1.3.216 on then leave out, and vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER"
    )
    first = "" if named else f"name {_PORTABILITY} among the extensions of the instance, and "
    fix = f"{first}set createInfo.flags |= {_FLAG}"
    yield Event(EventKind.CONCLUDED, made, _PORTABILITY, why, fix=fix)


def _of_version(log: Log, code: SourceCode) -> Iterator[Event]:
    """Yield that code asks a loader of Vulkan 1.0 for a later version."""
    minor, line = code.version
    refused = any(e.kind is EventKind.NO_DRIVER for e in log.events)
    is_old = log.told.old_loader.startswith("1.0.") or any(each.startswith("1.0.") for each in log.versions)
    is_newer = any(re.match(r"1\.[1-9]", each) for each in log.versions)
    if not minor or not refused or not is_old or is_newer:
        return
    why = (
        f"the code asks for Vulkan 1.{minor} (apiVersion), and the loader is of Vulkan 1.0, which then makes no "
        "instance: VK_ERROR_INCOMPATIBLE_DRIVER"
    )
    fix = (
        "update the loader (the package of libvulkan.so.1, or a newer distribution); or ask for "
        "VK_API_VERSION_1_0 where vkEnumerateInstanceVersion is missing or says 1.0"
    )
    yield Event(EventKind.CONCLUDED, line, "apiVersion", why, fix=fix)


def _of_functions(log: Log, code: SourceCode) -> Iterator[Event]:
    """Yield that a function which the code asks for and does not get is one of an extension that is not enabled."""
    for name, line in code.fetched.items():
        known = command(name)
        makers = known.extensions if known is not None and not known.core else ()
        if not log.told.null or not makers or any(each in code.extensions for each in makers):
            continue
        call = "vkCreateInstance" if makers[0] in instance_extensions() else "vkCreateDevice"
        is_whole = bool(code.extensions) and not code.gathered
        why = (
            f"the code asks for {name} and gets NULL, as for each function of an extension that was not enabled: "
            f"it is one of {makers[0]}, which the code{' ' if is_whole else ' in the text '}does not name"
        )
        fix = f"name {makers[0]} among the extensions of {call}{'' if is_whole else ', if it is not among them'}"
        yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
        return
