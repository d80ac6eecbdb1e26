"""Causes that people tell themselves: a layer in which a program hangs, a session without a card, what is gone."""

import re
from collections.abc import Iterator
from dataclasses import replace

from refloader.core.ages import release_of
from refloader.host import shell
from refloader.inspect.logs.reading.crashes import owner_of
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.places import place_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.without_vulkan import FIX
from refloader.inspect.logs.wholes.log_machine import ASKING_FOR_PORTABILITY, system_of
from refloader.inspect.logs.wholes.registered import unregistering
from refloader.model.system import System
from refloader.model.text import quote

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE, EventKind.EFFECT)


def of_people(log: Log) -> Iterator[Event]:
    """Yield what the text tells, where that explains what fails in it."""
    _mend_on_windows(log)
    yield from _in_a_layer(log)
    yield from _remote(log)
    yield from _in_a_service(log)
    yield from _gone_manifests(log)
    yield from _older_loader(log)
    yield from _marked(log)
    yield from _hidden_by_amd(log)
    yield from _nvidia_in_wsl(log)
    yield from _for_one_user(log)
    yield from _by_no_shell(log)
    yield from _configurator(log)
    yield from _card_without_vulkan(log)
    yield from _of_the_sdk(log)
    yield from _hidden_radv(log)


_NVIDIA_ON_WINDOWS = (
    "see in the Device Manager whether the card is on and which error it has (code 43, code 31), and that the "
    "laptop's own tool has not switched it off (Eco mode); then install NVIDIA's newest driver with its option for a "
    "clean installation, and restart"
)


def _mend_on_windows(log: Log) -> None:
    """Give what says that NVIDIA's module does not answer the repair for Windows, which loads no modules by name."""
    if system_of(log) is System.WINDOWS:
        log.events[:] = [
            replace(each, fix=_NVIDIA_ON_WINDOWS) if each.kind is EventKind.NO_MODULE else each
            for each in log.events
        ]


def _fails(log: Log) -> bool:
    """Return whether something fails in a text, and no card is listed."""
    listed = any(e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject) for e in log.events)
    return not listed and any(event.kind in _WITHOUT for event in log.events)


def _in_a_layer(log: Log) -> Iterator[Event]:
    """Yield the library of a layer that stands on the stack of a program that hangs or crashes."""
    if log.told.own_fault or any(event.kind is EventKind.CRASHED for event in log.events):
        return
    for library, line in log.told.hangs.items():
        owner = owner_of(library)
        if owner is not None and owner.without and not log.tried.is_without(f"{owner.name} {library}"):
            yield Event(EventKind.CRASHED, line, library)
            return


def _remote(log: Log) -> Iterator[Event]:
    """Yield that a program which gets no card runs in a session of remote desktop."""
    told = any(event.subject == "remote desktop" for event in log.events)
    if not log.told.remote or told or not _fails(log) or system_of(log) is System.MACOS:
        return
    if Sign.BASIC_ADAPTER in log.signs:
        return  # which may be a machine without a driver
    why = "the program runs in a session of remote desktop, in which Windows may keep the card from programs"
    fix = (
        "start it at the machine's own screen (or by Parsec, Sunshine or VNC), or switch the group policy on: Use "
        "hardware graphics adapters for all Remote Desktop Services sessions"
    )
    yield Event(EventKind.CONCLUDED, log.told.remote, "remote desktop", why, fix=fix)


def _in_a_service(log: Log) -> Iterator[Event]:
    """Yield that a program which fails is a service of Windows."""
    says = [e.message.says for e in log.events if e.message is not None]
    failed = _fails(log) or any("surface" in each or "INITIALIZATION" in each for each in says)
    if not log.told.service or not failed or system_of(log) is not System.WINDOWS:
        return
    why = (
        "the program runs as a service of Windows (session 0), which has no desktop: windows and surfaces cannot be "
        "shown there, and some drivers give such a program no device; the loader has no part in it"
    )
    fix = (
        "draw without a surface (into images, or VK_EXT_headless_surface where the driver has it), or start the "
        "program in the session of a user who is logged on (a task at logon, CreateProcessAsUser)"
    )
    yield Event(EventKind.CONCLUDED, log.told.service, "service", why, fix=fix)


def _gone_manifests(log: Log) -> Iterator[Event]:
    """Yield a value of the registry whose manifest the text says to be gone."""
    gone = {path.lower(): line for path, line in log.told.gone.items()}
    for value in log.registry.values:
        path = value.path.lower()
        line = next((at for each, at in gone.items() if path == each or path.startswith(f"{each}\\")), 0)
        if line and "\\windows\\system32\\" not in path:  # which is another folder for 32-bit prompts
            why = f"{quote(value.path)} is registered in {value.key}, and is not there, by the text: it is a leftover"
            fix = unregistering(value.key, value.path)
            yield Event(EventKind.CONCLUDED, value.line, value.path, why, fix=fix)
            return


def _older_loader(log: Log) -> Iterator[Event]:
    """Yield that a program has a loader of its own beside it, which is older than what it needs."""
    path, line = log.told.own_loader
    version = log.told.old_loader
    if path and version and (log.trouble is not None or _fails(log)):
        why = (
            f"the program takes the loader that lies beside it, {quote(path)}, of version {version}, and not that of "
            "the system: it is too old for what the program calls"
        )
        command = f' (ren "{path}" vulkan-1.old)' if shell.is_whole_on_windows(path) else ""
        fix = f"remove or rename that file{command}, so that Windows finds the one in System32"
        yield Event(EventKind.CONCLUDED, line, path, why, fix=fix)


_MISSED = (*_WITHOUT, EventKind.NOT_FOUND, EventKind.NOT_LISTED, EventKind.NOT_PRESENT)


def _marked(log: Log) -> Iterator[Event]:
    """Yield that a variable of cmd has quotation marks in its value, where something that it names is missed."""
    name, value, line = log.told.marked
    if name and any(event.kind in _MISSED for event in log.events):
        why = (
            f"{name} has quotation marks in its value: set of cmd takes them into it, so that the loader looks for a "
            f"path with such marks and not for {value}"
        )
        plain = shell.is_path_on_windows(value) or shell.plain(value) == value
        fix = f"set {name}={value}" if plain else f"set {name} to that path without quotation marks"
        yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)


_AMDS = "VK_LAYER_AMD_switchable_graphics"
_NVIDIA = re.compile(r"RTX|GTX|GeForce|Quadro|NVIDIA")


def _hidden_by_amd(log: Log) -> Iterator[Event]:
    """Yield a card of NVIDIA's that is no device beside AMD's, where the text has AMD's layer that chooses cards."""
    devices = [e for e in log.events if e.kind is EventKind.DEVICE]
    card = next((each for each in log.named_cards if _NVIDIA.search(each)), "")
    told = any(e.kind is EventKind.HIDDEN_CARD or _AMDS in e.why for e in log.events)
    of_amd = bool(devices) and all("AMD" in e.subject or "Radeon" in e.subject for e in devices)
    if card and of_amd and not told and (_AMDS in log.available or _AMDS in log.inserted):
        why = f"there is {quote(devices[0].subject)}, and the layer {_AMDS} chooses between cards"
        yield Event(EventKind.HIDDEN_CARD, devices[0].line, card, why)


def _nvidia_in_wsl(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's library for Vulkan is asked for in WSL, where there is none."""
    refused = next((e for e in log.events if e.kind is EventKind.LINKER and "GLX_nvidia" in e.subject), None)
    if refused is None or Sign.WSL not in log.signs or Sign.CONTAINER in log.signs:
        return
    why = (
        f"the loader in WSL is to open {refused.subject}, and NVIDIA has no driver for Vulkan there: programs reach "
        "the card by Mesa's dzn alone"
    )
    fix = (
        "remove NVIDIA's packages from the distribution in WSL (sudo apt purge 'nvidia-driver-*' 'libnvidia-*'; the "
        "driver of Windows serves CUDA), and install a Mesa with dzn (on Ubuntu: sudo add-apt-repository "
        "ppa:kisak/kisak-mesa && sudo apt upgrade)"
    )
    log.events[:] = [e for e in log.events if e.kind is not EventKind.LINKER or e.subject != refused.subject]
    yield Event(EventKind.CONCLUDED, refused.line, refused.subject, why, fix=fix)


_PATHS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")


def _for_one_user(log: Log) -> Iterator[Event]:
    """Yield that a program which runs as administrator misses what a variable names."""
    name = next((each for each in _PATHS if each in log.spoken or each in log.variables), "")
    missed = any(event.kind in _MISSED for event in log.events)
    ignored = next((event for event in log.events if event.kind is EventKind.ELEVATED), None)
    if Sign.AS_ADMINISTRATOR not in log.signs:
        return
    if ignored is not None and log.variables.get(ignored.subject):
        return
    if ignored is not None:
        missed, name = missed or log.past.missed_layer > 0, ignored.subject
    if not name or not missed:
        return
    why = (
        f"the program runs as administrator, and loaders ignore {name} in such a program, and what HKEY_CURRENT_USER "
        "has: they read HKEY_LOCAL_MACHINE alone"
    )
    fix = (
        "start it (and the program that starts it, as Visual Studio) without administrator rights, or register the "
        "manifest below HKLM\\SOFTWARE\\Khronos\\Vulkan, as an installation of the SDK for all users does"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.AS_ADMINISTRATOR], name, why, fix=fix)


def _by_no_shell(log: Log) -> Iterator[Event]:
    """Yield that a program on macOS which finds no loader is started by no shell, so that it has no variables."""
    missed = next(
        (
            e
            for e in log.events
            if e.kind is EventKind.NO_LOADER
            or (e.message is not None and "finds no loader" in e.message.says)
        ),
        None,
    )
    if missed is None or not log.told.by_ide or system_of(log) is not System.MACOS:
        return
    why = (
        "the program finds no loader, and is started by no shell: what setup-env.sh of the Vulkan SDK sets holds for "
        "programs of that terminal alone"
    )
    fix = (
        "install the SDK's libraries for all programs (sudo ./install_vulkan.py in the SDK's folder, or its "
        "installer's System Global Installation), or set DYLD_LIBRARY_PATH and VK_DRIVER_FILES in the settings by "
        "which it is started; to ship it, put libvulkan and MoltenVK into the bundle (@rpath)"
    )
    yield Event(EventKind.CONCLUDED, missed.line, "setup-env.sh", why, fix=fix)


def _configurator(log: Log) -> Iterator[Event]:
    """Yield that the configurator's override layer is there, where people find all programs slow."""
    path, line = log.told.override
    if not path or log.events:
        return
    why = (
        f"the configurator (vkconfig) has left its override layer ({quote(path)}), which puts layers into each "
        "program"
    )
    fix = "reset it in the configurator (Layers Fully Controlled by the Application), or remove that file"
    yield Event(EventKind.CONCLUDED, line, path, why, fix=fix)


def _card_without_vulkan(log: Log) -> Iterator[Event]:
    """Yield that the only card which a text names has no driver for Vulkan, where nothing else of it is known."""
    card, says, line = log.vulkanless
    if (
        not card
        or log.events
        or log.trouble is not None
        or not log.told.of_vulkan
        or log.told.fine
        or log.named_cards
    ):
        return
    yield Event(EventKind.CONCLUDED, line, card, f"{quote(card)}: {says}", fix=FIX)


_ASKING = (1, 3, 216)
"""The first SDK for macOS whose loader leaves out drivers for portability, unless a program asks for them."""


def _of_the_sdk(log: Log) -> Iterator[Event]:
    """Yield that a program of macOS finds no driver beside an SDK, which has one for portability."""
    release, line = log.told.sdk
    refused = any(event.kind is EventKind.NO_DRIVER for event in log.events)
    portable = any(
        event.kind is EventKind.PORTABILITY or "ortability" in event.why + event.subject
        for event in log.events
    )
    if not release or release_of(release) < _ASKING or not refused or portable or Sign.PORTABLE in log.signs:
        return
    if (
        log.searches
        or system_of(log) is not System.MACOS
        or place_of(log.places.found, log.signs) is not None
    ):
        return
    why = (
        f"the text has the Vulkan SDK {release}, which brings MoltenVK: its loader leaves such a driver for "
        "portability out for a program that does not ask for it, and nothing in the text shows that this one does"
    )
    fix = (
        f"{ASKING_FOR_PORTABILITY}; if it does so already, start it in a terminal in which setup-env.sh of the SDK "
        "was sourced, so that the driver is found"
    )
    yield Event(EventKind.CONCLUDED, line, "MoltenVK", why, fix=fix)


def _hidden_radv(log: Log) -> Iterator[Event]:
    """Yield that AMDVLK hides Mesa's driver, as somebody says, where no line shows another cause."""
    other = any(event.kind is not EventKind.DEVICE for event in log.events)
    if not log.told.hides_radv or other or log.variables.get("AMD_VULKAN_ICD"):
        return
    why = (
        "AMDVLK hides Mesa's RADV, says the text: the layer that AMDVLK brings has programs get the devices of one "
        "of the two drivers, which is AMDVLK unless a variable says otherwise"
    )
    fix = (
        "AMD_VULKAN_ICD=RADV for the program (with Steam in the launch options: AMD_VULKAN_ICD=RADV %command%), or "
        "remove the packages of AMDVLK (amdvlk, lib32-amdvlk)"
    )
    yield Event(EventKind.CONCLUDED, log.told.hides_radv, "AMDVLK", why, fix=fix)
