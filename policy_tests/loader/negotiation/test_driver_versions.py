"""The Vulkan version of a driver: where a loader takes it from, and what it tells the driver and the application."""

import pytest

from policy_tests.loader.implied import GENERALLY, GOAL
from refloader.model.version import api_version, parse_loose
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, out, pair, text
from refloader.suite.loaders.trial import Trial

VERSION = "vkEnumerateInstanceVersion"
NEW_IN = {
    1: "vkGetDeviceQueue2",
    2: "vkCreateRenderPass2",
    3: "vkCmdBeginRendering",
    4: "vkCmdPushConstants2",
}
"""A core function of each minor version of Vulkan after 1.0, which no extension has by that name."""
OF_ITS_EXPORTS = (
    'APIVER-01 and APP-EXPORT-01, by which a loader "exports every core Vulkan function": that it exports none of a '
    "version that it does not support is not said"
)
VARIANT_1 = 1 << 29 | 1 << 22
"""1.0.0 of another API than Vulkan."""

# What a driver of 1.0 shows: the api_version of its manifest, and the flags of the mock.
OLD: dict[str, tuple[str, dict[str, str]]] = {
    "the-manifest-says-so": ("1.0.0", {}),
    "the-manifest-says-so-with-a-patch": ("1.0.299", {}),
    "it-has-no-command": ("1.3.0", {"null": VERSION}),
    "its-command-says-so": ("1.3.0", {"version": "1.0.299"}),
    "its-command-fails": ("1.3.0", {"fail": VERSION}),
    "its-command-is-incomplete": ("1.3.0", {"fail": f"{VERSION}:5"}),
    "its-command-finds-no-memory": ("1.3.0", {"fail": f"{VERSION}:VK_ERROR_OUT_OF_HOST_MEMORY"}),
}
NEW: dict[str, tuple[str, dict[str, str]]] = {
    "1.1": ("1.1.0", {"version": "1.1.0"}),
    "1.2": ("1.2.0", {"version": "1.2.198"}),
    "its-command-says-more": ("1.1.0", {"version": "1.3.0"}),
    "its-command-says-less": ("1.3.0", {"version": "1.1.0"}),
}


def install(world: World, kind: tuple[str, dict[str, str]], good: str = "1.3.0") -> None:
    """A driver of that kind, and a good one of 1.3 beside it, or of another version."""
    version, flags = kind
    world.driver("odd", api_version=version, flags={"trace_lookups": "1", **flags})
    world.driver("good", api_version=good, flags={"version": good})


def questions(seen: Observation) -> list[str]:
    """What the odd driver noted about its version: lookups and calls."""
    return sorted({line.split(" ", 2)[2] for line in seen.trace if "driver odd" in line and VERSION in line})


def without_patch(seen: Observation) -> dict[str, str]:
    """The major and minor number that each driver received; no document is about patch numbers."""
    return {name: api.rpartition(".")[0] for name, api in seen.given_to_drivers("api").items()}


@pytest.mark.needs_library
class TestWhereItComesFrom:
    """The manifest's api_version decides below 1.1; from there on the driver's vkEnumerateInstanceVersion does."""

    @pytest.mark.rule("APIVER-02")
    @pytest.mark.parametrize("version", ["1.1.5", "1.1.0", "1.10.0"])
    def test_a_newer_driver_is_asked(self, world: World, subject: Trial, version: str) -> None:
        """vkEnumerateInstanceVersion of a driver whose manifest says 1.1 or more is looked up for NULL and called."""
        install(world, (version, {}))

        seen = subject.calls(world, actions=[("instance",)])

        assert {VERSION, f"vkGetInstanceProcAddr handle=NULL name={VERSION}"} <= {*questions(seen)}

    @pytest.mark.rule("APIVER-02")
    def test_without_the_command_nothing_is_called(self, world: World, subject: Trial) -> None:
        """A driver whose manifest says 1.1 and whose lookup gives no vkEnumerateInstanceVersion is used."""
        install(world, ("1.1.0", {"null": VERSION}))

        seen = subject.calls(world, actions=[("instance",)])

        # What else is asked, with the driver's instance, is the loader's business.
        assert f"vkGetInstanceProcAddr handle=NULL name={VERSION}" in questions(seen)
        assert [each for each in questions(seen) if each.startswith(VERSION)] == []
        assert set(seen.drivers) == {"odd", "good"}


class TestWhatADriverIsTold:
    """A driver of 1.0 gets an apiVersion of 1.0, every other one the application's own."""

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-03", "APIVER-04", "LDP_LOADER_7")
    @pytest.mark.parametrize("kind", OLD)
    def test_a_1_0_driver_hears_of_no_more(self, world: World, subject: Trial, kind: str) -> None:
        """Of an application's apiVersion 1.3, a driver that counts as a 1.0 driver gets 1.0, a 1.3 driver 1.3."""
        install(world, OLD[kind])
        world.application(api="1.3.7")

        seen = subject.calls(world)

        assert without_patch(seen) == {"odd": "1.0", "good": "1.3"}

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    @pytest.mark.parametrize("kind", ["the-manifest-says-so", "its-command-says-so"])
    @pytest.mark.parametrize("api", ["1.0.1", "1.1.0", "1.2.5", "1.4.0", "1.4.300", "1.5.0", "1.15.0"])
    def test_it_hears_of_no_more_whatever_is_asked(
        self, world: World, subject: Trial, api: str, kind: str
    ) -> None:
        """A 1.0 driver gets apiVersion 1.0, whatever the application asks for and another driver supports."""
        install(world, OLD[kind], good=api)  # or LDP_LOADER_6 may be read so that there is no instance
        world.application(api=api)

        seen = subject.calls(world)

        told = without_patch(seen)
        if told:
            assert told["odd"] == "1.0"
        else:  # the other driver is newer than this loader, so that no driver does what is asked
            subject.reading("AMB-LDP6-APIVERSION", seen.result, chosen="VK_SUCCESS")

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    def test_every_1_0_driver_hears_of_no_more(self, world: World, subject: Trial) -> None:
        """Of an application's apiVersion 1.3, each of several 1.0 drivers gets 1.0 and each newer driver 1.3."""
        for name in ("new-a", "new-b"):
            world.driver(name)
        for name, (version, flags) in OLD.items():
            world.driver(name, api_version=version, flags=flags)
        world.application(api="1.3.7")

        seen = subject.calls(world)

        assert without_patch(seen) == {**dict.fromkeys(OLD, "1.0"), "new-a": "1.3", "new-b": "1.3"}

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04")
    @pytest.mark.parametrize("version", ["1.0.0", "1.3.0"])
    @pytest.mark.parametrize("refused", ["game", "another"])
    def test_the_rest_of_it_stays(self, world: World, subject: Trial, version: str, refused: str) -> None:
        """The application's name reaches a driver of any version, which may refuse to serve the application.

        That the other driver is used all the same is only implied.
        """
        flags = {"api": version, "version": version, "refused_application": refused}
        world.driver("odd", api_version=version, flags=flags)
        world.driver("good")
        script = Script()
        application = [0, None, text("game"), 7, text("engine"), pair(3, 1 << 22 | 3 << 12)]
        script.call(
            "vkCreateInstance",
            [1, None, 0, application, *[0] * 4],
            None,
            out("made"),
            via=GLOBAL,
            label="made",
        )
        script.devices("made")

        seen = subject.calls(world, script)

        if refused == "game" and seen.returned("made") != [0]:
            subject.implied(seen.returned("made"), [0], GOAL)
            return
        assert len(seen.device_names()) == (1 if refused == "game" else 2)

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-03", "APIVER-04", "LDP_LOADER_7")
    @pytest.mark.parametrize("kind", NEW)
    def test_others_hear_what_the_application_said(self, world: World, subject: Trial, kind: str) -> None:
        """A driver that counts as one of 1.1 or newer gets apiVersion 1.3 if the application asks for 1.3."""
        install(world, NEW[kind])
        world.application(api="1.3.7")

        seen = subject.calls(world)

        assert without_patch(seen) == {"odd": "1.3", "good": "1.3"}

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04")
    @pytest.mark.parametrize("kind", OLD)
    def test_an_apiversion_of_1_0_stays(self, world: World, subject: Trial, kind: str) -> None:
        """An apiVersion of 1.0 reaches a 1.0 driver and a newer driver unchanged."""
        install(world, OLD[kind])
        world.application(api="1.0.7")

        seen = subject.calls(world)

        assert without_patch(seen) == {"odd": "1.0", "good": "1.0"}

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04", "VULKAN-LOADER-05")
    @pytest.mark.parametrize("kind", OLD)
    def test_without_application_info(self, world: World, subject: Trial, kind: str) -> None:
        """If the application gives no VkApplicationInfo, no driver gets an apiVersion above 1.0."""
        install(world, OLD[kind])
        world.application(api="")

        seen = subject.calls(world)

        received = without_patch(seen)
        assert ({*received}, {*received.values()} - {"", "1.0"}) == ({"odd", "good"}, set())
        subject.implied(seen.given_to_drivers("api")["good"], "none", GENERALLY)

    @pytest.mark.needs_library
    @pytest.mark.rule("APIVER-04", "IFACE-ICD-V5-03", "IFACE-ICD-V5-04")
    @pytest.mark.parametrize("api", ["1.0.0", "1.1.0", "1.3.0"])
    @pytest.mark.parametrize("interface", range(2, 8))
    def test_the_interface_version_does_not_matter(
        self, world: World, subject: Trial, interface: int, api: str
    ) -> None:
        """A 1.3 driver gets the application's apiVersion, whatever interface version is negotiated."""
        world.driver(flags={"interface": str(interface)})
        world.application(api=api)

        seen = subject.calls(world)

        assert (seen.result_name, seen.given_to_drivers("api")) == ("VK_SUCCESS", {"plain": api})

    @pytest.mark.rule("APIVER-04", "APIVER-05")
    @pytest.mark.parametrize("api", ["1.1.0", "1.3.0", "1.9.0"])
    def test_a_strict_1_0_driver_is_used(self, world: World, subject: Trial, api: str) -> None:
        """A driver that refuses each apiVersion above 1.0 should serve an application of a newer version."""
        world.driver("strict", mock="driver_v0", api_version="1.0.0", flags={"device_name": "strict device"})
        world.application(api=api)

        seen = subject.observe(world)

        found = (seen.result_name, tuple(device.name for device in seen.devices))
        used, refused = ("VK_SUCCESS", ("strict device",)), ("VK_ERROR_INCOMPATIBLE_DRIVER", ())
        subject.reading("AMB-LDP6-APIVERSION", found, chosen=used, tolerated=refused)


@pytest.mark.needs_library
class TestWhatTheApplicationIsTold:
    """A loader answers vkEnumerateInstanceVersion with its own version, whatever the drivers support."""

    @pytest.mark.rule("APIVER-01")
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.99.0"])
    def test_no_driver_changes_it(self, world: World, subject: Trial, version: str) -> None:
        """vkEnumerateInstanceVersion gives the same version with a driver, of 1.0 or a later one, and without."""
        alone = subject.calls(world, actions=[("version",)]).version
        world.driver(api_version=version, flags={"api": version})

        seen = subject.calls(world, actions=[("instance",), ("version",)])

        assert (alone != "", seen.version) == (True, alone)

    @pytest.mark.rule("APIVER-01")
    def test_it_is_newer_than_1_0(self, world: World, subject: Trial) -> None:
        """A loader that has vkEnumerateInstanceVersion reports a version of Vulkan, variant 0, newer than 1.0."""
        seen = subject.calls(world, actions=[("version",)])

        if "version" not in seen.results:
            pytest.skip("the loader has no vkEnumerateInstanceVersion, as loaders of 1.0 have none")
        assert seen.version, "vkEnumerateInstanceVersion fails"
        reported = parse_loose(seen.version) or api_version(1, 0)
        assert (reported.variant, reported.feature > (1, 0)) == (0, True), f"it reports {seen.version}"

    @pytest.mark.rule("APIVER-01")
    def test_it_is_as_new_as_the_exports(self, world: World, subject: Trial) -> None:
        """The reported version should not be older than a core function that the loader's library exports."""
        script = Script()
        script.exports([*NEW_IN.values()], "exports")

        seen = subject.calls(world, script)

        answer = subject.calls(world, actions=[("version",)]).version
        reported = parse_loose(answer or "") or api_version(1, 0)
        exported = [minor for minor, file in zip(NEW_IN, seen.answers["exports"], strict=True) if file]
        newer = [f"1.{minor}" for minor in exported if (1, minor) > reported.feature]
        subject.implied((str(reported), newer), (str(reported), []), OF_ITS_EXPORTS)


class TestIncompatibleVersions:
    """A loader must not load a driver or a layer of an API version that is incompatible with it."""

    @pytest.mark.rule("LDP_LOADER_4")
    @pytest.mark.parametrize("variant", [1, 2, 7])
    def test_some_driver_is_incompatible(self, world: World, subject: Trial, variant: int) -> None:
        """Of drivers of another API, of major version 2 and of version 1.999, at least one is not used."""
        world.driver("good")
        world.driver("variant", api_version=f"{variant}.1.3.0")
        world.driver("major", api_version="2.0.0")
        world.driver("newer", api_version="1.999.0")

        seen = subject.observe(world)

        assert "good" in seen.drivers
        assert {"variant", "major", "newer"} - set(seen.drivers) != set()

    @pytest.mark.rule("LDP_LOADER_4")
    def test_a_driver_of_another_variant(self, world: World, subject: Trial) -> None:
        """A driver of another API variant than Vulkan's should not be used; a good driver beside it is used."""
        world.driver("good")
        world.driver("variant", api_version="1.1.3.0")

        seen = subject.observe(world)

        used = set(seen.drivers)
        subject.reading("AMB-LAYER-API-INCOMPAT", used, chosen={"good"}, tolerated={"good", "variant"})

    @pytest.mark.rule("LDP_LOADER_4")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"])
    def test_some_named_driver_is_incompatible(self, world: World, subject: Trial, variable: str) -> None:
        """Of drivers of another API, of version 2.0 and of 1.999 that a variable names, at least one is not used."""
        files = [
            world.driver("good", folder="/world/d"),
            world.driver("variant", folder="/world/d", api_version="1.1.3.0"),
            world.driver("major", folder="/world/d", api_version="2.0.0"),
            world.driver("newer", folder="/world/d", api_version="1.999.0"),
        ]
        world.variable(variable, ":".join(files))

        seen = subject.observe(world)

        assert "good" in seen.drivers
        assert {"variant", "major", "newer"} - set(seen.drivers) != set()

    @pytest.mark.rule("LLP_LOADER_4")
    def test_some_layer_is_incompatible(self, world: World, subject: Trial) -> None:
        """Of layers of another API, of major version 2 and of version 1.999, at least one is not in the chain."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_good")
        world.implicit_layer("VK_LAYER_TEST_variant", api_version="1.1.3.0")
        world.implicit_layer("VK_LAYER_TEST_major", api_version="2.0.0")
        world.implicit_layer("VK_LAYER_TEST_newer", api_version="1.999.0")

        seen = subject.observe(world)

        odd = {"VK_LAYER_TEST_variant", "VK_LAYER_TEST_major", "VK_LAYER_TEST_newer"}
        assert "VK_LAYER_TEST_good" in seen.chain
        assert odd - set(seen.chain) != set()

    @pytest.mark.rule("LLP_LOADER_4")
    def test_a_layer_of_another_variant(self, world: World, subject: Trial) -> None:
        """A layer of another API variant than Vulkan's should not be loaded; a good layer beside it is loaded."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_good")
        world.implicit_layer("VK_LAYER_TEST_variant", api_version="1.1.3.0")

        seen = subject.observe(world)

        both = {"VK_LAYER_TEST_good", "VK_LAYER_TEST_variant"}
        subject.reading(
            "AMB-LAYER-API-INCOMPAT", set(seen.chain), chosen={"VK_LAYER_TEST_good"}, tolerated=both
        )


class TestRequestedVersion:
    """A loader of interface version 5 or newer looks at the application's apiVersion itself."""

    @pytest.mark.rule("LDP_LOADER_6", "IFACE-ICD-V5-01")
    @pytest.mark.parametrize("api", ["1.2.0", "1.3.0", "1.99.0"])
    def test_an_apiversion_beyond_every_driver(self, world: World, subject: Trial, api: str) -> None:
        """With a 1.1 driver alone, vkCreateInstance should succeed for an application of a newer version."""
        world.driver(api_version="1.1.0", flags={"api": "1.1.0"})
        world.application(api=api)

        seen = subject.observe(world)

        refused = "VK_ERROR_INCOMPATIBLE_DRIVER"
        subject.reading("AMB-LDP6-APIVERSION", seen.result_name, chosen="VK_SUCCESS", tolerated=refused)

    @pytest.mark.rule("LDP_LOADER_6", "IFACE-ICD-V5-01")
    @pytest.mark.parametrize("api", ["1.0.0", "1.1.0", "1.1.250"])
    def test_a_supported_apiversion(self, world: World, subject: Trial, api: str) -> None:
        """vkCreateInstance succeeds with an apiVersion that the driver supports, the patch number aside."""
        world.driver(api_version="1.1.0", flags={"api": "1.1.0"})
        world.application(api=api)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"

    @pytest.mark.rule("LDP_LOADER_6", "IFACE-ICD-V5-01")
    def test_one_driver_that_supports_it_is_enough(self, world: World, subject: Trial) -> None:
        """vkCreateInstance succeeds with apiVersion 1.3 if one of two drivers is of 1.3, and both are used."""
        world.driver("older", api_version="1.1.0", flags={"api": "1.1.0"})
        world.driver("newer")
        world.application(api="1.3.0")

        seen = subject.observe(world)

        assert (seen.result_name, set(seen.drivers)) == ("VK_SUCCESS", {"older", "newer"})

    @pytest.mark.needs_library
    @pytest.mark.rule("IFACE-ICD-V5-01", "LDP_LOADER_6")
    def test_an_apiversion_of_another_api(self, world: World, subject: Trial) -> None:
        """vkCreateInstance should succeed with an apiVersion whose variant is not 0."""
        world.driver()
        script = Script()
        script.create(version=VARIANT_1)

        seen = subject.calls(world, script)

        refused = "VK_ERROR_INCOMPATIBLE_DRIVER"
        subject.reading("AMB-LDP6-APIVERSION", seen.result_name, chosen="VK_SUCCESS", tolerated=refused)
