"""Where the components of an override layer come from, and what its paths do to the explicit search."""

import pytest
from worlds import E2022, E2026, OVERRIDE, World, chain, enumerated, folders, outcome, rules_in

from refloader.model.edition import Edition
from refloader.model.place import Use

MODERN = pytest.mark.parametrize("edition", [E2022, E2026])


class TestOverridePaths:
    """With override_paths these places alone are searched for components and other explicit layers."""

    @pytest.mark.rule("OVERRIDE-05", "OVERRIDE-07")
    @MODERN
    @pytest.mark.parametrize("name", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    def test_they_replace_the_whole_explicit_search(self, edition: Edition, name: str) -> None:
        """Neither the default folders nor those of a path variable are searched for explicit layers."""
        world = World()
        world.explicit("A", folder="/over/layers")
        world.explicit("default")
        world.explicit("mine", folder="/build")
        world.override(["A"], override_paths=["/over/layers"])
        world.variables[name] = "/build"

        plan = world.plan(edition, layers=["mine"])

        assert folders(plan, Use.EXPLICIT) == ["/over/layers"]
        assert enumerated(plan) == [OVERRIDE, "A"]
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("OVERRIDE-05")
    @MODERN
    def test_a_component_of_the_same_name_elsewhere_is_not_taken(self, edition: Edition) -> None:
        """An implicit layer of that name in a default place does not become the component."""
        world = World()
        world.implicit("A", enable_environment={"ENABLE_A": "1"})
        mine = world.explicit("A", folder="/over/layers")
        world.override(["A"], override_paths=["/over/layers"])

        assert [layer.manifest for layer in world.plan(edition).chain] == [mine]

    @pytest.mark.rule("AMB-OVERRIDE-IMPLICIT")
    @MODERN
    def test_implicit_layers_elsewhere_stay(self, edition: Edition) -> None:
        """Only the explicit search is replaced."""
        world = World()
        world.implicit("I")
        world.explicit("A", folder="/over/layers")
        world.override(["A"], override_paths=["/over/layers"])

        assert chain(world.plan(edition)) == ["I", "A"]

    @pytest.mark.rule("OVERRIDE-06", "OVERRIDE-07")
    @MODERN
    def test_a_component_outside_the_paths_voids_the_layer(self, edition: Edition) -> None:
        """One component in a default place only: the layer blocks nothing, but its paths replace the search."""
        world = World()
        world.explicit("A", folder="/over/layers")
        world.explicit("B")
        world.implicit("I")
        path = world.override(["A", "B"], override_paths=["/over/layers"], blacklisted_layers=["I"])

        plan = world.plan(edition)

        assert enumerated(plan) == ["I", "A"]
        assert chain(plan) == ["I"]
        assert not outcome(plan, path).active
        assert "OVERRIDE-06" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("OVERRIDE-06")
    @MODERN
    def test_default_places_may_be_listed(self, edition: Edition) -> None:
        """A mix of own and default places works with both in the list, in the order of the list."""
        world = World()
        world.explicit("A", folder="/over/layers")
        world.explicit("B")
        world.override(["B", "A"], override_paths=["/over/layers", "/usr/share/vulkan/explicit_layer.d"])

        plan = world.plan(edition)

        assert chain(plan) == ["B", "A"]
        assert folders(plan, Use.EXPLICIT) == ["/over/layers", "/usr/share/vulkan/explicit_layer.d"]

    @pytest.mark.rule("OVERRIDE-06", "LLP_LOADER_10")
    @MODERN
    def test_a_component_that_is_too_old_voids_the_layer_too(self, edition: Edition) -> None:
        """An override layer that cannot be used is there all the same, and its paths replace the search."""
        world = World()
        world.explicit("A", folder="/over/layers", api_version="1.1.0")
        world.explicit("B")
        world.override(["A"], override_paths=["/over/layers"], api_version="1.3.0")

        plan = world.plan(edition)

        assert plan.result == "VK_SUCCESS"
        assert enumerated(plan) == ["A"]
        assert chain(plan) == []

    @pytest.mark.rule("OVERRIDE-03", "OVERRIDE-05")
    @MODERN
    def test_paths_for_another_program_mean_nothing(self, edition: Edition) -> None:
        """The explicit search of a program that app_keys does not list is untouched."""
        world = World()
        world.explicit("A", folder="/over/layers")
        world.explicit("B")
        world.override(["A"], override_paths=["/over/layers"], app_keys=["/usr/bin/other"])

        assert enumerated(world.plan(edition)) == ["B"]

    @pytest.mark.rule("OVERRIDE-05", "LLP_LOADER_13")
    @MODERN
    def test_without_paths_the_usual_search_goes_on(self, edition: Edition) -> None:
        """Components are then looked for where all explicit layers are, VK_LAYER_PATH included."""
        world = World()
        world.explicit("A", folder="/build")
        world.override(["A"])
        world.variables["VK_LAYER_PATH"] = "/build"

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("LLP_LOADER_11")
    @MODERN
    def test_after_all_other_implicit_layers(self, edition: Edition) -> None:
        """A component that is implicit and on by itself keeps its place; the others come last."""
        world = World()
        world.explicit("A")
        world.override(["A", "J"])
        world.implicit("I")
        world.implicit("J")

        assert chain(world.plan(edition)) == ["I", "J", "A"]
