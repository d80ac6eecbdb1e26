"""Which instance extensions releases list, and what follows if a driver cannot list its own, as on their builds."""

import json

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World

LAYER, META = "VK_LAYER_TEST_layer", "VK_LAYER_TEST_meta"
SURFACE = "VK_KHR_surface"
FOLDERS = ("/etc/vulkan/implicit_layer.d", "/usr/share/vulkan/implicit_layer.d")


def predicted(world: World, release: str) -> Observation:
    """What is predicted to be observed of a loader of a release."""
    return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


def of_layers(world: World, release: str) -> list[str]:
    """VK_KHR_surface if the instance is predicted to have it, which layers alone offer here."""
    world.driver()
    return [each.name for each in predicted(world, release).extensions[""] if each.name == SURFACE]


def twins(world: World) -> tuple[str, str]:
    """The paths of two implicit layers of one name, of which the second one has an extension."""
    own = [{"name": SURFACE, "spec_version": "1"}]
    return (
        world.implicit_layer(LAYER, folder=FOLDERS[0]),
        world.implicit_layer(LAYER, folder=FOLDERS[1], instance_extensions=own),
    )


def settings(world: World, *layers: dict[str, str]) -> None:
    """A settings file that lists layers."""
    body = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", json.dumps(body))


class TestTwinsBesideSettings:
    """Two layers of one name beside a settings file."""

    def test_found(self) -> None:
        """From 1.3.302 on, the extensions are listed of both."""
        world = World()
        twins(world)
        settings(world, {"control": "unordered_layer_location"})

        assert of_layers(world, "1.4.335") == [SURFACE]

    @pytest.mark.parametrize("release", ["1.4.335", "1.3.275"])
    def test_listed(self, release: str) -> None:
        """Of those that the file lists, it is the first alone."""
        world = World()
        paths = twins(world)
        settings(world, *({"name": LAYER, "path": path, "control": "on"} for path in paths))

        assert of_layers(world, release) == []


class TestMetaLayerBesideInvalidFile:
    """Up to 1.3.204 an implicit meta-layer keeps the extensions of all layers out of the list."""

    @staticmethod
    def world(*, invalid: bool) -> World:
        """An implicit layer with an extension beside a meta-layer and, if asked for, a manifest that is not JSON."""
        world = World()
        world.implicit_layer(LAYER, instance_extensions=[{"name": SURFACE, "spec_version": "1"}])
        world.meta_layer(META, components=[LAYER], implicit=True)
        if invalid:
            world.file("/usr/share/vulkan/explicit_layer.d/invalid.json", "{")
        return world

    @pytest.mark.parametrize("release", ["1.1.126", "1.2.198.1", "1.3.204.1"])
    def test_it_is_not_looked_at_where_the_search_has_ended(self, release: str) -> None:
        """A layer manifest that is not JSON ends the search, and with it what becomes of meta-layers."""
        assert of_layers(self.world(invalid=False), release) == []
        assert of_layers(self.world(invalid=True), release) == [SURFACE]


class TestDriverThatCannotList:
    """A portability driver whose vkEnumerateInstanceExtensionProperties fails, beside a driver that works."""

    @pytest.mark.parametrize("release", ["1.3.216", "1.4.335"])
    def test_only_the_list_fails(self, release: str) -> None:
        """An application that does not ask for portability drivers has an instance all the same."""
        world = World()
        world.driver("works")
        flags = {"fail": "vkEnumerateInstanceExtensionProperties"}
        world.driver("odd", flags=flags, is_portability_driver=True)
        seen = predicted(world, release)

        assert seen.results["extensions"] == -3
        assert seen.result == 0
