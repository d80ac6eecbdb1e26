"""Messengers of VK_EXT_debug_utils and callbacks of VK_EXT_debug_report: whose they are, and who hears them."""

from collections.abc import Callable

import pytest

from policy_tests.loader.implied import GENERALLY
from refloader.scenario.call_sequence import way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_instance, out, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
UTILS, REPORT = "VK_EXT_debug_utils", "VK_EXT_debug_report"
OFFERS = {"extensions": f"{UTILS}:2,{REPORT}:10"}
NO_SUCH_EXTENSION = -7
INSTANCE = of_instance("instance")
HELLO: Argument = [1000128003, 0, 0, 0, 0, text("hello"), 0, 0, 0, 0, 0, 0]
"""A VkDebugUtilsMessengerCallbackDataEXT."""
USERS = {"older": 7, "newer": 9}
LEFT = {"older": "newer", "newer": "older"}
"""Two messengers by age: what each is given as its user data, and which is left without one of them."""

YOUNG = pytest.mark.editions("2018", "2022", "2026")
"""VK_EXT_debug_utils is younger than the loaders of 2016."""


def messenger(script: Script, user: int = 7) -> str:
    """Make a messenger for everything; its handle is "messenger"."""
    return script.call(
        "vkCreateDebugUtilsMessengerEXT", "instance", {"utils": user}, None, out("messenger"), via=INSTANCE
    )


def callback(script: Script, user: int = 8) -> str:
    """Make a debug report callback for everything; its handle is "callback"."""
    return script.call(
        "vkCreateDebugReportCallbackEXT", "instance", {"report": user}, None, out("callback"), via=INSTANCE
    )


def gone(script: Script, command: str, handle: str) -> str:
    """Destroy either."""
    return script.call(command, "instance", handle, None, via=INSTANCE, returns="nothing")


def submitting(*users: int) -> Script:
    """An application that makes a messenger for each user and submits a message."""
    script = Script()
    script.create(extensions=[UTILS])
    for user in users:
        messenger(script, user)
    script.heard("before")
    script.call("vkSubmitDebugUtilsMessageEXT", "instance", 0x100, 1, HELLO, via=INSTANCE, returns="nothing")
    script.heard("submitted")
    return script


def submitted(seen: Observation) -> set[tuple[object, ...]]:
    """What the application's functions heard when the message was submitted, each message once."""
    return {tuple(row) for row in seen.answers["submitted"]}


class TestDriversGetThem:
    """Generally, the loader calls the driver's function; what a driver says is heard in any case."""

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @YOUNG
    def test_a_messenger(self, world: World, subject: Trial) -> None:
        """The driver should get the severities and types of a messenger as the application gives them."""
        world.driver(flags=OFFERS)
        script = Script()
        script.create(extensions=[UTILS])
        create = messenger(script)

        seen = subject.calls(world, script)

        found = ("driver plain vkCreateDebugUtilsMessengerEXT severity=0x1111 type=0x7",)
        subject.implied(seen.lines[create], found, GENERALLY)

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    def test_a_callback(self, world: World, subject: Trial) -> None:
        """The driver should get the flags of a debug report callback as the application gives them."""
        world.driver(flags=OFFERS)
        script = Script()
        script.create(extensions=[REPORT])
        create = callback(script)

        seen = subject.calls(world, script)

        found = ("driver plain vkCreateDebugReportCallbackEXT flags=0x1f",)
        subject.implied(seen.lines[create], found, GENERALLY)

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    def test_they_are_destroyed_by_the_driver(self, world: World, subject: Trial) -> None:
        """Each driver should destroy the messenger and the callback that it made, by its own handles."""
        world.driver("alpha", flags=OFFERS)
        world.driver("beta", flags=OFFERS)
        script = Script()
        script.create(extensions=[UTILS, REPORT])
        messenger(script)
        callback(script)
        first = gone(script, "vkDestroyDebugUtilsMessengerEXT", "messenger")
        second = gone(script, "vkDestroyDebugReportCallbackEXT", "callback")

        seen = subject.calls(world, script)

        assert seen.violations == ()
        found = sorted((*seen.lines[first], *seen.lines[second]))
        expected = [
            "driver alpha vkDestroyDebugReportCallbackEXT handle=reporter",
            "driver alpha vkDestroyDebugUtilsMessengerEXT handle=messenger",
            "driver beta vkDestroyDebugReportCallbackEXT handle=reporter",
            "driver beta vkDestroyDebugUtilsMessengerEXT handle=messenger",
        ]
        subject.implied(found, expected, GENERALLY)

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    def test_what_a_driver_says(self, world: World, subject: Trial) -> None:
        """A driver's message in vkCreateDevice reaches the messenger and the callback, with their user data."""
        world.driver(flags={**OFFERS, "message": "from below"})
        script = Script()
        script.create(extensions=[UTILS, REPORT])
        script.devices()
        messenger(script, 7)
        callback(script, 8)
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        heard = {tuple(row[:2]) for row in seen.answers["device"] if row[3] == "from below"}
        assert heard == {("report", 8), ("utils", 7)}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    def test_what_a_driver_says_while_an_instance_is_made(self, world: World, subject: Trial) -> None:
        """A driver's message in vkCreateInstance reaches the messenger and the callback in the pNext chain."""
        world.driver(flags={**OFFERS, "message": "from below"})
        script = Script()
        script.create(extensions=[UTILS, REPORT], next={"utils": 7, "next": {"report": 8}})
        script.heard("creation")

        seen = subject.calls(world, script)

        heard = {tuple(row[:2]) for row in seen.answers["creation"] if row[3] == "from below"}
        assert heard == {("report", 8), ("utils", 7)}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    def test_a_driver_says_nothing_to_who_is_gone(self, world: World, subject: Trial) -> None:
        """A messenger that the application has destroyed gets no more messages of a driver."""
        world.driver(flags={**OFFERS, "message": "from below"})
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        create = messenger(script)
        gone(script, "vkDestroyDebugUtilsMessengerEXT", "messenger")
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        assert (seen.returned(create), seen.answers["device"]) == ([0], [])


class TestMessengersOfACreation:
    """A messenger in the pNext chain of vkCreateInstance hears that call and the end of the instance alone."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    @pytest.mark.parametrize("drivers", [2, 1])
    @pytest.mark.parametrize("layers", [[ONE], []], ids=["a-layer", "no-layer"])
    def test_nothing_comes_between(
        self, world: World, subject: Trial, layers: list[str], drivers: int
    ) -> None:
        """A messenger in the pNext chain gets no message after vkCreateInstance and before vkDestroyInstance."""
        for place in range(drivers):
            world.driver(f"d{place}", flags={**OFFERS, "message": "from below"})
        for name in layers:
            world.implicit_layer(name)
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create(extensions=[UTILS, REPORT], next={"utils": 7, "next": {"report": 8}})
        script.devices()
        script.heard("creation")
        script.device()
        script.destroy_device()
        script.create("another", extensions=[UTILS])
        script.destroy("another")
        script.call(
            "vkSubmitDebugUtilsMessageEXT", "instance", 0x100, 1, HELLO, via=INSTANCE, returns="nothing"
        )
        script.heard("between")

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], seen.answers["between"]) == (0, [])


class TestDriversWithoutThem:
    """What at least one driver lacks that others have, the loader provides in some way."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_only_who_has_it_is_called(self, world: World, subject: Trial) -> None:
        """A messenger is made where only one of two drivers has the extension, and the other is not called."""
        world.driver("with", flags=OFFERS)
        world.driver("without")
        script = Script()
        script.create(extensions=[UTILS])
        create = messenger(script)
        destroy = gone(script, "vkDestroyDebugUtilsMessengerEXT", "messenger")

        seen = subject.calls(world, script)

        called = [line.split()[1] for line in (*seen.lines[create], *seen.lines[destroy])]
        assert (seen.returned(create), {*called} - {"with"}) == ([0], set())
        subject.implied(called, ["with", "with"], GENERALLY)

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize("others", [1, 2])
    def test_a_submitted_message(self, world: World, subject: Trial, others: int) -> None:
        """A submitted message reaches the messenger where not all drivers have the extension; how often is open."""
        world.driver("without")
        world.driver("first", flags=OFFERS)
        world.driver("second", flags=OFFERS if others == 2 else {})

        seen = subject.calls(world, submitting(7))

        assert submitted(seen) == {("utils", 7, 0x100, "hello")}

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02", "VULKAN-LOADER-05")
    @YOUNG
    def test_a_submitted_message_for_two(self, world: World, subject: Trial) -> None:
        """A submitted message reaches two messengers where one of two drivers has the extension, however often."""
        world.driver("without")
        world.driver("first", flags=OFFERS)

        seen = subject.calls(world, submitting(7, 9))

        assert submitted(seen) == {("utils", 7, 0x100, "hello"), ("utils", 9, 0x100, "hello")}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    @pytest.mark.parametrize("number", [3, 1])
    def test_a_message_of_an_extension_of_the_loader(self, world: World, subject: Trial, number: int) -> None:
        """A submitted message reaches the messenger where the loader alone has the extension; how often is open."""
        for place in range(number):
            world.driver(f"d{place}")

        seen = subject.calls(world, submitting(7))

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {UTILS} of its own")
        assert submitted(seen) == {("utils", 7, 0x100, "hello")}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @YOUNG
    @pytest.mark.parametrize("which", ["older", "newer"])
    def test_after_the_end_of_one_of_two(self, world: World, subject: Trial, which: str) -> None:
        """A submitted message reaches the messenger that is left, and not the one that was destroyed before."""
        world.driver("without")
        script = Script()
        script.create(extensions=[UTILS])
        for name, user in USERS.items():
            made = [{"utils": user}, None, out(name)]
            script.call("vkCreateDebugUtilsMessengerEXT", "instance", *made, via=INSTANCE)
        gone(script, "vkDestroyDebugUtilsMessengerEXT", which)
        script.heard("before")
        script.call(
            "vkSubmitDebugUtilsMessageEXT", "instance", 0x100, 1, HELLO, via=INSTANCE, returns="nothing"
        )
        script.heard("submitted")

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {UTILS} of its own")
        assert submitted(seen) == {("utils", USERS[LEFT[which]], 0x100, "hello")}

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_a_report(self, world: World, subject: Trial) -> None:
        """A message of vkDebugReportMessageEXT reaches the callback where one of two drivers has the extension."""
        world.driver("with", flags=OFFERS)
        world.driver("without")
        script = Script()
        script.create(extensions=[REPORT])
        callback(script)
        script.heard("before")
        script.call(
            "vkDebugReportMessageEXT",
            "instance",
            2,
            1,
            0x1234,
            5,
            6,
            text("me"),
            text("hello"),
            via=INSTANCE,
            returns="nothing",
        )
        script.heard("submitted")

        seen = subject.calls(world, script)

        assert submitted(seen) == {("report", 8, 2, "hello")}

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_a_message_behind_a_layer(self, world: World, subject: Trial) -> None:
        """A submitted message reaches the messenger with a layer in the chain, too."""
        world.driver("with", flags=OFFERS)
        world.driver("without")
        world.implicit_layer(ONE)

        seen = subject.calls(world, submitting(7))

        assert submitted(seen) == {("utils", 7, 0x100, "hello")}


class TestLayersGetThem:
    """The instance's functions begin with the first element of the chain."""

    @pytest.mark.rule("OBJMODEL-01")
    @pytest.mark.parametrize(
        ("make", "command"),
        [
            pytest.param(messenger, "vkCreateDebugUtilsMessengerEXT", marks=YOUNG),
            (callback, "vkCreateDebugReportCallbackEXT"),
        ],
        ids=["messenger", "callback"],
    )
    def test_a_layer_is_called_first(
        self, world: World, subject: Trial, make: Callable[[Script], str], command: str
    ) -> None:
        """The command that creates a messenger or debug report callback enters the layer first, then the driver."""
        world.driver(flags=OFFERS)
        world.implicit_layer(ONE, flags={"intercept": command})
        script = Script()
        script.create(extensions=[UTILS if make is messenger else REPORT])
        create = make(script)

        seen = subject.calls(world, script)

        assert way_down(seen.lines[create], command) == (ONE, "plain")
