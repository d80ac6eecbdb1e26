"""What brings the driver of a card that a text names: by the card and the distribution."""

import re

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.surroundings.cards import cards
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System
from refloader.model.text import quote

_MAKER = "NVIDIA"
_WHOLE_NVIDIA = {
    "ubuntu": "sudo ubuntu-drivers install, then restart",
    "debian": "sudo apt install linux-headers-amd64 nvidia-driver, with contrib, non-free and non-free-firmware "
    "among the sources of packages, then restart",
    "fedora": "with RPM Fusion's nonfree packages: sudo dnf install akmod-nvidia, then wait until modinfo -F version "
    "nvidia prints a version, and restart",
    "rhel": "with NVIDIA's or RPM Fusion's packages: sudo dnf install akmod-nvidia, then restart",
    "arch": "sudo pacman -S nvidia-open nvidia-utils, then restart",
    "opensuse": "sudo zypper install openSUSE-repos-Tumbleweed-NVIDIA (openSUSE-repos-Leap-NVIDIA), then sudo zypper "
    "install nvidia-open-driver-G06-signed-kmp-meta nvidia-gl-G06, and restart",
    "void": "xbps-query -Ro '*/nvidia_icd.json', with Void's nonfree repository, and then sudo xbps-install the "
    "package that has nvidia_icd.json, and restart",
    "solus": "eopkg search nvidia, and then sudo eopkg install the package that has nvidia_icd.json, and restart",
    "gentoo": "emerge --search nvidia, and then sudo emerge the package that has NVIDIA's driver, with nvidia in "
    "VIDEO_CARDS",
    "nixos": 'services.xserver.videoDrivers = [ "nvidia" ] and hardware.graphics.enable = true, then sudo '
    "nixos-rebuild switch",
    "freebsd": "sudo pkg install nvidia-driver, with nvidia-modeset in kld_list",
    "alpine": "none of NVIDIA's own for Alpine, whose C library is another: Mesa's NVK, apk add mesa-vulkan-nouveau",
}
"""How distributions install NVIDIA's driver, its module included. From general knowledge, compared with no index."""

_OF_BRANCHES = {
    "arch": "nvidia-{branch}xx-dkms and nvidia-{branch}xx-utils of the AUR, with linux-headers, then restart",
    "fedora": "sudo dnf install akmod-nvidia-{branch}xx xorg-x11-drv-nvidia-{branch}xx (RPM Fusion), then wait until "
    "modinfo -F version nvidia prints a version, and restart",
    "ubuntu": "sudo ubuntu-drivers install (the package nvidia-driver-{branch}, in releases that have it), then "
    "restart",
    "nixos": 'services.xserver.videoDrivers = [ "nvidia" ], hardware.nvidia.open = false and hardware.nvidia.package '
    "for branch {branch} (config.boot.kernelPackages.nvidiaPackages), then sudo nixos-rebuild switch",
    "gentoo": "emerge --search nvidia, and then sudo emerge the package that has NVIDIA's driver, of branch {branch} "
    "(mask newer ones), with nvidia in VIDEO_CARDS",
}
_ZYPPER = (
    "sudo zypper install openSUSE-repos-Tumbleweed-NVIDIA (openSUSE-repos-Leap-NVIDIA), then sudo zypper "
    "install"
)
_OF_OLD_BRANCHES = {
    (
        "arch",
        "470",
    ): "nvidia-470xx-dkms and nvidia-470xx-utils of the AUR, with linux-headers (on Manjaro sudo mhwd -i "
    "pci video-nvidia-470xx), then restart",
    (
        "fedora",
        "580",
    ): "with RPM Fusion's nonfree packages: sudo dnf install akmod-nvidia (akmod-nvidia-580xx where that "
    "one is newer than 580), then wait until modinfo -F version nvidia prints a version, and restart",
    (
        "debian",
        "470",
    ): "sudo apt install linux-headers-amd64 nvidia-tesla-470-driver (Debian 11 and 12, with non-free "
    "among the sources of packages), then restart",
    ("debian", "580"): _WHOLE_NVIDIA["debian"],
    ("opensuse", "470"): f"{_ZYPPER} nvidia-gfxG05-kmp-default nvidia-glG05, then restart",
    ("opensuse", "580"): f"{_ZYPPER} nvidia-driver-G06-kmp-default nvidia-gl-G06, then restart",
}
"""How distributions install older branches of NVIDIA's driver, whose module is the closed one. From general
knowledge, compared with no index."""

_LAST_WITH_470 = 12
"""The last release of Debian with packages of NVIDIA's branch 470."""

_OF_RELEASES = {
    ("debian", "11"): "20.3",
    ("debian", "12"): "22.3",
    ("ubuntu", "20.04"): "21.2",
    ("ubuntu", "22.04"): "23.2",
}
"""The Mesa of releases of distributions, by ID and VERSION_ID. From general knowledge, compared with no index."""


def _family(around: Around) -> str:
    return around.os_release.partition("\n")[0].removeprefix("ID=").partition("-")[0]


_WITH_LIBRARIES = (
    "nvidia-utils",
    "libnvidia-gl-",
    "nvidia-vulkan-icd",
    "nvidia-driver-libs",
    "xorg-x11-drv-nvidia-libs",
    "nvidia-gl-G",
)
"""How packages begin that have the libraries of NVIDIA's driver; those of its firmware and its settings have none."""


def has_nvidias_libraries(around: Around) -> bool:
    """Return whether a package of the text has the libraries of NVIDIA's driver."""
    return any(name.startswith(_WITH_LIBRARIES) for name in around.installed)


def module_of_nvidia(around: Around) -> str:
    """Return what brings the kernel's module of NVIDIA's driver, where its libraries are there."""
    return (
        "install NVIDIA's module for this kernel, of which the text has the libraries alone: "
        f"{whole_nvidia(around)} (with another kernel than the usual one its package with dkms)"
    )


def whole_nvidia(around: Around) -> str:
    """Return how the distribution of a text installs NVIDIA's driver; how the best known do if it shows none."""
    branch = around.card.card.branch if around.card is not None else ""
    if Sign.OSTREE in around.signs:
        older = (
            f"akmod-nvidia-{branch}xx xorg-x11-drv-nvidia-{branch}xx" if branch == "470" else "akmod-nvidia"
        )
        return f"rpm-ostree install {older} (RPM Fusion), then restart"
    family = _family(around)
    release = around.os_release.partition("VERSION_ID=")[2].strip('"\n')
    own = (_of_branch(family, branch, release) if branch else "") or _WHOLE_NVIDIA.get(family, "")
    if own:
        return own
    if branch:
        return (
            f"that of branch {branch}, the last for this card: on Ubuntu {_of_branch('ubuntu', branch)}; on Fedora "
            f"{_of_branch('fedora', branch)}; on Arch {_of_branch('arch', branch)}"
        )
    return (
        "on Ubuntu sudo ubuntu-drivers install, on Fedora sudo dnf install akmod-nvidia (RPM Fusion), on Arch sudo "
        "pacman -S nvidia-open nvidia-utils; then restart"
    )


def _of_branch(family: str, branch: str, release: str = "") -> str:
    """Return how a distribution installs an older branch of NVIDIA's driver; empty if that is not known."""
    major = release.partition(".")[0]
    if (family, branch) == ("debian", "470") and major.isdecimal() and int(major) > _LAST_WITH_470:
        return (
            f"not from Debian {major}, which has no branch 470, but by NVIDIA's own installer of that branch; or "
            "have the program use OpenGL, which nouveau has"
        )
    named = _OF_OLD_BRANCHES.get((family, branch), "")
    return named or _OF_BRANCHES.get(family, "").format(branch=branch)


def is_of_nvidia(around: Around) -> bool:
    """Return whether the card of a text is one of NVIDIA's."""
    named = around.card is not None and around.card.card.maker == _MAKER
    return named or (around.card is None and bool(around.nvidia_branch))


def of_named_card(around: Around) -> str:
    """Return what brings the driver of the card that a text names; empty if it names none, or runs no Linux."""
    if around.system is not System.LINUX:
        return ""
    if Sign.WORKS in around.signs and not around.is_narrow:
        return _of_another(around)
    if around.card is None:
        return (
            _graphics_of_nvidia(around)
            if around.nvidia_branch and Sign.NVIDIA_WORKS not in around.signs
            else ""
        )
    card, name = around.card.card, around.card.name
    if card.without:
        return card.instead
    if _is_listed(around) and not around.is_narrow:
        return _of_another(around)
    if Sign.FREEBSD in around.signs and card.maker != _MAKER:
        return (
            "sudo pkg install mesa-dri, which has Mesa's drivers, and see that the module is loaded (kldstat)"
        )
    if around.flatpak:
        version = _version(around).strip(" ()").replace(".", "-") if card.maker == _MAKER else ""
        name = f"org.freedesktop.Platform.GL.nvidia-{version}"
        return f"flatpak install flathub {name} {name.replace('GL.', 'GL32.')}" if version else OF_FLATPAK
    bits = 32 if around.is_narrow else 64
    size = "32-bit " if around.is_narrow else ""
    if card.maker == _MAKER and (
        around.is_narrow or Sign.NVIDIA_WORKS in around.signs or around.nvidia_branch
    ):
        return _graphics_of_nvidia(around)
    if card.maker == _MAKER:
        last = f"; the last branch for {quote(name)} is {card.branch}" if card.branch else ""
        return f"install NVIDIA's driver: {whole_nvidia(around)}{last}"
    if not card.library:
        return f"install the driver of the board's image for {quote(name)}: {card.driver}; or have the processor draw"
    if is_newer(around):
        return newer_mesa(around)
    lines = around.installing(card.library, bits)
    if not lines and drivers_of(around) and not around.package_of(card.library, bits):
        lines = f" ({drivers_of(around)})"
    there = around.package_of(card.library, bits)
    if there and not lines:
        return (
            f"{there} is there, which has the driver: see that no variable leaves it out (env | grep -E '^VK_'), and "
            f"that the user may open /dev/dri (ls -l /dev/dri; id)"
        )
    where = " in the image" if Sign.CONTAINER in around.signs else ""
    option = (
        f"; if lspci -k shows that the kernel's module radeon has it: {card.option} on the kernel's command line "
        "(before Linux 6.19), and restart"
        if card.option and not around.is_narrow
        else ""
    )
    return f"install the {size}driver of {quote(name)}{where}, which is in Mesa{lines}{option}"


OF_FLATPAK = (
    "a Flatpak has the drivers of its runtime, and not the machine's: flatpak update; for NVIDIA its extension has "
    "to be of the driver's version (flatpak list | grep GL.nvidia); a runtime at its end of life does not know new "
    "cards"
)


def _is_listed(around: Around) -> bool:
    """Return whether a program of the text lists a card of the named one's maker."""
    maker = around.card.card.maker if around.card is not None else ""
    mine = [row for row in cards() if row.maker == maker]
    return any(row.text.confirm(device) for row in mine for device in around.devices)


def _of_another(around: Around) -> str:
    """Return what to do where another program of the text gets the card: what differs for the one that does not."""
    if around.flatpak:
        return OF_FLATPAK
    return (
        "another program gets the card, so that its driver is there: see what differs for this one: its word size "
        f"(file PROGRAM: a 32-bit one needs 32-bit drivers{around.installing('libvulkan_radeon.so', 32)}), a "
        "container, Flatpak or snap, its user (id), its variables (env | grep -E '^(VK|LD_LIBRARY|XDG_DATA)')"
    )


def _graphics_of_nvidia(around: Around) -> str:
    """Return what installs the part of NVIDIA's driver for Vulkan, of the program's word size."""
    size, bits = ("32-bit ", 32) if around.is_narrow else ("", 64)
    return (
        f"install the {size}part of NVIDIA's driver that has nvidia_icd.json"
        f"{around.installing('nvidia_icd.json', bits)}, of the version of its kernel module{_version(around)}"
    )


def _version(around: Around) -> str:
    version = around.signs.get(Sign.NVIDIA_MODULE, "") or around.signs.get(Sign.NVIDIA_SAID, "")
    return f" ({version})" if version else ""


def _parts(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".")[:2] if part.isdecimal())


def mesa_of(around: Around) -> str:
    """Return the release of Mesa that a text shows, or that its distribution's release has; empty if unknown."""
    said = around.signs.get(Sign.MESA, "")
    lines = dict(line.partition("=")[::2] for line in around.os_release.splitlines())
    return said or _OF_RELEASES.get((lines.get("ID", ""), lines.get("VERSION_ID", "")), "")


def is_newer(around: Around) -> bool:
    """Return whether the card of a text is newer than its Mesa."""
    has = mesa_of(around)
    first = around.card.card.mesa if around.card is not None else ""
    return bool(has and first) and _parts(has) < _parts(first)


def newer_mesa(around: Around) -> str:
    """Return what brings a newer Mesa."""
    first = around.card.card.mesa if around.card is not None else ""
    if Sign.SNAP in around.signs:
        return (
            f"the snap brings its own Mesa, and the system's does not count in it: take a Mesa from {first} on by "
            "another release of the snap (snap info with its name lists channels), or a package of the program that "
            "is no snap"
        )
    how = {
        "ubuntu": "sudo add-apt-repository ppa:kisak/kisak-mesa && sudo apt upgrade, or a newer release of Ubuntu",
        "debian": "that of backports (sudo apt install -t bookworm-backports mesa-vulkan-drivers, as far as it is "
        "that new), or the next release",
    }.get(_family(around), "a newer release of the distribution")
    kernel = around.card.card.kernel if around.card is not None else ""
    with_kernel = f", with a kernel from {kernel} on" if kernel else ""
    return f"take a Mesa from {first} on{with_kernel}: {how}"


def limited(around: Around) -> str:
    """Return what the newest driver of the card that a text names lacks; empty if it names none, or lacks nothing."""
    if around.card is None:
        return ""
    if around.system is System.WINDOWS and around.card.card.windows:
        return around.card.card.windows
    of_mesa = around.card.card.maker != _MAKER
    return around.card.card.limit if around.system is System.LINUX or not of_mesa else ""


OF_LIMITED = (
    "no newer driver has more for this card, which is too old for this program: use its OpenGL or Direct3D, or an "
    "older release of it (of DXVK 1.10.3, as in Proton 7; PROTON_USE_WINED3D=1), or take another card"
)
"""What to do about a card whose newest driver has less than programs want."""


_OF_BOARDS = re.compile(r"\bV3D \d|\bMali-|\bPowerVR\b")


def without_dxvk(card: str) -> str:
    """Return what to do with a card of a board, for whose driver there is no DXVK; empty for any other."""
    if _OF_BOARDS.search(card) is None:
        return ""
    return (
        "no release of DXVK is for the driver of this card: have Wine's own Direct3D draw by OpenGL "
        "(PROTON_USE_WINED3D=1 for Proton, DXVK switched off in Lutris, d3d9 and d3d11 as builtin in winecfg)"
    )


def named_driver(around: Around) -> str:
    """Return, as a clause, which driver the card of a text needs; empty if it names none."""
    if Sign.WORKS in around.signs and around.system is System.LINUX and not around.is_narrow:
        return (
            "; another program of the text gets the card, so that its driver is there, and not for this one"
        )
    if around.card is None or around.system is not System.LINUX:
        return ""
    card, name = around.card.card, around.card.name
    if card.without:
        return f"; {card.without} ({quote(name)})"
    if card.limit:
        return f"; of the card, {quote(name)}: {card.limit}"
    if is_newer(around):
        own = f"{mesa_of(around)} is older" if around.flatpak else f"the system's is {mesa_of(around)}"
        return f"; Mesa drives {quote(name)} from {card.mesa} on, and {own}"
    if card.maker == _MAKER and Sign.NVIDIA_WORKS in around.signs:
        return ""
    return f"; the text names {quote(name)}, whose driver is {card.driver}" if card.driver else ""


def has_nvidias_card(around: Around) -> bool:
    """Return whether the card of a text is one of NVIDIA's that draws: a part of one for computing alone does not."""
    has_card = Sign.NVIDIA_WORKS in around.signs or around.signs.get(Sign.CARD, "").startswith("NVIDIA")
    return has_card and not (around.card is not None and around.card.card.without)


def any_driver(around: Around) -> str:
    """Return how the distribution of a text installs drivers, where nothing shows that one is there; else nothing."""
    drivers = drivers_of(around) if not (around.devices or around.named) else ""
    return f"install the driver of the card ({drivers}), if it is not there" if drivers else ""


def of_narrow(around: Around) -> str:
    """Return what installs the 32-bit drivers of those that the text shows to be there."""
    there = " ".join(around.installed)
    library = (
        "nvidia_icd.json"
        if "nvidia" in there
        else "libvulkan_intel.so"
        if "intel" in there
        else "libvulkan_radeon.so"
    )
    lines = around.installing(library, 32)
    return f"install the 32-bit driver of the card, as the program is a 32-bit one{lines}"


def drivers_of(around: Around) -> str:
    """Return how the distribution of a text installs Mesa's drivers; empty if it does as Debian, or is not known."""
    return _DRIVERS_OF.get(_family(around), "")


_DRIVERS_OF = {
    "alpine": "apk add mesa-vulkan-ati or mesa-vulkan-intel; mesa-vulkan-swrast is the processor",
    "opensuse": "zypper install libvulkan_radeon or libvulkan_intel; libvulkan_lvp is the processor",
    "void": "xbps-query -Ro '*/libvulkan_*.so', and then xbps-install the package that has libvulkan_radeon.so or "
    "libvulkan_intel.so; libvulkan_lvp.so is the processor",
    "gentoo": "emerge --search mesa, and then emerge Mesa with the flag vulkan and the card in VIDEO_CARDS",
    "fedora": "dnf install mesa-vulkan-drivers",
}
"""The packages with Mesa's drivers, where they are not called as on Debian."""
