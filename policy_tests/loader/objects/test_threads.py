"""Threads that call the loader at once: each gets what it gets alone, whatever the others do meanwhile.

Every script is first run alone, on the thread that runs everything else. What the specification declares externally
synchronized belongs to one thread. Drivers have threads meet for a short time only, so that a loader may let one wait
for another.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from refloader.scenario.call_sequence import parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, allocator, of_device, of_instance, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.rule("VULKAN-LOADER-06"),
]

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
DRIVERS = ("alpha", "beta")
UTILS = "VK_EXT_debug_utils"
GROUPS = "VK_KHR_device_group_creation"
DEVICE_EXTENSIONS = [
    *("VK_KHR_bind_memory2", "VK_KHR_get_memory_requirements2", "VK_KHR_maintenance1", "VK_KHR_maintenance2"),
]
"""They depend on nothing."""
COMMANDS = ["vkCreateDevice", "vkQueueWaitIdle", "vkGetDeviceQueue", "vkEnumeratePhysicalDevices"]
ROUNDS, FEW_ROUNDS = 4, 2
"""Counting callbacks take their time, so that there are few rounds with them."""
SUCCESS = 0
AT_ONCE = "during threads threads"
"""The end of the sentence on a loader that does not end by itself while the threads run."""

Activity = Callable[[Script, int], None]
"""Adds what one thread does to its script; the number is the thread's."""


def machine(world: World, **flags: str) -> None:
    """Two drivers, and two layers of which each has an extension of its own."""
    offered = ",".join(f"{name}:1" for name in (UTILS, GROUPS))
    devices = ",".join(f"{name}:1" for name in DEVICE_EXTENSIONS)
    for name in DRIVERS:
        own = {"device_name": name, "extensions": offered, "device_extensions": devices}
        world.driver(name, flags={**own, **flags})
    for name in (ONE, TWO):
        extension = f"VK_TEST_{name[-3:]}"
        world.explicit_layer(
            name,
            instance_extensions=[{"name": extension, "spec_version": "3"}],
            flags={"instance_extensions": f"{extension}:3"},
        )


# ---- what a thread can do


def ask(script: Script, place: int) -> None:
    """Ask what there is before there is an instance."""
    script.query("version")
    script.query("layers")
    script.query("extensions", "")
    script.query("extensions", (ONE, TWO)[place % 2])
    script.lookup(None, ["vkCreateInstance", "vkEnumerateInstanceVersion", *COMMANDS])


def live(script: Script, place: int, **options: Any) -> None:
    """Make an instance with a layer of its own and a device, use both and destroy both."""
    name = f"instance{place}"
    script.create(name, layers=[(ONE, TWO)[place % 2]], extensions=[GROUPS], **options)
    use(script, name, place)
    script.destroy(name, **options)


def live_without_layers(script: Script, place: int) -> None:
    """The same without a layer."""
    name = f"instance{place}"
    script.create(name, layers=[], extensions=[GROUPS])
    use(script, name, place)
    script.destroy(name)


def live_with_callbacks(script: Script, place: int) -> None:
    """The same with VkAllocationCallbacks of its own."""
    live(script, place, allocator=allocator(f"a{place}"))


def use(script: Script, instance: str, place: int) -> None:
    """Enumerate the devices of an instance, and make a device with an extension of its own."""
    script.devices(instance, f"devices{place}")
    script.groups(instance, label=f"groups{place}", command="vkEnumeratePhysicalDeviceGroupsKHR")
    make_device(script, f"devices{place}", place, instance)


def make_device(script: Script, devices: str, place: int, instance: str, keep: bool = False) -> None:
    """Make a device with an extension of its own on the physical device of one driver, and use it.

    Which driver's comes first may change from one instance to the next.
    """
    device, own = f"device{place}", DEVICE_EXTENSIONS[place % len(DEVICE_EXTENSIONS)]
    physical = f"{devices}.{DRIVERS[0]}"
    script.device_extensions(physical, label=f"extensions{place}")
    script.device(physical, device, extensions=[own])
    script.queue(device, f"queue{place}")
    script.device_lookup(device, COMMANDS, label=f"found{place}")
    script.call("vkQueueWaitIdle", f"queue{place}", via=of_device(device), label=f"wait{place}")
    script.call("vkDeviceWaitIdle", device, via=of_instance(instance), label=f"idle{place}")
    if not keep:
        script.destroy_device(device)


def look_up(script: Script, place: int) -> None:
    """Look up commands of the instance that all threads share."""
    script.lookup("instance", COMMANDS[place % 2 :: 2], label=f"found{place}")


def enumerate_devices(script: Script, place: int) -> None:
    """Enumerate the devices of the instance that all threads share, by names and by handles."""
    script.devices("instance", f"devices{place}")
    script.groups("instance", label=f"groups{place}", command="vkEnumeratePhysicalDeviceGroupsKHR")


def make_shared_device(script: Script, place: int) -> None:
    """Make a device on the physical device that all threads share, and destroy it."""
    make_device(script, "devices", place, "instance")


# ---- what they get


def at_once(script: Script, activities: Sequence[Activity], *, rounds: int = ROUNDS) -> None:
    """Add the activities one by one, as "alone 0" and so on, and all at once, as "threads"."""
    for place, activity in enumerate(activities):
        alone = script.thread()
        activity(alone, place)
        script.threads(alone, label=f"alone {place}")
    threads = [script.thread() for _ in activities]
    for place, (each, activity) in enumerate(zip(threads, activities, strict=True)):
        activity(each, place)
    script.threads(*threads, rounds=rounds)


def on_threads(subject: Trial, world: World, script: Script) -> Observation:
    """Run a script that has the step "threads"; skip if the loader ends before, which other rules are for."""
    try:
        return subject.calls(world, script)
    except EndedError as ending:
        if (
            subject.seen
            and "threads" not in subject.seen.answers
            and not subject.seen.detail.endswith(AT_ONCE)
        ):
            pytest.skip(f"the loader does not do on one thread what several would do at once: {ending}")
        raise


def judge(seen: Observation, number: int) -> None:
    """Check that each thread got in every round what it got alone, and that no mock complains."""
    together = seen.at_once()
    assert len(together) == number
    for place, rounds in enumerate(together):
        alone = seen.at_once(f"alone {place}")[0][0]
        assert different(rounds, alone) == {}
    assert seen.violations == ()


def different(rounds: Sequence[Mapping[str, Any]], alone: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of the first round that gave others than those of the thread alone, by label."""
    for answers in rounds:
        wrong = {
            label: answers.get(label)
            for label, each in alone.items()
            if plain(answers.get(label)) != plain(each)
        }
        if wrong:
            return wrong
    return {}


def plain(answer: Any) -> Any:
    """Return an answer with its lists in one order: no document gives any to what is enumerated."""
    if not isinstance(answer, Mapping):
        return answer
    return {name: sorted(each, key=str) if isinstance(each, list) else each for name, each in answer.items()}


def with_instance(**options: Any) -> Script:
    """Return a script that makes the instance that threads share."""
    script = Script()
    script.create(layers=[ONE], extensions=[GROUPS], **options)
    return script


class TestGlobalQueries:
    """What is asked before there is an instance has one answer, whatever instances others make meanwhile."""

    @pytest.mark.parametrize("others", [live, ask, live_without_layers, live_with_callbacks])
    def test_global_queries(self, world: World, subject: Trial, others: Activity) -> None:
        """Queries before there is an instance give a thread what it gets alone, whatever other threads do."""
        machine(world, meet_in="vkCreateInstance")
        script = Script()
        at_once(script, [ask, others, ask, others])

        judge(on_threads(subject, world, script), 4)


class TestInstances:
    """Each thread has an instance of its own, with a layer, a device and an extension of its own."""

    @pytest.mark.parametrize(
        "meeting",
        [
            "vkCreateInstance",
            "vkCreateDevice",
            "vkDestroyInstance",
            "vkDestroyDevice",
            "vkEnumeratePhysicalDevices",
            "",
        ],
    )
    @pytest.mark.parametrize("number", [2, 4])
    @pytest.mark.parametrize("lives", [live, live_with_callbacks, live_without_layers])
    def test_lives(self, world: World, subject: Trial, lives: Activity, number: int, meeting: str) -> None:
        """Threads that at once create, use and destroy an instance each get what each of them gets alone."""
        machine(world, meet_in=meeting)
        script = Script()
        at_once(script, [lives] * number, rounds=FEW_ROUNDS if lives is live_with_callbacks else ROUNDS)

        judge(on_threads(subject, world, script), number)

    @pytest.mark.parametrize("meeting", ["vkCreateInstance", ""])
    def test_their_chains(self, world: World, subject: Trial, meeting: str) -> None:
        """Each of four instances that threads create at once has the layer that it asks for, and no other."""
        machine(world, meet_in=meeting)
        script = Script()
        threads = [script.thread() for _ in range(4)]
        for place, each in enumerate(threads):
            each.create(f"instance{place}", layers=[(ONE, TWO)[place % 2]])
        script.threads(*threads)
        ends = [script.destroy(f"instance{place}") for place in range(4)]

        seen = on_threads(subject, world, script)

        assert [[*rounds] for rounds in seen.at_once()] == [
            [{f"instance{place}": SUCCESS}] for place in range(4)
        ]
        chains = [way_down(seen.lines[end], "vkDestroyInstance", "layer") for end in ends]
        assert chains == [(ONE,), (TWO,), (ONE,), (TWO,)]
        gone = [{*way_down(seen.lines[end], "vkDestroyInstance", "driver")} for end in ends]
        assert (gone, seen.violations) == ([{*DRIVERS}] * 4, ())

    def test_one_that_others_made(self, world: World, subject: Trial) -> None:
        """Threads can at once use and destroy instances that other threads have created."""
        machine(world)
        script = Script()
        makers, users = [script.thread() for _ in range(4)], []
        for place, each in enumerate(makers):
            each.create(f"instance{place}", layers=[(ONE, TWO)[place % 2]], extensions=[GROUPS])
        script.threads(*makers, label="made")
        for place in range(4):
            users.append(script.thread())
            use(users[-1], f"instance{(place + 1) % 4}", place)
            users[-1].destroy(f"instance{(place + 1) % 4}")
        script.threads(*users)

        seen = on_threads(subject, world, script)

        answers = [each[0] for each in seen.at_once()]
        results = [(each[f"device{place}"], each[f"wait{place}"]) for place, each in enumerate(answers)]
        assert results == [(SUCCESS, {"returned": SUCCESS, "read": []})] * 4
        assert seen.violations == ()

    @pytest.mark.parametrize("meeting", ["vkCreateInstance", "vkCreateDevice", ""])
    def test_their_callbacks(self, world: World, subject: Trial, meeting: str) -> None:
        """What an instance of one of several threads allocates by its callbacks is freed by the same callbacks."""
        machine(world, meet_in=meeting, use_allocator="1")
        script = Script()
        at_once(script, [live_with_callbacks] * 3, rounds=FEW_ROUNDS)
        counts = [script.allocations(f"a{place}") for place in range(3)]

        seen = on_threads(subject, world, script)

        judge(seen, 3)
        wrong = ("held", "unknown", "overruns", "late_writes", "strangers")
        assert [{key: seen.answers[each][key] for key in wrong} for each in counts] == [
            dict.fromkeys(wrong, 0)
        ] * 3


class TestOneInstance:
    """Threads share an instance or a physical device, which no command but that of its end wants for itself."""

    @pytest.mark.parametrize("others", [make_shared_device, enumerate_devices, look_up, live, ask])
    @pytest.mark.parametrize("shares", [make_shared_device, enumerate_devices, look_up])
    def test_sharing(self, world: World, subject: Trial, shares: Activity, others: Activity) -> None:
        """Threads that share an instance get what each of them gets alone, whatever other threads do meanwhile."""
        machine(world, meet_in="vkCreateDevice,vkEnumeratePhysicalDevices")
        script = with_instance()
        script.devices()
        at_once(script, [shares, others, shares, others])

        judge(on_threads(subject, world, script), 4)

    @pytest.mark.parametrize("meeting", ["vkEnumeratePhysicalDevices", ""])
    def test_first_enumeration(self, world: World, subject: Trial, meeting: str) -> None:
        """Each physical device has one handle, also if several threads are the first to enumerate at once."""
        machine(world, meet_in=meeting)
        script = with_instance()
        threads = [script.thread() for _ in range(4)]
        for each in threads:
            each.call(
                "vkEnumeratePhysicalDevices",
                "instance",
                read(4),
                read(0, 0, 0, 0),
                via=of_instance("instance"),
                label="found",
            )
        script.threads(*threads)

        seen = on_threads(subject, world, script)

        answers = [each[0]["found"] for each in seen.at_once()]
        found = [
            {
                "result": each["returned"],
                "count": each["read"][0][0],
                "handles": len({*each["read"][1]} - {0}),
            }
            for each in answers
        ]
        assert found == [{"result": SUCCESS, "count": 2, "handles": 2}] * 4
        assert len({tuple(sorted(each["read"][1])) for each in answers}) == 1

    @pytest.mark.parametrize("meeting", ["vkCreateDevice", ""])
    def test_devices_that_stay(self, world: World, subject: Trial, meeting: str) -> None:
        """Each device that threads create at once on one physical device has the extension of its own thread."""
        machine(world, meet_in=meeting)
        script = with_instance()
        script.devices()
        threads = [script.thread() for _ in range(4)]
        for place, each in enumerate(threads):
            make_device(each, "devices", place, "instance", keep=True)
        made = script.threads(*threads)
        ends = [script.destroy_device(f"device{place}") for place in range(4)]

        seen = on_threads(subject, world, script)

        asked = [each["extensions"] for _, each in parsed_lines(seen.lines[made], "vkCreateDevice", "driver")]
        assert sorted({*asked}) == DEVICE_EXTENSIONS
        gone = [way_down(seen.lines[end], "vkDestroyDevice", "layer") for end in ends]
        assert (gone, seen.violations) == ([(ONE,)] * 4, ())

    @pytest.mark.parametrize("meeting", ["vkDestroyDevice", ""])
    def test_devices_that_end(self, world: World, subject: Trial, meeting: str) -> None:
        """If each of two threads destroys a device at once, both calls reach the layer and the driver.

        Vulkan: "All commands support being called concurrently from multiple threads"; only the device itself is
        externally synchronized.
        """
        machine(world, meet_in=meeting)
        script = with_instance()
        script.devices()
        for place in range(2):
            make_device(script, "devices", place, "instance", keep=True)
        threads = [script.thread() for _ in range(2)]
        for place, each in enumerate(threads):
            each.destroy_device(f"device{place}")
        ended = script.threads(*threads)

        seen = on_threads(subject, world, script)

        ends = way_down(seen.lines[ended], "vkDestroyDevice")
        assert sorted(ends) == sorted([ONE, DRIVERS[0]] * 2)
        assert seen.violations == ()
