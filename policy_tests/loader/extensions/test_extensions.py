"""Which instance extensions a loader reports, and in whose name."""

import pytest

from policy_tests.loader.extensions.test_extension_filter import FILTER_OFF
from policy_tests.loader.implied import OF_COMPONENTS, refused, survived
from refloader.model.registry import instance_extensions
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, read, text
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
LAYER_NOT_PRESENT = -6
LAYER_EXTENSION = "VK_EXT_layer_settings"
NOBODYS = "VK_TEST_of_a_layer"
"""An extension that no loader has of its own, as it may have any other."""
DRIVER_EXTENSION = "VK_KHR_surface"
MADE_UP = [
    *("VK_FAKE_extension", "VK_KHR_fake_extension", "VK_EXT_fake_extension"),
    *(f"{DRIVER_EXTENSION}_more", f"{DRIVER_EXTENSION}0", DRIVER_EXTENSION[:-1], DRIVER_EXTENSION.upper()),
]
"""Instance extensions that no loader knows, the last of which are nearly one that each loader knows."""


def extension(name: str, version: str = "1") -> list[dict[str, str]]:
    """The list that a manifest gives of one instance extension."""
    return [{"name": name, "spec_version": version}]


LOADERS_OWN = [
    *("VK_EXT_debug_report", "VK_EXT_debug_utils", "VK_EXT_layer_settings", "VK_EXT_validation_features"),
    *("VK_KHR_device_group_creation", "VK_KHR_get_physical_device_properties2", "VK_KHR_surface"),
    *("VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading", "VK_EXT_swapchain_colorspace"),
    *("VK_KHR_get_surface_capabilities2", "VK_KHR_external_memory_capabilities", "VK_EXT_headless_surface"),
]
"""Extensions of instances that a loader may bring about by itself, and others."""


class TestWithoutALayerName:
    """With pLayerName NULL the extensions of the loader, the implicit layers and the drivers are given."""

    @pytest.mark.rule("EXT-ENUM-01")
    def test_drivers_extensions_are_reported(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceExtensionProperties gives the instance extension that a driver offers."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})

        seen = subject.observe(world)

        assert DRIVER_EXTENSION in seen.extension_names()

    @pytest.mark.rule("EXT-ENUM-01")
    def test_every_drivers_extensions_are_reported(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceExtensionProperties gives the extensions of two drivers together, each once."""
        world.driver("alpha", flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.driver("beta", flags={"extensions": f"{DRIVER_EXTENSION}:25,VK_KHR_display:23"})

        seen = subject.observe(world)

        assert sorted({DRIVER_EXTENSION, "VK_KHR_display"} & set(seen.extension_names())) == [
            "VK_KHR_display",
            DRIVER_EXTENSION,
        ]
        assert seen.extension_names().count(DRIVER_EXTENSION) == 1

    @pytest.mark.rule("EXT-ENUM-01")
    def test_extensions_of_four_drivers_are_reported(self, world: World, subject: Trial) -> None:
        """Each of four drivers has an extension that the others lack, and all are reported that the loader knows."""
        offered = [
            DRIVER_EXTENSION,
            "VK_KHR_display",
            "VK_KHR_get_surface_capabilities2",
            "VK_EXT_swapchain_colorspace",
        ]
        world.driver("d0", flags={"extensions": ",".join(f"{name}:1" for name in offered)})
        known = {*subject.observe(world).extension_names()}
        for number, name in enumerate(offered):
            world.driver(f"d{number}", flags={"extensions": f"{name}:1"})

        seen = subject.observe(world)

        expected = [name for name in offered if name in {*known, *offered[:2]}]
        assert [name for name in offered if name in seen.extension_names()] == expected

    @pytest.mark.rule("EXT-ENUM-01")
    def test_as_many_as_a_driver_has(self, world: World, subject: Trial) -> None:
        """Of a driver with all instance extensions of Vulkan those are reported that are if it has only a few."""
        names, few, alone = sorted(instance_extensions()), 8, set[str]()
        for at in range(0, len(names), few):
            world.driver(flags={"extensions": ",".join(f"{each}:1" for each in names[at : at + few])})
            alone |= {*subject.observe(world).extension_names()}
        world.driver(flags={"extensions": ",".join(f"{each}:1" for each in names)})

        seen = subject.observe(world)

        assert sorted(alone - {*seen.extension_names()}) == []

    @pytest.mark.rule("EXT-ENUM-01", "PORTABILITY-01")
    def test_a_portability_drivers_extensions_are_reported(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceExtensionProperties should give the extensions of a portability driver."""
        world.driver(
            file_format_version="1.0.1",
            is_portability_driver=True,
            flags={"extensions": f"{DRIVER_EXTENSION}:25"},
        )

        seen = subject.observe(world)

        subject.reading(
            "AMB-PORTABILITY-ENUM",
            DRIVER_EXTENSION in seen.extension_names(),
            chosen=True,
            tolerated=False,
        )

    @pytest.mark.rule("EXT-ENUM-01")
    def test_an_active_implicit_layer_counts(self, world: World, subject: Trial) -> None:
        """The instance extension of an implicit layer that is enabled is reported with its spec_version."""
        world.driver()
        if LAYER_EXTENSION in subject.observe(world).extension_names():
            pytest.skip(f"the loader has {LAYER_EXTENSION} itself, in a version of its own")
        world.implicit_layer(ONE, instance_extensions=extension(LAYER_EXTENSION, "7"))

        seen = subject.observe(world)

        assert {each.version for each in seen.extensions[""] if each.name == LAYER_EXTENSION} == {7}

    @pytest.mark.rule("EXT-ENUM-01")
    def test_all_active_implicit_layers_count(self, world: World, subject: Trial) -> None:
        """The instance extensions of three implicit layers are reported, whatever their order."""
        offered = {LAYER_EXTENSION, "VK_EXT_validation_features", "VK_EXT_validation_flags"}
        world.driver()
        for number, name in enumerate(sorted(offered)):
            world.implicit_layer(f"VK_LAYER_TEST_{number}", instance_extensions=extension(name))

        seen = subject.observe(world)

        assert offered & set(seen.extension_names()) == offered

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("kind", ["override", "implicit"])
    def test_an_active_implicit_meta_layer_counts(self, world: World, subject: Trial, kind: str) -> None:
        """The instance extension of a component of an implicit meta-layer that is enabled should be reported."""
        world.driver()
        world.explicit_layer(ONE, instance_extensions=extension(LAYER_EXTENSION, "7"))
        if kind == "override":
            world.override_layer(components=[ONE])
        else:
            world.meta_layer("VK_LAYER_TEST_meta", components=[ONE], implicit=True)

        reported = subject.observe(world).extension_names()

        subject.implied(LAYER_EXTENSION in reported, True, OF_COMPONENTS)

    @pytest.mark.rule("EXT-ENUM-01")
    def test_a_disabled_implicit_layer_does_not(self, world: World, subject: Trial) -> None:
        """The instance extension of an implicit layer that is disabled is not reported."""
        world.driver()
        world.implicit_layer(
            ONE, disable_environment={"ONE_OFF": "1"}, instance_extensions=extension(NOBODYS)
        )
        world.variable("ONE_OFF", "1")

        seen = subject.observe(world)

        assert NOBODYS not in seen.extension_names()

    @pytest.mark.rule("EXT-ENUM-01")
    def test_an_explicit_layer_does_not(self, world: World, subject: Trial) -> None:
        """Without a layer's name, the instance extension of an explicit layer should not be reported."""
        world.driver()
        world.explicit_layer(ONE, instance_extensions=extension(NOBODYS))

        seen = subject.observe(world)

        own = {NOBODYS} & set(seen.extension_names())
        subject.reading("AMB-ENUM-EXPLICIT", own, chosen=set(), tolerated={NOBODYS})


class TestWithALayerName:
    """With the name of a discovered layer only that layer's extensions are given."""

    @pytest.mark.rule("EXT-ENUM-02")
    def test_an_explicit_layer_tells_its_own(self, world: World, subject: Trial) -> None:
        """With an explicit layer's name, neither the driver's nor another layer's extensions are reported."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.explicit_layer(ONE, instance_extensions=extension(LAYER_EXTENSION, "3"))
        world.explicit_layer(TWO, instance_extensions=extension("VK_EXT_validation_features"))

        seen = subject.observe(world)

        assert [(each.name, each.version) for each in seen.extensions[ONE]] == [(LAYER_EXTENSION, 3)]

    @pytest.mark.rule("EXT-ENUM-02")
    def test_an_implicit_layer_tells_its_own(self, world: World, subject: Trial) -> None:
        """With an implicit layer's name, this layer's instance extensions are reported."""
        world.driver()
        world.implicit_layer(ONE, instance_extensions=extension(LAYER_EXTENSION))

        seen = subject.observe(world)

        assert seen.extension_names(ONE) == (LAYER_EXTENSION,)

    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("first", [0, 1], ids=["shorter-first", "longer-first"])
    def test_a_name_that_begins_another(self, world: World, subject: Trial, first: int) -> None:
        """Of two layers, one of whose names begins with the other's, each tells its own extensions."""
        names = [ONE, f"{ONE}_more"]
        folders = ["/etc/vulkan/explicit_layer.d", "/usr/share/vulkan/explicit_layer.d"]
        for name, own in zip(names, [LAYER_EXTENSION, "VK_EXT_validation_features"], strict=True):
            folder = folders[name != names[first]]
            world.explicit_layer(name, folder=folder, instance_extensions=extension(own))

        seen = subject.observe(world)

        told = [seen.extension_names(name) for name in names]
        assert told == [(LAYER_EXTENSION,), ("VK_EXT_validation_features",)]

    @pytest.mark.rule("EXT-ENUM-02")
    def test_a_layer_without_extensions_has_none(self, world: World, subject: Trial) -> None:
        """With the name of a layer that has no instance extensions, none is reported."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.explicit_layer(ONE)

        seen = subject.observe(world)

        assert seen.extension_names(ONE) == ()

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize(
        "name", ["VK_LAYER_TEST_nowhere", ONE[:-1], f"{ONE}2", ONE.lower(), "mock driver"]
    )
    def test_a_layer_that_is_not_there(self, world: World, subject: Trial, name: str) -> None:
        """A query of an unknown layer's extensions should return VK_ERROR_LAYER_NOT_PRESENT and no extension."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.explicit_layer(ONE, instance_extensions=extension(LAYER_EXTENSION))
        script = Script()
        command = "vkEnumerateInstanceExtensionProperties"
        script.call(command, text(name), read(0), None, via=GLOBAL, label="asked")

        answer = subject.calls(world, script).answers["asked"]

        by = "the Vulkan specification: without such a layer there is VK_ERROR_LAYER_NOT_PRESENT, and no extension"
        subject.implied((answer["returned"], answer["read"]), (LAYER_NOT_PRESENT, [[0]]), by=by)


class TestInactiveLayers:
    """Layers that are not enabled have no impact."""

    @pytest.mark.rule("OBJMODEL-03")
    def test_they_change_nothing(self, world: World, subject: Trial) -> None:
        """An explicit layer that is not enabled is not in the chain, and should add no instance extension."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.explicit_layer(ONE, instance_extensions=extension(NOBODYS))

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain, len(seen.devices)) == ("VK_SUCCESS", (), 1)
        assert DRIVER_EXTENSION in seen.extension_names()
        own = {NOBODYS} & set(seen.extension_names())
        subject.reading("AMB-ENUM-EXPLICIT", own, chosen=set(), tolerated={NOBODYS})


class TestDuplicates:
    """An extension of both a layer and a driver is reported once, with the driver's version."""

    @pytest.mark.rule("EXT-ENUM-03")
    @pytest.mark.parametrize("version", ["1", "77"], ids=["layer-older", "layer-newer"])
    def test_the_drivers_version_wins(self, world: World, subject: Trial, version: str) -> None:
        """An instance extension that a layer and a driver offer is reported once, with the driver's version."""
        world.driver(flags={"extensions": f"{DRIVER_EXTENSION}:25"})
        world.implicit_layer(ONE, instance_extensions=extension(DRIVER_EXTENSION, version))

        seen = subject.observe(world)

        reported = [each.version for each in seen.extensions[""] if each.name == DRIVER_EXTENSION]
        assert reported == [25]


class TestTheLoadersOwn:
    """With pLayerName NULL the extensions of the loader are given, as those of drivers and implicit layers are."""

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("name", LOADERS_OWN)
    @pytest.mark.parametrize("version", ["1.0.0", "1.3.0"])
    def test_what_can_be_enabled(self, world: World, subject: Trial, version: str, name: str) -> None:
        """An instance extension that can be enabled though no driver and no layer offers it is reported."""
        world.driver(api_version=version, flags={"api": version})
        world.application(extensions=[name])

        seen = subject.observe(world)

        if seen.result_name == "VK_SUCCESS":
            assert name in seen.extension_names()


class TestUnknownExtensions:
    """Instance extensions of a driver that the loader does not know are left out, unless that is off."""

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize("name", MADE_UP)
    def test_an_unknown_extension_is_hidden(self, world: World, subject: Trial, name: str) -> None:
        """An instance extension of a driver that the loader does not know is not reported, and a known one is."""
        world.driver(flags={"extensions": f"{name}:1,{DRIVER_EXTENSION}:25"})

        seen = subject.observe(world)

        assert {name, DRIVER_EXTENSION} & set(seen.extension_names()) == {DRIVER_EXTENSION}

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize("name", MADE_UP)
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    def test_it_is_refused_among_known_ones(
        self, world: World, subject: Trial, place: int, name: str
    ) -> None:
        """vkCreateInstance fails if an extension unknown to the loader is enabled, beside known ones, too."""
        wanted = [DRIVER_EXTENSION, "VK_KHR_display"]
        wanted.insert(place, name)
        world.driver(flags={"extensions": ",".join(f"{each}:1" for each in wanted)})
        world.application(extensions=wanted)

        seen = subject.observe(world)

        refused(subject, seen)

    @pytest.mark.rule("EXT-FILTER-03")
    def test_every_driver_has_it(self, world: World, subject: Trial) -> None:
        """vkCreateInstance fails if an extension unknown to the loader is enabled, even if all drivers have it."""
        world.driver("alpha", flags={"extensions": "VK_FAKE_extension:1"})
        world.driver("beta", flags={"extensions": "VK_FAKE_extension:1"})
        world.application(extensions=["VK_FAKE_extension"])

        seen = subject.observe(world)

        refused(subject, seen)

    @pytest.mark.rule("EXT-ENUM-01")
    def test_a_layers_unknown_extension(self, world: World, subject: Trial) -> None:
        """A layer's instance extension that the loader does not know is reported, and enabling it should work."""
        world.driver()
        world.implicit_layer(ONE, instance_extensions=extension("VK_FAKE_extension"))
        world.application(extensions=["VK_FAKE_extension"])

        seen = subject.observe(world)

        assert "VK_FAKE_extension" in seen.extension_names()
        made = (seen.result_name, seen.chain)
        subject.implied(made, ("VK_SUCCESS", (ONE,)), "the filter, which speaks of drivers alone")

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("length", [254, 64, 32])
    def test_a_long_name_of_a_layers_extension(self, world: World, subject: Trial, length: int) -> None:
        """An instance extension of an implicit layer is reported with its whole name, of up to 254 letters."""
        name = "VK_FAKE_extension".ljust(length, "n")
        world.driver()
        world.implicit_layer(ONE, instance_extensions=extension(name))

        seen = subject.observe(world)

        assert [each for each in seen.extension_names() if each.startswith("VK_FAKE")] == [name]

    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("value", ["2", "1", "10"])
    def test_a_number_switches_the_filter_off(self, world: World, subject: Trial, value: str) -> None:
        """With any number but 0 in VK_LOADER_DISABLE_INST_EXT_FILTER a driver's unknown extension is reported."""
        world.driver(flags={"extensions": "VK_FAKE_extension:1"})
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", value)

        seen = subject.observe(world)

        assert "VK_FAKE_extension" in seen.extension_names()

    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("number", [40, 3, 2])
    @pytest.mark.parametrize("each", [False, True], ids=["of-one-driver", "of-one-each"])
    def test_several_unknown_ones(self, world: World, subject: Trial, each: bool, number: int) -> None:
        """With VK_LOADER_DISABLE_INST_EXT_FILTER=1 each unknown extension is reported, and one driver's are enabled.

        Whether a driver gets those of another one as well, and refuses them, is not said.
        """
        names = [f"VK_FAKE_extension{place}" for place in range(number)]
        rows = [f"{name}:1" for name in names]
        for place, told in enumerate(rows if each else [",".join(rows)]):
            world.driver(f"driver-{place}", flags={"extensions": told})
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
        world.application(extensions=[] if each else names)

        with survived(FILTER_OFF):
            seen = subject.observe(world)

        assert ({*names} - {*seen.extension_names()}, seen.result_name) == (set(), "VK_SUCCESS")

    @pytest.mark.rule("EXT-FILTER-04")
    def test_zero_does_not(self, world: World, subject: Trial) -> None:
        """With 0 in VK_LOADER_DISABLE_INST_EXT_FILTER a driver's unknown extension is hidden and refused."""
        world.driver(flags={"extensions": "VK_FAKE_extension:1"})
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "0")
        world.application(extensions=["VK_FAKE_extension"])

        seen = subject.observe(world)

        assert "VK_FAKE_extension" not in seen.extension_names()
        refused(subject, seen)
