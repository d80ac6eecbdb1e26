"""What extensions depend on."""

from refloader.scenario.extension_dependencies import is_complete, parsed, possible

SURFACE, SWAPCHAIN, SHARED = "VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_shared_presentable_image"
PROPERTIES2, MAINTENANCE3 = "VK_KHR_get_physical_device_properties2", "VK_KHR_maintenance3"


def test_expressions() -> None:
    """ "+" is "and" and "," is "or", from left to right; what is lacking is said in words."""
    need = parsed("(A,B)+VK_VERSION_1_1")

    assert need.holds({"B", "VK_VERSION_1_1"}.__contains__)
    assert not need.holds({"A"}.__contains__)
    assert [str(each) for each in need.lacking({"A"}.__contains__)] == ["Vulkan 1.1"]
    assert str(need) == "(A or B) and Vulkan 1.1"


def test_complete() -> None:
    """An extension is complete with all that it depends on, enabled or in the version of Vulkan."""
    assert not is_complete(SWAPCHAIN, [SWAPCHAIN], (1, 4))
    assert is_complete(SWAPCHAIN, [SWAPCHAIN, SURFACE], (1, 0))
    assert not is_complete(MAINTENANCE3, [], (1, 0))
    assert is_complete(MAINTENANCE3, [PROPERTIES2], (1, 0))
    assert is_complete(MAINTENANCE3, [], (1, 1))
    assert is_complete("VK_KHR_external_fence", [], (1, 1))  # its extension of instances was promoted to 1.1
    assert is_complete("VK_TEST_nobodys", [], (1, 0))


def test_possible() -> None:
    """What depends on something that is left out is left out, too."""
    assert possible([SWAPCHAIN, SHARED, MAINTENANCE3], [], (1, 1)) == [MAINTENANCE3]
    assert possible([SWAPCHAIN, MAINTENANCE3], [SURFACE], (1, 0)) == [SWAPCHAIN]
