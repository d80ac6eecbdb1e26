"""What an Android loader makes of folders, libraries and variables; and which rules hold on a system."""

from collections.abc import Mapping

import pytest

from refloader.core.editions import LOADER_VARIABLES
from refloader.core.search.environment import visible_environment
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition
from refloader.model.introspection import FUNCTIONS, LAYERS, Introspected
from refloader.model.layer import Extension
from refloader.model.library import Library
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity
from refloader.model.request import Request
from refloader.model.system import System
from refloader.model.version import ApiVersion, api_version
from refloader.rules import UnknownRuleError, applies, rules

OWN = "/data/app/a/lib/arm64"
DEBUG = "/data/local/debug/vulkan"
PLATFORM = Platform(System.ANDROID, native_libraries=(OWN,), debuggable=True)


def library(*told: Introspected, **facts: object) -> Library:
    """A library that can be asked, with what it answers."""
    given: Mapping[str, object] = {
        "path": "",
        "word_size": 64,
        "machine": "AARCH64",
        "shared": True,
        "exports": FUNCTIONS,
        "introspected": told,
        **facts,
    }
    return Library(**given)  # type: ignore[arg-type]


def plan(libraries: Mapping[str, Library], files: Mapping[str, bytes] | None = None, *layers: str) -> Plan:
    """What is decided for an application that asks for these layers."""
    host = MemoryHost(files=files or {}, libraries=libraries, system=PLATFORM)
    return decide(host, Request(layers=layers))


def told(of: Plan) -> list[Reason]:
    """What is said of files that gave no layer."""
    return [reason for file in of.unread for reason in file.reasons]


@pytest.mark.rule("DISC-ANDROID-03", "AMB-ANDROID-APPFOLDER")
class TestLibraries:
    """A library's answers are its layers."""

    def test_answers_become_layers(self) -> None:
        """All that the functions tell is taken over; the library stands in the manifest's place."""
        answer = Introspected(
            "VK_LAYER_A", api_version(1, 3), 7, "does a", (Extension("VK_X", 2),), (Extension("VK_Y", 3),)
        )

        (layer,) = plan({f"{OWN}/liba.so": library(answer)}).enumerated

        assert (layer.name, layer.api_version, layer.implementation_version) == (answer[0], answer[1], 7)
        assert (layer.description, layer.type) == ("does a", "GLOBAL")
        assert (layer.instance_extensions, layer.device_extensions) == (answer[4], answer[5])
        assert layer.manifest == layer.library_path == f"{OWN}/liba.so"

    def test_library_of_several_layers(self) -> None:
        """Each layer of a library can be asked for; one that is no device layer is of type INSTANCE."""
        both = library(Introspected("VK_LAYER_A"), Introspected("VK_LAYER_B", on_devices=False))

        decided = plan({f"{OWN}/liba.so": both}, {}, "VK_LAYER_B")

        assert [(each.name, each.type) for each in decided.enumerated] == [
            ("VK_LAYER_A", "GLOBAL"),
            ("VK_LAYER_B", "INSTANCE"),
        ]
        assert [each.name for each in decided.chain] == ["VK_LAYER_B"]

    @pytest.mark.rule("LLP_LOADER_4")
    def test_layer_of_another_api(self) -> None:
        """A layer of another variant is not used, one of another major version is told of."""
        answers = (
            Introspected("VK_LAYER_A", ApiVersion(1, 1, 3, 0)),
            Introspected("VK_LAYER_B", api_version(2, 0)),
        )

        decided = plan({f"{OWN}/liba.so": library(*answers)})

        assert [each.name for each in decided.enumerated] == ["VK_LAYER_B"]
        said = [each for outcome in decided.layers for each in outcome.layer.reasons]
        assert [(each.rule, each.severity) for each in said] == [
            ("LLP_LOADER_4", "error"),
            ("LLP_LOADER_4", "warning"),
        ]

    def test_first_of_a_name_counts(self) -> None:
        """The application's own folder comes before the debug folder, and the other one says why it is not used."""
        decided = plan(
            {
                f"{DEBUG}/libb.so": library(Introspected("VK_LAYER_A", description="debug")),
                f"{OWN}/liba.so": library(Introspected("VK_LAYER_A", description="own")),
            }
        )

        assert [each.description for each in decided.enumerated] == ["own"]
        assert decided.layers[1].reasons[-1].rule == "DISC-GEN-02"

    @pytest.mark.parametrize(
        ("facts", "severity", "words"),
        [
            ({"word_size": 32}, Severity.NOTE, "for 32-bit processes and this one is 64-bit"),
            ({"exports": frozenset({"main"})}, Severity.INFO, "no library of layers"),
            ({"introspected": None}, Severity.NOTE, "not known without calling it"),
            ({"introspected": ()}, Severity.NOTE, "names no layer"),
        ],
    )
    def test_why_there_is_no_layer(self, facts: dict[str, object], severity: Severity, words: str) -> None:
        """A library without layers says why, and what nobody knows is called unknown."""
        decided = plan({f"{OWN}/liba.so": library(**facts)})

        assert [(each.rule, each.severity) for each in told(decided)] == [("DISC-ANDROID-03", severity)]
        assert words in told(decided)[0].fact

    def test_names_in_the_text_are_possible_ones(self) -> None:
        """Strings of an unasked library are told, and give no layer."""
        path = f"{OWN}/liba.so"
        data = b"\0VK_LAYER_KHRONOS_validation\0VK_LAYER_x\0VK_LAYER_%s\0"
        host = MemoryHost(files={path: data}, libraries={path: library(introspected=None)}, system=PLATFORM)

        decided = decide(host)

        assert decided.enumerated == ()
        assert "possibly VK_LAYER_KHRONOS_validation, VK_LAYER_x, by its text" in told(decided)[0].fact

    def test_exports_name_layers(self) -> None:
        """A function that each layer has of its own tells its name, in the exports or in the text."""
        path = f"{OWN}/liba.so"
        one = library(
            introspected=None, exports=FUNCTIONS | {"VK_LAYER_AGetInstanceProcAddr", "vkGetInstanceProcAddr"}
        )
        data = b"\0VK_LAYER_AGetDeviceProcAddr\0VK_LAYER_BGetInstanceProcAddr\0"
        host = MemoryHost(files={path: data}, libraries={path: one}, system=PLATFORM)

        assert told(decide(host))[0].fact.endswith(
            "; its exports name VK_LAYER_A; possibly VK_LAYER_B, by its text"
        )

    def test_file_that_is_no_library(self) -> None:
        """What only has a library's name is a warning."""
        (reason,) = told(plan({}, {f"{OWN}/liba.so": b"text"}))

        assert (reason.rule, reason.severity) == ("DISC-ANDROID-03", Severity.WARNING)

    def test_missing_function_is_told(self) -> None:
        """A library that lacks one of the functions still has its layers, with a warning."""
        some = library(Introspected("VK_LAYER_A"), exports=frozenset({LAYERS}))

        (outcome,) = plan({f"{OWN}/liba.so": some}).layers

        assert "vkEnumerateDeviceExtensionProperties" in outcome.reasons[0].fact

    def test_manifest_is_noted(self) -> None:
        """A manifest in a searched folder is a note."""
        decided = plan({}, {f"{OWN}/a.json": b"{}"})

        assert ("DISC-ANDROID-03", f"{OWN}/a.json") in [(each.rule, each.subject) for each in decided.reasons]


class TestVariables:
    """No variable of a loader is seen, and each that is set is told of."""

    @pytest.mark.parametrize("elevated", [False, True])
    @pytest.mark.parametrize("edition", list(Edition))
    def test_every_variable(self, edition: Edition, elevated: bool) -> None:
        """None is left, none is hidden by privilege, and each has a reason on a rule."""
        variables = dict.fromkeys(sorted(LOADER_VARIABLES), "x") | {"HOME": "/", "OTHER": "1"}

        seen = visible_environment(
            variables, elevated=elevated, executable="", edition=edition, platform=PLATFORM
        )

        assert dict(seen.variables) == {"OTHER": "1"}
        assert (seen.hidden, [each.subject for each in seen.reasons]) == (
            frozenset(),
            sorted(LOADER_VARIABLES),
        )

    @pytest.mark.rule("DEBUG-LOG-08")
    def test_debug_aids_do_not_work(self) -> None:
        """VK_LOADER_DEBUG is told of by the rule that says so."""
        seen = visible_environment(
            {"VK_LOADER_DEBUG": "all"},
            elevated=False,
            executable="",
            edition=Edition.E2026,
            platform=PLATFORM,
        )

        assert [(each.rule, each.fact) for each in seen.reasons] == [
            ("DEBUG-LOG-08", 'VK_LOADER_DEBUG="all" has no effect on Android')
        ]


class TestApplies:
    """The documents' own column says on which systems a rule holds."""

    @pytest.mark.parametrize(
        ("rule_id", "systems"),
        [
            ("DISC-ANDROID-01", "android"),
            ("DISC-LINUX-03", "linux macos fuchsia"),
            ("LLP_LAYER_4", "linux windows macos fuchsia"),
            ("LLP_LAYER_1", "linux windows macos fuchsia android"),
            ("AMB-ANDROID-FOLDER", "android"),
        ],
    )
    def test_columns(self, rule_id: str, systems: str) -> None:
        """Rules and ambiguities hold on some systems."""
        assert {each.value for each in System if applies(rule_id, each)} == {*systems.split()}

    def test_every_rule_holds_somewhere(self) -> None:
        """There is no rule that holds on no system."""
        assert [each for each in rules() if not any(applies(each, system) for system in System)] == []

    def test_unknown_rule_is_a_mistake(self) -> None:
        """An id that the catalogue lacks is none."""
        with pytest.raises(UnknownRuleError):
            applies("DISC-BEOS-01", System.LINUX)
