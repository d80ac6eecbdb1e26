"""Extensions that nobody offers who takes part: neither the loader, nor a driver, nor a layer that is enabled.

The cases rest on two sentences of the Vulkan specification, which VULKAN-LOADER-07 quotes. Where an edition or a
release does not know what keeps a layer out, the layer is enabled, and there is nothing to judge here.
"""

from collections.abc import Callable, Sequence

import pytest

from policy_tests.loader.extensions.test_layers_that_are_off import (
    META,
    OF_DRIVERS,
    OF_DRIVERS_DEVICES,
    OFF,
    OFFERED,
    ONE,
    ONLY_LAYERS,
    ONLY_LAYERS_OF_DEVICES,
    OTHER,
    SINCE_2022,
    blocked,
    driver,
)
from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import way_down
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("VULKAN-LOADER-07")]

NOT_PRESENT = -7
"""VK_ERROR_EXTENSION_NOT_PRESENT."""
NOBODYS = ("VK_EXT_validation_flags", "VK_TEST_of_nobody")
"""Extensions that no other one needs, and that need none: a loader may look for those first."""
NOBODYS_OF_DEVICES = ("VK_KHR_maintenance2", "VK_TEST_of_nobody")
OF_INSTANCES = ("VK_KHR_surface", "VK_KHR_get_physical_device_properties2", "VK_EXT_debug_report")


def explicit(world: World) -> None:
    """An explicit layer for which nobody asks."""
    driver(world)
    world.explicit_layer(ONE, **OFFERED)


def beside_one_in_use(world: World) -> None:
    """An explicit layer for which nobody asks, beside one for which the application asks."""
    explicit(world)
    world.explicit_layer(OTHER)
    world.application(layers=[OTHER])


def beside_one_of_the_variable(world: World) -> None:
    """The same beside one that VK_INSTANCE_LAYERS names."""
    explicit(world)
    world.explicit_layer(OTHER)
    world.variable("VK_INSTANCE_LAYERS", OTHER)


def component(world: World) -> None:
    """The component of a meta-layer that is not enabled."""
    explicit(world)
    world.meta_layer(META, components=[ONE])


def beside_components(world: World) -> None:
    """A layer that is no component of the meta-layer for which the application asks."""
    explicit(world)
    world.explicit_layer(OTHER)
    world.meta_layer(META, components=[OTHER])
    world.application(layers=[META])


def for_another_program(world: World) -> None:
    """The component of an override layer that is for another program."""
    explicit(world)
    world.override_layer(components=[ONE], app_keys=["/world/bin/another"])


WORLDS = {
    "explicit": explicit,
    "beside-one-in-use": beside_one_in_use,
    "beside-one-of-the-variable": beside_one_of_the_variable,
    "component": pytest.param(component, marks=SINCE_2022),
    "beside-components": pytest.param(beside_components, marks=SINCE_2022),
    "blocked": pytest.param(blocked, marks=SINCE_2022),
    "for-another-program": pytest.param(for_another_program, marks=SINCE_2022),
    **OFF,
}
EVERYWHERE = pytest.mark.parametrize("made", WORLDS.values(), ids=WORLDS)
PLACES = pytest.mark.parametrize("place", [1, 0], ids=["behind", "in-front"])


def beside(place: int, name: str, other: str) -> list[str]:
    """The name at one of two places, the other one at the other."""
    names = [other]
    names.insert(place, name)
    return names


def instances(subject: Trial, world: World, extensions: Sequence[str]) -> object:
    """The result of an instance with these extensions, or none where the layer is enabled without them."""
    script = Script()
    script.query("extensions", "")
    script.create("without")
    script.create("asked", extensions=list(extensions))
    seen = subject.calls(world, script)
    for name in extensions:
        if name != OF_DRIVERS and name in seen.extension_names():
            pytest.skip(f"the loader has {name} itself, or enables the layer")
    if ONE in way_down(seen.lines["without"], "vkCreateInstance", "layer"):
        pytest.skip("this loader enables the layer here, which is for other rules")
    return seen.answers["asked"]


def devices(subject: Trial, world: World, extensions: Sequence[str]) -> object:
    """The same of a device."""
    script = Script()
    script.create()
    script.devices()
    script.device_extensions(label="extensions")
    script.device("devices.0", "without")
    script.device("devices.0", "asked", extensions=list(extensions))
    seen = subject.calls(world, script)
    rows = (seen.answers["extensions"] or {"extensions": []})["extensions"]
    for name in extensions:
        if name != OF_DRIVERS_DEVICES and name in {each for each, _ in rows}:
            pytest.skip(f"the device has {name} here, by the loader or by the layer")
    if ONE in way_down(seen.lines["instance"], "vkCreateInstance", "layer"):
        pytest.skip("this loader enables the layer here, which is for other rules")
    return seen.answers["without"], seen.answers["asked"]


class TestOfInstances:
    """vkCreateInstance verifies that each extension is supported by the implementation or an enabled layer."""

    @EVERYWHERE
    @pytest.mark.parametrize("name", ONLY_LAYERS)
    def test_of_a_layer_that_is_off(
        self, world: World, subject: Trial, made: Callable[[World], None], name: str
    ) -> None:
        """vkCreateInstance returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension of a layer that is not enabled."""
        made(world)

        assert instances(subject, world, [name]) == NOT_PRESENT

    @PLACES
    @pytest.mark.parametrize("name", ONLY_LAYERS)
    def test_beside_a_drivers(self, world: World, subject: Trial, name: str, place: int) -> None:
        """An extension of a layer that is not enabled makes vkCreateInstance fail beside one of a driver, too."""
        explicit(world)

        assert instances(subject, world, beside(place, name, OF_DRIVERS)) == NOT_PRESENT

    @pytest.mark.parametrize("name", NOBODYS)
    def test_of_nobody(self, world: World, subject: Trial, name: str) -> None:
        """vkCreateInstance returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension that nobody offers."""
        driver(world)

        assert instances(subject, world, [name]) == NOT_PRESENT


class TestOfDevices:
    """vkCreateDevice verifies that each extension is supported."""

    @EVERYWHERE
    @pytest.mark.parametrize("name", ONLY_LAYERS_OF_DEVICES)
    def test_a_device_with_one_of_a_layer_that_is_off(
        self, world: World, subject: Trial, made: Callable[[World], None], name: str
    ) -> None:
        """vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension of a layer that is not enabled."""
        made(world)

        assert devices(subject, world, [name]) == (0, NOT_PRESENT)

    @PLACES
    @pytest.mark.parametrize("name", ONLY_LAYERS_OF_DEVICES)
    def test_a_device_with_one_beside_a_drivers(
        self, world: World, subject: Trial, name: str, place: int
    ) -> None:
        """An extension of a layer that is not enabled makes vkCreateDevice fail beside one of the driver, too."""
        explicit(world)

        assert devices(subject, world, beside(place, name, OF_DRIVERS_DEVICES)) == (0, NOT_PRESENT)

    @pytest.mark.parametrize("name", NOBODYS_OF_DEVICES)
    def test_a_device_with_one_of_nobody(self, world: World, subject: Trial, name: str) -> None:
        """vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension that nobody offers.

        Whether the loader finds out or the driver is left to the loader.
        """
        driver(world)

        assert devices(subject, world, [name]) == (0, NOT_PRESENT)

    @pytest.mark.parametrize("number", [33, 64])
    def test_a_device_with_one_behind_many(self, world: World, subject: Trial, number: int) -> None:
        """vkCreateDevice refuses an unsupported extension also after many extensions that the driver supports."""
        names = [f"VK_TEST_{each}" for each in range(number)]
        world.driver(flags={"device_extensions": ",".join(f"{name}:1" for name in names)})
        script = with_instance()
        script.device(label="without", extensions=names)
        script.device(label="asked", extensions=[*names, "VK_TEST_of_nobody"])

        seen = subject.calls(world, script)

        assert seen.answers["without"] == 0
        assert seen.answers["asked"] == NOT_PRESENT

    @pytest.mark.parametrize("name", NOBODYS_OF_DEVICES)
    def test_a_device_with_one_of_another_driver(self, world: World, subject: Trial, name: str) -> None:
        """vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension of another driver alone."""
        driver(world)
        world.driver("another", flags={"device_extensions": f"{name}:1", "devices": "0"})

        assert devices(subject, world, [name]) == (0, NOT_PRESENT)

    @pytest.mark.parametrize("place", [0, 1, None], ids=["in-front", "behind", "alone"])
    @pytest.mark.parametrize("name", OF_INSTANCES)
    def test_a_device_with_one_of_the_instance(
        self, world: World, subject: Trial, name: str, place: int | None
    ) -> None:
        """vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an enabled extension of the instance."""
        offered = {"extensions": rows(OF_INSTANCES), "device_extensions": rows([OF_DRIVERS_DEVICES])}
        world.driver(flags=offered)
        script = with_instance(extensions=[name])
        script.device("devices.0", "without", extensions=[OF_DRIVERS_DEVICES])
        names = [name] if place is None else beside(place, name, OF_DRIVERS_DEVICES)
        script.device("devices.0", "asked", extensions=names)

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NOT_PRESENT:
            pytest.skip(f"the loader has no {name}")
        assert (seen.answers["without"], seen.answers["asked"]) == (0, NOT_PRESENT)
