"""Tests of refloader.model.registry, of its generator and of the C headers."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from refloader.model import registry
from refloader.model.request import Build

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = ROOT / "tools" / "generate.py"
NATIVE = ROOT / "refloader" / "native"
VK_REGISTRY = NATIVE / "generated" / "vk_registry.h"
LOADER_INTERFACE = NATIVE / "include" / "loader_interface.h"

# What the loader interface adds to the registry, and where the system's headers declare it.
INTERFACE_LAYOUTS = {
    "VkNegotiateLayerInterface": [
        "sType",
        "pNext",
        "loaderLayerInterfaceVersion",
        "pfnGetInstanceProcAddr",
        "pfnGetDeviceProcAddr",
        "pfnGetPhysicalDeviceProcAddr",
    ],
    "VkLayerInstanceLink": ["pNext", "pfnNextGetInstanceProcAddr", "pfnNextGetPhysicalDeviceProcAddr"],
    "VkLayerDeviceLink": ["pNext", "pfnNextGetInstanceProcAddr", "pfnNextGetDeviceProcAddr"],
    "VkLayerInstanceCreateInfo": ["sType", "pNext", "function", "u", "u.layerDevice.pfnLayerDestroyDevice"],
    "VkLayerDeviceCreateInfo": ["sType", "pNext", "function", "u.pLayerInfo", "u.pfnSetDeviceLoaderData"],
    "VK_LOADER_DATA": ["loaderMagic", "loaderData"],
}
INTERFACE_NUMBERS = [
    "LAYER_NEGOTIATE_UNINTIALIZED",
    "LAYER_NEGOTIATE_INTERFACE_STRUCT",
    "VK_LAYER_LINK_INFO",
    "VK_LOADER_DATA_CALLBACK",
    "VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK",
    "VK_LOADER_FEATURES",
    "VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING",
    "ICD_LOADER_MAGIC",
]


class TestExtensions:
    """The registry says of each extension whether an instance or a device enables it, and what it brings."""

    def test_surface_is_an_instance_extension(self) -> None:
        """VK_KHR_surface is enabled on an instance and brings five commands."""
        surface = registry.extension("VK_KHR_surface")

        assert surface is not None
        assert surface.kind == "instance"
        assert surface.spec_version == 25
        assert surface.commands == (
            "vkDestroySurfaceKHR",
            "vkGetPhysicalDeviceSurfaceSupportKHR",
            "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
            "vkGetPhysicalDeviceSurfaceFormatsKHR",
            "vkGetPhysicalDeviceSurfacePresentModesKHR",
        )

    def test_swapchain_is_a_device_extension(self) -> None:
        """VK_KHR_swapchain is enabled on a device and needs VK_KHR_surface."""
        swapchain = registry.extension("VK_KHR_swapchain")

        assert swapchain is not None
        assert swapchain.kind == "device"
        assert swapchain.depends == "VK_KHR_surface"

    def test_platform_and_promotion_are_known(self) -> None:
        """An extension of one platform names it; one that became core names the version."""
        xlib = registry.extension("VK_KHR_xlib_surface")
        properties2 = registry.extension("VK_KHR_get_physical_device_properties2")

        assert xlib is not None
        assert xlib.platform == "xlib"
        assert properties2 is not None
        assert properties2.promoted_to == "VK_VERSION_1_1"

    @pytest.mark.parametrize("name", ["", "VK_KHR_Surface", "VK_NOBODY_nothing", "VK_KHR_surface\0"])
    def test_other_names_are_unknown(self, name: str) -> None:
        """A name that the registry does not hold gives None."""
        assert registry.extension(name) is None

    def test_instance_extensions_are_those_of_that_kind(self) -> None:
        """The set of instance extensions holds debug_utils and not swapchain."""
        names = registry.instance_extensions()

        assert "VK_EXT_debug_utils" in names
        assert "VK_KHR_swapchain" not in names

    def test_extensions_name_only_known_commands(self) -> None:
        """Every command of an extension is a command of the registry and names that extension."""
        strays = [
            (extension.name, name)
            for extension in registry.extensions().values()
            for name in extension.commands
            if extension.name not in registry.commands()[name].extensions
        ]

        assert strays == []


class TestCommands:
    """The first parameter of a command decides its level; versions and extensions bring it."""

    @pytest.mark.parametrize(
        ("name", "level"),
        [
            ("vkCreateInstance", "global"),
            ("vkEnumerateInstanceVersion", "global"),
            ("vkGetInstanceProcAddr", "instance"),
            ("vkCreateDebugUtilsMessengerEXT", "instance"),
            ("vkCreateDevice", "physical device"),
            ("vkGetDeviceProcAddr", "device"),
            ("vkSetDebugUtilsObjectNameEXT", "device"),
            ("vkQueueSubmit", "device"),
            ("vkCmdDraw", "device"),
        ],
    )
    def test_level_follows_the_first_parameter(self, name: str, level: str) -> None:
        """Queues and command buffers belong to the device, also for an instance extension."""
        command = registry.command(name)

        assert command is not None
        assert command.level == level

    def test_core_version_is_the_one_that_brought_the_command(self) -> None:
        """A core command names its version, an alias of an extension none."""
        core = registry.command("vkGetPhysicalDeviceProperties2")
        alias = registry.command("vkGetPhysicalDeviceProperties2KHR")

        assert core is not None
        assert (core.core, core.extensions, core.alias) == ("1.1", (), None)
        assert alias is not None
        assert alias.core is None
        assert alias.extensions == ("VK_KHR_get_physical_device_properties2",)
        assert alias.alias == "vkGetPhysicalDeviceProperties2"

    def test_two_extensions_can_bring_one_command(self) -> None:
        """vkAcquireNextImage2KHR comes with the swapchain and with device groups."""
        command = registry.command("vkAcquireNextImage2KHR")

        assert command is not None
        assert command.extensions == ("VK_KHR_device_group", "VK_KHR_swapchain")

    def test_unknown_command_is_none(self) -> None:
        """A name that the registry does not hold gives None."""
        assert registry.command("vkNothing") is None


class TestRegistryAsWhole:
    """The registry is read once and cannot be changed by its users."""

    def test_header_version_is_the_pinned_one(self) -> None:
        """The data come from registry 1.4.366."""
        assert registry.header_version() == "1.4.366"

    def test_the_reference_says_it_is_of_that_version(self) -> None:
        """The version of the reference is that of the registry its tables come from."""
        assert str(Build().version) == registry.header_version()

    def test_results_have_their_numbers(self) -> None:
        """Results are found by name."""
        assert registry.results()["VK_SUCCESS"] == 0
        assert registry.results()["VK_ERROR_INCOMPATIBLE_DRIVER"] == -9

    def test_rows_are_shared_and_read_only(self) -> None:
        """Two reads give the same mapping, which refuses a new row."""
        assert registry.extensions() is registry.extensions()
        with pytest.raises(TypeError):
            registry.extensions()["VK_MINE"] = None  # type: ignore[index]


class TestGenerator:
    """The generated files are what the generator makes of the pinned registry."""

    def test_generated_files_are_up_to_date(self) -> None:
        """A check of the checked-in files finds nothing to change."""
        _need_registry_package()

        run = _run([sys.executable, str(GENERATOR), "--check"])

        assert (run.returncode, run.stdout) == (0, "")

    def test_a_missing_file_is_found_by_the_check(self, tmp_path: Path) -> None:
        """The check fails, and writes nothing, where the files do not exist."""
        _need_registry_package()
        copy = tmp_path / "tools" / "generate.py"
        shutil.copytree(GENERATOR.parent, copy.parent)

        run = _run([sys.executable, str(copy), "--check"])

        assert run.returncode == 1
        assert "vk_registry.h is stale" in run.stdout
        assert not (tmp_path / "refloader").exists()


class TestHeaders:
    """The C headers give every structure and number the value that the ABI has."""

    def test_sizes_on_a_64_bit_machine(self, tmp_path: Path) -> None:
        """Well-known structures have their well-known sizes."""
        _need_compiler()
        if sys.maxsize < 2**32:
            pytest.skip("the sizes are those of a 64-bit machine")
        expected = {
            "sizeof(VkInstanceCreateInfo)": 64,
            "sizeof(VkDeviceCreateInfo)": 72,
            "sizeof(VkExtensionProperties)": 260,
            "sizeof(VkLayerProperties)": 520,
            "sizeof(VkPhysicalDeviceProperties)": 824,
            "sizeof(VkPhysicalDeviceFeatures)": 220,
            "sizeof(VkPhysicalDeviceMemoryProperties)": 520,
            "sizeof(VkNegotiateLayerInterface)": 48,
            "sizeof(VkLayerInstanceCreateInfo)": 40,
            "sizeof(VkLayerDeviceCreateInfo)": 32,
            "VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO": 47,
            "VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO": 48,
            "ICD_LOADER_MAGIC": 0x01CDC0DE,
        }

        found = _evaluate(tmp_path, [str(LOADER_INTERFACE)], list(expected))

        assert found == expected

    def test_registry_header_agrees_with_the_system(self, tmp_path: Path) -> None:
        """Every structure and number that the system's header also has is laid out in the same way."""
        system = _system_header("vulkan_core.h")
        known = set(re.findall(r"\w+", system.read_text(encoding="utf-8")))
        text = VK_REGISTRY.read_text(encoding="utf-8")
        layouts = {name: members for name, members in _layouts(text).items() if name in known}
        numbers = [name for name in re.findall(r"^ {4}(VK_\w+) = ", text, re.M) if name in known]
        asked = _questions(layouts, numbers)

        ours = _evaluate(tmp_path, [str(VK_REGISTRY)], asked)

        assert ours == _evaluate(tmp_path, [str(system)], asked)
        assert len(layouts) > 30
        assert len(numbers) > 150

    def test_interface_header_agrees_with_the_system(self, tmp_path: Path) -> None:
        """The loader interface's structures are those of vk_layer.h and vk_icd.h."""
        system = [str(_system_header(name)) for name in ("vk_layer.h", "vk_icd.h")]
        asked = _questions(INTERFACE_LAYOUTS, INTERFACE_NUMBERS)

        ours = _evaluate(tmp_path, [str(LOADER_INTERFACE)], asked)

        assert ours == _evaluate(tmp_path, system, asked)


def _need_registry_package() -> None:
    try:
        found = version("vulkan-object")
    except PackageNotFoundError:
        pytest.skip("the package vulkan-object is not installed")
    if found != "1.4.366":
        pytest.skip(f"vulkan-object 1.4.366 is needed, {found} is installed")


def _need_compiler() -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler (Debian: gcc)")


def _system_header(name: str) -> Path:
    """A header of the system, or of the folder that VULKAN_INCLUDE_DIR names; skips when there is none."""
    _need_compiler()
    header = Path(os.environ.get("VULKAN_INCLUDE_DIR", "/usr/include"), "vulkan", name)
    if not header.is_file():
        pytest.skip(f"{header} does not exist (package libvulkan-dev)")
    return header


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def _layouts(header: str) -> dict[str, list[str]]:
    structs = re.findall(r"typedef (?:struct|union) (\w+) \{\n(.*?)\n\} \1;", header, re.S)
    return {name: re.findall(r"(\w+)(?:\[\w+\])*;", body) for name, body in structs}


def _questions(layouts: dict[str, list[str]], numbers: list[str]) -> list[str]:
    sizes = [f"sizeof({name})" for name in layouts]
    offsets = [f"offsetof({name}, {member})" for name, members in layouts.items() for member in members]
    return [*sizes, *offsets, *numbers]


def _evaluate(folder: Path, headers: list[str], expressions: list[str]) -> dict[str, int]:
    """The value of each C expression, once these headers are included."""
    rows = (f'    printf("%lld\\n", (long long)({expression}));' for expression in expressions)
    includes = (f'#include "{header}"' for header in headers)
    lines = [*includes, "#include <stddef.h>", "#include <stdio.h>", "int main(void) {", *rows, "}"]
    source = folder / "ask.c"
    source.write_text("\n".join(lines), encoding="utf-8")
    root = str(Path(headers[0]).parent.parent)
    built = _run(["cc", "-std=c11", "-I", root, str(source), "-o", str(folder / "ask")])
    assert built.returncode == 0, built.stderr
    answers = _run([str(folder / "ask")]).stdout.split()
    return dict(zip(expressions, map(int, answers), strict=True))
