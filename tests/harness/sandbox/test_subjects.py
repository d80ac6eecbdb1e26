"""The reference as a subject, and which loaders are judged by which edition and on what."""

from dataclasses import replace

import pytest

from refloader.model.edition import Edition
from refloader.native.mocks import mock_library
from refloader.sandbox.loader import ForeignLoader, Identity, system_loader
from refloader.scenario.observation import Observation, SeenLayer
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import GLOBAL, Argument, Script, out, text
from refloader.suite.loaders.subjects import Foreign, Reference, edition_of, missing_feature, without_built_in

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"


@pytest.fixture
def world() -> World:
    """A machine with one driver and an implicit and an explicit layer."""
    world = World()
    world.driver()
    world.implicit_layer(ONE, api_version="1.2.3", implementation_version="4")
    world.explicit_layer(TWO)
    return world


def observe(world: World, edition: Edition = Edition.E2026) -> Observation:
    """What the reference makes of a world."""
    return Reference(edition).observe(world.scenario())


class TestReference:
    """The reference answers a scenario with the same kind of observation as a real loader."""

    def test_the_chain_goes_from_the_application_down(self, world: World) -> None:
        """Active layers are listed in the order of the chain, drivers beside them."""
        world.application(layers=[TWO])

        seen = observe(world)

        assert (seen.result_name, seen.chain, seen.drivers) == ("VK_SUCCESS", (ONE, TWO), ("plain",))

    def test_layers_have_packed_versions(self, world: World) -> None:
        """An enumerated layer carries the numbers a C structure would."""
        seen = observe(world)

        assert [(layer.name, layer.spec_version, layer.implementation_version) for layer in seen.layers] == [
            (ONE, 0x402003, 4),
            (TWO, 0x403000, 1),
        ]

    def test_a_refused_instance_has_no_chain(self, world: World) -> None:
        """Where vkCreateInstance fails, no layer and no driver was entered."""
        world.application(layers=["VK_LAYER_TEST_unknown"])

        seen = observe(world)

        assert (seen.result, seen.chain, seen.drivers) == (-6, (), ())

    def test_drivers_extensions_come_from_their_flags(self) -> None:
        """What the mock driver would report is reported."""
        world = World()
        world.driver(flags={"extensions": "VK_KHR_surface:25,VK_KHR_display:23"})

        seen = observe(world)

        assert ("VK_KHR_surface", 25) in [(each.name, each.version) for each in seen.extensions[""]]

    def test_extensions_of_each_layer_are_told(self) -> None:
        """A layer's extensions stand under its name."""
        world = World()
        world.explicit_layer(ONE, instance_extensions=[{"name": "VK_EXT_test", "spec_version": "3"}])

        seen = observe(world)

        assert seen.extension_names(ONE) == ("VK_EXT_test",)

    def test_the_winner_of_two_is_told_by_its_library(self, world: World) -> None:
        """Chain entries are the names the libraries would write into the trace."""
        world.implicit_layer(ONE, folder="/etc/vulkan/implicit_layer.d", flags={"name": "from etc"})

        seen = observe(world)

        assert seen.chain == ("from etc",)

    def test_the_edition_decides(self, world: World) -> None:
        """One scenario comes out differently in two editions."""
        world.application(api="1.3.0")

        seen = observe(world, Edition.E2022), observe(world, Edition.E2026)

        assert [each.chain for each in seen] == [(), (ONE,)]

    def test_what_only_a_call_could_tell_is_not_covered(self) -> None:
        """A library that does what nobody can tell beforehand is beyond a loader that opens none."""
        world = World()
        world.driver()
        world.implicit_layer(ONE, flags={"negotiate": "crash"})

        seen = observe(world)

        assert (seen.ended, seen.detail) == ("not covered", "a layer's negotiation ends in crash")

    def test_privilege_counts(self, world: World) -> None:
        """An elevated scenario is decided as one."""
        world.variable("VK_LAYER_PATH", "/world/elsewhere")
        world.elevate()

        seen = observe(world)

        assert TWO in seen.layer_names

    @pytest.mark.parametrize(("elevated", "chain"), [(False, (ONE,)), (True, ())])
    def test_the_linker_ignores_its_path_for_an_elevated_process(
        self, elevated: bool, chain: tuple[str, ...]
    ) -> None:
        """A bare library name is looked for on LD_LIBRARY_PATH, except with privilege."""
        world = World()
        world.driver()
        world.implicit_layer(ONE, mock=None, library_path="libodd.so")
        world.library("/world/lib/libodd.so", "layer", {"name": ONE})
        world.variable("LD_LIBRARY_PATH", "/world/lib")
        if elevated:
            world.elevate()

        seen = observe(world)

        assert seen.chain == chain


class TestEditions:
    """A foreign loader is judged by the edition of its age."""

    @pytest.mark.parametrize(
        ("version", "edition"),
        [
            ("1.0.65", "2016"),
            ("1.1.70", "2018"),
            ("1.2.198", "2018"),
            ("1.3.0", "2022"),
            ("1.3.227", "2022"),
            ("1.3.228", "2026"),
            ("1.4.341", "2026"),
            ("", "2026"),
        ],
    )
    def test_the_version_gives_the_edition(self, version: str, edition: str) -> None:
        """The borders are 1.1, 1.3 and 1.3.228; without a version it is the newest."""
        assert edition_of(version).value == edition


@pytest.mark.rule("ENV-MINVERSION-01")
class TestFeatures:
    """What is newer than a loader is not held against it."""

    @pytest.mark.parametrize(
        ("variable", "last_without", "first_with"),
        [
            ("VK_DRIVER_FILES", "1.3.206", "1.3.207"),
            ("VK_LOADER_LAYERS_DISABLE", "1.3.233", "1.3.234"),
            ("VK_LOADER_DRIVERS_SELECT", "1.3.233", "1.3.234"),
            ("VK_LOADER_LAYERS_ALLOW", "1.3.261", "1.3.262"),
            ("VK_LOADER_DEVICE_ID_FILTER", "1.4.325", "1.4.326"),
            ("VK_IMPLICIT_LAYER_PATH", "1.3.295", "1.3.296"),
            ("VK_ADD_DRIVER_FILES", "1.3.206", "1.3.207"),
        ],
    )
    def test_a_newer_variable_is_named(self, variable: str, last_without: str, first_with: str) -> None:
        """A scenario that sets the variable is for loaders that know it."""
        world = World()
        world.variable(variable, "x")

        reasons = [missing_feature(world.scenario(), each) for each in (last_without, first_with, "")]

        assert [variable in reason for reason in reasons] == [True, False, False]

    def test_a_settings_file_is_a_feature_too(self) -> None:
        """A scenario with a settings file is for loaders that read one."""
        world = World()
        world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", "{}")

        assert "vk_loader_settings.json" in missing_feature(world.scenario(), "1.3.252")
        assert missing_feature(world.scenario(), "1.3.253") == ""

    @pytest.mark.parametrize("member", ["additional_drivers", "device_configurations"])
    def test_so_is_a_member_of_one(self, member: str) -> None:
        """Drivers and devices came to the settings file later than layers."""
        world = World()
        path = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
        world.file(path, {"file_format_version": "1.0.1", "settings": {member: []}})

        assert member in missing_feature(world.scenario(), "1.4.322")
        assert missing_feature(world.scenario(), "1.4.323") == ""

    def test_an_option_is_a_feature_too(self) -> None:
        """A scenario that asks for messages about drivers is for loaders that know the option."""
        world = World()
        world.variable("VK_LOADER_DEBUG", "driver")

        assert "VK_LOADER_DEBUG=driver" in missing_feature(world.scenario(), "1.3.233")
        assert missing_feature(world.scenario(), "1.3.234") == ""

    def test_an_extension_is_a_feature_too(self) -> None:
        """A script that enables an extension is for loaders that bring it."""
        script = Script()
        script.create(extensions=["VK_LUNARG_direct_driver_loading"])
        scenario = replace(World().scenario(), actions=script.actions)

        assert "VK_LUNARG_direct_driver_loading" in missing_feature(scenario, "1.3.240")
        assert missing_feature(scenario, "1.3.241") == ""

    def test_so_is_one_that_a_call_names(self) -> None:
        """A call whose create info names the extension is for the same loaders."""
        script = Script()
        info: Argument = [1, None, 0, None, 0, None, 1, [text("VK_LUNARG_direct_driver_loading")]]
        script.call("vkCreateInstance", info, None, out("made"), via=GLOBAL)
        scenario = replace(World().scenario(), actions=script.actions)

        assert "VK_LUNARG_direct_driver_loading" in missing_feature(scenario, "1.3.240")
        assert missing_feature(scenario, "1.3.241") == ""

    def test_the_loader_is_not_run(self) -> None:
        """Such a scenario is not covered on an older loader, whatever the file at its path."""
        world = World()
        world.variable("VK_LOADER_LAYERS_ALLOW", "*")
        identity = Identity("1.3.239", "", "/nowhere.so")

        seen = Foreign("old", identity, Edition.E2026, ForeignLoader("/nowhere.so")).observe(world.scenario())

        assert seen.ended == "not covered"


class TestTheBuiltInLayer:
    """Loaders before 1.2.133 list one layer on every machine, which says nothing of what they were shown."""

    NAME = "VK_LAYER_LUNARG_standard_validation"

    def seen(self) -> Observation:
        """Two layers, one of them built in."""
        rows = [SeenLayer(name, 0, 1, "") for name in ("VK_LAYER_TEST_one", self.NAME)]
        return Observation("ok", layers=tuple(rows))

    @pytest.mark.parametrize(("version", "count"), [("1.1.97", 1), ("1.2.132", 1), ("1.2.133", 2), ("", 2)])
    def test_it_is_left_out(self, version: str, count: int) -> None:
        """Of these loaders alone."""
        assert len(without_built_in(self.seen(), World().scenario(), version).layers) == count

    def test_one_beside_other_layers_alone(self, world: World) -> None:
        """A layer that is listed where there is any other, and on no empty machine, is listed in error."""

        class Listing(ForeignLoader):
            def observe(self, scenario: Scenario, *_: object, **__: object) -> Observation:
                names = (
                    (ONE, "VK_LAYER_ACME_phantom") if b"VK_LAYER" in b"".join(scenario.files.values()) else ()
                )
                return Observation("ok", layers=tuple(SeenLayer(name, 0, 1, "") for name in names))

        loader = Foreign("it", Identity("1.4.300", "", "/it.so"), Edition.E2026, Listing("/it.so"))

        assert loader.observe(world.scenario()).layer_names == (ONE, "VK_LAYER_ACME_phantom")

    def test_it_stays_where_it_is_installed(self) -> None:
        """A manifest of that name is what a scenario is about."""
        world = World()
        world.explicit_layer(self.NAME)

        assert len(without_built_in(self.seen(), world.scenario(), "1.1.97").layers) == 2


class TestLayersOfItsOwn:
    """A fork that has a layer built in lists it on every machine, which says nothing of what it was shown."""

    def foreign(self, *everywhere: str) -> Foreign:
        """A loader that lists these layers and VK_LAYER_TEST_phantom; the latter only beside VK_LAYER_TEST_one."""

        class Listing(ForeignLoader):
            def observe(self, scenario: Scenario, *_: object, **__: object) -> Observation:
                installed = b"".join(scenario.files.values())
                names = (*everywhere, *((ONE, "VK_LAYER_TEST_phantom") if ONE.encode() in installed else ()))
                return Observation("ok", layers=tuple(SeenLayer(name, 0, 1, "") for name in names))

        return Foreign("it", Identity("1.4.300", "", "/it.so"), Edition.E2026, Listing("/it.so"))

    def test_it_is_left_out(self, world: World) -> None:
        """What is listed on this machine alone is not."""
        seen = self.foreign("VK_LAYER_ACME_own").observe(world.scenario())

        assert seen.layer_names == (ONE, "VK_LAYER_TEST_phantom")

    def test_one_beside_other_layers_alone(self, world: World) -> None:
        """A layer that is listed where there is any other, and on no empty machine, is listed in error."""

        class Listing(ForeignLoader):
            def observe(self, scenario: Scenario, *_: object, **__: object) -> Observation:
                names = (
                    (ONE, "VK_LAYER_ACME_phantom") if b"VK_LAYER" in b"".join(scenario.files.values()) else ()
                )
                return Observation("ok", layers=tuple(SeenLayer(name, 0, 1, "") for name in names))

        loader = Foreign("it", Identity("1.4.300", "", "/it.so"), Edition.E2026, Listing("/it.so"))

        assert loader.observe(world.scenario()).layer_names == (ONE, "VK_LAYER_ACME_phantom")

    def test_it_stays_where_it_is_installed(self, world: World) -> None:
        """A manifest of that name is what a scenario is about."""
        world.explicit_layer("VK_LAYER_ACME_own")

        seen = self.foreign("VK_LAYER_ACME_own").observe(world.scenario())

        assert seen.layer_names == ("VK_LAYER_ACME_own", ONE, "VK_LAYER_TEST_phantom")


class TestOneInterface:
    """Both kinds of subject see the same world."""

    def test_the_system_loader_agrees_on_a_plain_world(self, world: World) -> None:
        """On a world without oddities the machine's own loader gives the reference's answer."""
        path = system_loader()
        if path is None:
            pytest.skip("this machine has no loader (Debian: libvulkan1)")
        if mock_library("mock_layer") is None:
            pytest.skip("the mocks are not built (install with a C compiler)")
        world.application(api="1.2.0", layers=[TWO])
        foreign = Foreign("system", Identity("", "", path), Edition.E2026, ForeignLoader(path))

        seen, predicted = foreign.observe(world.scenario()), observe(world)

        assert (seen.result, seen.chain, seen.drivers) == (
            predicted.result,
            predicted.chain,
            predicted.drivers,
        )
        assert set(seen.layers) == set(predicted.layers)
