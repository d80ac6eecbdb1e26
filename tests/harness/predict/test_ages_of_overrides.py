"""What loaders make of override layers that are odd. All expectations were observed on builds."""

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import EXPLICIT_LAYERS, OVERRIDE_LAYER, World

A, B, C = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c"
OFF = f"DISABLE_{A}"


def actual(world: World, release: str) -> Observation:
    """What a release is predicted to do."""
    return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


def machine() -> World:
    """A machine with a driver and an implicit layer that its own variable switches off."""
    world = World()
    world.driver()
    world.implicit_layer(A)
    world.variable(OFF, "1")
    return world


class TestExplicitOverrideLayer:
    """One whose manifest lies among explicit layers is on whatever its conditions, from 1.1.126 to 1.4.335."""

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.198", "1.3.250", "1.4.335"])
    def test_it_turns_its_implicit_components_on(self, release: str) -> None:
        """Its own variable, app_keys and paths do not matter."""
        world = machine()
        world.override_layer(
            folder=EXPLICIT_LAYERS, components=[A], app_keys=["/usr/bin/other"], override_paths=["/nowhere"]
        )
        world.variable(f"DISABLE_{OVERRIDE_LAYER}", "1")

        assert actual(world, release).chain == (A,)

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.198", "1.3.250", "1.4.335"])
    def test_its_blacklist_counts(self, release: str) -> None:
        """For what is listed, and for what runs."""
        world = machine()
        world.implicit_layer(B)
        world.override_layer(folder=EXPLICIT_LAYERS, components=[A], blacklist=[B])

        told = actual(world, release)

        assert B not in told.layer_names
        assert told.chain == (A,)

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.189", "1.2.198", "1.4.335"])
    def test_of_two_override_layers(self, release: str) -> None:
        """The first one counts although it is off."""
        world = machine()
        world.implicit_layer(B)
        world.variable(f"DISABLE_{B}", "1")
        world.override_layer(components=[B])
        world.override_layer(folder=EXPLICIT_LAYERS, components=[A])
        world.variable(f"DISABLE_{OVERRIDE_LAYER}", "1")

        assert actual(world, release).chain == (B,)

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.135", "1.2.189", "1.2.198", "1.3.250"])
    def test_of_two_among_explicit_layers(self, release: str) -> None:
        """The first one counts: its components, and its blacklist."""
        world = machine()
        world.implicit_layer(B)
        world.variable(f"DISABLE_{B}", "1")
        world.explicit_layer(C)
        world.override_layer(folder=EXPLICIT_LAYERS, components=[A], blacklist=[C])
        world.override_layer(folder="/etc/vulkan/explicit_layer.d", components=[B])

        told = actual(world, release)

        assert told.chain == (B,)
        assert C in told.layer_names

    @pytest.mark.parametrize(("release", "chain"), [("1.1.97", ()), ("1.1.126", (A,)), ("1.4.335", (A,))])
    def test_an_implicit_one_forces_a_component_that_is_off(
        self, release: str, chain: tuple[str, ...]
    ) -> None:
        """The oldest release does not."""
        world = machine()
        world.override_layer(components=[A])

        assert actual(world, release).chain == chain

    def test_the_oldest_release_knows_no_such_thing(self) -> None:
        """As observed on 1.1.97."""
        world = machine()
        world.override_layer(folder=EXPLICIT_LAYERS, components=[A])

        assert actual(world, "1.1.97").chain == ()


class TestTwoImplicitOverrideLayers:
    """Up to 1.2.140, releases take the paths of one, and the blacklist and components that are off of the first."""

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.135", "1.2.162"])
    def test_components_that_are_off(self, release: str) -> None:
        """Only those of the first run, and only its blacklist counts."""
        world = machine()
        world.implicit_layer(B)
        world.variable(f"DISABLE_{B}", "1")
        world.explicit_layer(C)
        world.override_layer(components=[B], blacklist=[C])
        world.override_layer(folder="/etc/vulkan/implicit_layer.d", components=[A])

        told = actual(world, release)

        assert told.chain == (A,)
        assert C in told.layer_names

    @pytest.mark.parametrize(
        ("release", "chain"), [("1.1.126", (A, C)), ("1.2.135", (A, C)), ("1.2.162", (A,))]
    )
    def test_explicit_components(self, release: str, chain: tuple[str, ...]) -> None:
        """Those of both run, where both are active."""
        world = World()
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C])
        world.override_layer(folder="/etc/vulkan/implicit_layer.d", components=[A])

        assert actual(world, release).chain == chain


@pytest.mark.parametrize("release", ["1.3.250", "1.4.304", "1.4.335"])
def test_the_variable_does_not_bring_back_an_override_layer_that_a_filter_keeps_out(release: str) -> None:
    """VK_INSTANCE_LAYERS has its name, and neither its paths nor its blacklist count."""
    world = World()
    world.driver()
    world.implicit_layer(A)
    world.override_layer(components=[B], blacklist=[A])
    world.explicit_layer(B)
    world.variable("VK_INSTANCE_LAYERS", OVERRIDE_LAYER)
    world.variable("VK_LOADER_LAYERS_DISABLE", "*override")

    told = actual(world, release)

    assert told.layer_names == (A, B)
    assert told.chain == (A,)
