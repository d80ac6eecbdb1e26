"""The order of the chain from the application down, and what becomes of a layer that is named again."""

import pytest
from worlds import ALL, E2016, E2018, E2022, E2026, World, chain, names, outcome, rules_in

from refloader.model.edition import Edition


class TestGroups:
    """From the application down: implicit layers, layers of the environment, layers of the application."""

    @pytest.mark.rule("ORDER-CHAIN-01", "AMB-FIGURE-ORDER", "ENV-INSTLAYERS-04")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_three_groups(self, edition: Edition) -> None:
        """One layer of each group."""
        world = World()
        world.explicit("application")
        world.explicit("environment")
        world.implicit("implicit")
        world.variables["VK_INSTANCE_LAYERS"] = "environment"

        plan = world.plan(edition, layers=["application"])

        assert chain(plan) == ["implicit", "environment", "application"]
        assert [outcome(plan, layer.manifest).position for layer in plan.chain] == [0, 1, 2]

    @pytest.mark.rule("ORDER-CHAIN-02")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("wanted", [["A", "B", "C"], ["C", "A", "B"]])
    def test_the_application_orders_its_own(self, edition: Edition, wanted: list[str]) -> None:
        """Element 0 of ppEnabledLayerNames is nearest to the application, however they were discovered."""
        world = World()
        for name in ("B", "A", "C"):
            world.explicit(name)

        assert chain(world.plan(edition, layers=wanted)) == wanted

    @pytest.mark.rule("ENV-INSTLAYERS-03", "ENV-INSTLAYERS-02", "AMB-INSTLAYERS-SEP")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_environment_orders_its_own(self, edition: Edition) -> None:
        """The first of the colon-separated names is nearest to the application."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.variables["VK_INSTANCE_LAYERS"] = "C:A:B"

        assert chain(world.plan(edition)) == ["C", "A", "B"]

    @pytest.mark.rule("ENV-INSTLAYERS-02", "AMB-INSTLAYERS-SEP")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("value", ["A;B", "A,B"])
    def test_other_separators_are_part_of_a_name(self, edition: Edition, value: str) -> None:
        """A semicolon or comma separates nothing on Linux."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.variables["VK_INSTANCE_LAYERS"] = value

        assert chain(world.plan(edition)) == []

    @pytest.mark.rule("ORDER-CHAIN-03")
    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_implicit_layers_come_as_discovered(self, edition: Edition) -> None:
        """Between folders the search order counts, inside one the listing; names are never sorted."""
        world = World()
        world.implicit("a")
        world.implicit("z", folder="/etc/vulkan/implicit_layer.d")
        world.implicit("b", folder="/etc/vulkan/implicit_layer.d")
        world.implicit("m", folder="/home/me/.config/vulkan/implicit_layer.d")

        assert chain(world.plan(edition)) == ["m", "z", "b", "a"]

    @pytest.mark.rule("ORDER-CHAIN-03", "OVERRIDE-08")
    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_the_override_layer_ends_the_implicit_group(self, edition: Edition) -> None:
        """Its components come after implicit layers that are found later, and before all other groups."""
        world = World()
        world.explicit("E")
        world.explicit("O")
        world.override(["O"])
        world.implicit("late")
        world.variables["VK_INSTANCE_LAYERS"] = "E"

        assert chain(world.plan(edition)) == ["late", "O", "E"]


class TestDuplicates:
    """A layer that occurs again is dropped silently; the first occurrence keeps its place."""

    @pytest.mark.rule("ORDER-DUP-01", "LLP_LOADER_3")
    @pytest.mark.parametrize("edition", ALL)
    def test_named_twice_by_the_application(self, edition: Edition) -> None:
        """The second element is dropped, and the instance is made."""
        world = World()
        world.explicit("A")
        world.explicit("B")

        plan = world.plan(edition, layers=["A", "B", "A"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["A", "B"]

    @pytest.mark.rule("ENV-INSTLAYERS-04", "ORDER-DUP-01", "LLP_LOADER_3")
    @pytest.mark.parametrize("edition", ALL)
    def test_named_by_the_environment_and_the_application(self, edition: Edition) -> None:
        """The occurrence of the environment is kept."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.variables["VK_INSTANCE_LAYERS"] = "B:B"

        assert chain(world.plan(edition, layers=["A", "B"])) == ["B", "A"]

    @pytest.mark.rule("ORDER-DUP-02", "AMB-IMPL-IN-ENV")
    @pytest.mark.parametrize("edition", ALL)
    def test_naming_an_implicit_layer_that_is_on(self, edition: Edition) -> None:
        """It stays in the implicit group, at its place; since 2026 VK_INSTANCE_LAYERS gives it another."""
        world = World()
        world.implicit("J")
        world.implicit("I")
        world.explicit("E")
        world.variables["VK_INSTANCE_LAYERS"] = "E:J:EJ"

        named = ["I", "E", "J"] if edition is E2026 else ["J", "I", "E"]
        assert chain(world.plan(edition, layers=["I"])) == named

    @pytest.mark.rule("ORDER-DUP-02")
    def test_an_implicit_layer_that_is_off_comes_with_the_request(self) -> None:
        """A request turns on an implicit layer that waits for its enable variable, where it is named."""
        world = World()
        world.implicit("I", enable_environment={"ENABLE_I": "1"})
        world.explicit("E")

        assert chain(world.plan(layers=["E", "I"])) == ["E", "I"]


class TestDeviceChainOf2016:
    """2016: vkCreateDevice has layers of its own: implicit ones, VK_DEVICE_LAYERS, ppEnabledLayerNames."""

    @pytest.mark.rule("ACT-DEVLAYER-01")
    def test_device_layers_of_the_application(self) -> None:
        """Layers named for the device are on its chain, in their order, and not on the instance's."""
        world = World()
        world.explicit("A", type="DEVICE")
        world.explicit("B", type="GLOBAL")

        plan = world.plan(E2016, device_layers=["B", "A"])

        assert names(plan.device_chain) == ["B", "A"]
        assert chain(plan) == []

    @pytest.mark.rule("ENV-DEVLAYERS-01")
    def test_device_layers_of_the_environment(self) -> None:
        """VK_DEVICE_LAYERS does for devices what VK_INSTANCE_LAYERS does for instances, in the same order."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name, type="DEVICE")
        world.variables["VK_DEVICE_LAYERS"] = "C:A"

        plan = world.plan(E2016, device_layers=["B", "A"])

        assert names(plan.device_chain) == ["C", "A", "B"]

    @pytest.mark.rule("ENV-DEVLAYERS-01")
    @pytest.mark.parametrize(
        ("variables", "instance", "device"),
        [
            ({"VK_INSTANCE_LAYERS": "A"}, ["A"], []),
            ({"VK_DEVICE_LAYERS": "A"}, [], ["A"]),
            ({"VK_INSTANCE_LAYERS": "A", "VK_DEVICE_LAYERS": "A"}, ["A"], ["A"]),
        ],
    )
    def test_global_layers_are_enabled_on_each_chain(
        self, variables: dict[str, str], instance: list[str], device: list[str]
    ) -> None:
        """Enabling a GLOBAL layer on one chain does not enable it on the other."""
        world = World()
        world.explicit("A", type="GLOBAL")
        world.variables |= variables

        plan = world.plan(E2016)

        assert chain(plan) == instance
        assert names(plan.device_chain) == device

    @pytest.mark.rule("ACT-DEVLAYER-01", "ACT-IMPLICIT-01")
    def test_implicit_layers_are_on_the_chains_of_their_type(self) -> None:
        """INSTANCE on the instance chain, DEVICE on the device chain, GLOBAL on both; all of them active."""
        world = World()
        paths = [world.implicit(name, type=name) for name in ("INSTANCE", "DEVICE", "GLOBAL")]

        plan = world.plan(E2016)

        assert chain(plan) == ["INSTANCE", "GLOBAL"]
        assert names(plan.device_chain) == ["DEVICE", "GLOBAL"]
        assert [outcome(plan, path).active for path in paths] == [True, True, True]
        assert [outcome(plan, path).position for path in paths] == [0, None, 1]

    @pytest.mark.rule("ACT-DEVLAYER-01", "ACT-IMPLICIT-05")
    @pytest.mark.parametrize(("variables", "device_layers"), [({"VK_DEVICE_LAYERS": "A"}, []), ({}, ["A"])])
    def test_a_disabled_implicit_layer_stays_off(
        self, variables: dict[str, str], device_layers: list[str]
    ) -> None:
        """Naming it for the device does not bring it back, as for the instance."""
        world = World()
        world.implicit("A")
        world.variables |= {"DISABLE_A": "1", **variables}

        assert names(world.plan(E2016, device_layers=device_layers).device_chain) == []

    @pytest.mark.rule("ENV-DEVLAYERS-01")
    def test_an_unknown_name_is_told(self) -> None:
        """The reason names the variable for devices and its rule."""
        world = World()
        world.variables["VK_DEVICE_LAYERS"] = "nowhere"

        plan = world.plan(E2016)

        assert plan.result == "VK_SUCCESS"
        assert {"ENV-DEVLAYERS-01"} <= rules_in(r for r in plan.reasons if r.subject == "VK_DEVICE_LAYERS")


class TestDeviceChainSince2018:
    """2018 on: vkCreateDevice uses the layers of the instance and pays no attention to layers of its own."""

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    def test_the_instance_layers_are_used(self, edition: Edition) -> None:
        """The device chain is the instance chain, whatever ppEnabledLayerNames of the device says."""
        world = World()
        world.implicit("I")
        world.explicit("A", type="INSTANCE")
        world.explicit("B")

        plan = world.plan(edition, layers=["A"], device_layers=["B"])

        assert names(plan.device_chain) == ["I", "A"]

    @pytest.mark.rule("ENV-DEVLAYERS-01", "ACT-DEVLAYER-02")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    def test_the_device_variable_is_gone(self, edition: Edition) -> None:
        """VK_DEVICE_LAYERS means nothing."""
        world = World()
        world.explicit("A")
        world.variables["VK_DEVICE_LAYERS"] = "A"

        plan = world.plan(edition)

        assert names(plan.device_chain) == []
        assert chain(plan) == []

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    def test_layers_of_type_device_are_as_if_not_found(self, edition: Edition) -> None:
        """Asking for one fails like asking for an unknown layer."""
        world = World()
        world.explicit("A", type="DEVICE")

        assert world.plan(edition, layers=["A"]).result == "VK_ERROR_LAYER_NOT_PRESENT"


class TestSwitchesOfWantedLayers:
    """An implicit layer's own variables decide whether it comes by itself, and whether it may come at all."""

    @pytest.mark.rule("AMB-COMPONENT-ENABLE")
    def test_a_component_needs_no_enable_variable(self) -> None:
        """The meta-layer that lists it puts it into the chain."""
        world = World()
        world.implicit("a", enable_environment={"ENABLE_A": "1"})
        world.meta("meta", ["a"])

        assert chain(world.plan(layers=["meta"])) == ["a"]

    @pytest.mark.rule("AMB-REQUEST-DISABLED", "LLP_LOADER_7")
    @pytest.mark.parametrize("edition", ALL)
    def test_a_request_does_not_beat_a_disable_variable(self, edition: Edition) -> None:
        """The layer stays out, and the instance is made without it."""
        world = World()
        world.implicit("a")
        world.variables["DISABLE_a"] = "1"

        plan = world.plan(edition, layers=["a"])

        assert (chain(plan), plan.result) == ([], "VK_SUCCESS")
