"""VkAllocationCallbacks from the application: what is taken by them is given back by them, also where they fail, and
they are called on the thread of the command.

A loader may use other memory than that of the callbacks, so nothing is asked about how often they are called.
"""

import pytest

from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.observation import Observation
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, out
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
SUCCESS, NO_MEMORY = 0, -1
OF_INSTANCES, OF_DEVICES = range(1, 121), range(1, 41)
"""The call that fails in each attempt; a loader that calls less often has no failure in the later ones."""

OF_INSTANCE, OF_OBJECT = "callbacks of the instance", "callbacks of the object"
"""The names of these callbacks."""

RESULT = "VK_ERROR_OUT_OF_HOST_MEMORY, the result that the specification has for a lack of memory"

EXTENSIONS = ["VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_debug_utils", "VK_EXT_debug_report"]
OBJECTS: list[tuple[str, Argument]] = [
    ("HeadlessSurfaceEXT", [1000256000, None, 0]),
    ("DebugUtilsMessengerEXT", {"utils": 1}),
    ("DebugReportCallbackEXT", {"report": 1}),
]
ENDS = {"HeadlessSurfaceEXT": "SurfaceKHR"}


def two_drivers_and_layers(world: World, **flags: str) -> None:
    """What gives a loader enough to allocate."""
    offered = {"extensions": rows(EXTENSIONS), "surfaces": "own", **flags}
    for name in ("alpha", "beta"):
        world.driver(name, flags={"device_name": name, **offered})
    world.implicit_layer(ONE)
    world.explicit_layer(TWO)
    world.application(layers=[TWO])


def a_life(script: Script, name: str) -> None:
    """An instance and a device of an allocator of this name, which are made and destroyed."""
    script.create(f"instance_{name}", allocator=allocator(name))
    script.devices(f"instance_{name}", f"devices_{name}")
    script.device(f"devices_{name}.beta", f"device_{name}", allocator=allocator(name))
    script.destroy_device(f"device_{name}", allocator=allocator(name))
    script.destroy(f"instance_{name}", allocator=allocator(name))


def an_object(script: Script, kind: str, info: Argument) -> None:
    """An object of the instance and of these callbacks, which is made and destroyed."""
    arguments = [info, allocator(OF_OBJECT), out("object")]
    script.call(f"vkCreate{kind}", "instance", *arguments, via=INSTANCE, label="made")
    end = f"vkDestroy{ENDS.get(kind, kind)}"
    script.call(end, "instance", "object", allocator(OF_OBJECT), via=INSTANCE, returns="nothing", label="end")
    script.allocations(OF_OBJECT, f"left by {OF_OBJECT}")


def life_of(kind: str, info: Argument, world: World, subject: Trial, **flags: str) -> Observation:
    """What an instance with an object of this kind comes to, both with callbacks; skips where a loader has none."""
    two_drivers_and_layers(world, **flags)
    script = with_instance(extensions=EXTENSIONS, allocator=allocator(OF_INSTANCE))
    an_object(script, kind, info)
    script.destroy(allocator=allocator(OF_INSTANCE))
    script.allocations(OF_INSTANCE, f"left by {OF_INSTANCE}")

    seen = subject.calls(world, script)

    if seen.answers["instance"] != SUCCESS or seen.answers["made"] is None:
        pytest.skip(f"the loader has no vkCreate{kind}")
    assert seen.returned("made") == [SUCCESS]
    return seen


MISTAKES = {
    "held": "not freed",
    "unknown": "freed but never allocated",
    "overruns": "written to outside of their size",
    "late_writes": "written to after they were freed",
}


def counted(seen: Observation) -> dict[str, dict[str, int]]:
    """What the steps that counted have, by the name of the callbacks."""
    of = "left by "
    found = {label.removeprefix(of): answer for label, answer in seen.answers.items() if label.startswith(of)}
    assert found
    return found


def mistakes(seen: Observation) -> dict[str, str]:
    """What is wrong with blocks of the callbacks, by the name of the callbacks."""
    found = {
        label: [f"{answer[key]} {words}" for key, words in MISTAKES.items() if answer[key]]
        for label, answer in counted(seen).items()
    }
    return {label: ", ".join(each) for label, each in found.items() if each}


def elsewhere(seen: Observation) -> dict[str, str]:
    """How many calls of callbacks came on a thread that was in no command, by the name of the callbacks."""
    wrong = {label: each["elsewhere"] for label, each in counted(seen).items() if each["elsewhere"]}
    return {
        label: f"{number} calls on a thread that had called no command" for label, number in wrong.items()
    }


def strange(seen: Observation, what: str) -> dict[str, object]:
    """The results of creations that are neither success nor the lack of memory."""
    results = {label: answer for label, answer in seen.answers.items() if label.startswith(what)}
    assert results
    return {label: each for label, each in results.items() if each not in (SUCCESS, NO_MEMORY)}


class TestAllIsGivenBack:
    """When an object is gone, nothing is left of what its callbacks allocated."""

    @pytest.mark.rule("VULKAN-LOADER-02")
    def test_instances_and_devices(self, world: World, subject: Trial) -> None:
        """When two instances and their devices are destroyed, exactly what their callbacks allocated is freed."""
        two_drivers_and_layers(world)
        script = Script()
        for each in ("a", "b"):
            script.create(f"instance_{each}", allocator=allocator(each))
            script.devices(f"instance_{each}", f"devices_{each}")
            script.device(f"devices_{each}.1", f"device_{each}", allocator=allocator(each))
        for each in ("a", "b"):
            script.destroy_device(f"device_{each}", allocator=allocator(each))
            script.destroy(f"instance_{each}", allocator=allocator(each))
            script.allocations(each, f"left by {each}")

        seen = subject.calls(world, script)

        assert [seen.answers[f"{kind}_{each}"] for kind in ("instance", "device") for each in "ab"] == [0] * 4
        assert mistakes(seen) == {}

    @pytest.mark.rule("VULKAN-LOADER-02")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize(("kind", "info"), OBJECTS, ids=[kind for kind, _ in OBJECTS])
    def test_objects_of_an_instance(self, world: World, subject: Trial, kind: str, info: Argument) -> None:
        """When a surface or a messenger is destroyed, exactly what its callbacks allocated is freed by them."""
        seen = life_of(kind, info, world, subject)

        assert mistakes(seen) == {}


class TestTheirThread:
    """Callbacks are called while a command runs, and on the thread that calls it, whoever below it calls them.

    Drivers allocate by them, too: one that is given them has to be called on that thread. A loader may do anything
    else on threads of its own.
    """

    @pytest.mark.rule("VULKAN-LOADER-02")
    @pytest.mark.parametrize("own", [False, True], ids=["the loader's", "drivers too"])
    def test_instances_and_devices_of_one_thread(self, world: World, subject: Trial, own: bool) -> None:
        """The callbacks of an instance and a device are called only on the thread that is in a command."""
        two_drivers_and_layers(world, use_allocator="1" if own else "0")
        script = Script()
        a_life(script, "a")
        script.allocations("a", "left by a")

        seen = subject.calls(world, script)

        assert [seen.answers[each] for each in ("instance_a", "device_a")] == [SUCCESS] * 2
        assert elsewhere(seen) == {}

    @pytest.mark.rule("VULKAN-LOADER-02")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize(("kind", "info"), OBJECTS, ids=[kind for kind, _ in OBJECTS])
    def test_objects_of_one_thread(self, world: World, subject: Trial, kind: str, info: Argument) -> None:
        """The callbacks of a surface or a messenger are called only on the thread that is in a command."""
        seen = life_of(kind, info, world, subject, use_allocator="1")

        assert elsewhere(seen) == {}

    @pytest.mark.rule("VULKAN-LOADER-02")
    def test_instances_of_several_threads(self, world: World, subject: Trial) -> None:
        """With instances on several threads, callbacks are called only on threads that are in a command."""
        two_drivers_and_layers(world, use_allocator="1")
        script = Script()
        a_life(script, "a")
        threads = [script.thread() for _ in range(2)]
        for each, name in zip(threads, "bc", strict=True):
            a_life(each, name)
        script.threads(*threads)
        for name in "abc":
            script.allocations(name, f"left by {name}")

        seen = subject.calls(world, script)

        assert elsewhere(seen) == {}


class TestTheyFail:
    """Whichever allocation fails, the creation succeeds without it or says so, and leaves nothing."""

    @pytest.mark.rule("VULKAN-LOADER-02")
    def test_while_an_instance_is_made(self, world: World, subject: Trial) -> None:
        """If an allocation by an instance's callbacks fails, nothing is left, and a later instance can be made."""
        two_drivers_and_layers(world)
        script = Script()
        for number in OF_INSTANCES:
            name = f"callbacks that fail at {number}"
            taken = allocator(name, fails_at=number)
            script.create(f"instance_{number}", allocator=taken)
            script.destroy(f"instance_{number}", allocator=taken)
            script.allocations(name, f"left by {name}")
        script.create("afterwards")
        script.devices("afterwards")

        seen = subject.calls(world, script)

        assert mistakes(seen) == {}
        assert (seen.answers["afterwards"], len(seen.device_names())) == (SUCCESS, 2)
        subject.implied(strange(seen, "instance_"), {}, RESULT)

    @pytest.mark.rule("VULKAN-LOADER-02")
    def test_while_a_device_is_made(self, world: World, subject: Trial) -> None:
        """If an allocation by a device's callbacks fails, nothing is left, and a later device can be made."""
        two_drivers_and_layers(world)
        script = with_device()
        for number in OF_DEVICES:
            name = f"callbacks that fail at {number}"
            taken = allocator(name, fails_at=number)
            script.device(label=f"device_{number}", allocator=taken)
            script.destroy_device(f"device_{number}", allocator=taken)
            script.allocations(name, f"left by {name}")
        script.device("devices.1", "afterwards")

        seen = subject.calls(world, script)

        assert mistakes(seen) == {}
        assert seen.answers["afterwards"] == SUCCESS
        subject.implied(strange(seen, "device_"), {}, RESULT)
