"""Threads that share an instance or a device: surfaces, messages, new names and waits. Each gets what is its own.

No thread destroys a messenger while others use its instance, and none uses a surface of another.
"""

import pytest

from policy_tests.loader.objects.test_threads import SUCCESS, on_threads
from refloader.scenario.call_sequence import said
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, of_instance, out, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.rule("VULKAN-LOADER-06"),
]

ONE = "VK_LAYER_TEST_one"
UTILS = "VK_EXT_debug_utils"
ASKS = "vkGetPhysicalDeviceSurfaceSupportKHR"
SEVERITY, GENERAL = 0x100, 1
THREADS, ROUNDS = 4, 4
FIRST_OF_DRIVER = 4200
"""What a mock driver returns from its first unknown command; the others count on."""
LAYERS = pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"])


def message(place: int) -> Argument:
    """Return a VkDebugUtilsMessengerCallbackDataEXT whose text names the thread."""
    return [1000128003, 0, 0, 0, 0, text(f"from {place}"), 0, 0, 0, 0, 0, 0]


def machine(world: World, layers: list[str], *extensions: str, **flags: str) -> None:
    """One driver, and implicit layers."""
    offered = ",".join(f"{name}:1" for name in extensions)
    world.driver(flags={"extensions": offered, **flags})
    for name in layers:
        world.implicit_layer(name)


def submit(script: Script, instance: str, place: int) -> None:
    """Submit a message that names the thread."""
    via = of_instance(instance)
    command = "vkSubmitDebugUtilsMessageEXT"
    script.call(
        command, instance, SEVERITY, GENERAL, message(place), via=via, returns="nothing", label=f"said{place}"
    )


def heard(seen: Observation, place: int) -> list[set[tuple[int, str]]]:
    """Return the different sets of user words and mocks' or threads' texts that a thread heard in its rounds."""
    found: list[set[tuple[int, str]]] = []
    for answers in seen.at_once()[place]:
        each = {(row[1], row[3]) for row in answers[f"heard{place}"] if row[3].startswith("from ")}
        if each not in found:
            found.append(each)
    return found


class TestMessages:
    """A message is heard on the thread that called, by the messengers of its instance, with their own user data."""

    @LAYERS
    def test_on_one_instance(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A message that a thread submits is heard on that thread by both messengers of the shared instance."""
        machine(world, layers, UTILS)
        script = Script()
        script.create(extensions=[UTILS])
        for user in (7, 8):
            script.call(
                "vkCreateDebugUtilsMessengerEXT",
                "instance",
                {"utils": user},
                None,
                out(f"messenger{user}"),
                via=of_instance("instance"),
                label=f"made{user}",
            )
        threads = [script.thread() for _ in range(THREADS)]
        for place, each in enumerate(threads):
            submit(each, "instance", place)
            each.heard(f"heard{place}")
        script.threads(*threads, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        found = [heard(seen, place) for place in range(THREADS)]
        assert found == [[{(7, f"from {place}"), (8, f"from {place}")}] for place in range(THREADS)]

    @LAYERS
    def test_on_their_own(self, world: World, subject: Trial, layers: list[str]) -> None:
        """With an instance and a messenger for each thread, a messenger gets its own thread's messages alone."""
        machine(world, layers, UTILS, meet_in="vkCreateInstance")
        script = Script()
        threads = [script.thread() for _ in range(THREADS)]
        for place, each in enumerate(threads):
            name, via = f"instance{place}", of_instance(f"instance{place}")
            each.create(name, extensions=[UTILS])
            made = out(f"messenger{place}")
            each.call(
                "vkCreateDebugUtilsMessengerEXT",
                name,
                {"utils": place},
                None,
                made,
                via=via,
                label=f"made{place}",
            )
            submit(each, name, place)
            each.call(
                "vkDestroyDebugUtilsMessengerEXT",
                name,
                f"messenger{place}",
                None,
                via=via,
                returns="nothing",
                label=f"gone{place}",
            )
            submit(each, name, place)
            each.heard(f"heard{place}")
            each.destroy(name)
        script.threads(*threads, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        assert [heard(seen, place) for place in range(THREADS)] == [
            [{(place, f"from {place}")}] for place in range(THREADS)
        ]
        assert seen.violations == ()

    @LAYERS
    def test_while_instances_are_made(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A driver's message in vkCreateInstance reaches only the messenger in the pNext chain of that call.

        "A callback will always be executed in the same thread as the originating Vulkan call" (VK_EXT_debug_utils):
        in the application's one, whatever threads the loader has.
        """
        machine(world, layers, UTILS, message="from below", meet_in="vkCreateInstance")
        script = Script()
        threads = [script.thread() for _ in range(THREADS)]
        for place, each in enumerate(threads):
            each.create(f"instance{place}", extensions=[UTILS], next={"utils": place})
            each.heard(f"heard{place}")
            each.destroy(f"instance{place}")
        script.threads(*threads, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        assert [heard(seen, place) for place in range(THREADS)] == [
            [{(place, "from below")}] for place in range(THREADS)
        ]


class TestSurfaces:
    """Surfaces that threads make at once on one instance are objects of their own."""

    @LAYERS
    @pytest.mark.parametrize("whose", ["own", "loader"])
    def test_of_one_instance(self, world: World, subject: Trial, whose: str, layers: list[str]) -> None:
        """Threads that at once create, query and destroy a surface each get the answers that one thread gets.

        It gets an answer that one thread alone gets for one of as many surfaces: for which, no document says.
        """
        machine(world, layers, SURFACE, DISPLAY.extension, surfaces=whose)
        script = Script()
        script.create(extensions=[SURFACE, DISPLAY.extension])
        script.devices()
        alone = script.thread()
        for step in (make_surface, ask_for_it, destroy_it):
            for place in range(THREADS):
                step(alone, place)
        script.threads(alone, label="alone")
        threads = [script.thread() for _ in range(THREADS)]
        for place, each in enumerate(threads):
            for step in (make_surface, ask_for_it, destroy_it):
                step(each, place)
        script.threads(*threads, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        if not {*seen.violations}.isdisjoint(seen.lines["alone"]):
            pytest.skip("on one thread too, the driver gets no surface of a known platform")
        together = [(place, each) for place, rounds in enumerate(seen.at_once()) for each in rounds]
        one_by_one = [seen.at_once("alone")[0][0][f"asked{place}"] for place in range(THREADS)]
        assert [each[f"made{place}"]["returned"] for place, each in together] == [SUCCESS] * len(together)
        assert [
            each[f"asked{place}"] for place, each in together if each[f"asked{place}"] not in one_by_one
        ] == []
        handed = {*said(seen.lines["threads"], ASKS, "driver")} - {*said(seen.lines["alone"], ASKS, "driver")}
        assert (handed, {*seen.violations}) == (set(), set())


def make_surface(script: Script, place: int) -> None:
    """Make a surface of a display."""
    made, via = out(f"surface{place}"), of_instance("instance")
    script.call(DISPLAY.command, "instance", DISPLAY.info, None, made, via=via, label=f"made{place}")


def ask_for_it(script: Script, place: int) -> None:
    """Ask whether the device presents to it."""
    via = of_instance("instance")
    script.call(ASKS, "devices.0", 0, f"surface{place}", read(0), via=via, label=f"asked{place}")


def destroy_it(script: Script, place: int) -> None:
    """Destroy it."""
    own, via = f"surface{place}", of_instance("instance")
    script.call(
        "vkDestroySurfaceKHR", "instance", own, None, via=via, returns="nothing", label=f"gone{place}"
    )


class TestNewNames:
    """Names that are new to the loader can be looked up and called by several threads at once."""

    @LAYERS
    def test_of_devices(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Threads that at once look up and call a command each that only the driver knows reach that command."""
        names = [f"vkMadeUp{place}TEST" for place in range(THREADS)]
        machine(world, layers, unknown_device=",".join([*names, "vkMadeUpTEST"]))
        script = Script()
        script.create()
        script.devices()
        script.device()
        script.lookup("instance", ["vkMadeUpTEST"], label="passed on")
        threads = [script.thread() for _ in range(THREADS)]
        for place, (each, name) in enumerate(zip(threads, names, strict=True)):
            each.call(name, "device", 8, via=of_instance("instance"), label=f"by instance {place}")
            each.call(name, "device", 8, via=of_device("device"), label=f"by device {place}")
        script.threads(*threads, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        found = [
            [each[f"by {kind} {place}"] for kind in ("instance", "device")]
            for place, (each, *_) in enumerate(seen.at_once())
        ]
        lacking = [each for each in found if None in each]
        subject.allows_unknown(seen.answers["passed on"] != [""], lacking)
        returned = [[each["returned"] for each in both] for both in found]
        assert returned == [[FIRST_OF_DRIVER + place] * 2 for place in range(THREADS)]
        assert {len(rounds) for rounds in seen.at_once()} == {1}


def submit_nothing(script: Script) -> None:
    """Submit nothing to the other device's queue."""
    script.call("vkQueueSubmit", "queue1", 0, None, None, via=of_device("device1"), label="went on")


def make_pool(script: Script) -> None:
    """Make a command pool of the same device."""
    info: Argument = [39, None, 0]
    script.call(
        "vkCreateCommandPool", "device0", info, None, out("pool"), via=of_device("device0"), label="went on"
    )


def make_instance(script: Script) -> None:
    """Make another instance."""
    script.create("went on")
    script.destroy("went on")


def make_device(script: Script) -> None:
    """Make another device of the same physical device."""
    script.device("devices.0", "went on")
    script.destroy_device("went on")


GOES_ON = {
    "vkQueueSubmit": submit_nothing,
    "vkCreateCommandPool": make_pool,
    "vkCreateInstance": make_instance,
    "vkCreateDevice": make_device,
}
"""By the command that the waiting thread waits for: what another one does."""


class TestWaits:
    """A thread that waits for a queue does not keep another one from calling what that work waits for."""

    @LAYERS
    @pytest.mark.parametrize("command", GOES_ON)
    def test_for_a_queue(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """While one thread waits in vkQueueWaitIdle, another can call the command that ends the wait."""
        machine(world, layers, **{"await": f"vkQueueWaitIdle:{command}"})
        script = Script()
        script.create()
        script.devices()
        for place in (0, 1):
            script.device(label=f"device{place}")
            script.queue(f"device{place}", f"queue{place}")
        waiting, going_on = script.thread(), script.thread()
        waiting.call("vkQueueWaitIdle", "queue0", via=of_device("device0"), label="waited")
        GOES_ON[command](going_on)
        script.threads(waiting, going_on, rounds=ROUNDS)

        seen = on_threads(subject, world, script)

        waited, gone_on = seen.at_once()
        assert [each["waited"]["returned"] for each in waited] == [SUCCESS]
        results = [each["went on"] for each in gone_on]
        assert [each["returned"] if isinstance(each, dict) else each for each in results] == [SUCCESS]
