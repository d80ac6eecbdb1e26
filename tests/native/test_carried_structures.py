"""Tests of what the layer prober puts on a pNext: a layer that copies a chain can do so as far as it knows it."""

import sys
from pathlib import Path

import pytest
from vulkan_object import get_vulkan_object

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from tables.carried_structures import Structures


@pytest.fixture(scope="module")
def structures() -> Structures:
    """The structures of the pinned registry."""
    return Structures(get_vulkan_object())


@pytest.mark.parametrize(
    ("name", "first", "plain"),
    [
        ("VkMemoryAllocateInfo", "VkMemoryDedicatedAllocateInfo", "VkExportMemoryAllocateInfo"),
        ("VkImageCreateInfo", "VkImageSwapchainCreateInfoKHR", "VkExternalMemoryImageCreateInfo"),
        ("VkImageViewCreateInfo", "VkSamplerYcbcrConversionInfo", "VkImageViewUsageCreateInfo"),
        ("VkSamplerCreateInfo", "VkSamplerYcbcrConversionInfo", None),
    ],
)
def test_vendors_come_last(structures: Structures, name: str, first: str, plain: str | None) -> None:
    """No structure of a vendor or a newer version stands before those with objects that a layer has to know."""
    struct = get_vulkan_object().structs[name]

    assert structures.holding(struct)[0] == first
    assert structures.as_old_as_holding(struct) == plain
