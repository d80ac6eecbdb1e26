"""Further kinds of posts that ``explain --log`` missed or answered wrongly, each by a short text and one like it."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

OVERRIDE = "~/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
CHAIN = (
    'LAYER: Insert instance layer "VK_LAYER_KHRONOS_validation" (/opt/sdk/libVkLayer_khronos_validation.so)\n'
)
LISTING = f"$ ls {OVERRIDE.rpartition('/')[0]}/\nVkLayer_override.json\n$ env\n"
ASKED = "std::runtime_error: validation layers requested, but not available!\n"
OLD = 'const char* layers[] = { "VK_LAYER_LUNARG_standard_validation" };\n'
NEW = 'const char* layers[] = { "VK_LAYER_KHRONOS_validation" };\n'
PROCESSOR = "GPU0:\n\tdeviceName = llvmpipe (LLVM 15.0.7, 256 bits)\n"
DEVICES = (
    "GPU0: deviceName = NVIDIA GeForce RTX 4050 Laptop GPU, driverName = NVIDIA\n"
    "GPU1: deviceName = Microsoft Direct3D12 (NVIDIA GeForce RTX 4050 Laptop GPU), driverID = DRIVER_ID_MESA_DOZEN\n"
    "WARNING: dzn is not a conformant Vulkan implementation, testing use only.\n"
)
BOTH = (
    "The game runs on the iGPU\n\tdeviceName = AMD Radeon 680M (RADV REMBRANDT)\n"
    "\tdeviceName = NVIDIA GeForce RTX 4060 Laptop GPU\n$ env\nMESA_VK_DEVICE_SELECT={}\n"
)
BOARD = "Raspberry Pi 4 8GB\n$ ls /dev/dri\nls: cannot access '/dev/dri': No such file or directory\n{}\n"
SNAP = (
    "RX 7900 XTX, mesa 21.2.6\n$ snap run --shell blender -c vulkaninfo\n"
    "GPU0:\n\tdeviceName = llvmpipe (LLVM 12.0.0, 256 bits)\n"
)


def all_of(text: str) -> str:
    """All facts of a text and their changes."""
    return "\n".join(f"{fact.text} {fact.change}" for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Exception Module      : EOSOVH-Win64-Shipping.dll\n", "belongs to the Epic Games overlay"),
        ("Nom du module défaillant : RTSSVkLayer64.dll, version : 7.3.4\n", "belongs to RivaTuner"),
        ("Имя сбойного модуля: graphics-hook64.dll, версия: 1.8.0\n", "belongs to OBS Studio"),
        ("错误模块名称: bdcamvk64.dll，版本: 1.2\n", "belongs to Bandicam"),
        (ASKED + OLD, "ask for VK_LAYER_KHRONOS_validation, which replaced it"),
        (CHAIN + LISTING, f"rm {OVERRIDE}"),
        (
            "MESA-VIRTIO: DRM_IOCTL_VIRTGPU_GET_CAPS failed with Invalid argument\n",
            "Vulkan on the host's card takes a virtio-gpu with Venus",
        ),
        (DEVICES, "listed for the same kind of card by two drivers, NVIDIA and MESA_DOZEN"),
        (BOTH.format("1002:1681"), "MESA_VK_DEVICE_SELECT=1002:1681 asks Mesa's layer"),
        (BOARD.format(""), "dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt"),
        (SNAP, "the snap brings its own Mesa"),
        ("$ VK_LAYER_PATH=~/mine\n$ ./app\nnothing\n", "VK_LAYER_PATH is set in the shell and not exported"),
        (
            "$ VK_LAYER_PATH=~/mine\n$ ls $VK_LAYER_PATH\n$ ./app\n$ env | grep VK_\n$\nwhy?\n",
            "prints nothing",
        ),
        (
            "VK_INSTANCE_LAYERS=VK_LAYER_A_b sudo ./tool\n",
            "stands before sudo, which by default does not pass it on",
        ),
    ],
)
def test_what_helps_is_said(text: str, has: str) -> None:
    """The cause or the change is among the facts of the text."""
    assert has in all_of(text)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("Exception Module      : game.exe\n", "belongs to"),
        (ASKED, "standard_validation"),
        (
            OLD + "a line\n" * 70 + ASKED,
            "ask for VK_LAYER_KHRONOS_validation, which",
        ),
        (CHAIN + LISTING + "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation\n", f"rm {OVERRIDE}"),
        (DEVICES, "in WSL"),
        (BOTH.format("list"), "asks Mesa's layer"),
        (ASKED + f"// {OLD}" + NEW, "standard_validation"),
        (ASKED + OLD + NEW, "standard_validation"),
        (ASKED + "Do not use VK_LAYER_LUNARG_standard_validation any more.\n", "standard_validation"),
        (BOTH.format("10de:28e0"), "unset MESA_VK_DEVICE_SELECT"),
        (
            "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/nvidia_icd.json\n" + PROCESSOR,
            "leaves other drivers out",
        ),
        ("VK_DRIVER_FILES=/a/radeon_icd.json:/a/lvp_icd.json\n" + PROCESSOR, "leaves other drivers out"),
        (
            "VK_DRIVER_FILES=/a/lvp_icd.json\n$ unset VK_DRIVER_FILES\n" + PROCESSOR,
            "leaves other drivers out",
        ),
        (
            "DRM_IOCTL_VIRTGPU_CONTEXT_INIT failed with Invalid argument, continuing without context...\n",
            "venus",
        ),
        ("DRM_IOCTL_VIRTGPU_GET_CAPS failed with Invalid argument\nOpenGL renderer string: virgl\n", "venus"),
        (BOARD.format("in a docker container"), "dtoverlay"),
        (BOARD.format("in a chroot"), "dtoverlay"),
        (BOARD.format("in a pod of k3s"), "dtoverlay"),
        (BOARD.format("I cross-compile for it in WSL2"), "dtoverlay"),
        (BOARD.format("v3d                    98304  0"), "dtoverlay"),
        ("Raspberry Pi 5\nls: cannot access '/dev/dri/card2': No such file or directory\n", "dtoverlay"),
        (BOARD.format("dtoverlay=vc4-kms-v3d"), "has no module of its card loaded"),
        ("$ VK_LAYER_PATH=~/mine ./app\n$ ./app\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\n$ export VK_LAYER_PATH\n$ ./app\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\n$ ls ~/mine\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine \\\n> ./app\n$ ./other\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\\\n  ./app\n$ ./other\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\n$ env | grep VK\nVK_LAYER_PATH=~/mine\n$ ./app\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\n$ ./app --layers=$VK_LAYER_PATH\n", "not exported"),
        ("$ VK_LAYER_PATH=~/mine\n$ declare -gx VK_LAYER_PATH\n$ ./app\n", "not exported"),
        (
            "$ VK_LAYER_PATH=~/mine\n$ systemctl --user import-environment VK_LAYER_PATH\n$ ./app\n",
            "not exported",
        ),
        ("$ VK_LAYER_PATH=~/mine\n$ ninja -C build\n", "not exported"),
        ("me@one:~$ VK_LAYER_PATH=~/mine\nme@two:~$ ./app\n", "not exported"),
        ("C:\\Users\\me> VK_LAYER_PATH=C:\\mine\nC:\\Users\\me> vkcube.exe\n", "not exported"),
        (
            "$ VK_LAYER_PATH=/m\n$ ./app\nINFO: Searching the following paths for manifest files: /m\n",
            "not exported",
        ),
        ("VK_INSTANCE_LAYERS=VK_LAYER_A_b sudo -E ./tool\n", "stands before sudo"),
        ("VK_INSTANCE_LAYERS=VK_LAYER_A_b sudo apt install tool\n", "stands before sudo"),
        ('Defaults env_keep += "VK_LAYER_PATH"\n$ VK_LAYER_PATH=/m sudo ./tool\n', "stands before sudo"),
        ("sudo VK_INSTANCE_LAYERS=VK_LAYER_A_b ./tool\n", "stands before sudo"),
    ],
)
def test_what_only_looks_alike_is_not_said(text: str, never: str) -> None:
    """A text that is like one of those says no such thing."""
    assert never not in all_of(text)
