"""The names that policy tests ask for."""

from refloader.scenario.registered import (
    commands_of,
    commands_of_device_extensions,
    commands_of_level,
    core_commands,
    device_extensions,
    elsewhere,
    missing,
    present,
    rows,
)

NAMES, HOMES = ["vkA", "vkB"], ["libplain.so", ""]


def test_of_the_core() -> None:
    """By version and levels."""
    assert core_commands("1.1", "instance", "global") == [
        "vkEnumerateInstanceVersion",
        "vkEnumeratePhysicalDeviceGroups",
    ]
    assert "vkEnumeratePhysicalDeviceGroupsKHR" in commands_of_level("instance")


def test_of_extensions() -> None:
    """A command that an instance extension brings as well is none of device extensions."""
    found = commands_of_device_extensions()

    assert {"vkCreateSwapchainKHR", "vkCmdPushDescriptorSetKHR"} <= {*found}
    assert not {"vkSetDebugUtilsObjectNameEXT", "vkCmdDraw", "vkCreateHeadlessSurfaceEXT"} & {*found}
    assert commands_of("VK_EXT_headless_surface") == ["vkCreateHeadlessSurfaceEXT"]
    assert "VK_KHR_swapchain" in device_extensions()


def test_of_extensions_that_depend_on_others() -> None:
    """A device extension is none to enable beside instance extensions that lack what it depends on."""
    marker = "VK_EXT_debug_marker"

    assert marker not in device_extensions()
    assert "vkDebugMarkerSetObjectTagEXT" not in commands_of_device_extensions()
    assert marker in device_extensions(["VK_EXT_debug_report"])
    assert "vkDebugMarkerSetObjectTagEXT" in commands_of_device_extensions(["VK_EXT_debug_report"])
    assert "VK_KHR_swapchain" not in device_extensions([])
    assert "VK_KHR_shared_presentable_image" not in device_extensions([])  # which needs the one before


def test_answers() -> None:
    """Which names have an answer, which have none, and which have another one than expected."""
    assert (missing(NAMES, HOMES), present(NAMES, HOMES)) == (["no vkB"], ["vkA"])
    assert elsewhere(NAMES, HOMES, "libplain.so") == {"vkB": ""}
    assert (missing(NAMES, None), present(NAMES, None)) == ([f"no {name}" for name in NAMES], NAMES)
    assert elsewhere(NAMES, None, "libplain.so") == {"vkA": None, "vkB": None}
    assert rows(["VK_A", "VK_B"]) == "VK_A:1,VK_B:1"
