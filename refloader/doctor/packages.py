"""The command that installs what is missing, by the distribution that a machine's os-release names."""

import shlex
from enum import StrEnum

from refloader.host.port import Content, Host

_FILES = ("/etc/os-release", "/usr/lib/os-release")


class Part(StrEnum):
    """Something that a package brings."""

    LOADER = "the loader"
    LOADER_32 = "the 32-bit loader"
    DRIVERS = "Mesa's drivers"
    DRIVERS_32 = "Mesa's 32-bit drivers"
    DISPLAY = "an X server without a screen"
    COMPILER = "a C compiler"


_DEBIAN = {
    Part.LOADER: "apt install libvulkan1",
    Part.LOADER_32: "apt install libvulkan1:i386",
    Part.DRIVERS: "apt install mesa-vulkan-drivers",
    Part.DRIVERS_32: "apt install mesa-vulkan-drivers:i386",
    Part.DISPLAY: "apt install xvfb",
    Part.COMPILER: "apt install gcc libc6-dev",
}
_FEDORA = {
    Part.LOADER: "dnf install vulkan-loader",
    Part.LOADER_32: "dnf install vulkan-loader.i686",
    Part.DRIVERS: "dnf install mesa-vulkan-drivers",
    Part.DRIVERS_32: "dnf install mesa-vulkan-drivers.i686",
    Part.DISPLAY: "dnf install xorg-x11-server-Xvfb",
    Part.COMPILER: "dnf install gcc",
}
_ARCH = {
    Part.LOADER: "pacman -S vulkan-icd-loader",
    Part.LOADER_32: "pacman -S lib32-vulkan-icd-loader",
    Part.DRIVERS: "pacman -S vulkan-swrast",
    Part.DISPLAY: "pacman -S xorg-server-xvfb",
    Part.COMPILER: "pacman -S gcc",
}
_FAMILIES = {"debian": _DEBIAN, "ubuntu": _DEBIAN, "fedora": _FEDORA, "rhel": _FEDORA, "arch": _ARCH}


def install(host: Host, part: Part) -> str:
    """Return the command line, for root; empty if the distribution is not known."""
    for name in _family(host):
        if name in _FAMILIES:
            return _FAMILIES[name].get(part, "")
    return ""


def _family(host: Host) -> list[str]:
    """Return the names of the distribution and of those that it is like."""
    answers = (host.read(path) for path in _FILES)
    data = next((answer.data for answer in answers if isinstance(answer, Content)), b"")
    found: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        name, equals, value = line.partition("=")
        if equals and name in ("ID", "ID_LIKE"):
            found[name] = _unquoted(value)
    return [*found.get("ID", "").split(), *found.get("ID_LIKE", "").split()]


def _unquoted(value: str) -> str:
    try:
        return " ".join(shlex.split(value))
    except ValueError:
        return ""
