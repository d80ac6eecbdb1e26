"""Per variable: what of the user's choices a process with more privilege than its user still follows.

The documents list no variable that chooses among what is installed, and call their list one of examples
(AMB-ELEV-FILTERS): the filters, which choose what runs, look unset; all others are followed.
"""

from typing import NamedTuple

import pytest

from refloader.sandbox.messages import named_in
from refloader.scenario.scenario import Privilege, World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
UNKNOWN = "VK_TEST_unknown"

pytestmark = pytest.mark.parametrize("privilege", ["setuid", "setgid", "capabilities"])
"""The ways in which the file of a program gives more privilege than its user has."""


class Choice(NamedTuple):
    """A variable with a value, and the chain of layers where it is ignored and where it is followed."""

    variable: str
    value: str
    ignored: tuple[str, ...]
    followed: tuple[str, ...]


def layers(world: World) -> None:
    """A driver, an implicit layer that ONE_OFF turns off, and an explicit layer."""
    world.driver()
    world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
    world.explicit_layer(TWO)


class TestLayerFilters:
    """The filters of layers look unset to an elevated process."""

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize(
        "choice",
        [
            Choice("VK_LOADER_LAYERS_ENABLE", TWO, (ONE,), (ONE, TWO)),
            Choice("VK_LOADER_LAYERS_DISABLE", ONE, (ONE,), ()),
            Choice("VK_LOADER_LAYERS_DISABLE", "~all~", (ONE,), ()),
        ],
        ids=["enable", "disable", "disable-all"],
    )
    def test_a_filter_is_ignored(
        self, world: World, subject: Trial, privilege: Privilege, choice: Choice
    ) -> None:
        """An elevated process should ignore VK_LOADER_LAYERS_ENABLE and VK_LOADER_LAYERS_DISABLE."""
        layers(world)
        world.variable(choice.variable, choice.value)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-ELEV-FILTERS", seen.chain, chosen=choice.ignored, tolerated=choice.followed)


class TestDriverFilters:
    """The filters of drivers look unset to an elevated process."""

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize(
        ("variable", "value"),
        [("VK_LOADER_DRIVERS_SELECT", "alpha*"), ("VK_LOADER_DRIVERS_DISABLE", "beta*")],
    )
    def test_both_drivers_are_used(
        self, world: World, subject: Trial, privilege: Privilege, variable: str, value: str
    ) -> None:
        """An elevated process should ignore VK_LOADER_DRIVERS_SELECT and VK_LOADER_DRIVERS_DISABLE."""
        world.driver("alpha")
        world.driver("beta")
        world.variable(variable, value)
        world.elevate(privilege)

        seen = subject.observe(world)

        subject.reading("AMB-ELEV-FILTERS", set(seen.drivers), chosen={"alpha", "beta"}, tolerated={"alpha"})

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize("kind", ["device", "vendor"])
    def test_both_devices_are_there(
        self, world: World, subject: Trial, privilege: Privilege, kind: str
    ) -> None:
        """An elevated process should ignore VK_LOADER_DEVICE_ID_FILTER and VK_LOADER_VENDOR_ID_FILTER."""
        world.driver("alpha", flags={kind: "1", "device_name": "one"})
        world.driver("beta", flags={kind: "2", "device_name": "two"})
        world.variable(f"VK_LOADER_{kind.upper()}_ID_FILTER", "1")
        world.elevate(privilege)

        seen = subject.observe(world)

        found = {device.name for device in seen.devices}
        subject.reading("AMB-ELEV-FILTERS", found, chosen={"one", "two"}, tolerated={"one"})

    @pytest.mark.needs_library
    @pytest.mark.rule("PRIV-GEN-03")
    def test_both_drivers_devices_are_there(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process should ignore VK_LOADER_DRIVER_ID_FILTER."""
        world.driver("alpha", flags={"driver_id": "1", "device_name": "one"})
        world.driver("beta", flags={"driver_id": "2", "device_name": "two"})
        world.variable("VK_LOADER_DRIVER_ID_FILTER", "1")
        world.elevate(privilege)
        script = Script()
        script.create(api="1.2.0")
        script.devices()

        found = {*subject.calls(world, script).device_names()}

        subject.reading("AMB-ELEV-FILTERS", found, chosen={"one", "two"}, tolerated={"one"})


class TestRequests:
    """Variables that ask for what is installed are followed by an elevated process."""

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize(
        "choice",
        [
            Choice("VK_INSTANCE_LAYERS", TWO, (ONE,), (ONE, TWO)),
            Choice("ONE_OFF", "1", (ONE,), ()),
        ],
        ids=["VK_INSTANCE_LAYERS", "disable-variable"],
    )
    def test_layers_that_are_asked_for(
        self, world: World, subject: Trial, privilege: Privilege, choice: Choice
    ) -> None:
        """An elevated process should obey VK_INSTANCE_LAYERS and the disable variable of an implicit layer."""
        layers(world)
        world.variable(choice.variable, choice.value)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-ELEV-FILTERS", seen.chain, chosen=choice.followed, tolerated=choice.ignored)

    @pytest.mark.rule("PRIV-GEN-03")
    def test_an_enable_variable(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process should load an implicit layer whose enable variable is set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"})
        world.variable("ONE_ON", "1")
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-ELEV-FILTERS", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.rule("PRIV-GEN-03")
    def test_unknown_extensions(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process should obey VK_LOADER_DISABLE_INST_EXT_FILTER and report unknown extensions."""
        world.driver(flags={"extensions": f"{UNKNOWN}:1"})
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-ELEV-FILTERS", UNKNOWN in seen.extension_names(), chosen=True, tolerated=False)

    @pytest.mark.needs_library
    @pytest.mark.rule("PRIV-GEN-03")
    def test_messages(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process should obey VK_LOADER_DEBUG and write messages."""
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "driver")
        world.elevate(privilege)

        seen = subject.calls(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading(
            "AMB-ELEV-FILTERS", named_in(seen, "icd.d/good.json"), chosen=("icd.d/good.json",), tolerated=()
        )

    @pytest.mark.needs_library
    @pytest.mark.rule("PRIV-GEN-03")
    def test_unloading(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process should obey VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING and unload no driver."""
        world.driver()
        world.variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1")
        world.elevate(privilege)
        script = Script()
        script.create()
        destroy = script.destroy()

        seen = subject.calls(world, script)

        assert seen.result_name == "VK_SUCCESS"
        unloaded = [line for line in seen.lines[destroy] if line.endswith(" unload")]
        subject.reading("AMB-ELEV-FILTERS", unloaded, chosen=[], tolerated=["driver plain unload"])


@pytest.mark.needs_library
class TestDevices:
    """Variables for the order of devices are followed by an elevated process."""

    @staticmethod
    def _names(subject: Trial, world: World) -> list[str]:
        script = Script()
        script.create(api="1.3.0")
        script.devices()
        return subject.calls(world, script).device_names()

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize(
        ("variable", "value", "first"),
        [("VK_LOADER_DEVICE_SELECT", "0x1:0x2", {"i2"}), ("VK_LOADER_DISABLE_SELECT", "1", {"i1", "i2"})],
        ids=["VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT"],
    )
    def test_the_order_of_devices(
        self, world: World, subject: Trial, privilege: Privilege, variable: str, value: str, first: set[str]
    ) -> None:
        """An elevated process should obey VK_LOADER_DEVICE_SELECT and VK_LOADER_DISABLE_SELECT."""
        world.driver(
            flags={
                "devices": "3",
                "device_name": "i1;i2;d",
                "type": "integrated;integrated;discrete",
                "vendor": "1",
                "device": "1;2;3",
            }
        )
        world.variable(variable, value)
        world.elevate(privilege)

        names = self._names(subject, world)

        assert sorted(names) == ["d", "i1", "i2"]
        found = "as the variable says" if names[0] in first else names[0]
        subject.reading("AMB-ELEV-FILTERS", found, chosen="as the variable says", tolerated="d")
