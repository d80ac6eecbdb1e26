"""What gives a program its card where it runs in a container, a snap, a virtual machine or WSL."""

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.surroundings.sign import Sign

GRAPHICS = (
    "start the container with NVIDIA_DRIVER_CAPABILITIES=all "
    "(docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=all), as without graphics in "
    "it NVIDIA's toolkit brings no Vulkan"
)


GIVE_DEVICE = (
    "give the container the card: --device /dev/dri for AMD and Intel, --gpus all -e NVIDIA_DRIVER_CAPABILITIES=all "
    "for NVIDIA (in Kubernetes by the device plugin of the card, as amd.com/gpu: 1); and "
    "install a driver in it, as mesa-vulkan-drivers for the first two"
)


INTO_POD = (
    "give the pod the card, by its resources: limits: gpu.intel.com/i915: 1 (Intel), amd.com/gpu: 1 (AMD), or "
    "nvidia.com/gpu: 1 with NVIDIA_DRIVER_CAPABILITIES=all, each of which takes that maker's device plugin in the "
    "cluster; and the card's driver in the image (mesa-vulkan-drivers for the first two)"
)


TOO_OLD_FOR_WINDOWS = (
    "none on this card under Windows: have the program use OpenGL or Direct3D, or take another card (on Linux Mesa "
    "supports Haswell and Broadwell in part)"
)
ON_PLAIN_WINDOWS = (
    "install the newest driver from the maker of the graphics card (Intel, AMD or NVIDIA): that of Windows may have "
    "no Vulkan, and cards before about 2012 have none; until then, have the program use OpenGL or Direct3D"
)
ON_ANDROID = (
    "nothing that a program could install: the driver is part of the device's system, and this one gives programs of "
    "that word size none; have the program use OpenGL ES, or run it on a device with Vulkan, where adb shell pm list "
    "features shows android.hardware.vulkan.version"
)
OLD_ANDROID = (
    "devices have this library from Android 7.0 (API level 24) on: raise the program's minSdkVersion to 24, or load "
    "the library at run time and use OpenGL ES without it; take an emulator with API level 24 or newer"
)
_ON_PLAIN_MACOS = (
    "install MoltenVK, the driver for Metal (brew install molten-vk, or the Vulkan SDK, which has it), or a build of "
    "the program that brings it"
)
_WITH_MOLTENVK = (
    "see whether MoltenVK_icd.json is where the loader searches (VK_LOADER_DEBUG=driver names the folders): a "
    "program that is started from Xcode or the Finder does not get what setup-env.sh of the SDK sets. Name the file "
    "for it: VK_DRIVER_FILES=PATH (VK_ICD_FILENAMES before release 1.3.207)"
)

IN_TERMUX = (
    "pkg install vulkan-loader-android, with which programs of Termux get the device's own driver (or "
    "vulkan-loader-generic with Mesa's: pkg install mesa-vulkan-icd-freedreno for Adreno, mesa-vulkan-icd-swrast for "
    "the processor)"
)
WITH_ITS_GROUP = (
    "give the container the node with its group on the host: in Proxmox dev0: /dev/dri/renderD128,gid=GID (of the "
    "group render in the container) in its configuration, in LXD and Incus gid=GID of the device, with podman "
    "--group-add keep-groups"
)
"""What lets a program open a node that was passed into a user namespace without its group."""


def on_macos(around: Around) -> str:
    """Return what brings a program of macOS a driver, by whether the text shows that MoltenVK is there."""
    if around.has_sdk or Sign.MOLTENVK in around.signs:
        return _WITH_MOLTENVK
    if Sign.PORTABLE in around.signs:
        return f"{_WITH_MOLTENVK}; without such a file, {_ON_PLAIN_MACOS}"
    return _ON_PLAIN_MACOS


def into_container(around: Around) -> str:
    """Return what gives a container the card."""
    if Sign.TEGRA in around.signs:
        return (
            "start the container with --runtime nvidia (and NVIDIA_DRIVER_CAPABILITIES=all), which brings the "
            "libraries "
            "of the board; the runtime is of the package nvidia-container-toolkit"
        )
    by_pod = around.signs.get(Sign.CONTAINER, "").startswith("kubectl")
    return INTO_POD if by_pod else GIVE_DEVICE


def into_apptainer(around: Around) -> str:
    """Return what gives a container of Apptainer or Singularity the machine's driver."""
    command = around.signs[Sign.APPTAINER]
    if "--nv" in command or "--rocm" in command:
        return (
            "bind the manifests of the host's drivers as well: --bind /usr/share/vulkan/icd.d (or /etc/vulkan/icd.d, "
            "where they lie on the host); --nv and --rocm bring libraries"
        )
    program = command.partition(" ")[0]
    return (
        f"start it with the host's driver: {program} exec --nv (NVIDIA; --rocm for AMD), and if vulkaninfo in it "
        "still lists no card, with --bind /usr/share/vulkan/icd.d (where the host has nvidia_icd.json); for Mesa's "
        "drivers install mesa-vulkan-drivers in the image"
    )


INTO_LXC = (
    "give the container the card's node: in Proxmox dev0: /dev/dri/renderD128,gid=GID (of the group render in the "
    "container) in its configuration, with Incus or LXD: incus config device add NAME gpu gpu"
)
NVIDIA_INTO_LXC = (
    "give the container the nodes: on the host load the module (nvidia-smi there), and in the container's "
    "configuration a line for each of nvidia0, nvidiactl, nvidia-modeset and nvidia-uvm: in Proxmox dev0: "
    "/dev/nvidia0 and so on, with Incus or LXD incus config device add NAME gpu gpu; its libraries have to be of the "
    "host's version"
)
INTO_SNAP = (
    "outside of the snap the driver works: connect the snap with Mesa to it (snap connections with the snap's name "
    "shows whether it is; sudo snap connect NAME:gpu-2404 mesa-2404:gpu-2404, or graphics-core22 with mesa-core22), "
    "or take a package of the program that is no snap"
)
NVIDIA_OF_SNAP = (
    "the snap brings its own copy of NVIDIA's libraries, which have to be of the version of the kernel's module: "
    "sudo snap refresh; if that brings none, install the driver of the snap's version, or take a package of the "
    "program that is no snap"
)
VENUS = (
    "with QEMU, give the machine a virtio-gpu that has it (QEMU 9.2 or later: -device "
    "virtio-gpu-gl,blob=true,venus=true,hostmem=4G), and install Mesa's virtio driver in it; other hosts pass the "
    "whole card through, or llvmpipe it is"
)
IN_VIRTUALBOX = (
    "nothing in the guest: VirtualBox offers no Vulkan; have the program use OpenGL, draw with the processor "
    "(llvmpipe, of mesa-vulkan-drivers), or take QEMU with Venus or a machine of its own"
)
_OF_VIRTUALBOX = ("InnoTek", "vbox", "VBox", "VMSVGA")


def of_virtual(around: Around) -> str:
    """Return what gives a virtual machine a card with Vulkan, by what the text calls its own."""
    return IN_VIRTUALBOX if around.signs.get(Sign.VIRTUAL, "").startswith(_OF_VIRTUALBOX) else VENUS


OF_GUESTS = ("VMware", "VirtualBox", "Parallels", "Red Hat")
"""How the cards of virtual machines begin that Windows lists in them."""

IN_GUEST = (
    "nothing in the guest brings it Vulkan on a card: pass a graphics card through and install its driver, have the "
    "program use OpenGL or Direct3D, or put a driver that is the processor beside it (SwiftShader, Mesa's lavapipe)"
)
IN_HYPER_V = (
    "give the virtual machine a graphics card (on the host Add-VMGpuPartitionAdapter, or one of its own by Discrete "
    "Device Assignment) and install that card's driver in it, or have the program use OpenGL or Direct3D"
)
IN_WSL = (
    "update the driver of the card in Windows, then wsl --update and wsl --shutdown; see that /dev/dxg is there and "
    "what vulkaninfo --summary lists; for OpenGL, GALLIUM_DRIVER=d3d12 goes without Vulkan"
)


ON_NIXOS = (
    "set hardware.graphics.enable = true (hardware.opengl.enable before 24.11; enable32Bit there for 32-bit "
    "programs) and sudo nixos-rebuild switch; for a "
    "session in which it is on: export XDG_DATA_DIRS=$XDG_DATA_DIRS:/run/opengl-driver/share"
)
ON_NIXOS_NARROW = (
    "set hardware.graphics.enable32Bit = true (hardware.opengl.driSupport32Bit before 24.11) and sudo nixos-rebuild "
    "switch, which brings the 32-bit drivers"
)


def on_nixos(around: Around) -> str:
    """Return what brings the drivers of NixOS, of the program's word size."""
    return ON_NIXOS_NARROW if around.is_narrow else ON_NIXOS
