"""Extensions of layers that are on and off, whatever turns them on or off: of the instance and of a device."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from refloader.scenario.applications import INSTANCE
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, read
from refloader.suite.loaders.trial import Trial

ONE, OTHER, META = "VK_LAYER_TEST_one", "VK_LAYER_TEST_other", "VK_LAYER_TEST_meta"
OF_INSTANCES, OF_DEVICES = "VK_EXT_layer_settings", "VK_EXT_load_store_op_none"
ONLY_LAYERS = ("VK_EXT_validation_flags", OF_INSTANCES, "VK_TEST_of_instances")
ONLY_LAYERS_OF_DEVICES = ("VK_EXT_tooling_info", OF_DEVICES, "VK_TEST_of_devices")
"""What the layer of these worlds offers alone; the last name of each is none that a loader knows, or has itself."""
NOBODYS, NOBODYS_OF_DEVICES = ONLY_LAYERS[-1], ONLY_LAYERS_OF_DEVICES[-1]
OF_DRIVERS, OF_DRIVERS_DEVICES = "VK_KHR_surface", "VK_KHR_maintenance1"


def listed(names: Sequence[str]) -> list[dict[str, str]]:
    """These extensions as a manifest lists them."""
    return [{"name": name, "spec_version": "1"} for name in names]


OFFERED: dict[str, Any] = {
    "instance_extensions": listed(ONLY_LAYERS),
    "device_extensions": listed(ONLY_LAYERS_OF_DEVICES),
}
ENABLE = {"enable_environment": {"ONE_ON": "1"}}
SINCE_2022 = pytest.mark.editions("2022", "2026")
OF_2026 = pytest.mark.editions("2026")


def driver(world: World) -> None:
    """A driver with an extension of instances and one of devices."""
    world.driver(flags={"extensions": f"{OF_DRIVERS}:25", "device_extensions": f"{OF_DRIVERS_DEVICES}:2"})


def layer(world: World, **fields: Any) -> None:
    """An implicit layer with extensions of instances and of devices, which nobody else has."""
    driver(world)
    world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"}, **OFFERED, **fields)


def with_variable(name: str, value: str, **fields: object) -> Callable[[World], None]:
    """A world of that layer in which one variable is set."""

    def made(world: World) -> None:
        layer(world, **fields)
        world.variable(name, value)

    return made


def waiting(world: World) -> None:
    """Its enable variable is not set."""
    layer(world, **ENABLE)


def enabled_and_disabled(world: World) -> None:
    """Both of its variables are set."""
    with_variable("ONE_ON", "1", **ENABLE)(world)
    world.variable("ONE_OFF", "1")


def blocked(world: World) -> None:
    """The override layer has it in its blacklist."""
    layer(world)
    world.explicit_layer(OTHER)
    world.override_layer(components=[OTHER], blacklist=[ONE])


def allowed(world: World) -> None:
    """One filter disables it, and another one protects it."""
    with_variable("VK_LOADER_LAYERS_DISABLE", "~all~")(world)
    world.variable("VK_LOADER_LAYERS_ALLOW", ONE)


OFF = {
    "waiting": waiting,
    "disabled": with_variable("ONE_OFF", "1"),
    "enabled-and-disabled": enabled_and_disabled,
    "filtered-by-name": pytest.param(with_variable("VK_LOADER_LAYERS_DISABLE", ONE), marks=OF_2026),
    "filtered-by-prefix": pytest.param(
        with_variable("VK_LOADER_LAYERS_DISABLE", "VK_LAYER_T*"), marks=OF_2026
    ),
    "filtered-as-implicit": pytest.param(
        with_variable("VK_LOADER_LAYERS_DISABLE", "~implicit~"), marks=OF_2026
    ),
    "filtered-as-all": pytest.param(with_variable("VK_LOADER_LAYERS_DISABLE", "~all~"), marks=OF_2026),
}
ON = {
    "by-itself": layer,
    "by-its-variable": with_variable("ONE_ON", "1", **ENABLE),
    "by-a-filter": pytest.param(with_variable("VK_LOADER_LAYERS_ENABLE", ONE, **ENABLE), marks=OF_2026),
    "by-a-filter-of-two-stars": pytest.param(
        with_variable("VK_LOADER_LAYERS_ENABLE", "*TEST*", **ENABLE), marks=OF_2026
    ),
    "by-protection": pytest.param(allowed, marks=OF_2026),
}

OFF_LAYERS = pytest.mark.parametrize("made", OFF.values(), ids=OFF)
ON_LAYERS = pytest.mark.parametrize("made", ON.values(), ids=ON)


def device_extensions(subject: Trial, world: World) -> bytes:
    """The names of all extensions of the first device, one behind the other."""
    script = Script()
    script.create()
    script.devices()
    command = "vkEnumerateDeviceExtensionProperties"
    script.call(
        command, "devices.0", None, read(64), read(*[0] * (260 * 64 // 8)), via=INSTANCE, label="asked"
    )
    words = subject.calls(world, script).read("asked")
    assert isinstance(words, list)
    return b"".join(int(word).to_bytes(8, "little") for word in words[1])


class TestOfInstances:
    """Without a layer's name, the extensions of instances are those of the implicit layers that are on."""

    @OFF_LAYERS
    @pytest.mark.rule("EXT-ENUM-01", "OBJMODEL-03")
    def test_of_instances_off(self, world: World, subject: Trial, made: Callable[[World], None]) -> None:
        """An implicit layer that is off is not in the chain, and its instance extensions are not reported."""
        made(world)

        seen = subject.observe(world)

        assert (ONE in seen.chain, NOBODYS in seen.extension_names()) == (False, False)

    @SINCE_2022
    @pytest.mark.rule("EXT-ENUM-01")
    def test_of_a_blocked_layer(self, world: World, subject: Trial) -> None:
        """A layer that the override layer blocks should not be in the chain, nor its extensions be reported."""
        blocked(world)

        seen = subject.observe(world)

        by = "OVERRIDE-02, which speaks of loading alone"
        subject.implied((ONE in seen.chain, NOBODYS in seen.extension_names()), (False, False), by)

    @ON_LAYERS
    @pytest.mark.rule("EXT-ENUM-01")
    def test_of_instances_on(self, world: World, subject: Trial, made: Callable[[World], None]) -> None:
        """An implicit layer that is on is in the chain, and its instance extensions are reported."""
        made(world)

        seen = subject.observe(world)

        assert ONE in seen.chain
        assert OF_INSTANCES in seen.extension_names()


@pytest.mark.needs_library
class TestOfDevices:
    """Without a layer's name, a device has the extensions of its driver and of the implicit layers that are on."""

    @OFF_LAYERS
    @pytest.mark.rule("EXT-ENUM-01", "OBJMODEL-03")
    def test_of_devices_off(self, world: World, subject: Trial, made: Callable[[World], None]) -> None:
        """The device extensions of an implicit layer that is off are not reported, whatever keeps it off."""
        made(world)

        assert NOBODYS_OF_DEVICES.encode() not in device_extensions(subject, world)

    @ON_LAYERS
    @pytest.mark.rule("EXT-ENUM-01")
    def test_of_devices_on(self, world: World, subject: Trial, made: Callable[[World], None]) -> None:
        """The device extensions of an implicit layer that is on are reported, whatever turns it on."""
        made(world)

        assert OF_DEVICES.encode() in device_extensions(subject, world)
