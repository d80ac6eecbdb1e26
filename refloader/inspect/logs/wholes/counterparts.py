"""Causes that show in two of a kind: a name and the one that is meant, manifests of two word sizes, an old copy."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from refloader.host import shell
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.whatif.driver_variables import NAMING_DRIVERS
from refloader.inspect.whatif.lists import stem_of
from refloader.model.place import Use
from refloader.model.text import quote, some

_OFTEN = ("VK_LAYER_KHRONOS_validation", "VK_LAYER_LUNARG_api_dump", "VK_LAYER_LUNARG_gfxreconstruct")
_SURE = 0.93
_MOST_COMPARED = 20
"""The most names, and the most libraries, of a text that are compared with all that it lists."""

_NARROW = re.compile(r"[._-](?:i[3-6]86|x86|32)(?:\.json)?$")
_WIDE = re.compile(r"[._-](?:x86_64|x86-64|amd64|64)(?:\.json)?$")
_OF_DRIVER = re.compile(r"(?:^|/)(?:libvulkan_|libGLX_nvidia)[^/]*$")
_HOME = re.compile(r"(?:/home/[^/]+|/root|~)/\.local/")


def of_counterparts(log: Log) -> Iterator[Event]:
    """Yield the causes that two of a kind show."""
    yield from _misspelt_layer(log)
    yield from _passed_over(log)
    yield from _narrow_program(log)
    yield from _wide_layer(log)
    yield from _narrow_alone(log)
    yield from _old_registration(log)
    yield from _old_copy(log)
    yield from _without_display(log)
    yield from _other_windows(log)
    yield from _loader_of_the_game(log)


def _misspelt_layer(log: Log) -> Iterator[Event]:
    """Yield that a layer which is not found is called almost like one that is there."""
    there = dict.fromkeys(
        (*log.available, *log.inserted, *log.defined, *log.particulars.named_layers, *_OFTEN)
    )
    missing: dict[str, Event] = {}
    for event in log.events:
        if event.kind is EventKind.NOT_FOUND and event.subject not in there:
            missing.setdefault(event.subject, event)
    for event in islice(missing.values(), _MOST_COMPARED):
        meant = next(iter(near_names(event.subject, there, 1, _SURE, STEPS // _MOST_COMPARED)), "")
        meant = meant or _with_processor(event.subject, log.particulars.named_layers)
        if not meant or meant.lower() == event.subject.lower():
            continue
        why = f"no layer is called {event.subject}: {meant} is meant"
        why += ", which the text lists" if meant in log.available else ""
        name = next((each for each, value in log.variables.items() if event.subject in value), "")
        value = log.variables.get(name, "").replace(event.subject, meant)
        fix = f"export {name}={shell.line([value])}" if name else f"correct the name: {meant}"
        yield Event(EventKind.CONCLUDED, event.line, event.subject, why, fix=fix)
        return


def _with_processor(name: str, offered: Iterable[str]) -> str:
    """Return the layer of a text that has a name and a processor after it; empty if there is none, or are several."""
    mine = [
        each for each in offered if each.startswith(f"{name}_") and _OF_PROCESSOR.fullmatch(each[len(name) :])
    ]
    wide = [each for each in mine if _WIDE.search(each)] or mine
    return wide[0] if len(wide) == 1 else ""


_OF_PROCESSOR = re.compile(r"_(?:x86_64|x86|amd64|i[3-6]86|32|64|aarch64)")


def _passed_over(log: Log) -> Iterator[Event]:
    """Yield that a layer which is not found is there, and that a line says why the loader passes over it."""
    missing = {event.subject for event in log.events if event.kind is EventKind.NOT_FOUND}
    for event in log.events if missing else ():
        words = event.why.replace('"', " ").split() if event.kind is EventKind.LEFT_OUT else ()
        name = next((each for each in words if each in missing), "")
        if name and _OF_DEVICES.search(event.why):
            why = f"{name} is there, and its manifest says that it is a layer of devices, which no loader has"
            fix = f'have the manifest of {name} say "type": "GLOBAL"'
            yield Event(EventKind.CONCLUDED, event.line, name, why, fix=fix)
            return


_OF_DEVICES = re.compile(r"\bdevice layers? ", re.IGNORECASE)


_FOLDERS = ("/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d")
_FOR_NARROW = re.compile(r"[._-](?:i[3-6]86|x86|32)\.json$")


def _narrow_alone(log: Log) -> Iterator[Event]:
    """Yield that the folders with drivers' manifests have those of 32-bit ones alone, if no driver is left."""
    shown = [folder for folder in _FOLDERS if folder in log.listings.folders]
    names = [name for folder in shown for name in log.listings.holds(folder) if name.endswith(".json")]
    kinds = {event.kind for event in log.events}
    alone = EventKind.NO_DRIVER in kinds and EventKind.OTHER_BITS not in kinds  # which says it of a library
    if (
        not alone
        or not names
        or Sign.NARROW in log.signs
        or not all(_FOR_NARROW.search(name) for name in names)
    ):
        return
    named = some([quote(name) for name in names], 3)
    why = f"{shown[0]} has manifests of drivers for 32-bit programs alone ({named})"
    fix = (
        "install the 64-bit driver of the card, too: the package without i386, i686 or lib32 in its name "
        "(xorg-x11-drv-nvidia-libs, libnvidia-gl, nvidia-utils, mesa-vulkan-drivers, vulkan-radeon)"
    )
    yield Event(EventKind.CONCLUDED, log.listings.folders[shown[0]], names[0], why, fix=fix)


_OF_LAYER = re.compile(r"(?:^|/)lib(?:VkLayer|MangoHud|vkbasalt|lsfg)[^/]*$", re.IGNORECASE)


def _wide_layer(log: Log) -> Iterator[Event]:
    """Yield that a layer is for 64-bit programs alone, where a 32-bit one is said to lack it."""
    refused = (e for e in log.events if e.kind is EventKind.OTHER_BITS and "ELFCLASS64" in e.why)
    layer = next((each for each in refused if _OF_LAYER.search(each.subject)), None)
    narrow = any(path != "" and _NARROW.search(path) for path in log.manifests)
    if (
        layer is None
        or narrow
        or Sign.NARROW_SAID not in log.signs
        or log.signs.get(Sign.NARROW, "") == "ELFCLASS64"
    ):
        return
    name = layer.subject.rpartition("/")[2]
    why = f"{name} is for 64-bit programs, and a 32-bit one, of which the text speaks, gets no such layer"
    yield Event(
        EventKind.NOTED, layer.line, name, why, fix=f"install the 32-bit build of {name}, if there is one"
    )


def _narrow_program(log: Log) -> Iterator[Event]:
    """Yield that a 32-bit program has drivers for 64-bit ones alone: by a variable, or as none is installed."""
    alone = next((e for e in log.events if e.kind is EventKind.NO_DRIVER), None)
    of_drivers = {*log.libraries.values()}
    wrong = log.particulars.other_size or next(
        (
            each.line
            for each in log.events
            if each.kind is EventKind.OTHER_BITS
            and (each.subject in of_drivers or _OF_DRIVER.search(each.subject))
        ),
        0,
    )
    read = [path for path in log.manifests if "icd.d/" in path and path.endswith(".json")]
    search = [file for each in log.searches for file in each.files if "icd.d/" in file]
    used = search or read
    if alone is None or not wrong or not used or not all(_WIDE.search(path) for path in used):
        return
    name = next(
        (each for each in NAMING_DRIVERS if any(path in log.variables.get(each, "") for path in used)), ""
    )
    listed = [path for path in log.listings.files if "icd.d/" in path and _NARROW.search(path)]
    if name and listed:
        both = ":".join([*dict.fromkeys([*listed[:4], *used])])
        why = (
            f"the program is a 32-bit one, and {name} names the manifest of a driver for 64-bit programs alone: "
            f"{some([quote(path) for path in listed], 2)} is there, and left out by it"
        )
        fix = f"unset {name}, or have it name both: export {name}={shell.line([both])}"
        yield Event(EventKind.CONCLUDED, wrong, name, why, fix=fix)
    elif not name and log.particulars.other_size:
        names = [path.rpartition("/")[2] for path in used]
        why = (
            f"the program is a 32-bit one, and each driver that is found is for 64-bit programs ({some(names, 3)}): "
            "the 32-bit build of the driver is not installed"
        )
        yield Event(EventKind.CONCLUDED, wrong, used[0], why, fix=_narrow_package(log, names))


_PACKAGES = {
    "intel": ("libvulkan_intel-32bit", "lib32-vulkan-intel"),
    "radeon": ("libvulkan_radeon-32bit", "lib32-vulkan-radeon"),
    "nvidia": ("nvidia-gl-G06-32bit", "lib32-nvidia-utils"),
}


def _narrow_package(log: Log, names: list[str]) -> str:
    """Return how the 32-bit build of a driver is installed, by the packages that the text lists."""
    maker = next((each for each in _PACKAGES if any(each in name for name in names)), "radeon")
    suse, arch = _PACKAGES[maker]
    installed = " ".join(log.installed)
    if "-32bit" in installed or "ID=opensuse" in log.os_release:
        return f"sudo zypper install {suse}"
    if "lib32-" in installed or log.os_release.startswith("ID=arch"):
        return f"sudo pacman -S {arch}"
    return (
        f"install the 32-bit build of the driver: apt install mesa-vulkan-drivers:i386, dnf install "
        f"mesa-vulkan-drivers.i686, pacman -S {arch}, zypper install {suse}"
    )


def _old_registration(log: Log) -> Iterator[Event]:
    """Yield that the registry names an old manifest of a driver beside the present one: a card is listed twice."""
    names = [each.values["deviceName"] for each in log.cards.listed if each.values.get("deviceName")]
    twice = len(set(names)) < len(names)
    stored = [path for path in log.manifests if "driverstore" in path.lower()]
    for value in log.registry.values:
        name = value.path.rpartition("\\")[2].lower()
        beside = next((path for path in stored if path.lower().endswith(f"\\{name}")), "")
        if not (value.key.lower().endswith("\\drivers") and beside and twice and value.is_on):
            continue
        why = (
            f"the registry names {quote(value.path)}, an old manifest of the driver, beside that of the present one, "
            f"{quote(beside)}: the card is listed twice, and programs may take the old driver"
        )
        safe = shell.is_whole_on_windows(value.path)
        short = value.key.replace("HKEY_LOCAL_MACHINE", "HKLM")
        fix = f'reg delete {short} /v "{value.path}" /f' if safe else f"delete that value below {short}"
        yield Event(EventKind.CONCLUDED, value.line, value.path, why, fix=fix)
        return


def _old_copy(log: Log) -> Iterator[Event]:
    """Yield that a copy of a layer in a home is used in the place of the one that a package has brought."""
    copies = (e for e in log.events if e.kind is EventKind.LINKER and _HOME.match(e.subject))
    for event in islice((e for e in copies if not e.why.startswith("cannot open")), _MOST_COMPARED):
        path = event.subject
        like = [
            each for each in log.manifests if stem_of(each).split(".")[0] in path.lower() and stem_of(each)
        ]
        mine = next((each for each in like if _HOME.match(each)), "")
        packaged = next((each for each in like if each.startswith("/usr/share/")), "")
        if mine and packaged:
            why = (
                f"{quote(mine)} is another copy of the layer, which is used instead of {quote(packaged)}, and "
                f"its library, {quote(path)}, cannot be loaded ({event.why})"
            )
            fix = f"remove the copy: rm {shell.operand(mine)}, and the folder of its library"
            yield Event(EventKind.CONCLUDED, event.line, mine, why, fix=fix)
            return


def _without_display(log: Log) -> Iterator[Event]:
    """Yield that a program reaches no display, where its drivers list a card."""
    said = next(
        (e for e in log.events if e.message is not None and "reaches no X server" in e.message.message.says),
        None,
    )
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    of_layers = (EventKind.LINKER, EventKind.FAILED, EventKind.NOT_FOUND, EventKind.BAD_FILE)
    if said is None or not cards or any(e.kind in of_layers for e in log.events):
        return
    by_ssh = log.variables.get("DISPLAY") is None and log.particulars.over_ssh
    where = ": the session is one of ssh, which has none" if by_ssh else ""
    why = (
        f"the program reaches neither an X server nor a Wayland compositor, and can make no window{where}; Vulkan's "
        f"drivers work: they list {quote(cards[0])}"
    )
    fix = (
        "start it in the graphical session; from another one, with the variables of that session (DISPLAY=:0, for "
        "Wayland WAYLAND_DISPLAY=wayland-0 and XDG_RUNTIME_DIR), or use what the program has for work without windows"
    )
    yield Event(EventKind.CONCLUDED, said.line, "display", why, fix=fix)


_OF_WAYLAND = "VK_KHR_wayland_surface"


def _other_windows(log: Log) -> Iterator[Event]:
    """Yield that no driver has windows of Wayland, where a program in such a session finds no surface."""
    seen, line = log.particulars.surfaces, log.particulars.wayland
    said = any(e.message is not None and "surface" in e.message.message.says for e in log.events)
    if not (said and line and "VK_KHR_surface" in seen) or _OF_WAYLAND in seen:
        return
    others = [name for name in seen if name != "VK_KHR_surface"]
    has = f": they have {some(others, 4)}" if others else ""
    why = f"the session is one of Wayland, and none of the drivers has {_OF_WAYLAND}{has}"
    fix = (
        "install or build a driver with it (Mesa: -Dplatforms=x11,wayland), or run the program under X11 or XWayland "
        "(SDL_VIDEODRIVER=x11, QT_QPA_PLATFORM=xcb, of GLFW 3.4 glfwInitHint with GLFW_PLATFORM_X11)"
    )
    yield Event(EventKind.CONCLUDED, seen["VK_KHR_surface"], _OF_WAYLAND, why, fix=fix)


def _loader_of_the_game(log: Log) -> Iterator[Event]:
    """Yield that a program of Windows loads a loader from its own folder, and lacks functions of a newer one."""
    path, line = log.particulars.own_loader
    old = next((e for e in log.events if e.kind is EventKind.OLD_LOADER), None)
    if path and old is not None:
        why = (
            f"the program loads the loader from its own folder, {quote(path)}, instead of the system's: "
            f"it has no {old.subject}"
        )
        fix = f"rename or delete {path}; the system's is in C:\\Windows\\System32"
        yield Event(EventKind.CONCLUDED, line, path, why, fix=fix)


_OF_SYSTEM = "/usr/share/vulkan/icd.d/"


def twin_builds(log: Log) -> Iterator[Event]:
    """Yield that one card is two devices, by two builds of one driver, with the manifests that the text shows."""
    builds = log.cards.builds()
    if builds is None and log.cards.twins() is None:
        yield from _read_twice(log)
    if builds is None or log.cards.twins() is not None:
        return
    name = builds[0].values["deviceName"]
    infos = " and ".join(quote(each.values["driverInfo"]) for each in builds)
    variable, manifests = _manifests(log)
    by = f", by {some([quote(each) for each in manifests], 3)}" if manifests else ""
    why = f"{quote(name)} is one card and listed twice, as two builds of its driver are there ({infos}){by}"
    yield Event(EventKind.NOTED, builds[1].line, name, why, fix=_to_leave_one(variable, manifests))


_MAKERS = {"radeon": "RADV", "intel": "Intel", "nvidia": "NVIDIA", "nouveau": "NVK", "lvp_": "llvmpipe"}
"""A part of the names of manifests, and one of those of the devices that their drivers list."""


def _read_twice(log: Log) -> Iterator[Event]:
    """Yield that a device is listed twice, where two manifests of one name are read; two cards may be alike."""
    devices = [event for event in log.events if event.kind is EventKind.DEVICE]
    twice = next((b for a, b in pairwise(devices) if a.subject == b.subject and b.line == a.line + 1), None)
    read = [event.subject for event in log.events if event.kind is EventKind.DRIVER_READ]
    manifests = _of_one_name(read)
    maker = next((each for stem, each in _MAKERS.items() if manifests and stem in manifests[0]), None)
    if (
        twice is None
        or maker is None
        or maker not in twice.subject
        or any(event.kind in BAD for event in log.events)
    ):
        return
    why = (
        f"{quote(twice.subject)} is listed twice, and the loader reads two manifests of one driver, "
        f"{some([quote(each) for each in manifests], 3)}: unless the machine has two such cards, both builds list one"
    )
    yield Event(EventKind.NOTED, twice.line, twice.subject, why, fix=_to_leave_one("", manifests))


def _manifests(log: Log) -> tuple[str, list[str]]:
    """Return the manifests of one name in several folders, and the variable that names them, if one does."""
    for variable in NAMING_DRIVERS:
        found = _of_one_name(re.split("[:;]", log.variables.get(variable, "")))
        if found:
            return variable, found
    return "", _of_one_name(path for path, use in log.manifests.items() if use is Use.DRIVER)


def _of_one_name(paths: Iterable[str]) -> list[str]:
    """Return the first manifests of one name in several folders."""
    by_name: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        if path.endswith(".json"):
            by_name.setdefault(path.rpartition("/")[2], []).append(path)
    return next((found for found in by_name.values() if len(found) > 1), [])


def _to_leave_one(variable: str, manifests: list[str]) -> str:
    """Return what leaves one of two builds, or how to find their manifests if the text does not show them."""
    if not manifests:
        return (
            "see which manifests they have (VK_LOADER_DEBUG=driver vulkaninfo 2>&1 | grep -i manifest), and "
            "remove the build that is not wanted, or start programs with VK_DRIVER_FILES and the "
            "path of the other one's manifest"
        )
    kept = next((each for each in manifests if each.startswith(_OF_SYSTEM)), manifests[0])
    other = next(each for each in manifests if each != kept)
    if variable:
        return f"have {variable} name one of them: export {variable}={shell.line([kept])}"
    return (
        f"remove the build that is not wanted ({shell.operand(other)} and its library, if nothing of it is used), or "
        f"start programs with VK_DRIVER_FILES={shell.line([kept])} (VK_ICD_FILENAMES before release 1.3.207)"
    )
