"""The command that installs what is missing, by the distribution that a machine's os-release names.

Nothing is asked of a package manager. Fedora, openSUSE and Alpine have packages by the name of a library; for Debian
and Arch a table has the packages of the libraries that drivers and layers need. What no table has gets no command.
Of distributions whose names of packages are not known well, the command is the search for the package.
"""

import re
import shlex
from collections.abc import Sequence
from enum import StrEnum

from refloader.host import shell
from refloader.host.distribution import distributions, os_release
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.package_names import (
    ARCH_LIBRARIES,
    DEBIAN_LIBRARIES,
    DEBIAN_NAMES,
    KNOWN,
    LACKED_DRIVERS,
    NOT_IN,
    ONLY_64,
    SEARCHES,
    UNPACKAGED,
    Names,
)

_NVIDIA = re.compile(r"lib(?:(?:GLX|EGL|nvidia)[-_]\w*|cuda)\.so\.(\d{3})\.[\d.]+", re.IGNORECASE)
_MODULE_VERSION = "/sys/module/nvidia/version"
ALL_ON_ARCH = "pacman -Syu"
"""The upgrade of Arch, which supports no upgrade of a part."""

_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/i386-linux-gnu", "/usr/lib/aarch64-linux-gnu")
_ARM = "/usr/lib/arm-linux-gnueabihf"
_SONAME = re.compile(r"lib[\w+.-]{1,60}?\.so(?:\.\d+)*", re.ASCII)


_NARROW_FOLDERS = {"void": "lib32/", "solus": ""}
"""The folder of 32-bit libraries, where a distribution of ``SEARCHES`` has packages with such."""


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
_ALPINE = {
    Part.LOADER: "apk add vulkan-loader",
    Part.DRIVERS: "apk add mesa-vulkan-swrast",
    Part.DISPLAY: "apk add xvfb",
    Part.COMPILER: "apk add gcc musl-dev",
}
_SUSE = {
    Part.LOADER: "zypper install libvulkan1",
    Part.LOADER_32: "zypper install libvulkan1-32bit",
    Part.DRIVERS: "zypper install Mesa-vulkan-device-select libvulkan_lvp",
    Part.DISPLAY: "zypper install xorg-x11-server-Xvfb",
    Part.COMPILER: "zypper install gcc",
}
_FAMILIES = {
    "debian": _DEBIAN,
    "ubuntu": _DEBIAN,
    "fedora": _FEDORA,
    "rhel": _FEDORA,
    "arch": _ARCH,
    "alpine": _ALPINE,
    "suse": _SUSE,
    "opensuse": _SUSE,
}
_LIBRARIES = {
    Part.LOADER: ("libvulkan.so.1", 64),
    Part.LOADER_32: ("libvulkan.so.1", 32),
    Part.DRIVERS: ("libvulkan_lvp.so", 64),
    Part.DRIVERS_32: ("libvulkan_lvp.so", 32),
}
"""The library of a part, and its word size."""
_WORDS = re.compile(r"mangohud|vkbasalt|renderdoc|gamescope|mesa|nvidia", re.IGNORECASE)
_MANIFEST = re.compile(r"[\w.-]{1,100}\.json", re.ASCII)


def install(host: Host, part: Part) -> str:
    """Return the command line, for root; empty if the distribution is not known."""
    for name in distributions(host):
        if name in _FAMILIES:
            return _FAMILIES[name].get(part, "")
        if name in SEARCHES:
            library, bits = _LIBRARIES.get(part, ("", 64))
            return _search(name, [library], bits) if library else ""
    return ""


def install_files(host: Host, names: Sequence[str], bits: int, *, again: bool = False) -> str:
    """Return the command line that installs what has these libraries, manifests or layers; empty if it is not known.

    ``again`` is whether a part of the package is there, so that it has to be installed once more.
    """
    family = next((name for name in distributions(host) if name in _FAMILIES or name in SEARCHES), "")
    if not family or not names:
        return ""
    if family in SEARCHES:
        return _search(family, names, bits, again=again)
    found = [_package(host, family, name, bits) for name in names]
    if not all(found):
        return ""
    packages = shlex.join(dict.fromkeys(found))
    if _FAMILIES[family] is _DEBIAN:
        return f"apt install {'--reinstall ' if again else ''}{packages}"
    if _FAMILIES[family] is _FEDORA:
        return f"dnf {'reinstall' if again else 'install'} {packages}"
    if _FAMILIES[family] is _SUSE:
        return f"zypper install {'--force ' if again else ''}{packages}"
    if _FAMILIES[family] is _ALPINE:
        return f"apk {'fix' if again else 'add'} {packages}"
    return f"pacman -S {packages}"


def _search(family: str, names: Sequence[str], bits: int, *, again: bool = False) -> str:
    """Return the command lines that find the packages of libraries, manifests or layers; empty if one is not known.

    Their end says what is left to do: no name of a package is given that was compared with no index.
    """
    found = [_searching(family, name, bits) for name in names]
    installs = SEARCHES[family][2]
    if again:  # what is installed already takes an option to be installed once more
        installs = {"void": f"{installs} -f", "gentoo": installs}.get(family, "")
    if not all(found) or not installs:
        return ""
    files = [
        shell.line([name.rpartition("/")[2]]) for name in names
    ]  # in a comment: no line break may end it
    size = "32-bit " if bits == 32 else ""
    number = "package that has" if len(files) == 1 else "packages that have"
    flag = " (Mesa with the flag vulkan)" if family == "gentoo" and any(map(_is_of_mesa, names)) else ""
    return f"{'; '.join(dict.fromkeys(found))}  # then {installs} the {size}{number} {', '.join(files)}{flag}"


def _searching(family: str, name: str, bits: int) -> str:
    """Return the command line that finds one package; by a word only what distributions are known to have."""
    by_file, by_word, _ = SEARCHES[family]
    if bits == 32 and family not in _NARROW_FOLDERS:
        return ""
    file = name.rpartition("/")[2]
    is_known = _is_packaged(name) or file == "libvulkan.so.1"
    if by_file and (_SONAME.fullmatch(file) or (is_known and _MANIFEST.fullmatch(file))):
        folder = _NARROW_FOLDERS[family] if bits == 32 and not file.endswith(".json") else ""
        return by_file.format(folder + file)
    word = _WORDS.search(name)
    if not is_known:
        return ""
    return by_word.format("mesa" if _is_of_mesa(name) else word[0].lower() if word is not None else "vulkan")


def _is_packaged(name: str) -> bool:
    """Return whether the table has a library, a manifest or a layer of this name."""
    return any(re.search(pattern, name, re.IGNORECASE) for pattern, _ in KNOWN)


def _is_of_mesa(name: str) -> bool:
    """Whether Mesa brings a driver."""
    known = next((names for pattern, names in KNOWN if re.search(pattern, name, re.IGNORECASE)), Names())
    return known.debian == "mesa-vulkan-drivers" and "MESA_" not in name


def upgrade_files(host: Host, name: str, bits: int) -> str:
    """Return the command line that brings a newer build of a library of the distribution; empty if none is known."""
    family = next((each for each in distributions(host) if each in _FAMILIES), "")
    kind = _FAMILIES.get(family)
    package = _package(host, family, name, bits) if kind is _DEBIAN else ""
    if package:
        return f"apt update && apt install {shlex.quote(package)}"
    if kind is _ARCH:
        return ALL_ON_ARCH
    return ""


def is_installable(name: str) -> bool:
    """Whether a word is known to be a driver or layer, of a package or not, so that it can be installed."""
    is_file = "/" in name or name.endswith(".json") or ".so" in name
    known = (*(pattern for pattern, _ in KNOWN), UNPACKAGED)
    return not is_file and any(re.search(pattern, name, re.IGNORECASE) for pattern in known)


def install_anywhere(name: str, bits: int = 64) -> str:
    """Return the command lines of Debian, Fedora and Arch for a driver, a layer or a library; empty if unknown."""
    known = next((names for pattern, names in KNOWN if re.search(pattern, name, re.IGNORECASE)), None)
    soname = name.rpartition("/")[2]
    is_library = known is None and _SONAME.fullmatch(soname) is not None
    debian = known.debian if known else _of_debian(soname) if is_library else ""
    fedora = known.fedora if known else ""
    arch = known.arch if known else _of_arch(soname, 64) if is_library else ""
    lines = (
        f"apt install {debian}{':i386' if bits == 32 else ''}" if debian else "",
        f"dnf install {fedora}{'.i686' if bits == 32 else ''}" if fedora else "",
        f"pacman -S {'lib32-' if bits == 32 else ''}{arch}" if arch else "",
    )
    return ", ".join(line for line in lines if line)


def _of_arch(soname: str, bits: int) -> str:
    """Return the package of a library of Arch Linux; empty if it is not known."""
    plain = ARCH_LIBRARIES.get(soname.partition(".so")[0].lower(), "")
    llvm = re.match(r"libLLVM-(\d+)", soname)
    plain = f"llvm{llvm[1]}-libs" if llvm else plain
    return f"lib32-{plain}" if plain and bits == 32 else plain


def _package(host: Host, family: str, name: str, bits: int) -> str:
    """Return the package of a library, a manifest or a layer for one word size; empty if it is not known."""
    kind = _FAMILIES[family]
    known = next((names for pattern, names in KNOWN if re.search(pattern, name, re.IGNORECASE)), None)
    lacked = LACKED_DRIVERS.get(_release_of(host)) if kind is _DEBIAN else None
    if lacked is not None and known is not None and lacked.search(name):
        return ""
    if known is not None:
        return _known(host, family, known, bits)
    soname = name.rpartition("/")[2]
    if not _SONAME.fullmatch(soname):
        return ""
    if kind is _DEBIAN:
        package = _of_debian(soname)
        return f"{package}{_foreign(host, bits)}" if package else ""
    if kind is _ARCH:
        return _of_arch(soname, bits)
    if kind is _ALPINE:
        return f"so:{soname}"
    return soname if bits == 32 else f"{soname}()(64bit)"


def _known(host: Host, family: str, names: Names, bits: int) -> str:
    kind = _FAMILIES[family]
    if kind is _DEBIAN:
        of_nvidia = names.debian == "nvidia-vulkan-icd" and "ubuntu" in distributions(host)
        package = f"libnvidia-gl-{version}" if (version := _branch(host)) and of_nvidia else names.debian
        package = "" if of_nvidia and not version else package
        if package in _lacking(host, bits):
            return ""
        return f"{package}{_foreign(host, bits)}" if package else ""
    if kind is _FEDORA:
        return f"{names.fedora}{'.i686' if bits == 32 else ''}" if names.fedora else ""
    if kind is _ARCH:
        return f"{'lib32-' if bits == 32 else ''}{names.arch}" if names.arch else ""
    if kind is _SUSE:
        return f"{names.suse}{'-32bit' if bits == 32 else ''}" if names.suse else ""
    return names.alpine if bits != 32 else ""


def _lacking(host: Host, bits: int) -> frozenset[str]:
    """Return the packages that the machine's release of its distribution is known to lack for a word size."""
    release = _release_of(host)
    of_size = ONLY_64.get(release, frozenset()) if bits == 32 else frozenset()
    return NOT_IN.get(release, frozenset()) | of_size


def _release_of(host: Host) -> tuple[str, str]:
    """Return the ID and the VERSION_ID of the distribution."""
    found = os_release(host)
    return found.get("ID", ""), found.get("VERSION_ID", "")


def _of_debian(soname: str) -> str:
    """Return Debian's package of a library, whose name follows from that of the library; empty if it is not known."""
    if soname in DEBIAN_NAMES:
        return DEBIAN_NAMES[soname]
    llvm = re.match(r"libLLVM(?:-|\.so\.)(\d+)", soname)
    if llvm:
        return f"libllvm{llvm[1]}"
    stem, _, version = soname.partition(".so.")
    stem = stem.lower().replace("_", "-")
    if not version or not DEBIAN_LIBRARIES.fullmatch(stem):
        return ""
    return f"{stem}{'-' if stem[-1].isdigit() else ''}{version}"


def _foreign(host: Host, bits: int) -> str:
    """Return how Debian marks a package of the other word size."""
    if bits != 32:
        return ""
    return ":armhf" if host.kind(_ARM) is not Kind.MISSING else ":i386"


def _branch(host: Host) -> str:
    """Return the branch of NVIDIA's driver, as 550, by its module or its libraries; empty if there are none."""
    answer = host.read(_MODULE_VERSION)
    version = answer.data[:20].decode("ascii", "replace") if isinstance(answer, Content) else ""
    if version[:3].isdecimal():
        return version[:3]
    for folder in _FOLDERS:
        listing = host.list(folder)
        for name in listing.names if isinstance(listing, Listing) else ():
            found = _NVIDIA.fullmatch(name)
            if found:
                return found[1]
    return ""
