"""What only a text as a whole shows: causes that no single line has, drawn from what its lines show together."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.pasted_files import refused
from refloader.inspect.logs.surroundings.cards import card_of
from refloader.inspect.logs.surroundings.places import place_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.answered_commands import answered
from refloader.inspect.logs.wholes.asked_by_name import asked_by_name
from refloader.inspect.logs.wholes.beside_causes import beside
from refloader.inspect.logs.wholes.cards_by_age import too_old
from refloader.inspect.logs.wholes.chosen_parts import of_parts
from refloader.inspect.logs.wholes.compared_runs import compared, devices_of_users
from refloader.inspect.logs.wholes.confined import of_confined, of_other_branch
from refloader.inspect.logs.wholes.counterparts import of_counterparts, twin_builds
from refloader.inspect.logs.wholes.layer_switches import asked_by_nobody
from refloader.inspect.logs.wholes.left_files import is_of_appimage, of_left_files
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.logs.wholes.near_files import near
from refloader.inspect.logs.wholes.packaged_parts import of_packages
from refloader.inspect.logs.wholes.particular_causes import particular
from refloader.inspect.logs.wholes.registered import registered
from refloader.inspect.logs.wholes.started import started
from refloader.inspect.logs.wholes.steering_words import steered
from refloader.inspect.logs.wholes.unmet_names import unmet
from refloader.inspect.logs.wholes.variables.started_otherwise import started_otherwise
from refloader.inspect.logs.wholes.whole_machines import of_machines
from refloader.inspect.whatif.lists import wrong_separator
from refloader.model.place import Use
from refloader.model.text import quote, some

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)


def concluded(log: Log) -> Iterator[Event]:
    """Yield what only the log as a whole shows: a graphics card that is no device, extensions of another branch."""
    yield from _own_loader(log)
    yield from refused(log.pasted)
    yield from _off_in_settings(log)
    yield from _other_bits_alone(log)
    yield from list(_named_twice(log)) or twin_builds(log)
    yield from _unsearched(log)
    yield from _other_version(log)
    yield from _users_key(log)
    yield from _variables(log)
    yield from _other_processor(log)
    yield from _mismatch(log)
    yield from _older_loader(log)
    yield from _not_enabled(log)
    yield from _overridden(log)
    yield from asked_by_name(log)
    yield from of_confined(log)
    yield from answered(log)
    yield from registered(log)
    yield from of_packages(log)
    yield from steered(log)
    yield from too_old(log)
    yield from of_machines(log)
    yield from (*particular(log), *beside(log))
    yield from of_counterparts(log)
    yield from near(log)
    yield from unmet(log)
    yield from of_parts(log)
    yield from started(log)
    yield from (*started_otherwise(log), *of_left_files(log))
    found = list(compared(log))
    yield from found
    yield from of_other_branch(log)
    devices = [] if found else devices_of_users(log)
    signs = {
        Sign.BASIC_ADAPTER,
        Sign.KERNEL_DRIVER,
        Sign.WSL,
        Sign.NVIDIA_WORKS,
        Sign.CARD,
        Sign.NODE,
        Sign.VIRTUAL,
        Sign.NO_NODE,
        Sign.NAMED_CARD,
        Sign.COMPLAINT,
    }
    has_card = not signs.isdisjoint(log.signs)
    has_card = has_card or any("card" in name for name in log.listings.holds("/dev/dri"))
    is_told = any(event.kind is EventKind.CLOSED for event in log.events)
    complains = (
        Sign.COMPLAINT in log.signs
        and Sign.WANTS_PROCESSOR not in log.signs
        and not devices
        and not found
        and not any(event.kind is EventKind.DEVICE for event in log.events)
    )
    if complains and not is_told and all(event.kind not in _WITHOUT for event in log.events):
        yield Event(EventKind.ONLY_SOFTWARE, log.sign_lines[Sign.COMPLAINT], "llvmpipe")
    if not log.events and Sign.NO_NODE in log.signs and log.graphics:
        yield Event(EventKind.NO_DEVICE, log.sign_lines[Sign.NO_NODE], "")
    place = place_of(log.places.found, log.signs)
    has_card |= card_of(log.whole_cards.found, log.whole_cards.texts) is not None
    has_card |= Sign.COMPLAINT in log.signs or (place is not None and not place.cardless)
    if devices and has_card and not is_told and all(PROCESSOR.search(each.subject) for each in devices):
        yield Event(EventKind.ONLY_SOFTWARE, devices[0].line, devices[0].subject)


def none_left(log: Log) -> Iterator[Event]:
    """Yield that no driver is left where each search for drivers says so: releases before 1.3.207 say no more."""
    mine = [search for search in log.searches if search.use is Use.DRIVER]
    told = any(event.kind is EventKind.NO_DRIVER for event in log.events)
    empty = all(
        not each.files and (each.is_empty or (each.is_old and each.last < log.drivers_asked)) for each in mine
    )
    if mine and not told and not log.libraries and empty:
        yield Event(EventKind.NO_DRIVER, mine[-1].last, "")


_SLOW = {
    "VK_LAYER_LUNARG_api_dump": "writes down every call, which makes programs very slow and fills the disk",
    "VK_LAYER_LUNARG_gfxreconstruct": "records every call, which makes programs slow and fills the disk",
    "VK_LAYER_KHRONOS_validation": "checks every call, which makes programs slow",
    "VK_LAYER_LUNARG_screenshot": "writes pictures to the disk",
}
"""Layers that make each program slow."""

_OVERRIDING = "~/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
"""Where the configurator writes its layer, unless a text names the file."""

_COMPONENTS = re.compile(r"\"component_layers\"\s*:\s*\[(?P<names>[^\]]{0,2000})\]")


def _overridden(log: Log) -> Iterator[Event]:
    """Yield that the override layer of the configurator puts layers into each program."""
    using = next(
        (e for e in log.events if e.kind is EventKind.OVERRIDE and e.subject.startswith("Using")), None
    )
    usual = "" if Sign.WINDOWS in log.signs or not log.by_meta_layer else _OVERRIDING
    paths = (*log.manifests, *log.listings.files)
    path = next((each for each in paths if each.endswith("VkLayer_override.json")), usual)
    unasked = [] if using is not None or log.by_meta_layer else asked_by_nobody(log, path, _SLOW)
    if (using is None and not log.by_meta_layer and not unasked) or not path:
        return
    document = next((each for each in log.pasted if each.path.endswith("VkLayer_override.json")), None)
    found = _COMPONENTS.search("\n".join(document.lines)) if document is not None else None
    names = re.findall(r"VK_LAYER_\w{1,200}", found["names"]) if found is not None else []
    names = names or list(log.by_meta_layer) or unasked
    puts = f": it puts {some(names, 6)} into each program" if names else ""
    why = f"the override layer of the configurator (vkconfig) is in force, {path}{puts}"
    if unasked:
        why = (
            f"the loader finds the override layer of the configurator (vkconfig), {path}, and {some(unasked, 6)} is "
            "in the program, for which no variable of the text asks: that layer puts it into each one, unless the "
            "program asks for it itself"
        )
    file = path if path == usual else shell.operand(path)
    fix = f"if that is not wanted: reset it in the configurator, or remove its file: rm {file}"
    slow = next((each for each in names if each in _SLOW), "")
    why += f"; {slow} {_SLOW[slow]}" if slow else ""
    inside = (e.line for e in log.events if e.kind is EventKind.INSERTED and e.subject in unasked)
    line = using.line if using is not None else log.by_meta_layer.get(names[0], 0) or next(inside, 0)
    yield Event(EventKind.NOTED, line, path, why, fix=fix)


_USUAL = ("/lib", "/usr/lib", "/nix/", "/gnu/", "/run/host/", "/run/current-system/")
"""Where the loader of a system lies, also that of a container."""


def _own_loader(log: Log) -> Iterator[Event]:
    """Yield that a program has a loader of its own, if something goes wrong of which that may be the cause."""
    linked = log.signs.get(Sign.LINKED_LOADER, "")
    kinds = {event.kind for event in log.events}
    follows = {*_WITHOUT, EventKind.EFFECT, EventKind.LACKED, EventKind.NOT_FOUND, EventKind.OLDER}
    refused = any(e.kind is EventKind.LINKER and "libvulkan.so" in e.subject for e in log.events)
    if (
        linked
        and not linked.startswith(_USUAL)
        and not is_of_appimage(log)
        and (refused or not follows.isdisjoint(kinds))
    ):
        yield Event(EventKind.OWN_LOADER, log.sign_lines.get(Sign.LINKED_LOADER, 0), linked)


_OFF = re.compile(r"\"name\"\s*:\s*\"(?P<name>VK_LAYER_\w{1,200})\"[^{}]{0,2000}?\"control\"\s*:\s*\"off\"")


def _off_in_settings(log: Log) -> Iterator[Event]:
    """Yield the layers that a settings file in the text turns off."""
    for document in log.settings:
        file = document.path or "the settings file"
        fix = f"turn the layer on in the configurator (vkconfig), or remove its entry from {file}"
        for found in _OFF.finditer("\n".join(document.lines)):
            why = f'its control is "off" in {file}'
            yield Event(EventKind.OFF, document.first, found["name"], why, fix=fix)


def _other_bits_alone(log: Log) -> Iterator[Event]:
    """Yield the manifests whose library is for the other word size, if no driver is left."""
    if all(event.kind is not EventKind.NO_DRIVER for event in log.events):
        return
    libraries = {event.subject for event in log.events if event.kind is EventKind.OTHER_BITS}
    for path, (library, line) in log.naming.items():
        if library in libraries:
            why = f"its library, {quote(library)}, is for the other word size"
            fix = f"have library_path in {path} name the library of the program's word size"
            yield Event(EventKind.PASTED, line, path, why, fix=fix)


def _named_twice(log: Log) -> Iterator[Event]:
    """Yield that two manifests name one driver, if devices are listed twice."""
    names = [each.values["deviceName"] for each in log.cards.listed if each.line]
    by_library: dict[str, list[str]] = {}
    for path, (library, _) in log.naming.items():
        if "/icd.d/" in path:
            by_library.setdefault(library, []).append(path)
    for library, paths in by_library.items():
        if len(paths) > 1 and len(set(names)) < len(names):
            line = max(log.naming[path][1] for path in paths)
            why = " and ".join(quote(each) for each in paths)
            mine = [each for each in paths if each in log.unowned]
            fix = (
                f"remove the one that no package owns: sudo rm {shell.operand(mine[0])}"
                if len(mine) == 1
                else ""
            )
            yield Event(EventKind.NAMED_TWICE, line, library, why, fix=fix)


_SYSTEMS = {"/etc/vulkan/icd.d", "/etc/xdg/vulkan/icd.d"}
"""Folders that a loader searches whatever XDG_DATA_DIRS says."""


def _unsearched(log: Log) -> Iterator[Event]:
    """Yield that the manifests of drivers lie in a folder that was not searched, if no driver is left."""
    searched = {place.rstrip("/") for search in log.searches for place in search.places} | set(log.asked)
    kinds = {event.kind for event in log.events}
    folders = log.variables.get("XDG_DATA_DIRS", "")
    if folders.startswith("/") and not any("icd.d" in each for each in searched):
        searched |= {f"{each.rstrip('/')}/vulkan/icd.d" for each in folders.split(":")} | _SYSTEMS
    if not any("icd.d" in each for each in searched) or kinds.isdisjoint(_WITHOUT):
        return
    for folder, line in log.listings.folders.items():
        has = [name for name in log.listings.holds(folder) if name.endswith(".json")]
        if folder.endswith("/icd.d") and has and folder not in searched:
            yield Event(EventKind.UNSEARCHED, line, folder, f"{len(has)}")


_A_VERSION = re.compile(r"\d{3}\.\d{2,3}(?:\.\d{1,3})?")
_DASHED = re.compile(r"nvidia-(?P<version>\d{3}(?:-\d{2,3}){1,2})$")


def _other_version(log: Log) -> Iterator[Event]:
    """Yield that the extensions of Flatpak are of other versions than NVIDIA's kernel module."""
    smi = log.signs.get(Sign.NVIDIA_WORKS, "")
    module = log.signs.get(Sign.NVIDIA_MODULE, "") or (smi if _A_VERSION.fullmatch(smi) else "")
    module = module or log.signs.get(Sign.NVIDIA_LIBRARIES, "") or log.signs.get(Sign.NVIDIA_SAID, "")
    found = {name: line for name, line in log.flatpak_drivers.items() if _DASHED.search(name)}
    versions = {_DASHED.search(name)["version"].replace("-", "."): line for name, line in found.items()}  # type: ignore[index]
    if module and not versions and Sign.GL_DEFAULT in log.signs and Sign.FLATPAK in log.signs:
        name = f"org.freedesktop.Platform.GL.nvidia-{module.replace('.', '-')}"
        why = (
            f"Flatpak lists no extension with NVIDIA's driver, and the kernel's module is {module}: "
            f"{name} is missing"
        )
        line = log.sign_lines.get(Sign.GL_DEFAULT, 0)
        yield Event(
            EventKind.CONCLUDED,
            line,
            name,
            why,
            fix=f"flatpak install flathub {name} {name.replace('GL.', 'GL32.')}",
        )
    if module and versions and module not in versions:
        yield Event(EventKind.OTHER_VERSION, min(versions.values()), " and ".join(versions), module)


def _users_key(log: Log) -> Iterator[Event]:
    """Yield that a key of the user has layers and is not searched, as all places are those of the machine."""
    places = [place for search in log.searches for place in search.places if "Layers" in place]
    named = log.signs.get(Sign.USER_KEY, "")
    in_user = any("CURRENT_USER" in place or "HKCU" in place for place in places)
    if named and not in_user and any("LOCAL_MACHINE" in place or "HKLM" in place for place in places):
        key = f"HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\{named}"
        yield Event(EventKind.USERS_KEY, log.sign_lines.get(Sign.USER_KEY, 0), key)


_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
_A_LIBRARY = re.compile(r"\.(?:dylib|so(?:\.\d{1,5}){0,3})$")
_LISTS = (
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "VK_ADD_DRIVER_FILES",
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_INSTANCE_LAYERS",
    "VK_LOADER_LAYERS_ENABLE",
    "VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYERS_ALLOW",
)


def _variables(log: Log) -> Iterator[Event]:
    """Yield what is wrong with the values of variables: separators, files for folders, drivers that are not there."""
    lines = log.variable_lines
    for name in _LIBRARY_PATHS:
        for value in log.variables.get(name, "").split(":"):
            if _A_LIBRARY.search(value):
                yield Event(EventKind.FILE_FOR_FOLDER, lines.get(name, 0), name, value)
    told = {event.why for event in log.events if event.kind is EventKind.SEPARATOR}
    for name in _LISTS:
        value = log.variables.get(name, "")
        if (
            name not in told
            and ("VK_LAYER_" in value or value.count("/") > 1)
            and wrong_separator(name, value, system_of(log)) is not None
        ):
            yield Event(EventKind.SEPARATOR, lines.get(name, 0), value, name)
    selected = log.variables.get("AMD_VULKAN_ICD", "")
    folders = [folder for folder in log.listings.folders if folder.endswith("/icd.d")]
    names = [name for folder in folders for name in log.listings.holds(folder)]
    wanted = {"AMDVLK": "amd_icd", "RADV": "radeon_icd"}.get(selected.upper(), "")
    if wanted and "/usr/share/vulkan/icd.d" in folders and not any(name.startswith(wanted) for name in names):
        line = lines.get("AMD_VULKAN_ICD", 0)
        yield Event(EventKind.NOT_SELECTED, line, f"AMD_VULKAN_ICD={selected}", " and ".join(folders))


_OF_SDK = re.compile(r"VulkanSDK|[\\/]vulkan(?:sdk)?[\\/]\d+\.\d+\.", re.IGNORECASE)


def _older_loader(log: Log) -> Iterator[Event]:
    """Yield that the loader does not know the format of an SDK's manifests, if layers of that SDK are not found."""
    missing = [event.subject for event in log.events if event.kind is EventKind.NOT_FOUND]
    newer = (event for event in log.events if event.kind is EventKind.NEWER_MANIFEST)
    first = next((event for event in newer if _OF_SDK.search(event.subject)), None)
    if first is not None and any(
        name.startswith(("VK_LAYER_KHRONOS_", "VK_LAYER_LUNARG_")) for name in missing
    ):
        yield Event(EventKind.OLDER_LOADER, first.line, first.subject, first.why)


def _mismatch(log: Log) -> Iterator[Event]:
    """Yield that the versions of NVIDIA's kernel module and libraries differ, unless a message says so already."""
    module, libraries = (log.signs.get(each, "") for each in (Sign.NVIDIA_MODULE, Sign.NVIDIA_LIBRARIES))
    said = any(event.kind is EventKind.MISMATCH for event in log.events)
    in_sandbox = Sign.FLATPAK in log.signs
    if module and libraries and module != libraries and not said and not in_sandbox:
        yield Event(EventKind.MISMATCH, log.sign_lines.get(Sign.NVIDIA_LIBRARIES, 0), "NVIDIA")


_PROCESSORS = {
    "x86-64": ("x86_64",),
    "ARM aarch64": ("aarch64",),
    "ARM": ("armv7l", "aarch64"),
    "Intel 80386": ("i686", "x86_64"),
    "Intel i386": ("i686", "x86_64"),
    "UCB RISC-V": ("riscv64",),
}
"""The processors as ``file`` names them, and the machines on which their libraries run."""


def _other_processor(log: Log) -> Iterator[Event]:
    """Yield the libraries that the linker refused and that are for another processor than the machine's."""
    machine = log.signs.get(Sign.PROCESSOR, "")
    refused_libraries = {event.subject for event in log.events if event.kind is EventKind.LINKER}
    for path, (processor, line) in log.built.items():
        if machine and path in refused_libraries and machine not in _PROCESSORS[processor]:
            yield Event(
                EventKind.OTHER_PROCESSOR, line, path, f"it is for {processor}, and the machine is {machine}"
            )


_ENABLING = re.compile(
    r"\"enable_environment\"\s*:\s*\{\s*\"(?P<name>\w{1,100})\"\s*:\s*\"(?P<value>[^\"]{0,100})\""
)
_LAYER = re.compile(r"\"name\"\s*:\s*\"(?P<name>VK_LAYER_\w{1,200})\"")


def _not_enabled(log: Log) -> Iterator[Event]:
    """Yield the layers whose manifests are in the text, which no chain has, and whose variable is not set in it."""
    for document in log.pasted if log.chains else ():
        text = "\n".join(document.lines)
        layer, enabling = _LAYER.search(text), _ENABLING.search(text)
        if layer is None or enabling is None or enabling["name"] in log.variables:
            continue
        if not any(layer["name"] in chain for chain in log.chains):
            variable = f"{enabling['name']}={shell.plain(enabling['value'])}"
            yield Event(EventKind.NOT_ENABLED, document.first, layer["name"], variable)
