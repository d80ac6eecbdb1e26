"""What to do about a library that a driver or a layer lacks: one of NVIDIA's driver, or one that is too old."""

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


# ---- libraries of NVIDIA's driver

_OF_GENERATION = ("nvidia-gl-G07", "nvidia-gl-G06", "nvidia-gl-G05")
"""The packages of openSUSE's repository of NVIDIA that have its driver for Vulkan."""


def of_nvidia_library(name: str, around: Around) -> str:
    """Return what brings a library of NVIDIA's driver to this place; empty if it is a matter of packages alone."""
    if around.flatpak:
        return f"flatpak update, which brings the extension for NVIDIA's driver of this version, with {name}"
    if Sign.TEGRA in around.signs:
        return (
            "in a container: start it with --runtime nvidia, which brings the libraries of the board (the runtime is "
            "of the package nvidia-container-toolkit there); on the board itself: sudo apt install "
            f"nvidia-l4t-3d-core, which has {name}"
        )
    if Sign.CONTAINER in around.signs:
        return _into_container(around)
    if around.removed:
        return (
            f"install NVIDIA's driver again, of which {around.removed} was removed and has left its manifest: "
            f"sudo apt install {around.removed}; if it is not wanted, sudo apt purge {around.removed}"
        )
    if around.os_release.startswith("ID=opensuse") and (around.is_narrow or Sign.NARROW_SAID in around.signs):
        package = next((each for each in _OF_GENERATION if each in around.installed), _OF_GENERATION[1])
        return f"install NVIDIA's driver for 32-bit programs, too: sudo zypper install {package}-32bit"
    return ""


def _into_container(around: Around) -> str:
    if around.signs[Sign.CONTAINER].startswith("podman"):
        return (
            "give the container NVIDIA's driver of the host: podman run --device nvidia.com/gpu=all, after sudo "
            "nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml on the host (--gpus alone does it with Docker)"
        )
    if around.signs[Sign.CONTAINER].startswith("kubectl"):
        return (
            "give the pod the card, and with it NVIDIA's driver of the node: resources: limits: nvidia.com/gpu: 1, "
            "and runtimeClassName: nvidia where NVIDIA's runtime is not the default one; the variable "
            "NVIDIA_DRIVER_CAPABILITIES=all alone brings nothing"
        )
    return (
        "give the container NVIDIA's driver of the host: docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=all "
        "(on Jetson, and where the runtime is not the default one, --runtime nvidia)"
    )
