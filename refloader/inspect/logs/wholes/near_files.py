"""Files and packages that are nearly what a program needs: another ending or word size, not there, for root alone."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.log_reader import use_of
from refloader.inspect.logs.reading.other_lines import NAMING
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.named_cards import OF_CARDS, maker_of, without_driver
from refloader.inspect.logs.wholes.particular_causes import SWITCHES
from refloader.inspect.logs.wholes.whole_machines import on_processor
from refloader.model.place import Use
from refloader.model.text import quote

_ENDED = re.compile(
    r"(?P<name>[^/]+\.json)(?:\.(?:bak|backup|old|orig|disabled?|off|save|txt|dpkg-\w+|rpmsave|rpmnew|pacsave|pacnew)|~)$"
)
_PACKAGE = re.compile(
    r"(?:mesa-vulkan-drivers|vulkan-(?P<maker>radeon|intel)|nvidia-(?P<nvidia>utils|vulkan-icd))$"
)
_OTHER_BUILD = re.compile(
    r"^(?:mesa-vulkan-drivers|vulkan-(?:radeon|intel)|amdvlk|mesa-(?:git|tkg|freeworld)|vulkan-amdgpu)"
)
_MAKERS = {"radeon": "Advanced Micro", "intel": "Intel"}


def near(log: Log) -> Iterator[Event]:
    """Yield what is nearly there, where a program misses a layer that is switched on, or a driver."""
    lacks_driver = without_driver(log) or on_processor(log)
    wanted = [
        word
        for name, word in SWITCHES.items()
        if (log.variables.get(name) or name in log.particulars.wrapped) and not _is_inside(log, word)
    ]
    yield from _of_an_sdk(log)
    yield from _library_gone(log)
    yield from _not_installed(log, wanted)
    yield from _other_ending(log, wanted, lacks_driver=lacks_driver)
    yield from _other_bits(log, wanted)
    if lacks_driver:
        yield from _nodes_of_root(log)
    if lacks_driver and all(event.kind is not EventKind.NO_DRIVER for event in log.events):
        yield from _absent_package(log)  # where no driver is left, that answer names the package
    elif lacks_driver:
        yield from (each for each in _absent_package(log) if "nvidia" in each.subject)


_LISTS_LAYERS = re.compile(
    r"^ls (?:-\w+ )*(?P<folder>(?P<root>(?:~|\$HOME|/)[\w./-]{0,200}?)(?:/x86_64)?/(?:share|etc)"
    r"/vulkan/explicit_layer\.d)/?$"
)
_SEARCHED = (
    "/usr/share",
    "/usr/local/share",
    "/etc",
    "~/.local/share",
    "$HOME/.local/share",
    "/usr",
    "/usr/local",
    "",
)


def _of_an_sdk(log: Log) -> Iterator[Event]:
    """Yield that a layer which is not found is in an unpacked SDK, in a folder that no variable of the text names."""
    missing = next((e for e in log.events if e.kind is EventKind.NOT_FOUND), None)
    if missing is None or not missing.subject.startswith(("VK_LAYER_KHRONOS_", "VK_LAYER_LUNARG_")):
        return
    named = ":".join(log.variables.get(each, "") for each in ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH"))
    for run in log.runs:
        found = _LISTS_LAYERS.match(run.command)
        if found is None or found["root"] in _SEARCHED or "VkLayer_" not in run.output:
            continue
        if found["folder"].removeprefix("~").removeprefix("$HOME") in named or log.variables.get(
            "VULKAN_SDK"
        ):
            return
        why = (
            f"{missing.subject} is not found, and {found['folder']} has layers of an SDK: no loader searches that "
            "folder unless a variable names it"
        )
        fix = (
            f"in the shell that starts the program: source {found['root']}/setup-env.sh; for one that an editor "
            "starts, set VK_ADD_LAYER_PATH there to the full path of that folder (before 1.3.207 VK_LAYER_PATH)"
        )
        yield Event(EventKind.CONCLUDED, run.line, missing.subject, why, fix=fix)
        return


def _library_gone(log: Log) -> Iterator[Event]:
    """Yield that the library of a manifest in the text is not there, by a listing of a folder that it lies below."""
    for document in log.pasted:
        found = NAMING.search("\n".join(document.lines))
        parts = found["library"].split("/") if found is not None else []
        for end in range(2, len(parts)):
            folder, name = "/".join(parts[:end]), parts[end]
            if folder in log.listings.folders and (there := log.listings.holds(folder)) and name not in there:
                stem = re.match(r"[A-Za-z]{4,}", name)
                other = next((each for each in there if stem and each.startswith(stem[0])), "")
                named = f"{document.path or 'the manifest'} names the library {quote('/'.join(parts))}"
                why = f"{named}, and {folder} has no {name}" + (f": there is {other}" if other else "")
                fix = "install again what has that library, or remove the manifest"
                if other:
                    fix = f"have library_path name the library in {folder}/{other} (its own installer writes that), "
                    fix += "or remove the manifest"
                yield Event(EventKind.CONCLUDED, log.listings.folders[folder], document.path, why, fix=fix)
                return


_PACKAGES = {"mangohud": "mangohud", "vkbasalt": "vkbasalt", "obs_vkcapture": "obs-vkcapture"}
_IMPLICIT = "/implicit_layer.d"


def _not_installed(log: Log, wanted: list[str]) -> Iterator[Event]:
    """Yield that a layer which is switched on is not installed: the listings of the text do not have it."""
    files = [file for search in log.searches if search.use is Use.IMPLICIT for file in search.files]
    folders = [each for each in log.listings.folders if each.endswith(_IMPLICIT)]
    names = [*files, *log.manifests, *(name for folder in folders for name in log.listings.holds(folder))]
    seen = " ".join((*names, *log.available, *log.installed, *log.naming)).lower().replace("-", "_")
    lists = any("vulkaninfo" in run.command and run.output.startswith("VK_LAYER_") for run in log.runs)
    seen += " ".join(log.mentioned).lower()
    if not (log.available or lists) or not (files or folders) or Sign.FLATPAK in log.signs:
        return
    for word in (each for each in wanted if each in _PACKAGES and each not in seen):
        variable = next(name for name, each in SWITCHES.items() if each == word)
        package = _PACKAGES[word]
        why = f"{variable} is set, and {package} is not installed: neither vulkaninfo nor the folder of implicit "
        why += "layers has its layer"
        fix = f"install {package} (with its 32-bit build, if the program is a 32-bit one)"
        yield Event(EventKind.CONCLUDED, log.variable_lines.get(variable, 0), package, why, fix=fix)


def _is_inside(log: Log, word: str) -> bool:
    """True if a chain of the text has the layer, or ``vulkaninfo`` lists it."""
    names = (*log.inserted, *log.available, *(name for chain in log.chains for name in chain))
    return any(word in name.lower() for name in names)


def _other_ending(log: Log, wanted: list[str], *, lacks_driver: bool) -> Iterator[Event]:
    """Yield that a manifest which is missed has a name that does not end with ``.json``."""
    missing = [event.subject.lower() for event in log.events if event.kind is EventKind.NOT_FOUND]
    listed = [path.rpartition("/")[2].lower() for path in log.listings.files]
    for path, entry in log.listings.files.items():
        folder, _, file = path.rpartition("/")
        found, use = _ENDED.fullmatch(file), use_of(folder)
        if found is None or use is None or found["name"].lower() in listed:
            continue
        stem = found["name"].lower().partition(".")[0]
        of_layer = any(word in stem for word in wanted) or any(stem in name for name in missing)
        if lacks_driver and _fits(log, file) if use is Use.DRIVER else of_layer:
            why = (
                f"{quote(path)} is not read: of the files in that folder, loaders read those whose names end with "
                ".json alone"
            )
            named = shell.operand(folder + "/" + found["name"])
            fix = f"sudo mv {shell.operand(path)} {named}"
            yield Event(EventKind.CONCLUDED, entry.line, path, why, fix=fix)
            return


def _fits(log: Log, file: str) -> bool:
    """True if a manifest can be that of the driver of the text's card."""
    pattern = OF_CARDS.get(maker_of(log))
    return pattern.search(file) is not None if pattern is not None else "nouveau" not in file


def _other_bits(log: Log, wanted: list[str]) -> Iterator[Event]:
    """Yield that a layer which is switched on is there for 64-bit programs alone, and the program is a 32-bit one."""
    if Sign.NARROW not in log.signs:
        return
    for event in log.events:
        word = next((each for each in wanted if each in event.subject.lower()), "")
        if event.kind is not EventKind.OTHER_BITS or not word:
            continue
        if sum(word in path.lower() for path in log.manifests) > 1:
            return  # the other one may be the one that is used
        package = next((name for name in log.installed if word in name.lower()), word)
        why = (
            f"the program is a 32-bit one, and the text has the layer for 64-bit programs alone, "
            f"{quote(event.subject)}: a 32-bit program needs the layer's 32-bit build"
        )
        fix = (
            "install that too: sudo dpkg --add-architecture i386 && sudo apt update && sudo apt install "
            f"{package}:i386 (Arch: lib32-{package}, Fedora: {package}.i686)"
        )
        yield Event(EventKind.CONCLUDED, event.line, event.subject, why, fix=fix)
        return


def _nodes_of_root(log: Log) -> Iterator[Event]:
    """Yield that root alone may open the card's only node for rendering, by a listing with the modes of it."""
    nodes = [each for each in log.listings.files.values() if each.path.startswith("/dev/dri/renderD")]
    if (
        len(nodes) != 1
        or nodes[0].owner != "root"
        or Sign.CONTAINER in log.signs
        or log.signs.get(Sign.USER) == "root"
    ):
        return
    mode, group = nodes[0].mode, nodes[0].group
    of_group, of_others = mode[3:5] == "rw" and group != "root", mode[6:8] == "rw"
    if mode and not of_group and not of_others:
        path, word = nodes[0].path, shell.operand(nodes[0].path)
        why = f"root alone may open {path} ({mode} root {group}), by which drivers reach the card"
        fix = (
            f"sudo chgrp render {word} && sudo chmod 660 {word} until the next start (the group video where there "
            "is no render), with the user in that group; for good see which rule of udev sets it: "
            "grep -rn renderD /etc/udev/rules.d, and systemd's 50-udev-default.rules has to be there"
        )
        yield Event(EventKind.CONCLUDED, nodes[0].line, path, why, fix=fix)


def _absent_package(log: Log) -> Iterator[Event]:
    """Yield that the package with the drivers of the card is not there, as a package manager says."""
    maker = maker_of(log)
    if any(_OTHER_BUILD.search(name) for name in log.installed):
        return  # another build of the drivers is there
    for name, line in log.absent.items():
        found = _PACKAGE.fullmatch(name)
        if found is None or name in log.installed or (Sign.NVIDIA_WORKS in log.signs and not found["nvidia"]):
            continue
        fits = maker == "NVIDIA" if found["nvidia"] else maker != "NVIDIA"
        if fits and (not found["maker"] or maker == _MAKERS[found["maker"]]):
            why = f"{name}, which has the driver of the card for Vulkan, is not installed, says the package manager"
            of_arch = name.startswith("vulkan-") or name == "nvidia-utils"
            of_debian = name == "nvidia-vulkan-icd"
            by_rpm = Sign.TOOLBOX in log.signs or "fedora" in log.os_release
            manager = "pacman -S" if of_arch else "dnf install" if by_rpm else "apt install"
            fix = f"sudo {manager} {name}" + (
                "" if of_arch or by_rpm or of_debian else f" (Fedora: sudo dnf install {name})"
            )
            yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
            return
