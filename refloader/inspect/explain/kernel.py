"""Why the kernel gives a machine no graphics card: its command line, modules that are kept out, WSL without GPU.

Reads what the kernel and modprobe say in files. Does not ask the card.
"""

import re
from collections.abc import Iterator, Sequence

from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.containers import is_container
from refloader.inspect.hardware import pi_before_vulkan
from refloader.inspect.libraries.linker_folders import linker_folders
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.reason import Span
from refloader.model.text import quote

_PCI = "/sys/bus/pci/devices"
_CLASS_OF_CARDS = "0x03"
_MOST_DEVICES, _MOST_FILES, _MOST_TEXT = 512, 64, 1 << 16
_COMMAND_LINE = "/proc/cmdline"
_RELEASES = ("/proc/sys/kernel/osrelease", "/proc/version")
_CONFIGURATION = ("/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d")
_KEEPING_OUT = ("modprobe.blacklist", "module_blacklist", "rd.driver.blacklist")
_NODE_OF_WSL = "/dev/dxg"
_OF_WSL, _DIRECT3D = "/usr/lib/wsl/lib", "libd3d12.so"
"""Where WSL has Direct3D for Linux, and the library of it that Mesa's dzn opens."""
_LINKER, _CACHE = "/etc/ld.so.conf", "/etc/ld.so.cache"
_FOR_VIRTUAL_MACHINES = "vfio-pci"

_MODELS = ("/proc/device-tree/model", "/sys/firmware/devicetree/base/model")

_MODULES = {
    "1002": ("AMD", ("amdgpu",)),
    "8086": ("Intel", ("i915", "xe")),
    "10de": ("NVIDIA", ("nvidia", "nouveau")),
}
"""For the PCI vendor of a card: its maker, and the kernel's modules that drive it."""
_OF_XE_ALONE = ("xe",)
_XE_ALONE = re.compile("8086:(?:64[2ab]0|e2[012][0-9a-f]|b0[89ab][0-9a-f])")
"""Intel's cards from Lunar Lake and Battlemage on, which the module i915 does not drive."""


def undriven(host: Host, left_to_others: Sequence[str] = ()) -> Iterator[Answer]:
    """Yield the answer on each graphics card that no module of the kernel drives.

    ``left_to_others`` are the PCI vendors whose modules are judged elsewhere.
    """
    if is_container(host):
        return  # /sys has the cards of the host there
    cards = [*_cards(host)]
    driven = any(module not in ("", _FOR_VIRTUAL_MACHINES) for _, _, module in cards)
    seen: set[str] = set()
    for vendor, device, module in cards:
        if vendor not in _MODULES or vendor in (*left_to_others, *seen):
            continue
        seen.add(vendor)
        maker, modules = _MODULES[vendor]
        if module == _FOR_VIRTUAL_MACHINES:
            why = f"the graphics card of {maker} is set aside for virtual machines (vfio-pci)"
            what = "take it out of the options of vfio-pci (modprobe.d or the kernel's command line), and restart"
        elif module:
            continue
        else:
            modules = _OF_XE_ALONE if _XE_ALONE.fullmatch(f"{vendor}:{device}") else modules
            why, what = kept_out(modules, host) or (
                f"no module of the kernel drives the graphics card of {maker}",
                f"load the module (sudo modprobe {modules[0]}); if that fails, install a kernel and firmware "
                f"(linux-firmware) that know the card",
            )
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_PCI), (change,), by_choice=driven)


def _cards(host: Host) -> Iterator[tuple[str, str, str]]:
    """Yield PCI vendor and device of each graphics card, and the module that drives it; empty if none does."""
    listing = host.list(_PCI)
    for name in sorted(listing.names)[:_MOST_DEVICES] if isinstance(listing, Listing) else ():
        path = f"{_PCI}/{name}"
        if _text(host, f"{path}/class").startswith(_CLASS_OF_CARDS):
            vendor, device = (_text(host, f"{path}/{file}").lower()[-4:] for file in ("vendor", "device"))
            yield vendor, device, _module_of(host, path)


def _module_of(host: Host, path: str) -> str:
    """Return the module that drives a device; empty if none does. A copy of /sys may lack what the link leads to."""
    link = f"{path}/driver"
    if host.kind(link) is not Kind.MISSING:
        return host.real_path(link).rpartition("/")[2]
    lines = _text(host, f"{path}/uevent").split("\n")
    return next((line.removeprefix("DRIVER=") for line in lines if line.startswith("DRIVER=")), "")


def lacks_card(vendor: str, host: Host) -> bool:
    """Whether the PCI devices of a machine are known, with a graphics card, and none is one of a vendor."""
    found = {each for each, _, _ in _cards(host)}
    return bool(found) and vendor not in found


def kept_out(modules: Sequence[str], host: Host) -> tuple[str, str] | None:
    """Return why none of some modules is loaded and what to do about it; None if nothing keeps them out."""
    words = _text(host, _COMMAND_LINE).split()
    if "nomodeset" in words and modules[0] != "nvidia":
        why = (
            f"the kernel was started with nomodeset ({_COMMAND_LINE}), so its modules drive no graphics card"
        )
        return why, _off_the_line("nomodeset")
    for word in words:
        name, _, value = word.partition("=")
        if name in _KEEPING_OUT and {_plain(each) for each in value.split(",")} & set(modules):
            return f"the kernel was started with {word}, which keeps the module out", _off_the_line(word)
        if value == "0" and name in {f"{each}.modeset" for each in modules}:
            return f"the kernel was started with {word}, so the module drives no card", _off_the_line(word)
    for path, line in _lines(host):
        parts = line.split()
        if len(parts) > 1 and _keeps_out(parts) and _plain(parts[1]) in modules:
            why = f"{quote(path)} keeps the kernel's module {parts[1]} out: {quote(' '.join(parts))}"
            what = f"remove that line from {path}, renew the initramfs (update-initramfs -u, dracut -f)"
            if "nvidia-prime" in _text(host, path):  # a tool that would write the line anew
                what = "sudo prime-select on-demand (or nvidia), which writes that file again"
            return why, f"{what}, and restart"
    return None


def _keeps_out(parts: Sequence[str]) -> bool:
    """Whether the words of a line of modprobe.d have a module not loaded."""
    by_command = (
        parts[0] == "install" and len(parts) > 2 and parts[2].rpartition("/")[2] in ("false", "true", ":")
    )
    return parts[0] == "blacklist" or by_command or (parts[0] == "alias" and parts[2:] == ["off"])


def _lines(host: Host) -> Iterator[tuple[str, str]]:
    """Yield the lines of modprobe's configuration, each with its file."""
    told: set[str] = set()
    for folder in _CONFIGURATION:
        listing = host.list(folder)
        names = sorted(listing.names)[:_MOST_FILES] if isinstance(listing, Listing) else []
        for name in names:
            if (
                name.endswith(".conf") and name not in told
            ):  # a file of /etc takes the place of one below /usr
                told.add(name)
                path = f"{folder}/{name}"
                yield from ((path, line) for line in _text(host, path).splitlines())


def _off_the_line(word: str) -> str:
    return f"remove {word} from the kernel's command line (/etc/default/grub, then sudo update-grub), and restart"


def board_without_vulkan(drivers: Sequence[str], host: Host) -> Iterator[Answer]:
    """Yield the answer if this is a Raspberry Pi that no Vulkan driver serves; ``drivers`` are the used ones."""
    model = next((text for text in (_text(host, path).strip("\0 ") for path in _MODELS) if text), "")
    if not pi_before_vulkan(model) or is_container(host):
        return
    why = (
        f"this is a {model}, and Mesa's driver for the graphics of Raspberry Pis (broadcom_icd) serves the "
        f"Raspberry Pi 4 and later alone"
    )
    lavapipe = next((each for each in drivers if each.startswith("lvp")), "")
    what = "Mesa's driver for the processor (lavapipe), or use a Raspberry Pi 4 or later"
    change = Change(ChangeKind.INSTALL, what, needs=("libvulkan_lvp.so",), tried=False)
    if lavapipe:
        what = f"use {lavapipe}, the driver for the processor (lavapipe), or a Raspberry Pi 4 or later"
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(_MODELS[0]), (change,), by_choice=bool(lavapipe))


def without_wsl_node(host: Host) -> Iterator[Answer]:
    """Yield the answer if this is WSL and the node by which it reaches the graphics card is missing."""
    release = next((text for text in (_text(host, path) for path in _RELEASES) if text), "")
    if (
        "microsoft" not in release.lower()
        or host.kind(_NODE_OF_WSL) is not Kind.MISSING
        or is_container(host)
    ):
        return
    first = "-Microsoft" in release and "WSL2" not in release
    why = f"this is WSL{' 1, which has no graphics card' if first else ''}, and {_NODE_OF_WSL} is not there"
    what = (
        "in Windows: update its graphics driver, run wsl --update and wsl --shutdown, and have no gpuSupport=false "
        "in .wslconfig"
    )
    if first:
        what = 'in Windows: wsl --set-version "$WSL_DISTRO_NAME" 2'
    change = Change(ChangeKind.OUTSIDE, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, f"{why}: dzn finds no device", "", Span(_NODE_OF_WSL), (change,))


def without_direct3d(host: Host) -> Iterator[Answer]:
    """Yield the answer if this is WSL with its node, and dzn does not find Direct3D, by which alone it draws."""
    if host.kind(_NODE_OF_WSL) in (Kind.MISSING, Kind.FOLDER):
        return
    cache = host.read(_CACHE)
    configured = [isinstance(host.read(_LINKER), Content), isinstance(cache, Content)]
    name = f"{_OF_WSL}/{_DIRECT3D}".encode()
    if not any(configured) or (isinstance(cache, Content) and name in cache.data):
        return  # the linker finds it, or it is not known what it finds
    found = linker_folders(host, 64)
    folders = [each.rstrip("/") for each in (*found.variable, *found.configured)]
    if any(host.kind(f"{each}/{_DIRECT3D}") is not Kind.MISSING for each in folders):
        return
    kind = host.kind(f"{_OF_WSL}/{_DIRECT3D}")
    if kind is Kind.FILE:
        why = f"this is WSL, and the dynamic linker does not search {_OF_WSL}, where {_DIRECT3D} is"
        what = f"echo {_OF_WSL} | sudo tee /etc/ld.so.conf.d/ld.wsl.conf && sudo ldconfig"
    elif kind is Kind.MISSING:
        why = f"this is WSL, and {_DIRECT3D}, by which dzn reaches the graphics card, is not in {_OF_WSL}"
        what = "in Windows: wsl --update and wsl --shutdown; give a container -v /usr/lib/wsl:/usr/lib/wsl"
    else:
        return
    change = Change(ChangeKind.OUTSIDE, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, f"{why}: dzn finds no device", "", Span(_OF_WSL), (change,))


def _plain(module: str) -> str:
    return module.replace("-", "_")


_NVIDIA_VERSIONS = (
    ("/sys/module/nvidia/version", re.compile(r"(\d[\d.]*)")),
    ("/proc/driver/nvidia/version", re.compile(r"NVRM version: .{0,80}?Module[^\n]{0,40}? (\d{3}[\d.]*)")),
)
"""Where the kernel says which version of NVIDIA's module is loaded."""


def nvidia_module(host: Host) -> tuple[str, str]:
    """Return the version of NVIDIA's module that is loaded, and the file that says so; both empty if none is."""
    for path, pattern in _NVIDIA_VERSIONS:
        found = pattern.match(_text(host, path))
        if found is not None:
            return found[1], path
    return "", ""


def _text(host: Host, path: str) -> str:
    answer = host.read(path)
    return answer.data[:_MOST_TEXT].decode("utf-8", "replace").strip() if isinstance(answer, Content) else ""
