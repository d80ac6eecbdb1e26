"""Tests of the prober with a chain: what reaches the entity below the layer, and what the layer answers over it."""

import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone.effects import after_calls

MADE_UP, MADE_UP_DEVICE, MADE_UP_PHYSICAL = (
    "vkMadeUpOfTheProberEXT",
    "vkMadeUpDeviceCallOfTheProberEXT",
    "vkMadeUpPhysicalOfTheProberEXT",
)
MINIMUM = {"vkGetInstanceProcAddr", "vkCreateInstance", "vkCreateDevice", "vkGetDeviceProcAddr"}
PREFIXED = (
    *("--gipa", "VK_LAYER_mockGetInstanceProcAddr"),
    *("--gdpa", "VK_LAYER_mockGetDeviceProcAddr"),
)
RENAMED = ("--negotiate", "mock_NegotiateLoaderLayerInterfaceVersion")
FIRST = ("--negotiate", "first_NegotiateLoaderLayerInterfaceVersion")
BUILDS = [
    ("mock_layer", (), "negotiation"),
    ("mock_layer_v2", (), "negotiation"),
    ("mock_layer_v1", (), "exports"),
    ("mock_layer_v0", PREFIXED, "exports"),
    ("mock_layer_renamed", RENAMED, "negotiation"),
    ("mock_layer_two", FIRST, "negotiation"),
    ("mock_layer_early", (), "negotiation"),
]
EVERY_BUILD = pytest.mark.parametrize(("build", "arguments", "by"), BUILDS, ids=[row[0] for row in BUILDS])
CASES = [
    "usual",
    "reversed",
    "application-first",
    "application-between",
    "application-last",
    "without-features",
    "without-device-callbacks",
    "last-link",
    "made-up-layer",
    "made-up-extension",
    "extension-of-below",
]


class TestFailures:
    """Creations that fail below."""

    @pytest.mark.parametrize("kind", ["instance", "device"])
    def test_what_was_not_made_is_destroyed(self, copy: Copy, kind: str) -> None:
        """The layer destroys what stands at the handle parameter, and each creation that fails shows it."""
        mistake = "LLP_LAYER_2_unmade" if kind == "device" else "LLP_LAYER_2_unmade_instance"
        seen = probe(copy("mock_layer", f"violate={mistake}"), "create")

        assert seen.is_done
        assert after_calls.nothing_ended_in_vain(seen.answers, kind).said

    @pytest.mark.parametrize("kind", ["instance", "device"])
    def test_what_a_layer_made_for_itself_is_not_meant(self, copy: Copy, kind: str) -> None:
        """It has a device of its own beside the application's."""
        seen = probe(copy("mock_layer", "own_device=vkCreateDevice"), "create")
        look = after_calls.nothing_ended_in_vain(seen.answers, kind)

        assert (look.seen > 0, list(look.said)) == (True, [])


class TestLookups:
    """Every command of the registry and some more names are looked up, and what was asked below is noted."""

    def test_extensions_that_are_offered(self, copy: Copy) -> None:
        """The entity below lists them, and has their commands. Who hides one is asked for no command of it."""
        arguments = ("lookups", "--only", "older", "--device-extension", "VK_KHR_timeline_semaphore")

        shown = probe(copy("mock_layer"), *arguments)
        hidden = probe(copy("mock_layer", "violate=LLP_LAYER_16_hides"), *arguments)

        assert "vkWaitSemaphoresKHR" in shown.answers["lookups.offered.device"]["next"]
        assert shown.is_done
        assert hidden.is_done
        assert "lookups.offered.device" not in hidden.answers

    @EVERY_BUILD
    def test_the_clean_layer(self, copy: Copy, build: str, arguments: tuple[str, ...], by: str) -> None:
        """Its own functions are its own, the others the next entity's."""
        seen = probe(copy(build), "lookups", *arguments)

        found = seen.answers["lookups.open.instance"]
        assert seen.is_done
        assert seen.answers["lookups.entry"]["by"] == by
        assert MINIMUM.issubset(found["own"])
        assert {MADE_UP, MADE_UP_DEVICE, MADE_UP_PHYSICAL, "vkCmdDraw"}.issubset(found["next"])
        assert set(found["next"]).issubset(found["asked"])
        assert found["asked_others"] == []

    def test_devices(self, copy: Copy) -> None:
        """Names of devices go down with the device."""
        found = probe(copy("mock_layer"), "lookups").answers["lookups.open.device"]

        assert {"vkGetDeviceProcAddr", "vkDestroyDevice"}.issubset(found["own"])
        assert MADE_UP_DEVICE in found["next"]
        assert "vkCreateInstance" not in found["next"]
        assert found["asked_with"] == {}

    def test_a_closed_entity(self, copy: Copy) -> None:
        """It has the core alone."""
        answers = probe(copy("mock_layer"), "lookups").answers

        for label in ("lookups.closed.instance", "lookups.closed.device"):
            assert "vkCmdDraw" in answers[label]["next"]
            assert {"vkCreateSwapchainKHR", MADE_UP_DEVICE}.isdisjoint(answers[label]["next"])

    def test_hidden_names(self, copy: Copy) -> None:
        """What the layer gives NULL for stands in no list."""
        found = probe(copy("mock_layer", "hide=vkCmdDraw"), "lookups").answers["lookups.open.instance"]

        assert "vkCmdDraw" not in {*found["own"], *found["next"], *found["asked"]}

    def test_intercepted_names(self, copy: Copy) -> None:
        """Stubs in the library are the layer's own."""
        found = probe(copy("mock_layer", "intercept=vkQueueSubmit"), "lookups").answers

        assert "vkQueueSubmit" in found["lookups.open.device"]["own"]

    def test_wrapped_handles(self, copy: Copy) -> None:
        """The handle that came down is compared with the one that went up."""
        flags = ("wrap=instance", "violate=LLP_LAYER_10_lookup")

        answers = probe(copy("mock_layer", *flags), "lookups").answers

        assert answers["lookups.open"]["made"]["handle"] == "upper"
        assert answers["lookups.open.physical"]["asked_with"][MADE_UP_PHYSICAL] == "upper"

    def test_extensions_of_the_layer(self, copy: Copy) -> None:
        """They are enabled in a chain of their own, which is told what it is given."""
        flags = ("instance_extensions=VK_I:1", "device_extensions=VK_D:1")
        given = ("--instance-extension", "VK_I", "--device-extension", "VK_D")

        answers = probe(copy("mock_layer", *flags), "lookups", *given).answers

        assert answers["lookups.enabled"]["made"]["result"] == 0
        assert "lookups.enabled.device" in answers

    def test_all_names_without_an_instance(self, copy: Copy) -> None:
        """They are a run of their own, and nobody below can be asked."""
        answers = probe(copy("mock_layer"), "lookups", "--only", "none").answers

        assert "vkCreateInstance" in answers["lookups.none"]["own"]
        assert answers["lookups.none"]["next"] == []


class TestTheWayIn:
    """A layer is entered by its negotiation, or by exports under the names that it has for them."""

    def test_the_layers_own_name(self, copy: Copy) -> None:
        """Without a manifest's name, the exports of version 0 are found by the layer's."""
        seen = probe(copy("mock_layer_v0"), "enumerate", "--layer", "VK_LAYER_mock")

        entry = seen.answers["enumerate.entry"]
        assert (entry["by"], entry["instance"], entry["device"]) == ("exports", "own", "own")

    def test_no_lookup(self, copy: Copy) -> None:
        """A negotiation that gives none is the end."""
        seen = probe(copy("mock_layer_v2", "negotiate=null_pointers"), "create")

        assert "no vkGetInstanceProcAddr" in seen.answers["create.entry"]["refused"]


class TestCreation:
    """Creation is tried with the loader's nodes in every order."""

    @EVERY_BUILD
    @pytest.mark.parametrize("kind", ["instance", "device"])
    def test_the_clean_layer(
        self, copy: Copy, build: str, arguments: tuple[str, ...], by: str, kind: str
    ) -> None:
        """The entity below finds its link and the handle as they have to be, whatever the order."""
        answers = probe(copy(build), "create", *arguments).answers

        made = {case: answers[f"create.{case}.{kind}"]["made"] for case in CASES}
        assert answers["create.entry"]["by"] == by
        assert {case for case, row in made.items() if row["result"] != 0} == set()
        assert {row["link_seen"] for row in made.values()} == {"next"}
        assert {row["out"] for row in made.values()} == {"kept"}
        assert {row["times"] for row in made.values()} == {1}

    def test_what_came_down(self, copy: Copy) -> None:
        """Structures, names and the version are told as the next entity saw them."""
        answers = probe(copy("mock_layer"), "create").answers

        between = answers["create.application-between.instance"]["made"]
        assert (between["structures"], between["nodes"]) == ("47,1000247000,47,47,47", "0,1,2,3")
        assert answers["create.made-up-layer.instance"]["made"]["layers"] == "VK_LAYER_PROBER_made_up"
        assert (
            answers["create.made-up-extension.device"]["made"]["extensions"] == "VK_EXT_made_up_of_the_prober"
        )
        assert answers["create.extension-of-below.device"]["listed"] == 1
        assert answers["create.made-up-extension.device"]["listed"] == 0
        assert answers["create.usual.instance"]["made"]["api_version"] == 1 << 22 | 3 << 12

    @pytest.mark.parametrize("own", ["chain", "featured"])
    def test_a_device_of_the_layers_own(self, copy: Copy, own: str) -> None:
        """The application's is shown, also where the other one fails below for its feature."""
        answers = probe(copy("mock_layer", f"own_device={own}"), "create").answers

        made = answers["create.few-features.device"]["made"]
        assert (made["out"], made["handle"], made["times"]) == ("kept", "lower", 2)

    @pytest.mark.parametrize(
        ("violation", "label", "key", "value"),
        [
            ("LLP_LAYER_12", "create.usual.instance", "link_seen", "same"),
            ("LLP_LAYER_13", "create.usual.device", "link_seen", "same"),
            ("LLP_LAYER_21", "create.usual.instance", "out", "changed"),
            ("LLP_LAYER_22", "create.usual.device", "out", "changed"),
            (
                "LLP_LAYER_2_off",
                "create.features-off.device",
                "invalid",
                "two structures of the type 1000207000 on pNext",
            ),
            ("LLP_LAYER_17", "create.made-up-extension.instance", "result", -7),
            ("LLP_LAYER_1_instance_names", "create.extension-of-below.instance", "extensions", ""),
            ("LLP_LAYER_1_device_names", "create.extension-of-below.device", "extensions", ""),
        ],
    )
    def test_wrong_layers(self, copy: Copy, violation: str, label: str, key: str, value: object) -> None:
        """What they do is told."""
        answers = probe(copy("mock_layer", f"violate={violation}"), "create").answers

        assert answers[label]["made"][key] == value

    @pytest.mark.parametrize(("flag", "handle"), [("instance", "lower"), ("null", "null")])
    def test_the_next_function(self, copy: Copy, flag: str, handle: str) -> None:
        """With which instance it is asked for is told, each time before the call down."""
        answers = probe(copy("mock_layer", f"create_device_lookup={flag}"), "create").answers

        assert answers["create.usual.instance"]["asked_with"] == ["null"]
        assert answers["create.usual.device"]["asked_with"] == [handle]

    @pytest.mark.parametrize(("kind", "error"), [("instance", -9), ("device", -8)])
    def test_errors_from_below(self, copy: Copy, kind: str, error: int) -> None:
        """The entity below fails with each error that the command has."""
        answers = probe(copy("mock_layer"), "create").answers

        assert answers[f"create.error{error}.{kind}"]["made"]["result"] == error

    @pytest.mark.parametrize(("case", "kind"), [("none-below", "instance"), ("no-device-below", "device")])
    def test_nothing_below(self, copy: Copy, case: str, kind: str) -> None:
        """The next function is not there; the clean layer fails."""
        answers = probe(copy("mock_layer"), "create", "--only", case).answers

        assert answers[f"create.{case}.{kind}"]["made"]["result"] == -3
        assert answers[f"create.{case}.{kind}"]["made"]["times"] == 0

    @pytest.mark.parametrize(
        ("flags", "handle"), [((), "lower"), (("wrap=device,queue,command_buffer",), "upper")]
    )
    def test_objects_of_old_loaders(self, copy: Copy, flags: tuple[str, ...], handle: str) -> None:
        """Objects of the layer's own begin with their parent's first word, copied by the layer."""
        seen = probe(copy("mock_layer", *flags), "create", "--only", "old-loader")

        objects = seen.answers["create.old-loader.objects"]
        for kind in ("VkDevice", "VkQueue", "VkCommandBuffer"):
            assert objects[kind] == {"handle": handle, "first_word": "parent's"}

    @pytest.mark.parametrize(("case", "robust"), [("features", 1), ("application-last", 1), ("usual", 0)])
    def test_features(self, copy: Copy, case: str, robust: int) -> None:
        """A feature reaches the entity below by pEnabledFeatures and by a structure on pNext."""
        answers = probe(copy("mock_layer"), "create").answers

        assert answers[f"create.{case}.device"]["made"]["is_robust"] == robust

    def test_version_1_0_below(self, copy: Copy) -> None:
        """The entity below has no command that is newer; the clean layer calls none."""
        answers = probe(copy("mock_layer"), "create", "--only", "version-1.0").answers

        assert answers["create.version-1.0.device"]["made"]["result"] == 0

    def test_no_application(self, copy: Copy) -> None:
        """pApplicationInfo is NULL; the clean layer makes an instance and a device all the same."""
        answers = probe(copy("mock_layer"), "create", "--only", "no-application").answers

        assert answers["create.no-application.instance"]["made"]["api_version"] == 0
        assert answers["create.no-application.device"]["made"]["result"] == 0

    def test_an_application_is_taken_for_granted(self, copy: Copy) -> None:
        """A layer that reads what pApplicationInfo points at ends the prober."""
        flags = "violate=LLP_LAYER_2_application"
        seen = probe(copy("mock_layer", flags), "create", "--only", "no-application")

        assert seen.during == "create.no-application.instance"
        assert not seen.is_done

    def test_newer_commands_are_called_unasked(self, copy: Copy) -> None:
        """A layer that does not look at what its lookup gave ends the prober."""
        seen = probe(copy("mock_layer", "violate=LLP_LAYER_2_unasked"), "create", "--only", "version-1.0")

        assert seen.during == "create.version-1.0.instance"
        assert not seen.is_done

    def test_destruction(self, copy: Copy) -> None:
        """It reaches the entity below with its own handles."""
        answers = probe(copy("mock_layer", "wrap=instance,device"), "create").answers

        assert answers["create.usual.destroy_device"] == {"with": ["lower"]}
        assert answers["create.usual.destroy_instance"] == {"with": ["lower"]}


class TestEnumerations:
    """The layer's four enumerations are asked in every way."""

    FLAGS = ("name=VK_LAYER_A", "instance_extensions=VK_I:1", "device_extensions=VK_D:1,VK_E:2")

    @EVERY_BUILD
    def test_the_clean_layer(self, copy: Copy, build: str, arguments: tuple[str, ...], by: str) -> None:
        """It answers for itself, refuses others, and passes on what is of devices."""
        name = ("--layer", "VK_LAYER_A" if build != "mock_layer_two" else "VK_LAYER_A_first")
        seen = probe(copy(build, "name=VK_LAYER_A"), "enumerate", *name, *arguments)

        answers = seen.answers
        others = ("null", "foreign", "empty")
        start = "enumerate.vkEnumerateInstanceExtensionProperties"
        assert answers["enumerate.entry"]["by"] == by
        assert {answers[f"{start}.{other}"]["filled"]["result"] for other in others} == {-6}
        start = "enumerate.vkEnumerateDeviceExtensionProperties"
        assert [answers[f"{start}.{other}"]["down"][0] for other in others] == [
            None,
            "VK_LAYER_PROBER_foreign",
            "",
        ]
        assert answers["enumerate.vkEnumerateDeviceLayerProperties"] == {"place": "next"}

    def test_rows(self, copy: Copy) -> None:
        """Counts, names and what happens where there is too little room."""
        answers = probe(copy("mock_layer", *self.FLAGS), "enumerate", "--layer", "VK_LAYER_A").answers

        row = answers["enumerate.vkEnumerateDeviceExtensionProperties.own"]
        assert row["names"] == ["VK_D", "VK_E"]
        assert (row["counted"]["count"], row["short"]) == (2, {"result": 5, "count": 1})
        assert answers["enumerate.vkEnumerateInstanceLayerProperties.all"]["names"] == ["VK_LAYER_A"]

    def test_one_of_them(self, copy: Copy) -> None:
        """One can be asked alone, so that a crash in another does no harm."""
        command = "vkEnumerateInstanceLayerProperties"

        answers = probe(copy("mock_layer"), "enumerate", "--only", command).answers

        asked = {label for label in answers if ".vk" in label}
        assert asked == {f"enumerate.{command}", f"enumerate.{command}.all"}


TRAP = """
#include <string.h>
void *vkGetInstanceProcAddr(void *instance, const char *name) {
    if (strcmp(name, "vkCmdDraw") == 0) __builtin_trap();
    return strcmp(name, "vkCreateInstance") == 0 ? vkGetInstanceProcAddr : 0;
}
"""


class TestItsEnd:
    """A crash leaves what was said before, and the step."""

    def test_a_crash_in_a_step_of_many(self, tmp_path: Path) -> None:
        """The name that was looked up is told, with what had been found until then."""
        compiler = shutil.which("cc") or pytest.skip("there is no C compiler (Debian: gcc)")
        library = tmp_path / "trap.so"
        options = ["-shared", "-fPIC", "-w", "-x", "c", "-", "-o", str(library)]
        subprocess.run([compiler, *options], input=TRAP, text=True, check=True)

        seen = probe(str(library), "lookups", "--only", "none")

        found = seen.answers["lookups.none"]
        assert (seen.during, found["until"]) == ("lookups.none vkCmdDraw", "vkCmdDraw")
        assert found["own"] == []
        assert seen.status < 0

    def test_a_crash_of_the_layer(self, copy: Copy) -> None:
        """The process dies of its signal."""
        seen = probe(copy("mock_layer", "negotiate=crash"), "create")

        assert (seen.status, seen.during) == (-signal.SIGSEGV, "create.entry")
