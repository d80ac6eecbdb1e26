"""What containers do to devices and files, by the variables and files that show it."""

from collections.abc import Sequence

from refloader.host import shell
from refloader.host.port import Host, Kind, Listing
from refloader.host.steam_container import MOUNTED, is_steam_container
from refloader.inspect.packages import is_installable
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.model.text import quote

CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")
DEVICE_NODES = ("dri", "dxg", "kgsl-3d0", "mali0", "nvidia0", "nvidiactl", "nvgpu")
_FLATPAK = "/.flatpak-info"
_HOST = "/run/host/"
RUNNING_NODE = "/dev/kmsg"
"""A node that the kernel gives every running machine. Tools that make root filesystems (debootstrap) put /dev/null
and its like into them, and not this one."""
ASKED_FOR = (
    *CONTAINER_MARKS,
    *MOUNTED,
    _FLATPAK,
    "/dev",
    RUNNING_NODE,
    *(f"/dev/{name}" for name in DEVICE_NODES),
)
"""The paths whose presence the answers here depend on."""
_LAYER_PATHS = ("VK_ADD_LAYER_PATH", "VK_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")
_EXTENSIONS = {
    "mangohud": "MangoHud",
    "vkbasalt": "vkBasalt",
    "gamescope": "gamescope",
    "obs_vkcapture": "OBSVkCapture",
}
"""The extensions of Flathub that bring a layer, by a part of the layer's name."""

_OF_STEAM = (
    "this is Steam's container (pressure-vessel), which takes the host's drivers and layers into its folder of "
    "overrides when it starts"
)
_AGAIN = (
    "update Steam and its runtime, start the program again, and read what the container says "
    "(STEAM_LINUX_RUNTIME_LOG=1 before Steam)"
)
_CAPABILITIES = "NVIDIA_DRIVER_CAPABILITIES"
_POD = "KUBERNETES_SERVICE_HOST"
VARIABLES = frozenset({_CAPABILITIES, "NVIDIA_VISIBLE_DEVICES", "FLATPAK_ID", _POD, "SNAP", "SNAP_NAME"})
"""The variables that the answers here depend on."""


_OF_COMPUTING = tuple(
    f"{folder}/libcuda.so.1"
    for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/aarch64-linux-gnu", "/usr/lib")
)
"""Where NVIDIA's toolkit puts the library for computing."""


def nvidia_change(host: Host, library: str) -> Change | None:
    """Return what brings a library of NVIDIA's into a container that was given only a part of the driver.

    An empty ``library`` is any that the container lacks.
    """
    variables = host.variables()
    given = variables.get(_CAPABILITIES, "")
    seen = variables.get("NVIDIA_VISIBLE_DEVICES")
    devices = any(
        host.kind(f"/dev/{name}") is not Kind.MISSING for name in DEVICE_NODES if name.startswith("nv")
    )
    if seen in ("", "void") and not devices and (not library or "nvidia" in library.lower()):
        because = (
            f"NVIDIA_VISIBLE_DEVICES is {quote(seen)}, with which NVIDIA's toolkit gives the container no device and "
            f"no library, and no device of NVIDIA's is there"
        )
        what = f"start the container with --gpus all, or NVIDIA_VISIBLE_DEVICES=all, and {_CAPABILITIES}=all"
        return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)
    parts = {part.strip() for part in given.split(",")}
    if (
        _is_of_graphics(library)
        and is_container(host)
        and not {_CAPABILITIES, "NVIDIA_VISIBLE_DEVICES"} & variables.keys()
    ):
        partly = nvidia_for_computing(host)
        what = f"start the container with --gpus all and {_CAPABILITIES}=all"
        because = "this is a container without NVIDIA's libraries, which its toolkit brings from the host"
        if partly:
            because = f"this is a container that has {quote(partly)}, which is NVIDIA's part for computing"
        if partly or not _has_graphics(host):
            return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)
    if (library and "nvidia" not in library.lower()) or not {
        _CAPABILITIES,
        "NVIDIA_VISIBLE_DEVICES",
    } & variables.keys():
        return None
    if parts & {"all", "graphics", "display"}:
        return None
    told = (
        f"{_CAPABILITIES} is {quote(given)}" if _CAPABILITIES in variables else f"{_CAPABILITIES} is not set"
    )
    because = f"{told}, and without graphics in it the container gets no library for Vulkan"
    bare = host.kind("/dev") is Kind.FOLDER and not devices
    what = f"start the container with {'--gpus all and ' if bare else ''}{_CAPABILITIES}=all"
    return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)


def nvidia_for_computing(host: Host) -> str:
    """Return the library that has NVIDIA's driver for computing; empty if it is not there."""
    return next((path for path in _OF_COMPUTING if host.kind(path) is Kind.FILE), "")


def nvidia_lacks_graphics(host: Host) -> bool:
    """Whether NVIDIA's module runs, and the library for graphics is not beside the one for computing."""
    nodes = any(host.kind(f"/dev/{name}") in (Kind.FILE, Kind.OTHER) for name in ("nvidiactl", "nvidia0"))
    if not nodes and host.kind("/sys/module/nvidia") is not Kind.FOLDER:
        return False
    return not _has_graphics(host)


def _has_graphics(host: Host) -> bool:
    """Whether NVIDIA's library for graphics is in a folder in which its toolkit and packages put it."""
    folders = (host.list(path.rpartition("/")[0]) for path in _OF_COMPUTING)
    return any(_is_of_graphics(name) for each in folders if isinstance(each, Listing) for name in each.names)


def _is_of_graphics(library: str) -> bool:
    return library.rpartition("/")[2].startswith("libGLX_nvidia.so")


def is_container(host: Host) -> bool:
    """Whether the machine is the inside of a container of Docker, Podman or Kubernetes."""
    marks = (host.kind(mark) is Kind.FILE for mark in CONTAINER_MARKS)
    return any(marks) or _POD in host.variables()


def is_flatpak(host: Host) -> bool:
    """Whether the machine is the inside of a Flatpak."""
    return "FLATPAK_ID" in host.variables() or host.kind(_FLATPAK) is Kind.FILE


def of_the_box(host: Host) -> Change | None:
    """Return how a Flatpak or a snap gets drivers; None outside of these. Which one its card needs is not known."""
    snap = host.variables().get("SNAP_NAME", "")
    if is_steam_container(host):
        because = f"{_OF_STEAM}, and no manifest is found"
        what = f"outside of it: see that vulkaninfo --summary lists the card; {_AGAIN}"
    elif is_flatpak(host):
        because = "this is a Flatpak, which has its drivers from extensions of its runtime, and no manifest is found"
        what = (
            "outside of it: flatpak update, or flatpak install org.freedesktop.Platform.GL.default (Mesa), and for "
            "NVIDIA org.freedesktop.Platform.GL.nvidia-VERSION, with the version of the kernel's module"
        )
    elif snap and "SNAP" in host.variables():
        because = (
            f"SNAP_NAME is {quote(snap)}, as in a snap: that has its drivers from another snap which is connected to "
            f"it, and no manifest is found"
        )
        word = shell.line([snap])
        what = (
            f"outside of it: snap connections {word} shows its interface for graphics (such as graphics-core22 or "
            f"gpu-2404); sudo snap connect {word}:THAT-INTERFACE"
        )
    else:
        return None
    return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)


def of_the_host(host: Host, name: str, paths: Sequence[str]) -> Change | None:
    """Return what brings a layer into a Flatpak or a container; None unless only the host has its manifests."""
    if not paths or not all(path.startswith(_HOST) for path in paths):
        return None
    if is_steam_container(host):
        because = f"{_OF_STEAM}, and {quote(paths[0])} is the host's own"
        what = f"outside of it: see that {name} is installed on the host; {_AGAIN}"
        return Change(ChangeKind.OUTSIDE, what, because=because, tried=False)
    if is_container(host):
        what = f"{name} in this container"
        because = (
            f"{quote(paths[0])} is the host's, with a library for the host: a container has layers of its own"
        )
        needs = (name,) if is_installable(name) else ()
        return Change(ChangeKind.INSTALL, what, because=because, needs=needs, tried=False)
    if not is_flatpak(host):
        return None
    because = f"this is a Flatpak, which takes no layers of the host, and {quote(paths[0])} is the host's"
    return Change(ChangeKind.INSTALL, _extension(name), because=because, tried=False)


def _extension(name: str) -> str:
    """Return the extension of a Flatpak's runtime that brings a layer, by its name in Flathub if that is known."""
    known = next((each for part, each in _EXTENSIONS.items() if part in name.lower()), "")
    how = (
        f"flatpak install org.freedesktop.Platform.VulkanLayer.{known}"
        if known
        else "flatpak search VulkanLayer"
    )
    return f"{name} as an extension of the Flatpak's runtime ({how}, outside of the Flatpak)"


def at_the_host(host: Host, paths: Sequence[str]) -> Change | None:
    """Return the variable that names a folder of the host as a Flatpak has it; None if none names that of a manifest.

    A Flatpak that may read the files of the host has them below /run/host.
    """
    folders = [path.rpartition("/")[0] for path in paths if path.startswith(_HOST)]
    for variable in _LAYER_PATHS if is_flatpak(host) else ():
        value = host.variables().get(variable, "")
        entries = [each.rstrip("/") for each in value.split(":")]
        there = [f"{_HOST.rstrip('/')}{each}" for each in entries]
        if value and any(each in folders for each in there):
            right = ":".join(new if new in folders else old for old, new in zip(entries, there, strict=True))
            told = f"{variable}={quote(value)} is a path of the host, which a Flatpak has below {_HOST}"
            return set_variable(variable, right, told)
    return None


def in_flatpak(host: Host, name: str) -> str:
    """Say what a Flatpak sees of layers; empty outside of one."""
    if not is_flatpak(host):
        return ""
    return f"{_extension(name)}; the layers of the host are not visible in a Flatpak"
