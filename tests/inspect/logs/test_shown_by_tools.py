"""Causes that lines of tools show, each beside a text that is like it and shows none."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read


def facts(text: str) -> list[Fact]:
    """The facts of a text."""
    return list(explained(read(text), []).facts)


def all_of(text: str) -> str:
    """All sentences and changes of a text."""
    return "\n".join(f"{each.text}\n{each.change}" for each in facts(text))


class TestLibraryOfNvidia:
    """A library of NVIDIA's is missing, and another maker's card is used."""

    OF_AMD = "Selected GPU 0: AMD Radeon RX 7600 (RADV NAVI33), type: DiscreteGpu\n"

    @pytest.mark.parametrize(
        "refused",
        [
            "libGLX_nvidia.so.0: cannot open shared object file: No such file or directory",
            "libGLX_nvidia.so.0: cannot open shared object file: Permission denied",
            "/usr/lib/libGLX_nvidia.so.0: undefined symbol: _nv018gl",
            "/home/nvidia/libVkLayer_mine.so: cannot open shared object file: No such file or directory",
        ],
    )
    def test_is_no_leftover(self, refused: str) -> None:
        """The machine may have a card of NVIDIA's beside it, which the text does not show."""
        text = f"ERROR:             {refused}\n{self.OF_AMD}"

        assert "manifest of NVIDIA's driver is there" not in all_of(text)
        assert "removed" not in all_of(text)

    MISSING = (
        "ERROR:             libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
    )

    def test_what_helps_without_its_card(self) -> None:
        """The change has both: the library, and for a machine without NVIDIA's card the manifest."""
        found = facts(self.MISSING + self.OF_AMD)

        assert found[0].bad
        assert found[0].change.startswith("install the package that has libGLX_nvidia.so.0")
        assert "a machine without a card of NVIDIA's needs neither" in found[0].change

    @pytest.mark.parametrize(
        "text",
        [
            MISSING + "Selected GPU 0: NVIDIA GeForce RTX 3060, type: DiscreteGpu\n",
            MISSING.replace("libGLX_nvidia.so.0", "libnvidia-ml.so.1") + OF_AMD,
            MISSING + "ERROR:             vkCreateInstance: Found no drivers!\n",
        ],
    )
    def test_no_word_on_a_machine_without_it(self, text: str) -> None:
        """NVIDIA's card is used, no manifest names the library, or no other card is used."""
        assert "needs neither" not in all_of(text)


class TestNodesWithoutTheirGroup:
    """Device nodes that a user namespace shows as nobody's."""

    REFUSED = "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"
    LISTED = (
        "root@ct:~# ls -l /dev/dri\ntotal 0\ncrw-rw---- 1 {owner} 226, 128 Mar  3 18:11 renderD128\n"
        "root@ct:~# id\nuid=0(root) gid=0(root) groups=0(root)\n"
    )

    def test_a_group_that_is_not_mapped(self) -> None:
        """No group in the container helps, and no device option of Docker."""
        found = facts(self.LISTED.format(owner="nobody nogroup") + self.REFUSED)

        assert found[0].change.startswith("give the container the node with its group on the host")

    @pytest.mark.parametrize(
        "text",
        [
            LISTED.format(owner="nobody nogroup").replace("rw----", "rw-rw-") + REFUSED,
            LISTED.format(owner="nobody nogroup")
            + REFUSED.replace("Permission denied", "Operation not permitted"),
            LISTED.format(owner="nobody nogroup")
            + REFUSED.replace("Permission denied", "No such file or directory"),
            "$ flatpak run --command=bash org.a.B\n" + LISTED.format(owner="nobody nobody") + REFUSED,
            "$ docker run -it --device /dev/dri ubuntu bash\n"
            + LISTED.format(owner="nobody nogroup")
            + REFUSED,
            "$ apptainer exec a.sif bash\n" + LISTED.format(owner="nobody nogroup") + REFUSED,
        ],
    )
    def test_another_reason_or_place(self, text: str) -> None:
        """Anybody may open the node, it is not there, a rule of the kernel refuses it, or all nodes are nobody's."""
        assert "with its group on the host" not in all_of(text)

    def test_a_group_that_is(self) -> None:
        """A node of the group render is passed on as it is."""
        found = facts(self.LISTED.format(owner="root render") + self.REFUSED)

        assert "nogroup" not in found[0].text
        assert "with its group on the host" not in found[0].change


class TestTwoBuildsOfOneDriver:
    """One card is two devices."""

    DEVICE = (
        "GPU{0}:\n\tdeviceName         = AMD Radeon RX 5700 (RADV NAVI10)\n\tdriverName         = radv\n"
        "\tdriverInfo         = {1}\n\tdeviceUUID         = 00000000-0{2}00-0000-0000-000000000000\n"
    )
    READ = 'DRIVER:            Found ICD manifest file {0}/vulkan/icd.d/radeon_icd.x86_64.json, version "1.0.0"\n'

    def test_their_manifests_are_named(self) -> None:
        """The system's build is the one that is kept."""
        read_both = self.READ.format("/usr/local/share") + self.READ.format("/usr/share")

        found = facts(
            self.DEVICE.format(0, "Mesa 22.3.6", 3) + self.DEVICE.format(1, "Mesa 23.1.0", 3) + read_both
        )

        assert "is one card and listed twice" in found[0].text
        assert found[0].change.startswith(
            "remove the build that is not wanted (/usr/local/share/vulkan/icd.d/"
        )

    def test_a_variable_names_both(self) -> None:
        """The variable keeps one of them."""
        paths = "/usr/share/vulkan/icd.d/r.json:/opt/mesa/icd.d/r.json"

        found = facts(
            f"VK_DRIVER_FILES={paths}\n"
            + self.DEVICE.format(0, "Mesa 22.3.6", 3)
            + self.DEVICE.format(1, "Mesa 23.1.0", 3)
        )

        assert found[0].change.endswith("export VK_DRIVER_FILES=/usr/share/vulkan/icd.d/r.json")

    def test_manifests_that_the_text_does_not_show(self) -> None:
        """The change says how to find them."""
        found = facts(self.DEVICE.format(0, "Mesa 22.3.6", 3) + self.DEVICE.format(1, "Mesa 23.1.0", 3))

        assert found[0].change.startswith("see which manifests they have")

    def test_two_cards_of_one_kind(self) -> None:
        """They have numbers of their own, and one build."""
        text = self.DEVICE.format(0, "Mesa 24.1.1", 3) + self.DEVICE.format(1, "Mesa 24.1.1", 4)

        assert "listed twice" not in all_of(text)

    @pytest.mark.parametrize(
        "text",
        [
            "GPU id = {0} (a)\n deviceName = RX 6600\n driverName = radv\n driverInfo = Mesa {1}\n",
            "Host:\n deviceName = RX 6600\n driverName = radv\n driverInfo = Mesa {1}\n deviceUUID = 0-1\n",
            "GPU id = 0 (a)\n deviceName = RX 6600\n driverName = radv\n driverInfo = Mesa {1}\n deviceUUID = 0-1\n",
        ],
    )
    def test_without_numbers(self, text: str) -> None:
        """Without the numbers of the card and of its places in one list, the lists may be of two machines or runs."""
        assert "listed twice" not in all_of(text.format(0, 23) + text.format(1, 24))

    def test_two_lists(self) -> None:
        """The same card before and after an update is one card."""
        before = "$ vulkaninfo --summary\n" + self.DEVICE.format(0, "Mesa 22.3.6", 3)
        after = "$ vulkaninfo --summary\n" + self.DEVICE.format(0, "Mesa 23.1.0", 3)

        assert "listed twice" not in all_of(before + after)


class TestOverrideLayer:
    """The configurator's override layer has the search for explicit layers go elsewhere."""

    FOUND = (
        "LAYER:                Found the following files:\n"
        "LAYER:                   /home/j/.local/share/vulkan/implicit_layer.d/VkLayer_override.json\n"
    )
    PATHS = "WARNING:           Override layer has override paths set to /home/j/VulkanSDK/explicit_layer.d\n"
    FAILED = "vkCreateInstance failed: VK_ERROR_LAYER_NOT_PRESENT\n"
    HEAD = "LAYER:             Searching for implicit layer manifest files\n"

    def test_a_layer_without_a_name(self) -> None:
        """What is left of the configurator is the cause, and not the program."""
        found = facts(self.HEAD + self.FOUND + self.PATHS + self.FAILED)

        assert found[0].text.startswith("the override layer of the configurator (vkconfig)")
        assert found[0].change.endswith(
            "rm /home/j/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
        )

    def test_no_layer_is_missing(self) -> None:
        """An override layer alone is no problem."""
        assert "is not found there" not in all_of(self.HEAD + self.FOUND + self.PATHS)

    @pytest.mark.parametrize(
        "text",
        [
            "$ vkcube --validate\n" + FAILED + PATHS,
            PATHS + "$ vkcube --validate\n" + FAILED,
            PATHS.replace("/home/j/VulkanSDK", "C:\\VulkanSDK") + FAILED,
        ],
    )
    def test_another_run_or_system(self, text: str) -> None:
        """The override layer was not there when the layer was missing, or is no file of Linux."""
        assert "is not found there" not in all_of(text)

    def test_no_override(self) -> None:
        """A layer that is missing for another reason."""
        assert "configurator" not in facts(self.FAILED)[0].text


class TestTracedLibrary:
    """``strace`` shows one place of a search."""

    def test_is_no_reason(self) -> None:
        """The search may go on in lines that the text leaves out."""
        text = (
            'openat(AT_FDCWD, "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json", O_RDONLY) = 5\n'
            'openat(AT_FDCWD, "/opt/app/lib/libvulkan_radeon.so", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or '
            "directory)\n"
        )

        assert "libvulkan_radeon.so" not in all_of(text)


class TestResultsThatNothingReturned:
    """A result in a rule, in code that tests for it, or by hearsay is no failure."""

    @pytest.mark.parametrize(
        "line",
        [
            "When does vkQueueSubmit return VK_ERROR_DEVICE_LOST?",
            "vkCreateInstance may return VK_ERROR_INCOMPATIBLE_DRIVER if no driver is there",
            "if (r == VK_ERROR_DEVICE_LOST) {",
            "case VK_ERROR_OUT_OF_DEVICE_MEMORY:",
            "    } else if (vkQueueSubmit(q, 1, &s, f) != VK_ERROR_DEVICE_LOST) {",
            "return VK_ERROR_DEVICE_LOST;",
        ],
    )
    def test_is_no_failure(self, line: str) -> None:
        """The text has nothing that failed."""
        assert "stopped working" not in all_of(line)
        assert "no driver is left" not in all_of(line)
        assert "no memory left" not in all_of(line)

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("vkQueueSubmit returned VK_ERROR_DEVICE_LOST", "stopped working"),
            ("if I start the game: vkQueueSubmit: VK_ERROR_DEVICE_LOST", "stopped working"),
            ("it crashes when vkQueueSubmit returns VK_ERROR_DEVICE_LOST", "stopped working"),
            ("I can't start the game, vkQueueSubmit returned VK_ERROR_DEVICE_LOST", "stopped working"),
            ("When launching Doom, vkQueueSubmit returns VK_ERROR_DEVICE_LOST", "stopped working"),
            ("Could not go on, vkQueueSubmit returned VK_ERROR_DEVICE_LOST", "stopped working"),
            ("Does anyone have an idea? vkQueueSubmit returns VK_ERROR_DEVICE_LOST", "stopped working"),
            ("Must be the update, since then vkQueueSubmit returns VK_ERROR_DEVICE_LOST", "stopped working"),
            ("After ten minutes it can fail with VK_ERROR_DEVICE_LOST", "stopped working"),
            (
                "Somewhere in the console it says VK_ERROR_DEVICE_LOST and the window closes",
                "stopped working",
            ),
            ("// 12:03:11 vkQueueSubmit: VK_ERROR_DEVICE_LOST", "stopped working"),
            ("return value: VK_ERROR_INCOMPATIBLE_DRIVER", "no driver is left"),
            ("Why does vkCreateInstance return VK_ERROR_INCOMPATIBLE_DRIVER", "no driver is left"),
        ],
    )
    def test_is_one(self, line: str, says: str) -> None:
        """What a program returned is a failure, in a sentence too."""
        assert says in all_of(line)


class TestWordsBeforeTheLinkers:
    """The linker's words behind a word that is no file name no library."""

    def test_a_title(self) -> None:
        """The last word of a title is no library."""
        assert "refused load" not in all_of("My layer won't load: cannot open shared object file")

    @pytest.mark.parametrize("name", ["libfoo.so.1", "libMyLayer", "libmylayer", "mylayer"])
    def test_a_library(self, name: str) -> None:
        """A library is, without the end of its name too."""
        text = f"{name}: cannot open shared object file: No such file or directory"

        assert facts(text)[0].text.startswith(f"the dynamic linker refused {name}")
        assert facts(f"ERROR:             {text}")[0].text.startswith(f"the dynamic linker refused {name}")


class TestLibrariesOfLayers:
    """A layer's library that cannot be opened, where the program works."""

    FAILED = (
        'LAYER:             Insert instance layer "VK_LAYER_A_b" (libVkLayer_b.so)\n'
        "ERROR:             libVkLayer_b.so: cannot open shared object file: No such file or directory\n"
        "ERROR:             loader_create_instance_chain: Failed opening layer library libVkLayer_b.so\n"
        "Selected GPU 0: AMD Radeon RX 6600 (RADV NAVI23), type: DiscreteGpu\n"
    )

    @pytest.mark.parametrize(
        "setting",
        [
            "VK_INSTANCE_LAYERS=VK_LAYER_A_b",
            "VK_LOADER_LAYERS_ENABLE=VK_LAYER_A_b",
            "VK_LOADER_LAYERS_ENABLE='*_a_*'",
            "VK_LOADER_LAYERS_ENABLE='~all~'",
        ],
    )
    def test_one_that_is_asked_for(self, setting: str) -> None:
        """A layer that a variable asks for is wanted, so that its loss is a problem; it is said once."""
        text = f"$ {setting} vkcube\n{self.FAILED}"

        found = facts(text)

        assert found[0].bad
        assert "libVkLayer_b.so" in found[0].text
        assert "an error:" not in all_of(text)

    def test_one_that_nobody_asks_for(self) -> None:
        """Without it, the program works."""
        assert "harmless" in facts(self.FAILED)[0].text

    def test_an_error_of_windows(self) -> None:
        """The number says that the file is not there."""
        found = facts(
            'ERROR: loader_open_layer_file: Failed to open library "C:\\Cam\\.\\camvk64.dll" with error code 126\n'
        )

        assert "error 126 is that the file, or one that it needs, is not there" in found[0].change


class TestSystems:
    """What the rest of a text shows of the machine."""

    LLVMPIPE = "\tdeviceName         = llvmpipe (LLVM 15.0.7, 256 bits)\n"

    def test_wsl_without_dzn(self) -> None:
        """WSL has no /dev/dri, and needs none."""
        found = facts(
            "5.15.146.1-microsoft-standard-WSL2\n$ ls /dev/dri\n"
            "ls: cannot access '/dev/dri': No such file or directory\n" + self.LLVMPIPE
        )

        assert "only Mesa's driver dzn reaches the graphics card" in found[0].text

    def test_a_card_without_vulkan_gets_no_driver(self) -> None:
        """No second sentence says to install one."""
        text = (
            "OpenGL: renderer: Mesa Intel HD Graphics 3000 (SNB GT2)\n$ vulkaninfo\nGPU0:\n" + self.LLVMPIPE
        )

        assert "has no driver for Vulkan" in facts(text)[0].text
        assert "install the driver" not in all_of(text)

    def test_the_module_of_nvidia_is_not_there(self) -> None:
        """With the libraries of NVIDIA's driver, nouveau is not what to load."""
        card = (
            "$ lspci -k\n01:00.0 VGA compatible controller: NVIDIA Corporation TU116 [GeForce GTX 1660 SUPER]\n"
            "\tKernel modules: nouveau\n"
        )
        failed = "vkcube: vkEnumeratePhysicalDevices reported zero accessible devices.\n"
        packages = "$ pacman -Q | grep nvidia\nnvidia-utils 560.35.03-3\n"

        assert "modprobe nouveau" in all_of(card + failed)
        assert "install NVIDIA's module for this kernel" in all_of(card + packages + failed)

    @pytest.mark.parametrize(
        "package", ["nvidia-gpu-firmware-2024-1.fc40.noarch", "nvidia-settings-550-1.x86_64"]
    )
    def test_packages_without_libraries(self, package: str) -> None:
        """Firmware and settings are no libraries."""
        text = (
            "$ lspci -k\n01:00.0 VGA compatible controller: NVIDIA Corporation TU116 [GeForce GTX 1660 SUPER]\n"
            f"\tKernel modules: nouveau\n$ rpm -qa | grep nvidia\n{package}\n"
            "vkcube: vkEnumeratePhysicalDevices reported zero accessible devices.\n"
        )

        assert "of which the text has the libraries" not in all_of(text)

    @pytest.mark.parametrize(
        ("name", "package"),
        [("libwayland-client.so.0", "libwayland-client0"), ("libvkd3d.so.1", "apt-file search")],
    )
    def test_which_package_has_it(self, name: str, package: str) -> None:
        """The package is named where it is known."""
        found = facts(
            f"wine: error while loading shared libraries: {name}: cannot open shared object file: No such file or "
            "directory\n"
        )

        assert package in found[0].change
        assert "manifest" not in found[0].change

    def test_a_library_of_the_program_itself(self) -> None:
        """A program that does not start for want of a library of its own has no problem with a manifest."""
        found = facts(
            "steamwebhelper: error while loading shared libraries: libnss3.so: cannot open shared object file: "
            "No such file or directory\n"
        )

        assert found[0].text.endswith("is not there: no matter of Vulkan")
        assert "manifest" not in found[0].change

    @pytest.mark.parametrize("name", ["libLLVM.so.18.1", "libnvidia-glcore.so.535.154.05"])
    def test_a_library_of_a_driver(self, name: str) -> None:
        """The same words on a part of a driver are one of Vulkan's."""
        found = facts(
            f"vkcube: error while loading shared libraries: {name}: cannot open shared object file: "
            "No such file or directory\n"
        )

        assert "no matter of Vulkan" not in found[0].text

    def test_debians_packages_for_32_bit_programs(self) -> None:
        """Debian has NVIDIA's 32-bit driver in nvidia-driver-libs, which apt installs, and not dnf."""
        found = facts(
            '$ dpkg -l | grep -E "nvidia-vulkan-icd|libvulkan1"\n'
            "ii  libvulkan1:amd64  1.4.309.0-1 amd64 Vulkan loader library\n"
            "ii  nvidia-vulkan-icd:amd64 550.163.01-2 amd64 NVIDIA Vulkan installable client driver (ICD)\n"
            "32-bit game: err:vulkan:wine_vulkan_init Failed to load libvulkan.so.1\n"
        )

        assert found[0].change.endswith("sudo apt install libvulkan1:i386 nvidia-driver-libs:i386")


class TestCardsThatAreNamed:
    """A text of which nothing is of a loader, and which names a card."""

    def test_vulkan_is_no_problem(self) -> None:
        """No driver is to be installed where nothing is said to be missing."""
        found = facts("HP Omen, RTX 3060, Ubuntu 23.10. In Vulkan games temps are 95 degrees.\n")

        assert found[0].change == ""

    @pytest.mark.parametrize(
        "words",
        [
            "Vulkan games do not start.",
            "Baldur's Gate needs Vulkan. What is to be installed?",
            "The entry Vulkan in the settings disappeared.",
            "Vulkan freezes at the first frame.",
            "I want to use Vulkan.\nIt is not available.",
        ],
    )
    def test_vulkan_is_one(self, words: str) -> None:
        """The change is under the condition that the card is not listed."""
        found = facts(f"HP Omen, RTX 3060, Ubuntu 23.10. {words}\n")

        assert "install NVIDIA's driver" in found[0].change

    def test_the_card_in_the_mode_for_computing(self) -> None:
        """The command is for that card, by its number."""
        found = facts(
            "|   1  NVIDIA RTX A4000             TCC   | 00000000:41:00.0 Off |                  Off |\n"
        )

        assert found[0].text.startswith("the card NVIDIA RTX A4000 runs in the mode TCC")
        assert found[0].change.startswith("nvidia-smi -g 1 -dm 0")

    def test_a_card_without_vulkan_beside_another_one(self) -> None:
        """The driver to install is that of the other card."""
        found = facts(
            "$ lspci | grep VGA\n"
            "00:02.0 VGA compatible controller: Intel Corporation 2nd Generation Core Processor Family Integrated "
            "Graphics Controller (rev 09)\n"
            "06:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Ellesmere [Radeon RX 580]\n"
            "$ ls /usr/share/vulkan/icd.d\nlvp_icd.x86_64.json\n"
            "$ vulkaninfo --summary | grep deviceName\n\tdeviceName         = llvmpipe (LLVM 17.0.6, 256 bits)\n"
        )

        assert "Ellesmere" in found[0].text
        assert not any("2nd Generation" in each.text for each in found)

    def test_a_card_older_than_vulkan_is_said_once(self) -> None:
        """It needs no driver of Mesa's."""
        text = (
            "$ lspci | grep VGA\n00:02.0 VGA compatible controller: Intel Corporation 2nd Generation Core Processor "
            "Family Integrated Graphics Controller (rev 09)\n$ vulkaninfo\n"
            "ERROR:             vkCreateInstance: Found no drivers!\n"
        )

        assert "older than Vulkan" in facts(text)[0].text
        assert "before Ivy Bridge" not in all_of(text)
        assert "libvulkan_intel.so" not in all_of(text)

    def test_ubuntus_package_where_no_distribution_is_shown(self) -> None:
        """Debian's package is not Ubuntu's."""
        found = facts(
            "my RTX 4060 is not listed\n"
            "ERROR:             libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
            "ERROR:             vkCreateInstance: Found no drivers!\n"
        )

        assert (
            "apt install nvidia-vulkan-icd on Debian, apt install libnvidia-gl-NNN on Ubuntu"
            in found[0].change
        )


class TestPlacesOfDrivers:
    """What brings a driver, by where the program runs."""

    NONE = "ERROR:             vkCreateInstance: Found no drivers!\n"

    def test_a_container_of_a_jetson(self) -> None:
        """Its runtime brings the driver, and no package of Mesa does."""
        found = facts(
            "$ docker run --rm -it nvcr.io/nvidia/l4t-base:r35.4.1\n# apt install -y vulkan-tools\n"
            + self.NONE
        )

        assert found[0].change.startswith("start the container with --runtime nvidia")
        assert "mesa-vulkan-drivers" not in all_of(
            "$ docker run --rm -it nvcr.io/nvidia/l4t-base:r35.4.1\n# apt install -y vulkan-tools\n"
            + self.NONE
        )

    def test_termux(self) -> None:
        """The device's own driver is got by a loader of its own."""
        found = facts(
            "~ $ vulkaninfo\n"
            + self.NONE
            + "~ $ ls $PREFIX/share/vulkan/icd.d\nls: cannot access "
            + "'/data/data/com.termux/files/usr/share/vulkan/icd.d': No such file or directory\n"
        )

        assert found[0].change.startswith("pkg install vulkan-loader-android")

    def test_a_value_that_is_left_out(self) -> None:
        """Dots stand for a value and are none."""
        assert '"..."' not in all_of("VK_DRIVER_FILES=... is set\n" + self.NONE)

    @pytest.mark.parametrize(
        ("name", "on_device"),
        [
            ("VK_EXT_debug_utils", False),
            ("VK_EXT_metal_surface", False),
            ("VK_KHR_get_surface_capabilities2", False),
            ("VK_EXT_swapchain_colorspace", False),
            ("VK_KHR_get_physical_device_properties2", False),
            ("VK_KHR_ray_query", True),
            ("VK_EXT_debug_marker", True),
            ("VK_EXT_validation_cache", True),
        ],
    )
    def test_whose_extension_is_missing(self, name: str, on_device: bool) -> None:
        """An extension of instances is no matter of the device's driver."""
        text = all_of(f"VK_ERROR_EXTENSION_NOT_PRESENT: {name}\n")

        assert ("the driver of the device lacks" in text) is on_device
