"""A settings file beside what is found in the ordinary way: what its list does not speak of stays as without it."""

from collections.abc import Callable

import pytest

from policy_tests.loader.activation.test_settings_control import ONE, THREE, TWO, UNORDERED, listed
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.editions("2026")

SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
META, OTHER = "VK_LAYER_TEST_meta", "VK_LAYER_TEST_other"
USER, SYSTEM = "/home/user/.local/share/vulkan", "/usr/share/vulkan"
OF_THE_FILE = "the place in the order where all other layers are inserted that are found in the ordinary way"


def twice(world: World) -> None:
    """One name in two folders, of which only the first counts."""
    world.implicit_layer(ONE, folder=f"{USER}/implicit_layer.d")
    world.implicit_layer(ONE, folder=f"{SYSTEM}/implicit_layer.d")
    world.implicit_layer(TWO)


def linked(world: World) -> None:
    """A folder that a link of another searched folder leads to."""
    world.implicit_layer(ONE)
    world.explicit_layer(TWO)
    world.link(USER, SYSTEM)


def both_kinds(world: World) -> None:
    """One name as an implicit and as an explicit layer."""
    world.implicit_layer(ONE)
    world.explicit_layer(ONE)


def two_filters(world: World) -> None:
    """A layer that is disabled by one filter and enabled by another."""
    world.explicit_layer(ONE)
    world.implicit_layer(TWO)
    world.variable("VK_LOADER_LAYERS_DISABLE", "*one*")
    world.variable("VK_LOADER_LAYERS_ENABLE", "*one*")


def disabled(world: World) -> None:
    """A layer that a filter disables and one that its own variable does."""
    world.implicit_layer(ONE)
    world.implicit_layer(TWO)
    world.implicit_layer(THREE)
    world.variable("VK_LOADER_LAYERS_DISABLE", "*one*")
    world.variable(f"DISABLE_{TWO}", "1")


def meta(world: World) -> None:
    """An implicit meta-layer."""
    world.explicit_layer(ONE)
    world.implicit_layer(TWO)
    world.meta_layer(META, components=[ONE], implicit=True, disable_environment={"META_OFF": "1"})


def override(world: World) -> None:
    """An override layer with a folder of its own, in which a name occurs that is implicit elsewhere."""
    world.implicit_layer(ONE)
    world.explicit_layer(TWO, folder="/world/layers")
    world.override_layer(components=[TWO], override_paths=["/world/layers"])


def requested(world: World) -> None:
    """Layers of which the application asks for one."""
    world.explicit_layer(ONE)
    world.explicit_layer(TWO)
    world.implicit_layer(THREE)
    world.application(layers=[TWO])


WORLDS: dict[str, Callable[[World], object]] = {
    each.__name__: each
    for each in (twice, linked, both_kinds, two_filters, disabled, meta, override, requested)
}


def settings(world: World, *layers: object) -> None:
    """The system's settings file."""
    world.file(SETTINGS, {"file_format_version": "1.0.1", "settings": {"layers": [*layers]}})


def found(seen: Observation) -> tuple[str, set[str], list[str]]:
    """The result, the names that are enumerated and those in the chain; an order is for other tests."""
    return seen.result_name, {*seen.layer_names}, sorted(seen.chain)


@pytest.mark.rule("SETTINGS-01")
class TestTheUnorderedLocation:
    """With the unordered location in its list, layers that the list does not name are found as without the file."""

    @pytest.mark.parametrize("what", WORLDS)
    def test_alone(self, world: World, subject: Trial, what: str) -> None:
        """A settings file whose list holds the unordered location alone should change nothing."""
        world.driver()
        WORLDS[what](world)
        without = found(subject.observe(world))
        settings(world, UNORDERED)

        seen = subject.observe(world)

        subject.implied(found(seen), without, OF_THE_FILE)

    @pytest.mark.parametrize("what", WORLDS)
    @pytest.mark.parametrize("place", ["before", "behind"])
    def test_beside_a_listed_layer(self, world: World, subject: Trial, what: str, place: str) -> None:
        """A layer that the settings file turns on beside the unordered location should take no other away."""
        world.driver()
        world.explicit_layer(OTHER, folder="/world/other")
        WORLDS[what](world)
        result, names, chain = found(subject.observe(world))
        on = listed(OTHER, "on", f"/world/other/{OTHER}.json")
        settings(world, *((on, UNORDERED) if place == "before" else (UNORDERED, on)))

        seen = subject.observe(world)

        expected = (result, {*names, OTHER}, sorted([*chain, OTHER]))
        subject.implied(found(seen), expected, OF_THE_FILE)


@pytest.mark.rule("SETTINGS-01")
class TestElementsThatDoNotFit:
    """No document says what an element does whose path is not that of the layer it names."""

    @pytest.mark.parametrize("control", ["auto", "on", "off"])
    @pytest.mark.parametrize("kind", ["implicit", "explicit"])
    @pytest.mark.parametrize("others", [(), (UNORDERED,)], ids=["alone", "unordered"])
    def test_the_path_of_another_layer(
        self, world: World, subject: Trial, control: str, kind: str, others: tuple[object, ...]
    ) -> None:
        """A settings element whose path is another layer's should add no layer and let instances be made."""
        world.driver()
        world.explicit_layer(THREE, folder="/world/layers")
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        path = install(ONE)
        settings(world, listed(TWO, control, path), listed(THREE, "on"), *others)

        seen = subject.observe(world)

        names = {*seen.layer_names}
        other = {ONE} if others else set[str]()
        subject.reading(
            "AMB-SETTINGS-SCHEMA",
            (seen.result_name, names, THREE in seen.chain),
            chosen=("VK_SUCCESS", {THREE, *other}, True),
        )


@pytest.mark.rule("ENV-INSTLAYERS-01")
class TestTheVariable:
    """VK_INSTANCE_LAYERS names further layers that are enabled at vkCreateInstance."""

    @pytest.mark.parametrize("implicit", [(TWO,), (TWO, THREE), ()], ids=["one", "two", "none"])
    @pytest.mark.parametrize("asked", [(OTHER,), ()], ids=["a-layer", "nothing"])
    def test_beside_a_settings_file(
        self, world: World, subject: Trial, implicit: tuple[str, ...], asked: tuple[str, ...]
    ) -> None:
        """VK_INSTANCE_LAYERS should act as without a settings file if that lists the unordered location alone."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(OTHER)
        for name in implicit:
            world.implicit_layer(name)
        world.application(layers=asked)
        world.variable("VK_INSTANCE_LAYERS", ONE)
        settings(world, UNORDERED)

        seen = subject.observe(world)

        subject.implied(sorted(seen.chain), sorted([ONE, *implicit, *asked]), OF_THE_FILE)
