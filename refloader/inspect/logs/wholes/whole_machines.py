"""What a text shows of a machine as a whole: FreeBSD, Nix, macOS; drivers without a manifest, packages.

Each conclusion needs an effect in the text that it explains: a text without a problem has none of them.
"""

import re
from collections.abc import Iterator

from refloader.core.ages import release_of
from refloader.host import shell
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.cards import card_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.without_vulkan import FIX, without_vulkan
from refloader.inspect.logs.wholes.cards_by_age import newer_cards, older_than_vulkan
from refloader.inspect.logs.wholes.compared_runs import devices_of_users
from refloader.inspect.logs.wholes.hiding_variables import (
    hidden_by_variables,
    remote_session,
    without_narrow_part,
)
from refloader.inspect.logs.wholes.layer_switches import switched
from refloader.inspect.logs.wholes.log_machine import ASKING_FOR_PORTABILITY, is_of_macos, typical
from refloader.inspect.logs.wholes.named_cards import (
    another_card,
    given_away,
    lacks_more,
    listed_by_amdvlk,
    listed_by_dzn,
    maker_of,
    reached_by_dzn,
    without_driver,
    wrong_card,
)
from refloader.inspect.logs.wholes.variables.misspelt import unread
from refloader.inspect.logs.wholes.variables.search_variables import asked_wrongly
from refloader.model.place import Use
from refloader.model.text import quote, some

_OTHER_CAUSES = (
    EventKind.LINKER,
    EventKind.BAD_FILE,
    EventKind.DRIVER_FAILED,
    EventKind.OTHER_BITS,
    EventKind.REFUSING,
    EventKind.DENIED,
    EventKind.CLOSED,
    EventKind.NO_MODULE,
    EventKind.MISMATCH,
    EventKind.FIRMWARE,
    EventKind.MESSAGE,
)


def of_machines(log: Log) -> Iterator[Event]:
    """Yield what the whole of a text shows of its machine, where a program gets no device or no layer."""
    yield from unread(log)
    yield from asked_wrongly(log)
    yield from switched(log)
    yield from hidden_by_variables(log)
    yield from without_narrow_part(log)
    yield from remote_session(log)
    yield from wrong_card(log)
    yield from another_card(log)
    yield from list(listed_by_dzn(log)) or reached_by_dzn(log)
    yield from listed_by_amdvlk(log)
    yield from given_away(log)
    yield from (newer := list(newer_cards(log)))
    lacking = without_driver(log)
    if lacking or on_processor(log) or _lacks_loader(log) or lacks_more(log):
        yield from _vulkanless(log)
    if lacking or on_processor(log):
        yield from _freebsd(log)
        yield from _first_wsl(log)
        yield from _other_kernel(log)
        yield from _raspberry(log)
        yield from _closed_folder(log)
        yield from () if newer else _no_render_node(log)
        yield from _part_of_card(log)
    if lacking:
        yield from _nix(log)
        yield from _portable(log)
        yield from list(_unmanifested(log)) or _no_package(log)


def _lacks_loader(log: Log) -> bool:
    """True if a program finds no loader."""
    return any(
        event.kind is EventKind.NO_LOADER
        or (event.message is not None and event.message.message.installs == "libvulkan.so.1")
        for event in log.events
    )


def on_processor(log: Log) -> bool:
    """True if all devices that a text lists are the processor."""
    devices = devices_of_users(log)
    if not devices:
        return Sign.COMPLAINT in log.signs
    return bool(devices) and all(PROCESSOR.search(each.subject) for each in devices)


def _elsewhere(log: Log) -> bool:
    """True if the text has another cause, which a guess from what is missing must not hide."""
    return any(event.kind in _OTHER_CAUSES for event in log.events)


def _vulkanless(log: Log) -> Iterator[Event]:
    """Yield that the card of the text has no driver for Vulkan, if the text lists no other one."""
    card, says, line = log.vulkanless
    others = [each.subject for each in log.events if each.kind is EventKind.DEVICE]
    newer = [name for name in log.named_cards if not without_vulkan(name)[0] and name not in card]
    if (
        card
        and not (newer or any(older_than_vulkan(log)))
        and all(PROCESSOR.search(each) or card in each for each in others)
        and len(log.graphics) < 2
    ):
        yield Event(EventKind.CONCLUDED, line, card, f"{says} ({quote(card)})", fix=FIX)


_BSD_MODULES = {"NVIDIA": "nvidia-modeset", "Advanced Micro": "amdgpu", "Intel": "i915kms"}


def _freebsd(log: Log) -> Iterator[Event]:
    """Yield that FreeBSD's module of the card is not loaded, if there is no node of a card."""
    if Sign.FREEBSD not in log.signs or Sign.NO_NODE not in log.signs or _elsewhere(log):
        return
    maker = maker_of(log)
    module = _BSD_MODULES.get(maker, "amdgpu (i915kms for Intel, nvidia-modeset for NVIDIA)")
    name = module.partition(" ")[0]
    package = "nvidia-driver" if maker == "NVIDIA" else "drm-kmod"
    why = (
        f"there is no {log.signs[Sign.NO_NODE]}: FreeBSD's kernel has no module for the graphics card loaded, "
        f"and without one drivers reach no card"
    )
    fix = (
        f"sudo pkg install {package}, then sudo sysrc kld_list+={name} and sudo kldload {module}; add the user to "
        f"the group video: sudo pw groupmod video -m {log.signs.get(Sign.USER, 'USER')}"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.NO_NODE], "FreeBSD", why, fix=fix)


def _raspberry(log: Log) -> Iterator[Event]:
    """Yield that a Raspberry Pi is started without the module of its card."""
    if Sign.NO_KMS not in log.signs:
        return
    why = "dtoverlay=vc4-kms-v3d is commented out in config.txt, so that no module of the kernel drives the card"
    fix = "take the # off that line of /boot/firmware/config.txt (/boot/config.txt), and restart"
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.NO_KMS], log.signs[Sign.NO_KMS], why, fix=fix)


def _closed_folder(log: Log) -> Iterator[Event]:
    """Yield that root alone may enter the folder with the manifests."""
    folder = log.signs.get(Sign.CLOSED_FOLDER, "")
    if folder and not any(
        event.kind is EventKind.BAD_FILE and event.subject == folder for event in log.events
    ):
        why = f"root alone may enter {folder}, so that programs of users find no manifest in it"
        fix = f"sudo chmod -R a+rX {shell.operand(folder)}"
        yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.CLOSED_FOLDER], folder, why, fix=fix)


def _first_wsl(log: Log) -> Iterator[Event]:
    """Yield that a text is of WSL 1, which has no card."""
    if Sign.WSL1 in log.signs:
        value = log.signs[Sign.WSL1]
        shown, name = (
            (f"kernel {value}", "Ubuntu") if "Microsoft" in value else (f"wsl -l -v, {value}", value)
        )
        why = f"this is WSL 1 ({shown}), in which no program reaches a graphics card"
        fix = f"in PowerShell: wsl --set-version {name} 2 (the name by wsl -l -v), wsl --update, then start it again"
        yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.WSL1], "WSL", why, fix=fix)


_OF_KERNEL = re.compile(r"linux-modules-(?P<what>nvidia-\d{3}\S*?)-(?P<kernel>\d+\.\d+\.\d+-\d+-\w+)$")


def _other_kernel(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's module is installed for other kernels than the one that runs."""
    kernel = log.signs.get(Sign.KERNEL, "")
    found = [(match, line) for name, line in log.installed.items() if (match := _OF_KERNEL.match(name))]
    if not kernel or not found or any(match["kernel"] == kernel for match, _ in found):
        return
    match, line = found[0]
    why = (
        f"NVIDIA's module is installed for the kernel {match['kernel']} ({match.string}), and the one that runs is "
        f"{kernel}"
    )
    fix = (
        f"sudo apt install linux-modules-{match['what']}-{kernel} (or linux-modules-{match['what']}-generic, which "
        "follows the kernel), then restart; or start the older kernel"
    )
    yield Event(EventKind.CONCLUDED, line, match.string, why, fix=fix)


_CARD_NODE, _RENDER_NODE = re.compile(r"card\d"), re.compile(r"renderD\d")


def _no_render_node(log: Log) -> Iterator[Event]:
    """Yield that a listing of /dev/dri has the node of a card and no render node, by which drivers reach it."""
    names = log.listings.holds("/dev/dri")
    if "/dev/dri" not in log.listings.folders or _elsewhere(log):
        return
    if any(_RENDER_NODE.match(name) for name in names) or not any(_CARD_NODE.match(name) for name in names):
        return
    why = "/dev/dri has the node of a card and no renderD128, which drivers for Vulkan open"
    fix = (
        "give a container the whole of it (--device /dev/dri; LXC: a mount entry for /dev/dri/renderD128, too, and "
        "c 226:128 among the devices); on a machine itself the module of the card has no rendering: lspci -k, sudo "
        "dmesg | grep drm"
    )
    yield Event(EventKind.CONCLUDED, log.listings.folders["/dev/dri"], "/dev/dri", why, fix=fix)


def _part_of_card(log: Log) -> Iterator[Event]:
    """Yield that a container is given a part of a card (MIG), which has no graphics."""
    if Sign.MIG not in log.signs:
        return
    why = f"the program is given a part of a card ({log.signs[Sign.MIG]}): with MIG, NVIDIA's cards have no Vulkan"
    fix = "give it a whole card: sudo nvidia-smi -mig 0 on the host, or another card"
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.MIG], log.signs[Sign.MIG], why, fix=fix)


def _nix(log: Log) -> Iterator[Event]:
    """Yield that a loader of Nix runs on another distribution, where it searches NixOS's folders."""
    of_nix = any("/run/opengl-driver" in p or "/nix/store" in p for each in log.searches for p in each.places)
    of_nix |= "opengl-driver" in log.signs.get(Sign.NIX_ELSEWHERE, "")
    drivers = typical(log.searches, Use.DRIVER)
    searched = drivers.places if drivers is not None and drivers.is_empty else ()
    in_vain = any("/run/opengl-driver" in each for each in searched)
    by_nixgl = any("nixGL" in each.command for each in log.runs)
    steered = by_nixgl or log.variables.get("VK_DRIVER_FILES") or log.variables.get("VK_ICD_FILENAMES")
    known = log.os_release and not log.os_release.startswith("ID=nixos")
    elsewhere = known or Sign.NIX_ELSEWHERE in log.signs or (in_vain and not log.os_release)
    if Sign.NIX not in log.signs or steered or not elsewhere or not (of_nix or known):
        return
    unsure = not known and (in_vain or "/run/opengl-driver" in log.signs.get(Sign.NIX_ELSEWHERE, ""))
    why = (
        "the program is of Nix, whose loader finds drivers by /run/opengl-driver alone, and none is there: NixOS has "
        "it where its graphics are switched on, and other distributions never"
        if unsure
        else "the program is of Nix and runs on another distribution: its loader searches the folders of NixOS, and "
        "not the manifests of this system's drivers"
    )
    nixos = "on NixOS set hardware.graphics.enable = true (hardware.opengl.enable before 24.11), rebuild and log in"
    fix = (f"{nixos}; on another distribution " if unsure else "") + (
        "run it by nixGL, which brings drivers that fit: nix run --impure github:nix-community/nixGL#nixVulkanIntel "
        "-- PROGRAM (nixVulkanNvidia for NVIDIA), or use the distribution's own build of the program"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.NIX], "Nix", why, fix=fix)


def _portable(log: Log) -> Iterator[Event]:
    """Yield that a program of macOS does not ask for MoltenVK, which is a portability driver."""
    refused = any(event.kind is EventKind.NO_DRIVER for event in log.events)
    told = any(event.kind is EventKind.PORTABILITY for event in log.events)
    found = any("MoltenVK" in path for path in log.manifests)  # which exists for macOS alone
    found |= log.signs.get(Sign.MOLTENVK, "").startswith("molten-vk")  # its package, with a release
    releases = [release_of(event.subject) for event in log.events if event.kind is EventKind.VERSION]
    is_older = any(() < release < (1, 3, 213) for release in releases)
    if not (found or is_of_macos(log)) or Sign.PORTABLE in log.signs or told or not refused:
        return
    if is_older or _elsewhere(log):
        return
    cards = (event for event in log.events if event.kind is EventKind.DEVICE)
    card = next((event for event in cards if not PROCESSOR.search(event.subject)), None)
    if not found and card is None:
        return
    read = next(
        (e.line for e in log.events if e.kind is EventKind.DRIVER_READ and "MoltenVK" in e.subject), 0
    )
    line = log.sign_lines.get(Sign.MOLTENVK, read) if found or card is None else card.line
    there = "" if found or card is None else f"another program gets {quote(card.subject)}, so "
    why = (
        f"{there}MoltenVK is there, and loaders since 1.3.213 leave such a portability driver out for a program that "
        "does not ask for it: nothing in the text shows that this one does"
    )
    yield Event(EventKind.CONCLUDED, line, "MoltenVK", why, fix=ASKING_FOR_PORTABILITY)


_FOLDERS = ("/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d")
_SYSTEMS = ("/usr/lib", "/lib", "/usr/lib64", "/lib64")
_NAMES = {"libvulkan_radeon": "radeon_icd", "libvulkan_intel": "intel_icd", "libvulkan_lvp": "lvp_icd"}


def _manifests_are_missing(log: Log) -> int:
    """Return the line that shows that no manifest of a driver is there; 0 if none does."""
    if Sign.NO_MANIFESTS in log.signs:
        return log.sign_lines[Sign.NO_MANIFESTS]
    for folder in _FOLDERS:
        names = log.listings.holds(folder)
        if folder in log.listings.folders and not any(name.endswith(".json") for name in names):
            return log.listings.folders[folder]
    searches = [search for search in log.searches if search.use is Use.DRIVER]
    if searches and not any(search.files for search in searches):
        return searches[-1].line
    return log.nothing_found


def _unmanifested(log: Log) -> Iterator[Event]:
    """Yield the libraries of drivers that are there, if no manifest names one."""
    steered = any(log.variables.get(each) for each in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"))
    line = _manifests_are_missing(log)
    if not line or steered or not log.driver_libraries or _elsewhere(log):
        return
    paths = list(log.driver_libraries)
    names = some([quote(path) for path in paths], 3)
    own = [path for path in paths if not path.startswith(_SYSTEMS)]
    if len(paths) == 1:
        why = f"the driver's library {names} is there and no manifest names it, by which alone a loader finds it"
    else:
        why = (
            f"the drivers' libraries {names} are there and no manifest names them, by which alone a "
            f"loader finds them"
        )
    if own:
        prefix = own[0].partition("/lib")[0]
        fix = (
            f"have the build install its manifest (meson install) and name it: "
            f"VK_DRIVER_FILES={shell.operand(prefix)}/share/vulkan/icd.d/NAME.json; or write one into "
            f"/etc/vulkan/icd.d: "
            f'{{"file_format_version": "1.0.0", "ICD": {{"library_path": "{own[0]}", "api_version": "1.3.0"}}}}'
        )
    else:
        fix = (
            "install the driver's package again, which brings its manifest into /usr/share/vulkan/icd.d (sudo apt "
            "install --reinstall mesa-vulkan-drivers, dnf reinstall mesa-vulkan-drivers, pacman -S vulkan-radeon)"
        )
        if Sign.EXCLUDED in log.signs:
            fix += "; before that take the rule out that leaves /usr/share out (path-exclude in /etc/dpkg/dpkg.cfg.d)"
    yield Event(EventKind.CONCLUDED, line, paths[0], why, fix=fix)


_DRIVER = re.compile(
    r"mesa-vulkan|vulkan-(?:radeon|intel|swrast|nouveau|virtio|freedreno|broadcom|asahi)|amdvlk|nvidia"
    r"|lavapipe|libvulkan_|swiftshader|Mesa-vulkan|mesa-git"
)
_NEIGHBOUR = re.compile(
    r"mesa|libvulkan1|vulkan-(?:loader|icd-loader|tools)|libGL|libgl1-mesa", re.IGNORECASE
)
_LISTING = re.compile(
    r"(?:dpkg -l|apt list\b.*--installed|rpm -qa|dnf list --?installed|pacman -Q\w*|apk (?:info|list)"
    r"|xbps-query -l)\b.*(?:mesa|vulkan)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?:dpkg -l|apt list|rpm -q\w*|pacman -Qi?|apk info) (?!.*(?:\*|grep|-Qs))[a-z][\w.+:-]{2,}"
)
"""A list of packages that are named one by one: what it lacks may be installed."""


_OF_BOARD = re.compile(r"libvulkan_(?P<driver>freedreno|broadcom|panfrost|asahi)\.so")
"""The libraries of drivers for cards of boards and phones, whose packages are called like them."""


def _no_package(log: Log) -> Iterator[Event]:
    """Yield that a list of the packages for graphics has none with a driver for Vulkan."""
    listings = (run for run in log.runs if _LISTING.search(run.command) and not _ONE.search(run.command))
    asked = next((run.line for run in listings), 0)
    names = list(log.installed)
    if not asked or _elsewhere(log) or any(_DRIVER.search(name) for name in names):
        return
    if not any(_NEIGHBOUR.search(name) for name in names) or "void" in log.os_release:
        return
    of_fedora, of_arch = "fedora" in log.os_release, "arch" in log.os_release
    of_alpine = "alpine" in log.os_release
    maker = maker_of(log)
    named = card_of(log.whole_cards.found, log.whole_cards.texts)
    board = _OF_BOARD.match(named.card.library) if named is not None else None
    if board is not None and (of_arch or of_alpine):
        package = f"{'' if of_arch else 'mesa-'}vulkan-{board['driver']}"
        fix = f"sudo pacman -S {package}" if of_arch else f"apk add {package}"
    elif of_arch:
        wanted = {"NVIDIA": "nvidia-utils", "Intel": "vulkan-intel", "Advanced Micro": "vulkan-radeon"}
        package = wanted.get(maker, "vulkan-radeon (vulkan-intel, nvidia-utils, by the card)")
        fix = f"sudo pacman -S {package}"
    elif of_alpine:
        package = {"Intel": "mesa-vulkan-intel", "Advanced Micro": "mesa-vulkan-ati"}.get(
            maker, "mesa-vulkan-swrast"
        )
        fix = f"apk add {package}" + (
            "" if maker else " (the processor; mesa-vulkan-ati or mesa-vulkan-intel by the card)"
        )
    elif maker == "NVIDIA":
        package, fix = "NVIDIA's driver", "install NVIDIA's driver, by the distribution's own way"
    else:
        package = "mesa-vulkan-drivers"
        fix = f"sudo {'dnf' if of_fedora else 'apt'} install mesa-vulkan-drivers"
    why = (
        f"the packages that the text lists have no driver for Vulkan among them: {package} is missing (those for "
        "OpenGL do not have it)"
    )
    yield Event(EventKind.CONCLUDED, asked, "packages", why, fix=fix)
