"""What ``refloader.inspect.logs`` reads of machines in posted texts: kernels, packages, cards, variables."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

NO_DRIVER = "vkCreateInstance: Found no drivers!\n"
SOFTWARE = "\tdeviceName         = llvmpipe (LLVM 17.0.6, 256 bits)\n"


def first(text: str) -> tuple[str, str]:
    """The first fact of a text, and its change."""
    fact = explained(read(text), []).facts[0]
    return fact.text, fact.change


@pytest.mark.parametrize(
    ("line", "cause", "change"),
    [
        (
            "NVRM:  supported through the NVIDIA 470.xx Legacy drivers. Please",
            "branch 470",
            "nvidia-driver-470",
        ),
        ("NVRM:  supported through the NVIDIA 390.xx Legacy drivers. Please", "no Vulkan", "OpenGL"),
        (
            "NVRM: installed in this system is not supported by open",
            "open kernel module",
            "closed kernel module",
        ),
        ("NVRM: nouveau, rivafb, nvidiafb or rivatv", "another module", "blacklist nouveau"),
        (
            "Error! Your kernel headers for kernel 6.8.0-45-generic cannot be found at /lib/modules",
            "6.8.0-45-generic",
            "linux-headers-6.8.0-45-generic",
        ),
        (
            "Error! Bad return status for module build on kernel: 6.12.1-arch1-1 (x86_64)",
            "6.12.1-arch1-1",
            "linux-lts",
        ),
        (
            "amdgpu 0000:03:00.0: amdgpu: Fatal error during GPU init",
            "amdgpu could not start",
            "linux-firmware",
        ),
        ("MESA-INTEL: warning: Unknown device id 0x64a0", "does not know this graphics card", "newer Mesa"),
        ("MESA: error: NVK requires Linux kernel version 6.6 or later", "kernel is older", "newer kernel"),
        ("KLD amdgpu.ko: depends on kernel - not available or version mismatch", "amdgpu.ko", "drm-kmod"),
        (
            "bwrap: setting up uid map: Permission denied",
            "no namespaces",
            "apparmor_restrict_unprivileged_userns",
        ),
        ("content[gpu-2404]  game:gpu-2404    -     -", "gpu-2404 has no slot", "snap connect"),
        (
            " mesa-vulkan-drivers : Depends: libllvm17t64 but it is not installable",
            "apt cannot install mesa-vulkan-drivers",
            "apt policy mesa-vulkan-drivers",
        ),
        (
            "vulkan-radeon: /usr/share/vulkan/icd.d/radeon_icd.x86_64.json exists in filesystem",
            "pacman does not install",
            "pacman -Qo",
        ),
        ("|   0  Tesla V100-PCIE-16GB           TCC  | 00000000:3B:00.0 Off |", "TCC", "-dm 0"),
        ("lsfg-vk: Lossless.dll not found in any of the known paths", "Lossless.dll", "Lossless Scaling"),
        (
            "E/vulkan  ( 8842): unable to load Vulkan HAL, falling back to stub HAL",
            "no driver for Vulkan",
            "-gpu host",
        ),
        ("MESA: error: Failed to load libd3d12.so", "libd3d12.so", "/usr/lib/wsl/lib"),
        ("err:d3d12: Device does not support feature level 12_0", "feature level 12_0", "update the driver"),
        ("4.4.0-19041-Microsoft\nwhy only llvmpipe", "WSL 1", "wsl --set-version"),
    ],
)
def test_a_line_that_is_a_cause_by_itself(line: str, cause: str, change: str) -> None:
    """Lines of the kernel, of package managers and of sandboxes, with and without what goes before them."""
    says, mends = first(f"Hi, since the update nothing works.\n{line}\n{NO_DRIVER}")

    assert cause in says
    assert change in mends


class TestMachines:
    """Conclusions that need several lines."""

    def test_freebsd_without_a_module(self) -> None:
        """The module follows the card that somebody names."""
        says, mends = first(
            f"FreeBSD 14.1, RX 580\n$ ls /dev/dri\nls: /dev/dri: No such file or directory\n{SOFTWARE}"
        )

        assert "FreeBSD's kernel" in says
        assert "kldload amdgpu" in mends

    def test_freebsd_with_a_node_of_another_group(self) -> None:
        """FreeBSD has its own command for groups."""
        says, mends = first(
            "FreeBSD 14\n$ ls -l /dev/drm\ncrw-rw----  1 root video 0x9e Mar  3 10:01 128\n"
            f"$ id\nuid=1001(kim) gid=1001(kim) groups=1001(kim),0(wheel)\n$ vkcube\n{SOFTWARE}"
        )

        assert "/dev/drm/128" in says
        assert mends == "sudo pw groupmod video -m kim, and log in again"

    def test_libraries_without_a_manifest(self) -> None:
        """A loader finds a driver by its manifest alone."""
        text = (
            "$ ls /usr/lib/x86_64-linux-gnu/libvulkan_*\n"
            "/usr/lib/x86_64-linux-gnu/libvulkan_intel.so  /usr/lib/x86_64-linux-gnu/libvulkan_radeon.so\n"
            f"$ ls /usr/share/vulkan/icd.d\n$ vulkaninfo\n{NO_DRIVER}"
        )

        says, mends = first(text)

        assert "no manifest names them" in says
        assert "--reinstall mesa-vulkan-drivers" in mends
        assert "no manifest" not in first(text.replace("icd.d\n", "icd.d\nradeon_icd.x86_64.json\n"))[0]

    def test_packages_without_a_driver(self) -> None:
        """A list of the packages for graphics shows what is missing."""
        says, mends = first(f"{NO_DRIVER}$ rpm -qa | grep mesa\nmesa-dri-drivers-24.1.7-1.fc40.x86_64\n")

        assert "mesa-vulkan-drivers is missing" in says
        assert "dnf install mesa-vulkan-drivers" in mends

    def test_a_module_for_another_kernel(self) -> None:
        """Ubuntu has a package of NVIDIA's module for each kernel."""
        says, mends = first(
            "$ uname -r\n6.8.0-49-generic\n$ dpkg -l | grep nvidia\n"
            f"ii  linux-modules-nvidia-535-6.8.0-48-generic 6.8.0-48.48 amd64 x\n$ vulkaninfo\n{SOFTWARE}"
        )

        assert "6.8.0-49-generic" in says
        assert "linux-modules-nvidia-535-6.8.0-49-generic" in mends

    def test_no_render_node(self) -> None:
        """Drivers for Vulkan do not open the node of the screen."""
        says, _ = first(
            f"$ ls -l /dev/dri\ncrw-rw---- 1 root video 226, 0 Oct  1 08:00 card0\n$ vulkaninfo\n{SOFTWARE}"
        )

        assert "no renderD128" in says

    def test_a_raspberry_pi_without_its_module(self) -> None:
        """config.txt loads the module of the card."""
        says, mends = first(
            f"$ cat /boot/firmware/config.txt\n#dtoverlay=vc4-kms-v3d\n$ vulkaninfo\n{SOFTWARE}"
        )

        assert "commented out" in says
        assert "config.txt" in mends

    def test_cards_without_vulkan(self) -> None:
        """No change brings what no driver has."""
        for card in ("Radeon HD 6450", "GeForce GT 430", "OpenGL renderer string: NVC1"):
            assert "has no driver for Vulkan" in first(f"{card}\n{NO_DRIVER}")[0], card
        for card in ("Radeon HD 7870", "GeForce GTX 1060", "OpenGL renderer string: NVE4"):
            assert "has no driver for Vulkan" not in first(f"{card}\n{NO_DRIVER}")[0], card

    def test_two_cards_and_the_wrong_one(self) -> None:
        """Which card a program takes is its own choice."""
        text = (
            "\tdeviceName         = Intel(R) Iris(R) Xe Graphics (TGL GT2)\n"
            "\tdeviceName         = NVIDIA GeForce RTX 3050 Laptop GPU\n"
        )

        says, mends = first(f"the game runs on the Intel gpu instead\n{text}")

        assert "the program's choice" in says
        assert "__NV_PRIME_RENDER_OFFLOAD=1" in mends
        assert "choice" not in first(text)[0]


class TestVariables:
    """Variables that do not do what they are set for."""

    @pytest.mark.parametrize(
        ("wrong", "right"),
        [
            ("VK_LOADER_LAYER_DISABLE", "VK_LOADER_LAYERS_DISABLE"),
            ("VK_ICD_FILENAME", "VK_ICD_FILENAMES"),
            ("VK_LAYERS_PATH", "VK_LAYER_PATH"),
            ("VK_INSTANCE_LAYER", "VK_INSTANCE_LAYERS"),
            ("VK_LOADER_DRIVER_SELECT", "VK_LOADER_DRIVERS_SELECT"),
        ],
    )
    def test_a_misspelt_one(self, wrong: str, right: str) -> None:
        """The right one is named, with the value."""
        says, mends = first(f"$ {wrong}=abc vkcube\n")

        assert f"no loader reads a variable {wrong}: it is called {right}" in says
        assert mends == f"set {right}=abc in its place"

    @pytest.mark.parametrize(
        "name", ["VK_SDK_PATH", "VK_LAYER_SETTINGS_PATH", "VK_DRIVER_FILES", "VK_LOADER_DEBUG"]
    )
    def test_one_that_somebody_reads(self, name: str) -> None:
        """It is not taken for another one."""
        assert "no loader reads" not in first(f"$ {name}=/a vkcube\n")[0]

    def test_one_that_the_loader_is_too_old_for(self) -> None:
        """The release is known, and which one first reads the variable."""
        says, _ = first("INFO: Vulkan Loader Version 1.3.204\n$ VK_LOADER_LAYERS_DISABLE=~all~ vkcube\n")

        assert "1.3.234" in says
        text = "INFO: Vulkan Loader Version 1.3.239\n$ VK_LOADER_LAYERS_DISABLE=~all~ vkcube\n"
        assert "1.3.234" not in first(text)[0]

    def test_a_filter_that_hides_the_layer(self) -> None:
        """The layer is there and is not listed."""
        missing = 'Layer "VK_LAYER_KHRONOS_validation" was not found but was requested by env var X!\n'

        says, _ = first(f"VK_LOADER_LAYERS_DISABLE=~all~\n{missing}")

        assert "turns every layer off" in says
        assert "turns" not in first(f"VK_LOADER_LAYERS_DISABLE=~implicit~\n{missing}")[0]

    def test_a_relative_path(self) -> None:
        """It counts from where the program is started."""
        missing = 'Layer "VK_LAYER_ME_test" was not found but was requested by env var X!\n'

        assert "relative path" in first(f"export VK_LAYER_PATH=./build/layers\n{missing}")[0]
        assert "relative path" not in first(f"export VK_LAYER_PATH=/build/layers\n{missing}")[0]

    def test_a_value_that_does_not_enable_a_layer(self) -> None:
        """The manifest says which value does."""
        manifest = (
            "$ cat /etc/vulkan/implicit_layer.d/a.json\n{\n"
            '"file_format_version": "1.1.2",\n"layer": {"name": "VK_LAYER_A_hud", "type": "GLOBAL",\n'
            '"library_path": "/a.so", "api_version": "1.3.0", "implementation_version": "1",\n'
            '"description": "x", "enable_environment": {"ENABLE_A_HUD": "1"},\n'
            '"disable_environment": {"NO_A": "1"}}\n}\n'
        )

        assert "only if ENABLE_A_HUD is 1" in first(f"$ ENABLE_A_HUD=true vkcube\n{manifest}")[0]


class TestMarks:
    """What forums put around code."""

    def test_code_between_backticks(self) -> None:
        """The marks are no part of a value, nor is the comma behind them."""
        log = read("I tried `export VK_LAYER_PATH=/usr/share/vulkan/explicit_layer.d`, and nothing changed\n")

        assert log.variables["VK_LAYER_PATH"] == "/usr/share/vulkan/explicit_layer.d"

    def test_the_quotation_of_the_linker_stays(self) -> None:
        """It begins with a backtick and ends with an apostrophe."""
        line = "/a/libx.so: /lib/libc.so.6: version `GLIBC_2.38' not found (required by /a/libx.so)\n"

        assert "GLIBC_2.38" in first(line)[0]


class TestHidingVariables:
    """Variables of other programs than loaders."""

    @pytest.mark.parametrize(
        ("variable", "does"),
        [
            ("WINEDLLOVERRIDES=winevulkan=d;mscoree=", "leave out its Vulkan"),
            ("__VK_LAYER_NV_optimus=NVIDIA_only", "leave out all cards"),
            ("DXVK_FILTER_DEVICE_UUID=0123", "leave out all cards"),
            ("NVIDIA_VISIBLE_DEVICES=void", "no card"),
        ],
    )
    def test_one_that_leaves_cards_out(self, variable: str, does: str) -> None:
        """It is the cause where no device is there, and nothing elsewhere."""
        text = f"$ env\n{variable}\n"

        assert does in first(f"{text}DXVK: No adapters found\n")[0]
        assert does not in first(text)[0]

    def test_a_filter_of_dxvk_that_fits_no_card(self) -> None:
        """The devices of the text decide."""
        found = "info:  Found device: NVIDIA GeForce RTX 4070 (NVIDIA 565.57.1)\nDXVK: No adapters found\n"

        assert "passes over every device" in first(f'DXVK_FILTER_DEVICE_NAME="RTX 3070"\n{found}')[0]
        assert "passes over every device" not in first(f'DXVK_FILTER_DEVICE_NAME="RTX 4070"\n{found}')[0]

    def test_a_session_of_remote_desktop(self) -> None:
        """Windows gives its own renderer there."""
        text = "deviceName = Microsoft Direct3D12 (Microsoft Basic Render Driver)\nNo suitable GPU found\n"

        assert "remote desktop" in first(f"in an RDP session on Windows 11\n{text}")[0]
        assert "remote desktop" not in first(f"on Windows 11\n{text}")[0]

    def test_a_flatpak_without_its_32_bit_part(self) -> None:
        """GL and GL32 are two extensions."""
        listed = "nvidia-560-35-03\torg.freedesktop.Platform.GL.nvidia-560-35-03\t\t1.4\tsystem\n"
        both = f"{listed}nvidia-560-35-03\torg.freedesktop.Platform.GL32.nvidia-560-35-03\t\t1.4\tsystem\n"

        assert "GL32.nvidia-560-35-03" in first(f"32-bit games fail\n{listed}")[1]
        assert "GL32" not in first(f"32-bit games fail\n{both}")[1]


class TestOutcomes:
    """What a text says of a program that works is no problem."""

    WORKS = "Selected GPU 0: AMD Radeon RX 5500 XT (RADV NAVI14), type: DiscreteGpu\n"
    GONE = "/home/g/.local/share/Steam/steamoverlayvulkanlayer.so: cannot open shared object file: No such file\n"

    def test_a_layer_that_is_left_out(self) -> None:
        """It is harmless where the program works without it."""
        fact = explained(read(self.GONE + self.WORKS), []).facts[0]

        assert "harmless" in fact.text
        assert not fact.bad
        assert "harmless" not in first(f"{self.GONE}vkCreateInstance: Found no drivers!\n")[0]

    def test_drivers_of_other_cards(self) -> None:
        """They say so at each start."""
        line = "TU: error: device /dev/dri/card1 (vc4) is not compatible with turnip (VK_ERROR_INCOMPATIBLE_DRIVER)\n"

        assert not any(fact.bad for fact in explained(read(line + self.WORKS), []).facts)

    def test_a_layer_that_hides_extensions(self) -> None:
        """Capture layers offer what they know."""
        chain = "<Application>\n||\nVK_LAYER_RENDERDOC_Capture\n||\n<Drivers>\n"
        lacks = "fatal: required device extension missing: VK_NV_low_latency2\n"

        assert "VK_LAYER_RENDERDOC_Capture" in first(chain + lacks)[0]
        assert "RENDERDOC" not in first(lacks)[0]

    def test_another_copy_in_the_cache_of_the_linker(self) -> None:
        """The first one counts."""
        cache = (
            "\tlibGLX_nvidia.so.0 (libc6,x86-64) => /opt/viz/lib64/libGLX_nvidia.so.0\n"
            "\tlibGLX_nvidia.so.0 (libc6,x86-64) => /lib64/libGLX_nvidia.so.0\n"
        )

        says, mends = first(f"{NO_DRIVER}$ ldconfig -p\n{cache}")

        assert "/opt/viz/lib64/libGLX_nvidia.so.0" in says
        assert "sudo ldconfig" in mends


class TestWhatIsNotTheCause:
    """What people mention beside the cause."""

    def test_a_card_that_is_not_there_any_more(self) -> None:
        """Another one is named, which has a driver."""
        assert "no driver for Vulkan" in first(f"my GeForce GTX 580\n{NO_DRIVER}")[0]
        assert "no driver for Vulkan" not in first(f"my GeForce GTX 580 died, now RTX 3060\n{NO_DRIVER}")[0]

    def test_a_container_in_which_it_works(self) -> None:
        """The host is asked about."""
        assert "--device /dev/dri" in first(f"in our Docker container:\n{NO_DRIVER}")[1]
        assert "--device /dev/dri" not in first(f"it works in a docker container, here not:\n{NO_DRIVER}")[1]

    def test_a_layer_that_was_switched_off_on_purpose(self) -> None:
        """Another problem of the text comes first."""
        facts = explained(read(f"DISABLE_MANGOHUD=1\nMANGOHUD=1\n{NO_DRIVER}"), []).facts

        assert facts[0].text.startswith("no driver is left")
        assert any("DISABLE_MANGOHUD=1 is set" in fact.text and not fact.bad for fact in facts)

    def test_a_device_that_is_no_graphics_card(self) -> None:
        """The kernel says of many devices that their module failed."""
        works = "Selected GPU 0: AMD Radeon RX 5500 XT (RADV NAVI14), type: DiscreteGpu\n"
        other = "[    3.1] i2c_hid probe of i2c-ELAN failed with error -121\n"
        card = "[    3.1] amdgpu: probe of 0000:03:00.0 failed with error -22\n"

        assert not any(fact.bad for fact in explained(read(works + other), []).facts)
        assert "amdgpu could not start" in first(card)[0]
