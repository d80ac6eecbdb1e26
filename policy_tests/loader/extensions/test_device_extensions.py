"""Which device extensions a loader reports, in whose name, and what it asks the drivers for them."""

import pytest

from policy_tests.loader.chains.test_parameters import created, only, queues
from policy_tests.loader.implied import OF_COMPONENTS
from refloader.scenario.call_sequence import broken, entered, field
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, pair, read, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
INSTANCE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
NAMED = (
    'EXT-FILTER-07, by which the driver is not called "for" a query with a layer\'s name: that it may be called with '
    "NULL meanwhile is not said"
)


def layer(
    world: World, name: str, extension: str, version: int = 1, *, implicit: bool = True, answers: bool = False
) -> None:
    """A layer with a device extension in its manifest and, if it ``answers``, from its own command as well."""
    listed = [{"name": extension, "spec_version": str(version), "entrypoints": []}]
    flags = {"device_extensions": f"{extension}:{version}"} if answers else {}
    add = world.implicit_layer if implicit else world.explicit_layer
    add(name, device_extensions=listed, flags=flags)


def asked(subject: Trial, world: World, name: str | None = None) -> Observation:
    """What the first device's extensions are, or a layer's for it."""
    script = Script()
    script.create()
    script.devices()
    script.device_extensions(layer=name, label="extensions")
    return subject.calls(world, script)


def of_the_world(seen: Observation) -> dict[str, int]:
    """Those that a driver or layer here brings; a loader may have some of its own."""
    own = ("VK_KHR_maintenance2", "VK_TEST_")
    return {name: version for name, version in extensions(seen).items() if name.startswith(own)}


def extensions(seen: Observation) -> dict[str, int]:
    """The versions by name; each name must occur once."""
    assert seen.result_name == "VK_SUCCESS"
    rows = seen.answers["extensions"]["extensions"]
    reported: dict[str, int] = dict(rows)
    assert len(reported) == len(rows)
    return reported


class TestWithoutALayerName:
    """With pLayerName NULL the device extensions of the implicit layers and of the driver are given."""

    @pytest.mark.rule("EXT-ENUM-01")
    def test_a_drivers_extensions(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceExtensionProperties gives the driver's extensions, known to the loader or not."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70,VK_TEST_unknown:7"})

        seen = asked(subject, world)

        assert of_the_world(seen) == {"VK_KHR_maintenance2": 70, "VK_TEST_unknown": 7}

    @pytest.mark.rule("EXT-ENUM-01")
    def test_only_this_devices_extensions(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceExtensionProperties does not give the extensions of another driver's device."""
        world.driver("alpha", flags={"device_extensions": "VK_TEST_alpha:1", "device_name": "alpha"})
        world.driver("beta", flags={"device_extensions": "VK_TEST_beta:1", "device_name": "beta"})

        seen = asked(subject, world)

        assert [of_the_world(seen)] == [{f"VK_TEST_{name}": 1} for name in seen.device_names()[:1]]

    @pytest.mark.rule("EXT-ENUM-01")
    def test_active_implicit_layers_count(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceExtensionProperties gives the extensions of implicit layers beside the driver's."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        layer(world, ONE, "VK_TEST_one", 3)
        layer(world, TWO, "VK_TEST_two", 4)

        seen = asked(subject, world)

        assert of_the_world(seen) == {"VK_KHR_maintenance2": 70, "VK_TEST_one": 3, "VK_TEST_two": 4}

    @pytest.mark.rule("EXT-ENUM-01")
    def test_disabled_implicit_layers_do_not(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceExtensionProperties does not give the extensions of a disabled implicit layer."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        layer(world, ONE, "VK_TEST_one")
        world.variable(f"DISABLE_{ONE}", "1")

        seen = asked(subject, world)

        assert of_the_world(seen) == {"VK_KHR_maintenance2": 70}

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["off", "on"])
    def test_explicit_layers_do_not(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Without a layer's name, an explicit layer's device extensions should not be given, enabled or not."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        layer(world, ONE, "VK_TEST_one", implicit=False)
        world.application(layers=layers)

        reported = of_the_world(asked(subject, world))

        subject.reading(
            "AMB-ENUM-EXPLICIT",
            reported,
            chosen={"VK_KHR_maintenance2": 70},
            tolerated={"VK_KHR_maintenance2": 70, "VK_TEST_one": 1},
        )


class TestSeveralLayers:
    """Each of several layers brings its device extensions in."""

    @pytest.mark.rule("EXT-ENUM-01")
    def test_of_each_implicit_layer(self, world: World, subject: Trial) -> None:
        """Without a layer's name, the device extensions of each of four active implicit layers are given."""
        world.driver()
        names = [f"VK_TEST_{number}" for number in range(4)]
        for number, name in enumerate(names):
            layer(world, f"VK_LAYER_TEST_{number}", name)

        seen = asked(subject, world)

        assert of_the_world(seen) == dict.fromkeys(names, 1)

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.parametrize("place", range(3))
    def test_of_one_explicit_layer(self, world: World, subject: Trial, place: int) -> None:
        """A device can enable the extension of each of three enabled explicit layers, and the driver gets none."""
        world.driver()
        layers = [f"VK_LAYER_TEST_{number}" for number in range(3)]
        for number, name in enumerate(layers):
            layer(world, name, f"VK_TEST_{number}", implicit=False)
        world.application(layers=layers)
        script = Script()
        script.create(layers=layers)
        script.devices()
        script.device(extensions=[f"VK_TEST_{place}"])

        seen = subject.calls(world, script)

        given = field(seen.lines["device"], "vkCreateDevice", "extensions", "driver")
        assert (seen.answers["device"], given) == (0, {"plain": ""})


class TestDuplicateNames:
    """An extension of both a layer and the driver is reported once, with the driver's version."""

    @pytest.mark.rule("EXT-ENUM-03")
    @pytest.mark.parametrize("version", [1, 99], ids=["layer-older", "layer-newer"])
    def test_the_drivers_version_of_a_device_extension(
        self, world: World, subject: Trial, version: int
    ) -> None:
        """A device extension that a layer and the driver offer is reported once, with the driver's version."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        layer(world, ONE, "VK_KHR_maintenance2", version)

        seen = asked(subject, world)

        assert of_the_world(seen) == {"VK_KHR_maintenance2": 70}


class TestWithALayerName:
    """With the name of a layer, implicit or explicit, only that layer's device extensions are given."""

    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize(
        ("implicit", "enabled"),
        [(True, []), (True, [ONE]), (False, [ONE]), (False, [])],
        ids=["implicit", "implicit-and-enabled", "explicit", "not-enabled"],
    )
    def test_its_own_device_extensions(
        self, world: World, subject: Trial, implicit: bool, enabled: list[str]
    ) -> None:
        """With a layer's name, only this layer's device extensions are given, whether it is enabled or not."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        layer(world, ONE, "VK_TEST_one", 3, implicit=implicit, answers=True)
        layer(world, TWO, "VK_TEST_two")
        world.application(layers=enabled)

        seen = asked(subject, world, ONE)

        assert extensions(seen) == {"VK_TEST_one": 3}

    @pytest.mark.rule("EXT-ENUM-02")
    def test_a_layer_without_device_extensions(self, world: World, subject: Trial) -> None:
        """With the name of a layer that has no device extensions, none is given."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
        world.implicit_layer(ONE)

        seen = asked(subject, world, ONE)

        assert extensions(seen) == {}


class TestQuestionsAboutLayers:
    """No driver is asked for layers, and none for extensions under a layer's name."""

    @pytest.mark.rule("LDP_LOADER_12", "EXT-FILTER-07")
    @pytest.mark.parametrize("layer", [ONE, "VK_LAYER_TEST_nowhere", ""])
    def test_device_extensions_under_a_name(self, world: World, subject: Trial, layer: str) -> None:
        """A query of device extensions with a layer name, known, unknown or empty, reaches no driver with a name."""
        world.driver()
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        script.devices()
        asked = script.device_extensions(layer=layer)

        seen = subject.calls(world, script)

        assert (seen.answers[asked] is not None, seen.violations) == (True, ())

    @pytest.mark.rule("LDP_LOADER_12", "EXT-FILTER-07")
    @pytest.mark.parametrize("layer", [None, ONE, ""], ids=["no-name", "a-layer", "empty"])
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_device_extensions_of_one_of_several(
        self, world: World, subject: Trial, place: int, layer: str | None
    ) -> None:
        """No driver is asked for device extensions under a layer's name, whichever of three has the device."""
        for name in ("alpha", "beta", "gamma"):
            world.driver(name, flags={"device_extensions": "VK_KHR_maintenance1:2"})
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        script.devices()
        script.device_extensions(f"devices.{place}", layer=layer)
        script.device(f"devices.{place}", extensions=["VK_KHR_maintenance1"])

        seen = subject.calls(world, script)

        of = {"LDP_LOADER_12", "EXT-FILTER-07"}
        assert [line for line in seen.violations if broken(line) in of] == []

    @pytest.mark.rule("LDP_LOADER_12", "EXT-FILTER-07")
    @pytest.mark.parametrize("layer", [ONE, "VK_LAYER_TEST_nowhere", ""])
    @pytest.mark.parametrize("when", ["beside-an-instance", "before", "after"])
    def test_instance_extensions_under_a_name(
        self, world: World, subject: Trial, when: str, layer: str
    ) -> None:
        """A query of instance extensions with a layer name, known, unknown or empty, names no layer to a driver."""
        world.driver()
        world.implicit_layer(ONE)
        script = Script()
        if when == "before":
            script.query("extensions", layer)
        script.create()
        if when == "after":
            script.destroy()
        if when != "before":
            script.query("extensions", layer)

        seen = subject.calls(world, script)

        of = {"LDP_LOADER_12", "EXT-FILTER-07"}
        assert (seen.answers["instance"], [line for line in seen.violations if broken(line) in of]) == (0, [])

    @pytest.mark.rule("EXT-FILTER-07")
    @pytest.mark.editions("2016", "2018")
    @pytest.mark.parametrize("living", [False, True], ids=["alone", "beside-an-instance"])
    def test_drivers_are_not_called_for_a_layer(self, world: World, subject: Trial, living: bool) -> None:
        """A query with a layer's name calls no driver's vkEnumerateInstanceExtensionProperties, not even with NULL.

        A loader that calls one with NULL meanwhile is warned: the sentence may mean calls with the name alone. One
        that asks its drivers at its first call, whichever that is, has asked them before.
        """
        world.driver(flags={"extensions": "VK_KHR_surface:25"})
        world.implicit_layer(ONE)
        script = Script()
        script.query("extensions", "")
        if living:
            script.create()
        script.call(INSTANCE_EXTENSIONS, text(ONE), read(0), None, via=GLOBAL, label="named")

        seen = subject.calls(world, script)

        assert seen.returned("named") == [0]
        subject.implied(entered(seen.lines["named"], INSTANCE_EXTENSIONS, "driver"), (), NAMED)

    @pytest.mark.rule("EXT-FILTER-06")
    def test_device_layers(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceLayerProperties succeeds and calls no driver."""
        world.driver()
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        script.devices()
        asked = script.device_layers()

        seen = subject.calls(world, script)

        assert (seen.answers[asked]["result"], seen.violations) == (0, ())

    @pytest.mark.rule("LDP_LOADER_12", "EXT-FILTER-07")
    def test_device_extensions_without_a_name(self, world: World, subject: Trial) -> None:
        """A query of device extensions without a layer name asks the driver without one and gives its extensions."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance1:2"})
        script = Script()
        script.create()
        script.devices()
        asked = script.device_extensions()

        seen = subject.calls(world, script)

        assert ["VK_KHR_maintenance1", 2] in seen.answers[asked]["extensions"]
        assert (seen.answers[asked]["result"], seen.violations) == (0, ())


class TestMetaLayers:
    """Asked for a meta-layer's device extensions, the loader gives those of all its components."""

    @pytest.mark.rule("META-07")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
    def test_components_are_put_together(self, world: World, subject: Trial, implicit: bool) -> None:
        """With a meta-layer's name, the device extensions of both its components are given."""
        world.driver()
        layer(world, ONE, "VK_TEST_one", 1, implicit=False)
        layer(world, TWO, "VK_TEST_two", 2, implicit=False)
        world.meta_layer("VK_LAYER_TEST_meta", components=[ONE, TWO], implicit=implicit)

        seen = asked(subject, world, "VK_LAYER_TEST_meta")

        assert extensions(seen) == {"VK_TEST_one": 1, "VK_TEST_two": 2}

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("kind", ["override", "implicit"])
    def test_of_an_active_one(self, world: World, subject: Trial, kind: str) -> None:
        """Without a layer's name, extensions of an active implicit meta-layer's components should be given."""
        world.driver()
        layer(world, ONE, "VK_TEST_one", 1, implicit=False)
        layer(world, TWO, "VK_TEST_two", 2, implicit=False)
        if kind == "override":
            world.override_layer(components=[ONE, TWO])
        else:
            world.meta_layer("VK_LAYER_TEST_meta", components=[ONE, TWO], implicit=True)

        reported = of_the_world(asked(subject, world))

        subject.implied(reported, {"VK_TEST_one": 1, "VK_TEST_two": 2}, OF_COMPONENTS)


class TestBesideFeatures:
    """Extensions that are enabled for a device take nothing from its features."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("number", [2, 1])
    @pytest.mark.parametrize("layers", [[], ["VK_LAYER_TEST_one"]], ids=["no-layer", "a-layer"])
    def test_features_reach_the_driver(
        self, world: World, subject: Trial, number: int, layers: list[str]
    ) -> None:
        """A driver refuses a feature in pEnabledFeatures that it lacks, with any number of extensions beside it."""
        names = ["VK_KHR_sampler_mirror_clamp_to_edge", "VK_EXT_depth_range_unrestricted"][:number]
        info = [
            3,
            None,
            pair(0, 1),
            queues(0),
            None,
            None,
            pair(number, 0),
            [text(each) for each in names],
            only(1),
        ]
        script = created(world, layers, info, device_extensions=",".join(f"{each}:1" for each in names))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [-8]
