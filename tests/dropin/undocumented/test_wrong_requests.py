"""What 1.4.335 is seen to answer where the documents are silent: wrong requests, and what is not enabled."""

from pathlib import Path

import pytest
from mock_world import MockWorld
from scripts import Script


class TestDisplaysNotEnabled:
    """The queries of VK_KHR_display, called through the library's exports by a program that has not enabled it."""

    @pytest.mark.parametrize("extensions", ["VK_KHR_surface:25", "VK_KHR_surface:25,VK_KHR_display:23"])
    def test_there_are_none(self, script: Script, world: MockWorld, dropin: Path, extensions: str) -> None:
        """They succeed with empty lists; a display mode cannot be created."""
        world.driver("plain", extensions=extensions)

        said = script(f"""
            s = Session()
            device, count, room = s.devices()[0], U32(5), block(*[7] * 9)
            library, at = ctypes.CDLL({str(dropin / "libvulkan.so.1")!r}), ctypes.addressof
            def call(name, *words):
                count.value = 5
                return getattr(library, name)(*map(ctypes.c_uint64, (device, *words))), count.value
            say([
                call("vkGetPhysicalDeviceDisplayPropertiesKHR", at(count), 0),
                call("vkGetPhysicalDeviceDisplayPlanePropertiesKHR", at(count), 0),
                call("vkGetDisplayPlaneSupportedDisplaysKHR", 0, at(count), 0),
                call("vkGetDisplayModePropertiesKHR", 0x55, at(count), 0),
                call("vkGetDisplayPlaneCapabilitiesKHR", 0x55, 0, at(room))[0], list(room),
                call("vkCreateDisplayModeKHR", 0x55, at(room), 0, at(room))[0],
            ])
        """)

        assert said == [[0, 0]] * 4 + [0, [0] * 9, -7]


class TestTwoErrors:
    """vkCreateInstance where an extension and a layer are missing."""

    @pytest.mark.rule("LLP_LOADER_5", "EXT-FILTER-03")
    @pytest.mark.parametrize(("extensions", "result"), [([], -6), (["VK_KHR_display"], -7)])
    def test_a_layer_without_library(
        self, script: Script, world: MockWorld, extensions: list[str], result: int
    ) -> None:
        """That nobody offers the extension is told before the library is found to be missing."""
        world.driver("plain")
        world.layer_manifest("VK_LAYER_gone", "/nowhere.so")

        said = script(f"say(Session({extensions}, layers=['VK_LAYER_gone']).result)", VK_INSTANCE_LAYERS="")

        assert said == result


class TestVariants:
    """An apiVersion of another variant than Vulkan."""

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.parametrize(
        ("version", "found"), [(0x400000, True), (0x20400000, True), (0x20403000, False)]
    )
    def test_global_commands_of_an_instance(
        self, script: Script, world: MockWorld, version: int, found: bool
    ) -> None:
        """Programs of versions before 1.3 find global commands through an instance, whatever the variant."""
        world.driver("plain")

        said = script(f"""
            s = Session(version={version})
            say(bool(s.loader.look_up(s.instance, "vkCreateInstance")))
        """)

        assert said is found


class TestNoGroups:
    """A machine without devices."""

    def test_the_count(self, script: Script, world: MockWorld) -> None:
        """vkEnumeratePhysicalDeviceGroups fails and counts no group, with an array too."""
        world.driver("plain", devices="0")

        said = script("""
            s, count, room = Session(), U32(3), block(*[0] * 200)
            ask = s.command("vkEnumeratePhysicalDeviceGroups", 3)
            say([ask(s.instance, ctypes.addressof(count), ctypes.addressof(room)), count.value])
        """)

        assert said == [-3, 0]
