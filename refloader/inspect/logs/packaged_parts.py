"""What the packages of a text show together: a driver without its part for Vulkan, a loader without any driver."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.signs import Sign

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE, EventKind.EFFECT)
_OTHER_CAUSES = (
    EventKind.LINKER,
    EventKind.BAD_FILE,
    EventKind.DRIVER_FAILED,
    EventKind.OTHER_BITS,
    EventKind.REFUSING,
    EventKind.DENIED,
    EventKind.CLOSED,
)
_STEERING = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE")
_COMPUTE = re.compile(
    r"(?:libnvidia-compute|nvidia-headless(?:-no-dkms)?|nvidia-compute-utils|nvidia-utils)-(?P<version>\d{3}(?:-server)?)(?:-open)?$"
)
_GRAPHICS = re.compile(
    r"(?:libnvidia-gl|nvidia-driver)-\d{3}|nvidia-(?:vulkan-icd|driver-libs|driver|graphics)\b|nvidia-utils$"
)
_LOADERS = {
    "libvulkan1": "mesa-vulkan-drivers",
    "libvulkan-dev": "mesa-vulkan-drivers",
    "vulkan-loader": "mesa-vulkan-drivers",
    "vulkan-icd-loader": "vulkan-swrast",
    "vulkan-tools": "mesa-vulkan-drivers",
}
_DRIVERS = re.compile(
    r"mesa-vulkan|vulkan-(?:radeon|intel|swrast|nouveau|virtio)|mesa-vulkan-(?:ati|intel|swrast)|amdvlk|nvidia|lavapipe|libvulkan_"
)


def of_packages(log: Log) -> Iterator[Event]:
    """Yield which part of a driver, or which driver, the packages of a text lack."""
    kinds = {event.kind for event in log.events}
    if kinds.isdisjoint(_WITHOUT):
        return
    names = {*log.installed, *log.ordered}
    compute = next((found for each in names if (found := _COMPUTE.match(each.partition(":")[0]))), None)
    if (
        compute is not None
        and not any(_GRAPHICS.match(each) for each in names)
        and EventKind.LINKER not in kinds
    ):
        package = f"libnvidia-gl-{compute['version']}"
        line = {**log.ordered, **log.installed}[compute.string] if compute.string in names else 0
        why = (
            f"only the part of NVIDIA's driver for computing is installed ({compute.string}): {package}, which has the "
            "Vulkan driver and nvidia_icd.json, is not among the packages of the text"
        )
        yield Event(EventKind.CONCLUDED, line, compute.string, why, fix=f"sudo apt install {package}")
        return
    loader = next((each for each in _LOADERS if each in log.ordered), "")
    ordered_driver = any(_DRIVERS.search(each) for each in names)
    elsewhere = not kinds.isdisjoint(_OTHER_CAUSES) or any(log.variables.get(each) for each in _STEERING)
    built = not {Sign.CI, Sign.CONTAINER}.isdisjoint(log.signs) and Sign.NVIDIA_WORKS not in log.signs
    if loader and built and not (ordered_driver or elsewhere) and EventKind.NO_DRIVER in kinds:
        driver = _LOADERS[loader]
        why = f"the text installs {loader} for the machine, and no package with a driver: the loader there finds none"
        fix = f"add {driver}, which has drivers for cards of AMD and Intel and lavapipe for machines without one"
        yield Event(EventKind.CONCLUDED, log.ordered[loader], loader, why, fix=fix)
