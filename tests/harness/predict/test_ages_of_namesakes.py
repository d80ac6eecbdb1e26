"""What loaders list of several layers of one name. The expectations of 1.4.363 were observed on Debian's build."""

import json

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.scenario import HOME, World

A, Z, MISSING = "VK_LAYER_TEST_a", "VK_LAYER_TEST_z", "VK_LAYER_TEST_missing"
FOLDERS = ("/etc/vulkan", f"{HOME}/.local/share/vulkan", "/usr/local/share/vulkan", "/usr/share/vulkan")


def listed(world: World, release: str) -> list[str]:
    """The descriptions of the layers that a release is predicted to list."""
    world.driver()
    prediction = predict(world.scenario(), LATEST, Build(age=age_of(release)))
    return [layer.description for layer in prediction.observation.layers]


def same_layers(world: World, count: int, *, explicit: int = 0) -> None:
    """Implicit layers of one name in the order of the search, described by their numbers, then explicit ones."""
    for number, folder in enumerate(FOLDERS[:count], 1):
        world.implicit_layer(A, folder=f"{folder}/implicit_layer.d", description=f"implicit {number}")
    for number, folder in enumerate(FOLDERS[:explicit], 1):
        world.explicit_layer(A, folder=f"{folder}/explicit_layer.d", description=f"explicit {number}")


def settings(world: World, *layers: dict[str, object]) -> None:
    """A settings file that lists layers."""
    body = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", json.dumps(body))


class TestNumber:
    """Of the layers of one name every second one is dropped, from 1.4.340 on."""

    @pytest.mark.parametrize(("count", "left"), [(1, "1"), (2, "1"), (3, "13"), (4, "13")])
    def test_the_first_and_the_third_are_listed(self, count: int, left: str) -> None:
        """The second and the fourth are not."""
        world = World()
        same_layers(world, count)

        assert listed(world, "1.4.363") == [f"implicit {number}" for number in left]

    def test_all_are_listed_before(self) -> None:
        """The last release that lists all is 1.4.339."""
        world = World()
        same_layers(world, 3)

        assert listed(world, "1.4.339") == ["implicit 1", "implicit 2", "implicit 3"]


class TestHiding:
    """What hides no layer of its name."""

    def test_a_faulty_meta_layer(self) -> None:
        """It is left out before layers of one name are looked for."""
        world = World()
        world.meta_layer(A, components=[MISSING], implicit=True, description="meta")
        world.explicit_layer(A, description="plain")

        assert listed(world, "1.4.363") == ["plain"]

    def test_a_layer_that_the_filter_disables(self) -> None:
        """The explicit one of two is left."""
        world = World()
        same_layers(world, 1, explicit=2)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")

        assert listed(world, "1.4.363") == ["explicit 1"]


class TestFaultyMetaLayers:
    """Meta-layers without one of their components are no layers in any release."""

    @pytest.mark.parametrize("release", ["1.4.335", "1.4.340", "1.4.363"])
    def test_they_are_not_listed(self, release: str) -> None:
        """Also where all of a name are not listed any more."""
        world = World()
        world.meta_layer(A, components=[MISSING], description="meta")

        assert listed(world, release) == []


class TestSettings:
    """Beside a settings file that lists layers."""

    def test_the_first_of_a_name_hides_all_others(self) -> None:
        """At the unordered location."""
        world = World()
        same_layers(world, 3)
        settings(world, {"control": "unordered_layer_location"})

        assert listed(world, "1.4.363") == ["implicit 1"]

    def test_a_listed_layer_hides_those_before_it(self) -> None:
        """It need not be the first."""
        world = World()
        same_layers(world, 1)
        path = world.explicit_layer(A, folder="/opt/layers", description="listed")
        settings(world, {"control": "unordered_layer_location"}, {"name": A, "path": path, "control": "auto"})

        assert listed(world, "1.4.363") == ["listed"]

    def test_a_faulty_meta_layer_hides_none(self) -> None:
        """And one whose components are there does."""
        faulty, good = World(), World()
        for world, component in ((faulty, MISSING), (good, Z)):
            world.meta_layer(A, components=[component], implicit=True, description="meta")
            world.explicit_layer(A, description="plain")
            world.explicit_layer(Z, description="component")
            settings(world, {"control": "unordered_layer_location"})

        assert sorted(listed(faulty, "1.4.363")) == ["component", "plain"]
        assert sorted(listed(good, "1.4.363")) == ["component", "meta"]


class TestFilterOfKinds:
    """~implicit~ keeps an implicit layer off, and leaves the explicit one of its name to those who ask for it."""

    @pytest.mark.parametrize(
        ("filtered", "chain"), [("~implicit~", (A,)), (A, ()), ("~explicit~", (A, A)), ("", (A, A))]
    )
    def test_the_variable_names_the_explicit_one(self, filtered: str, chain: tuple[str, ...]) -> None:
        """As observed on nine builds, of which these are two; of two layers of one name, one is in the chain."""
        world = World()
        same_layers(world, 1, explicit=1)
        world.driver()
        world.variable("VK_INSTANCE_LAYERS", A)
        world.variable("VK_LOADER_LAYERS_DISABLE", filtered)
        seen = {
            release: predict(world.scenario(), LATEST, Build(age=age_of(release))).observation.chain
            for release in ("1.3.250", "1.4.335")
        }

        assert seen == {"1.3.250": chain[:1], "1.4.335": chain[:1]}
