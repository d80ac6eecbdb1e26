"""Who gets the loader's messages: the standard streams as VK_LOADER_DEBUG says, and each messenger on its own."""

from dataclasses import replace

import pytest

from refloader.sandbox.messages import lines, naming, without_numbers
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, of_instance, out
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("DEBUG-LOG-03")]

UTILS = "VK_EXT_debug_utils"
LIBRARY = "libmissing.so"
OPTIONS = pytest.mark.parametrize("option", [None, "all"], ids=["silent", "printing"])


def troubled(world: World, option: str | None = "all") -> None:
    """A good driver, and one whose library is missing."""
    world.driver("good")
    world.driver("missing", mock=None)
    world.variable("VK_LOADER_DEBUG", option)


def listening(subject: Trial, world: World, messengers: Argument) -> Observation:
    """What is seen of the creation of an instance with these messengers in the pNext chain of its create info."""
    script = Script()
    script.create(extensions=[UTILS], next=messengers)
    script.heard("creation")
    return subject.calls(world, script)


def told(seen: Observation, step: str, name: str) -> set[int]:
    """The user words of the messengers that heard of this name."""
    return {user for _, user, _, text in seen.answers[step] if name in text}


WORDS = "DEBUG-LOG-03: messages go to messengers, and in which words is not said"


def hears(
    subject: Trial, seen: Observation, step: str, name: str, expected: set[int], option: str | None
) -> None:
    """Check who hears of a name: all messengers or, if the loader gives them other words, none that hears nothing.

    That a messenger hears what is not printed is only implied. A message without a text is one (the text is optional
    in VK_EXT_debug_utils), so a messenger that is given such messages alone is given them in no words. How important
    a message is, and so whether it is printed, is the loader's choice.
    """
    found = told(seen, step, name)
    if option is None or not (found or lines(seen)):
        by = "DEBUG-LOG-03, beside DEBUG-LOG-01, by which the variable turns messages on"
        subject.implied(found, expected, by)
    elif found:
        assert found == expected
    else:
        assert {user for _, user, _, _ in seen.answers[step]} == expected
        subject.implied(found, expected, WORDS)


class TestMessengersOfACreation:
    """Each messenger in the pNext chain of a VkInstanceCreateInfo hears the loader, whatever is printed."""

    @OPTIONS
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_each_of_several(self, world: World, subject: Trial, number: int, option: str | None) -> None:
        """Each messenger in the pNext chain of VkInstanceCreateInfo gets a message on a missing driver library."""
        troubled(world, option)
        chain: Argument = None
        for user in range(number, 0, -1):
            chain = {"utils": user, "next": chain} if chain else {"utils": user}

        seen = listening(subject, world, chain)

        hears(subject, seen, "creation", LIBRARY, {*range(1, number + 1)}, option)

    @pytest.mark.parametrize("before", [2, 0, 1, 3])
    @pytest.mark.parametrize("behind", [1, 0])
    def test_among_other_structures(self, world: World, subject: Trial, before: int, behind: int) -> None:
        """A messenger gets messages wherever it stands among debug report callbacks in the pNext chain."""
        troubled(world)
        chain: Argument = None
        for each in [{"report": 1}] * behind + [{"utils": 7}] + [{"report": 2}] * before:
            chain = {**each, "next": chain} if chain else each
        script = Script()
        script.create(extensions=[UTILS, "VK_EXT_debug_report"], next=chain)
        script.heard("creation")

        seen = subject.calls(world, script)

        utils = [row for row in seen.answers["creation"] if row[0] == "utils"]
        hears(subject, replace(seen, answers={"creation": utils}), "creation", LIBRARY, {7}, "all")

    def test_nothing_is_printed_for_it(self, world: World, subject: Trial) -> None:
        """Without VK_LOADER_DEBUG a messenger should get the loader's messages, and nothing should be printed."""
        troubled(world, None)

        seen = listening(subject, world, {"utils": 7})

        hears(subject, seen, "creation", LIBRARY, {7}, None)
        subject.implied(lines(seen), (), "DEBUG-LOG-01, by which the variable turns messages on")

    @pytest.mark.parametrize("option", ["error", "all", "error,driver"])
    def test_what_is_printed(self, world: World, subject: Trial, option: str) -> None:
        """The loader prints messages beside a messenger as it does without one, and the messenger gets them, too."""
        troubled(world, option)
        alone = Script()
        alone.create(extensions=[UTILS])
        printed = naming(subject.calls(world, alone), LIBRARY)

        seen = listening(subject, world, {"utils": 7})

        found = naming(seen, LIBRARY)
        assert bool(found) == bool(printed)
        hears(subject, seen, "creation", LIBRARY, {7}, option)
        by = "DEBUG-LOG-03: messages go to both, and in which words is not said"
        subject.implied(without_numbers(found), without_numbers(printed), by)


class TestMessagesAboutLayers:
    """What is printed of layers while an instance is made goes to a messenger in its pNext chain, too."""

    @pytest.mark.parametrize("number", [3, 1])
    def test_a_messenger_hears_of_them(self, world: World, subject: Trial, number: int) -> None:
        """If the loader prints lines on layers, a messenger in the pNext chain gets other messages than without.

        In which words it hears of them is not said. What is printed before vkCreateInstance does not count.
        """
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "all")
        without = listening(subject, world, {"utils": 7})
        names = [f"VK_LAYER_TEST_{each}" for each in ("first", "second", "third")[:number]]
        for name in names:
            world.implicit_layer(name)
        earlier = Script()
        earlier.exports(["vkCreateInstance"])
        before = subject.calls(world, earlier)

        seen = listening(subject, world, {"utils": 7})

        if not all(len(naming(seen, name)) > len(naming(before, name)) for name in names):
            pytest.skip("the loader prints no line that names the layers while an instance is made")
        heard = [without_numbers([row[3] for row in each.answers["creation"]]) for each in (seen, without)]
        if any(heard) and not any(map(any, heard)):
            pytest.skip("the loader's messages have no text, which tells nothing of what they are about")
        assert sorted(heard[0]) != sorted(heard[1])


class TestTheEnd:
    """A messenger in the pNext chain of a VkInstanceCreateInfo hears what is said while the instance ends."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("others", [0, 1], ids=["alone", "beside-one-made-later"])
    def test_each_of_several(self, world: World, subject: Trial, number: int, others: int) -> None:
        """If messages are printed in vkDestroyInstance, all messengers of vkCreateInstance get some, or none does."""
        world.driver("good")
        world.implicit_layer("VK_LAYER_TEST_one")
        world.variable("VK_LOADER_DEBUG", "all")
        chain: Argument = None
        for user in range(number, 0, -1):
            chain = {"utils": user, "next": chain} if chain else {"utils": user}
        script = Script()
        script.create(extensions=[UTILS], next=chain)
        handle = "later"
        via = of_instance("instance")
        for _ in range(others):
            script.call(
                "vkCreateDebugUtilsMessengerEXT", "instance", {"utils": 9}, None, out(handle), via=via
            )
            arguments = ("instance", handle, None)
            script.call("vkDestroyDebugUtilsMessengerEXT", *arguments, via=via, returns="nothing")
        script.heard("before")
        before = len(lines(subject.calls(world, script)))
        script.destroy()
        script.heard("end")

        seen = subject.calls(world, script)

        if len(lines(seen)) <= before:
            pytest.skip("the loader says nothing while an instance ends")
        heard, expected = {user for _, user, _, _ in seen.answers["end"]}, {*range(1, number + 1)}
        if heard:
            assert heard == expected
        else:
            by = "DEBUG-LOG-03: messages go to messengers, and until when one of a creation is there is not said"
            subject.implied(heard, expected, by)


class TestMessengersOfAnInstance:
    """Each messenger of a living instance hears the loader, whatever is printed."""

    @OPTIONS
    @pytest.mark.parametrize("number", [3, 1])
    def test_each_of_a_living_instance(
        self, world: World, subject: Trial, number: int, option: str | None
    ) -> None:
        """Each messenger of an instance gets a message on the driver of a device that is created."""
        subject.since("1.3.234")
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", option)
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        for user in range(1, number + 1):
            command: list[Argument] = ["vkCreateDebugUtilsMessengerEXT", "instance", {"utils": user}, None]
            script.call(*command, out(f"messenger{user}"), via=of_instance("instance"))
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        hears(subject, seen, "device", "libgood.so", {*range(1, number + 1)}, option)
        assert option is None or naming(seen, "libgood.so")

    @pytest.mark.parametrize("gone", [0, 1], ids=["older", "newer"])
    def test_beside_an_instance_that_ended(self, world: World, subject: Trial, gone: int) -> None:
        """A messenger gets a message on the driver of a new device also when an older or newer instance has ended."""
        subject.since("1.3.234")
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        for place in (0, 1):
            name = f"instance{place}"
            script.create(name, extensions=[UTILS])
            command: list[Argument] = ["vkCreateDebugUtilsMessengerEXT", name, {"utils": place + 1}, None]
            script.call(*command, out(f"messenger{place}"), via=of_instance(name))
        ended, living = f"instance{gone}", f"instance{1 - gone}"
        end = "vkDestroyDebugUtilsMessengerEXT"
        script.call(end, ended, f"messenger{gone}", None, via=of_instance(ended), returns="nothing")
        script.destroy(ended)
        script.devices(living)
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        hears(subject, seen, "device", "libgood.so", {2 - gone}, "all")

    @pytest.mark.parametrize("gone", [1, 0, 2], ids=["middle", "first", "last"])
    def test_those_that_are_left(self, world: World, subject: Trial, gone: int) -> None:
        """With one of three messengers destroyed, the other two get a message on the driver of a new device."""
        subject.since("1.3.234")
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "all")
        via = of_instance("instance")
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        for user in range(3):
            command: list[Argument] = [
                "vkCreateDebugUtilsMessengerEXT",
                "instance",
                {"utils": user + 1},
                None,
            ]
            script.call(*command, out(f"messenger{user}"), via=via)
        name = f"messenger{gone}"
        script.call("vkDestroyDebugUtilsMessengerEXT", "instance", name, None, via=via, returns="nothing")
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        hears(subject, seen, "device", "libgood.so", {1, 2, 3} - {gone + 1}, "all")


SITUATIONS = [
    "alone",
    "a-layer",
    "two-layers",
    "a-device",
    "an-allocator",
    "a-second-instance",
    "a-second-driver",
]
"""What else is there while a messenger of a living instance hears."""


@pytest.mark.editions("2026")
class TestWhateverElseIsThere:
    """A messenger of a living instance hears the loader, whatever else the instance has."""

    @pytest.mark.parametrize("situation", SITUATIONS)
    @pytest.mark.parametrize("chained", [False, True], ids=["made-later", "beside-one-of-the-creation"])
    def test_it_hears(self, world: World, subject: Trial, situation: str, chained: bool) -> None:
        """A messenger gets a message on the driver of a device that is created, whatever else the instance has."""
        subject.since("1.3.234")
        world.driver("good", flags={"device_name": "good"})
        for number in range({"a-layer": 1, "two-layers": 2}.get(situation, 0)):
            world.implicit_layer(f"VK_LAYER_TEST_{number}")
        if situation == "a-second-driver":
            world.driver("other", flags={"device_name": "other"})
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        if situation == "a-second-instance":
            script.create("older", extensions=[UTILS])
        chain: dict[str, Argument] = {"next": {"utils": 9}} if chained else {}
        script.create(extensions=[UTILS], **chain)
        script.devices()
        if situation == "a-device":
            script.device(label="another")
        callbacks = allocator("a") if situation == "an-allocator" else None
        command: list[Argument] = ["vkCreateDebugUtilsMessengerEXT", "instance", {"utils": 1}, callbacks]
        script.call(*command, out("messenger"), via=of_instance("instance"))
        script.heard("before")
        script.device()
        if situation == "a-second-driver":
            script.device("devices.1", "of the other")
        script.heard("device")

        seen = subject.calls(world, script)

        own = [row for row in seen.answers["device"] if row[1] == 1]
        for name in ["libgood.so", *(["libother.so"] if situation == "a-second-driver" else [])]:
            hears(subject, replace(seen, answers={"device": own}), "device", name, {1}, "all")
