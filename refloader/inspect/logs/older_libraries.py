"""What to do about a library that is older than the one with which a driver or a layer was built."""

import re

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.packages import ALL_ON_ARCH

SYSTEM_FOLDERS = ("/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/")
ON_ARCH = f"upgrade all ({ALL_ON_ARCH}), as Arch supports no upgrade of a part"
_SNAP = re.compile(r"/snap/(?P<snap>[\w-]+)/")
_OF_APPIMAGE = re.compile(r"/tmp/\.mount_[^/]*/(?P<inside>.+)")
_OF_CONDA = re.compile(r"conda|mamba|miniforge", re.IGNORECASE)


def of_older(name: str, wanted: str, older: str, around: Around) -> str:
    """Return what brings a library the version that it wants of another one, by where that, ``older``, lies."""
    snap = _SNAP.match(older)
    if snap is not None:
        return (
            f"have the snap use drivers that fit its own libraries ({snap['snap']} has no {wanted}): those of "
            "the content snap (snap connections APP shows gpu-2404 or graphics-core22), or take a build of the "
            "program that is no snap"
        )
    if older.startswith("/nix/store/"):
        return (
            f"run the program by nixGL, which brings drivers that fit (nix run --impure "
            f"github:nix-community/nixGL#nixVulkanIntel -- PROGRAM, nixVulkanNvidia for NVIDIA), or take the "
            f"distribution's own build of it: that of Nix has an older library than {name} needs; on NixOS bring "
            f"the program's nixpkgs to the release of the system (nix flake update)"
        )
    mounted = _OF_APPIMAGE.match(older)
    if mounted is not None:
        file, inside = older.rpartition("/")[2], mounted["inside"]
        return (
            f"take a build of the program that is no AppImage, or unpack it and remove its copy of {file}: "
            f"./PROGRAM.AppImage --appimage-extract && rm squashfs-root/{inside}* && squashfs-root/AppRun"
        )
    if older and _OF_CONDA.search(older):
        return (
            f"take {older.rpartition('/')[0]} out of LD_LIBRARY_PATH, or run the program outside of conda (conda "
            f"deactivate), or bring its libraries up to date (conda update -c conda-forge libstdcxx-ng): "
            f"{older} has no {wanted}"
        )
    if older and not older.startswith(SYSTEM_FOLDERS):
        folder, _, file = older.rpartition("/")
        return (
            f"have the program use the system's {file}: take {folder} out of LD_LIBRARY_PATH, "
            f"or remove {older}, which has no {wanted}"
        )
    if Sign.SNAP in around.signs:
        return (
            f"have the snap load no libraries of the machine (LD_LIBRARY_PATH, VK_DRIVER_FILES): it has the C "
            f"library of its own base, which lacks {wanted}; it gets drivers that fit by a connected plug (snap "
            "connections with its name: gpu-2404, graphics-core22), or take a package of it that is no snap"
        )
    in_steam = Sign.STEAM_RUNTIME in around.signs
    if in_steam:
        return (
            f"give the game a newer container: another Steam Linux Runtime (3.0, sniper) or a newer Proton, by "
            f"its properties in Steam (Compatibility); or install a build of {name} that needs no {wanted}"
        )
    whose = "a glibc" if wanted.startswith("GLIBC_") else "a newer build of the library that defines it, one"
    install = f"install a build of {name} for this system, or {whose} that has {wanted}"
    return f"{ON_ARCH}; or {install}" if around.is_arch else install
