"""Gathers what surrounds the events of a log: its variables, its drivers' libraries, its versions."""

import re
from collections.abc import Iterator, Mapping, Sequence

from refloader.core.ages import release_of
from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.cards import Named, card_of, cards
from refloader.inspect.logs.surroundings.places import line_of, place_of
from refloader.inspect.logs.surroundings.programs import program_of
from refloader.inspect.logs.surroundings.shown import Shown
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.compared_runs import user_of
from refloader.inspect.logs.wholes.hiding_variables import DXVK_FILTER
from refloader.inspect.logs.wholes.log_machine import system_of, typical
from refloader.model.place import Use
from refloader.model.text import file_name, quote

_LAYERS_REPLACED = ("/etc/vulkan/explicit_layer.d", "/usr/share/vulkan/explicit_layer.d")
"""Two folders of which every search for explicit layers has one, unless a variable replaces all of them."""

_NVIDIA = "nvidia"
_OF_FLATPAK = "/GL/vulkan/icd.d/"
"""Where the runtimes of Flatpak have the manifests of drivers."""

_NEAR = 3
"""How many lines after the reason of the dynamic linker a driver's failure stands at most."""

_PLACED = re.compile(r"[/\\]")
_FAILED = (EventKind.DRIVER_FAILED, EventKind.LINKER, EventKind.REFUSING)
_NOT_LEFT = (*_FAILED, EventKind.DRIVER_OFF, EventKind.PORTABILITY)


def around(log: Log) -> Around:
    """Return what surrounds the events of a log."""
    versions = [event.subject for event in log.events if event.kind is EventKind.VERSION]
    drivers, explicit = typical(log.searches, Use.DRIVER), typical(log.searches, Use.EXPLICIT)
    named = tuple(path for path in drivers.places if path.endswith(".json")) if drivers else ()
    places = tuple(explicit.places) if explicit else ()
    usual = any(place.rstrip("/") in _LAYERS_REPLACED for place in places)
    posix = all(place.startswith("/") for place in places)
    of_override = (event.subject for event in log.events if event.kind is EventKind.OVERRIDE)
    overridden = any(not subject.startswith("Using ") for subject in of_override)
    other_size = {event.subject for event in log.events if event.kind is EventKind.OTHER_BITS}
    failed = (e for e in log.events if e.kind is EventKind.DRIVER_FAILED)
    of_size = frozenset(e for e in failed if e.subject in other_size)  # said once more, of the same library
    kinds = {event.kind for event in log.events if event not in of_size}
    implicit = typical(log.searches, Use.IMPLICIT)
    files: Sequence[str] = tuple(implicit.files) if implicit else ()
    place = place_of(log.places.found, {*log.signs, *_given_nvidia(log)})
    return Around(
        release=release_of(versions[0]) if versions else (),
        named=named if drivers is not None and len(named) == len(drivers.places) else (),
        replaced=(places if posix and not usual and not overridden else ())
        or _replacing(log, explicit is None),
        overridden=overridden,
        other_bits=_other_bits(log) if kinds.isdisjoint(_NOT_LEFT) else (),
        bare=frozenset(_bare(log)),
        wanted=_wanted(log),
        missing=tuple(dict.fromkeys(e.subject for e in log.events if e.kind is EventKind.NOT_FOUND)),
        of_root=any(place.startswith("/root/") for search in log.searches for place in search.places),
        override=next((path for path in files if "override" in path.rpartition("/")[2].lower()), ""),
        failed=not kinds.isdisjoint(_FAILED),
        off=next((event.why for event in log.events if event.kind is EventKind.DRIVER_OFF), ""),
        portable=EventKind.PORTABILITY in kinds,
        nvidia=any(_NVIDIA in event.subject.lower() + event.why.lower() for event in log.events),
        mismatch=EventKind.MISMATCH in kinds,
        unloaded=EventKind.NO_MODULE in kinds,
        passed_over=EventKind.TOO_OLD in kinds,
        only_processor=EventKind.ONLY_SOFTWARE in kinds,
        deviceless=not kinds.isdisjoint({EventKind.NO_DEVICE, EventKind.EFFECT}),
        flatpak=Sign.FLATPAK in log.signs or any(_OF_FLATPAK in path for path in log.manifests),
        manifests=tuple(log.manifests),
        signs=log.signs,
        variables=log.variables,
        elevated=tuple(_ignored(log)),
        wrong_bits=any(
            event.kind is EventKind.FAILED and "wrong bit-type" in event.why for event in log.events
        ),
        refused=tuple(each.subject for each in log.events if each.kind is EventKind.LINKER),
        refused_files=tuple(each.subject for each in log.events if each.kind is EventKind.BAD_FILE),
        available=tuple(log.available),
        needing=_needing(log),
        asked=EventKind.NOT_FOUND in kinds,
        paths=tuple(log.paths),
        os_release=log.os_release,
        listings=log.listings,
        variable_files=log.variable_files,
        installed=frozenset(log.installed),
        removed=next((each for each in log.left if "nvidia" in each and each not in log.installed), ""),
        user=user_of(log),
        switches=log.particulars.switches,
        inserted={file_name(e.why): e.subject for e in log.events if e.kind is EventKind.INSERTED},
        copies={name: path for name, (path, _) in log.particulars.libraries.items()},
        has_sdk=bool(log.told.sdk[0]),
        meets_loader=not kinds.isdisjoint((EventKind.NO_DRIVER, EventKind.OLD_LOADER)),
        has_cause=not kinds.isdisjoint((EventKind.MESSAGE, EventKind.CONCLUDED)),
        devices=(*_devices(log), *_turned_down(log)),
        ignored=tuple(dict.fromkeys(e.subject for e in log.events if e.kind is EventKind.ELEVATED)),
        without_instance=tuple(
            dict.fromkeys(each.subject for each in log.events if each.kind is EventKind.LEFT_DRIVER)
        ),
        seeks_layers=drivers is None or explicit is not None or implicit is not None,
        unowned=tuple(log.unowned),
        program=program_of(log.programs.found),
        card=_card(log),
        place=place,
        placed=line_of(place, log.places.found),
        people=frozenset(log.told.people),
        system=system_of(log),
        tried=log.tried,
    )


def _card(log: Log) -> Named | None:
    """Return the card that a text names; none where its maker's name alone stands beside a card without Vulkan."""
    card = card_of(log.whole_cards.found, log.whole_cards.texts) or _chosen_card(log)
    if card is None or not log.vulkanless[0]:
        return card
    is_it = log.vulkanless[0] in card.name or (card.card.name == "NVIDIA" and "NVIDIA" in log.vulkanless[1])
    return None if is_it or card.line == log.vulkanless[2] else card


def _chosen_card(log: Log) -> Named | None:
    """Return the card that a variable has DXVK take, if no driver is left and the text names no other card."""
    left = all(event.kind is not EventKind.NO_DRIVER for event in log.events)
    if left or log.whole_cards.found or DXVK_FILTER not in log.variables:
        return None
    chosen = Shown(cards, of_here=True)
    chosen.line(log.variables[DXVK_FILTER], log.variable_lines.get(DXVK_FILTER, 0))
    return card_of(chosen.found, chosen.texts)


def _given_nvidia(log: Log) -> tuple[Sign, ...]:
    """Return the sign of a card of NVIDIA's that works, if a container of the text asks NVIDIA's toolkit for it."""
    asked = log.variables.keys() & {"NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES"}
    return (Sign.NVIDIA_WORKS,) if asked else ()


_WANTS = re.compile(r"1\.\d")


def _parts(version: str) -> tuple[int, ...]:
    """Return the two numbers that a version of Vulkan begins with."""
    return tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())


def _api_of(device: Mapping[str, str]) -> str:
    """Return the version that a device offers: some releases print its number first."""
    found = re.search(r"\d+(?:\.\d+){1,3}", device.get("apiVersion", ""))
    return found[0] if found is not None else ""


def _wanted(log: Log) -> str:
    """Return which version is too old for the program, as a sentence; empty if the text does not show that."""
    asked = [event.why for event in log.events if event.message and _WANTS.fullmatch(event.why)]
    if not asked:
        return ""
    most = _parts(max(asked))
    loaders = [each for each in log.versions if _parts(each) < most]
    if loaders and len(loaders) == len(log.versions):
        return f"the loader is release {loaders[0]}, and the program asks for Vulkan {max(asked)}"
    listed = [each.values for each in log.cards.listed if each.values.get("deviceName")]
    listed = listed or [{"deviceName": "the device", **each.values} for each in log.cards.listed]
    older = [each for each in listed if (own := _api_of(each)) and _parts(own) < most]
    if older and len(older) == len(listed):
        name = older[0]["deviceName"]
        named = f"{name if name == 'the device' else quote(name)} offers Vulkan {_api_of(older[0])}"
        return f"{named}, and the program asks for {max(asked)}"
    return ""


def _replacing(log: Log, is_unsearched: bool) -> tuple[str, ...]:
    """Return the folders that VK_LAYER_PATH names, if the text sets it and has no search for explicit layers."""
    value = log.variables.get("VK_LAYER_PATH", "") if is_unsearched else ""
    return tuple(each for each in value.split(":") if each.startswith(("/", "~/", "$HOME/")))


def _bare(log: Log) -> Iterator[str]:
    """Yield the libraries of layers that manifests of the text name without a folder."""
    for library in (*(library for library, _ in log.naming.values()), *log.named):
        if not _PLACED.search(library) and not _DRIVER_NAMES.search(f"/{library}"):
            yield library


def _needing(log: Log) -> dict[int, str]:
    """Return, by the line of a library that is missing, the one of a driver or layer that failed for it."""
    found = {}
    missing: Event | None = None
    asked = ""
    for event in log.events:
        if event.kind is EventKind.LDD:
            asked = event.subject.rpartition("/")[2]
        elif event.kind is EventKind.LINKER and event.why == "not found" and asked:
            found[event.line] = asked
        elif event.kind is EventKind.LINKER:
            missing = event
        elif event.kind is EventKind.DRIVER_FAILED and missing is not None:
            names = [each.subject.rpartition("/")[2] for each in (missing, event)]
            if event.line - missing.line <= _NEAR and ".so" in names[1] and names[0] != names[1]:
                found[missing.line] = names[1]
            missing = None
    return found


def _ignored(log: Log) -> Iterator[str]:
    """Yield the variables that the text sets and that the loader ignores because of privileges."""
    for event in log.events:
        if event.kind is EventKind.ELEVATED and log.variables.get(event.subject):
            yield event.subject


def _other_bits(log: Log) -> tuple[str, ...]:
    """Return the drivers' libraries for the other word size."""
    libraries = set(log.libraries.values())
    found = (event.subject for event in log.events if event.kind is EventKind.OTHER_BITS)
    return tuple(path for path in dict.fromkeys(found) if path in libraries or _DRIVER_NAMES.search(path))


_DRIVER_NAMES = re.compile(
    r"/libvulkan_\w+\.so|libGLX_nvidia\.so|amdvlk(?:32|64)\.so|libvk_swiftshader|nvoglv(?:32|64)\.dll"
)
"""What the libraries of drivers are called."""


def _devices(log: Log) -> Iterator[str]:
    """Yield the cards that the text lists as devices."""
    for event in log.events:
        if event.kind is EventKind.DEVICE and not PROCESSOR.search(event.subject):
            yield event.subject


_TURNED_DOWN = re.compile(
    r"^Device: (?!.*\bNVK\b)(?P<name>(?:NVIDIA|AMD|Intel|Radeon|GeForce)\b[^,;]{2,80}), missing\b"
)


def _turned_down(log: Log) -> Iterator[str]:
    """Yield the devices that a program names and does not take: their drivers are there, if not NVIDIA's for NVK."""
    said = (_TURNED_DOWN.match(event.why) for event in log.events if event.kind is EventKind.UNFIT)
    yield from (found["name"] for found in said if found is not None)
