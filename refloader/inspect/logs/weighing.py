"""What a text as a whole makes harmless: drivers of other cards, left files, what a program overcame."""

import re
from bisect import bisect_right, insort
from dataclasses import replace

from refloader.inspect.logs.log_context import SAID_OF_UNSET
from refloader.inspect.logs.reading.crashes import owner_of
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, BY_OPENGL, Event, EventKind
from refloader.inspect.logs.reading.trouble import Step
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.outcome import outcome
from refloader.inspect.logs.wholes.outcomes import FAILURES, OF_LIBRARY, works
from refloader.model.text import quote, some


def weighed(log: Log) -> None:
    """Take what drivers of other cards say for a remark, where a program of the text works.

    That a program passes over the processor is left out there. What OpenGL's drivers say is a remark, too, where a
    program shows pictures with Vulkan.
    """
    if outcome(log).reached in (Step.PICTURES, Step.RUNS, Step.DONE):
        log.events[:] = [
            replace(each, kind=EventKind.REMARK)
            if each.message is not None and "message of OpenGL" in each.message.says
            else each
            for each in log.events
        ]
    _in_vain(log)
    _of_firmware(log)
    _of_other_tools(log)
    _said_again(log)
    _of_other_bits(log)
    _of_privileges(log)
    _said_alone(log)
    _of_nixos(log)
    _of_absent_card(log)
    _of_card_that_is_listed(log)
    _left_behind(log)
    _overcome(log)
    _of_zink(log)
    card = works(log)
    skipped = log.particulars.skipped_processors
    log.events[:] = [e for e in log.events if e.kind is not EventKind.TOO_OLD or e.line not in skipped]
    if card:
        log.events[:] = [
            replace(
                e, kind=EventKind.NOTED, why=f"DXVK passes over a device, and uses {quote(card)}: {e.why}"
            )
            if e.kind is EventKind.TOO_OLD
            else e
            for e in log.events
        ]
        log.events[:] = [
            replace(each, kind=EventKind.NOTED, why=each.message.says, message=None)
            if each.kind is EventKind.MESSAGE and each.message is not None and _of_a_card(each.message.says)
            else each
            for each in log.events
            if each.kind is not EventKind.UNFIT or not PROCESSOR.search(each.subject)
        ]


def _in_vain(log: Log) -> None:
    """Take a crash in a layer for a remark, where the text says that the program crashes without it, too."""

    def without(event: Event) -> int:
        owner = owner_of(event.subject) if event.kind is EventKind.CRASHED else None
        if owner is None or owner.driver:
            return 0
        return log.tried.is_without(f"{owner.name} {event.subject}")

    log.events[:] = [
        replace(
            each,
            kind=EventKind.NOTED,
            why=f"{each.subject} is on the stack; the text says that it fails without that, too (line {line})",
        )
        if (line := without(each))
        else each
        for each in log.events
    ]


OF_WSL = ("no-dxg", "dzn-without-device")
"""The messages that say that WSL gives programs no card."""


def _of_card_that_is_listed(log: Log) -> None:
    """Leave out what keeps OpenGL or dzn from a card, where a device of a card is listed: another driver has it.

    Where root gave commands, or sudo did, the device may be root's alone.
    """
    cards = [e for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    if not cards or any(run.is_root or run.command.startswith(("sudo ", "doas ")) for run in log.runs):
        return
    log.events[:] = [
        each
        for each in log.events
        if not (each.kind is EventKind.CLOSED and each.why.endswith(BY_OPENGL))
        and not (each.message is not None and each.message.message.id in OF_WSL)
    ]


_OPTIONAL = re.compile(
    r"i915/\w*(?:_dmc|_huc)|xe/\w*_huc|amdgpu/(?:isp_\w+|ip_discovery|\w+_cap)\.bin|nouveau/nv[\da-f]{2}_fuc"
)
"""Firmware without which a card draws all the same: for saving power, video, cameras, and hosts of guests."""

_BOARDS = {"arm/": re.compile("Mali"), "qcom/": re.compile("Adreno"), "powervr/": re.compile("PowerVR|Rogue")}
"""How devices are called that need the firmware of these folders."""


def _of_firmware(log: Log) -> None:
    """Leave out firmware that is optional, that the kernel found at another place, or of a board that is listed."""
    missing = [e for e in log.events if e.kind is EventKind.FIRMWARE]
    found = {e.subject for e in missing if e.why == "from new location"}
    listed = " ".join(e.subject for e in log.events if e.kind is EventKind.DEVICE)
    found |= {e.subject for e in missing if _OPTIONAL.match(e.subject)}
    found |= {
        e.subject
        for e in missing
        for folder, device in _BOARDS.items()
        if e.subject.startswith(folder) and device.search(listed)
    }
    log.events[:] = [e for e in log.events if e.kind is not EventKind.FIRMWARE or e.subject not in found]
    log.events[:] = [
        e
        for e in log.events
        if e.message is None or "firmware" not in e.message.says or not _OPTIONAL.match(e.message.subject)
    ]


_OF_MODULES = re.compile(r"\bmodule\b|last driver is of branch")
_MAKERS = {
    "nvidia": re.compile(r"NVIDIA|GeForce|Quadro|RTX|GTX|Tesla"),
    "amdgpu": re.compile(r"AMD|Radeon|RADV"),
    "i915": re.compile(r"Intel"),
    "nouveau": re.compile(r"NVK|NVIDIA|GeForce"),
}
"""How devices of the cards are called that a kernel's module drives."""


def _of_other_tools(log: Log) -> None:
    """Leave out that nvidia-smi finds no card, where the commands of a text are others: adb says the same."""
    if not log.runs or any("nvidia" in each.command for each in log.runs):
        return
    log.events[:] = [
        e for e in log.events if e.message is None or not e.message.says.startswith("nvidia-smi finds")
    ]


_LIBRARY_FAILED = re.compile(
    r"Failed (?:to open|opening) (?:layer )?library \"?(?P<path>[^\"]{1,1000}?)\"?(?: with error.*)?\.?$"
)
_NEAR = 3
"""How many lines after the linker's reason a loader says at most that the library failed."""


def _said_again(log: Log) -> None:
    """Leave out errors without a kind on a library of which the linker has just said why it is not loaded."""
    refused: dict[str, list[int]] = {}
    for event in log.events:
        if event.kind in (EventKind.LINKER, EventKind.OTHER_BITS) and event.subject:
            insort(refused.setdefault(event.subject, []), event.line)

    def is_again(event: Event) -> bool:
        said = _LIBRARY_FAILED.search(event.why) if event.kind is EventKind.ERROR else None
        lines = refused.get(said["path"], []) if said is not None else []
        before = bisect_right(lines, event.line)
        return before > 0 and event.line - lines[before - 1] <= _NEAR

    log.events[:] = [each for each in log.events if not is_again(each)]


_NAMED_NARROW = re.compile(r"(?:_|\b)(?:32|x86|i[3-6]86)$|/(?:ubuntu12_32|i[3-6]86-linux-gnu|lib32)/")
_NAMED_WIDE = re.compile(r"(?:_|\b)(?:64|x86_64|amd64)$|/(?:ubuntu12_64|x86_64-linux-gnu|lib64)/")
_ASKING = ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE")
_BITS = {"ELFCLASS32": _NAMED_NARROW, "ELFCLASS64": _NAMED_WIDE}


def _of_other_bits(log: Log) -> None:
    """Take it for usual that a layer is for the other word size whose name or folder says so."""
    sizes = {e.line: (e.why, e.subject) for e in log.events if e.kind is EventKind.OTHER_BITS}
    missed = {e.subject for e in log.events if e.kind in (EventKind.NOT_FOUND, EventKind.NOT_PRESENT)}
    asked = [value for name, value in log.variables.items() if name in _ASKING]
    for index, event in enumerate(log.events):
        if event.kind is not EventKind.FAILED or "wrong bit-type" not in event.why:
            continue
        is_asked = event.subject in missed or any(event.subject in value for value in asked)
        if event.subject in log.inserted or (log.used and not is_asked):  # the program got it, or its device
            log.events[index] = replace(event, kind=EventKind.OTHER_BITS)
            continue
        why, path = sizes.get(event.line - 1, ("", ""))
        named = next((each for bits, each in _BITS.items() if bits in why), None)
        if named is not None and (named.search(event.subject) or named.search(path)):
            log.events[index] = replace(event, kind=EventKind.OTHER_BITS)


def _of_zink(log: Log) -> None:
    """Take it for OpenGL's matter that zink takes no device, where Vulkan lists a card."""
    cards = [each for each in log.devices if not PROCESSOR.search(each)]
    why = f"zink, Mesa's OpenGL on Vulkan, takes no device, and Vulkan has {quote(cards[0])}" if cards else ""
    fix = "for OpenGL, take another driver of Mesa: unset GALLIUM_DRIVER and MESA_LOADER_DRIVER_OVERRIDE"
    fix += ", or, in WSL, set GALLIUM_DRIVER=d3d12"
    log.events[:] = [
        replace(each, kind=EventKind.NOTED, why=why, fix=fix)
        if why and each.kind is EventKind.NO_DEVICE and each.subject.startswith("ZINK")
        else each
        for each in log.events
    ]


_SAID = "the text says that a program finds no driver"


def _said_alone(log: Log) -> None:
    """Take it for a remark that somebody says that a program finds no driver, where a later line uses a card.

    It stays in the answer: the line may be of another program than the one that somebody speaks of.
    """
    cards = [e for e in log.events if e.kind is EventKind.DEVICE and e.line in log.taken]
    used = max((e for e in cards if not PROCESSOR.search(e.subject)), key=lambda e: e.line, default=None)
    said = [
        e
        for e in log.events
        if used is not None
        and e.message is not None
        and _SAID in e.message.message.says
        and e.line < used.line
    ]
    if used is None or not said or any(e.kind in BAD and e not in said for e in log.events):
        return
    why = (
        f"{_SAID} for Vulkan; a later line uses {quote(used.subject)} (line {used.line}), so that this matters only "
        "if that line is of another program"
    )
    noted = Event(EventKind.NOTED, said[0].line, why=why)
    log.events[:] = [each for each in log.events if each not in said] + [noted]


_NEWER = ("VK_DRIVER_FILES", "VK_ADD_", "VK_IMPLICIT_", "VK_LOADER_")
"""Variables that only newer releases read."""


def _of_privileges(log: Log) -> None:
    """Add what it means that a loader ignores variables: old releases say so of those that are not set, too."""
    ignored = [each.subject for each in log.events if each.kind is EventKind.ELEVATED]
    if not ignored:
        return
    releases = [tuple(map(int, re.findall(r"\d+", each)[:3])) for each in log.versions]
    is_newer = any(each > SAID_OF_UNSET for each in releases) or any(
        name.startswith(_NEWER) for name in ignored
    )
    if not is_newer:
        return
    first = next(each.line for each in log.events if each.kind is EventKind.ELEVATED)
    why = (
        f"{some(tuple(dict.fromkeys(ignored)))}: not read even if set, as the program has more privileges than its "
        "user (set-user-ID, capabilities, sudo)"
    )
    fix = (
        "start the program without such privileges (setcap -r takes capabilities from its file), or put the "
        "manifests into a folder that is searched all the same (/etc/vulkan)"
    )
    log.events.append(Event(EventKind.NOTED, first, why=why, fix=fix))


_OF_NIXOS = ("/run/current-system/sw/", "/etc/profiles/per-user/")


def _of_nixos(log: Log) -> None:
    """Take the system for NixOS if a loader searches the folders of its profiles."""
    places = (place for search in log.searches for place in search.places)
    if not log.os_release and any(place.startswith(_OF_NIXOS) for place in places):
        log.os_release = "ID=nixos\n"


_WISHES = (Sign.NVIDIA_WORKS, Sign.NVIDIA_MODULE, Sign.WRONG_CARD, Sign.CONTAINER, Sign.FLATPAK, Sign.SNAP)
_FOR_NVIDIA = re.compile(r"nvidia|__NV_|geforce|quadro|\b[rg]tx\b|prime-run", re.IGNORECASE)


def _of_absent_card(log: Log) -> None:
    """Take it for no problem that NVIDIA's driver refuses, where nothing asks for its card and another is used.

    So it is on laptops that have switched that card off, and where the driver is installed without a card.
    """
    refusing = [e for e in log.events if e.kind is EventKind.REFUSING and "nvidia" in e.subject.lower()]
    known = frozenset(refusing)
    others = [e for e in log.events if e.kind in FAILURES and e not in known]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    said = (*log.graphics, *log.named_cards, *cards, *log.variables, *log.variables.values())
    commands = (text for run in log.runs for text in (run.command, run.output))
    wished = any(sign in log.signs for sign in _WISHES) or any(_FOR_NVIDIA.search(each) for each in said)
    wished |= log.particulars.other_card or any(_FOR_NVIDIA.search(each) for each in commands)
    if not refusing or others or not cards or wished or outcome(log).reached is None:
        return
    why = (
        f"NVIDIA's driver gives no vkCreateInstance ({refusing[0].subject}), as where its card is off or absent, and "
        f"the loader leaves it out; programs use {quote(cards[0])}: harmless, unless a card of NVIDIA's is wanted"
    )
    fix = (
        "if NVIDIA's card is wanted: see that it is on (prime-select query, sudo prime-select on-demand) and that "
        "nvidia-smi works"
    )
    noted = Event(EventKind.NOTED, refusing[0].line, refusing[0].subject, why, fix=fix)
    log.events[:] = [e for e in log.events if e not in known] + [noted]


_OF_DRIVER = re.compile(r"driver|nvidia(?:-driver\S*|-open\S*|-dkms|-utils|-vulkan-icd|-\d{3}\S*)?")
"""How a text calls what it removed, if that is NVIDIA's driver: not its settings, its firmware or its toolkit."""

_LEFT_MANIFEST = (
    "remove the package that has nvidia_icd.json, or the file itself if no package has it (dpkg -S, rpm -qf or "
    "pacman -Qo with its path says which)"
)


def _left_behind(log: Log) -> None:
    """Take it for no problem that a driver's library is gone whose package was removed, where another card is used.

    Debian leaves the files in /etc of a package that is removed and not purged, and drivers' manifests lie there.
    """
    package = next((name for name in log.left if "nvidia" in name), "")
    by_text = next(filter(_OF_DRIVER.fullmatch, log.past.removed), "")
    mine = [e for e in log.events if e.kind in OF_LIBRARY and "nvidia" in e.subject.lower()]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    if not (package or by_text) or not mine or not cards or any("nvidia" in each.lower() for each in cards):
        return
    how = f"(rc {package})" if package else "by the text"
    why = (
        f"NVIDIA's driver is removed {how}, and its manifest is left: the loader passes over it, and "
        f"programs use {quote(cards[0])}: harmless"
    )
    fix = f"sudo apt purge {package}" if package else _LEFT_MANIFEST
    noted = Event(EventKind.NOTED, mine[0].line, mine[0].subject, why, fix=fix)
    known = frozenset(mine)
    log.events[:] = [e for e in log.events if e not in known] + [noted]


def _overcome(log: Log) -> None:
    """Take what the text says of a kernel's module for no reason, if a later line has a device of that module."""
    if not works(log):
        return
    cards = [e for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    cards.sort(key=lambda event: event.line)
    by_maker = {word: [e for e in cards if own.search(e.subject)] for word, own in _MAKERS.items()}
    lines = {word: [e.line for e in mine] for word, mine in {**by_maker, "": cards}.items()}

    def after(event: Event) -> str:
        if event.message is None or event.kind is not EventKind.MESSAGE:
            return ""
        says = event.message.says
        if not _OF_MODULES.search(says):
            return ""
        maker = next((word for word in _MAKERS if word in says.lower()), "")
        later = bisect_right(lines[maker], event.line)
        return by_maker.get(maker, cards)[later].subject if later < len(lines[maker]) else ""

    log.events[:] = [
        replace(
            each,
            kind=EventKind.NOTED,
            message=None,
            why=f"{each.message.says}; a program gets {quote(card)} all the same: it is not why something fails",
        )
        if each.message is not None and (card := after(each))
        else each
        for each in log.events
    ]


def _of_a_card(says: str) -> bool:
    """Whether a sentence is on the driver of one card, which matters to no program on another one."""
    return "Turnip" in says or "not finished for it" in says
