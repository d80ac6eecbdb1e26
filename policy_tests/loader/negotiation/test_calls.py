"""How a loader treats the libraries of layers and drivers: what it opens, asks and hands over, and when."""

import pytest

from policy_tests.loader.implied import GOAL, PATCH_IGNORED, refused
from refloader.scenario.call_sequence import broken
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
QUERIES = ["layers", "extensions", "extensions-of-layer"]


class TestOpening:
    """A layer's library is opened for a call chain only; queries are answered from manifests."""

    @pytest.mark.rule("DISC-GEN-05")
    @pytest.mark.parametrize("kind", ["implicit", "explicit"])
    @pytest.mark.parametrize("query", [("layers",), ("extensions", ""), ("extensions", ONE)], ids=QUERIES)
    def test_a_query_opens_no_layer(
        self, world: World, subject: Trial, kind: str, query: tuple[str, ...]
    ) -> None:
        """A query of layers or of instance extensions opens no library of a layer."""
        world.explicit_layer(ONE, folder=f"/etc/vulkan/{kind}_layer.d", disable_environment={"ONE_OFF": "1"})

        seen = subject.calls(world, actions=[query])

        assert seen.trace == ()

    @pytest.mark.rule("DISC-GEN-05")
    def test_an_inactive_layer_is_not_opened(self, world: World, subject: Trial) -> None:
        """An explicit layer that is not enabled is not opened for an instance."""
        world.driver()
        world.explicit_layer(ONE)

        seen = subject.calls(world)

        opened = tuple(line for line in seen.trace if line.startswith("layer "))
        assert (seen.result_name, opened) == ("VK_SUCCESS", ())

    @pytest.mark.rule("EXT-FILTER-06", "EXT-FILTER-07", "LDP_LOADER_12")
    def test_drivers_are_not_asked_about_layers(self, world: World, subject: Trial) -> None:
        """No driver is asked for layers, or for extensions under a layer's name."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world)

        of = {"LDP_LOADER_12", "EXT-FILTER-06", "EXT-FILTER-07"}
        assert [line for line in seen.violations if broken(line) in of] == []


class TestNegotiation:
    """Each layer and driver is negotiated with on its own, before any other call into it."""

    @pytest.mark.rule("NEGOTIATE-LAYER-01")
    def test_a_layer_is_negotiated_with_first(self, world: World, subject: Trial) -> None:
        """A layer is negotiated with before its vkGetInstanceProcAddr is called."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world)

        assert seen.violations == ()
        assert seen.chain == (ONE,)

    @pytest.mark.rule("LLP_LOADER_5")
    def test_a_layer_that_fails_is_left_out(self, world: World, subject: Trial) -> None:
        """A layer that refuses the negotiation is not in the chain, and the others are."""
        world.driver()
        world.implicit_layer(ONE, flags={"negotiate": "fail"})
        world.implicit_layer(TWO)

        seen = subject.calls(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (TWO,))

    @pytest.mark.rule("LDP_LOADER_5")
    def test_a_driver_that_fails_is_left_out(self, world: World, subject: Trial) -> None:
        """A driver that refuses the negotiation is not used, and the others are."""
        world.driver("bad", flags={"negotiate": "fail"})
        world.driver("good")

        seen = subject.calls(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("good",))

    @pytest.mark.rule("LDP_LOADER_1")
    def test_only_failing_drivers_are_no_driver(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if every driver refuses the negotiation."""
        world.driver("bad", flags={"negotiate": "fail"})

        seen = subject.calls(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("LDP_LOADER_1")
    def test_a_driver_without_its_library_is_no_driver(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if the only driver's library is missing."""
        world.driver("gone", mock=None)

        seen = subject.calls(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"


class TestInstanceCreation:
    """Every layer gets the list of links; every driver gets the extensions that it offers."""

    @pytest.mark.rule("LLP_LOADER_8")
    def test_each_layer_gets_its_link(self, world: World, subject: Trial) -> None:
        """Both layers of a chain find the next vkGetInstanceProcAddr."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[TWO])

        seen = subject.calls(world)

        assert (seen.chain, seen.drivers, seen.violations) == ((ONE, TWO), ("plain",), ())

    @pytest.mark.rule("EXT-FILTER-01")
    def test_each_driver_gets_its_own_extensions(self, world: World, subject: Trial) -> None:
        """An instance extension that one driver offers is not enabled for another driver that does not offer it."""
        world.driver("alpha", flags={"extensions": "VK_KHR_surface:25"})
        world.driver("beta", flags={"extensions": "VK_KHR_display:23"})
        world.application(extensions=["VK_KHR_surface", "VK_KHR_display"])

        seen = subject.calls(world)

        assert seen.given_to_drivers("extensions") == {"alpha": "VK_KHR_surface", "beta": "VK_KHR_display"}

    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_a_driver_gets_the_applications_version(self, world: World, subject: Trial) -> None:
        """The driver gets the application's apiVersion, and should get its patch number, too."""
        world.driver()
        world.application(api="1.0.7")

        seen = subject.calls(world)

        found = seen.given_to_drivers("api")
        assert {name: api.rpartition(".")[0] for name, api in found.items()} == {"plain": "1.0"}
        subject.implied(found, {"plain": "1.0.7"}, PATCH_IGNORED)

    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    def test_only_a_1_0_driver_gets_a_lower_version(self, world: World, subject: Trial) -> None:
        """Of an application's apiVersion 1.3, a 1.0 driver gets 1.0 and a newer driver gets 1.3."""
        world.driver("older", api_version="1.0.0", flags={"api": "1.0.0"})
        world.driver("newer")
        world.application(api="1.3.0")

        seen = subject.calls(world)

        assert seen.given_to_drivers("api") == {"older": "1.0.0", "newer": "1.3.0"}

    @pytest.mark.rule("EXT-FILTER-03")
    def test_an_unknown_extension_cannot_be_enabled(self, world: World, subject: Trial) -> None:
        """vkCreateInstance fails if the application enables a driver's extension that the loader does not know."""
        world.driver(flags={"extensions": "VK_FAKE_extension:1"})
        world.application(extensions=["VK_FAKE_extension"])

        seen = subject.calls(world)

        refused(subject, seen)

    @pytest.mark.rule("DISC-DRIVER-GEN-01")
    def test_one_failing_driver_does_not_fail_the_others(self, world: World, subject: Trial) -> None:
        """If one driver fails vkCreateInstance, the application should still have the device of the other driver."""
        world.driver("bad", flags={"fail": "vkCreateInstance"})
        world.driver("good", flags={"device_name": "good device"})

        seen = subject.calls(world)

        subject.implied(tuple(device.name for device in seen.devices), ("good device",), GOAL)
