"""Creations that fail: of what was allocated for the object that does not come to be, nothing is left.

Nothing could free it later. Whose failure it is makes no difference: a driver's, a layer's, or the loader's refusal.
Whether a creation has to fail is for other rules: where a loader makes the object, nothing is judged here.
"""

from collections.abc import Callable

import pytest

from policy_tests.loader.objects.test_allocation_callbacks import EXTENSIONS, OBJECTS, mistakes
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered
from refloader.scenario.observation import Observation
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, out
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("VULKAN-LOADER-02")]

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
CREATES = "vkCreateInstance"
RESULTS = {"initialization": -3, "incompatible": -9, "no-memory": -1, "no-device-memory": -2}
"""VkResults that drivers and layers may give for an instance."""

LEFT = "VULKAN-LOADER-02, which speaks of what callbacks allocate, and not of what a driver has made"

NOBODY: dict[str, Callable[[World], object]] = {
    "no-driver": lambda world: None,
    "a-refusing-driver": lambda world: world.driver("bad", flags={"negotiate": "fail"}),
    "a-missing-library": lambda world: world.driver("bad", mock=None),
    "two-bad-drivers": lambda world: [
        world.driver("bad", flags={"negotiate": "fail"}),
        world.driver("worse", mock=None),
    ],
}
"""Machines without a driver that can be used."""


def nth_callbacks(number: int) -> str:
    """The name of the callbacks of one attempt."""
    return f"callbacks of attempt {number + 1}"


def attempts(times: int, **options: Argument) -> Script:
    """Attempts to make an instance with callbacks, each with some of its own, which count what is left."""
    script = Script()
    for number in range(times):
        name = nth_callbacks(number)
        script.create(f"instance_{number}", allocator=allocator(name), **options)
        script.allocations(name, f"left by {name}")
    return script


def nothing_is_left(seen: Observation, *made: str) -> None:
    """Check that what the failed creations with these labels took was given back; skips where one did not fail."""
    if any(seen.answers[label] >= 0 for label in made):
        pytest.skip("the loader makes the object all the same, which is for other rules")
    assert mistakes(seen) == {}


BOTH = ("instance_0", "instance_1")


class TestOfInstances:
    """A vkCreateInstance that fails leaves nothing, at the first attempt and at the next."""

    @pytest.mark.parametrize("layers", [[TWO], []], ids=["below-layers", "alone"])
    @pytest.mark.parametrize("machine", NOBODY)
    def test_without_a_driver(self, world: World, subject: Trial, machine: str, layers: list[str]) -> None:
        """If vkCreateInstance fails for want of a driver, exactly what the callbacks allocated is freed."""
        NOBODY[machine](world)
        for name in layers:
            world.explicit_layer(name)

        seen = subject.calls(world, attempts(2, layers=layers))

        nothing_is_left(seen, *BOTH)

    @pytest.mark.parametrize("result", RESULTS)
    @pytest.mark.parametrize("number", [2, 1])
    def test_by_drivers(self, world: World, subject: Trial, result: str, number: int) -> None:
        """If every driver fails vkCreateInstance, exactly what the callbacks allocated is freed."""
        for name in ("alpha", "beta")[:number]:
            world.driver(name, flags={"fail": f"{CREATES}:{RESULTS[result]}"})
        world.implicit_layer(ONE)

        seen = subject.calls(world, attempts(2))

        nothing_is_left(seen, *BOTH)

    @pytest.mark.parametrize("result", ["no-memory", "no-device-memory", "initialization", "incompatible"])
    @pytest.mark.parametrize("own", ["1", "0"], ids=["by-callbacks", "by-itself"])
    def test_by_one_of_two_drivers(self, world: World, subject: Trial, own: str, result: str) -> None:
        """If one of two drivers fails vkCreateInstance, and with it the call, nothing is left of the other's.

        What the other driver took from the callbacks has to be freed; its instance is only implied to be destroyed.
        """
        world.driver("alpha", flags={"use_allocator": own})
        world.driver("beta", flags={"use_allocator": own, "fail": f"{CREATES}:{RESULTS[result]}"})
        world.implicit_layer(ONE)

        seen = subject.calls(world, attempts(2))

        nothing_is_left(seen, *BOTH)
        made, gone = (entered(seen.trace, f"vk{word}Instance", "driver") for word in ("Create", "Destroy"))
        subject.implied(gone.count("alpha"), made.count("alpha"), LEFT)

    @pytest.mark.parametrize("result", RESULTS)
    @pytest.mark.parametrize("who", [TWO, ONE], ids=["the last", "the first"])
    def test_by_a_layer(self, world: World, subject: Trial, result: str, who: str) -> None:
        """If a layer fails vkCreateInstance, exactly what the callbacks allocated is freed."""
        world.driver()
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"fail": f"{CREATES}:{RESULTS[result]}"} if name == who else {})

        seen = subject.calls(world, attempts(2, layers=[ONE, TWO]))

        nothing_is_left(seen, *BOTH)

    @pytest.mark.parametrize("asked", ["layer", "extension"])
    def test_by_the_loader(self, world: World, subject: Trial, asked: str) -> None:
        """If vkCreateInstance fails for an unknown layer or extension, exactly what callbacks allocated is freed."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        missing = {
            "layer": {"layers": [TWO, "VK_LAYER_TEST_absent"]},
            "extension": {"extensions": ["VK_FAKE_none"]},
        }

        seen = subject.calls(world, attempts(2, **missing[asked]))

        nothing_is_left(seen, *BOTH)


class TestOfDevices:
    """A vkCreateDevice that fails leaves nothing."""

    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("result", [-3, -4, -8, -10, -1])
    @pytest.mark.parametrize("who", ["driver", ONE, TWO], ids=["driver", "first layer", "second layer"])
    def test_by_whom(self, world: World, subject: Trial, result: int, who: str) -> None:
        """If the driver or a layer fails vkCreateDevice, exactly what the callbacks allocated is freed."""
        flags = {"fail": f"vkCreateDevice:{result}"}
        world.driver(flags=flags if who == "driver" else {})
        for name in (ONE, TWO):
            world.explicit_layer(name, flags=flags if name == who else {})
        script = with_instance(layers=[ONE, TWO])
        for number in range(2):
            name = nth_callbacks(number)
            script.device(label=f"device_{number}", allocator=allocator(name))
            script.allocations(name, f"left by {name}")

        seen = subject.calls(world, script)

        nothing_is_left(seen, "device_0", "device_1")

    def test_by_the_loader(self, world: World, subject: Trial) -> None:
        """If vkCreateDevice fails for an unknown extension, exactly what the callbacks allocated is freed."""
        world.driver()
        script = with_instance()
        script.device(
            extensions=["VK_FAKE_none"], label="device", allocator=allocator("callbacks of the device")
        )
        script.allocations("callbacks of the device", "left by callbacks of the device")

        nothing_is_left(subject.calls(world, script), "device")


def refused(world: World, subject: Trial, kind: str, info: Argument, who: list[str]) -> None:
    """Check that an object that these drivers do not make for want of memory leaves nothing of its callbacks.

    Nor are callbacks asked to free what they never gave. These drivers allocate nothing by them.
    """
    offered = {"extensions": rows(EXTENSIONS), "surfaces": "own"}
    for name in ("alpha", "beta"):
        fails = {"fail": f"vkCreate{kind}:-1"} if name in who else {}
        world.driver(name, flags={**offered, **fails})
    script = with_instance(extensions=EXTENSIONS)
    for number in range(2):
        name = nth_callbacks(number)
        given = [info, allocator(name), out(f"object{number}")]
        script.call(f"vkCreate{kind}", "instance", *given, via=INSTANCE, label=f"made{number}")
        script.allocations(name, f"left by {name}")

    seen = subject.calls(world, script)

    if seen.answers["instance"] != 0 or seen.answers["made0"] is None:
        pytest.skip(f"the loader has no vkCreate{kind}")
    if 0 in seen.returned("made0", "made1"):
        pytest.skip("the loader makes the object without the driver that refuses")
    assert mistakes(seen) == {}


WHO = pytest.mark.parametrize(
    "who", [["beta"], ["alpha"], ["alpha", "beta"]], ids=["second", "first", "both"]
)


@pytest.mark.editions("2018", "2022", "2026")
@pytest.mark.parametrize(("kind", "info"), OBJECTS[:1], ids=[kind for kind, _ in OBJECTS[:1]])
class TestOfSurfaces:
    """A surface that one of several drivers does not make leaves nothing."""

    @WHO
    def test_by_drivers(
        self, world: World, subject: Trial, kind: str, info: Argument, who: list[str]
    ) -> None:
        """If a driver lacks memory for a surface, exactly what the callbacks allocated is freed."""
        refused(world, subject, kind, info, who)

    @pytest.mark.parametrize("refusing", ["beta", "alpha"], ids=["second", "first"])
    def test_what_another_driver_made(
        self, world: World, subject: Trial, kind: str, info: Argument, refusing: str
    ) -> None:
        """What one driver has made for a surface that another does not make should end with the failure."""
        for name in ("alpha", "beta"):
            fails = {"fail": f"vkCreate{kind}:-1"} if name == refusing else {}
            world.driver(name, flags={"extensions": rows(EXTENSIONS), "surfaces": "own", **fails})
        script = with_instance(extensions=EXTENSIONS)
        script.call(f"vkCreate{kind}", "instance", info, None, out("object"), via=INSTANCE, label="made")

        seen = subject.calls(world, script)

        if seen.answers["instance"] != 0 or seen.answers["made"] is None or seen.returned("made") == [0]:
            pytest.skip("the loader makes the surface without the driver that refuses")
        made = [who for who in entered(seen.lines["made"], f"vkCreate{kind}", "driver") if who != refusing]
        subject.implied(list(entered(seen.lines["made"], "vkDestroySurfaceKHR", "driver")), made, LEFT)


@pytest.mark.editions("2018", "2022", "2026")
@pytest.mark.parametrize(("kind", "info"), OBJECTS[1:], ids=[kind for kind, _ in OBJECTS[1:]])
class TestOfMessengers:
    """Nor does a messenger or a report callback that one of several drivers does not make."""

    @WHO
    def test_by_drivers(
        self, world: World, subject: Trial, kind: str, info: Argument, who: list[str]
    ) -> None:
        """If a driver lacks memory for a messenger or report callback, exactly what callbacks allocated is freed."""
        refused(world, subject, kind, info, who)
