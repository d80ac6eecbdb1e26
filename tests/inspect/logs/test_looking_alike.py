"""Texts of one kind, and texts that look alike and have another cause or none: the answer must be that of each."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

CHAIN = """[Vulkan Loader] LAYER:             vkCreateInstance layer callstack setup to:
[Vulkan Loader] LAYER:                <Application>
[Vulkan Loader] LAYER:                  ||
[Vulkan Loader] LAYER:                <Loader>
[Vulkan Loader] LAYER:                  ||
"""
DRIVERS = "[Vulkan Loader] LAYER:                <Drivers>\n"
RTX, RADV = (
    "\tdeviceName         = NVIDIA GeForce RTX 3060\n",
    "\tdeviceName         = AMD Radeon RX 7600 (RADV)\n",
)
LAMA = "warning: no usable GPU found, --gpu-layers option will be ignored\n"
AMDVLK = (
    "GPU0:\n\tdeviceName = AMD Radeon RX 6800 XT\n\tdriverName = AMD open-source driver\n"
    "$ ls /usr/share/vulkan/icd.d\namd_icd64.json radeon_icd.x86_64.json\n"
)
PREFIX = (
    "[Vulkan Loader] DRIVER:            Searching for driver manifest files\n"
    "[Vulkan Loader] DRIVER:               In following locations:\n"
    "[Vulkan Loader] DRIVER:                  /usr/local/share/vulkan/icd.d\n"
    "[Vulkan Loader] DRIVER:               Found no files\n"
    "$ ls /opt/homebrew/share/vulkan/icd.d\nMoltenVK_icd.json\n"
)
FOUND = (
    "$ ldconfig -p | grep vulkan\n\tlibvulkan.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libvulkan.so.1\n"
    "GLFW error 65542: Vulkan: Loader not found\n"
)
LAYER_FOLDER = (
    "$ export VK_LAYER_PATH=/home/me/layer/libVkLayer_mine.so\n"
    "$ ls /home/me/layer\nVkLayer_mine.json libVkLayer_mine.so\n"
    'ERROR: Layer "VK_LAYER_ACME_mine" was not found but was requested by env var VK_INSTANCE_LAYERS!\n'
)
OLD = (
    "$ VK_LOADER_LAYERS_ENABLE='*validation' vkcube\nVulkan Loader Version 1.3.204\n$ vulkaninfo --summary\n"
    "Instance Layers: count = 1\nVK_LAYER_KHRONOS_validation Khronos Validation Layer 1.3.204 version 1\n"
)
NO_DRIVER = "vkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\n"


def answer(text: str) -> str:
    """The first fact of a text, and its change."""
    fact = explained(read(text), []).facts[0]
    return f"{fact.text} | {fact.change}"


def is_bad(text: str) -> bool:
    """Whether a text has a problem."""
    return any(fact.bad for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (LAMA + RADV, ["built without Vulkan", "GGML_VULKAN=ON"]),
        (
            "Requested buffer size exceeds device memory allocation limit: ErrorOutOfDeviceMemory\n",
            ["larger than the driver gives at one time"],
        ),
        (
            'Could NOT find Vulkan (missing: glslc) (found version "1.3.239")\n',
            ["compiler for shaders (glslc)"],
        ),
        (f"$ singularity exec a.sif vulkaninfo\n{NO_DRIVER}", ["singularity exec --nv"]),
        (f"$ apptainer exec --nv a.sif vulkaninfo\n{NO_DRIVER}", ["--bind /usr/share/vulkan/icd.d"]),
        (
            "content[graphics-core22]  godot-4:graphics-core22  -  -\n" + NO_DRIVER,
            ["snap connect godot-4:graphics-core22 mesa-core22:graphics-core22"],
        ),
        (AMDVLK, ["is a device of AMDVLK", "AMD_VULKAN_ICD=RADV"]),
        (PREFIX, ["/opt/homebrew/share/vulkan/icd.d", "XDG_DATA_DIRS"]),
        (FOUND, ["the loader is installed", "ldd PROGRAM"]),
        (LAYER_FOLDER, ["export VK_LAYER_PATH=/home/me/layer,"]),
        (OLD, ["VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation"]),
        (
            CHAIN + DRIVERS + "$ echo $ENABLE_VKBASALT\ntrue\n",
            ["only if ENABLE_VKBASALT is 1, and it is true", "ENABLE_VKBASALT=1"],
        ),
        (
            "container=flatpak, FLATPAK_ID=com.example.Ide\nvalidation layers requested, but not available!\n",
            ["flatpak-spawn --host"],
        ),
        (
            "The RenderDoc Vulkan layer is not correctly registered.\n",
            ["RenderDoc's layer is not registered"],
        ),
        (
            "OSError: Cannot find Vulkan SDK version. Please ensure that it is installed\n",
            ["does not find the loader"],
        ),
        (
            "(app:1): Gsk-WARNING **: 1:2: Vulkan renderer: vkQueueSubmit(): VK_ERROR_DEVICE_LOST (-4)\n",
            ["GTK draws this window", "GSK_RENDERER=gl"],
        ),
    ],
)
def test_the_cause_and_the_change(text: str, parts: list[str]) -> None:
    """The first answer has both."""
    said = answer(text)

    assert [part for part in parts if part not in said] == []


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("ggml_vulkan: No devices found.\n" + LAMA, "built without"),
        ("Could NOT find Vulkan (missing: Vulkan_LIBRARY glslc)\n", "compiler for shaders"),
        (AMDVLK + "$ echo $AMD_VULKAN_ICD\nAMDVLK\n", "RADV's devices"),
        (CHAIN + DRIVERS + "$ echo $ENABLE_VKBASALT\n0\n", "vkBasalt is off"),
        (
            "XDG_DATA_DIRS=/var/lib/flatpak/exports/share:/usr/share\n"
            "validation layers requested, but not available!\n",
            "Flatpak",
        ),
        (FOUND + "game.exe: PE32 executable (GUI) Intel 80386\n", "the loader is installed"),
        ("Error: cannot open display: \n$ vulkaninfo --summary\n" + RTX, "linker refused"),
        ("$ adb devices\nNo devices were found\n", "nvidia-smi"),
        (
            "info:  Found device: Intel(R) HD Graphics 4000 (Mesa)\n"
            "info:    Skipping: Device does not support Vulkan 1.3\n"
            "info:  Found device: AMD Radeon RX 6600 (radv 24.1)\n",
            'uses "Intel',
        ),
        (CHAIN + DRIVERS, "nothing in it is of a loader"),
    ],
)
def test_texts_that_look_alike(text: str, never: str) -> None:
    """They have another cause, or none."""
    assert never not in answer(text)


@pytest.mark.parametrize(
    "text",
    [
        'I fixed "undefined reference to `vkCreateInstance\'" by linking.\n'
        "Selected GPU 0: AMD Radeon RX 580\n60 fps\n",
        "modprobe: ERROR: could not insert 'nvidia': Key was rejected by service\n$ vulkaninfo --summary\n"
        + RTX,
        "Error! Your kernel headers for kernel 6.9.0-old cannot be found at /lib/modules\n$ vulkaninfo\n"
        + RTX,
        "NVRM:  supported through the NVIDIA 470.xx Legacy drivers. \n$ vulkaninfo --summary\n" + RTX,
        "# blacklist nvidia\n" + RTX,
        "The README says: radv requires kernel 5.15 or newer. I have 6.8.\n" + RADV,
        "failed to connect to wayland display, falling back to X11\nSelected GPU 0: AMD Radeon RX 7600\n60 fps\n",
        "(app:1): Gdk-WARNING **: 1:2: vkAcquireNextImageKHR(): can still be used (VK_SUBOPTIMAL_KHR) (1000001003)\n",
        "D:\\Games\\EasyAntiCheat\\readme.txt loaded; error: none\nSelected GPU 0: AMD Radeon RX 580\n",
        f"$ apptainer exec --nv a.sif vulkaninfo --summary\n{RTX}",
    ],
)
def test_nothing_is_wrong(text: str) -> None:
    """No problem is made of what is over, quoted, or overcome by a later line."""
    assert not is_bad(text)


def test_a_module_that_is_refused_where_another_card_works() -> None:
    """The card of the refused module is still missing: a device of another maker does not show that it works."""
    refused = (
        "modprobe: ERROR: could not insert 'nvidia': Key was rejected by service\n$ vulkaninfo --summary\n"
    )

    assert "Secure Boot is on" in answer(refused + RADV)
    assert is_bad(refused + RADV)
