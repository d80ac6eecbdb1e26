"""The negotiation with layers: every answer from every set of exports, and what it makes of the layer."""

from itertools import product
from typing import Any

import pytest

from policy_tests.loader.implied import survived
from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import broken, in_use, parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Mock, World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

ODD = "VK_LAYER_TEST_odd"
GOOD = "VK_LAYER_TEST_good"
RENAMED = {
    "vkNegotiateLoaderLayerInterfaceVersion": "mock_NegotiateLoaderLayerInterfaceVersion",
    "vkGetInstanceProcAddr": "mock_GetInstanceProcAddr",
    "vkGetDeviceProcAddr": "mock_GetDeviceProcAddr",
}
PREFIXED = {
    "vkGetInstanceProcAddr": "VK_LAYER_mockGetInstanceProcAddr",
    "vkGetDeviceProcAddr": "VK_LAYER_mockGetDeviceProcAddr",
}

NAMED = [
    ["vkGetInstanceProcAddr", "vkGetDeviceProcAddr"],
    ["vkGetInstanceProcAddr"],
    ["vkGetDeviceProcAddr"],
]
"""Lookups whose names a manifest can have in "functions"."""

DEVICE_COMMANDS = ["vkCmdDraw", "vkCreateBuffer", "vkDeviceWaitIdle", "vkQueueSubmit", "vkQueuePresentKHR"]
"""Of Vulkan 1.0 and VK_KHR_swapchain: all loaders know them."""

NEGOTIATING: dict[str, Mock] = {
    "all-exports": "layer",
    "negotiation-only": "layer_v2",
    "renamed": "layer_renamed",
}
"""The sets of exports with the negotiation function among them."""

ANSWERS = {
    "0": {"interface": "0"},
    "1": {"interface": "1"},
    "2": {"interface": "2"},
    "3": {"negotiate_version": "3"},
    "9": {"negotiate_version": "9"},
    "largest": {"negotiate_version": "4294967295"},
    "initialization-failed": {"negotiate": "fail"},
    "other-error": {"negotiate_result": "-13"},
}

# An older answer leads back to the exports, so that they have to be there. Whether exports of other names count
# then, AMB-FUNCTIONS-110 leaves open: those two answers of a renamed layer are not judged.
USABLE = [
    ("all-exports", "0"),
    ("all-exports", "1"),
    ("all-exports", "2"),
    ("negotiation-only", "2"),
    ("renamed", "2"),
]
UNUSABLE = [
    ("negotiation-only", "0"),
    ("negotiation-only", "1"),
    *product(NEGOTIATING, ("initialization-failed", "other-error")),
]
NOT_OFFERED = [*product(NEGOTIATING, ("3", "9", "largest"))]

TYPICALLY = (
    'NEGOTIATE-LAYER-03, by which the offer is the "desired latest interface version supported by the loader '
    '(typically the latest)"'
)
NEWER = "IFACE-LAYER-V2-01: 2 is the version in force where these documents were written, and loaders go on"

ABOVE_THE_OFFER = "LLP_LOADER_5, as no sentence says what becomes of an answer above the offer"

WITHOUT_EXPORTS = (
    "LLP_LOADER_5, as no sentence says what becomes of a layer that lacks what its version needs"
)

ANSWERED_0 = (
    "NEGOTIATE-LAYER-07, as a layer of version 0 has no function to answer with, "
    "and no sentence says what becomes of one that answers 0"
)

RETURNED = (
    "the returned pointers being those that are used; a layer that returns none breaks NEGOTIATE-LAYER-09"
)


def install(world: World, exports: str, flags: dict[str, str], **options: Any) -> None:
    """A driver, a layer of this kind, and a good layer beside it."""
    world.driver()
    functions = RENAMED if exports == "renamed" else None
    world.implicit_layer(ODD, mock=NEGOTIATING[exports], flags=flags, functions=functions, **options)
    world.implicit_layer(GOOD)


def noted(seen: Observation, name: str) -> tuple[str, ...]:
    """What a layer wrote down, without its name."""
    return tuple(line.split(" ", 2)[2] for line in seen.trace if line.startswith(f"layer {name} "))


def offers_to(seen: Observation, *layers: str) -> set[int]:
    """The versions that these layers were offered."""
    lines = [line for name in layers for line in noted(seen, name) if line.startswith("negotiate")]
    return {int(line.partition("offered=")[2]) for line in lines}


def calls_of(seen: Observation, name: str) -> list[str]:
    """What entered a layer, in order; a loader may open and close its library without a call."""
    return [line.split()[0] for line in noted(seen, name) if line not in ("load", "unload")]


@pytest.mark.needs_library
class TestTheOffer:
    """A loader negotiates with each layer on its own, before any other call, and offers version 2."""

    @pytest.mark.rule("NEGOTIATE-LAYER-01")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_it_is_the_first_call(self, world: World, subject: Trial, exports: str) -> None:
        """The negotiation is the first call into a layer after the loader opens the layer's library."""
        install(world, exports, {})

        seen = subject.calls(world, actions=[("instance",)])

        assert in_use(line.split()[0] for line in noted(seen, ODD))[:2] == ["load", "negotiate"]

    @pytest.mark.rule("NEGOTIATE-LAYER-01")
    @pytest.mark.parametrize("number", [3, 2])
    def test_it_is_the_first_call_into_each_layer(self, world: World, subject: Trial, number: int) -> None:
        """Each layer of a chain is negotiated with before any other call into this layer."""
        layers = {f"VK_LAYER_TEST_{index}" for index in range(number)}
        world.driver()
        for name in layers:
            world.implicit_layer(name)

        seen = subject.calls(world)

        first = {name: calls_of(seen, name)[:1] for name in layers}
        assert first == {name: ["negotiate"] for name in layers}
        assert (set(seen.chain), seen.violations) == (layers, ())

    @pytest.mark.rule("NEGOTIATE-LAYER-03")
    @pytest.mark.parametrize("answer", ["initialization-failed", "other-error"])
    def test_it_is_never_below_2(self, world: World, subject: Trial, answer: str) -> None:
        """If one of three layers refuses the negotiation, the others are offered at least version 2 all the same."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(3)]
        world.driver()
        for name in layers:
            world.implicit_layer(name, flags=ANSWERS[answer] if name == layers[1] else {})

        seen = subject.calls(world)

        assert [version for version in offers_to(seen, *layers) if version < 2] == []

    @pytest.mark.rule("NEGOTIATE-LAYER-01")
    @pytest.mark.parametrize("beside", [False, True], ids=["after-the-first", "beside-the-first"])
    def test_a_second_instance(self, world: World, subject: Trial, beside: bool) -> None:
        """A layer library that is opened again for a second instance is negotiated with again."""
        install(world, "all-exports", {})
        script = Script()
        script.create("first")
        if not beside:
            script.destroy("first")
        script.create("second")
        script.devices("second")

        seen = subject.calls(world, script)

        words = [line.split()[0] for line in noted(seen, ODD)]
        opened = [at for at, word in enumerate(words) if word == "load"]
        assert {word for at in opened for word in words[at + 1 : at + 2]} - {"unload"} == {"negotiate"}
        assert set(way_down(seen.lines["second"], "vkCreateInstance", "layer")) == {ODD, GOOD}
        assert seen.violations == ()

    @pytest.mark.rule("IFACE-LAYER-V2-01", "NEGOTIATE-LAYER-01")
    @pytest.mark.parametrize("name", [ODD, GOOD])
    def test_each_layer_is_offered_version_2(self, world: World, subject: Trial, name: str) -> None:
        """Each layer of a chain is offered interface version 2 or a newer one."""
        install(world, "all-exports", {})

        seen = subject.calls(world, actions=[("instance",)])

        offers = offers_to(seen, name)
        assert offers
        assert min(offers) >= 2
        subject.implied(offers, {2}, NEWER)

    @pytest.mark.rule("NEGOTIATE-LAYER-03")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_the_structure_is_filled_in(self, world: World, subject: Trial, exports: str) -> None:
        """The structure of the negotiation has sType 1, pNext NULL and a version of 2 or more."""
        install(world, exports, {})

        seen = subject.calls(world)

        assert (set(seen.chain), seen.violations) == ({ODD, GOOD}, ())

    @pytest.mark.rule("NEGOTIATE-LAYER-03")
    @pytest.mark.parametrize("answer", ["0", "1", "initialization-failed", "other-error"])
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    def test_another_layers_answer_does_not_change_it(
        self, world: World, subject: Trial, place: int, answer: str
    ) -> None:
        """Whatever one of three layers answers, each is offered version 2 or newer, and all should get the same."""
        names = ["VK_LAYER_TEST_a", "VK_LAYER_TEST_b"]
        names.insert(place, ODD)
        world.driver()
        for name in names:
            world.explicit_layer(name, flags=ANSWERS[answer] if name == ODD else {})
        world.application(layers=names)

        seen = subject.calls(world, actions=[("instance",)])

        offers = offers_to(seen, *names)
        assert min(offers, default=2) >= 2
        subject.implied(len(offers) <= 1, True, TYPICALLY)
        assert [line for line in seen.violations if "NEGOTIATE-LAYER-03" in line] == []


class TestUsableAnswers:
    """A loader accepts every layer interface version up to the one it offers."""

    @pytest.mark.rule("NEGOTIATE-LAYER-07", "NEGOTIATE-LAYER-04", "IFACE-LAYER-V1-01")
    @pytest.mark.parametrize(("exports", "answer"), USABLE)
    def test_the_layer_is_used(self, world: World, subject: Trial, exports: str, answer: str) -> None:
        """A layer that answers 2, or 1 where its exports fit that, is in the chain; one that answers 0 should be."""
        install(world, exports, ANSWERS[answer])

        seen = subject.observe(world)

        if answer == "0":
            assert (seen.result_name, GOOD in seen.chain) == ("VK_SUCCESS", True)
            subject.implied(set(seen.chain), {ODD, GOOD}, ANSWERED_0)
        else:
            assert (seen.result_name, set(seen.chain)) == ("VK_SUCCESS", {ODD, GOOD})

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-07", "IFACE-LAYER-V1-01")
    def test_a_layer_without_a_negotiation_is_used(self, world: World, subject: Trial) -> None:
        """A layer of version 1, which exports its two lookups and no negotiation, should be used."""
        world.driver()
        world.implicit_layer(ODD, mock="layer_v1", file_format_version="1.0.0")
        world.implicit_layer(GOOD)

        seen = subject.calls(world)

        assert seen.violations == ()
        subject.reading("AMB-LLP4-NOEXPORT", set(seen.chain), chosen={ODD, GOOD}, tolerated={GOOD})

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-07", "IFACE-LAYER-V0-06", "IFACE-LAYER-V0-07")
    def test_a_layer_with_names_of_its_own_is_used(self, world: World, subject: Trial) -> None:
        """A layer of version 0 should be used by the <layerName>GetProcAddr functions that its manifest names."""
        world.driver()
        world.implicit_layer(
            "VK_LAYER_mock", mock="layer_v0", file_format_version="1.0.0", functions=PREFIXED
        )
        world.implicit_layer(GOOD)

        seen = subject.calls(world)

        assert seen.violations == ()
        both = {"VK_LAYER_mock", GOOD}
        subject.reading("AMB-LLP4-NOEXPORT", set(seen.chain), chosen=both, tolerated={GOOD})

    @pytest.mark.needs_library
    @pytest.mark.rule("IFACE-LAYER-V0-11")
    def test_a_layer_with_names_of_its_own_is_not_asked_for_device_commands(
        self, world: World, subject: Trial
    ) -> None:
        """A version 0 layer's vkGetInstanceProcAddr should not be asked for device commands of 1.0 and swapchains."""
        world.driver()
        world.implicit_layer(
            "VK_LAYER_mock",
            mock="layer_v0",
            file_format_version="1.0.0",
            functions=PREFIXED,
            flags={"lookups": "written"},
        )
        script = with_device()
        script.lookup("instance", DEVICE_COMMANDS)

        seen = subject.calls(world, script)

        asked = {each["name"] for _, each in parsed_lines(seen.trace, "asked", "layer")}
        if not asked:
            pytest.skip("the loader uses no layer without a negotiation (AMB-LLP4-NOEXPORT)")
        assert "vkCreateInstance" in asked
        subject.implied(asked & set(DEVICE_COMMANDS), set(), "IFACE-LAYER-V0-11, which a loader should keep")

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-07", "IFACE-LAYER-V0-06", "IFACE-LAYER-V0-07")
    def test_a_manifest_without_those_names(self, world: World, subject: Trial) -> None:
        """A version 0 layer should be used by its <layerName>GetProcAddr functions without names in the manifest."""
        world.driver()
        world.implicit_layer("VK_LAYER_mock", mock="layer_v0", file_format_version="1.0.0")

        seen = subject.calls(world)

        by = "IFACE-LAYER-V0-06, as the manifest's names are required for several layers in one library"
        assert seen.result_name == "VK_SUCCESS"
        subject.implied(seen.chain, ("VK_LAYER_mock",), by)


class TestUnusableAnswers:
    """A layer with which no common interface version can be negotiated is ignored."""

    @pytest.mark.rule("LLP_LOADER_5")
    @pytest.mark.parametrize(("exports", "answer"), UNUSABLE)
    def test_the_layer_is_left_out(self, world: World, subject: Trial, exports: str, answer: str) -> None:
        """A layer that answers an error, or a version that its exports do not fit, is left out, and only this one."""
        install(world, exports, ANSWERS[answer])
        lacks_exports = answer in ("0", "1")

        with survived(WITHOUT_EXPORTS, breaks_a_rule=lacks_exports):
            seen = subject.observe(world)

        found, told = (seen.result_name, seen.chain, len(seen.devices)), ("VK_SUCCESS", (GOOD,), 1)
        if lacks_exports:
            subject.implied(found, told, WITHOUT_EXPORTS)
        else:
            assert found == told

    @pytest.mark.rule("LLP_LOADER_5")
    @pytest.mark.parametrize(("exports", "answer"), NOT_OFFERED)
    def test_a_version_that_was_not_offered(
        self, world: World, subject: Trial, exports: str, answer: str
    ) -> None:
        """A layer that answers a newer version than was offered should be left out, and the other layer is used."""
        install(world, exports, ANSWERS[answer])

        with survived(ABOVE_THE_OFFER):
            seen = subject.observe(world)

        assert (seen.result_name, GOOD in seen.chain, len(seen.devices)) == ("VK_SUCCESS", True, 1)
        subject.implied(seen.chain, (GOOD,), ABOVE_THE_OFFER)

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-06", "NEGOTIATE-LAYER-05")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_after_the_error_the_layer_is_not_loaded(
        self, world: World, subject: Trial, exports: str
    ) -> None:
        """After VK_ERROR_INITIALIZATION_FAILED from its negotiation a layer is not called any more."""
        install(world, exports, ANSWERS["initialization-failed"])

        seen = subject.calls(world, actions=[("instance",)])

        assert {line.split()[0] for line in noted(seen, ODD)} - {"unload"} == {"load", "negotiate"}

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-06")
    @pytest.mark.parametrize("place", [0, 1, 2], ids=["on-top", "between", "at-the-bottom"])
    def test_the_layers_around_it_are_loaded(self, world: World, subject: Trial, place: int) -> None:
        """Only the layer whose negotiation gives an error is left out: those above and below it are loaded."""
        others = [GOOD, "VK_LAYER_TEST_better"]
        world.driver()
        for name in [*others[:place], ODD, *others[place:]]:
            flags = ANSWERS["initialization-failed"] if name == ODD else {}
            world.explicit_layer(name, mock="layer_v2", flags=flags)
        world.variable("VK_INSTANCE_LAYERS", ":".join([*others[:place], ODD, *others[place:]]))

        seen = subject.observe(world)

        assert set(seen.chain) == set(others)

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-06")
    @pytest.mark.parametrize("exports", ["negotiation-only", "all-exports", "renamed"])
    def test_what_comes_with_the_error_does_not_count(
        self, world: World, subject: Trial, exports: str
    ) -> None:
        """A layer that answers VK_ERROR_INITIALIZATION_FAILED is not used, even with a version and functions."""
        install(world, exports, {"negotiate_result": "-3"})

        seen = subject.calls(world, actions=[("instance",)])

        assert {line.split()[0] for line in noted(seen, ODD)} - {"unload"} == {"load", "negotiate"}
        assert seen.chain == (GOOD,)

    @pytest.mark.rule("NEGOTIATE-LAYER-06")
    def test_the_enumeration_reads_manifests_only(self, world: World, subject: Trial) -> None:
        """The enumeration should list a layer whose manifest is good, though its library refuses the negotiation."""
        install(world, "negotiation-only", ANSWERS["initialization-failed"])

        seen = subject.observe(world)

        subject.reading("AMB-NEG-ENUM", set(seen.layer_names), chosen={ODD, GOOD}, tolerated={GOOD})


class TestReturnedPointers:
    """For a layer of version 2 the functions it answers with are used, and no exported ones."""

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-10")
    def test_exports_are_not_called(self, world: World, subject: Trial) -> None:
        """The exported lookups of a layer that negotiates version 2 are never called, not for a device either."""
        install(world, "all-exports", {})

        seen = subject.calls(world, with_device())

        called = [line for line in seen.violations if broken(line) == "NEGOTIATE-LAYER-10"]
        assert (set(seen.chain), called) == ({ODD, GOOD}, [])

    @pytest.mark.needs_library
    @pytest.mark.rule("IFACE-LAYER-V2-01")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_the_lookup_of_physical_devices_is_used(self, world: World, subject: Trial, exports: str) -> None:
        """A physical-device command that only a version 2 layer knows is called with the right physical device."""
        install(world, exports, {"unknown_physical": "vkMadeUpPhysicalEXT"})
        script = with_instance()
        script.call("vkMadeUpPhysicalEXT", "devices.0", 7, via=INSTANCE, returns="word", label="call")

        seen = subject.calls(world, script)

        assert (seen.answers["call"], seen.violations) == ({"returned": 1, "read": []}, ())

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-10")
    @pytest.mark.parametrize("answer", ["null_pointers", "null_instance"])
    def test_nothing_takes_the_place_of_null(self, world: World, subject: Trial, answer: str) -> None:
        """A version 2 layer that returns NULL for its lookups should be left out, not used by its exports."""
        install(world, "all-exports", {"negotiate": answer})

        with survived(RETURNED):
            seen = subject.calls(world)

        subject.implied((seen.chain, seen.violations), ((GOOD,), ()), RETURNED)

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-LAYER-10")
    def test_nothing_takes_the_place_of_a_missing_device_lookup(self, world: World, subject: Trial) -> None:
        """The export of a version 2 layer should not take the place of a vkGetDeviceProcAddr that is not returned."""
        install(world, "all-exports", {"negotiate": "null_device"})

        with survived(RETURNED):
            seen = subject.calls(world, with_device())

        subject.implied(seen.violations, (), RETURNED)

    @pytest.mark.needs_library
    @pytest.mark.rule("MANIFEST-LAYERVER-110", "NEGOTIATE-LAYER-10")
    @pytest.mark.parametrize(
        "version",
        ["1.1.0", "1.1.2", pytest.param("1.2.0", marks=pytest.mark.editions("2022", "2026"))],
    )
    def test_renamed_lookups_are_ignored(self, world: World, subject: Trial, version: str) -> None:
        """From format 1.1.0 on the names of the two lookups in a negotiating layer's manifest are ignored."""
        install(world, "renamed", {}, file_format_version=version)

        seen = subject.calls(world)

        assert (set(seen.chain), seen.violations) == ({ODD, GOOD}, ())

    @pytest.mark.needs_library
    @pytest.mark.rule("MANIFEST-LAYERVER-110", "NEGOTIATE-LAYER-10")
    @pytest.mark.parametrize("named", NAMED, ids=["both", "instance", "device"])
    @pytest.mark.parametrize("odd", [[ODD], [GOOD], [ODD, GOOD]], ids=["first", "second", "each"])
    def test_named_lookups_are_ignored(
        self, world: World, subject: Trial, named: list[str], odd: list[str]
    ) -> None:
        """The lookups that a manifest of 1.1.0 names are never called if the layer negotiates by the usual name."""
        world.driver()
        for name in (ODD, GOOD):
            functions = {lookup: lookup for lookup in named} if name in odd else None
            world.explicit_layer(name, mock="layer", file_format_version="1.1.0", functions=functions)
        world.application(layers=[ODD, GOOD])

        seen = subject.calls(world, with_device())

        called = [line for line in seen.violations if broken(line) == "NEGOTIATE-LAYER-10"]
        assert (seen.chain, called) == ((ODD, GOOD), [])

    @pytest.mark.rule("MANIFEST-LAYERVER-110")
    def test_renamed_lookups_without_a_negotiation(self, world: World, subject: Trial) -> None:
        """A 1.1.0 layer without the negotiation function should be used by the names in its manifest."""
        world.driver()
        world.implicit_layer(
            "VK_LAYER_mock", mock="layer_v0", file_format_version="1.1.0", functions=PREFIXED
        )

        seen = subject.observe(world)

        subject.reading("AMB-FUNCTIONS-110", seen.chain, chosen=("VK_LAYER_mock",), tolerated=())
