"""What the packages of a text show together: no driver, or one without its part for Vulkan or 32-bit programs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.named_cards import maker_of
from refloader.inspect.logs.wholes.whole_machines import on_processor
from refloader.model.text import some

_WITHOUT = (
    EventKind.NO_DRIVER,
    EventKind.NO_DEVICE,
    EventKind.ONLY_SOFTWARE,
    EventKind.EFFECT,
    EventKind.NO_LOADER,
    EventKind.HIDDEN_CARD,
    EventKind.LINKER,
    EventKind.FAILED,
)
_OTHER_CAUSES = (
    EventKind.LINKER,
    EventKind.BAD_FILE,
    EventKind.DRIVER_FAILED,
    EventKind.OTHER_BITS,
    EventKind.REFUSING,
    EventKind.DENIED,
    EventKind.CLOSED,
)
_SAID = (EventKind.LINKER, EventKind.OTHER_BITS, EventKind.FAILED)
"""Events that say themselves which library a 32-bit program lacks."""

_STEERING = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE")


@dataclass(frozen=True, slots=True)
class _Split:
    """How a distribution splits NVIDIA's driver: the part for computing, that for Vulkan, and what installs it."""

    computing: re.Pattern[str]
    graphics: re.Pattern[str]
    package: str
    command: str


_SPLITS = (
    _Split(
        re.compile(
            r"(?:libnvidia-compute|nvidia-headless(?:-no-dkms)?|nvidia-compute-utils|nvidia-utils)"
            r"-(?P<version>\d{3}(?:-server)?)(?:-open)?$"
        ),
        re.compile(r"(?:libnvidia-gl|nvidia-driver)-\d{3}"),
        "libnvidia-gl-{version}",
        "sudo apt install libnvidia-gl-{version}",
    ),
    _Split(
        re.compile(r"(?:xorg-x11-drv-nvidia-cuda|xorg-x11-drv-nvidia-cuda-libs)(?P<version>)$"),
        re.compile(r"xorg-x11-drv-nvidia(?:-libs)?$"),
        "xorg-x11-drv-nvidia-libs",
        "sudo dnf install xorg-x11-drv-nvidia-libs",
    ),
    _Split(
        re.compile(r"nvidia-driver-cuda(?:-libs)?(?P<version>)$"),
        re.compile(r"nvidia-driver(?:-libs)?$"),
        "nvidia-driver-libs",
        "sudo dnf install nvidia-driver-libs",
    ),
    _Split(
        re.compile(r"nvidia-compute(?:-utils)?-?(?P<version>G0\d)$"),
        re.compile(r"nvidia-(?:gl|video)-?G0\d"),
        "nvidia-gl-{version}",
        "sudo zypper install nvidia-gl-{version}",
    ),
    _Split(
        re.compile(r"(?:libcuda1|nvidia-smi|nvidia-kernel-dkms)(?P<version>)$"),
        re.compile(r"nvidia-vulkan-icd|nvidia-driver(?:-libs)?$|libnvidia-gl-"),
        "nvidia-vulkan-icd",
        "sudo apt install nvidia-vulkan-icd",
    ),
)
_LOADERS = ("libvulkan1", "libvulkan-dev", "vulkan-loader", "vulkan-icd-loader", "vulkan-tools")
_DRIVERS = re.compile(
    r"mesa-vulkan|vulkan-(?:radeon|intel|swrast|nouveau|virtio)|amdvlk|nvidia|lavapipe|libvulkan_|swiftshader"
)
_TWINS = {
    "vulkan-radeon": "lib32-vulkan-radeon",
    "vulkan-intel": "lib32-vulkan-intel",
    "vulkan-icd-loader": "lib32-vulkan-icd-loader",
    "nvidia-utils": "lib32-nvidia-utils",
    "mesa-vulkan-drivers": "mesa-vulkan-drivers:i386",
    "libvulkan1": "libvulkan1:i386",
    "vulkan-loader": "vulkan-loader:i386",
    "xorg-x11-drv-nvidia-libs": "xorg-x11-drv-nvidia-libs:i386",
    "nvidia-driver-libs": "nvidia-driver-libs:i386",
    "nvidia-vulkan-icd": "nvidia-driver-libs:i386",
}
"""Packages of loaders and drivers, and those for 32-bit programs."""


def of_packages(log: Log) -> Iterator[Event]:
    """Yield which part of a driver, or which driver, the packages of a text lack."""
    kinds = {event.kind for event in log.events}
    if kinds.isdisjoint(_WITHOUT) and not on_processor(log):
        yield from _without_twins(log) if _misses_narrow(log) else ()
        return
    found = (
        list(_of_two_versions(log))
        or list(_without_graphics(log))
        or list(_without_twins(log))
        or list(_without_driver(log))
    )
    yield from found or _of_processor_alone(log)


def _misses_narrow(log: Log) -> bool:
    """True if a program says that it finds no 32-bit loader."""
    return any(e.message is not None and "no 32-bit loader" in e.message.says for e in log.events)


def _without_graphics(log: Log) -> Iterator[Event]:
    """Yield that the part of NVIDIA's driver for computing is there alone."""
    names = {each.partition(":")[0]: line for each, line in {**log.ordered, **log.installed}.items()}
    if any(event.kind is EventKind.LINKER for event in log.events):
        return
    for split in _SPLITS:
        part = next((found for each in names if (found := split.computing.match(each)) is not None), None)
        if part is not None and not any(split.graphics.match(each) for each in names):
            package = split.package.format(version=part["version"])
            why = (
                f"of NVIDIA's driver, the part for computing is installed ({part.string}), and "
                f"{package} is not among "
                "the packages of the text: it has the driver for Vulkan and nvidia_icd.json"
            )
            fix = split.command.format(version=part["version"])
            yield Event(EventKind.CONCLUDED, names[part.string], part.string, why, fix=fix)
            return


def _without_twins(log: Log) -> Iterator[Event]:
    """Yield that the packages of a text are for 64-bit programs alone, if the program is a 32-bit one."""
    kinds = {event.kind for event in log.events}
    is_narrow = _misses_narrow(log) or (Sign.NARROW in log.signs and Sign.WIDE not in log.signs)
    if not is_narrow or not kinds.isdisjoint(_SAID):
        return
    twins = {**_TWINS, **_twins_of_nvidia(log)}
    lacking = (twin for name, twin in twins.items() if name in log.installed and twin not in log.installed)
    missing = list(dict.fromkeys(lacking))
    lacks_loader = any(event.kind is EventKind.NO_LOADER for event in log.events)
    drivers = [name for name in missing if lacks_loader or _DRIVERS.search(name)]
    if not drivers:
        return
    first = next(name for name, twin in twins.items() if twin == drivers[0] and name in log.installed)
    names = some([each.replace(":i386", " for i386") for each in missing], 6)
    verb = "is" if len(missing) == 1 else "are"
    why = (
        f"{names} {verb} not among the packages of the text, which has {first} for 64-bit programs: the program is a "
        "32-bit one"
    )
    fix = _installing(missing, log.os_release)
    yield Event(EventKind.CONCLUDED, log.installed[first], first, why, fix=fix)


def _of_two_versions(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's libraries for 32-bit programs are of another version than the others, on Arch."""
    for name, (_, version) in log.starts.nvidia.items() if Sign.NARROW in log.signs else ():
        line, other = log.starts.nvidia.get(f"lib32-{name}", (0, version))
        if other != version:
            why = (
                f"lib32-{name} is of version {other}, and {name} of {version}: 32-bit programs get no driver, as its "
                "libraries have to be of the version of the kernel's module"
            )
            is_old = re.search(r"-\d{3}xx", name) is not None  # which other repositories than Arch's may have
            both = (
                f"bring {name} and lib32-{name} to one version"
                if is_old
                else f"sudo pacman -Syu {name} lib32-{name}"
            )
            fix = f"{both}, and restart if the kernel's module is renewed"
            yield Event(EventKind.CONCLUDED, line, f"lib32-{name}", why, fix=fix)
            return


_OF_NVIDIA = re.compile(r"libnvidia-gl-\d{3}(?:-server)?(?::amd64)?")


def _twins_of_nvidia(log: Log) -> dict[str, str]:
    """Return the packages of NVIDIA's driver for 32-bit programs by those of the text, on Ubuntu."""
    mine = [name for name in log.installed if _OF_NVIDIA.fullmatch(name)]
    return {name: f"{name.removesuffix(':amd64')}:i386" for name in mine}


def _lacks_driver(log: Log) -> bool:
    """True if no driver is left, or a program says that it finds no device."""
    return any(
        event.kind in (EventKind.NO_DRIVER, EventKind.NO_DEVICE)
        or (event.message is not None and event.message.message.deviceless)
        for event in log.events
    )


def _installing(packages: list[str], os_release: str) -> str:
    if packages[0].startswith("lib32-"):
        return f"sudo pacman -S {' '.join(packages)} (with [multilib] on in /etc/pacman.conf)"
    of_debian = "debian" in os_release or "ubuntu" in os_release or "libvulkan1:i386" in packages
    of_fedora = any(each.startswith(("vulkan-loader", "xorg", "nvidia")) for each in packages)
    if "fedora" in os_release or (of_fedora and not of_debian):
        return f"sudo dnf install {' '.join(each.replace(':i386', '.i686') for each in packages)}"
    return f"sudo dpkg --add-architecture i386 && sudo apt update && sudo apt install {' '.join(packages)}"


def _without_driver(log: Log) -> Iterator[Event]:
    """Yield that a CI job or a container is given a loader and no driver."""
    kinds = {event.kind for event in log.events}
    loader = next((each for each in _LOADERS if each in log.ordered), "")
    has_driver = any(_DRIVERS.search(each) for each in {*log.installed, *log.ordered})
    elsewhere = not kinds.isdisjoint(_OTHER_CAUSES) or any(log.variables.get(each) for each in _STEERING)
    given = log.variables.get("NVIDIA_DRIVER_CAPABILITIES", "")
    elsewhere = elsewhere or (bool(given) and {"all", "graphics"}.isdisjoint(given.split(",")))
    has_own = not {Sign.NVIDIA_WORKS, Sign.TEGRA}.isdisjoint(log.signs)
    has_own |= any(_A_MANIFEST.search(path) for path in log.listings.files)
    built = not {Sign.CI, Sign.CONTAINER}.isdisjoint(log.signs) and not has_own
    if not loader or not built or has_driver or elsewhere or not _lacks_driver(log):
        return
    alpine, arch = "alpine" in log.os_release, "arch" in log.os_release
    driver = "mesa-vulkan-swrast" if alpine else "vulkan-swrast" if arch else "mesa-vulkan-drivers"
    why = f"the text installs {loader} for the machine, and no package with a driver: the loader there finds none"
    fix = f"add {driver} to what is installed, which has lavapipe for machines without a graphics card"
    own = (_OF_ALPINE if alpine else _OF_ARCH if arch else {}).get(maker_of(log), "")
    if own and Sign.GIVEN_DEVICE in log.signs:
        fix = f"add {own} to what is installed, the driver of the card that the container is given"
    yield Event(EventKind.CONCLUDED, log.ordered[loader], loader, why, fix=fix)


_A_MANIFEST = re.compile(r"/vulkan/icd\.d/[^/]+\.json$")
_OF_ALPINE = {"Advanced Micro": "mesa-vulkan-ati", "Intel": "mesa-vulkan-intel"}
_OF_ARCH = {"Advanced Micro": "vulkan-radeon", "Intel": "vulkan-intel"}


def _of_processor_alone(log: Log) -> Iterator[Event]:
    """Yield that pacman lists the driver for the processor alone, and the card is of AMD or Intel."""
    asked = any(_LISTS_DRIVERS.search(run.command) for run in log.runs)
    others = [name for name in log.installed if _DRIVERS.search(name) and name != "vulkan-swrast"]
    packages = [
        each for maker, each in _OF_ARCH.items() if any(card.startswith(maker) for card in log.graphics)
    ]
    if "vulkan-swrast" not in log.installed or not asked or others or not packages:
        return
    if any(event.kind is EventKind.CLOSED for event in log.events):
        return
    why = (
        f"of the drivers for Vulkan, vulkan-swrast alone is installed, which is the processor, and not "
        f"{packages[0]}, that of the card"
    )
    yield Event(
        EventKind.CONCLUDED,
        log.installed["vulkan-swrast"],
        packages[0],
        why,
        fix=f"sudo pacman -S {' '.join(packages)}",
    )


_LISTS_DRIVERS = re.compile(r"\bpacman -Q\w*(?: vulkan| \| ?grep (?:-\w+ )?[\"']?vulkan)")
