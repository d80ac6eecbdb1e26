"""How distributions install NVIDIA's driver: the whole of it, or the module where its libraries are there."""

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.surroundings.sign import Sign

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


def family_of(around: Around) -> str:
    """Return the ID of the distribution of a text, without what follows a hyphen; empty if it shows none."""
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
    family = family_of(around)
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
    named = around.card is not None and around.card.card.maker == "NVIDIA"
    return named or (around.card is None and bool(around.nvidia_branch))
