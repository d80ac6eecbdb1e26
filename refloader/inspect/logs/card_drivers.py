"""What brings the driver of a card that a text names: by the card and the distribution."""

import re

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.nvidia_packages import family_of, whole_nvidia
from refloader.inspect.logs.surroundings.cards import cards
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System
from refloader.model.text import quote, some

_MAKER = "NVIDIA"
_OF_RELEASES = {
    ("debian", "11"): "20.3",
    ("debian", "12"): "22.3",
    ("ubuntu", "20.04"): "21.2",
    ("ubuntu", "22.04"): "23.2",
}
"""The Mesa of releases of distributions, by ID and VERSION_ID. From general knowledge, compared with no index."""


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
    manifest = "" if around.is_narrow else _manifest_of(card.library, around)
    if manifest:
        return (
            f"{manifest} is there, so that the driver is installed: see that the user may open the card (ls -l "
            "/dev/dri; id), and what the loader says of it (VK_LOADER_DEBUG=error,warn,driver)"
        )
    where = " in the image" if Sign.CONTAINER in around.signs else ""
    option = (
        f"; if lspci -k shows that the kernel's module radeon has it: {card.option} on the kernel's command line "
        "(before Linux 6.19), and restart"
        if card.option and not around.is_narrow
        else ""
    )
    return f"install the {size}driver of {quote(name)}{where}, which is in Mesa{lines}{option}"


def _found(around: Around) -> list[str]:
    """Return the manifests of drivers that a search of the text found, or a listing has."""
    return [path for path in (*around.manifests, *around.listings.files) if _IN_FOLDER.search(path)]


_IN_FOLDER = re.compile(r"/vulkan/icd\.d/[^/]+\.json$")


def _manifest_of(library: str, around: Around) -> str:
    """Return the manifest of a driver of Mesa's that the text shows to be there; empty if it shows none."""
    stem = library.removeprefix("libvulkan_").partition(".so")[0]
    names = (path.rpartition("/")[2] for path in _found(around))
    return next((name for name in names if name.partition("_icd")[0] == stem and "i686" not in name), "")


_WHOLE_DRIVERS = ("mesa-vulkan-drivers", "vulkan-radeon", "vulkan-intel", "nvidia-utils", "mesa-vulkan")
"""Packages with drivers: who has one is not to install one."""


_INSIDE = frozenset(
    {Sign.CONTAINER, Sign.FLATPAK, Sign.FLATPAK_APP, Sign.APPTAINER, Sign.SNAP, Sign.TOOLBOX, Sign.LXC}
)


def is_inside(around: Around) -> bool:
    """Return whether the program runs in what has packages of its own: those of the machine do not count in it."""
    return not _INSIDE.isdisjoint(around.signs)


def of_unknown_driver(around: Around) -> str:
    """Return what to do if no driver is left and the text does not show why."""
    there = [path.rpartition("/")[2] for path in around.listings.files if _IN_FOLDER.search(path)]
    if there and not around.is_narrow:
        return (
            f"manifests of drivers are there ({some(there, 3)}): see why the loader takes none, by the output of the "
            "program with VK_LOADER_DEBUG=error,warn,driver"
        )
    have = next((each for each in _WHOLE_DRIVERS if each in around.installed), "")
    if have and not is_inside(around):
        return (
            f"{have} is installed, by the text: see what the loader says of its manifests, by the output of the "
            "program with VK_LOADER_DEBUG=error,warn,driver"
        )
    driver = drivers_of(around) or "such as mesa-vulkan-drivers"
    return f"install a driver ({driver}), or unset VK_DRIVER_FILES and VK_ICD_FILENAMES if set"


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
    }.get(family_of(around), "a newer release of the distribution")
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
    return _DRIVERS_OF.get(family_of(around), "")


_DRIVERS_OF = {
    "alpine": "apk add mesa-vulkan-ati or mesa-vulkan-intel; mesa-vulkan-swrast is the processor",
    "opensuse": "zypper install libvulkan_radeon or libvulkan_intel; libvulkan_lvp is the processor",
    "void": "xbps-query -Ro '*/libvulkan_*.so', and then xbps-install the package that has libvulkan_radeon.so or "
    "libvulkan_intel.so; libvulkan_lvp.so is the processor",
    "gentoo": "emerge --search mesa, and then emerge Mesa with the flag vulkan and the card in VIDEO_CARDS",
    "fedora": "dnf install mesa-vulkan-drivers",
}
"""The packages with Mesa's drivers, where they are not called as on Debian."""
