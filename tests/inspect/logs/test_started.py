"""Texts on how programs are started and how files are stored, and texts that look like them."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

WORKS = "Selected GPU 0: AMD Radeon RX 6600 (RADV NAVI23), type: DiscreteGpu\n"
FAILED = "ERROR: vkCreateInstance: Found no drivers!\nvkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"
LAPTOP = (
    "$ vulkaninfo | grep deviceName\n\tdeviceName = Intel(R) Iris(R) Xe Graphics\n"
    "\tdeviceName = NVIDIA GeForce RTX 3060\n"
)
PREFIX = (
    "DRIVER:            Searching for driver manifest files\nDRIVER:               In following locations:\n"
    "DRIVER:                  /home/b/env/etc/vulkan/icd.d\nDRIVER:                  /home/b/env/share/vulkan/icd.d\n"
)
ONE_CARD = "\tdeviceName = NVIDIA GeForce GTX 1660\n\tdeviceUUID = 4b2f7c1e-0000-0000-0000-3d5d3c8f1a{}\n"
TWO_FOLDERS = (
    "$ ls /etc/vulkan/icd.d /usr/share/vulkan/icd.d\n/etc/vulkan/icd.d:\nnvidia_icd.json\n\n"
    "/usr/share/vulkan/icd.d:\nnvidia_icd.json\n"
)
BYTES = "$ head -c 8 {} | xxd\n00000000: efbb bf7b 0d0a 2020\n"
NO_MODULE = "modprobe: FATAL: Module nvidia not found in directory /lib/modules/6.9.3-arch1-1\n"
NO_NODES = "$ ls /dev/nvidia*\nls: cannot access '/dev/nvidia*': No such file or directory\n"
TESLA = "00:05.0 3D controller: NVIDIA Corporation TU104GL [Tesla T4] (rev a1)\n"
LAYERS = (
    "LAYER:             Searching for explicit layer manifest files\n"
    "LAYER:                Found the following files:\nLAYER:                   /opt/l/layer.json\n"
)
RDP = ">rdp-tcp#3         lena                      2  Active\n"


def answer(text: str) -> str:
    """The first fact of a text, and its change."""
    fact = explained(read(text), []).facts[0]
    return f"{fact.text} | {fact.change}"


def whole(text: str) -> str:
    """All facts of a text."""
    return "\n".join(f"{fact.text} | {fact.change}" for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("My launch options: MANGOHUD=1\n", ["no %command%", "MANGOHUD=1 %command%"]),
        (
            "$ export VK_ADD_LAYER_PATH=/opt/l\n$ vulkaninfo | grep ACME\nVK_LAYER_ACME_x\n"
            "$ sudo vulkaninfo | grep ACME\n$ \n",
            ["sudo does not pass VK_ADD_LAYER_PATH", 'sudo env VK_ADD_LAYER_PATH="$VK_ADD_LAYER_PATH"'],
        ),
        (
            "$ getcap /usr/bin/sway\n/usr/bin/sway cap_sys_nice=ep\n$ env | grep VK\nVK_DRIVER_FILES=/opt/i.json\n",
            ["ignores VK_DRIVER_FILES", "setcap -r /usr/bin/sway"],
        ),
        (
            "$ cat ~/x.desktop\nExec=env VK_LOADER_LAYERS_DISABLE=~implicit~ MANGOHUD=1 /opt/game\n",
            ["~/x.desktop starts the program", "take VK_LOADER_LAYERS_DISABLE=~implicit~ out"],
        ),
        (
            "ERROR: loader_get_json: Failed to parse JSON file /opt/l/a.json. Error is at byte 0\n"
            + BYTES.format("/opt/l/a.json"),
            ["/opt/l/a.json", "byte order mark", "sed -i"],
        ),
        (
            "$ cat -A run.sh\nexport VK_ICD_FILENAMES=/opt/acme_icd.json^M$\n" + FAILED,
            ["carriage return", "run.sh"],
        ),
        ("$ DRI_PRIME=1 vkcube\nSelected GPU 0: Intel(R) Iris(R) Xe Graphics\n" + LAPTOP, ["__NV_PRIME"]),
        (ONE_CARD.format("2b") * 2 + TWO_FOLDERS, ["twice with one UUID", "no package owns"]),
        (
            "$ VK_LOADER_LAYERS_ENABLE=VK_LAYER_KHRONOS_validaton vkcube\n" + LAYERS + WORKS,
            ["VK_LAYER_KHRONOS_validaton", "VK_LAYER_KHRONOS_validation instead"],
        ),
        (NO_MODULE + "GPU0: deviceName = llvmpipe (LLVM 17)\n", ["6.9.3-arch1-1", "dkms autoinstall"]),
        (
            PREFIX + "DRIVER:               Found no files\n" + FAILED,
            ["is one of /home/b/env", "VK_DRIVER_FILES"],
        ),
        (NO_NODES + TESLA + FAILED, ["/dev/nvidiactl are not there", "sudo modprobe nvidia"]),
        (RDP + "vkEnumeratePhysicalDevices: VK_ERROR_INITIALIZATION_FAILED\n", ["remote desktop"]),
        (
            "PS C:\\> wsl -l -v\n  NAME      STATE     VERSION\n* Ubuntu    Running   1\n"
            "WARNING: dzn is not a conformant Vulkan implementation\nGPU0: deviceName = llvmpipe (LLVM 15)\n",
            ["this is WSL 1", "wsl --set-version Ubuntu 2"],
        ),
        (
            "Implicit layer VK_LAYER_OBS_x disabled because the environment variable OBS_X is not defined\n",
            ["set OBS_X"],
        ),
        (
            "ERROR: /usr/lib/libvulkan_radeon.so: cannot open shared object file: Too many open files\n",
            ["may open no more files", "ulimit -n"],
        ),
        (
            "Error: crun: cannot stat `/usr/lib64/libEGL_nvidia.so.550.54.14`: No such file or directory\n",
            ["of driver 550.54.14", "nvidia-ctk cdi generate"],
        ),
        ("ERROR: /opt/l.so: undefined symbol: _ZN3fmt2v96vprintE\n", ["a library of C++ that it needs"]),
        (
            "ERROR: /opt/l.so: undefined symbol: _ZNSt7__cxx1112basic_stringE\n",
            ["C++ library that the program"],
        ),
    ],
)
def test_what_is_meant(text: str, parts: list[str]) -> None:
    """The first sentence has the cause, its change the way out."""
    found = answer(text)

    assert [part for part in parts if part not in found] == [], found


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Steam launch options: MANGOHUD=1 %command%\n" + WORKS, "%command%"),
        ("$ export VK_LAYER_PATH=/opt/l\n$ sudo dmesg | grep amdgpu\n" + WORKS, "sudo does not"),
        ("$ getcap /usr/bin/sway\n/usr/bin/sway cap_sys_nice=ep\n" + WORKS, "ignores"),
        ("$ cat ~/x.desktop\nExec=env VK_LOADER_LAYERS_DISABLE=~implicit~ /opt/game\n" + WORKS, "Exec="),
        (BYTES.format("notes.txt") + WORKS, "byte order mark"),
        ("$ cat -A .env\nFOO=1^M$\n" + WORKS, "carriage return"),
        ("$ DRI_PRIME=1 vkcube\nSelected GPU 0: NVIDIA GeForce RTX 3060\n" + LAPTOP, "DRI_PRIME chooses"),
        (ONE_CARD.format("2b") + ONE_CARD.format("2c") + TWO_FOLDERS, "twice"),
        (ONE_CARD.format("2b") + "$ sudo vulkaninfo\n" + ONE_CARD.format("2b") + TWO_FOLDERS, "twice"),
        ("$ VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation2 vkcube\n" + LAYERS + WORKS, "well-known"),
        (NO_MODULE + WORKS, "no module of NVIDIA"),
        (
            PREFIX + "DRIVER:               Found the following files:\n"
            "DRIVER:                  /home/b/env/share/vulkan/icd.d/a.json\n" + WORKS,
            "is one of",
        ),
        ("root@3f2a1b4c5d6e:/# ls\n" + NO_NODES + TESLA + FAILED, "sudo modprobe nvidia"),
        (RDP + "GPU0: deviceName = NVIDIA GeForce RTX 4070\n", "remote desktop"),
        ("* Ubuntu    Running   2\n  old       Stopped   1\nWARNING: dzn is not a conformant\n", "WSL 1"),
        (
            "$ dpkg -l libvulkan1\nii  libvulkan1:amd64 1.3.204.1-2 amd64\n" + FAILED,
            "packages that the text lists",
        ),
    ],
)
def test_what_looks_like_it(text: str, absent: str) -> None:
    """Where a program works, or another cause is shown, it is not said."""
    assert absent not in whole(text)
