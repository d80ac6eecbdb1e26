"""Causes that a command's output shows: a switch for two cards, a file that is asked for, nothing at all."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.registered import unregistering
from refloader.model.text import quote

_ON = {
    "prime-select": "sudo prime-select on-demand, and restart",
    "envycontrol": "sudo envycontrol -s hybrid, and restart",
    "supergfxctl": "supergfxctl -m Hybrid, and log in again",
    "optimus-manager": "optimus-manager --switch hybrid, and log in again",
    "system76-power": "sudo system76-power graphics hybrid, and restart",
}
"""What switches both cards on, by the tool."""

_SWITCH = re.compile(
    rf"^(?:sudo )?(?P<tool>{'|'.join(_ON)})(?: (?:query|graphics|-q|--query|-g|--get|--status|--print-mode))+$"
)
_ONE_CARD = re.compile(r"(?:current .{0,20}: ?)?(?P<mode>intel|integrated)", re.IGNORECASE)
_SETS = re.compile(
    rf"^(?:sudo )?(?P<tool>{'|'.join(_ON)}) (?:-\S+ |graphics |set )?"
    r"(?:on-demand|nvidia|hybrid|dedicated|AsusMuxDgpu|compute)\b",
    re.IGNORECASE,
)
_OF_NVIDIA = re.compile(r"nvidia|geforce|quadro|\b[rg]tx\b|prime-run", re.IGNORECASE)
_OFFLOAD = ("__NV_PRIME_RENDER_OFFLOAD", "__VK_LAYER_NV_optimus")
_WITHOUT_CARD = (EventKind.NO_MODULE, EventKind.HIDDEN_CARD)
_WITHOUT = (EventKind.NO_DEVICE, EventKind.NO_DRIVER)

_ASKS_FOR = re.compile(
    r"^(?:dir|ls|Get-Item|Get-ChildItem|gci|Test-Path|type)(?: -\w+)* \"?(?P<path>[A-Za-z]:\\[^\"<>|]{1,400})\"?$",
    re.IGNORECASE,
)
_NARROW = re.compile(r"\\(?:SysWOW64|Sysnative)\\?", re.IGNORECASE)
_NOT_THERE = re.compile(
    r"File Not Found|The system cannot find the \w+ specified\.?|False"
    r"|(?:\S+ ?: )?Cannot find path .{1,420} because it does not exist\.?",
    re.IGNORECASE,
)


def answered(log: Log) -> Iterator[Event]:
    """Yield the causes that commands and what they print first show."""
    yield from _switched_off(log)
    yield from _told_off(log)
    yield from _without_modes(log)
    yield from _registered_and_gone(log)
    yield from _of_silence(log)


def _switched_off(log: Log) -> Iterator[Event]:
    """Yield that a tool has switched the card of NVIDIA off, if a program asks for it or finds no device."""
    if not _lacks_nvidia(log):
        return
    last: dict[str, tuple[Run, str]] = {}
    for run in log.runs:
        switch, mode = _SWITCH.match(run.command), _ONE_CARD.fullmatch(run.output)
        named = switch or _SETS.match(run.command)
        if named is not None:
            last.pop(named["tool"], None)  # what it says, or is told, last counts
        if switch is not None and mode is not None:
            last[switch["tool"]] = run, mode["mode"]
    for tool, (run, at) in last.items():
        why = f"{tool} is at {at}: NVIDIA's card is switched off, and its driver has no device"
        yield Event(EventKind.CONCLUDED, run.line, tool, why, fix=_ON[tool])
        return


def _told_off(log: Log) -> Iterator[Event]:
    """Yield that a tool is said to have NVIDIA's card switched off, where no line has that as a device."""
    named = any(e.message and e.message.message.says.startswith("nvidia-smi finds") for e in log.events)
    named |= any(_OF_NVIDIA.search(each) for each in (*log.graphics, *log.named_cards))
    if any("NVIDIA" in name for name in log.devices) or any(
        _SWITCH.match(run.command) or _SETS.match(run.command) for run in log.runs if _lacks_nvidia(log)
    ):
        return
    for tool, (mode, line) in log.prose.modes.items():
        if _ONE_CARD.fullmatch(mode) is not None and (
            named or _lacks_nvidia(log) or log.particulars.other_card
        ):
            why = f"{tool} is at {mode}: NVIDIA's card is switched off, so that no program has it as a device"
            yield Event(EventKind.CONCLUDED, line, tool, why, fix=_ON[tool])
            return


_MODES = re.compile(r"^(?:sudo )?cat /sys/module/nvidia_drm/parameters/modeset$")


def _without_modes(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's module sets no modes, where a program misses what it needs to show pictures by itself."""
    run = next((each for each in log.runs if _MODES.match(each.command) and each.output in ("N", "0")), None)
    lacks = any(e.kind in (*_WITHOUT, EventKind.LACKED, EventKind.UNFIT) for e in log.events)
    if run is None or not (lacks or any(e.message and e.message.message.deviceless for e in log.events)):
        return
    why = (
        "NVIDIA's driver runs without kernel mode setting (nvidia_drm's modeset is N), which Wayland and gamescope "
        "need: no matter of the loader"
    )
    fix = (
        "nvidia-drm.modeset=1 on the kernel's command line (or options nvidia_drm modeset=1 in /etc/modprobe.d, and "
        "the initramfs rebuilt), and restart"
    )
    yield Event(EventKind.CONCLUDED, run.line, "nvidia_drm", why, fix=fix)


def _lacks_nvidia(log: Log) -> bool:
    """Return whether a program is sent to a card of NVIDIA's, or one is named, and it is not among the devices."""
    kinds = {event.kind for event in log.events}
    if any("NVIDIA" in name for name in log.devices):
        return False
    if any(name in log.variables for name in _OFFLOAD) or not kinds.isdisjoint(_WITHOUT_CARD):
        return True
    if kinds.isdisjoint(_WITHOUT) or any(not PROCESSOR.search(name) for name in log.devices):
        return False
    texts = (*log.graphics, *log.named_cards, *(run.command for run in log.runs))
    return any(_OF_NVIDIA.search(each) for each in texts) or any(
        "prime-select" in r.command for r in log.runs
    )


def _registered_and_gone(log: Log) -> Iterator[Event]:
    """Yield the values of Windows' registry that name a file of which a command says that it is not there."""
    gone = _gone(log)
    for value in log.registry.values:
        if value.path.lower() not in gone or not value.is_on:
            continue
        of_driver = value.key.lower().endswith("drivers")
        why = f"the registry names {quote(value.path)}, and there is no such file"
        delete = unregistering(value.key, value.path)
        fix = f"if its program was removed: {delete}; else install that again"
        if of_driver:
            fix = f"install the driver of the graphics card again, which registers its file; then: {delete}"
        yield Event(EventKind.CONCLUDED, value.line, value.path, why, fix=fix)


def _gone(log: Log) -> set[str]:
    """Return the paths, in small letters, that are not there by the last command that asks for them.

    What 32-bit programs see of System32 is another folder, and cmd takes a path with blanks and without quotes
    for several.
    """
    narrow = any(_NARROW.search(text) for run in log.runs for text in (run.place, run.command))
    gone: set[str] = set()
    for run in log.runs:
        asks = _ASKS_FOR.match(run.command)
        path = asks["path"].lower() if asks is not None else ""
        is_split = " " in path and '"' not in run.command
        if not path or is_split or (narrow and "\\system32\\" in path):
            continue
        gone.discard(path)
        if _NOT_THERE.fullmatch(run.output):
            gone.add(path)
    return gone


# ---- commands that printed nothing

_NOTHING = re.compile(r"\W{0,3}(?:nothing|no output|empty|none|nada|rien|nichts)\W{0,3}", re.IGNORECASE)
_OF_LOADER = re.compile(
    r"(?:ldconfig -p|\bfind\b|\blocate\b|\bwhereis\b|\bls\b).{0,200}\b(?:lib)?vulkan(?:\.so|-1)?\b",
    re.IGNORECASE,
)
_PACKAGES = re.compile(
    r"(?:dpkg (?:-l|--list)|apt list|rpm -qa|pacman -Q\w*|apk (?:info|list)|xbps-query -l|zypper se -i|eopkg li"
    r"|pkg (?:list-installed|info)|brew (?:list|ls)|equery (?:l|list)|dnf list)\b.{0,120}"
    r"\bgrep\b(?: -\w+){0,3} \W?(?P<word>[\w-]*(?:vulkan|nvidia|mesa)[\w-]*)\W{0,3}$",
    re.IGNORECASE,
)
_MODULES = re.compile(
    r"(?:kldstat|lsmod)\b.{0,40}\bgrep\b.{0,12}?(?P<module>nvidia|amdgpu|i915|nouveau|radeon|xe)\W{0,3}$"
)
_NAMED_ON_BSD = {"nvidia": "nvidia-modeset", "i915": "i915kms", "radeon": "radeonkms"}
_IN_TROUBLE = (
    EventKind.NO_DRIVER,
    EventKind.NO_DEVICE,
    EventKind.NO_LOADER,
    EventKind.EFFECT,
    EventKind.ONLY_SOFTWARE,
    EventKind.ERROR,
)
_OF_BOTH = ("vulkan", "libvulkan", "libvulkan1")
_SAYS = {
    "vulkan": (
        "of the packages, none has vulkan in its name: neither the loader (libvulkan.so.1) nor a driver of a card is "
        "installed",
        "libvulkan.so.1",
    ),
    "nvidia": ("of the packages, none is of NVIDIA's driver: it is not installed", "nvidia_icd.json"),
    "mesa": (
        "of the packages, none has {word} in its name: no driver of Mesa's is installed",
        "libvulkan_lvp.so",
    ),
}


def _of_silence(log: Log) -> Iterator[Event]:
    """Yield what commands show that printed nothing, where a program of the text fails or says so."""
    kinds = {event.kind for event in log.events}
    deviceless = any(event.message is not None and event.message.message.deviceless for event in log.events)
    if kinds.isdisjoint(_IN_TROUBLE) and not deviceless and log.trouble is None:
        return
    for run, is_last in zip(log.runs, [*[False] * (len(log.runs) - 1), True], strict=False):
        if not _is_silent(run, is_last=is_last):
            continue
        module = _MODULES.search(run.command)
        driven = {Sign.KERNEL_DRIVER, Sign.NO_NODE} & set(log.signs)
        if module is not None and not driven:
            name = module["module"]
            own = _NAMED_ON_BSD.get(name, name) if Sign.FREEBSD in log.signs else name
            load = (
                f"kldload {own} (and for good sysrc kld_list+={own})"
                if Sign.FREEBSD in log.signs
                else f"modprobe {name}"
            )
            yield Event(
                EventKind.CONCLUDED,
                run.line,
                name,
                f"the kernel's module {name} is not loaded, without which its driver reaches no card",
                fix=f"sudo {load}; if that fails, see why: sudo dmesg | tail -50",
            )
            return
        packages = _PACKAGES.search(run.command)
        if packages is not None:
            word = packages["word"].lower()
            if "nvidia" in word and Sign.NVIDIA_WORKS in log.signs:
                continue  # it may be installed without a package
            meets_loader = EventKind.NO_DRIVER in kinds
            about = (
                "nvidia"
                if "nvidia" in word
                else "vulkan"
                if word in _OF_BOTH and not meets_loader
                else "mesa"
            )
            says, wanted = _SAYS[about]
            yield Event(EventKind.CONCLUDED, run.line, wanted, says.format(word=packages["word"]))
            return
        if _OF_LOADER.search(run.command) is not None and "icd" not in run.command:
            says = "the machine has no libvulkan.so.1, by the search of the text: the loader is not installed"
            yield Event(EventKind.CONCLUDED, run.line, "libvulkan.so.1", says)
            return


def _is_silent(run: Run, *, is_last: bool) -> bool:
    """Return whether a command printed nothing; of the last one that has to be said."""
    if run.devices:
        return False
    return _NOTHING.fullmatch(run.output) is not None or (not run.output and (run.is_over or not is_last))
