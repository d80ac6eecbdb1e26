"""Files that packages, programs and toolkits left behind or did not bring: links, manifests, loaders, settings."""

import ntpath
import posixpath
import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.text import quote, some

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)
_LACKING = (*_WITHOUT, EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED, EventKind.EFFECT)
_MANIFEST = re.compile(r"/(?:icd|implicit_layer|explicit_layer)\.d/[^/]+\.json$")


def of_left_files(log: Log) -> Iterator[Event]:
    """Yield what files that are left, or that are not there, do to the programs of a text."""
    yield from _broken_link(log)
    yield from _without_manifest(log)
    yield from _newer_own_loader(log)
    yield from _of_appimage(log)
    yield from _beside_a_program(log)
    yield from _left_settings(log)
    yield from _without_narrow_layer(log)


_STEPS = 8
"""The most links that are followed."""


def _broken_link(log: Log) -> Iterator[Event]:
    """Yield that a link in a folder of manifests leads to a file that the text shows to be gone."""
    for path, entry in log.listings.files.items():
        if entry.kind != "l" or not entry.target or not _MANIFEST.search(path):
            continue
        end = _end_of(path, log)
        gone = _is_gone(end, log)
        if not gone:
            continue
        lacks = any(
            each.kind in _LACKING or (each.message is not None and each.message.message.deviceless)
            for each in log.events
        )
        why = f"{quote(path)} is a link to {quote(end)}, and {quote(gone)} is not there: loaders pass over it"
        fix = (
            "install the package again that the file was of (a driver or a layer), or remove the link: sudo rm "
            f"{shell.operand(path)}"
        )
        if entry.target.startswith("/etc/alternatives/"):
            name = shell.operand(posixpath.basename(entry.target))
            fix = f"sudo update-alternatives --auto {name}, which takes what is installed; {fix}"
        yield Event(EventKind.CONCLUDED if lacks else EventKind.NOTED, entry.line, path, why, fix=fix)
        return


def _end_of(path: str, log: Log) -> str:
    """Return where a link leads, as far as the listings show."""
    for _ in range(_STEPS):
        entry = log.listings.files.get(path)
        if entry is None or not entry.target:
            break
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), entry.target))
    return path


def _is_gone(path: str, log: Log) -> str:
    """Return the path, or the folder above it, which the text shows not to be there; empty if it shows none."""
    for absent in log.listings.absent:
        if path == absent or path.startswith(f"{absent}/"):
            return absent
    folder, _, name = path.rpartition("/")
    listed = log.listings.folders.get(folder) is not None and log.listings.holds(folder)
    return path if listed and name not in listed else ""


_SYSTEM = ("/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d")
_NVIDIAS = re.compile(r"libGLX_nvidia\.so\.0$")
_NVIDIAS_MANIFEST = re.compile(r"/icd\.d/[^/]*nvidia[^/]*\.json$")
_CHOOSING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")
_TEXT = (
    '{"file_format_version": "1.0.0", "ICD": {"library_path": "libGLX_nvidia.so.0", "api_version": "1.3.0"}}'
)


def _without_manifest(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's library is there and no manifest names it, where both folders of the system are shown."""
    listed = [folder for folder in _SYSTEM if folder in log.listings.folders]
    absent = [folder for folder in _SYSTEM if folder in log.listings.absent]
    names = [name for folder in listed for name in log.listings.holds(folder)]
    named = any(_NVIDIAS_MANIFEST.search(path) for path in log.listings.files) or any(
        "libGLX_nvidia" in line for document in log.pasted for line in document.lines
    )
    chosen = any(log.variables.get(name) for name in _CHOOSING)
    there = [
        *(path for each in log.cached.values() for path, _ in each),
        *log.paths,
        *log.listings.files,
    ]
    library = next((path for path in there if _NVIDIAS.search(path) and "i386" not in path), "")
    lacks = any(
        each.kind in _LACKING or (each.message is not None and each.message.message.deviceless)
        for each in log.events
    )
    failed = any(each.kind in (EventKind.LINKER, EventKind.REFUSING) for each in log.events)
    if not library or not listed or len(listed) + len(absent) < len(_SYSTEM) or failed or named or chosen:
        return
    if not lacks or any("nvidia" in name for name in names) or _has_card(log):
        return
    what = f"it has {some(sorted(names), 4)}" if names else "it has none"
    why = (
        f"NVIDIA's driver is there, {quote(library)}, and no manifest names it: {quote(listed[0])} has no "
        f"nvidia_icd.json ({what})"
    )
    fix = (
        f"write it: sudo mkdir -p /etc/vulkan/icd.d; echo '{_TEXT}' | sudo tee /etc/vulkan/icd.d/nvidia_icd.json "
        "(a newer nvidia-container-toolkit brings it into containers itself)"
    )
    yield Event(EventKind.CONCLUDED, log.listings.folders[listed[0]], library, why, fix=fix)


def _has_card(log: Log) -> bool:
    return any(e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject) for e in log.events)


_WANTS_LIBC = re.compile(
    r"version .(?P<version>GLIBC_2\.\d+). not found \(required by (?P<path>\S{0,1000}libvulkan\.so[\d.]*)\)"
)
_OF_SYSTEM = ("/lib", "/usr/lib", "/nix/", "/gnu/", "/run/host/", "/snap/", "/app/")
_OF_SDK = re.compile(r"/(?:VulkanSDK|vulkan-?sdk|vulkan)/[\d.]+/x86_64/lib/", re.IGNORECASE)


def _newer_own_loader(log: Log) -> Iterator[Event]:
    """Yield that a program brings a loader which wants a newer C library than the system has."""
    for event in log.events:
        found = _WANTS_LIBC.search(event.why) if event.kind is EventKind.LINKER else None
        if found is None or found["path"].startswith(_OF_SYSTEM):
            continue
        path = found["path"]
        whose = "the program brings a loader of its own"
        change = f"rename or remove {shell.operand(path)}"
        if path.startswith("/usr/local/"):
            whose = "the linker finds a loader first that no package of the system has"
            change += " and run sudo ldconfig"
        elif _OF_SDK.search(path):
            whose = "the program gets the loader of the Vulkan SDK"
            change = "start the program without the SDK's LD_LIBRARY_PATH (unset LD_LIBRARY_PATH)"
        why = (
            f"{whose}, {quote(path)}, which wants a newer C library ({found['version']}) than this system has"
        )
        fix = (
            f"{change}, so that the program takes the system's loader (apt install libvulkan1, dnf install "
            "vulkan-loader, pacman -S vulkan-icd-loader)"
        )
        log.events[:] = [each for each in log.events if each is not event]
        yield Event(EventKind.CONCLUDED, event.line, path, why, fix=fix)
        return


_IN_APPIMAGE = "/tmp/.mount_"
_REFUSED = (EventKind.REFUSING, EventKind.LACKED, EventKind.LINKER, EventKind.DRIVER_FAILED)


def is_of_appimage(log: Log) -> bool:
    """True if a program that fails gets the loader of its AppImage, and another one of the text gets a card.

    A card that is listed between the AppImage's loader and what fails is taken for the AppImage's, which then works.
    """
    if not log.signs.get(Sign.LINKED_LOADER, "").startswith(_IN_APPIMAGE) or not _has_card(log):
        return False
    line = log.sign_lines.get(Sign.LINKED_LOADER, 0)
    fails = [each.line for each in log.events if each.kind in _LACKING or each.kind in _REFUSED]
    cards = [e.line for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    return any(not any(line <= card < each for card in cards) for each in fails)


def _of_appimage(log: Log) -> Iterator[Event]:
    """Yield that the loader of an AppImage is what differs from a program that gets the card."""
    if not is_of_appimage(log):
        return
    own = log.signs[Sign.LINKED_LOADER]
    inside = own.removeprefix(_IN_APPIMAGE).partition("/")[2]
    outside = next(
        e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)
    )
    why = (
        f"the program runs with the loader that its AppImage brings, {quote(own)}, and not with the system's, by "
        f"which {quote(outside)} is listed"
    )
    fix = (
        f"start it without: PROGRAM.AppImage --appimage-extract, rm squashfs-root/{inside}*, and then "
        "squashfs-root/AppRun; or take a newer release of it, or a package that is no AppImage"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.LINKED_LOADER, 0), own, why, fix=fix)


_WHERE = re.compile(r"(?:cmd /c )?where(?:\.exe)? vulkan-1(?:\.dll)?$", re.IGNORECASE)
_OF_GAME = re.compile(
    r"[A-Z]:\\(?!Windows\\|VulkanSDK\\)[^\"<>|*?\r\n]{1,200}\\vulkan-1\.dll$", re.IGNORECASE
)


def _beside_a_program(log: Log) -> Iterator[Event]:
    """Yield that ``where`` finds a loader in a program's folder before that of Windows, if no driver is left."""
    run = next((each for each in log.runs if _WHERE.match(each.command)), None)
    if run is None or not _OF_GAME.match(run.output) or all(e.kind not in _WITHOUT for e in log.events):
        return
    if ntpath.dirname(run.output).lower() != run.folder.rstrip("\\").lower():
        return  # found by PATH, after which a program looks last
    why = (
        f"the program gets the loader in its own folder, {quote(run.output)}, and not that of Windows, which the "
        "driver brings"
    )
    fix = f"rename it: ren {quote(run.output)} vulkan-1.dll.old; the program then gets the one in System32"
    yield Event(EventKind.CONCLUDED, run.line, run.output, why, fix=fix)


_MANGOHUD = re.compile(r"[Mm]ango[Hh]ud")


def _without_narrow_layer(log: Log) -> Iterator[Event]:
    """Yield that MangoHud is there for 64-bit programs alone, if somebody misses it in 32-bit ones."""
    event = next((e for e in log.events if e.kind is EventKind.PRELOAD and _MANGOHUD.search(e.subject)), None)
    if event is None or "ELFCLASS64" not in event.why or Sign.NARROW_SAID not in log.signs:
        return
    if any(each.startswith(("lib32-mangohud", "mangohud:i386")) for each in log.installed):
        return
    if Sign.WIDE_SAID in log.signs:
        return
    why = (
        f"{quote(event.subject)} is for 64-bit programs, and the program that misses MangoHud is a 32-bit one"
    )
    fix = (
        "install the 32-bit build of MangoHud beside it (apt install mangohud:i386, dnf install mangohud.i686, "
        "pacman -S lib32-mangohud), and start the game with MANGOHUD=1"
    )
    yield Event(EventKind.CONCLUDED, event.line, event.subject, why, fix=fix)


_SETTINGS = "vk_loader_settings.json"


def _left_settings(log: Log) -> Iterator[Event]:
    """Yield that a settings file of the configurator lies where loaders read it, if the text shows nothing else."""
    if log.searches or log.settings or any(each.kind is EventKind.SETTINGS for each in log.events):
        return
    path = next(
        (
            each
            for each in log.listings.files
            if each.endswith(f"/vulkan/loader_settings.d/{_SETTINGS}")
            and each.startswith(("~/", "/home/", "/etc/"))
        ),
        "",
    )
    if path:
        why = (
            f"loaders from 1.3.251 on take layers from {quote(path)}, which the configurator (vkconfig) writes, for "
            "all programs or those that it names"
        )
        fix = f"if that is not wanted: reset it in the configurator, or remove the file: rm {shell.operand(path)}"
        yield Event(EventKind.NOTED, log.listings.files[path].line, path, why, fix=fix)
