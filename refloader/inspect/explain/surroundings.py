"""What containers and layers of vendors do to devices and files, by the variables and files that show it."""

from collections.abc import Iterator

from refloader.host.port import Host, Kind
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.whatif.change import Change, ChangeKind, unset_variable
from refloader.model.driver import Driver
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote

_MARKS = ("/.dockerenv", "/run/.containerenv")
_NODES = ("dri", "dxg", "kgsl-3d0", "mali0", "nvidia0", "nvidiactl", "nvgpu")
_FLATPAK = "/.flatpak-info"
ASKED_FOR = (*_MARKS, _FLATPAK, "/dev", *(f"/dev/{name}" for name in _NODES))
"""The paths whose presence the answers here depend on."""
_SOFTWARE = ("lvp_", "llvmpipe", "swiftshader")
_CARDS = ("radeon", "amd_icd", "intel", "nvidia", "nouveau", "freedreno", "broadcom", "panfrost", "asahi")
_CAPABILITIES = "NVIDIA_DRIVER_CAPABILITIES"
_DEVICE_SELECT = "VK_LAYER_MESA_device_select"
_CHOICE = "MESA_VK_DEVICE_SELECT"
VARIABLES = frozenset({_CAPABILITIES, "NVIDIA_VISIBLE_DEVICES", _CHOICE, "FLATPAK_ID"})
"""The variables that the answers here depend on."""


def is_of_card(driver: Driver) -> bool:
    """Whether a driver is one of Mesa's or NVIDIA's for graphics cards, by the name of its manifest."""
    name = driver.file_name.lower()
    return any(part in name for part in _CARDS) and not any(part in name for part in _SOFTWARE)


def of_container(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the answer if a container was given no device node, and has a driver that needs one."""
    if explanation.platform.system is not System.LINUX or host.kind("/dev") is not Kind.FOLDER:
        return
    marks = [mark for mark in _MARKS if host.kind(mark) is Kind.FILE]
    nodes = [name for name in _NODES if host.kind(f"/dev/{name}") is not Kind.MISSING]
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    of_cards = [each for each in used if is_of_card(each)]
    if marks and of_cards and not nodes:
        why = (
            f"this is a container without device nodes in /dev: {quote(of_cards[0].file_name)} and other drivers of "
            f"graphics cards find no device"
        )
        of_nvidia = all("nvidia" in each.file_name.lower() for each in of_cards)
        how = (
            "--gpus all (Docker) or --device nvidia.com/gpu=all (Podman)"
            if of_nvidia
            else "--device /dev/dri"
        )
        change = Change(ChangeKind.OUTSIDE, f"start the container with {how}", tried=False)
        by_choice = len(of_cards) < len(used)  # another driver, such as that of the processor, may be enough
        yield Answer("drivers", State.DOUBTFUL, why, "", Span("/dev"), (change,), by_choice=by_choice)


def nvidia_change(host: Host, library: str) -> Change | None:
    """Return what brings a library of NVIDIA's into a container that was given only a part of the driver."""
    variables = host.variables()
    given = variables.get(_CAPABILITIES, "")
    parts = {part.strip() for part in given.split(",")}
    if "nvidia" not in library.lower() or not {_CAPABILITIES, "NVIDIA_VISIBLE_DEVICES"} & variables.keys():
        return None
    if parts & {"all", "graphics", "display"}:
        return None
    told = (
        f"{_CAPABILITIES} is {quote(given)}" if _CAPABILITIES in variables else f"{_CAPABILITIES} is not set"
    )
    because = f"{told}, and without graphics in it the container gets no library for Vulkan"
    what = f"start the container with {_CAPABILITIES}=all"
    return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)


def of_choice(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the answer if Mesa's layer is told to leave one device only."""
    value = host.variables().get(_CHOICE, "")
    active = any(o.active and o.layer.name == _DEVICE_SELECT for o in explanation.plan.layers)
    if active and value.endswith("!"):
        why = f"{_CHOICE}={quote(value)}: with the ! at its end, {_DEVICE_SELECT} shows programs that device only"
        yield Answer("drivers", State.DOUBTFUL, why, "", None, (unset_variable(_CHOICE),), by_choice=True)


def in_flatpak(host: Host, name: str) -> str:
    """Say what a Flatpak sees of layers; empty outside of one."""
    if "FLATPAK_ID" not in host.variables() and host.kind(_FLATPAK) is not Kind.FILE:
        return ""
    return (
        f"{name} as an extension of the Flatpak's runtime (flatpak search VulkanLayer); the layers of the host are "
        f"not seen in a Flatpak"
    )
