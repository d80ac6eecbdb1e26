"""A driver that the application hands over is used like an installed one: the same calls and words reach it."""

import pytest

from policy_tests.loader.chains.test_parameters import fit
from policy_tests.loader.implied import CALLBACKS, GOAL
from refloader.scenario.call_sequence import entered, field
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Argument, Script, allocator, of_instance, out, pair, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2026")]

DIRECT, UTILS = "VK_LUNARG_direct_driver_loading", "VK_EXT_debug_utils"
UNKNOWN = "vkFrobSomethingTEST"
INSTANCE = of_instance("instance")
SUCCESS, API_1_0 = 0, 1 << 22
MODES = pytest.mark.parametrize("mode", ["exclusive", "inclusive"])
PLACES = pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
GIVEN = ("alpha", "beta")


def machine(world: World, mode: str, **flags: str) -> list[str]:
    """Drivers of two libraries to hand over, and an installed one; the names of those that an instance uses."""
    world.driver("installed", flags={**flags, "device_name": "installed"})
    return [*GIVEN] if mode == "exclusive" else ["installed", *GIVEN]


def handed_over(
    world: World, mode: str, own: dict[str, dict[str, str]] | None = None, **flags: str
) -> Argument:
    """The list of these drivers; ``own`` are flags of one of them."""
    paths = [
        world.library(
            f"/world/given/lib{name}.so",
            "driver_v7",
            {"name": name, "device_name": name, **flags, **(own or {}).get(name, {})},
        )
        for name in GIVEN
    ]
    return {"direct": paths, "mode": mode}


def application(given: Argument, *extensions: str, api: str = "1.1.0", **options: Argument) -> Script:
    """An application that hands the drivers over and looks at its devices."""
    script = Script()
    script.create(api=api, extensions=[DIRECT, *extensions], next=given, **options)
    script.devices()
    return script


def words(seen: Observation, command: str, word: str, step: str = "") -> dict[str, str]:
    """What each driver wrote down of a word when the command last entered it, at all or during a step."""
    return field(seen.lines[step] if step else seen.trace, command, word, "driver")


@MODES
class TestInstances:
    """What a driver's vkCreateInstance is given."""

    @PLACES
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.3.0"])
    def test_versions(self, world: World, subject: Trial, version: str, place: int, mode: str) -> None:
        """A supplied 1.0 driver gets apiVersion 1.0, a newer supplied driver the application's apiVersion."""
        machine(world, mode, api="1.3.0")
        own = {GIVEN[place]: {"api": version}}
        seen = subject.calls(world, application(handed_over(world, mode, own, api="1.3.0"), api="1.2.0"))

        told = seen.given_to_drivers("api")
        expected = "1.0.0" if version == "1.0.0" else "1.2.0"
        assert (seen.answers["instance"], told.get(GIVEN[place])) == (SUCCESS, expected)
        assert told.get(GIVEN[1 - place]) == "1.2.0"

    @pytest.mark.rule("VULKAN-LOADER-05", "DIRECT-DRIVER-01")
    def test_applications(self, world: World, subject: Trial, mode: str) -> None:
        """Supplied and installed drivers get the versions of application and engine in VkApplicationInfo."""
        used = machine(world, mode, whole="1")
        given = handed_over(world, mode, whole="1")
        about: Argument = [0, None, text("any"), 7, text("some"), pair(9, API_1_0)]
        info: Argument = [1, given, 0, about, 0, None, 1, [text(DIRECT)]]
        script = Script()
        script.call("vkCreateInstance", info, None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        command = "vkCreateInstance(application)"
        found = words(seen, command, "version"), words(seen, command, "engine")
        assert found == (dict.fromkeys(used, "7"), dict.fromkeys(used, "9"))

    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("who", ["installed", *GIVEN])
    def test_extensions(self, world: World, subject: Trial, who: str, mode: str) -> None:
        """An instance extension that one driver alone offers, supplied or installed, is enabled for it alone."""
        offered = {"extensions": f"{SURFACE}:25"}
        used = machine(world, mode, **(offered if who == "installed" else {}))
        if who not in used:
            pytest.skip("the installed driver is not used")
        given = handed_over(world, mode, {who: offered})

        seen = subject.calls(world, application(given, SURFACE))

        assert seen.answers["instance"] == SUCCESS
        assert seen.given_to_drivers("extensions") == {name: SURFACE * (name == who) for name in used}

    @pytest.mark.rule("VULKAN-LOADER-05", "DIRECT-DRIVER-01")
    def test_callbacks(self, world: World, subject: Trial, mode: str) -> None:
        """A driver's instance ends with callbacks if made with some; the driver should get the application's."""
        used = machine(world, mode, use_allocator="1")
        given = handed_over(world, mode, use_allocator="1")

        script = application(given, allocator=allocator("a"))
        script.destroy(allocator=allocator("a"))
        seen = subject.calls(world, script)

        fit(seen, "vkCreateInstance", "vkDestroyInstance")
        found = words(seen, "vkCreateInstance", "allocator")
        subject.implied(found, dict.fromkeys(used, "yes"), CALLBACKS)

    @PLACES
    @pytest.mark.rule("DISC-DRIVER-GEN-01", "DIRECT-DRIVER-01")
    def test_beside_a_failing_one(self, world: World, subject: Trial, place: int, mode: str) -> None:
        """A supplied driver that fails vkCreateInstance should not keep the other drivers from being used."""
        used = machine(world, mode)
        given = handed_over(world, mode, {GIVEN[place]: {"fail": "vkCreateInstance"}})

        seen = subject.calls(world, application(given))

        found = {name for name in used if name != GIVEN[place]}
        subject.implied((seen.answers["instance"], {*seen.device_names()}), (SUCCESS, found), GOAL)


@MODES
class TestObjects:
    """What is made in each driver of an instance is made in such drivers as well."""

    @pytest.mark.rule("CHAIN-TERM-01", "DIRECT-DRIVER-01")
    def test_groups(self, world: World, subject: Trial, mode: str) -> None:
        """vkEnumeratePhysicalDeviceGroups gives the devices of supplied drivers, too."""
        used = machine(world, mode)
        script = application(handed_over(world, mode))
        groups = script.groups()

        seen = subject.calls(world, script)

        found = seen.answers[groups]
        assert (found["result"], sorted(found["groups"])) == (SUCCESS, sorted([name] for name in used))

    @pytest.mark.rule("GPA-ORDER-01", "EXT-FILTER-05", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("kind", ["physical", "device"])
    def test_unknown_commands(self, world: World, subject: Trial, kind: str, mode: str) -> None:
        """A command that no loader knows is found and reaches the driver of its object, supplied or installed."""
        own = {f"unknown_{kind}": UNKNOWN}
        used = machine(world, mode, **own)
        script = application(handed_over(world, mode, None, **own))
        for name in used:
            thing = f"devices.{name}"
            if kind == "device":
                script.device(thing, thing := f"device of {name}")
            script.call(UNKNOWN, thing, 8, via=INSTANCE, label=name)

        seen = subject.calls(world, script)

        assert {name: entered(seen.lines[name], UNKNOWN) for name in used} == {name: (name,) for name in used}

    @pytest.mark.rule("VULKAN-LOADER-05", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("given_to", ["all", *GIVEN])
    def test_messengers(self, world: World, subject: Trial, given_to: str, mode: str) -> None:
        """An application's messenger reaches each driver, supplied or installed, that offers VK_EXT_debug_utils.

        A loader may have given one of its own earlier, from which the application's get what the driver says.
        """
        offered = {"extensions": f"{UTILS}:2"}
        used = machine(world, mode, **(offered if given_to == "all" else {}))
        own = {name: offered for name in GIVEN if given_to in ("all", name)}
        script = application(handed_over(world, mode, own), UTILS)
        command = "vkCreateDebugUtilsMessengerEXT"
        script.call(command, "instance", {"utils": 1}, None, out("made"), via=INSTANCE, label="made")

        seen = subject.calls(world, script)

        found = sorted({*entered(seen.trace, command, "driver")})
        assert (seen.returned("made"), found) == ([SUCCESS], sorted(used if given_to == "all" else own))

    @pytest.mark.rule("LDP_LOADER_10", "LDP_LOADER_11", "WSI-SURFACE-05", "DIRECT-DRIVER-01")
    def test_surfaces(self, world: World, subject: Trial, mode: str) -> None:
        """Each supplied driver makes a surface of its own and is asked about that surface."""
        flags = {"extensions": f"{SURFACE}:25,{DISPLAY.extension}:23", "surfaces": "own"}
        used = machine(world, mode, **flags)
        script = application(handed_over(world, mode, None, **flags), SURFACE, DISPLAY.extension)
        script.call(
            DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE, label="made"
        )
        query = "vkGetPhysicalDeviceSurfaceSupportKHR"
        labels = [
            script.call(query, f"devices.{place}", 0, "surface", read(0), via=INSTANCE)
            for place in range(len(used))
        ]

        seen = subject.calls(world, script)

        assert seen.returned("made", *labels) == [SUCCESS] * (1 + len(used))
        found: dict[str, str] = {}
        for label in labels:
            found |= words(seen, query, "surface", label)
        assert found == dict.fromkeys(used, DISPLAY.own)
