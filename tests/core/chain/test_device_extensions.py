"""Which device extensions are reported, and which a driver is given at vkCreateDevice."""

from collections.abc import Sequence

import pytest
from worlds import World

from refloader.core.extensions.device_extensions import (
    beside,
    for_driver,
    of_implicit_layers,
    of_named_layer,
    offered_by_nobody,
)
from refloader.core.json.reader import JsonValue
from refloader.model.layer import Extension


def offers(*extensions: str) -> list[JsonValue]:
    """The device extensions of a manifest."""
    return [{"name": name, "spec_version": "1"} for name in extensions]


def implicit_names(world: World, layers: Sequence[str] = ()) -> list[str]:
    """What implicit layers bring in an instance for which the application asks for these layers."""
    return [extension.name for extension in of_implicit_layers(world.plan(layers=layers))]


class TestWithoutALayersName:
    """vkEnumerateDeviceExtensionProperties(NULL) gives the driver's extensions and those of implicit layers."""

    @pytest.mark.rule("EXT-ENUM-01")
    def test_an_active_implicit_layer_counts(self) -> None:
        """What it offers for devices is reported for every device."""
        world = World()
        world.implicit("A", device_extensions=offers("VK_A"))

        assert implicit_names(world) == ["VK_A"]

    @pytest.mark.rule("EXT-ENUM-01")
    def test_a_disabled_one_does_not(self) -> None:
        """A layer that is switched off brings nothing."""
        world = World()
        world.implicit("A", device_extensions=offers("VK_A"))
        world.variables["DISABLE_A"] = "1"

        assert implicit_names(world) == []

    @pytest.mark.rule("AMB-ENUM-EXPLICIT")
    def test_an_explicit_layer_does_not_count(self) -> None:
        """Its extensions are asked for by its name, also when it is active."""
        world = World()
        world.explicit("A", device_extensions=offers("VK_A"))

        assert implicit_names(world, layers=["A"]) == []

    @pytest.mark.rule("META-07", "EXT-ENUM-01")
    def test_the_parts_of_an_implicit_meta_layer_count(self) -> None:
        """A meta-layer stands for its components, explicit ones too."""
        world = World()
        world.explicit("A", device_extensions=offers("VK_A"))
        world.explicit("B", device_extensions=offers("VK_B"))
        world.implicit_meta("M", ["A"])

        assert implicit_names(world, layers=["B"]) == ["VK_A"]

    @pytest.mark.rule("EXT-ENUM-03")
    def test_a_duplicate_has_the_drivers_version(self) -> None:
        """Layers add only what the driver does not have."""
        layers = (Extension("VK_both", 7), Extension("VK_layer", 1))

        assert beside({"VK_both", "VK_driver"}, layers) == (Extension("VK_layer", 1),)


class TestWithALayersName:
    """With a layer's name only that layer's extensions are given, whether it is active or not."""

    @pytest.mark.rule("EXT-ENUM-02")
    def test_a_layer_that_is_not_active(self) -> None:
        """The manifest answers."""
        world = World()
        world.explicit("A", device_extensions=offers("VK_A"))

        assert of_named_layer("A", world.plan()) == (Extension("VK_A", 1),)

    @pytest.mark.rule("META-07")
    def test_a_meta_layer_has_those_of_its_parts(self) -> None:
        """Each name once."""
        world = World()
        world.explicit("A", device_extensions=offers("VK_A", "VK_both"))
        world.explicit("B", device_extensions=offers("VK_both", "VK_B"))
        world.meta("M", ["A", "B"])

        found = of_named_layer("M", world.plan())

        assert [extension.name for extension in found] == ["VK_A", "VK_both", "VK_B"]

    @pytest.mark.rule("EXT-ENUM-02")
    def test_an_unknown_layer(self) -> None:
        """There is no answer for a layer that is not reported."""
        assert of_named_layer("A", World().plan()) == ()


class TestWhatADriverIsGiven:
    """Before a driver's vkCreateDevice the extensions it does not offer are removed."""

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_layers_extension_is_left_out(self) -> None:
        """The places of the driver's own ones are kept in order."""
        assert for_driver(["VK_1", "VK_A", "VK_2"], {"VK_2", "VK_1"}) == (0, 2)


class TestWhatNobodyOffers:
    """What an application asks for has to be reported, or to stand in an active layer's manifest."""

    def test_reported(self) -> None:
        """A layer may report what its manifest does not list."""
        assert offered_by_nobody(["VK_1", "VK_A"], {"VK_A", "VK_1"}, ()) is None

    def test_in_a_manifest(self) -> None:
        """Explicit layers' extensions are not reported without a layer's name."""
        world = World()
        world.explicit("A", device_extensions=offers("VK_A"))
        layers = world.plan(layers=["A"]).chain

        assert offered_by_nobody(["VK_1", "VK_A"], {"VK_1"}, layers) is None

    def test_nobody_offers_it(self) -> None:
        """The first such extension is told."""
        assert offered_by_nobody(["VK_1", "VK_x", "VK_y"], {"VK_1"}, ()) == "VK_x"
