"""Tests of the prober before there is a chain: names, negotiation, introspection, pre-instance calls, and its end."""

import signal

import pytest
from mock_fixtures import Copy
from probing import probe

NEGOTIATE, INSTANCE, DEVICE = (
    "vkNegotiateLoaderLayerInterfaceVersion",
    "vkGetInstanceProcAddr",
    "vkGetDeviceProcAddr",
)
RENAMED = (
    *("--negotiate", "mock_NegotiateLoaderLayerInterfaceVersion"),
    *("--gipa", "mock_GetInstanceProcAddr", "--gdpa", "mock_GetDeviceProcAddr"),
)
SECOND = (
    *("--negotiate", "second_NegotiateLoaderLayerInterfaceVersion"),
    *("--gipa", "second_GetInstanceProcAddr", "--gdpa", "second_GetDeviceProcAddr"),
)
BUILDS = [
    ("mock_layer", (), {NEGOTIATE, INSTANCE, DEVICE}),
    ("mock_layer_v2", (), {NEGOTIATE}),
    ("mock_layer_v1", (), {INSTANCE, DEVICE}),
    ("mock_layer_renamed", RENAMED, {NEGOTIATE, INSTANCE, DEVICE}),
    ("mock_layer_renamed", (), set()),
    ("mock_layer_two", SECOND, {NEGOTIATE, INSTANCE, DEVICE}),
    ("mock_layer_early", (), {NEGOTIATE, INSTANCE, DEVICE}),
]
EARLY = {
    f"vk{name}": f"mock_{name}"
    for name in (
        "EnumerateInstanceVersion",
        "EnumerateInstanceExtensionProperties",
        "EnumerateInstanceLayerProperties",
    )
}


class TestNames:
    """Exports are looked for by the names that the manifest gives them, and where they lie is said."""

    @pytest.mark.parametrize(("build", "arguments", "found"), BUILDS)
    def test_exports(self, copy: Copy, build: str, arguments: tuple[str, ...], found: set[str]) -> None:
        """Each build exports what it is for."""
        exports = probe(copy(build), "names", *arguments).answers["names.exports"]

        assert {name for name, row in exports.items() if row["place"] == "own"} == found

    def test_names_with_a_prefix(self, copy: Copy) -> None:
        """A layer's name leads to the exports that have it in front."""
        seen = probe(copy("mock_layer_v0"), "names", "--layer", "VK_LAYER_mock")

        assert seen.answers["names.exports"]["VK_LAYER_mockGetInstanceProcAddr"]["place"] == "own"

    def test_what_another_library_exports_is_not_the_layers(self) -> None:
        """dlsym finds names in what a library needs, too."""
        seen = probe("libm.so.6", "names", "--negotiate", "malloc")

        assert seen.answers["names.exports"][NEGOTIATE] == {"name": "malloc", "place": "prober"}


class TestNegotiation:
    """Every version is offered twice, and the answer written down as it came."""

    @pytest.mark.parametrize("build", ["mock_layer", "mock_layer_v2", "mock_layer_early"])
    @pytest.mark.parametrize("offer", [2, 3, 7, 4294967295])
    def test_the_clean_layer(self, copy: Copy, build: str, offer: int) -> None:
        """It answers with its own version and its lookups."""
        answer = probe(copy(build), "negotiate").answers[f"negotiate.{offer}"]

        assert (answer["offered"], answer["result"], answer["version"]) == (offer, 0, 2)
        assert (answer["instance"], answer["device"]) == ("own", "own")
        assert answer["head_kept"] is True
        assert answer["same"] is True

    @pytest.mark.parametrize(
        ("flag", "found"),
        [
            ("negotiate=fail", {"result": -3, "instance": "null"}),
            ("negotiate_result=-9", {"result": -9, "version": 2}),
            ("negotiate_version=9", {"result": 0, "version": 9}),
            ("negotiate=null_device", {"instance": "own", "device": "null"}),
        ],
    )
    def test_wrong_answers(self, copy: Copy, flag: str, found: dict[str, object]) -> None:
        """They are told, not judged."""
        answer = probe(copy("mock_layer", flag), "negotiate").answers["negotiate.2"]

        assert {key: answer[key] for key in found} == found

    def test_renamed(self, copy: Copy) -> None:
        """The function is found under the manifest's name."""
        seen = probe(copy("mock_layer_renamed"), "negotiate", *RENAMED)

        assert seen.answers["negotiate.2"]["result"] == 0

    def test_no_function(self, copy: Copy) -> None:
        """Then nothing is offered."""
        seen = probe(copy("mock_layer_v1"), "negotiate")

        assert seen.answers["negotiate.symbol"] == {"name": NEGOTIATE, "place": "null"}
        assert "negotiate.2" not in seen.answers
        assert seen.is_done

    @pytest.mark.parametrize("case", ["rubbish", "wrong-type", "chained"])
    def test_odd_structures(self, copy: Copy, case: str) -> None:
        """Each is offered in a run of its own."""
        seen = probe(copy("mock_layer"), "negotiate", "--only", case)

        assert {label for label in seen.answers if "negotiate." in label} == {
            "negotiate.symbol",
            f"negotiate.{case}",
        }

    @pytest.mark.parametrize(
        ("flag", "called"), [("negotiate=ok", []), ("negotiate=call_down", ["vkEnumerateInstanceVersion"])]
    )
    def test_calls_of_the_loader(self, copy: Copy, flag: str, called: list[str]) -> None:
        """What is called of libvulkan.so.1 meanwhile is noted by a stand-in."""
        seen = probe(copy("mock_layer", flag), "call-down")

        assert seen.answers["call-down.negotiation"] == {"called": called}


class TestIntrospection:
    """The exports of interface version 0 are asked for each layer that they name."""

    def test_the_clean_library(self, copy: Copy) -> None:
        """Layers, extensions and lookups come under the layer's name."""
        flags = ("name=VK_LAYER_mock", "instance_extensions=VK_I:1", "device_extensions=VK_D:1,VK_E:2")

        answers = probe(copy("mock_layer_v0", *flags), "introspect").answers

        names = {label.removeprefix("introspect."): row.get("names") for label, row in answers.items()}
        assert names["vkEnumerateInstanceLayerProperties"] == ["VK_LAYER_mock"]
        assert names["vkEnumerateInstanceExtensionProperties.VK_LAYER_mock"] == ["VK_I"]
        assert names["vkEnumerateDeviceExtensionProperties.VK_LAYER_mock"] == ["VK_D", "VK_E"]
        assert answers["introspect.lookups.VK_LAYER_mock"]["instance"]["prefixed"] == "own"

    def test_short_arrays(self, copy: Copy) -> None:
        """One row less than there is room for."""
        flags = ("name=VK_LAYER_mock", "device_extensions=VK_D:1,VK_E:2")

        answers = probe(copy("mock_layer_v0", *flags), "introspect").answers

        row = answers["introspect.vkEnumerateDeviceExtensionProperties.VK_LAYER_mock"]
        assert row["short"] == {"result": 5, "count": 1}
        assert row["overrun"] is False

    def test_a_newer_library(self, copy: Copy) -> None:
        """It has none of it but the negotiation, and nothing is asked."""
        answers = probe(copy("mock_layer"), "introspect").answers

        exports = dict(answers["introspect.exports"])
        assert set(answers) == {"load", "introspect.exports"}
        assert exports.pop("vkNegotiateLoaderLayerInterfaceVersion") == "own"
        assert set(exports.values()) == {"null"}


class TestPreInstance:
    """Each intercept gets a chain whose next function is the prober's."""

    @pytest.mark.parametrize("command", EARLY)
    def test_the_clean_layer(self, copy: Copy, command: str) -> None:
        """It calls down with the next link, and hands up errors."""
        pair = f"{command}={EARLY[command]}"

        answers = probe(copy("mock_layer_early"), "pre-instance", "--function", pair).answers

        start = f"pre-instance.{command}"
        assert answers[start] == {"symbol": EARLY[command], "place": "own"}
        assert (answers[f"{start}.plain"]["link"], answers[f"{start}.plain"]["times"]) == ("next", 1)
        assert answers[f"{start}.error-2"]["result"] == -2
        assert answers[f"{start}.again"] == answers[f"{start}.plain"]

    def test_what_it_adds(self, copy: Copy) -> None:
        """Rows of the layer come with those from below."""
        command = "vkEnumerateInstanceExtensionProperties"
        pair = f"{command}={EARLY[command]}"

        answers = probe(
            copy("mock_layer_early", "pre_extensions=VK_A:1"), "pre-instance", "--function", pair
        ).answers

        names = answers[f"pre-instance.{command}.plain"]["names"]
        assert (names[0], "VK_KHR_display" in names[1:-1], names[-1]) == ("VK_PROBER_below_one", True, "VK_A")
        assert answers[f"pre-instance.{command}.named"]["layer"] == "VK_LAYER_PROBER_named"

    def test_no_symbol(self, copy: Copy) -> None:
        """What the library does not export is said and not called."""
        pair = "vkEnumerateInstanceVersion=absent"

        answers = probe(copy("mock_layer_early"), "pre-instance", "--function", pair).answers

        assert answers["pre-instance.vkEnumerateInstanceVersion"] == {"symbol": "absent", "place": "null"}
        assert "pre-instance.vkEnumerateInstanceVersion.plain" not in answers


class TestItsEnd:
    """However the layer ends the prober, what was reached is known."""

    def test_a_crash_in_the_negotiation(self, copy: Copy) -> None:
        """The signal ends the process, and the last line names the step."""
        seen = probe(copy("mock_layer", "negotiate=crash"), "negotiate")

        assert seen.status == -signal.SIGSEGV
        assert seen.during == "negotiate.2"
        assert not seen.is_done

    def test_a_crash_on_nothing(self, copy: Copy) -> None:
        """The most hostile structure is none at all."""
        seen = probe(copy("mock_layer"), "negotiate", "--only", "null")

        assert (seen.status, seen.during) == (-signal.SIGSEGV, "negotiate.null")

    def test_no_library(self) -> None:
        """The linker's own words are the answer."""
        seen = probe("/nowhere/layer.so", "names")

        assert "No such file" in seen.answers["load"]["refused"]
        assert seen.is_done

    def test_no_way_in(self) -> None:
        """A library that is no layer has no function to begin with."""
        seen = probe("libm.so.6", "lookups")

        assert "no vkGetInstanceProcAddr" in seen.answers["lookups.entry"]["refused"]

    @pytest.mark.parametrize("arguments", [("dance",), ("names", "--what", "x"), ("names", "--layer")])
    def test_wrong_use(self, arguments: tuple[str, ...]) -> None:
        """It is told on the error stream, with the exit code of the command line."""
        seen = probe("libm.so.6", *arguments)

        assert seen.status == 2
        assert "refloader_prober:" in seen.stderr
