"""Tests of the tables that the drop-in library is built from: what it exports, what Python answers."""

import ast
import re
from pathlib import Path

from refloader.dropin.python.generated import commands
from refloader.model import registry

PACKAGE = Path(__file__).resolve().parents[2] / "refloader"
GENERATED = PACKAGE / "native" / "generated"

# What a loader for Linux exports beside the core commands.
WSI = {
    "vkAcquireNextImage2KHR",
    "vkAcquireNextImageKHR",
    "vkCreateDisplayModeKHR",
    "vkCreateDisplayPlaneSurfaceKHR",
    "vkCreateHeadlessSurfaceEXT",
    "vkCreateSharedSwapchainsKHR",
    "vkCreateSwapchainKHR",
    "vkCreateWaylandSurfaceKHR",
    "vkCreateXcbSurfaceKHR",
    "vkCreateXlibSurfaceKHR",
    "vkDestroySurfaceKHR",
    "vkDestroySwapchainKHR",
    "vkGetDeviceGroupPresentCapabilitiesKHR",
    "vkGetDeviceGroupSurfacePresentModesKHR",
    "vkGetDisplayModeProperties2KHR",
    "vkGetDisplayModePropertiesKHR",
    "vkGetDisplayPlaneCapabilities2KHR",
    "vkGetDisplayPlaneCapabilitiesKHR",
    "vkGetDisplayPlaneSupportedDisplaysKHR",
    "vkGetPhysicalDeviceDisplayPlaneProperties2KHR",
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
    "vkGetPhysicalDeviceDisplayProperties2KHR",
    "vkGetPhysicalDeviceDisplayPropertiesKHR",
    "vkGetPhysicalDevicePresentRectanglesKHR",
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormats2KHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkGetPhysicalDeviceWaylandPresentationSupportKHR",
    "vkGetPhysicalDeviceXcbPresentationSupportKHR",
    "vkGetPhysicalDeviceXlibPresentationSupportKHR",
    "vkGetSwapchainImagesKHR",
    "vkQueuePresentKHR",
}


class TestExports:
    """A loader exports every core command and the WSI commands that fit its platform, and nothing else."""

    def test_version_script_lists_core_and_wsi(self) -> None:
        """The linker is told exactly these names."""
        core = {name for name, command in registry.commands().items() if command.core}

        script = (GENERATED / "exports.map").read_text(encoding="utf-8")

        assert set(re.findall(r"^ {4}(vk\w+);$", script, re.M)) == core | WSI
        assert re.search(r"local:\n {4}\*;", script)


class TestSlowEntries:
    """What C hands to Python, Python answers."""

    def test_each_slow_entry_has_its_function(self) -> None:
        """The C and the table of Python functions name the same entries."""
        header = (GENERATED / "slow_entries.h").read_text(encoding="utf-8")

        symbols = re.findall(r"SLOW\((\w+), [01], \w+, [PW]+\)", header)

        assert sorted(symbols) == sorted(_python_entries())

    def test_every_surface_has_an_entry(self) -> None:
        """The entries name the commands of which the module of surfaces knows the windowing system."""
        assert _listed("entries.py", "SURFACE_COMMANDS") == _keys("devices/surfaces.py", "_PLATFORMS")


class TestExtensionIndices:
    """An instance has a byte for each instance extension, in the order of the generated list."""

    def test_every_instance_extension_has_an_index(self) -> None:
        """The list holds what the registry calls instance extensions, sorted."""
        assert list(commands.EXTENSIONS) == sorted(registry.instance_extensions())


def _python_entries() -> list[str]:
    """The keys of ENTRIES, read rather than imported: its module needs what only the library has."""
    surfaces = (f"terminator_{command}" for command in _listed("entries.py", "SURFACE_COMMANDS"))
    return [*_keys("entries.py", "ENTRIES"), *surfaces]


def _keys(file: str, table: str) -> list[str]:
    """The keys that are written out in a table of the runtime."""
    value = _value(file, table)
    assert isinstance(value, ast.Dict)
    return [str(key.value) for key in value.keys if isinstance(key, ast.Constant)]


def _listed(file: str, name: str) -> list[str]:
    """The texts of a tuple of the runtime."""
    return list(ast.literal_eval(_value(file, name)))


def _value(file: str, name: str) -> ast.expr:
    """What a name of a module of the runtime is bound to."""
    tree = ast.parse((PACKAGE / "dropin" / "python" / file).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and ast.unparse(node).startswith(
            (f"{name} =", f"{name}:")
        ):
            assert node.value is not None
            return node.value
    raise AssertionError(f"{file} has no {name}")
