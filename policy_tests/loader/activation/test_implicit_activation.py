"""When an implicit layer switches itself on, and what switches it off."""

from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
SINCE_2022 = (Edition.E2022, Edition.E2026)


@pytest.mark.rule("ACT-IMPLICIT-01")
class TestActiveByExisting:
    """An implicit layer without further conditions is active merely because its manifest is found."""

    def test_a_found_layer_is_active(self, world: World, subject: Trial) -> None:
        """An implicit layer without an enable variable is active although nothing asks for it."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_an_application_without_information_has_it_too(self, world: World, subject: Trial) -> None:
        """An implicit layer is active for an application that gives no VkApplicationInfo."""
        world.driver()
        world.implicit_layer(ONE)
        world.application(api="")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.editions("2018", "2022", "2026")
    def test_every_layer_of_a_manifest_is_active(self, world: World, subject: Trial) -> None:
        """Each of three implicit layers that one manifest holds is active."""
        names = (ONE, TWO, "VK_LAYER_TEST_three")
        folder = "/usr/share/vulkan/implicit_layer.d"
        entries = [
            {
                "name": name,
                "type": "GLOBAL",
                "library_path": f"./lib{name}.so",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "One of three",
                "disable_environment": {f"DISABLE_{name}": "1"},
            }
            for name in names
        ]
        world.driver()
        for name in names:
            world.library(f"{folder}/lib{name}.so", "layer", {"name": name})
        world.file(f"{folder}/three.json", {"file_format_version": "1.0.1", "layers": entries})

        seen = subject.observe(world)

        assert set(seen.chain) == set(names)


@pytest.mark.rule("ACT-IMPLICIT-02", "LLP_LAYER_9", "ACT-IMPLICIT-01")
class TestOffSwitch:
    """An implicit layer has to name a variable that disables it; without one it is not loaded."""

    def test_a_layer_without_an_off_switch_is_left_out(self, world: World, subject: Trial) -> None:
        """An implicit layer without a disable variable is not loaded, and another implicit layer is."""
        world.driver()
        world.implicit_layer(ONE, disable_environment=None)
        world.implicit_layer(TWO)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.editions("2022", "2026")
    def test_an_on_switch_is_no_off_switch(self, world: World, subject: Trial) -> None:
        """An implicit layer without a disable variable is not loaded although its enable variable has its value."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"}, disable_environment=None)
        world.implicit_layer(TWO)
        world.variable("ONE_ON", "1")

        seen = subject.observe(world)

        assert seen.chain == (TWO,)


@pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7")
class TestDisableVariable:
    """The disable variable switches the layer off when it is set, whatever its value."""

    @pytest.mark.parametrize("value", ["1", "0", "off"])
    def test_any_value_disables(self, world: World, subject: Trial, value: str) -> None:
        """An implicit layer whose disable variable is set, to any value, is off, and another one is on."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.implicit_layer(TWO)
        world.variable("ONE_OFF", value)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    def test_each_value_disables_its_own_layer(self, world: World, subject: Trial) -> None:
        """Each of five implicit layers whose disable variables are set, to any value, is off; another one is on."""
        world.driver()
        for value in ("0", "off", "no", "false", "2"):
            world.implicit_layer(f"VK_LAYER_TEST_{value}", disable_environment={f"OFF_{value}": "1"})
            world.variable(f"OFF_{value}", value)
        world.implicit_layer(TWO)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    def test_an_empty_value_disables(self, world: World, subject: Trial) -> None:
        """An implicit layer whose disable variable is set to the empty string is off."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.variable("ONE_OFF", "")

        seen = subject.observe(world)

        either = (ONE,) if subject.edition is not Edition.E2016 else ()  # 2016: set, to no particular value
        subject.reading("AMB-DISABLE-EMPTY", seen.chain, chosen=(), tolerated=either)


@pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
class TestEnableVariable:
    """A layer with an enable variable is off unless that variable is set to the value in the manifest."""

    def test_an_unset_variable_leaves_it_off(self, world: World, subject: Trial) -> None:
        """An implicit layer with an enable variable is off if that variable is not set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "yes"})

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    def test_the_given_value_switches_it_on(self, world: World, subject: Trial) -> None:
        """An implicit layer is on if its enable variable has the value that the manifest gives."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "yes"})
        world.variable("ONE_ON", "yes")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_another_value_does_not(self, world: World, subject: Trial) -> None:
        """An implicit layer is off if its enable variable has another value than the manifest gives."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "yes"})
        world.variable("ONE_ON", "no")

        seen = subject.observe(world)

        either = (ONE,) if subject.edition in SINCE_2022 else ()  # before: the given value, or 1
        subject.reading("AMB-ENABLE-VALUE", seen.chain, chosen=(), tolerated=either)

    def test_another_layer_is_not_concerned(self, world: World, subject: Trial) -> None:
        """An implicit layer without an enable variable is on beside one whose enable variable is not set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "yes"})
        world.implicit_layer(TWO)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)


@pytest.mark.rule("ACT-IMPLICIT-03", "LLP_LOADER_7")
class TestBothVariables:
    """When the enable and the disable variable of a layer are both set, the layer is off."""

    def test_disable_beats_enable(self, world: World, subject: Trial) -> None:
        """An implicit layer is off if its disable variable is set, although its enable variable has its value."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"}, disable_environment={"ONE_OFF": "1"})
        world.variable("ONE_ON", "1")
        world.variable("ONE_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.parametrize("off", ["0", "no", "2"])
    @pytest.mark.parametrize("on", ["1", "yes"])
    def test_any_value_of_the_disable_variable_beats_enable(
        self, world: World, subject: Trial, on: str, off: str
    ) -> None:
        """An implicit layer is off if its disable variable has any value, although its enable variable is set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": on}, disable_environment={"ONE_OFF": "1"})
        world.implicit_layer(TWO)
        world.variable("ONE_ON", on)
        world.variable("ONE_OFF", off)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)


@pytest.mark.rule("ACT-IMPLICIT-08")
class TestComponentOfAMetaLayer:
    """An implicit component of an active meta-layer is loaded even when its disable variable is set."""

    def test_the_meta_layer_is_asked_for(self, world: World, subject: Trial) -> None:
        """A component of a requested meta-layer should be loaded although its own disable variable is set."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.meta_layer("VK_LAYER_TEST_meta", components=[ONE])
        world.variable("ONE_OFF", "1")
        world.application(layers=["VK_LAYER_TEST_meta"])

        seen = subject.observe(world)

        subject.reading("AMB-DISABLE-COMPONENT", seen.chain, chosen=(ONE,), tolerated=())

    def test_the_override_layer_names_it(self, world: World, subject: Trial) -> None:
        """A component of the override layer should be loaded although its own disable variable is set."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.override_layer(components=[ONE])
        world.variable("ONE_OFF", "1")

        seen = subject.observe(world)

        subject.reading("AMB-DISABLE-COMPONENT", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.parametrize("components", [(ONE, TWO), (TWO, ONE)], ids=["one-two", "two-one"])
    def test_all_its_components_are_alike(
        self, world: World, subject: Trial, components: tuple[str, ...]
    ) -> None:
        """Both components of a requested meta-layer are loaded although their own disable variables are set."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.implicit_layer(TWO, disable_environment={"TWO_OFF": "1"})
        world.meta_layer("VK_LAYER_TEST_meta", components=components)
        world.variable("ONE_OFF", "1")
        world.variable("TWO_OFF", "1")
        world.application(layers=["VK_LAYER_TEST_meta"])

        seen = subject.observe(world)

        subject.reading("AMB-DISABLE-COMPONENT", seen.chain, chosen=components, tolerated=())


class TestLayersOfOneFile:
    """Each layer of a manifest with several has conditions of its own."""

    @staticmethod
    def two_layers(world: World, one: dict[str, object], two: dict[str, object]) -> None:
        """A driver, and two implicit layers in one manifest, with keys of their own."""
        world.driver()
        layers: list[dict[str, object]] = []
        for name, keys in ((ONE, one), (TWO, two)):
            library = world.library(
                f"/usr/share/vulkan/implicit_layer.d/lib{name}.so", "layer", {"name": name}
            )
            layers.append(
                {
                    "name": name,
                    "type": "GLOBAL",
                    "api_version": "1.3.0",
                    "implementation_version": "1",
                    "description": "One of two",
                    "library_path": library,
                    "disable_environment": {f"DISABLE_{name}": "1"},
                    **keys,
                }
            )
        world.file(
            "/usr/share/vulkan/implicit_layer.d/both.json", {"file_format_version": "1.0.1", "layers": layers}
        )

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize(
        ("one", "two", "value", "active"),
        [
            ({}, {"enable_environment": {"ON": "1"}}, None, (ONE,)),
            ({}, {"enable_environment": {"ON": "1"}}, "1", (ONE, TWO)),
            ({"enable_environment": {"ON": "1"}}, {}, None, (TWO,)),
            ({"enable_environment": {"ON": "1"}}, {"enable_environment": {"OTHER": "1"}}, "1", (ONE,)),
            ({"enable_environment": {"OTHER": "1"}}, {"enable_environment": {"ON": "1"}}, "1", (TWO,)),
        ],
        ids=["second-unset", "second-set", "first-unset", "first-alone", "second-alone"],
    )
    def test_enable_variables(
        self,
        world: World,
        subject: Trial,
        one: dict[str, object],
        two: dict[str, object],
        value: str | None,
        active: tuple[str, ...],
    ) -> None:
        """Each implicit layer of a manifest obeys its own enable variable and not that of the layer beside it."""
        self.two_layers(world, one, two)
        world.variable("ON", value)

        seen = subject.observe(world)

        assert set(seen.chain) == set(active)

    @pytest.mark.rule("ACT-IMPLICIT-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize(("disabled", "left"), [(ONE, TWO), (TWO, ONE)], ids=["first", "second"])
    def test_disable_variables(self, world: World, subject: Trial, disabled: str, left: str) -> None:
        """The disable variable of one of two implicit layers in a manifest switches that layer alone off."""
        self.two_layers(world, {}, {})
        world.variable(f"DISABLE_{disabled}", "1")

        seen = subject.observe(world)

        assert seen.chain == (left,)


@pytest.mark.rule("DISC-GEN-06")
class TestKindOfALayer:
    """Whether a layer is implicit is decided by where its manifest was found and by nothing else."""

    def test_in_the_implicit_folder_it_is_on(self, world: World, subject: Trial) -> None:
        """A layer whose manifest lies in implicit_layer.d is implicit: it is active without a request."""
        world.driver()
        world.implicit_layer(ONE, folder="/etc/vulkan/implicit_layer.d")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_in_the_explicit_folder_it_is_off(self, world: World, subject: Trial) -> None:
        """A layer whose manifest lies in explicit_layer.d is explicit: without a request it is not active."""
        world.driver()
        world.implicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("ACT-EXPLICIT-01")
    def test_an_explicit_layer_needs_a_request(self, world: World, subject: Trial) -> None:
        """An explicit layer that is not requested is not loaded."""
        world.driver()
        world.explicit_layer(ONE)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())


class TestExplicitLayers:
    """Variables that switch implicit layers on and off do nothing to an explicit layer."""

    @pytest.mark.rule("ACT-EXPLICIT-01")
    def test_an_enable_variable_is_no_request(self, world: World, subject: Trial) -> None:
        """An explicit layer that is not requested is not loaded although its enable variable is set."""
        world.driver()
        world.explicit_layer(ONE, enable_environment={"ONE_ON": "1"})
        world.implicit_layer(TWO, folder="/etc/vulkan/explicit_layer.d", enable_environment={"TWO_ON": "1"})
        world.variable("ONE_ON", "1")
        world.variable("TWO_ON", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("ACT-EXPLICIT-01")
    @pytest.mark.editions("2022", "2026")
    def test_a_component_needs_no_request(self, world: World, subject: Trial) -> None:
        """An explicit layer that an active meta-layer contains is active although no request names it."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer("VK_LAYER_TEST_meta", components=[ONE], implicit=True)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.parametrize(
        "keys",
        [
            {"disable_environment": {"ONE_OFF": "1"}},
            {"enable_environment": {"ONE_ON": "1"}},
            {"enable_environment": {"ONE_ON": "1"}, "disable_environment": {"ONE_OFF": "1"}},
        ],
        ids=["disable", "enable", "both"],
    )
    def test_an_explicit_layer_has_no_switches(
        self, world: World, subject: Trial, keys: dict[str, Any]
    ) -> None:
        """A requested explicit layer is loaded although its disable variable is set or its enable variable is not."""
        world.driver()
        world.explicit_layer(ONE, **keys)
        world.variable("ONE_OFF", "1")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (ONE,))
