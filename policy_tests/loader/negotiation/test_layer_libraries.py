"""Libraries that hold more than one layer, and functions of layers under other names."""

import pytest

from refloader.model.edition import Edition
from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, in_use, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import EXPLICIT_LAYERS, World
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

FIRST, SECOND = "VK_LAYER_TEST_first", "VK_LAYER_TEST_second"
TWO_LAYERS = f"{EXPLICIT_LAYERS}/libtwo.so"
IN_TRACE = {FIRST: "two_first", SECOND: "two_second"}
"""What the two layers of the library are called in the trace."""

LAYER_NOT_PRESENT = -6
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")


def two_layers(world: World, *named: str, version: str = "1.1.2") -> None:
    """One library that holds two layers, each with a manifest that names its own functions."""
    world.library(TWO_LAYERS, "layer_two", {"name": "two", "intercept": "vkDeviceWaitIdle"})
    for name, prefix in ((FIRST, "first_"), (SECOND, "second_")):
        functions = {key: prefix + key.removeprefix("vk") for key in named or (NEGOTIATE,)}
        world.explicit_layer(
            name, mock=None, library_path=TWO_LAYERS, functions=functions, file_format_version=version
        )


def not_made(subject: Trial, seen: Observation) -> bool:
    """Return whether a layer without a negotiation keeps the instance from being made; since 2022 it may."""
    if subject.edition >= Edition.E2022:
        made = seen.answers["instance"]
        subject.reading("AMB-LLP4-NOEXPORT", made, chosen=0, tolerated=LAYER_NOT_PRESENT)
        return bool(made != 0)
    return False


class TestTwoLayersInALibrary:
    """A layer library may hold several layers; each then has its own manifest entry."""

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25", "MANIFEST-LAYER-13")
    @pytest.mark.parametrize(
        "layers", [[FIRST], [SECOND], [FIRST, SECOND], [SECOND, FIRST]], ids=lambda names: "+".join(names)
    )
    def test_in_the_chain(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Of two layers in one library, those that the application names are in the chain, in its order."""
        world.driver()
        two_layers(world)
        world.application(layers=layers)
        script = with_device()
        script.call("vkDeviceWaitIdle", "device", via=INSTANCE, label="wait")

        seen = subject.calls(world, script)

        who = tuple(IN_TRACE[name] for name in layers)
        assert seen.chain == who
        assert way_down(seen.lines["device"], "vkCreateDevice") == (*who, "plain")
        assert entered(seen.lines["wait"], "vkDeviceWaitIdle") == (*who, "plain")
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25")
    def test_the_enumeration(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceLayerProperties gives both layers of one library."""
        two_layers(world)

        seen = subject.calls(world, actions=[("layers",)])

        assert sorted(seen.layer_names) == [FIRST, SECOND]

    @SINCE_2018
    @pytest.mark.rule("DISC-GEN-05")
    def test_the_enumeration_opens_nothing(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceLayerProperties does not open a library of two layers."""
        two_layers(world)

        seen = subject.calls(world, actions=[("layers",)])

        assert seen.trace == ()

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25", "NEGOTIATE-LAYER-01")
    def test_each_is_negotiated_with(self, world: World, subject: Trial) -> None:
        """Each of two layers in one library is negotiated with on its own."""
        world.driver()
        two_layers(world)
        world.application(layers=[FIRST, SECOND])

        seen = subject.calls(world, actions=[("instance",)])

        assert {*entered(seen.trace, "negotiate", "layer")} == {"two_first", "two_second"}
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25", "CHAIN-DIST-01")
    def test_one_layer_for_each_instance(self, world: World, subject: Trial) -> None:
        """Of two instances, each with another layer of one library, each one's calls enter its own layer alone."""
        world.driver()
        two_layers(world)
        world.application(layers=[FIRST])
        script = with_device()
        script.create("other", layers=[SECOND])
        script.devices("other", "others")
        script.call("vkDeviceWaitIdle", "device", via=INSTANCE, label="wait")

        seen = subject.calls(world, script)

        assert {*entered(seen.lines["others"], "vkEnumeratePhysicalDevices", "layer")} == {"two_second"}
        assert entered(seen.lines["wait"], "vkDeviceWaitIdle", "layer") == ("two_first",)

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25", "MANIFEST-LAYERVER-110")
    def test_a_list_of_layers(self, world: World, subject: Trial) -> None:
        """Two layers of one library that one manifest describes in its list "layers" are both in the chain."""
        world.driver()
        world.library(TWO_LAYERS, "layer_two", {"name": "two"})
        described = [
            {
                "name": name,
                "type": "GLOBAL",
                "library_path": TWO_LAYERS,
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "A layer for tests",
                "functions": {NEGOTIATE: f"{prefix}NegotiateLoaderLayerInterfaceVersion"},
            }
            for name, prefix in ((FIRST, "first_"), (SECOND, "second_"))
        ]
        world.file(f"{EXPLICIT_LAYERS}/two.json", {"file_format_version": "1.1.0", "layers": described})
        world.application(layers=[SECOND, FIRST])

        seen = subject.calls(world)

        assert seen.chain == ("two_second", "two_first")


class TestALayerAndADriver:
    """A layer library may even hold a driver."""

    @SINCE_2018
    @pytest.mark.rule("MANIFEST-LAYER-25")
    def test_both_work(self, world: World, subject: Trial) -> None:
        """A driver and a layer in one library both work, each found by its own manifest."""
        library = world.library(f"{EXPLICIT_LAYERS}/libboth.so", "layer_driver", {"name": "both"})
        functions = {NEGOTIATE: "mock_NegotiateLoaderLayerInterfaceVersion"}
        world.driver("both", mock=None, library_path=library)
        world.explicit_layer(FIRST, mock=None, library_path=library, functions=functions)
        world.application(layers=[FIRST])
        script = with_device()
        script.destroy_device()
        script.destroy()

        seen = subject.calls(world, script)

        assert (seen.chain, seen.drivers, seen.violations) == (("both",), ("both",), ())
        assert seen.answers["device"] == 0


class TestOtherNames:
    """The manifest says under which names the library exports a layer's functions."""

    @pytest.mark.rule("MANIFEST-LAYER-25", "MANIFEST-LAYER-13", "IFACE-LAYER-V1-01")
    @pytest.mark.parametrize("version", ["1.0.0", pytest.param("1.0.1", marks=SINCE_2018)])
    def test_of_the_lookups(self, world: World, subject: Trial, version: str) -> None:
        """A layer whose manifest, older than 1.1.0, renames the two lookups works without a negotiation."""
        functions = {
            "vkGetInstanceProcAddr": "mock_GetInstanceProcAddr",
            "vkGetDeviceProcAddr": "mock_GetDeviceProcAddr",
        }
        world.driver()
        world.explicit_layer(
            FIRST,
            mock="layer_renamed",
            file_format_version=version,
            functions=functions,
            flags={"intercept": "vkDeviceWaitIdle"},
        )
        world.application(layers=[FIRST])
        script = with_instance()
        script.device(layers=[FIRST])  # of 2016, without effect since 2018
        script.call("vkDeviceWaitIdle", "device", via=INSTANCE, label="wait")

        seen = subject.calls(world, script)

        if not_made(subject, seen):
            return
        assert seen.chain == (FIRST,)
        assert entered(seen.lines["wait"], "vkDeviceWaitIdle") == (FIRST, "plain")

    @pytest.mark.rule("MANIFEST-LAYER-25", "MANIFEST-LAYER-13")
    @pytest.mark.parametrize("layers", [[FIRST], [SECOND, FIRST]], ids=lambda names: "+".join(names))
    def test_of_two_layers(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Two layers of one library whose manifests rename the two lookups are both in the chain."""
        world.driver()
        two_layers(world, "vkGetInstanceProcAddr", "vkGetDeviceProcAddr", version="1.0.0")
        world.application(layers=layers)

        seen = subject.calls(world, with_device())

        if not_made(subject, seen):
            return
        assert seen.chain == tuple(IN_TRACE[name] for name in layers)
        assert seen.answers["device"] == 0

    @SINCE_2018
    @pytest.mark.rule("NEGOTIATE-LAYER-01", "MANIFEST-LAYER-13")
    def test_of_the_negotiation(self, world: World, subject: Trial) -> None:
        """A negotiation that a 1.1.0 manifest renames is found, and it is the first call into the layer."""
        world.driver()
        world.explicit_layer(
            FIRST,
            mock="layer_renamed",
            file_format_version="1.1.0",
            functions={NEGOTIATE: "mock_NegotiateLoaderLayerInterfaceVersion"},
        )
        world.application(layers=[FIRST])

        seen = subject.calls(world, actions=[("instance",)])

        assert seen.chain == (FIRST,)
        first = in_use(line.split()[2] for line in seen.trace if line.startswith("layer "))[:2]
        assert first == ["load", "negotiate"]
