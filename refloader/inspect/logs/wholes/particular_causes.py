"""Causes that what lines name shows together with how the text ends: versions, an APK, source code, settings."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.whatif.driver_variables import NAMING_DRIVERS
from refloader.model.system import System
from refloader.model.text import quote, some

_UNFOUND = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)


def particular(log: Log) -> Iterator[Event]:
    """Yield the causes that the lines of programs show."""
    yield from _old_loader(log)
    yield from _other_abi(log)
    yield from _library_for_manifest(log)
    yield from _cleared(log)
    yield from _settings_alone(log)
    _gone_of_settings(log)
    yield from _draws_with_opengl(log)


_AN_API = re.compile(r"1(?:\.\d{1,5}){1,3}")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def _api(values: Mapping[str, str]) -> str:
    """Return the version of Vulkan that a listed device offers: the last word that is one; empty if none is."""
    words = values.get("apiVersion", "").replace("(", " ").replace(")", " ").split()
    return next((word for word in reversed(words) if _AN_API.fullmatch(word)), "")


def _old_loader(log: Log) -> Iterator[Event]:
    """Yield that the loader, or each driver, is older than the version of Vulkan that a program asks for."""
    if not log.particulars.wanted:
        return
    most = max(log.particulars.wanted, key=lambda each: (_parts(each.wanted), bool(each.had)))
    wanted = _parts(most.wanted)
    said = most.had if most.of_instance and most.had and _parts(most.had) < wanted else ""
    loaders = list(log.versions)
    old = [each for each in loaders if _parts(each) < wanted]
    cards = [
        each.values for each in log.cards.listed if not PROCESSOR.search(each.values.get("deviceName", ""))
    ]
    apis = [api for each in cards if (api := _api(each))]
    release = said or (old[0] if old and len(old) == len(loaders) else "")
    if release:
        newer = next((api for api in apis if _parts(api) >= wanted), "")
        driver = f", and the driver, which has {newer}, is not what is too old" if newer else ""
        why = (
            f"the loader offers Vulkan {release}, and the program asks for {most.wanted}: what a loader tells "
            f"programs is its own version, whatever the driver has{driver}"
        )
        own = log.particulars.own_loader[0]
        if own:
            why += f"; it is a copy of its own, {quote(own)}"
        fix = (
            f"remove {own}, or rename it: the program then gets the loader of Windows"
            if own
            else (
                "update the driver of the card, which brings the loader of Windows"
                if system_of(log) is System.WINDOWS
                else "update the loader (libvulkan1, vulkan-loader, vulkan-icd-loader), with the distribution's "
                "next release if it has none; a newer driver of the card changes nothing"
            )
        )
        yield Event(EventKind.CONCLUDED, most.line, "libvulkan.so.1", why, fix=fix)
        return
    beside = bool(log.told.own_loader[0] and log.told.old_loader)  # the program's own loader is the cause
    if most.had and not (most.of_instance or apis or beside) and _parts(most.had) < wanted:
        why = f"the program asks for Vulkan {most.wanted}, and finds {most.had}"
        fix = (
            "update the driver of the card (a loader that is older than that has to be updated, too: vulkaninfo "
            "--summary shows both); if the newest driver has no more, the card is too old for this program"
        )
        yield Event(EventKind.CONCLUDED, most.line, "Vulkan", why, fix=fix)
        return
    if apis and all(_parts(api) < wanted for api in apis):
        name = next((each["deviceName"] for each in cards if each.get("deviceName")), "")
        offered = max(apis, key=_parts)
        driver = f"the driver of {quote(name)}" if name else "the driver"
        why = f"the program asks for Vulkan {most.wanted}, and {driver} offers {offered}"
        fix = "update the driver of the card; if the newest has no more, the card cannot run this program with Vulkan"
        yield Event(EventKind.CONCLUDED, most.line, name, why, fix=fix)


def _other_abi(log: Log) -> Iterator[Event]:
    """Yield that an APK has a layer's library for another processor than that of the program, or none at all."""
    packed, missing = log.particulars.packed, next((e for e in log.events if e.kind in _UNFOUND), None)
    if missing is None or not packed:
        return
    own = next((abi for abi in log.particulars.searched_abis if abi in packed), "") or (
        "arm64-v8a" if "arm64-v8a" in packed else next(iter(packed))
    )
    layers = {abi: [name for name in names if "layer" in name.lower()] for abi, names in packed.items()}
    if layers.get(own):
        return
    other = next((abi for abi, names in layers.items() if names), "")
    if other:
        name = layers[other][0]
        line = packed[other][name]
        why = f"the APK has {name} for {other} alone, and the program runs as {own}: there it has none"
        fix = f"put the {own} build of {name} into src/main/jniLibs/{own}, and build the APK again"
    else:
        line = min(packed[own].values())
        why = f"the APK has no library of a layer for {own}: none of its names begins with libVkLayer_"
        fix = (
            f"put the layer's library for {own} into src/main/jniLibs/{own}, and build the APK again; or have "
            "another application bring it (adb shell settings put global gpu_debug_layer_app PACKAGE)"
        )
    yield Event(EventKind.CONCLUDED, line, missing.subject, why, fix=fix)


_OF_MANIFESTS = (*NAMING_DRIVERS, "VK_ADD_DRIVER_FILES", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH")


def _library_for_manifest(log: Log) -> Iterator[Event]:
    """Yield that a variable names a library where a loader wants a manifest, or the folder of manifests."""
    for name in _OF_MANIFESTS:
        entries = log.variables.get(name, "").replace(";", ":").split(":")
        library = next((each for each in entries if (".so" in each or ".dylib" in each) and "/" in each), "")
        if not library or library.endswith(".json"):
            continue
        of_layers = "LAYER" in name
        wants = "a folder of manifests (.json)" if of_layers else "the manifest (.json) of a driver"
        why = f"{name} names a library, {quote(library)}, and a loader wants {wants}: it finds none"
        folder = library.rpartition("/")[0]
        has_manifests = any(each.endswith(".json") for each in log.listings.holds(folder))
        meant = (folder if has_manifests else "") if of_layers else _manifest_of(library, log)
        file = log.variable_files.get(name, "")
        unset = f"unset {name}" + (f", and remove it from {file}, which sets it" if file else "")
        fix = f"export {name}={shell.line([meant])}, or {unset}" if meant else unset
        yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
        return


def _manifest_of(library: str, log: Log) -> str:
    """Return the manifest in the listings of a text that is called like a driver's library; empty if none is."""
    stem = library.rpartition("/")[2].partition(".so")[0].removeprefix("libvulkan_").removeprefix("libGLX_")
    files = (
        path for path in (*log.listings.files, *log.manifests) if "/icd.d/" in path and path.endswith(".json")
    )
    return next((path for path in files if path.rpartition("/")[2].startswith(f"{stem}_icd")), "")


def _cleared(log: Log) -> Iterator[Event]:
    """Yield that the flag which source code sets does not reach the loader, if portability drivers are left out."""
    out = next((e for e in log.events if e.kind is EventKind.PORTABILITY), None)
    line, text = log.particulars.clearing
    if out is None or not log.particulars.portable:
        return
    flag = "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR"
    why = f"the source code sets {flag} (line {log.particulars.portable}), and vkCreateInstance gets it not"
    if line:
        why += f": {quote(text)} clears such a structure"
    fix = f"set the flag after all that clears the structure: createInfo.flags |= {flag}"
    yield Event(EventKind.CONCLUDED, line or out.line, flag, why, fix=fix)


SWITCHES = {
    "MANGOHUD": "mangohud",
    "ENABLE_VKBASALT": "vkbasalt",
    "OBS_VKCAPTURE": "obs_vkcapture",
    "ENABLE_GAMESCOPE_WSI": "gamescope",
}
"""Variables that switch layers on, and a word of the names of each."""


def _gone_of_settings(log: Log) -> None:
    """Say of a manifest that cannot be opened, and that no search found, that the settings file may name it."""
    used = next((e for e in log.events if e.kind is EventKind.SETTINGS), None)
    places = {place for search in log.searches for place in search.places}
    if used is None or not used.subject.startswith(("/", "~")):
        return

    def explained(event: Event) -> Event:
        gone = event.kind is EventKind.BAD_FILE and "Failed to open" in event.why and event.line > used.line
        folder, _, name = event.subject.rpartition("/")
        is_usual = folder in places or folder.startswith(("/usr/share/", "/usr/local/share/", "/etc/"))
        if event.fix or not gone or is_usual or "layer" not in f"{folder}/{name}".lower():
            return event
        fix = (
            f"see whether it is there: ls -lL {shell.operand(event.subject)}; no search of the log has its folder, "
            "and the settings file may name it: if it was of an SDK that is removed, choose the layers again in the "
            f"configurator (vkconfig), or remove that file: rm {shell.operand(used.subject)}"
        )
        return replace(event, fix=fix)

    if not {"VK_LAYER_PATH", "VK_ADD_LAYER_PATH", *NAMING_DRIVERS}.isdisjoint(log.variables):
        return  # which may name it
    log.events[:] = [explained(event) for event in log.events]


def _settings_alone(log: Log) -> Iterator[Event]:
    """Yield that a settings file leaves out what it does not list, if a layer is switched on and in no chain."""
    used = next((e for e in log.events if e.kind is EventKind.SETTINGS), None)
    listed = log.particulars.configured
    if used is None or not listed or any("unordered" in each for each in (*listed, *listed.values())):
        return
    inside = " ".join((*listed, *log.inserted, *(name for chain in log.chains for name in chain))).lower()
    lost = [name for name, word in SWITCHES.items() if name in log.variables and word not in inside]
    spoken = [each for each in sorted(log.particulars.spoken_layers) if each not in inside]
    if not lost and not spoken:
        return
    on = some([f"{name}={log.variables[name]}" for name in lost])
    what = (
        f"a layer that {on} switches on is left out"
        if lost
        else f"{some(spoken)} {'is' if len(spoken) == 1 else 'are'} left out, too"
    )
    unread = next((e for e in log.events if e.kind is EventKind.BAD_FILE and e.line > used.line), None)
    gone = f"; and {quote(unread.subject)}, which it names, could not be read" if unread is not None else ""
    why = (
        f"the settings file {quote(used.subject)} lists the layers to use, {some(list(listed), 4)}, and has no "
        f"place for others: {what}{gone}"
    )
    fix = (
        "reset it in the configurator (vkconfig), or remove the file, which stays behind when that is uninstalled: "
        f"rm {shell.operand(used.subject)}"
    )
    yield Event(EventKind.CONCLUDED, used.line, used.subject, why, fix=fix)


def _draws_with_opengl(log: Log) -> Iterator[Event]:
    """Yield that a program draws with OpenGL, where a layer of Vulkan is switched on and nothing else is wrong."""
    line = log.particulars.opengl
    on = next((name for name in SWITCHES if name in log.variables), "")
    if not line or not on or log.searches or log.chains or log.inserted or log.devices:
        return
    why = (
        f"the program draws with OpenGL: it makes no instance of Vulkan, so that no layer of Vulkan is in it, "
        f"whatever {on}={log.variables[on]} switches on; no loader is at fault"
    )
    fix = (
        "start it with the layer's program for OpenGL (mangohud %command%, obs-gamecapture %command%), or have it "
        "draw with Vulkan if it can"
    )
    yield Event(EventKind.CONCLUDED, line, on, why, fix=fix)
