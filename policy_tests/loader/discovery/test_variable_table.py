"""The documents' table of variables: what is old and still followed, and from which loader on a newer one is."""

import pytest

from refloader.sandbox.messages import named_in
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"


def two_devices(subject: Trial, world: World) -> list[str]:
    """The devices that an application of 1.3 enumerates on a driver with an integrated and a discrete one."""
    world.driver(flags={"devices": "2", "device_name": "i;d", "type": "integrated;discrete", "device": "1;2"})
    script = Script()
    script.create(api="1.3.0")
    script.devices()
    return subject.calls(world, script).device_names()


def after_an_instance(subject: Trial, world: World) -> tuple[list[str], Observation]:
    """Who was unloaded when the only instance was destroyed."""
    world.driver()
    world.implicit_layer(ONE)
    script = Script()
    script.create()
    destroy = script.destroy()
    seen = subject.calls(world, script)
    return sorted(line for line in seen.lines[destroy] if line.endswith(" unload")), seen


class TestDeprecated:
    """VK_ICD_FILENAMES and VK_INSTANCE_LAYERS are deprecated and still supported."""

    @pytest.mark.rule("DEBUG-ENVTABLE-01")
    def test_icd_filenames(self, world: World, subject: Trial) -> None:
        """The deprecated VK_ICD_FILENAMES counts: the driver that it names is used, and an installed one is not."""
        world.driver("installed")
        named = world.driver("named", folder="/world/drivers")
        world.variable("VK_ICD_FILENAMES", named)

        seen = subject.observe(world)

        assert seen.drivers == ("named",)

    @pytest.mark.rule("DEBUG-ENVTABLE-01")
    def test_instance_layers(self, world: World, subject: Trial) -> None:
        """The deprecated VK_INSTANCE_LAYERS counts: the layer that it names is in the chain, and another is not."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_INSTANCE_LAYERS", TWO)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)


@pytest.mark.needs_library
class TestUnloading:
    """With VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1 no library is unloaded at vkDestroyInstance."""

    @pytest.mark.rule("DEBUG-UNLOAD-01")
    def test_libraries_stay(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1, vkDestroyInstance unloads no driver and no layer."""
        world.variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1")

        unloaded, seen = after_an_instance(subject, world)

        assert (seen.result_name, unloaded) == ("VK_SUCCESS", [])

    @pytest.mark.rule("DEBUG-UNLOAD-01")
    @pytest.mark.parametrize("value", ["0", ""], ids=["zero", "empty"])
    def test_another_value(self, world: World, subject: Trial, value: str) -> None:
        """If VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is not 1, libraries should be unloaded as without it."""
        without, _ = after_an_instance(subject, world)
        world.variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", value)

        unloaded, _ = after_an_instance(subject, world)

        subject.implied(unloaded, without, "DEBUG-UNLOAD-01, which speaks of the value 1 alone")


class TestFromAVersionOn:
    """A loader has what the documents say loaders have from its version on."""

    @pytest.mark.needs_library
    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_sorting(self, world: World, subject: Trial) -> None:
        """From release 1.3.204 on, a discrete device is enumerated before an integrated one."""
        assert two_devices(subject, world) == ["d", "i"]

    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_driver_files(self, world: World, subject: Trial) -> None:
        """From release 1.3.207 on, VK_DRIVER_FILES names the drivers that are used."""
        world.driver("installed")
        world.variable("VK_DRIVER_FILES", world.driver("named", folder="/world/drivers"))

        seen = subject.observe(world)

        assert seen.drivers == ("named",)

    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_older_implicit_layers(self, world: World, subject: Trial) -> None:
        """From release 1.3.228 on, an implicit layer of an older version than the application's is used."""
        world.driver()
        world.implicit_layer(ONE, api_version="1.0.0")
        world.application(api="1.3.0")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_layer_filters(self, world: World, subject: Trial) -> None:
        """From release 1.3.234 on, VK_LOADER_LAYERS_ENABLE and VK_LOADER_LAYERS_DISABLE filter layers."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_ENABLE", TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("ENV-MINVERSION-01")
    @pytest.mark.parametrize(
        ("variable", "value"),
        [("VK_LOADER_DRIVERS_SELECT", "alpha*"), ("VK_LOADER_DRIVERS_DISABLE", "beta*")],
    )
    def test_driver_filters(self, world: World, subject: Trial, variable: str, value: str) -> None:
        """From release 1.3.234 on, VK_LOADER_DRIVERS_SELECT and VK_LOADER_DRIVERS_DISABLE filter drivers."""
        world.driver("alpha")
        world.driver("beta")
        world.variable(variable, value)

        seen = subject.observe(world)

        assert seen.drivers == ("alpha",)

    @pytest.mark.needs_library
    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_driver_logging(self, world: World, subject: Trial) -> None:
        """From release 1.3.234 on, VK_LOADER_DEBUG=driver reports which drivers are found."""
        world.driver()
        world.variable("VK_LOADER_DEBUG", "driver")

        seen = subject.calls(world)

        assert named_in(seen, "plain.json") == ("plain.json",)

    @pytest.mark.needs_library
    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_unloading(self, world: World, subject: Trial) -> None:
        """From release 1.3.259 on, VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1 keeps libraries loaded."""
        world.variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1")

        unloaded, seen = after_an_instance(subject, world)

        assert (seen.result_name, unloaded) == ("VK_SUCCESS", [])

    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_allowed_layers(self, world: World, subject: Trial) -> None:
        """From release 1.3.262 on, VK_LOADER_LAYERS_ALLOW exempts a layer from VK_LOADER_LAYERS_DISABLE."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        world.variable("VK_LOADER_LAYERS_ALLOW", ONE)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.needs_library
    @pytest.mark.rule("ENV-MINVERSION-01")
    def test_filters_of_ids(self, world: World, subject: Trial) -> None:
        """From release 1.4.326 on, VK_LOADER_DEVICE_ID_FILTER leaves only devices with its ids enumerated."""
        world.variable("VK_LOADER_DEVICE_ID_FILTER", "1")

        assert two_devices(subject, world) == ["i"]
