"""Which part of a machine a program takes, leaves or lists twice: drivers of AMD, the loader, its own build."""

import re
from collections.abc import Iterator

from refloader.inspect.libraries.near_names import without_processor
from refloader.inspect.logs.reading.devices import PROCESSOR, Listed
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.text import quote, some

_LOADER = "libvulkan.so.1"
_AMDVLK = ("AMD open-source driver", "DRIVER_ID_AMD_OPEN_SOURCE")


def of_parts(log: Log) -> Iterator[Event]:
    """Yield what a text shows of the parts that a program takes or leaves."""
    yield from _built_without_cards(log)
    yield from _cached_loader(log)
    yield from _amdvlk_alone(log)
    yield from _one_of_amds(log)
    yield from _without_nvidia(log)


def _built_without_cards(log: Log) -> Iterator[Event]:
    """Yield that llama.cpp may be built without a part for cards, if no line is of such a part.

    A build with one prints its devices, or that it has none.
    """
    line = log.particulars.unbuilt
    if not line or log.particulars.ggml:
        return
    log.events[:] = [
        each for each in log.events if each.kind is not EventKind.NO_DEVICE or abs(each.line - line) > 2
    ]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    there = f", while another program gets {quote(cards[0])}" if cards else ""
    why = (
        "llama.cpp finds no part of its own for graphics cards, and no line is of one (ggml_vulkan prints which "
        f"devices it finds): it is built without Vulkan, or its library of that part is not loaded{there}"
    )
    fix = (
        "take a build with Vulkan, or build it with that: cmake -B build -DGGML_VULKAN=ON && cmake --build build "
        "(llama-cli --list-devices shows what it finds)"
    )
    yield Event(EventKind.CONCLUDED, line, "llama.cpp", why, fix=fix)


def _cached_loader(log: Log) -> Iterator[Event]:
    """Yield that the linker's cache has the loader which a program does not find."""
    missing = next(
        (
            event
            for event in log.events
            if (event.kind is EventKind.NO_LOADER and event.subject.startswith("libvulkan.so"))
            or (event.message is not None and event.message.message.installs == _LOADER)
        ),
        None,
    )
    cached = log.cached.get(_LOADER, [])
    is_narrow = Sign.NARROW in log.signs or Sign.NARROW_SAID in log.signs
    if missing is None or not cached or is_narrow or any("/i386" in path for path, _ in cached):
        return
    path, line = cached[0]
    why = (
        f"the loader is installed ({path}, line {line}), and the program does not get it: it is for another word "
        "size or C library, or runs where the machine's files are not (a container, Flatpak, snap)"
    )
    fix = (
        "see what the program is: file PROGRAM and ldd PROGRAM (a 32-bit one needs the 32-bit loader; one that is "
        "linked statically or with musl cannot load glibc's: take a build for this system)"
    )
    yield Event(EventKind.CONCLUDED, missing.line, _LOADER, why, fix=fix)


def _amdvlk_alone(log: Log) -> Iterator[Event]:
    """Yield that AMDVLK gives the device and the manifest of Mesa's RADV is there, which no device is of."""
    listed = [each for each in log.cards.listed if each.line]
    mine = [each for each in listed if each.driver in _AMDVLK or each.values.get("driverName") in _AMDVLK]
    radv = next((path for path in log.listings.files if path.rpartition("/")[2].startswith("radeon_icd")), "")
    if not mine or not radv or any("RADV" in each.values.get("deviceName", "") for each in listed):
        return
    if "AMD_VULKAN_ICD" in log.variables:
        return
    why = (
        f"{quote(mine[0].values['deviceName'])} is a device of AMDVLK ({mine[0].driver}), and Mesa's RADV is there "
        f"as well ({radv}): AMDVLK's layer has programs get the devices of one of the two"
    )
    fix = (
        "if RADV is wanted: AMD_VULKAN_ICD=RADV for the program (with Steam in the launch options: "
        "AMD_VULKAN_ICD=RADV %command%), or remove the packages of AMDVLK (amdvlk, lib32-amdvlk)"
    )
    yield Event(EventKind.NOTED, mine[0].line, mine[0].values["deviceName"], why, fix=fix)


_SWITCHABLE = "VK_LAYER_AMD_switchable_graphics"


def _one_of_amds(log: Log) -> Iterator[Event]:
    """Yield that AMD's layer chooses between the two drivers of AMD whose manifests a loader has read."""
    layer = next((name for name in log.inserted if name.startswith(_SWITCHABLE)), "")
    names = {path.rpartition("/")[2] for path in log.manifests if "/icd.d/" in path}
    radv = next((name for name in names if name.startswith("radeon_icd")), "")
    amdvlk = next((name for name in names if name.startswith("amd_icd")), "")
    if not (layer and radv and amdvlk) or "AMD_VULKAN_ICD" in log.variables:
        return
    line = next(event.line for event in log.events if event.subject == layer)
    why = (
        f"{layer} is in the chain: AMD's layer shows programs the devices of one of the two drivers of AMD that are "
        f"here ({amdvlk}, {radv})"
    )
    fix = (
        "if the other one is wanted: AMD_VULKAN_ICD=RADV or AMDVLK for the program, or remove the packages of the "
        "one that is not (amdvlk, lib32-amdvlk)"
    )
    yield Event(EventKind.NOTED, line, layer, why, fix=fix)


def _without_nvidia(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's layer is in the chain, and a variable has it hide the devices of NVIDIA's cards."""
    name = "__VK_LAYER_NV_optimus"
    if "VK_LAYER_NV_optimus" not in log.inserted or log.variables.get(name, "").lower() != "non_nvidia_only":
        return
    why = f"{name}=non_NVIDIA_only has NVIDIA's layer show programs the devices of other makers alone"
    fix = f"if NVIDIA's card is wanted: {name}=NVIDIA_only, with __NV_PRIME_RENDER_OFFLOAD=1"
    yield Event(EventKind.NOTED, log.variable_lines.get(name, 0), name, why, fix=fix)


_DEVICES = {
    "radeon": r"\bRADV\b",
    "amd_": r"^AMD\b(?!.*\bRADV\b)",
    "intel": r"\bIntel\b",
    "nvidia": r"^(?!.*\bNVK\b).*(?:NVIDIA|GeForce|Quadro|Tesla)",
    "nouveau": r"\bNVK\b",
    "lvp": r"^llvmpipe\b",
}
"""How the devices of a driver are called, by how the name of its manifest begins."""

_NARROW = re.compile(r"\.(?:i[3-6]86|armv?\d\w*)\.json$")
"""The end of the name of a manifest whose driver 64-bit programs pass over."""


def listed_twice(log: Log) -> Iterator[Event]:
    """Yield that a card is two devices, as manifests of its driver are in two folders."""
    if any(event.kind is EventKind.NAMED_TWICE for event in log.events):
        return
    drivers = [*_in_two_folders(log)]
    for first, by_uuid in _repeated(log):
        card = first.values["deviceName"]
        for paths in drivers:
            if not _is_of(paths[0], card, by_uuid=by_uuid):
                continue
            how = " with one UUID" if by_uuid else ", and unless there are two such cards, it is one"
            names = some([quote(path) for path in paths], 3)
            why = f"{quote(card)} is listed twice{how}: {names} are two manifests of one driver, and both are read"
            fix = "remove the one that no package owns (dpkg -S, rpm -qf or pacman -Qo with its path)"
            yield Event(EventKind.CONCLUDED, first.line, card, why, fix=fix)
            return


def _in_two_folders(log: Log) -> Iterator[list[str]]:
    """Yield the paths of the manifests of one driver, if they are in more than one folder."""
    found: dict[str, list[str]] = {}
    for folder in log.listings.folders:
        for name in log.listings.holds(folder) if folder.endswith("/icd.d") else ():
            driver = name if _NARROW.search(name) else without_processor(name)
            found.setdefault(driver, []).append(f"{folder}/{name}")
    for paths in found.values():
        if len({path.rpartition("/")[0] for path in paths}) > 1:
            yield paths


def _is_of(path: str, card: str, *, by_uuid: bool) -> bool:
    """Whether a device is one of the driver of a manifest; of unknown ones, devices with one UUID are."""
    name = path.rpartition("/")[2]
    pattern = next((pattern for start, pattern in _DEVICES.items() if name.startswith(start)), "")
    return re.search(pattern, card) is not None if pattern else by_uuid


def _repeated(log: Log) -> Iterator[tuple[Listed, bool]]:
    """Yield the devices that one run lists once more, and whether with one UUID.

    Without one, they are in one piece of the text: what is listed behind other lines may be of another run.
    """
    begun: dict[tuple[str, str, int], tuple[Listed, int]] = {}
    length, starts = 0, [run.line for run in log.runs]
    for each in log.cards.listed:
        uuid, card = each.values.get("deviceUUID", ""), each.values.get("deviceName", "")
        if card and each.line:
            first, before = begun.setdefault((uuid, card, each.listing), (each, length))
            apart = any(first.line < start < each.line for start in starts)
            in_one_piece = each.line - first.line == length - before
            if first is not each and not apart and (uuid or in_one_piece):
                yield first, bool(uuid)
        length += len(each.values)
