"""Kinds of posts that ``explain --log`` once missed or answered wrongly, each by a short text and one like it."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

ICD = "ERROR: [Loader Message] Code 0 : vkCreateInstance: Found no drivers!\n"
GONE = "libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
RADV = "GPU0:\n\tdeviceType = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU\n\tdeviceName = AMD Radeon RX 6800 XT (RADV NAVI21)\n"


def first(text: str) -> str:
    """The first fact of a text."""
    return explained(read(text), []).facts[0].text


def all_of(text: str) -> str:
    """All facts of a text and their changes."""
    return "\n".join(f"{fact.text} {fact.change}" for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (
            "# Problematic frame:\n# C  [libvulkan_radeon.so+0x2f4a10]\n",
            "the program crashed in libvulkan_radeon.so, which belongs to Mesa's driver",
        ),
        (
            "No compatible GPUs found for Cycles\nRequires AMD GPU\n",
            "this is no matter of Vulkan's loader and drivers: CUDA, OptiX, HIP, oneAPI and OpenCL have drivers",
        ),
        (
            "*** Segmentation fault\nLoaded libraries:\n\n/usr/lib/libvkBasalt.so\n/usr/lib/libc.so.6\n",
            "something failed, and refloader does not know why",
        ),
        (
            "DirectShow: failed to create instance (-4) of the filter graph\n",
            "the program could not make an instance of Vulkan",
        ),
        (
            "No compatible GPUs found for Cycles. Requires AMD GPU with RDNA architecture and HIP\n",
            "Blender's Cycles computes with HIP and not with Vulkan",
        ),
        (
            f"# proxmox, LXC unprivileged container\n{ICD}$ ls /dev/dri\n"
            "ls: cannot access '/dev/dri': No such file or directory\n",
            "no driver is left: vkCreateInstance fails; there is no /dev/dri here",
        ),
        (
            "VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.json vulkaninfo\n"
            "$ dpkg -s libvulkan1 | grep Version\nVersion: 1.2.162.0-1\n",
            "the loader is release 1.2.162, and VK_DRIVER_FILES is read from 1.3.207 on",
        ),
        (
            "$ cat /sys/module/nvidia_drm/parameters/modeset\nN\n"
            "[gamescope] [Error] vulkan: physical device doesn't support VK_EXT_physical_device_drm\n",
            "NVIDIA's driver runs without kernel mode setting (nvidia_drm's modeset is N)",
        ),
        (
            "Thread 0, Frame 0:\nvkEnumerateInstanceVersion(pApiVersion) returns VkResult VK_SUCCESS (0):\n",
            "the layer VK_LAYER_LUNARG_api_dump is in the program and writes each of its calls",
        ),
        (
            "$ OBS_VKCAPTURE=1 ./game\n$ ls /usr/share/vulkan/implicit_layer.d/\nMangoHud.x86_64.json\n"
            "$ vulkaninfo | grep VK_LAYER\nVK_LAYER_MANGOHUD_overlay_x86_64\n",
            "OBS_VKCAPTURE is set, and obs-vkcapture is not installed",
        ),
        (
            "terminator_CreateInstance: Received return code -3 from call to vkCreateInstance in ICD "
            "/usr/lib/libvulkan_radeon.so. Skipping this driver.\n$ lspci -k\n"
            "03:00.0 VGA compatible controller: Advanced Micro Devices Oland [Radeon HD 8570]\n"
            "\tKernel driver in use: radeon\n",
            "the kernel drives the card with its older module radeon",
        ),
        (
            "$ sudo ./renderer\n[renderer] layer VK_LAYER_mine_trace not available\n$ ./renderer\n"
            "[renderer] layer VK_LAYER_mine_trace enabled\n$ env | grep VK\nVK_ADD_LAYER_PATH=/home/u/trace\n",
            "sudo does not pass VK_ADD_LAYER_PATH on to the program that it starts",
        ),
        (
            "panthor fb000000.gpu: Direct firmware load for arm/mali/arch10.8/mali_csffw.bin failed with error -2\n"
            "GPU0:\n\tdeviceName = llvmpipe (LLVM 19.1.7, 128 bits)\n",
            'the kernel found no firmware "arm/mali/arch10.8/mali_csffw.bin"',
        ),
        (
            "msm_dpu ae01000.display: Direct firmware load for qcom/a660_sqe.fw failed with error -2\n"
            "GPU0:\n\tdeviceName = llvmpipe (LLVM 19.1.7, 128 bits)\n",
            'the kernel found no firmware "qcom/a660_sqe.fw"',
        ),
        (
            "$ VK_LOADER_DEBUG=driver nix run nixpkgs#vkcube\nDRIVER: Searching for driver manifest files\n"
            "DRIVER:    In following locations:\nDRIVER:       /home/u/.config/vulkan/icd.d\n"
            "DRIVER:       /run/opengl-driver/share/vulkan/icd.d\nDRIVER:    Found no files\n"
            "ERROR | DRIVER: vkCreateInstance: Found no drivers!\n",
            "the program is of Nix, whose loader finds drivers by /run/opengl-driver alone",
        ),
    ],
)
def test_what_comes_first(text: str, begins: str) -> None:
    """The cause that the lines show together, and not the failure that follows from it."""
    assert first(text).startswith(begins)


def test_the_firmware_of_a_board_is_in_no_package_for_cards() -> None:
    """The packages that Debian has for AMD's cards are proposed for those alone."""
    line = "gpu: Direct firmware load for {} failed with error -2\n" + ICD

    assert "firmware-amd-graphics" in all_of(line.format("amdgpu/navi31_gpu.bin"))
    assert "firmware-amd-graphics" not in all_of(line.format("arm/mali/arch10.8/mali_csffw.bin"))


@pytest.mark.parametrize(
    ("library", "of_file", "lacking"),
    [
        ("libGLX_nvidia.so.0", "64", "install the 32-bit build of libGLX_nvidia.so.0"),
        ("/usr/lib/libGLX_nvidia.so.0", "32", "install the 64-bit build of libGLX_nvidia.so.0"),
    ],
)
def test_a_library_that_is_said_to_fail_again_is_for_the_other_word_size_alone(
    library: str, of_file: str, lacking: str
) -> None:
    """The loader says after the linker that the same library failed, which is no second cause.

    The linker names the class of the file, which is not that of the program.
    """
    text = (
        f"ID=fedora\n[Vulkan Loader] ERROR | DRIVER:   {library}: wrong ELF class: ELFCLASS{of_file}\n"
        "[Vulkan Loader] ERROR | DRIVER:   loader_icd_scan: Failed loading library associated with ICD JSON "
        f"{library}. Ignoring this JSON\n"
        "[Vulkan Loader] ERROR | DRIVER:   vkCreateInstance: Found no drivers!\n"
    )

    assert f'"{library}" is for programs of the other word size' in first(text)
    assert lacking in all_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "panthor fb000000.gpu: Direct firmware load for arm/mali/arch10.8/mali_csffw.bin failed with error -2\n"
        "GPU0:\n\tdeviceName = Mali-G610 (Panfrost)\n",
        "msm_dpu ae01000.display: Direct firmware load for qcom/a660_sqe.fw failed with error -2\n"
        "GPU0:\n\tdeviceName = Turnip Adreno (TM) 690\n",
        "msm_dpu ae01000.display: Direct firmware load for qcom/a660_sqe.fw failed with error -2\n"
        "msm_dpu ae01000.display: [drm:adreno_request_fw [msm]] loaded qcom/a660_sqe.fw from new location\n"
        "GPU0:\n\tdeviceName = llvmpipe (LLVM 19.1.7, 128 bits)\n",
    ],
)
def test_firmware_that_a_board_has_after_all(text: str) -> None:
    """The kernel looks again once the disk is there; where the board's device is listed, it found the firmware."""
    assert "firmware" not in all_of(text)


SDK = "/home/u/vulkan/1.4.328.1/x86_64"


@pytest.mark.parametrize(
    ("searched", "is_proposed"),
    [
        ("", True),
        (f"$ export LD_LIBRARY_PATH={SDK}/lib\n", False),
        ("$ export LD_LIBRARY_PATH=$VULKAN_SDK/lib\n", False),
    ],
)
def test_the_libraries_of_an_sdk_whose_manifests_are_named(searched: str, is_proposed: bool) -> None:
    """A manifest of an SDK has the bare name of its library, which the linker looks for in its own folders."""
    text = (
        f"$ export VK_ADD_LAYER_PATH={SDK}/share/vulkan/explicit_layer.d\n{searched}"
        "$ VK_INSTANCE_LAYERS=VK_LAYER_LUNARG_api_dump vkcube\nERROR: [Loader Message] Code 0 : "
        "libVkLayer_api_dump.so: cannot open shared object file: No such file or directory\n"
    )

    assert (f'add "{SDK}/lib" to LD_LIBRARY_PATH' in all_of(text)) is is_proposed


@pytest.mark.parametrize(
    ("folder", "library"),
    [
        ("/home/u/src/vulkan/build", "libVkLayer_api_dump.so"),
        (SDK, "libVkLayer_mine.so"),
        (SDK, "libVkLayer_MESA_device_select.so"),
    ],
)
def test_a_library_that_is_of_no_sdk(folder: str, library: str) -> None:
    """The folder of an SDK's libraries is proposed for those that an SDK has, and for no other build's folder."""
    text = (
        f"$ export VK_LAYER_PATH=/home/u/mine:{folder}/share/vulkan/explicit_layer.d\n$ vkcube\n"
        f"ERROR: [Loader Message] Code 0 : {library}: cannot open shared object file: No such file or directory\n"
    )

    assert "LD_LIBRARY_PATH" not in all_of(text)


SEARCHED = (
    "DRIVER: Searching for driver manifest files\n"
    "DRIVER:    In following locations:\nDRIVER:       /run/opengl-driver/share/vulkan/icd.d\n"
)
OF_NIX = "$ nix run nixpkgs#vkcube\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{OF_NIX}{SEARCHED}DRIVER:    Found the following files:\n"
        "DRIVER:       /run/opengl-driver/share/vulkan/icd.d/radeon_icd.x86_64.json\n",
        f"{OF_NIX}{SEARCHED}"
        "DRIVER: Found ICD manifest file /run/opengl-driver/share/vulkan/icd.d/a.json, version 1.0.1\n",
        f"$ nix run github:nix-community/nixGL#nixVulkanIntel -- vkcube\n{SEARCHED}DRIVER:    Found no files\n",
    ],
    ids=["files", "files that the text leaves out", "by nixGL"],
)
def test_nixos_that_has_drivers_is_not_told_of_nixgl(text: str) -> None:
    """A loader of Nix that finds manifests lacks none, and one that nixGL starts has its drivers."""
    assert "nixGL, which" not in all_of(text + ICD)


def test_a_search_whose_end_the_text_leaves_out() -> None:
    """That a search found nothing is said without a doubt only where the loader says so."""
    doubt = "found no manifest, as far as the text shows"

    assert doubt in all_of(OF_NIX + SEARCHED + ICD)
    assert doubt not in all_of(f"{OF_NIX}{SEARCHED}DRIVER:    Found no files\n{ICD}")


def test_the_driver_of_a_card_that_was_taken_out() -> None:
    """Debian leaves the manifest of a package that is removed; without that line the library may be wanted."""
    removed = f"{GONE}{RADV}rc  nvidia-vulkan-icd  535.1  amd64  driver\n"

    assert "harmless" in first(removed)
    assert "sudo apt purge nvidia-vulkan-icd" in all_of(removed)
    assert "harmless" not in all_of(f"{GONE}{RADV}ii  nvidia-vulkan-icd  535.1  amd64  driver\n")


def test_a_message_of_qt_is_no_fault() -> None:
    """Qt tries several names; another library that is missing is a fault."""
    line = "qt.vulkan: Failed to load vulkan: Cannot load library {0}: ({0}: cannot open shared object file: No)\n"

    assert not any(fact.bad for fact in explained(read(line.format("vulkan")), []).facts)
    assert "the dynamic linker refused" in all_of(line.format("/opt/libacme.so"))


MANIFEST = """$ cat /etc/vulkan/implicit_layer.d/cap.json
{{
  "file_format_version": "1.1.2",
  "layer": {{"name": "VK_LAYER_ACME_cap", "type": "GLOBAL", "library_path": "{}", "api_version": "1.3.0",
    "implementation_version": "1", "description": "d", "disable_environment": {{"NO_CAP": "1"}}}}
}}
"""


def test_the_folder_of_a_library_is_another_one_now() -> None:
    """A listing that has the folder's name is no reason."""
    manifest = MANIFEST.format("/opt/capture_1.31/lib/libcap.so")

    assert first(f"{manifest}$ ls /opt\ncapture_1.35\n").endswith(
        "has no capture_1.31: there is capture_1.35"
    )
    assert "there is" not in all_of(f"{manifest}$ ls /opt\ncapture_1.31\n")


def test_a_library_of_windows_in_a_manifest_of_linux() -> None:
    """No loader of Linux can load it, whatever else is wrong with the manifest."""
    assert "its library is one of Windows" in first(MANIFEST.format(".\\\\Cap64.dll"))
    assert "of Windows" not in all_of(MANIFEST.format("libcap.so"))
    in_wine = MANIFEST.replace("/etc/vulkan", "~/.wine/drive_c/Game").format(".\\\\Cap64.dll")
    assert "of Windows" not in all_of(in_wine)


def test_a_library_that_is_missing_is_not_to_be_copied() -> None:
    """Its path with .. in it and the one that the text says to be missing are the same file."""
    text = (
        "ls: cannot access '/home/u/.local/lib/libcap.so': No such file or directory\n"
        "/home/u/.local/share/vulkan/implicit_layer.d/../../../lib/libcap.so: cannot open shared object file: No "
        "such file or directory\n$ ls -l ~/.local/lib/libcap.so\n"
    )

    assert "cp " not in all_of(text)


NO_HAL = 'E/vulkan  ( 2201): no hal driver loaded: hw_get_module("vulkan") failed\n'


def test_a_device_of_android_without_a_driver() -> None:
    """No package brings one there, and no variable of a loader is read."""
    text = f"{NO_HAL}E/Unity   ( 2201): vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"

    assert "the driver is part of the device's system" in all_of(text)
    assert "mesa-vulkan-drivers" not in all_of(text)
    assert "VK_DRIVER_FILES" not in all_of(text)
    assert "device's system" not in all_of("Unity: vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n")


def test_what_a_layer_in_an_apk_lacks() -> None:
    """The library that it needs comes with the APK, too."""
    layer = "/data/app/~~x/com.ex.app-1/lib/arm64/libVkLayer_own.so"
    lacks = 'dlopen failed: library "libc++_shared.so" not found'
    text = f"E vulkan: failed to load layer library '{layer}': {lacks}\n"

    assert "put libc++_shared.so into the APK" in all_of(text)
    assert "put libc++_shared.so into the APK" not in all_of(text.replace("/data/app/~~x", "/opt"))


def test_variables_of_windows_in_a_text_without_other_paths() -> None:
    """Packages of Linux are no advice there."""
    text = (
        "set VK_LAYER_PATH={}\nset VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation\n"
        "vkCreateInstance failed VK_ERROR_LAYER_NOT_PRESENT\n"
    )

    assert "apt install" not in all_of(text.format("C:\\VulkanSDK\\Bin"))
    assert "it comes with the Vulkan SDK" in all_of(text.format("C:\\VulkanSDK\\Bin"))
    assert "apt install" in all_of(text.partition("\n")[2])


def test_a_plugin_of_qt_that_cannot_be_loaded() -> None:
    """It may lack a library where a display is there; that no display is reached is said where the text says so."""
    plugin = 'qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "" even though it was found.\n'

    assert "a library that the plugin needs is missing" in first(plugin)
    assert "reaches no X server" not in all_of(plugin)
    assert "reaches no X server" in all_of(f"qt.qpa.xcb: could not connect to display\n{plugin}")
