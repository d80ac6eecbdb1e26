"""Texts on Flatpak, snap, cards that are absent or old, and crashes of overlays; and texts that look like them."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

REFUSED = (
    "ERROR:            loader_scanned_icd_add: Could not get 'vkCreateInstance' via "
    "'vk_icdGetInstanceProcAddr' for ICD libGLX_nvidia.so.0\n"
)
INTEL = "Selected GPU 0: Intel(R) UHD Graphics 620 (KBL GT2), type: IntegratedGpu\n"
FAILED = "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"
PLUGS = "$ snap connections mygame\nInterface  Plug            Slot  Notes\n"
FLATPAK = (
    "$ flatpak override --user --show com.valvesoftware.Steam\n[Environment]\nMANGOHUD=1\n"
    "$ flatpak list | grep -iE 'mango|steam'\nSteam\tcom.valvesoftware.Steam\t1.0.0.79\tstable\tsystem\n"
)
UNREAL = "Unhandled Exception: EXCEPTION_ACCESS_VIOLATION reading address 0x0000000000000018\n\n"
ANDROID = (
    "$ adb shell settings get global gpu_debug_app\ncom.acme.gamedemo\n"
    "$ adb shell settings get global gpu_debug_layers\nVK_LAYER_KHRONOS_validation\n"
)
MISSING = "03-11 10:22:41.514 14021 14047 I AcmeGame: validation layers requested, but not available\n"
ARCH = (
    "GPU0:\n\tdeviceName = llvmpipe (LLVM 17.0.6, 256 bits)\n"
    "c4:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Phoenix1 (rev c4)\n"
)
WINDOWS = "Failed to load Vulkan library.\nOS: Windows 10 64-bit\nCard name: Intel(R) HD Graphics 2500\n"
METAL = (
    "ERROR:            dlopen(/usr/local/lib/libMoltenVK.dylib, 0x0005): Symbol not found: "
    "_MTLCopyAllDevicesWithObserver\n"
)
PRESENTS = "vkcube: ./cube/cube.c:3411: demo_init_vk_swapchain: Assertion `!err' failed.\n"
NO_DRI3 = "vulkan: No DRI3 support detected - required for presentation\n"
REQUESTED = "  what():  validation layers requested, but not available!\n"
OF_SDK = "VkLayer_api_dump.json  VkLayer_khronos_validation.json\n"
NARROW = (
    "game.exe: PE32 executable (GUI) Intel 80386, for MS Windows\n"
    "vkEnumeratePhysicalDevices reported zero accessible devices.\n$ dpkg -l | grep libnvidia-gl\n"
)
LOST = (
    "ERROR:             libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
    "ERROR:             vkCreateInstance: Found no drivers!\n"
)


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
        (
            PLUGS + "opengl     mygame:opengl   -     -\n" + FAILED,
            ["plug opengl", "snap connect mygame:opengl"],
        ),
        (FLATPAK, ["MangoHud is switched on", "VulkanLayer.MangoHud"]),
        (UNREAL + "EOSOVH_Win64_Shipping\nvulkan_1\n", ["Epic Games overlay", "VK_LAYER_EOS_Overlay"]),
        (UNREAL + "RTSSVkLayer64!vkGetInstanceProcAddr()\nvulkan_1\n", ["RivaTuner", "DISABLE_RTSS_LAYER=1"]),
        ("Faulting module name: medal-hook64.dll, version: 4.1\n", ["belongs to Medal", "~implicit~"]),
        (
            ANDROID
            + "V GraphicsEnvironment: com.acme.game is not listed in per-application setting\n"
            + MISSING,
            ["what runs is com.acme.game", "gpu_debug_app com.acme.game"],
        ),
        (
            ARCH + "$ pacman -Qs vulkan\nlocal/vulkan-icd-loader 1.3.279-1\nlocal/vulkan-swrast 1:24.0.5-1\n",
            ["vulkan-swrast alone", "sudo pacman -S vulkan-radeon"],
        ),
        (
            REQUESTED + "$ ls ~/vulkan/1.3.280.1/x86_64/share/vulkan/explicit_layer.d\n" + OF_SDK,
            ["has layers of an SDK", "source ~/vulkan/1.3.280.1/setup-env.sh"],
        ),
        (
            "$ QT_QPA_PLATFORM=offscreen ./viewer\nQVulkanInstance: Failed to initialize Vulkan\n"
            "This plugin does not support createPlatformVulkanInstance\n",
            ["platform plugin", "QT_QPA_PLATFORM=xcb"],
        ),
        (
            "panic: could not load libvulkan.so: libvulkan.so: cannot open shared object file: No such file\n",
            ["libvulkan.so", "libvulkan-dev"],
        ),
        (
            NARROW + "ii  libnvidia-gl-550:amd64  550.120-0ubuntu0.24.04.1  amd64  NVIDIA\n",
            ["libnvidia-gl-550:i386"],
        ),
        (WINDOWS, ["HD Graphics 2500 has no Vulkan on Windows", "OpenGL or Direct3D"]),
        (METAL, ["newer macOS than this one", "older MoltenVK"]),
        (NO_DRI3 + PRESENTS, ["no DRI3", "MESA_VK_WSI_DEBUG=sw"]),
        ("$ apptainer exec a.sif vulkaninfo\n" + LOST, ["libGLX_nvidia.so.0", "apptainer exec --nv"]),
        (
            "$ env | grep VK\nVK_INSTANCE_LAYERS=VK_LAYER_LUNARG_standard_validation\n"
            "vkCreateInstance failed: VK_ERROR_LAYER_NOT_PRESENT\n",
            ["no SDK has any more", "unset VK_INSTANCE_LAYERS"],
        ),
        (
            "[1:1:ERROR:gpu_init.cc(523)] '--ozone-platform=wayland' is not compatible with Vulkan. Consider "
            "switching\n",
            ["under X11 alone", "--ozone-platform=x11"],
        ),
        (
            "Error loading shared library libvulkan.so.1: No such file\n/ # cat /etc/alpine-release\n3.19\n",
            ["libvulkan.so.1", "apk add vulkan-loader"],
        ),
    ],
)
def test_what_is_meant(text: str, parts: list[str]) -> None:
    """The first sentence has the cause, its change the way out."""
    found = answer(text)

    assert [part for part in parts if part not in found] == [], found
    assert is_bad(text)


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        (PLUGS + "opengl     mygame:opengl   :opengl     -\n" + FAILED, "not connected"),
        (PLUGS + "opengl     otherapp:opengl   -     -\n" + FAILED, "not connected"),
        (
            "$ env | grep VK\nVK_ICD_FILENAMES=/opt/gone.json\n"
            + PLUGS
            + "opengl     mygame:opengl   -     -\n"
            + FAILED,
            "not connected",
        ),
        (
            "$ env | grep VK\nVK_INSTANCE_LAYERS=VK_LAYER_LUNARG_core_validation\n"
            "vkCreateInstance failed: VK_ERROR_LAYER_NOT_PRESENT\n",
            "no SDK has any more",
        ),
        (PLUGS + "audio-playback  mygame:audio-playback   -     -\n" + FAILED, "not connected"),
        (
            FLATPAK + "MangoHud\torg.freedesktop.Platform.VulkanLayer.MangoHud\t0.8\t24.08\tsystem\n",
            "is switched on",
        ),
        (FLATPAK.replace("mango|steam", "chrome"), "is switched on"),
        (UNREAL + "Game_Win64_Shipping!UWorld::Tick()\nEOSOVH_Win64_Shipping\n", "Epic Games"),
        ("Faulting module name: medallion.dll, version: 1.0\n", "Medal"),
        (
            ANDROID
            + "V GraphicsEnvironment: com.android.systemui is not listed in per-application setting\n"
            + MISSING,
            "what runs is",
        ),
        (
            ANDROID + "V GraphicsEnvironment: com.acme.gamedemo is not listed in per-application setting\n"
            "V GraphicsEnvironment: com.acme.shop is not listed in per-application setting\n" + MISSING,
            "what runs is",
        ),
        (
            ARCH + "$ pacman -Qs vulkan\nlocal/vulkan-radeon 1:24.0.5-1\nlocal/vulkan-swrast 1:24.0.5-1\n",
            "alone is installed",
        ),
        (
            ARCH.replace("Advanced Micro Devices, Inc. [AMD/ATI] Phoenix1", "NVIDIA Corporation GA104")
            + "$ pacman -Qs vulkan\nlocal/vulkan-swrast 1:24.0.5-1\n",
            "alone is installed",
        ),
        (REQUESTED + "$ ls /usr/share/vulkan/explicit_layer.d\n" + OF_SDK, "of an SDK"),
        (REQUESTED + "$ ls ~/sdk/x86_64/share/vulkan/explicit_layer.d\nls: cannot access\n", "of an SDK"),
        (
            "$ export VK_LAYER_PATH=/opt/sdk/x86_64/share/vulkan/explicit_layer.d\n"
            + REQUESTED
            + "$ ls /opt/sdk/x86_64/share/vulkan/explicit_layer.d\n"
            + OF_SDK,
            "of an SDK",
        ),
        (
            NARROW + "ii  libnvidia-gl-550:amd64  550.120-0ubuntu0.24.04.1  amd64  NVIDIA\n"
            "ii  libnvidia-gl-550:i386  550.120-0ubuntu0.24.04.1  i386  NVIDIA\n",
            "is not among",
        ),
        ("panic: libvulkan.so.1: cannot open shared object file: No such file\n", "libvulkan-dev"),
        (WINDOWS + "Card #1 name: NVIDIA GeForce GTX 1050\n", "no other driver"),
        (WINDOWS.replace("HD Graphics 2500", "UHD Graphics 620"), "no Vulkan on Windows"),
        (METAL.replace("_MTLCopyAllDevicesWithObserver", "_vkFooBar"), "newer macOS than this one"),
        ("$ docker run --gpus all a vulkaninfo\n" + LOST, "apptainer"),
        (
            "$ env | grep VK\nVK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation\n"
            "vkCreateInstance failed: VK_ERROR_LAYER_NOT_PRESENT\n",
            "no SDK has any more",
        ),
    ],
)
def test_what_looks_alike(text: str, absent: str) -> None:
    """Another cause, or none, and not that sentence."""
    facts = explained(read(text), []).facts

    assert [fact.text for fact in facts if absent in fact.text + fact.change] == []


@pytest.mark.parametrize(
    "wish",
    [
        "$ prime-run vkcube\n",
        "my NVIDIA card is not used\n$ nvidia-smi\nNVIDIA-SMI has failed because it couldn't communicate\n",
        "01:00.0 3D controller: NVIDIA Corporation GP108M [GeForce MX150] (rev a1)\n",
        "$ env | grep NV\n__NV_PRIME_RENDER_OFFLOAD=1\n",
        "$ __NV_PRIME_RENDER_OFFLOAD=1 vkcube\n",
        "the game always runs on the Intel GPU\n",
        "my dGPU does not show up\n",
        "Why is the dedicated card missing?\n",
        "my laptop has a GTX 1650 and only Intel is listed\n",
    ],
)
def test_a_driver_that_refuses_is_a_problem_where_its_card_is_wanted(wish: str) -> None:
    """What asks for the card, or shows that it is there, makes the refusal one."""
    assert is_bad(wish + REFUSED + INTEL)


def test_a_driver_that_refuses_is_none_where_another_card_is_used() -> None:
    """NVIDIA's driver is installed without a card, or its card is off."""
    assert not is_bad("$ vkcube\n" + REFUSED + INTEL)
    assert "harmless" in answer("$ vkcube\n" + REFUSED + INTEL)


def test_a_driver_that_refuses_is_a_problem_where_the_processor_is_what_is_left() -> None:
    """The processor is no card that programs use instead."""
    assert is_bad(REFUSED + "Selected GPU 0: llvmpipe (LLVM 17.0.6, 256 bits), type: Cpu\n")
