"""Meta-layers: when they can be used, which layers they stand for and where those are put."""

import pytest
from worlds import E2016, E2018, E2022, E2026, World, chain, enumerated, outcome, rules_in

from refloader.core.extensions.instance_extensions import device_extensions_of_layer, of_layer
from refloader.model.edition import Edition

KNOWING = [E2018, E2022, E2026]


class TestAllComponentsMustBeFound:
    """A meta-layer can be used only if the loader finds every component; else it is not loaded."""

    @pytest.mark.rule("META-02", "LLP_LAYER_7", "LLP_LOADER_10")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_a_missing_component(self, edition: Edition) -> None:
        """The meta-layer is unknown to the application, and the component that is there is not loaded."""
        world = World()
        world.explicit("A")
        path = world.meta("M", ["A", "missing"])

        plan = world.plan(edition, layers=["M"])

        assert enumerated(plan) == ["A"]
        assert chain(plan) == []
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"
        assert "LLP_LAYER_7" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("META-02", "LLP_LAYER_7")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_all_components_there(self, edition: Edition) -> None:
        """With the last component installed the meta-layer works."""
        world = World()
        world.explicit("A")
        world.implicit("B")
        world.meta("M", ["A", "B"])
        world.variables["DISABLE_B"] = "1"

        plan = world.plan(edition, layers=["M"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["A", "B"]

    @pytest.mark.rule("LLP_LOADER_10")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_a_component_that_is_not_valid(self, edition: Edition) -> None:
        """A component whose manifest is not usable counts as not found."""
        world = World()
        world.explicit("A", type="BOTH")
        world.meta("M", ["A"])

        assert world.plan(edition, layers=["M"]).result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("META-02")
    def test_2016_knows_no_meta_layers(self) -> None:
        """A 1.0 loader finds no library in the manifest and passes the layer over."""
        world = World()
        world.explicit("A")
        world.meta("M", ["A"])

        plan = world.plan(E2016, layers=["M"])

        assert enumerated(plan) == ["A"]
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"


class TestVersionsOfComponents:
    """2018: components agree with each other. 2022, 2026: each is as new as the meta-layer or newer."""

    @pytest.mark.rule("META-03", "LLP_LAYER_8", "LLP_LOADER_10", "AMB-META-VERSION")
    @pytest.mark.parametrize("edition", [E2022, E2026])
    @pytest.mark.parametrize(
        ("component", "on"),
        [("1.2.0", ["A"]), ("1.2.255", ["A"]), ("1.3.0", ["A"]), ("1.1.255", []), ("1.0.0", [])],
    )
    def test_compared_with_the_meta_layer(self, edition: Edition, component: str, on: list[str]) -> None:
        """Major and minor of a component are not below those of the meta-layer; the patch does not count."""
        world = World()
        world.explicit("A", api_version=component)
        world.implicit_meta("M", ["A"], api_version="1.2.99")

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("LLP_LAYER_8")
    def test_an_old_component_is_named(self) -> None:
        """The reason says which component is too old."""
        world = World()
        world.explicit("A", api_version="1.1.0")
        path = world.meta("M", ["A"], api_version="1.2.0")

        (reason,) = (r for r in outcome(world.plan(), path).reasons if r.rule == "LLP_LAYER_8")

        assert reason.fact == "the component A has API version 1.1.0, older than 1.2.0"

    @pytest.mark.rule("META-03")
    @pytest.mark.parametrize(("edition", "on"), [(E2018, []), (E2022, ["A", "B"]), (E2026, ["A", "B"])])
    def test_components_that_differ_from_each_other(self, edition: Edition, on: list[str]) -> None:
        """2018 wants one version for all components; later editions do not compare them."""
        world = World()
        world.explicit("A", api_version="1.1.0")
        world.explicit("B", api_version="1.2.0")
        world.implicit_meta("M", ["A", "B"], api_version="1.1.0")

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("META-03")
    @pytest.mark.parametrize(("edition", "on"), [(E2018, ["A", "B"]), (E2022, []), (E2026, [])])
    def test_components_older_than_the_meta_layer(self, edition: Edition, on: list[str]) -> None:
        """2018 does not look at the version of the meta-layer; later editions do."""
        world = World()
        world.explicit("A", api_version="1.0.1")
        world.explicit("B", api_version="1.0.2")
        world.implicit_meta("M", ["A", "B"], api_version="1.1.0")

        assert chain(world.plan(edition)) == on


class TestPlaceOfComponents:
    """The first component is nearest to the application; a layer that is on already is not put again."""

    @pytest.mark.rule("META-04")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_order_of_the_list(self, edition: Edition) -> None:
        """The list of the manifest decides, not discovery."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.meta("M", ["C", "A", "B"])

        assert chain(world.plan(edition, layers=["M"])) == ["C", "A", "B"]

    @pytest.mark.rule("META-04")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_components_stand_where_their_meta_layer_is_named(self, edition: Edition) -> None:
        """Between the layers that the application names before and after it."""
        world = World()
        for name in ("A", "B", "first", "last"):
            world.explicit(name)
        world.meta("M", ["B", "A"])

        assert chain(world.plan(edition, layers=["first", "M", "last"])) == ["first", "B", "A", "last"]

    @pytest.mark.rule("META-06", "ORDER-DUP-01")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_a_component_enabled_before(self, edition: Edition) -> None:
        """A component that VK_INSTANCE_LAYERS names is dropped from the meta-layer's place."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.meta("M", ["A", "B"])
        world.variables["VK_INSTANCE_LAYERS"] = "B:C"

        assert chain(world.plan(edition, layers=["M"])) == ["B", "C", "A"]

    @pytest.mark.rule("META-06", "ORDER-DUP-01")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_a_component_enabled_afterwards(self, edition: Edition) -> None:
        """Naming a component after its meta-layer has no effect."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.meta("M", ["A", "B"])

        assert chain(world.plan(edition, layers=["M", "C", "A"])) == ["A", "B", "C"]

    @pytest.mark.rule("META-06", "ORDER-DUP-01")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_two_meta_layers_with_a_common_component(self, edition: Edition) -> None:
        """The first occurrence decides, across meta-layers."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.meta("M", ["A", "B"])
        world.meta("N", ["C", "A"])

        assert chain(world.plan(edition, layers=["N", "M"])) == ["C", "A", "B"]


class TestMetaLayersAreNotActiveByThemselves:
    """A meta-layer can be of either kind; being there does not mean being active."""

    @pytest.mark.rule("META-08")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_by_kind(self, edition: Edition) -> None:
        """The explicit one waits for a request, the implicit one is on; neither has a place of its own."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        explicit = world.meta("M", ["A"])
        implicit = world.implicit_meta("N", ["B"])

        plan = world.plan(edition)

        assert chain(plan) == ["B"]
        assert not outcome(plan, explicit).active
        assert outcome(plan, implicit).active
        assert outcome(plan, implicit).position is None

    @pytest.mark.rule("META-08")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_an_implicit_one_has_the_conditions_of_implicit_layers(self, edition: Edition) -> None:
        """Its enable and disable variables work as for any implicit layer."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.implicit_meta("M", ["A"], enable_environment={"ENABLE_M": "1"})
        world.implicit_meta("N", ["B"])
        world.variables["DISABLE_N"] = "1"

        off = chain(world.plan(edition))
        world.variables["ENABLE_M"] = "1"
        on = chain(world.plan(edition))

        assert off == []
        assert on == ["A"]


class TestNestedMetaLayers:
    """A meta-layer may contain meta-layers as long as none contains itself."""

    @pytest.mark.rule("AMB-META-RECURSE", "META-04")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_components_of_components(self, edition: Edition) -> None:
        """A nested meta-layer stands for its components at its place in the list."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.meta("inner", ["B", "C"])
        world.meta("outer", ["inner", "A"])

        assert chain(world.plan(edition, layers=["outer"])) == ["B", "C", "A"]

    @pytest.mark.rule("AMB-META-RECURSE", "LLP_LOADER_10")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_a_fault_inside_spoils_the_outside(self, edition: Edition) -> None:
        """A nested meta-layer that cannot be used makes the outer one unusable, and the reason says both."""
        world = World()
        world.explicit("A")
        world.meta("inner", ["A", "missing"])
        path = world.meta("outer", ["A", "inner"])

        plan = world.plan(edition, layers=["outer"])

        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"
        (reason,) = (r for r in outcome(plan, path).reasons if r.rule == "LLP_LOADER_10")
        assert reason.fact == 'the component "inner" cannot be used: the component "missing" is not found'

    @pytest.mark.rule("AMB-META-RECURSE")
    @pytest.mark.parametrize("edition", KNOWING)
    def test_cycles_are_rejected(self, edition: Edition) -> None:
        """Neither of two meta-layers that contain each other can be used, nor one that contains them."""
        world = World()
        world.explicit("A")
        world.meta("M", ["A", "N"])
        world.meta("N", ["M"])
        world.meta("around", ["A", "N"])

        assert enumerated(world.plan(edition)) == ["A"]

    @pytest.mark.rule("AMB-META-RECURSE")
    def test_nesting_may_be_deep(self) -> None:
        """Thousands of levels are walked like three."""
        world = World()
        world.explicit("A")
        world.meta("M0", ["A"])
        for level in range(1, 1500):
            world.meta(f"M{level}", [f"M{level - 1}"])

        assert chain(world.plan(layers=["M1499"])) == ["A"]

    @pytest.mark.rule("AMB-META-RECURSE", "ORDER-DUP-01")
    def test_nesting_may_be_wide(self) -> None:
        """A meta-layer that is reached on 2 to the power of 40 ways is looked at once."""
        world = World()
        world.explicit("A")
        world.meta("M0", ["A"])
        world.meta("N0", ["A"])
        for level in range(1, 41):
            world.meta(f"M{level}", [f"M{level - 1}", f"N{level - 1}"])
            world.meta(f"N{level}", [f"N{level - 1}", f"M{level - 1}"])

        assert chain(world.plan(layers=["M40"])) == ["A"]


class TestExtensionsOfMetaLayers:
    """Asked for a meta-layer's extensions, the loader reports those of all its components put together."""

    @pytest.mark.rule("META-07", "EXT-ENUM-02")
    def test_instance_and_device_extensions(self) -> None:
        """Every extension of every component once, the first component's version first."""
        world = World()
        world.explicit(
            "A",
            instance_extensions=[{"name": "VK_EXT_debug_report", "spec_version": "9"}],
            device_extensions=[{"name": "VK_EXT_tooling_info", "spec_version": "1"}],
        )
        world.explicit(
            "B",
            instance_extensions=[
                {"name": "VK_EXT_debug_report", "spec_version": "10"},
                {"name": "VK_EXT_debug_utils", "spec_version": "2"},
            ],
            device_extensions=[{"name": "VK_EXT_debug_marker", "spec_version": "4"}],
        )
        world.meta("M", ["A", "B"])
        known = {layer.name: layer for layer in world.plan().enumerated}

        instance = of_layer(known["M"], known)
        device = device_extensions_of_layer(known["M"], known)

        assert [(e.name, e.spec_version) for e in instance] == [
            ("VK_EXT_debug_report", 9),
            ("VK_EXT_debug_utils", 2),
        ]
        assert [e.name for e in device] == ["VK_EXT_tooling_info", "VK_EXT_debug_marker"]
