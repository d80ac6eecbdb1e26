"""What the kernel says of graphics cards, and whether a driver for them is there. Opens no device."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.containers import is_container
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.kernel import kept_out, lacks_card, nvidia_module
from refloader.inspect.hardware import before_gcn, intel_before_vulkan
from refloader.inspect.whatif.change import Change, ChangeKind, unset_variable
from refloader.model.driver import Driver
from refloader.model.plan import DriverOutcome
from refloader.model.reason import Span
from refloader.model.text import quote, some
from refloader.model.version import ApiVersion

_CARDS = "/sys/class/drm"
_MOST_CARDS = 64
_MODULE_VERSION = "/sys/module/nvidia/version"
_MODULES = "/sys/module"
_COMPILER, _COMPILING = "libnvidia-glvkspirv.so", 400
"""The part of NVIDIA's driver that compiles shaders, and the first branch that certainly has it."""
_WSL, _DZN, _HASVK = "/dev/dxg", "dzn", "hasvk"
_OF_WSL = "/usr/lib/wsl/lib/libd3d12.so"
_HASVK_LIBRARY = "libvulkan_intel_hasvk.so"
_FOLDERS = ("/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d")
_STEERING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE")
_NVIDIA, _VIRTIO = "10de", "1af4"
_SPLIT = ApiVersion(0, 1, 3, 230)
"""The API version of the first Mesa (22.3) whose ANV leaves the older cards of Intel to hasvk."""

_DRIVERS = {
    "1002": ("AMD", "libvulkan_radeon.so", "RADV (mesa-vulkan-drivers, vulkan-radeon)"),
    "8086": ("Intel", "libvulkan_intel.so", "ANV (mesa-vulkan-drivers, vulkan-intel)"),
    "10de": ("NVIDIA", "libGLX_nvidia.so.0", "NVIDIA's own driver, or NVK (mesa-vulkan-drivers)"),
}
"""For the PCI vendor of a card: its name, the library of its driver, and the driver to install."""

_PARTS = {"1002": ("radeon", "amd"), "8086": ("intel", "anv"), "10de": ("nvidia", "nouveau")}
"""How the manifests of the drivers for the cards of a vendor are called."""

_WITHOUT_VULKAN = {
    "15ad": "VMware",
    "80ee": "VirtualBox",
    "1b36": "QEMU (QXL)",
    "1234": "QEMU",
    "1013": "QEMU (Cirrus)",
    "1a03": "ASPEED",
    "102b": "Matrox",
    "1414": "Hyper-V",
}
"""The PCI vendors of cards for which there is no Vulkan driver on Linux."""

_NOUVEAU = "nouveau"
_OF_KERNEL = "radeon"
"""The kernel's older module for cards of AMD, which RADV and AMDVLK cannot use."""

_OLDER_INTEL = (
    (0x0152, 0x016A),
    (0x0402, 0x042E),
    (0x0A02, 0x0A2E),
    (0x0C02, 0x0C2E),
    (0x0D02, 0x0D2E),
    (0x0F30, 0x0F33),
    (0x1602, 0x163E),
    (0x22B0, 0x22B3),
)
"""The PCI ids of Ivy Bridge, Haswell, Bay Trail, Broadwell and Cherry View, which Mesa's hasvk serves since 22.3."""

_FIRST = {"1002": "GCN (2012)", "8086": "Ivy Bridge (2012)"}
"""The first cards of a maker for which there is a Vulkan driver."""

_SOFTWARE = ("lvp", "llvmpipe", "swiftshader")


def without_driver(drivers: Sequence[Driver], found: Sequence[DriverOutcome], host: Host) -> Iterator[Answer]:
    """Yield the answer if the machine has a graphics card and no driver for it, or none but the processor's.

    ``drivers`` can be used; of the others that are ``found``, why they cannot is another answer.
    """
    names = [driver.file_name.lower() for driver in drivers]
    yield from _for_wsl(names, host)
    software = [name for name in names if any(part in name for part in _SOFTWARE)]
    yield from too_old_for_vulkan(host, software)
    of_cards = [each for each in vendors(host) if each in _DRIVERS and not too_old(each, host)]
    without = [each for each in of_cards if not any(part in name for name in names for part in _PARTS[each])]
    yield from _without_vulkan(host)
    yield from _without_venus(names, host)
    if not names or not without or host.kind(_WSL) is not Kind.MISSING:
        return
    maker, library, driver = _DRIVERS[without[0]]
    there = _found_for(without[0], found, host)
    if there is not None:
        yield from _steered_away(maker, *there, names, host)
        return
    only = f"the only driver is one for the processor ({names[0]})"
    why = f"this machine has a graphics card of {maker}, and " + (
        only if len(software) == len(names) else f"no driver for it: there is {some(names)}"
    )
    change = Change(ChangeKind.INSTALL, f"a driver for the card: {driver}", needs=(library,), tried=False)
    served = len(without) < len(of_cards)  # another card has its driver
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(_CARDS), (change,), by_choice=served)


def _found_for(vendor: str, found: Sequence[DriverOutcome], host: Host) -> tuple[str, str] | None:
    """Return the manifest of a driver for the cards of a vendor that is found and not used, and what leaves it out.

    What leaves it out is empty if it is no variable; None if there is no such manifest.
    """
    values = host.variables()
    for outcome in found:
        name = outcome.driver.file_name
        if any(part in name.lower() for part in _PARTS[vendor]):
            told = [reason.fact for reason in outcome.reasons]
            by = (each for each in _STEERING if values.get(each) and any(each in fact for fact in told))
            return name, "" if outcome.used else next(by, "")
    naming = next((each for each in _STEERING[:2] if values.get(each)), "")
    for folder in _FOLDERS if naming else ():
        listing = host.list(folder)
        for name in sorted(listing.names) if isinstance(listing, Listing) else ():
            if name.endswith(".json") and any(part in name.lower() for part in _PARTS[vendor]):
                return name, naming
    return None


def _steered_away(
    maker: str, manifest: str, variable: str, names: Sequence[str], host: Host
) -> Iterator[Answer]:
    """Yield the answer if a variable leaves out the driver of the machine's graphics card."""
    if variable:
        value = quote(host.variables()[variable])
        why = (
            f"this machine has a graphics card of {maker}, and {variable}={value} leaves its driver "
            f"{manifest} out: programs get {some(names)}"
        )
        yield Answer(
            "drivers", State.DOUBTFUL, why, "", Span(_CARDS), (unset_variable(variable),), by_choice=True
        )


def _without_venus(names: Sequence[str], host: Host) -> Iterator[Answer]:
    """Yield the answer if the machine's only graphics card is QEMU's virtio-gpu, without Mesa's driver for it."""
    if not names or set(vendors(host)) != {_VIRTIO} or any("virtio" in name for name in names):
        return
    why = (
        f"the graphics card of this virtual machine is virtio-gpu, for which only Mesa's Venus (virtio_icd) is a "
        f"driver of Vulkan, and there is {some(names)} alone"
    )
    what = (
        "start the virtual machine with Venus (QEMU from 9.2 on: -device virtio-vga-gl,blob=true,venus=true), and "
        "install Mesa's driver virtio_icd in it"
    )
    change = Change(ChangeKind.OUTSIDE, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(_CARDS), (change,), by_choice=True)


def _without_vulkan(host: Host) -> Iterator[Answer]:
    """Yield the answer if the machine's only graphics cards are of makers without a Vulkan driver."""
    found = vendors(host)
    of_nvidia_alone = _text(host, _MODULE_VERSION)  # a card that the kernel's list may not have
    if found and not of_nvidia_alone and all(each in _WITHOUT_VULKAN for each in found):
        why = (
            f"the graphics card of this machine is one of {_WITHOUT_VULKAN[found[0]]}, for which there is no Vulkan "
            f"driver: the only devices are those of drivers for the processor (lavapipe)"
        )
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_CARDS), (), by_choice=True)


def of_amd(driver: Driver, host: Host) -> Iterator[Answer]:
    """Yield what keeps RADV and AMDVLK from their devices: the kernel drives AMD's cards with its older module."""
    name = driver.file_name.lower()
    if not any(part in name for part in _PARTS["1002"]):
        return
    if modules_of("1002", host) == {_OF_KERNEL} and not too_old("1002", host):
        why = (
            "the kernel drives the graphics card with its older module radeon, and RADV and AMDVLK need amdgpu, "
            "which serves cards from GCN on (2012)"
        )
        what = (
            "start the kernel with radeon.si_support=0 radeon.cik_support=0 amdgpu.si_support=1 "
            "amdgpu.cik_support=1"
        )
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_CARDS), (change,))


def of_intel(driver: Driver, host: Host, used: Sequence[Driver]) -> Iterator[Answer]:
    """Yield the answer if the only card of Intel is one for hasvk, which is not used."""
    name, folder = driver.file_name.lower(), driver.manifest.rpartition("/")[0]
    if "intel" not in name or any(_HASVK in each.file_name for each in (driver, *used)):
        return
    listing = host.list(folder)
    there = sorted(
        each for each in (listing.names if isinstance(listing, Listing) else ()) if each.endswith(".json")
    )
    right = next((each for each in there if _HASVK in each), "")
    ids = [_text(host, f"{path}/device") for path in _devices_of("8086", host)]
    if not ids or not all(map(_is_older, ids)) or not (right or _is_split(driver)):
        return
    if not right:
        why = f"the graphics card needs Mesa's hasvk, which is missing: {quote(driver.file_name)} does not serve it"
        change = Change(ChangeKind.INSTALL, "Mesa's driver hasvk", needs=(_HASVK_LIBRARY,), tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))
        return
    steering = next((each for each in _STEERING if each in host.variables()), "")
    left = f": {steering} leaves it out" if steering else ""
    why = f"the graphics card is one that Mesa's {quote(right)} serves, and {quote(driver.file_name)} does not{left}"
    changes = (unset_variable(steering),) if steering else ()
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), changes)


def too_old(vendor: str, host: Host) -> str:
    """Return the PCI ids of the graphics cards of a maker if no Vulkan driver serves any of them; else empty."""
    ids = [_text(host, f"{path}/device") for path in _devices_of(vendor, host)]
    if vendor == "1002" and modules_of(vendor, host) == {_OF_KERNEL} and ids and all(map(before_gcn, ids)):
        return some(ids)
    return some(ids) if vendor == "8086" and ids and all(map(intel_before_vulkan, ids)) else ""


def too_old_for_vulkan(host: Host, software: Sequence[str]) -> Iterator[Answer]:
    """Yield the answer if all graphics cards are too old; ``software`` are drivers for the processor."""
    found = [(each, too_old(each, host)) for each in vendors(host)]
    if not found or not all(ids for _, ids in found):
        return
    vendor, ids = found[0]
    why = (
        f"the graphics card of {_DRIVERS[vendor][0]} ({ids}) is older than {_FIRST[vendor]}, the first for which "
        f"there is a Vulkan driver: the only devices are those of a driver for the processor (lavapipe)"
    )
    what = "Mesa's driver for the processor (lavapipe); for more speed only another card helps"
    change = Change(ChangeKind.INSTALL, what, needs=("libvulkan_lvp.so",), tried=False)
    if software:
        what = f"use {software[0]}, the driver for the processor, or another card"
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(_CARDS), (change,), by_choice=bool(software))


def _is_split(driver: Driver) -> bool:
    """Whether a driver of Intel's is of a Mesa that has another one for the older cards."""
    return driver.api_version is not None and driver.api_version >= _SPLIT


def _is_older(device: str) -> bool:
    """Whether the PCI id of a device of Intel's is one that hasvk serves."""
    try:
        number = int(device, 16)
    except ValueError:
        return False
    return any(first <= number <= last for first, last in _OLDER_INTEL)


def modules_of(vendor: str, host: Host) -> set[str]:
    """Return the kernel's modules that drive the graphics cards of a PCI vendor."""
    return {host.real_path(f"{path}/driver").rpartition("/")[2] for path in _devices_of(vendor, host)}


def _devices_of(vendor: str, host: Host) -> Iterator[str]:
    """Yield the kernel's folders of the graphics cards of a PCI vendor."""
    listing = host.list(_CARDS)
    names = sorted(listing.names)[:_MOST_CARDS] if isinstance(listing, Listing) else []
    for path in (f"{_CARDS}/{name}/device" for name in names if name.startswith("card")):
        if _text(host, f"{path}/vendor").lower().removeprefix("0x") == vendor:
            yield path


def _for_wsl(names: Sequence[str], host: Host) -> Iterator[Answer]:
    """Yield the answer if none of the drivers is the one by which WSL reaches the graphics card."""
    node = host.kind(_WSL) is not Kind.MISSING
    sign = _WSL if node else _OF_WSL  # a tree has no nodes, and a variable in it chooses on purpose
    in_tree = host.kind(_OF_WSL) is Kind.FILE and not any(host.variables().get(each) for each in _STEERING)
    if not names or not (node or in_tree) or any(_DZN in name for name in names):
        return
    hidden = next(_hidden_dzn(host), None)
    if hidden is not None:
        yield hidden
        return
    alone = "the only driver is" if len(names) == 1 else "none of the drivers is dzn:"
    why = f"this is WSL ({sign} is there), and {alone} {some(names)}; only Mesa's dzn reaches the graphics card there"
    what = "Mesa's driver dzn (on Ubuntu: sudo add-apt-repository ppa:kisak/kisak-mesa && sudo apt upgrade)"
    change = Change(ChangeKind.INSTALL, what, tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(sign), (change,))


def _hidden_dzn(host: Host) -> Iterator[Answer]:
    """Yield the answer if dzn is installed in WSL, and a variable keeps it out."""
    steering = next((each for each in _STEERING if host.variables().get(each)), "")
    for folder in _FOLDERS if steering else ():
        listing = host.list(folder)
        for name in sorted(listing.names) if isinstance(listing, Listing) else ():
            if _DZN in name and name.endswith(".json"):
                value = quote(host.variables()[steering])
                why = f"this is WSL ({_WSL} is there), and {steering}={value} leaves {name} out"
                why += ", the only driver that reaches the graphics card there"
                yield Answer("drivers", State.DOUBTFUL, why, "", Span(_WSL), (unset_variable(steering),))


def card_of(host: Host) -> tuple[str, str, str]:
    """Return the maker of the machine's graphics card, the library of its driver, and what to install; else empty."""
    vendor = next((each for each in vendors(host) if each in _DRIVERS and not too_old(each, host)), "")
    vendor = vendor or (_NVIDIA if _text(host, _MODULE_VERSION) else "")  # as without nvidia-drm
    return _DRIVERS.get(vendor, ("", "", ""))


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
    module, said_by = nvidia_module(host)
    file = explanation.libraries.get((driver.manifest, driver.library_path)) or ""
    library = _version(host.real_path(file)) if file else ""
    part = _missing_part(file, library, host) if file and library else ""
    if part:
        why = (
            f"{quote(part)} is missing, which NVIDIA's driver {library} opens: parts of it are of another version, "
            f"or were not installed"
        )
        what = "all parts of NVIDIA's driver again, of one version"
        change = Change(ChangeKind.INSTALL, what, needs=("libGLX_nvidia.so.0",), again=True, tried=False)
        if is_container(host):
            change = Change(ChangeKind.OUTSIDE, _IN_CONTAINER, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))
    elif module and library and module != library:
        why = (
            f"the kernel's module is of version {module}, and the library {quote(host.real_path(file))} is of "
            f"{library}: NVIDIA's driver works with its own module only"
        )
        change = Change(
            ChangeKind.OUTSIDE, "restart the machine, so that the new module is loaded", tried=False
        )
        change = change if not is_container(host) else replace(change, what=_IN_CONTAINER)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(said_by), (change,))
    elif file and not module and _is_not_loaded(host):
        why = f"NVIDIA's kernel module is not loaded: neither {_MODULES}/nvidia nor /dev/nvidiactl is there"
        what = "load the module (sudo modprobe nvidia); if there is none for this kernel, build it or restart"
        if _NOUVEAU in modules_of(_NVIDIA, host):
            why = "the kernel drives the graphics card with nouveau, beside which NVIDIA's module cannot be loaded"
            what = "keep nouveau out (modprobe.blacklist=nouveau on the kernel's command line), have NVIDIA's module "
            what += "built for this kernel (akmods, DKMS), and restart; or use Mesa's NVK"
        elif lacks_card(_NVIDIA, host) and not is_container(host):
            why = "NVIDIA's kernel module is not loaded, and no graphics card of NVIDIA is among the PCI devices"
            what = "switch the card on (in the firmware's setup, or with the tool that switches graphics cards), "
            what += "or remove NVIDIA's driver"
        elif kept := kept_out(("nvidia",), host):
            why, what = f"NVIDIA's kernel module is not loaded: {kept[0]}", kept[1]
        change = Change(ChangeKind.OUTSIDE, what, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_MODULES), (change,))


_IN_CONTAINER = "start the container again, with the libraries of the driver that the host has now"


def _missing_part(file: str, version: str, host: Host) -> str:
    """Return the compiler of NVIDIA's driver if it is missing although other parts are there; empty if it is not."""
    folder = host.real_path(file).rpartition("/")[0]
    listing = host.list(folder)
    names = listing.names if isinstance(listing, Listing) else ()
    wanted = f"{_COMPILER}.{version}"
    above = [folder.rsplit("/", steps)[0] for steps in range(3)]  # Debian has its alternatives below
    there = any(host.kind(f"{each}/{wanted}") is not Kind.MISSING for each in above if each)
    parts = (
        any(name.startswith("libnvidia-gl") for name in names) and int(version.split(".")[0]) >= _COMPILING
    )
    return f"{folder}/{wanted}" if parts and not there else ""


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
