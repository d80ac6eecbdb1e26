"""What the kernel says of graphics cards, and whether a driver for them is there. Opens no device."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.surroundings import is_container
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.driver import Driver
from refloader.model.reason import Span
from refloader.model.text import quote

_CARDS = "/sys/class/drm"
_MOST_CARDS = 64
_MODULE_VERSION = "/sys/module/nvidia/version"
_MODULES = "/sys/module"
_WSL = "/dev/dxg"

_DRIVERS = {
    "1002": ("AMD", ("radeon", "amd"), "RADV (mesa-vulkan-drivers, vulkan-radeon)"),
    "8086": ("Intel", ("intel", "anv"), "ANV (mesa-vulkan-drivers, vulkan-intel)"),
    "10de": ("NVIDIA", ("nvidia", "nouveau"), "NVIDIA's own driver, or NVK (mesa-vulkan-drivers)"),
}
"""For the PCI vendor of a card: its name, how manifests of its drivers are called, and the driver to install."""


def without_driver(drivers: Sequence[Driver], host: Host) -> Iterator[Answer]:
    """Yield the answer if only drivers for the processor are there, although the machine has a graphics card."""
    names = [driver.file_name.lower() for driver in drivers]
    software = [name for name in names if any(part in name for part in ("lvp", "llvmpipe", "swiftshader"))]
    if not names or len(software) < len(names):
        return
    vendor = next((each for each in vendors(host) if each in _DRIVERS), "")
    if vendor:
        maker, _, driver = _DRIVERS[vendor]
        why = f"this machine has a graphics card of {maker}, and the only driver is one for the processor"
        change = Change(ChangeKind.INSTALL, f"a driver for the card: {driver}", tried=False)
        yield Answer("drivers", State.DOUBTFUL, f"{why} ({names[0]})", "", Span(_CARDS), (change,))
    elif host.kind(_WSL) is not Kind.MISSING:
        why = f"this is WSL ({_WSL} is there), and the only driver is one for the processor ({names[0]})"
        what = "Mesa's driver dzn, by which WSL reaches the graphics card"
        change = Change(ChangeKind.INSTALL, what, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_WSL), (change,))


def vendors(host: Host) -> tuple[str, ...]:
    """Return the PCI vendors of the graphics cards, as the kernel lists them."""
    listing = host.list(_CARDS)
    names = sorted(listing.names)[:_MOST_CARDS] if isinstance(listing, Listing) else []
    found = (_text(host, f"{_CARDS}/{name}/device/vendor") for name in names if name.startswith("card"))
    return tuple(dict.fromkeys(each.lower().removeprefix("0x") for each in found if each))


def of_nvidia(explanation: Explanation, driver: Driver, host: Host) -> Iterator[Answer]:
    """Yield what keeps NVIDIA's driver from its devices: its module is not loaded, or is of another version."""
    if "nvidia" not in driver.file_name.lower():
        return
    module = _text(host, _MODULE_VERSION)
    file = explanation.libraries.get((driver.manifest, driver.library_path)) or ""
    library = _version(host.real_path(file)) if file else ""
    if module and library and module != library:
        why = (
            f"the kernel's module is of version {module}, and the library {quote(host.real_path(file))} is of "
            f"{library}: NVIDIA's driver works with its own module only"
        )
        change = Change(
            ChangeKind.OUTSIDE, "restart the machine, so that the new module is loaded", tried=False
        )
        change = change if not is_container(host) else replace(change, what=_IN_CONTAINER)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_MODULE_VERSION), (change,))
    elif not module and _is_not_loaded(host):
        why = f"NVIDIA's kernel module is not loaded: neither {_MODULES}/nvidia nor /dev/nvidiactl is there"
        what = "load the module (sudo modprobe nvidia); if there is none for this kernel, build it or restart"
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_MODULES), (change,))


_IN_CONTAINER = "start the container anew, with the libraries of the driver that the host has now"


def _is_not_loaded(host: Host) -> bool:
    """Whether NVIDIA's module and its device nodes are missing, and nothing is there that would load it on demand."""
    nodes = (
        "/dev/nvidiactl",
        "/dev/nvidia0",
        "/dev/nvgpu",
        "/dev/nvhost-gpu",
        _WSL,
        "/usr/bin/nvidia-modprobe",
    )
    known = host.kind("/dev/dri") is Kind.FOLDER or host.kind(_MODULES) is Kind.FOLDER
    return known and all(host.kind(path) is Kind.MISSING for path in (*nodes, f"{_MODULES}/nvidia"))


def _version(path: str) -> str:
    """Return the version at the end of the name of a library of NVIDIA's; empty if it has none."""
    end = path.rpartition(".so.")[2]
    return end if end.count(".") >= 1 and end.replace(".", "").isdecimal() else ""


def _text(host: Host, path: str) -> str:
    answer = host.read(path)
    return answer.data[:100].decode("ascii", "replace").strip() if isinstance(answer, Content) else ""
