"""What no document decides and all loaders in the field do alike, from 1.3.290 to 1.4.335: so does the library."""

from pathlib import Path

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

OVERRIDE = "VK_LAYER_LUNARG_override"
FEATURES = """
    s = Session(version={version})
    room = block(1000059000, *[0] * 40)
    s.command("vkGetPhysicalDeviceFeatures2", 2)(s.devices()[0], ctypes.addressof(room))
    say(s.names())
"""


class TestQueriesOfOlderDrivers:
    """A driver that counts as one of 1.0, as its manifest says so, returns functions for the queries of 1.1."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("version", "asked"),
        [("0x401000", "vkGetPhysicalDeviceFeatures2 "), ("0x400000", "vkGetPhysicalDeviceFeatures ")],
        ids=["1.1", "1.0"],
    )
    def test_the_application_decides(
        self, script: Script, world: MockWorld, version: str, asked: str
    ) -> None:
        """An application of 1.1 gets the driver's own answer, one of 1.0 that of the older query."""
        world.driver("plain", keys={"api_version": "1.0.0"}, api="1.1.0", trace=str(script.trace))

        script(FEATURES.format(version=version))

        assert len(script.traced("vkGetPhysicalDeviceFeatures")) == 1
        assert script.traced(asked)

    @pytest.mark.rule("LDP_LOADER_8")
    def test_a_driver_without_them(self, script: Script, world: MockWorld) -> None:
        """The older query answers where the driver returns no function."""
        world.driver("plain", keys={"api_version": "1.0.0"}, api="1.0.0", trace=str(script.trace))

        script(FEATURES.format(version="0x401000"))

        assert len(script.traced("vkGetPhysicalDeviceFeatures ")) == 1

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize("version", ["0x400000", "0x401000"])
    def test_groups(self, script: Script, world: MockWorld, version: str) -> None:
        """The driver's groups are listed to an application of any version."""
        world.driver("plain", keys={"api_version": "1.0.0"}, devices="2", groups="0+1")

        found = script(f"say([len(group) for group in Session(version={version}).groups()])")

        assert found == [2]


class TestLayersOfADevice:
    """vkEnumerateDeviceLayerProperties names the layers that were to be enabled."""

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_one_that_cannot_be_opened(self, script: Script, world: MockWorld) -> None:
        """It is in the list, in its place, though it does not run."""
        world.layer("VK_LAYER_a")
        world.layer_manifest("VK_LAYER_gone", "/nowhere.so")
        world.layer("VK_LAYER_z")

        said = script("s = Session(); say([s.result, s.device_layers(s.devices()[0])])")

        assert said == [0, ["VK_LAYER_a", "VK_LAYER_gone", "VK_LAYER_z"]]


class TestAnOverrideLayerThatIsOff:
    """Its own variables switch the override layer off."""

    @pytest.fixture
    def world(self, world: MockWorld) -> MockWorld:
        """An override layer of one component; ``disable_environment`` and ``enable_environment`` switch it."""
        world.layer("VK_LAYER_a")
        keys = {"component_layers": ["VK_LAYER_a"], "library_path": "", "functions": {}}
        switches = {"disable_environment": {"OFF": "1"}, "enable_environment": {"ON": "1"}}
        world.implicit(OVERRIDE, keys={**keys, **switches})
        manifest = world.folder / "implicit" / f"{OVERRIDE}.json"
        text = manifest.read_text(encoding="utf-8")
        text = text.replace('"library_path": "", ', "").replace('"functions": {}, ', "")
        manifest.write_text(text, encoding="utf-8")
        return world

    @pytest.mark.rule("OVERRIDE-01", "AMB-DISABLE-ENUM")
    @pytest.mark.parametrize(
        "variables", [{}, {"ON": "1", "OFF": "1"}, {"ON": "1"}], ids=["not on", "off", "on"]
    )
    def test_it_is_listed(self, script: Script, world: MockWorld, variables: dict[str, str]) -> None:
        """Like any other implicit layer that is off."""
        listed = script("say([row[0] for row in Loader('libvulkan.so.1').layers()['layers']])", **variables)

        assert OVERRIDE in listed

    @pytest.mark.rule("OVERRIDE-01", "AMB-DISABLE-ENUM")
    def test_a_filter_hides_it(self, script: Script, world: MockWorld) -> None:
        """What VK_LOADER_LAYERS_DISABLE names cannot be requested, and is not listed."""
        listed = script(
            "say([row[0] for row in Loader('libvulkan.so.1').layers()['layers']])",
            VK_LOADER_LAYERS_DISABLE=OVERRIDE,
        )

        assert listed == ["VK_LAYER_a"]

    @pytest.mark.rule("LLP_LOADER_7", "AMB-REQUEST-DISABLED")
    def test_it_can_be_requested(self, script: Script, world: MockWorld) -> None:
        """vkCreateInstance succeeds, and the disable variable still counts."""
        said = script(
            f"s = Session(layers=['{OVERRIDE}']); say([s.result, s.device_layers(s.devices()[0])])",
            OFF="1",
            VK_INSTANCE_LAYERS="",
        )

        assert said == [0, []]


class TestObjectsWithoutTheMagicNumber:
    """The documents have the loader check for ICD_LOADER_MAGIC, and do not say what follows."""

    @pytest.mark.rule("OBJECTS-ICD-02", "OBJECTS-ICD-03")
    def test_they_are_used(self, script: Script, world: MockWorld, tmp_path: Path) -> None:
        """Device and queue work, and a warning names each kind of object."""
        world.driver("plain", magic="wrong", trace=str(script.trace))
        log = tmp_path / "log"

        said = script(
            f"""
            import os
            os.dup2(os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT), 2)
            s = Session()
            result, device = s.create_device(s.devices()[0])
            s.queue(device)
            idle = s.command("vkDeviceWaitIdle", 1)(device)
            s.destroy_device(device)
            say([result, idle])
            """,
            VK_LOADER_DEBUG="warn",
        )

        assert said == [0, 0]
        told = log.read_text(encoding="utf-8")
        assert [each in told for each in ("its VkInstance", "a physical device", "its device")] == [True] * 3
