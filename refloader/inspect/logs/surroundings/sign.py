"""The signs of a text: what it shows of the machine beside the lines of loaders and drivers."""

import re
from enum import StrEnum

HYPER_V = "Microsoft Hyper-V Video"
"""The adapter of a guest of Hyper-V."""


class Sign(StrEnum):
    """What a line shows of the machine; the value is what stands for it in sentences."""

    WSL = "the kernel of WSL"
    CONTAINER = "the inside of a container"
    NVIDIA_WORKS = "nvidia-smi has a card"
    CARD = "a list of the machine's hardware has a graphics card"
    KERNEL_DRIVER = "the kernel's module that has the graphics card"
    RUNTIME = "the branch of a Flatpak's runtime"
    NODE = "a device node that only its group may open"
    GROUPS = "the groups of the user"
    LINKED_LOADER = "the loader that a program is linked with"
    CAPABILITIES = "a program with capabilities"
    STEAM_RUNTIME = "the container of Steam"
    FILTERED = "a device was passed over by a filter"
    OLD_CARD = "a card that Mesa supports in part"
    SOFTWARE = "a device is the processor"
    VIRTUAL = "the card of a virtual machine"
    GIVEN_DEVICE = "a container is given a device"
    ROOT = "a prompt of root"
    LISTED_DRIVER = "a driver's manifest in a listing"
    WINDOWS = "a program of Windows"
    MACOS = "a program of macOS"
    HOMEBREW = "a package of Homebrew, which is for macOS and for Linux"
    LINUX = "a distribution of Linux, or one of its commands"
    UNIX = "paths or commands of Unix, or Wine"
    CLOSED_FOLDER = "a folder of manifests that root alone may read"
    CONDA = "an environment of conda"
    FLATPAK = "a program of Flatpak"
    NARROW = "a 32-bit program"
    NVIDIA_MODULE = "the version of NVIDIA's kernel module"
    BASIC_ADAPTER = "an adapter of Windows for cards without a driver"
    USER_KEY = "a key of the registry that is the user's"
    CLOSED_NODE = "a device node that root alone may open"
    NVIDIA_LIBRARIES = "the version of NVIDIA's libraries"
    UNDRIVEN = "the modules for a card that none of them drives"
    FIREJAIL = "the sandbox of firejail"
    TOOLBOX = "a container of Distrobox or Toolbx"
    PROCESSOR = "the processor of the machine"
    NOEXEC = "a file system that is mounted noexec"
    WIDE = "a 64-bit program"
    NO_NODE = "there is no /dev/dri"
    USER = "the name of the user"
    UNIT_USER = "the user of a unit of systemd"
    AS_USER = "the user as whom a command is run"
    SNAP = "a program of snap"
    LACKING = "a layer that somebody misses"
    OWN_USER = "a unit of systemd that makes a user for itself"
    GIVEN_GROUP = "a unit of systemd that has the group of a node"
    SETUID = "a program with the set-user-ID bit"
    CI = "a job of a CI system"
    FLATPAK_APP = "the name of a Flatpak"
    OLD_INTEL = "a card of Intel before Skylake"
    NO_MANIFESTS = "there is no folder with the manifests of drivers"
    POWERSHELL = "a prompt of PowerShell"
    LXC = "the inside of a container of LXC"
    PRIVATE_DEVICES = "a unit of systemd with a /dev of its own"
    USERS_FOLDER = "a folder of a user with manifests"
    AS_ADMINISTRATOR = "a program of Windows that runs as administrator"
    SECURE_BOOT = "Secure Boot is on"
    NO_SECURE_BOOT = "Secure Boot is off"
    SIGNED_MODULES = "an option of the kernel that asks for signed modules"
    GL_DEFAULT = "the extension of Flatpak with Mesa"
    NAMED_CARD = "a graphics card that somebody names"
    COMPLAINT = "somebody says that a program runs on the processor"
    FREEBSD = "a machine with FreeBSD"
    NIX = "a program of Nix"
    NIX_ELSEWHERE = "a program of Nix on another distribution"
    NO_KMS = "the file config.txt of a Raspberry Pi switches its card's module off"
    PORTABLE = "a program that asks for portability drivers"
    MOLTENVK = "the driver MoltenVK"
    EXCLUDED = "a package manager that leaves files out"
    NARROW_SAID = "somebody says that 32-bit programs are concerned"
    WIDE_SAID = "somebody says that a program is a 64-bit one"
    GL32 = "an extension of Flatpak for 32-bit programs"
    REMOTE = "a session of remote desktop"
    WSL1 = "the first version of WSL"
    KERNEL = "the kernel that runs"
    WRONG_CARD = "somebody says that a program runs on another card than it should"
    ARM = "a distribution for 32-bit ARM"
    MIG = "a part of a card of NVIDIA"
    ANDROID = "a program of Android"
    APPTAINER = "a container of Apptainer or Singularity"
    TERMUX = "a program of Termux"
    TEGRA = "a board with NVIDIA's Tegra"
    OSTREE = "a system that rpm-ostree installs"
    WANTS_PROCESSOR = "somebody wants a program to run on the processor"
    SOLVED = "somebody says that the problem is solved"
    NVIDIA_SAID = "the version of NVIDIA's driver that somebody says"
    WORKS = "somebody says that another program finds the card"
    MESA = "the release of Mesa"
    PHONE_CARD = "the graphics card of a phone or a board"


PLACES = frozenset(
    {Sign.CONTAINER, Sign.GIVEN_DEVICE, Sign.FLATPAK, Sign.SNAP, Sign.WSL, Sign.LXC, Sign.WINDOWS, Sign.MACOS}
)
"""The signs of where a program runs, which the advice of others does not show."""

DENIABLE = PLACES | {
    Sign.REMOTE,
    Sign.VIRTUAL,
    Sign.CONDA,
    Sign.FIREJAIL,
    Sign.TOOLBOX,
    Sign.TERMUX,
    Sign.APPTAINER,
    Sign.CI,
    Sign.TEGRA,
    Sign.WSL1,
    Sign.FREEBSD,
    Sign.NIX_ELSEWHERE,
    Sign.AS_ADMINISTRATOR,
    Sign.NARROW_SAID,
    Sign.OLD_INTEL,
    Sign.SECURE_BOOT,
}
"""The signs that people name to say that they are not the case: a clause that denies one shows none."""

SYSTEMS = frozenset({Sign.WINDOWS, Sign.MACOS, Sign.LINUX})
"""The signs of systems."""

MISTAKEN = SYSTEMS | {Sign.WSL}
"""The signs that a text does not show by a name if it says that all is well there."""

OF_BOTH = re.compile(r"^(?:Visual Studio|Device [Mm]anager|DDU|UWP|MSIX)$")
"""What shows Windows, and does not where a text has a distribution of Linux, too."""


def is_weak(sign: Sign, value: str) -> bool:
    """Return whether a stronger value of a sign is to replace it."""
    return sign is Sign.WINDOWS and OF_BOTH.match(value) is not None
