"""What happens to a layer that is found or asked for more than once."""

from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
THREE = "VK_LAYER_TEST_three"
META = "VK_LAYER_TEST_meta"


@pytest.mark.rule("LLP_LOADER_3", "ORDER-DUP-01")
class TestEnabledTwice:
    """A loader drops duplicate layer names among the layers being enabled and keeps the first occurrence."""

    def test_the_application_asks_twice(self, world: World, subject: Trial) -> None:
        """A layer named twice by the application is in the chain once, at its first place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO, ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO)

    def test_the_variable_asks_twice(self, world: World, subject: Trial) -> None:
        """A layer named twice in VK_INSTANCE_LAYERS is in the chain once, at its first place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_INSTANCE_LAYERS", f"{ONE}:{TWO}:{ONE}")

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO)


class TestEnabledInTwoWays:
    """What is on by something else already stays where that puts it."""

    @pytest.mark.rule("ENV-INSTLAYERS-04")
    def test_variable_and_application_ask(self, world: World, subject: Trial) -> None:
        """A layer in both VK_INSTANCE_LAYERS and ppEnabledLayerNames stands where the variable puts it."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_INSTANCE_LAYERS", ONE)
        world.application(layers=[TWO, ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO)

    @pytest.mark.rule("ORDER-DUP-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("named", [[TWO, THREE, ONE], [TWO, ONE, THREE]], ids=["last", "between"])
    def test_an_implicit_layer_is_requested(self, world: World, subject: Trial, named: list[str]) -> None:
        """An implicit layer that the application names as well should stand above its layers, and is there once."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.explicit_layer(THREE)
        world.application(layers=named)

        seen = subject.observe(world)

        subject.reading("AMB-IMPL-IN-ENV", seen.chain, chosen=(ONE, TWO, THREE), tolerated=tuple(named))

    @pytest.mark.rule("ORDER-DUP-02")
    def test_an_implicit_layer_is_asked_for(self, world: World, subject: Trial) -> None:
        """An implicit layer that the application also names is in the chain once, where it is without that."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[TWO])
        unnamed = subject.observe(world)
        world.application(layers=[TWO, ONE])

        seen = subject.observe(world)

        assert {*unnamed.chain} == {ONE, TWO}
        assert seen.chain == unnamed.chain


@pytest.mark.rule("META-06")
@pytest.mark.editions("2018", "2022", "2026")
class TestComponentEnabledTwice:
    """A component and another way to enable the same layer: the first occurrence decides the position."""

    def test_a_component_that_is_already_on(self, world: World, subject: Trial) -> None:
        """A component that was asked for before its meta-layer is dropped from the meta-layer's place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(META, components=[ONE, TWO])
        world.application(layers=[TWO, META])

        seen = subject.observe(world)

        assert seen.chain == (TWO, ONE)

    def test_a_component_of_the_variable(self, world: World, subject: Trial) -> None:
        """A component that VK_INSTANCE_LAYERS also names stands where the variable puts it."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(META, components=[ONE, TWO])
        world.variable("VK_INSTANCE_LAYERS", TWO)
        world.application(layers=[META])

        seen = subject.observe(world)

        assert seen.chain == (TWO, ONE)

    def test_a_component_asked_for_again(self, world: World, subject: Trial) -> None:
        """A component that is asked for after its meta-layer keeps the meta-layer's place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.explicit_layer("VK_LAYER_TEST_three")
        world.meta_layer(META, components=[ONE, TWO])
        world.application(layers=[META, "VK_LAYER_TEST_three", ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO, "VK_LAYER_TEST_three")

    def test_two_meta_layers_share_a_component(self, world: World, subject: Trial) -> None:
        """A component of two active meta-layers is in the chain once, at its first place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(META, components=[ONE])
        world.meta_layer("VK_LAYER_TEST_other", components=[TWO, ONE])
        world.application(layers=[META, "VK_LAYER_TEST_other"])

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO)


@pytest.mark.rule("ORDER-DUP-01")
@pytest.mark.editions("2018", "2022", "2026")
class TestListedTwice:
    """A name that occurs again in a meta-layer's list is dropped; the first occurrence keeps its place."""

    @pytest.mark.parametrize(
        "components", [(ONE, TWO, ONE), (ONE, ONE, TWO), (ONE, TWO, TWO, ONE)], ids=["aba", "aab", "abba"]
    )
    def test_a_component_listed_twice(
        self, world: World, subject: Trial, components: tuple[str, ...]
    ) -> None:
        """A component that its meta-layer lists again is in the chain once, at its first place."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(META, components=components)
        world.application(layers=[META])

        seen = subject.observe(world)

        assert seen.chain == (ONE, TWO)


@pytest.mark.rule("DISC-GEN-02")
class TestFoundTwice:
    """A layer found in several places is used from the place that is searched first."""

    def test_enumeration_tells_of_the_first(self, world: World, subject: Trial) -> None:
        """Of one layer in two folders, the enumerator reports the one in the folder searched first, or both."""
        world.explicit_layer(ONE, folder="/usr/share/vulkan/explicit_layer.d", description="later")
        world.explicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d", description="earlier")

        seen = subject.observe(world)

        descriptions = tuple(sorted(layer.description for layer in seen.layers))
        subject.reading("AMB-DUP-ENUM", descriptions, chosen=("earlier",), tolerated=("earlier", "later"))

    @pytest.mark.parametrize(
        ("lower", "higher"),
        [
            ({"implementation_version": "1"}, {"implementation_version": "2"}),
            ({"api_version": "1.1.0"}, {"api_version": "1.3.0"}),
        ],
        ids=["implementation", "api"],
    )
    def test_a_newer_version_is_not_preferred(
        self, world: World, subject: Trial, lower: dict[str, Any], higher: dict[str, Any]
    ) -> None:
        """A layer in two folders is loaded from that searched first, though the other one has a higher version."""
        world.driver()
        world.explicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d", flags={"name": "earlier"}, **lower)
        world.explicit_layer(ONE, flags={"name": "later"}, **higher)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == ("earlier",)

    def test_an_unusable_first_occurrence_hides_nobody(self, world: World, subject: Trial) -> None:
        """An entry with neither library nor components does not hide a layer of its name in a later folder."""
        world.driver()
        world.explicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d", mock=None, library_path=None)
        world.explicit_layer(ONE)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)


@pytest.mark.rule("DISC-GEN-03")
class TestTwoInOneFolder:
    """Inside one folder the order is that of readdir, so either of two manifests of one layer may win."""

    def test_one_of_the_two_is_loaded(self, world: World, subject: Trial) -> None:
        """If two manifests in one folder name one layer with two libraries, the layer is in the chain once."""
        world.driver()
        world.explicit_layer(ONE, file="a.json", flags={"name": ONE})
        world.file(
            "/usr/share/vulkan/explicit_layer.d/b.json",
            {
                "file_format_version": "1.1.2",
                "layer": {
                    "name": ONE,
                    "type": "GLOBAL",
                    "api_version": "1.3.0",
                    "implementation_version": "1",
                    "description": "the other",
                    "library_path": "./libother.so",
                },
            },
        )
        world.library("/usr/share/vulkan/explicit_layer.d/libother.so", "layer", {"name": ONE})
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)
