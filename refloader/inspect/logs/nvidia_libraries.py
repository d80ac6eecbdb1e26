"""What to do about a library of NVIDIA's driver that is not there: by the place where the program runs."""

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.surroundings.sign import Sign

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
