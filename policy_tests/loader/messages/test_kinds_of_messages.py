"""Messengers and callbacks hear the kinds of messages that their create infos name, and no others."""

from itertools import product

import pytest

from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_instance, out, text
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("VULKAN-LOADER-05")]

UTILS, REPORT = "VK_EXT_debug_utils", "VK_EXT_debug_report"
NO_SUCH_EXTENSION = -7
INSTANCE = of_instance("instance")
YOUNG = pytest.mark.editions("2018", "2022", "2026")
"""VK_EXT_debug_utils is younger than the loaders of 2016."""
WARNING, GENERAL = 0x100, 1
SEVERITIES, TYPES, FLAGS = (1, 0x10, 0x100, 0x1000), (1, 2, 4), (1, 2, 4, 8, 0x10)
"""Of messages of VK_EXT_debug_utils, and of VK_EXT_debug_report."""
HELLO: Argument = [1000128003, 0, 0, 0, 0, text("hello"), 0, 0, 0, 0, 0, 0]
"""A VkDebugUtilsMessengerCallbackDataEXT."""
BESIDE = pytest.mark.parametrize("place", [0, 1], ids=["before-another", "behind-another"])


def enabled(extension: str) -> Script:
    """An application that makes an instance with this extension."""
    script = Script()
    script.create(extensions=[extension])
    return script


def listen(script: Script, create: str, infos: list[dict[str, int]]) -> None:
    """The application makes what hears messages, and looks at what has been heard so far."""
    for number, info in enumerate(infos):
        script.call(create, "instance", info, None, out(f"listener{number}"), via=INSTANCE)
    script.heard("before")


def heard_by(subject: Trial, world: World, script: Script, extension: str) -> list[int]:
    """The user words of those that heard "hello" since the last look, each once, in ascending order."""
    world.driver("one")
    world.driver("two")
    script.heard("submitted")

    seen = subject.calls(world, script)

    if seen.answers["instance"] == NO_SUCH_EXTENSION:
        pytest.skip(f"the loader has no {extension} of its own")
    return sorted({user for _, user, _, said in seen.answers["submitted"] if said == "hello"})


class TestSubmittedMessages:
    """A message that the application hands in, where no driver has the extension and the loader serves it."""

    @YOUNG
    @BESIDE
    @pytest.mark.parametrize(
        ("severities", "types", "heard"),
        [
            pytest.param(0x1011, 7, [9], id="other-severities"),
            pytest.param(0x1111, 6, [9], id="other-types"),
            pytest.param(0x1011, 6, [9], id="others-of-both"),
            pytest.param(0x0100, 1, [7, 9], id="this-kind-alone"),
            pytest.param(0x1100, 3, [7, 9], id="one-kind-more"),
        ],
    )
    def test_a_messenger(
        self, world: World, subject: Trial, severities: int, types: int, heard: list[int], place: int
    ) -> None:
        """A messenger gets a submitted message only if its create info names the message's severity and type."""
        script = enabled(UTILS)
        narrow = {"utils": 7, "severities": severities, "types": types}
        both = [narrow, {"utils": 9}] if place == 0 else [{"utils": 9}, narrow]
        listen(script, "vkCreateDebugUtilsMessengerEXT", both)
        submit = "vkSubmitDebugUtilsMessageEXT"
        script.call(submit, "instance", WARNING, GENERAL, HELLO, via=INSTANCE, returns="nothing")

        assert heard_by(subject, world, script, UTILS) == heard

    @YOUNG
    def test_every_kind(self, world: World, subject: Trial) -> None:
        """Each of several messengers gets exactly the submitted messages of the severity or type that it names."""
        script = enabled(UTILS)
        infos: list[dict[str, int]] = [
            *({"utils": 10 + at, "severities": each} for at, each in enumerate(SEVERITIES)),
            *({"utils": 20 + at, "types": each} for at, each in enumerate(TYPES)),
            {"utils": 9},
        ]
        listen(script, "vkCreateDebugUtilsMessengerEXT", infos)
        submit = "vkSubmitDebugUtilsMessageEXT"
        for severity, kind in product(SEVERITIES, TYPES):
            script.call(submit, "instance", severity, kind, HELLO, via=INSTANCE, returns="nothing")
        world.driver()
        script.heard("submitted")

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {UTILS} of its own")
        found = sorted(
            (user, severity) for _, user, severity, said in seen.answers["submitted"] if said == "hello"
        )
        assert found == sorted(
            (info["utils"], severity)
            for info in infos
            for severity, kind in product(SEVERITIES, TYPES)
            if severity & info.get("severities", severity) and kind & info.get("types", kind)
        )

    @YOUNG
    @pytest.mark.parametrize("kinds", [6, 3, 5, 7])
    def test_several_types_at_once(self, world: World, subject: Trial, kinds: int) -> None:
        """A submitted message of several types goes to each messenger that names one of them, and to no other.

        Vulkan has the implementation "perform a bitwise AND of the event's" types with those of the messenger.
        """
        script = enabled(UTILS)
        infos: list[dict[str, int]] = [*({"utils": 20 + each, "types": each} for each in TYPES), {"utils": 9}]
        listen(script, "vkCreateDebugUtilsMessengerEXT", infos)
        submit = "vkSubmitDebugUtilsMessageEXT"
        script.call(submit, "instance", WARNING, kinds, HELLO, via=INSTANCE, returns="nothing")

        found = heard_by(subject, world, script, UTILS)

        assert found == [9, *(20 + each for each in TYPES if each & kinds)]

    @BESIDE
    @pytest.mark.parametrize(
        ("flags", "heard"),
        [
            pytest.param(0x1D, [9], id="other-flags"),
            pytest.param(0x02, [7, 9], id="this-kind-alone"),
            pytest.param(0x0A, [7, 9], id="one-kind-more"),
        ],
    )
    def test_a_callback(self, world: World, subject: Trial, flags: int, heard: list[int], place: int) -> None:
        """A debug report callback gets a submitted message only if its create info names the message's flag."""
        script = enabled(REPORT)
        narrow = {"report": 7, "flags": flags}
        both = [narrow, {"report": 9}] if place == 0 else [{"report": 9}, narrow]
        listen(script, "vkCreateDebugReportCallbackEXT", both)
        words: list[Argument] = [2, 1, 0x1234, 5, 6, text("me"), text("hello")]
        script.call("vkDebugReportMessageEXT", "instance", *words, via=INSTANCE, returns="nothing")

        assert heard_by(subject, world, script, REPORT) == heard

    def test_every_flag(self, world: World, subject: Trial) -> None:
        """Each of several debug report callbacks gets exactly the submitted messages of the flag that it names."""
        script = enabled(REPORT)
        infos: list[dict[str, int]] = [
            *({"report": 10 + at, "flags": each} for at, each in enumerate(FLAGS)),
            {"report": 9},
        ]
        listen(script, "vkCreateDebugReportCallbackEXT", infos)
        for flag in FLAGS:
            words: list[Argument] = [flag, 1, 0x1234, 5, 6, text("me"), text("hello")]
            script.call("vkDebugReportMessageEXT", "instance", *words, via=INSTANCE, returns="nothing")
        world.driver()
        script.heard("submitted")

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {REPORT} of its own")
        found = sorted((user, flag) for _, user, flag, said in seen.answers["submitted"] if said == "hello")
        assert found == sorted(
            (info["report"], flag) for info in infos for flag in FLAGS if flag & info.get("flags", flag)
        )

    @pytest.mark.parametrize("flags", [0x0A, 0x06, 0x19, 0x1F])
    def test_several_flags_at_once(self, world: World, subject: Trial, flags: int) -> None:
        """A report with several flags goes to each debug report callback that names one of them, and to no other."""
        script = enabled(REPORT)
        infos: list[dict[str, int]] = [
            *({"report": 20 + each, "flags": each} for each in FLAGS),
            {"report": 9},
        ]
        listen(script, "vkCreateDebugReportCallbackEXT", infos)
        words: list[Argument] = [flags, 1, 0x1234, 5, 6, text("me"), text("hello")]
        script.call("vkDebugReportMessageEXT", "instance", *words, via=INSTANCE, returns="nothing")

        found = heard_by(subject, world, script, REPORT)

        assert found == [9, *(20 + each for each in FLAGS if each & flags)]


class TestMessagesOfTheLoader:
    """What the loader itself says while an instance is made."""

    @YOUNG
    @BESIDE
    @pytest.mark.parametrize("severities", [0x1000, 0x0100, 0x0011], ids=["errors", "warnings", "others"])
    def test_a_chained_messenger(self, world: World, subject: Trial, severities: int, place: int) -> None:
        """A messenger in the pNext chain gets no message of the loader with a severity that it does not name."""
        world.driver("good")
        world.driver("missing", mock=None)
        world.variable("VK_LOADER_DEBUG", "all")
        narrow: Argument = {"utils": 7, "severities": severities}
        wide: Argument = {"utils": 9}
        first, second = (narrow, wide) if place == 0 else (wide, narrow)
        script = Script()
        script.create(extensions=[UTILS], next={**first, "next": second})
        script.heard("creation")

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {UTILS} of its own")
        others = [(row[1], row[2]) for row in seen.answers["creation"] if not row[2] & severities]
        if not others:
            pytest.skip("the loader has no message of another severity")
        assert {user for user, _ in others} == {9}
