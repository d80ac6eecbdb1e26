"""A driver fails one call and no other: neither it nor its neighbours are lost for what follows.

Whether a loader asks a driver again is its own choice where it has an answer of the driver already. What the driver
says when it is asked must come back.
"""

import pytest

from policy_tests.loader.chains.test_parameters import (
    FEATURES2,
    NO_SUCH_FEATURE,
    asked_for,
    created,
    only,
    queues,
)
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, out
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

DEVICES, CREATES, EXTENSIONS = (
    "vkEnumeratePhysicalDevices",
    "vkCreateDevice",
    "vkEnumerateDeviceExtensionProperties",
)
LAYER = "VK_LAYER_TEST_one"
ALONE = "VK_KHR_sampler_mirror_clamp_to_edge"
"""A device extension that requires no other."""
LAYERS = pytest.mark.parametrize("layers", [[], [LAYER]], ids=["no-layer", "a-layer"])
ASKED_AGAIN = "VULKAN-LOADER-05, which leaves open whether a driver is asked again"


def once(command: str, result: str = "VK_ERROR_INITIALIZATION_FAILED", number: int = 1) -> str:
    """The flag of a driver that fails the call of that number alone."""
    return f"{command}:{result}@{number}"


def install(world: World, layers: list[str], **of_beta: str) -> None:
    """Two drivers, the first of which never fails, and implicit layers."""
    world.driver("alpha", flags={"device_name": "alpha"})
    world.driver("beta", flags={"device_name": "beta", **of_beta})
    for name in layers:
        world.implicit_layer(name)


def asked_once(seen: Observation, step: str, command: str, driver: str = "beta") -> None:
    """Skip the case if the loader called a command of the driver several times in a step."""
    if entered(seen.lines[step], command, "driver").count(driver) > 1:
        pytest.skip(f"the loader calls a driver's {command} several times: another call of it fails here")


def listed_after(subject: Trial, seen: Observation, step: str, expected: list[str]) -> None:
    """Check the devices of a step: all must be there whose drivers were asked in it, or else are only implied."""
    found = sorted(seen.device_names(step))
    if {"alpha", "beta"}.issubset(entered(seen.lines[step], DEVICES, "driver")):
        assert found == expected
    subject.implied(found, expected, ASKED_AGAIN)


class TestEnumerations:
    """After an enumeration of physical devices in which a driver failed, all that drivers have can be had."""

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize("result", ["VK_ERROR_INITIALIZATION_FAILED", "VK_ERROR_OUT_OF_HOST_MEMORY"])
    def test_of_one_instance(self, world: World, subject: Trial, layers: list[str], result: str) -> None:
        """If a driver fails one vkEnumeratePhysicalDevices and not the next, the next has all devices."""
        install(world, layers, fail=once(DEVICES, result))
        script = with_instance()
        script.devices(label="then")
        script.devices(label="at_last")

        seen = subject.calls(world, script)

        listed_after(subject, seen, "at_last", ["alpha", "beta"])

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_of_the_only_driver(self, world: World, subject: Trial, layers: list[str]) -> None:
        """If the only driver fails one vkEnumeratePhysicalDevices and not the next, the next has its devices."""
        world.driver("beta", flags={"device_name": "beta", "fail": once(DEVICES)})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance()
        script.devices(label="then")
        script.devices(label="at_last")

        seen = subject.calls(world, script)

        found = seen.device_names("at_last")
        if entered(seen.lines["at_last"], DEVICES, "driver"):
            assert found == ["beta"]
        subject.implied(found, ["beta"], ASKED_AGAIN)

    @LAYERS
    @pytest.mark.rule("DISC-DRIVER-GEN-01", "CHAIN-DIST-01")
    @pytest.mark.parametrize("living", [True, False], ids=["beside-it", "after-its-end"])
    def test_of_another_instance(self, world: World, subject: Trial, layers: list[str], living: bool) -> None:
        """If a driver fails to enumerate devices for one instance, a later instance has all devices."""
        install(world, layers, fail=once(DEVICES))
        script = Script()
        script.create("kept")
        script.create("before")
        script.devices("before", "failing")
        if not living:
            script.destroy("before")
        script.create()
        script.devices()

        assert sorted(subject.calls(world, script).device_names()) == ["alpha", "beta"]


class TestInstances:
    """A driver that fails vkCreateInstance once is used for the next instance."""

    @LAYERS
    @pytest.mark.rule("CHAIN-TERM-01", "DISC-DRIVER-GEN-01")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("result", ["VK_ERROR_INITIALIZATION_FAILED", "VK_ERROR_INCOMPATIBLE_DRIVER"])
    @pytest.mark.parametrize("living", [True, False], ids=["beside-it", "after-its-end"])
    def test_the_next_one(
        self, world: World, subject: Trial, layers: list[str], result: str, living: bool
    ) -> None:
        """If a driver fails the second of three vkCreateInstance, the third instance has all devices."""
        install(world, layers, fail=once("vkCreateInstance", result, 2))
        script = Script()
        script.create("kept")
        script.create("failing")
        if not living:
            script.destroy("failing")
        script.create()
        script.devices()

        seen = subject.calls(world, script)

        asked_once(seen, "kept", "vkCreateInstance")
        assert seen.answers["instance"] == 0
        assert sorted(seen.device_names()) == ["alpha", "beta"]


class TestDevices:
    """A driver that fails vkCreateDevice once is given the next call whole."""

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize("times", [1, 2])
    def test_what_the_driver_is_given(
        self, world: World, subject: Trial, layers: list[str], times: int
    ) -> None:
        """After a vkCreateDevice that the driver failed, it gets the application's extensions again."""
        wrong = ",".join(once(CREATES, number=number + 1) for number in range(times))
        extension = ALONE
        world.driver("beta", flags={"device_extensions": f"{extension}:3", "fail": wrong})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance()
        for number in range(times):
            script.device(label=f"failing_{number}", extensions=[extension])
        script.device(extensions=[extension])

        seen = subject.calls(world, script)

        asked_once(seen, "failing_0", CREATES)
        assert [seen.answers[f"failing_{number}"] for number in range(times)] == [-3] * times
        assert seen.answers["device"] == 0
        given = [parsed_lines(seen.lines[step], CREATES, "driver")[-1][1] for step in ("failing_0", "device")]
        assert given[0] == given[1]

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("form", ["structure", "members"])
    def test_features(self, world: World, subject: Trial, layers: list[str], form: str) -> None:
        """After a vkCreateDevice that the driver failed, the next one brings a feature, which the driver lacks."""
        more = {"next": [FEATURES2, None, *only(27)]} if form == "structure" else {"features": only(27)}
        info = asked_for(queues=[queues(0)], **more)
        script = created(world, layers, info, fail=once(CREATES))
        script.call(CREATES, "devices.0", info, None, out("again"), via=INSTANCE, label="again")

        seen = subject.calls(world, script)

        asked_once(seen, "device", CREATES, "plain")
        assert seen.returned("device") == [-3]
        assert seen.returned("again") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("CHAIN-TERM-02", "CHAIN-DIST-01")
    def test_of_another_driver(self, world: World, subject: Trial) -> None:
        """After a vkCreateDevice that one driver failed, a device of another driver can be made."""
        install(world, [LAYER], fail=once(CREATES))
        script = with_instance()
        script.device("devices.beta", "failing")
        script.device("devices.alpha")

        seen = subject.calls(world, script)

        asked_once(seen, "failing", CREATES)
        assert [seen.answers[step] for step in ("failing", "device")] == [-3, 0]

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_extensions(self, world: World, subject: Trial, layers: list[str]) -> None:
        """If a driver fails to list a device's extensions once, a later list has them."""
        flags = {"device_extensions": f"{ALONE}:3", "fail": once(EXTENSIONS, "VK_ERROR_OUT_OF_HOST_MEMORY")}
        world.driver("beta", flags=flags)
        for name in layers:
            world.implicit_layer(name)
        script = with_instance()
        for label in ("first", "second", "third"):
            script.device_extensions(label=label)

        seen = subject.calls(world, script)

        answer = seen.answers["third"]
        found, expected = (answer["result"], answer["extensions"]), (0, [[ALONE, 3]])
        if entered(seen.lines["third"], EXTENSIONS, "driver"):
            assert found == expected
        subject.implied(found, expected, ASKED_AGAIN)


class TestMessengers:
    """A driver that fails to make a messenger once takes no later messenger along."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_the_next_one(self, world: World, subject: Trial) -> None:
        """If a driver fails one vkCreateDebugUtilsMessengerEXT, the next one succeeds."""
        command, extension = "vkCreateDebugUtilsMessengerEXT", "VK_EXT_debug_utils"
        install(world, [], extensions=f"{extension}:2", fail=once(command, "VK_ERROR_OUT_OF_HOST_MEMORY"))
        script = Script()
        script.create(extensions=[extension])

        for label in ("first", "second"):
            script.call(
                command, "instance", {"utils": 1}, None, out(label), via=INSTANCE, label=f"made_{label}"
            )

        seen = subject.calls(world, script)

        assert seen.returned("made_second") == [0]
