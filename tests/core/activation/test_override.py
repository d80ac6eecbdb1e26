"""The override layer: to whom it applies, under which conditions, and what it turns on and off."""

import pytest
from worlds import E2018, E2022, E2026, OVERRIDE, World, chain, enumerated, outcome, rules_in

from refloader.core.json.reader import JsonValue
from refloader.model.edition import Edition

MODERN = pytest.mark.parametrize("edition", [E2022, E2026])


class TestName:
    """An implicit meta-layer called VK_LAYER_LUNARG_override is the override layer, from 2022 on."""

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-08")
    @MODERN
    def test_it_turns_its_components_on(self, edition: Edition) -> None:
        """The components of a found override layer are in every application's chain."""
        world = World()
        world.explicit("A")
        path = world.override(["A"])

        plan = world.plan(edition)

        assert chain(plan) == ["A"]
        assert outcome(plan, path).active
        assert "OVERRIDE-01" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("OVERRIDE-01")
    def test_2018_sees_an_ordinary_implicit_meta_layer(self) -> None:
        """Before 2022 the name is nothing special: no order of its own and no blacklist."""
        world = World()
        world.explicit("A")
        world.override(["A"], blacklisted_layers=["late"])
        world.implicit("late")

        assert chain(world.plan(E2018)) == ["A", "late"]
        assert OVERRIDE in enumerated(world.plan(E2018))

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-02")
    @MODERN
    def test_an_explicit_layer_of_that_name_is_none(self, edition: Edition) -> None:
        """In a folder of explicit layers it is a meta-layer that waits for a request."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.meta(OVERRIDE, ["A"], blacklisted_layers=["B"])

        assert chain(world.plan(edition)) == ["B"]

    @pytest.mark.rule("OVERRIDE-01", "DISC-GEN-01")
    @MODERN
    def test_it_is_enumerated_where_it_is_found(self, edition: Edition) -> None:
        """What it does comes after other implicit layers, but it is listed in the order of discovery."""
        world = World()
        world.implicit("A")
        world.override(["A"])

        assert enumerated(world.plan(edition)) == ["A", OVERRIDE]

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-02")
    @MODERN
    def test_other_meta_layers_have_no_such_keys(self, edition: Edition) -> None:
        """A blacklist in another implicit meta-layer has no effect."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.implicit_meta("M", ["A"], blacklisted_layers=["B"])

        assert chain(world.plan(edition)) == ["B", "A"]


class TestConditions:
    """The override layer is an implicit layer and has the conditions of one."""

    @pytest.mark.rule("LLP_LOADER_7", "ACT-IMPLICIT-05")
    @MODERN
    def test_its_disable_variable(self, edition: Edition) -> None:
        """Switched off, neither its components nor its blacklist count."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.override(["A"], blacklisted_layers=["B"])
        world.variables["DISABLE_OVERRIDE"] = "1"

        assert chain(world.plan(edition)) == ["B"]

    @pytest.mark.rule("LLP_LOADER_6", "ACT-IMPLICIT-04")
    @MODERN
    def test_its_enable_variable(self, edition: Edition) -> None:
        """With an enable variable it applies only where the variable has its value."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.override(["A"], blacklisted_layers=["B"], enable_environment={"ENABLE_OVERRIDE": "1"})

        off = chain(world.plan(edition))
        world.variables["ENABLE_OVERRIDE"] = "1"
        on = chain(world.plan(edition))

        assert off == ["B"]
        assert on == ["A"]

    @pytest.mark.rule("ACT-IMPLICIT-07")
    @pytest.mark.parametrize(("edition", "on"), [(E2022, []), (E2026, ["A"])])
    def test_its_api_version(self, edition: Edition, on: list[str]) -> None:
        """2022 does not apply an override layer that is older than the application."""
        world = World()
        world.explicit("A")
        world.override(["A"], api_version="1.1.0")

        assert chain(world.plan(edition, api="1.2.0")) == on

    @pytest.mark.rule("FILTER-LAYER-DISABLE-04", "OVERRIDE-02")
    def test_the_disable_filter(self) -> None:
        """An override layer that the filter keeps out does not blacklist anybody."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.override(["A"], blacklisted_layers=["B"])
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "~implicit~"

        plan = world.plan(layers=["B"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["B"]

    @pytest.mark.rule("FILTER-GEN-09")
    @pytest.mark.parametrize(
        "name", ["VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW", "VK_INSTANCE_LAYERS"]
    )
    def test_what_undoes_the_filter(self, name: str) -> None:
        """Enabled, allowed or named, the override layer applies in spite of the disable filter."""
        world = World()
        world.explicit("A")
        world.override(["A"])
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~implicit~", name: OVERRIDE}

        assert chain(world.plan()) == ["A"]


class TestBlacklist:
    """Layers in blacklisted_layers are not loaded, neither implicitly nor by request."""

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12", "LLP_LOADER_7")
    @MODERN
    def test_implicit_layers(self, edition: Edition) -> None:
        """A blacklisted implicit layer does not switch itself on."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.implicit("C")
        world.override(["A"], blacklisted_layers=["B"])

        assert chain(world.plan(edition)) == ["C", "A"]

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12", "AMB-DISABLE-REQUESTED")
    @MODERN
    def test_requested_layers(self, edition: Edition) -> None:
        """A blacklisted layer in ppEnabledLayerNames is not enabled: vkCreateInstance does not find it."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.override(["A"], blacklisted_layers=["B"])

        plan = world.plan(edition, layers=["B"])

        assert chain(plan) == ["A"]
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    @pytest.mark.parametrize(
        "name", ["VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"]
    )
    def test_no_variable_undoes_it(self, name: str) -> None:
        """The loader must disable every layer of the list, whatever the environment says."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.override(["A"], blacklisted_layers=["B"])
        world.variables[name] = "B"

        assert chain(world.plan()) == ["A"]

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    @MODERN
    def test_components_of_other_meta_layers(self, edition: Edition) -> None:
        """A blacklisted layer does not come in as a component either."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.override(["A"], blacklisted_layers=["B"])
        world.meta("M", ["A", "B"])

        assert chain(world.plan(edition, layers=["M"])) == ["A"]


class TestAppKeys:
    """app_keys lists paths of executables; with entries the layer applies to those programs only."""

    @pytest.mark.rule("OVERRIDE-03")
    @MODERN
    @pytest.mark.parametrize(("program", "on"), [("/usr/bin/app", ["A"]), ("/usr/bin/other", [])])
    def test_only_the_programs_listed(self, edition: Edition, program: str, on: list[str]) -> None:
        """Another program gets neither the components nor the blacklist."""
        world = World()
        world.explicit("A")
        world.override(["A"], app_keys=["/opt/game", "/usr/bin/app"])
        world.program = program

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("OVERRIDE-04")
    @MODERN
    @pytest.mark.parametrize("keys", [None, []])
    def test_no_entries_mean_every_program(self, edition: Edition, keys: JsonValue) -> None:
        """A missing or empty list makes the layer global."""
        world = World()
        world.explicit("A")
        world.override(["A"], app_keys=keys)

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("AMB-APPKEYS-MATCH")
    @MODERN
    @pytest.mark.parametrize(
        "key", ["/usr/bin/APP", "/usr/bin/../bin/app", "/usr//bin/app", "app", "/usr/bin/app/"]
    )
    def test_paths_are_compared_byte_by_byte(self, edition: Edition, key: str) -> None:
        """Case, dots, slashes and folders all count."""
        world = World()
        world.explicit("A")
        world.override(["A"], app_keys=[key])

        assert chain(world.plan(edition)) == []

    @pytest.mark.rule("AMB-OVERRIDE-MULTI", "OVERRIDE-03")
    @MODERN
    def test_a_layer_for_the_program_beats_a_global_one(self, edition: Edition) -> None:
        """Of several override layers the one that names the program applies, wherever it is found."""
        world = World()
        for name in ("everybody", "mine", "others"):
            world.explicit(name)
        loser = world.override(["everybody"], file="a")
        world.override(["others"], file="b", app_keys=["/usr/bin/other"])
        winner = world.override(["mine"], file="c", app_keys=["/usr/bin/app"])

        plan = world.plan(edition)

        assert chain(plan) == ["mine"]
        assert outcome(plan, winner).active
        assert not outcome(plan, loser).active

    @pytest.mark.rule("AMB-OVERRIDE-MULTI")
    @MODERN
    def test_among_equals_the_first(self, edition: Edition) -> None:
        """Two global override layers: the one found first applies."""
        world = World()
        world.explicit("one")
        world.explicit("two")
        world.override(["two"], file="first")
        world.override(["one"], file="second")

        assert chain(world.plan(edition)) == ["two"]


class TestWithoutComponents:
    """An override layer that names no component still blocks and replaces the search."""

    @pytest.mark.rule("AMB-META-EMPTY", "LLP_LOADER_12")
    @MODERN
    def test_its_blacklist_blocks(self, edition: Edition) -> None:
        """Both kinds of layers, as with components."""
        world = World()
        world.implicit("A")
        world.explicit("B")
        path = world.override([], blacklisted_layers=["A", "B"])

        plan = world.plan(edition, layers=[OVERRIDE])

        assert chain(plan) == []
        assert enumerated(plan) == [OVERRIDE]
        assert outcome(plan, path).active

    @pytest.mark.rule("AMB-META-EMPTY", "OVERRIDE-07")
    @MODERN
    def test_its_paths_replace_the_search(self, edition: Edition) -> None:
        """Explicit layers elsewhere are not found."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.override([], override_paths=["/far"])

        plan = world.plan(edition)

        assert chain(plan) == ["B"]
        assert enumerated(plan) == ["B", OVERRIDE]

    @pytest.mark.rule("AMB-META-EMPTY", "OVERRIDE-03")
    @MODERN
    def test_it_is_for_the_programs_in_app_keys(self, edition: Edition) -> None:
        """For other programs it blocks nothing."""
        world = World()
        world.implicit("A")
        world.override([], blacklisted_layers=["A"], app_keys=["/usr/bin/other"])

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("AMB-META-EMPTY", "META-01")
    def test_2018_has_no_such_layer(self) -> None:
        """There it is a meta-layer like others, which has no effect without components."""
        world = World()
        world.implicit("A")
        world.override([], blacklisted_layers=["A"])

        plan = world.plan(E2018)

        assert chain(plan) == ["A"]
        assert OVERRIDE in enumerated(plan)
