"""Source code in a text, and what people tell of one fault: causes that they show, and texts that look like them."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

FAILS = "vkCreateInstance failed with VK_ERROR_INCOMPATIBLE_DRIVER\n"
MISSES = "vkCreateInstance returns VK_ERROR_EXTENSION_NOT_PRESENT\n"
INFO = "VkInstanceCreateInfo info{};\ninfo.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;\n"
CALL = "vkCreateInstance(&info, nullptr, &instance);\n"


def first(text: str) -> str:
    """Return the first sentence on a text."""
    return explained(read(text), ()).facts[0].text


class TestCode:
    """Source code is judged by what it has, and only where it fails."""

    def test_portability_is_missed_on_macos_alone(self) -> None:
        """Each driver of macOS is one for portability, and none of Linux."""
        assert "portability" in first(f"macOS 15\n{INFO}{CALL}{FAILS}")
        assert "portability" not in first(f"Ubuntu 24.04\n{INFO}{CALL}{FAILS}")

    def test_code_that_asks_for_portability_drivers_is_right(self) -> None:
        """Its failure has another cause."""
        flags = "info.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;\n"

        assert "the code" not in first(f"macOS 15\n{INFO}{flags}{CALL}{FAILS}")

    @pytest.mark.parametrize(
        "code",
        [
            "VkApplicationInfo a{};\na.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;\n",
            "VkApplicationInfo a = { VK_STRUCTURE_TYPE_APPLICATION_INFO };\n",
            "VkInstanceCreateInfo i = {\n    .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,\n};\n",
            "VkDebugUtilsMessengerCreateInfoEXT m{};\n"
            "m.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;\n",
        ],
    )
    def test_the_right_type_is_no_fault(self, code: str) -> None:
        """In each way of writing it; another type in its place is one."""
        assert "sType" not in first(code + FAILS)
        assert "sType" in first(
            code.replace("_CREATE_INFO", "_MADE").replace("APPLICATION_INFO", "MADE") + FAILS
        )

    @pytest.mark.parametrize(
        "code",
        [
            "VkInstanceCreateInfo ci{};\nci.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;\n"
            "VkDeviceCreateInfo ci{};\nci.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;\n",
            "VkDeviceCreateInfo dci = make(\nVkPhysicalDeviceFeatures2 f{\n"
            "    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,\n};\n",
            "VkDeviceCreateInfo dci = {\n    .pNext = &(VkPhysicalDeviceVulkan13Features){\n"
            "        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES },\n"
            "    .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,\n};\n",
            "VkInstanceCreateInfo info{};\n...\ninfo.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;\n",
            "VkInstanceCreateInfo info{};\n// info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;\n",
            "VkInstanceCreateInfo info{};\nvoid f(VkDeviceCreateInfo* info) {\n"
            "info->sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;\n",
            "VkInstanceCreateInfo info{};\ninfo.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;\n"
            "info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;\n",
        ],
    )
    def test_the_type_of_another_variable_is_no_fault(self, code: str) -> None:
        """Structures in others, functions with the same names, lines that are left out."""
        assert "sType" not in first(code + FAILS)

    def test_a_name_in_a_comment_or_a_sentence_is_none_of_a_list(self) -> None:
        """Only code asks for it."""
        call = 'const char* e[] = {"VK_KHR_ray_query"};\nvkCreateDevice(gpu, &ci, nullptr, &device);\n'

        for line in (
            '// by the instance: "VK_KHR_surface"',
            '/*\n "VK_KHR_surface"\n*/',
            'I have "VK_KHR_surface"',
        ):
            assert "the code" not in first(
                f"{line}\n{call}vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT\n"
            )

    @pytest.mark.parametrize("line", ["f is NULL", "it returned nullptr"])
    def test_a_function_is_missed_where_it_is_said_to_be_null(self, line: str) -> None:
        """With certainty only if the code has its list of extensions."""
        asked = 'auto f = vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT");\n'
        named = 'const char* e[] = {"VK_KHR_surface"};\n'

        assert "the code does not name" in first(f"{asked}{named}{line}\n")
        assert "in the text does not name" in first(f"{asked}{line}\n")
        assert "gets NULL" not in first(f"{asked}{CALL}it is not NULL\n{FAILS}")

    def test_extensions_of_instances_are_right_in_their_list(self) -> None:
        """Those of devices are not."""
        assert "VK_KHR_swapchain" in first(f'{INFO}const char* e[] = {{"VK_KHR_swapchain"}};\n{CALL}{MISSES}')
        assert "the code" not in first(f'{INFO}const char* e[] = {{"VK_KHR_surface"}};\n{CALL}{MISSES}')

    def test_a_loader_of_vulkan_1_1_takes_each_version(self) -> None:
        """Only one of Vulkan 1.0 refuses a later version."""
        code = f"app.apiVersion = VK_API_VERSION_1_3;\n{FAILS}"

        assert "Vulkan 1.0" in first(f"{code}libvulkan1 1.0.39\n")
        assert "Vulkan 1.0" not in first(f"{code}libvulkan1 1.1.70\n")


class TestTold:
    """What somebody tells counts as a fact, and not what is denied, over, or of something else."""

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("the game hangs, RTSSVkLayer64.dll is on the stack", "RTSSVkLayer64.dll"),
            ("Windows 11 over RDP: Vulkan finds no devices", "remote desktop"),
            (f"as a Windows service: {FAILS}", "session 0"),
            (f'set VK_DRIVER_FILES="C:\\d\\a.json"\n{FAILS}', "quotation marks"),
        ],
    )
    def test_what_is_told_is_the_cause(self, text: str, part: str) -> None:
        """It stands in the first sentence."""
        assert part in first(text)

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("removed RTSSVkLayer64.dll, no longer crashes", "RTSSVkLayer64.dll"),
            ("Windows 11, not over RDP: Vulkan finds no devices", "remote desktop"),
            ("our Windows service with Vulkan runs fine", "session 0"),
            (f'$env:VK_DRIVER_FILES="C:\\d\\a.json"\n{FAILS}', "quotation marks"),
            ("my old tablet has Mali-400, the new one Mali-G52, where Vulkan works", "Mali-400"),
            ("Mint, i7-4770 HD 4600, Vulkan 1.3 not supported", "AMD"),
        ],
    )
    def test_what_is_denied_is_none(self, text: str, part: str) -> None:
        """Nor what is over, or of another shell or card."""
        assert part not in first(text)

    def test_a_value_of_the_registry_is_left_only_if_its_file_is_gone(self) -> None:
        """Another folder is no matter of it."""
        key = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers\n"
        value = "    C:\\Old\\layer.json    REG_DWORD    0x0\n"

        assert "leftover" in first(f"{key}{value}the folder C:\\Old was deleted\n")
        assert "leftover" not in first(f"{key}{value}the folder C:\\Other was deleted\n")

    @pytest.mark.parametrize(
        "line",
        [
            "antivirus: the file was removed, but C:\\Old\\layer.json is still there",
            "Is it safe if C:\\Old\\layer.json is removed?",
            "The file that was missing is a.dll, and not C:\\Old\\layer.json",
            "The folder C:\\Old\\backup was removed. The file C:\\Old\\layer.json works",
        ],
    )
    def test_a_file_beside_what_is_gone_keeps_its_value(self, line: str) -> None:
        """Only a path of which itself the line says it."""
        key = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers\n"

        assert "leftover" not in first(f"{key}    C:\\Old\\layer.json    REG_DWORD    0x0\n{line}\n{FAILS}")

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            (f"I uninstalled VirtualBox. Windows 11, GTX 1060: {FAILS}", "guest"),
            (f"the Android emulator runs next to it. My Galaxy S21 phone: {FAILS}", "emulator"),
            (
                "AWS for CI; office PC, Windows 10, Microsoft Basic Display Adapter, GTX 1080: no devices",
                "cloud",
            ),
            (f"I stopped the Windows service SysMain. Windows 11: {FAILS}", "session 0"),
        ],
    )
    def test_what_stands_beside_it_is_no_place(self, text: str, part: str) -> None:
        """It is of another machine, or was there before."""
        assert part not in first(text)
