"""Extensions whose names begin alike are others: each is reported, enabled and refused for itself."""

from collections.abc import Callable

import pytest

from refloader.scenario.applications import with_instance
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

LAYER = "VK_LAYER_TEST_one"
SURFACE, LONGER = "VK_KHR_surface", "VK_KHR_surface_protected_capabilities"
NEEDED = "VK_KHR_get_surface_capabilities2"
"""What the longer one depends on, with Vulkan 1.1."""
OF_LAYERS = "VK_EXT_validation_features"
OF_DEVICES = "VK_AMD_shader_explicit_vertex_parameter"
"""It depends on nothing."""
NUMBERED, LONGER_NUMBERED = "VK_TEST_numbered1", "VK_TEST_numbered10"
NOT_PRESENT = -7
"""VK_ERROR_EXTENSION_NOT_PRESENT."""
NEAR: dict[str, Callable[[str], str]] = {
    "longer": lambda name: f"{name}_more",
    "one-letter-longer": lambda name: f"{name}0",
    "shorter": lambda name: name[:-1],
    "other-case": str.upper,
}
"""Ways in which an extension's name can be nearly another one's."""
EACH = pytest.mark.parametrize("way", NEAR)
PLACES = pytest.mark.parametrize("place", [0, 1], ids=["in-front", "behind"])


def offered(*names: str) -> list[dict[str, str]]:
    """The extensions of a layer's manifest."""
    return [{"name": name, "spec_version": "1"} for name in names]


def beside(place: int, name: str, other: str) -> list[str]:
    """The name at one of two places, the other one at the other."""
    return [name, other] if place == 0 else [other, name]


def given(seen: Observation) -> dict[str, list[str]]:
    """The extensions that each driver was asked to enable for its instance."""
    return {
        name: sorted({*names.split(",")} - {""})
        for name, names in seen.given_to_drivers("extensions").items()
    }


def of_the_device(seen: Observation) -> set[str]:
    """The extensions that the driver was asked to enable for the device."""
    told = [line.split()[3] for line in seen.lines["device"] if "driver plain vkCreateDevice" in line]
    return {name for each in told for name in each.removeprefix("extensions=").split(",")} - {""}


class TestOfInstances:
    """An extension of instances is known by its whole name."""

    @PLACES
    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_each_driver_gets_its_own(self, world: World, subject: Trial, place: int) -> None:
        """A driver gets no extension whose name only begins as one that it supports."""
        needed = f"{SURFACE}:25,{NEEDED}:1"
        world.driver("alpha", api_version="1.1.0", flags={"api": "1.1.0", "extensions": needed})
        world.driver(
            "beta", api_version="1.1.0", flags={"api": "1.1.0", "extensions": f"{needed},{LONGER}:1"}
        )
        script = Script()
        script.query("extensions", "")
        script.create(api="1.1.0", extensions=[*beside(place, LONGER, SURFACE), NEEDED])

        seen = subject.calls(world, script)

        need_extensions(seen, LONGER, NEEDED)
        assert seen.answers["instance"] == 0
        assert given(seen) == {"alpha": [NEEDED, SURFACE], "beta": [NEEDED, SURFACE, LONGER]}

    @PLACES
    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_of_a_layer_beside_a_drivers(self, world: World, subject: Trial, place: int) -> None:
        """A driver does not get a layer's extension whose name begins as that of one which the driver supports."""
        flags = {"api": "1.1.0", "extensions": f"{SURFACE}:25,{NEEDED}:1"}
        world.driver(api_version="1.1.0", flags=flags)
        world.implicit_layer(LAYER, instance_extensions=offered(LONGER))
        script = Script()
        script.create(api="1.1.0", extensions=[*beside(place, LONGER, SURFACE), NEEDED])

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NOT_PRESENT:
            pytest.skip(f"the loader does not know {LONGER} or {NEEDED}")
        assert (seen.answers["instance"], given(seen)) == (0, {"plain": [NEEDED, SURFACE]})

    @EACH
    @pytest.mark.rule("VULKAN-LOADER-07")
    def test_nearly_one_of_a_driver(self, world: World, subject: Trial, way: str) -> None:
        """vkCreateInstance returns VK_ERROR_EXTENSION_NOT_PRESENT for a name that is only nearly an extension's."""
        world.driver(flags={"extensions": f"{SURFACE}:25"})
        script = Script()
        script.create("without", extensions=[SURFACE])
        script.create("asked", extensions=[NEAR[way](SURFACE)])

        seen = subject.calls(world, script)

        assert (seen.answers["without"], seen.answers["asked"]) == (0, NOT_PRESENT)

    @PLACES
    @pytest.mark.rule("VULKAN-LOADER-07")
    def test_one_that_begins_as_a_drivers(self, world: World, subject: Trial, place: int) -> None:
        """vkCreateInstance refuses a known extension of nobody, although its name begins as that of a driver's."""
        world.driver(flags={"extensions": f"{SURFACE}:25"})
        script = Script()
        script.query("extensions", "")
        script.create("without", extensions=[SURFACE])
        script.create("asked", extensions=beside(place, LONGER, SURFACE))

        seen = subject.calls(world, script)

        if LONGER in seen.extension_names():
            pytest.skip(f"the loader has {LONGER} itself")
        assert (seen.answers["without"], seen.answers["asked"]) == (0, NOT_PRESENT)

    @EACH
    @pytest.mark.rule("VULKAN-LOADER-07")
    def test_nearly_one_of_a_layer(self, world: World, subject: Trial, way: str) -> None:
        """vkCreateInstance refuses a name that is only nearly that of an enabled layer's extension, too."""
        world.driver()
        world.implicit_layer(LAYER, instance_extensions=offered(OF_LAYERS))
        script = Script()
        script.create("asked", extensions=[NEAR[way](OF_LAYERS)])

        seen = subject.calls(world, script)

        assert seen.answers["asked"] == NOT_PRESENT

    @EACH
    @pytest.mark.rule("EXT-ENUM-01")
    def test_all_are_reported(self, world: World, subject: Trial, way: str) -> None:
        """vkEnumerateInstanceExtensionProperties gives a driver's extension and one that is nearly it of a layer."""
        near = NEAR[way](SURFACE)
        world.driver(flags={"extensions": f"{SURFACE}:25"})
        world.implicit_layer(LAYER, instance_extensions=offered(near))
        script = Script()
        script.query("extensions", "")

        seen = subject.calls(world, script)

        assert {SURFACE, near} <= {*seen.extension_names()}


class TestOfDevices:
    """An extension of devices is known by its whole name."""

    @EACH
    @PLACES
    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_device_with_one_of_a_layer(self, world: World, subject: Trial, way: str, place: int) -> None:
        """A driver does not get a layer's device extension whose name is nearly that of the driver's."""
        near = NEAR[way](OF_DEVICES)
        world.driver(flags={"device_extensions": f"{OF_DEVICES}:1"})
        world.implicit_layer(LAYER, device_extensions=offered(near))
        script = with_instance()
        script.device(extensions=beside(place, near, OF_DEVICES))

        seen = subject.calls(world, script)

        assert (seen.answers["device"], of_the_device(seen)) == (0, {OF_DEVICES})

    @EACH
    @pytest.mark.rule("VULKAN-LOADER-07")
    def test_a_device_with_nearly_one(self, world: World, subject: Trial, way: str) -> None:
        """vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for a name that is only nearly an extension's."""
        world.driver(flags={"device_extensions": f"{OF_DEVICES}:1"})
        script = with_instance()
        script.device("devices.0", "without", extensions=[OF_DEVICES])
        script.device("devices.0", "asked", extensions=[NEAR[way](OF_DEVICES)])

        seen = subject.calls(world, script)

        assert (seen.answers["without"], seen.answers["asked"]) == (0, NOT_PRESENT)

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("who", ["driver", "layer"])
    def test_all_of_a_device_are_reported(self, world: World, subject: Trial, who: str) -> None:
        """vkEnumerateDeviceExtensionProperties gives all of a driver and a layer, though their names begin alike."""
        of_driver = [NUMBERED, LONGER_NUMBERED] if who == "driver" else [NUMBERED]
        world.driver(flags={"device_extensions": ",".join(f"{name}:1" for name in of_driver)})
        world.implicit_layer(LAYER, device_extensions=offered("VK_TEST_numbered", LONGER_NUMBERED))
        script = with_instance()
        script.device_extensions(label="extensions")

        seen = subject.calls(world, script)

        reported = [name for name, _ in seen.answers["extensions"]["extensions"]]
        assert {NUMBERED, LONGER_NUMBERED, "VK_TEST_numbered"} <= {*reported}
