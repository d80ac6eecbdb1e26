"""An application's steps, run on real loaders in children."""

import ctypes
import mmap
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError
from refloader.sandbox.loader import ForeignLoader
from refloader.sandbox.steps import Application
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, ScenarioError, World
from refloader.scenario.script import (
    EXPORT,
    GLOBAL,
    Script,
    allocator,
    of_device,
    of_instance,
    of_pointer,
    out,
    pair,
    read,
    text,
)

Run = Callable[[World, Script], Observation]


@pytest.fixture
def run() -> Run:
    """Runs a script on the drop-in library."""
    try:
        loader = ForeignLoader(dropin_library())
    except LoaderError as problem:
        pytest.skip(str(problem))
    return lambda world, script: loader.observe(replace(world.scenario(), actions=script.actions))


@pytest.fixture
def world() -> World:
    """A machine with one driver."""
    made = World()
    made.driver()
    return made


def test_objects_from_instance_to_queue(run: Run, world: World) -> None:
    """Each handle is known under its step's name, and each step has its own part of the trace."""
    script = Script()
    script.create()
    script.devices()
    script.device()
    script.queue()
    wait = script.call("vkQueueWaitIdle", "queue", via=of_device("device"))
    script.destroy_device()
    script.destroy()

    seen = run(world, script)

    assert (seen.ended, seen.answers["instance"], seen.answers["devices"]["names"]) == (
        "ok",
        0,
        ["mock driver"],
    )
    assert (seen.returned(wait), seen.read(wait), seen.device_names()) == ([0], [], ["mock driver"])
    assert [line.split()[2] for line in seen.lines[wait]] == ["vkQueueWaitIdle"]


def test_lookups_tell_whose_code_it_is(run: Run, world: World) -> None:
    """The file of each pointer, and nothing for NULL."""
    script = Script()
    script.create()
    script.devices()
    script.device()
    of_none = script.lookup(None, ["vkCreateInstance", "vkCreateDevice"])
    found = script.device_lookup("device", ["vkQueueWaitIdle", "vkCreateInstance"])

    seen = run(world, script)

    assert [bool(home) for home in seen.answers[of_none]] == [True, False]
    assert seen.answers[found] == ["libplain.so", ""]


def test_pointers_are_kept(run: Run, world: World) -> None:
    """A command is looked up once and called on an object that comes later; what is not found is not called."""
    script = Script()
    script.create()
    kept = script.pointer("vkDeviceWaitIdle", via=of_instance("instance"))
    absent = script.pointer("vkNobodyHasThis", via=of_instance("instance"), label="absent")
    script.devices()
    script.device()
    wait = script.call("vkDeviceWaitIdle", "device", via=of_pointer(kept))
    nothing = script.call("vkNobodyHasThis", "device", via=of_pointer(absent))

    seen = run(world, script)

    assert [bool(seen.answers[label]) for label in (kept, absent)] == [True, False]
    assert seen.lines[wait] == ("driver plain vkDeviceWaitIdle",)
    assert (seen.answers[nothing], seen.lacking) == (None, {nothing: "absent"})


def test_words_go_in_and_come_out(run: Run, world: World) -> None:
    """A count that a command writes, and a handle that it makes, are there afterwards."""
    script = Script()
    script.create()
    script.devices()
    script.device()
    count = script.call(
        "vkGetPhysicalDeviceQueueFamilyProperties",
        "devices.0",
        read(0),
        None,
        via=of_instance("instance"),
        returns="nothing",
    )
    script.call("vkCreateFence", "device", [8, 0, 0], None, out("fence"), via=of_device("device"))
    freed = script.call("vkDestroyFence", "device", "fence", None, via=of_device("device"), returns="nothing")

    seen = run(world, script)

    assert seen.answers[count]["read"] == [[1]]
    assert seen.answers[freed] is not None


def test_an_allocator_counts(run: Run, world: World) -> None:
    """What an instance took from the application's allocator is given back."""
    script = Script()
    script.create(allocator=allocator("mine"))
    during = script.allocations("mine")
    script.destroy(allocator=allocator("mine"))
    after = script.allocations("mine")

    seen = run(world, script)

    assert seen.answers[during]["held"] > 0
    assert seen.answers[after]["held"] == 0


def test_a_messenger_hears(run: Run, world: World) -> None:
    """A message that the application hands in comes to its own callback."""
    script = Script()
    script.create(extensions=["VK_EXT_debug_utils"])
    make = [{"utils": 7}, None, out("messenger")]
    script.call("vkCreateDebugUtilsMessengerEXT", "instance", *make, via=of_instance("instance"))
    script.heard("before")
    data: list[Any] = [1000128003, 0, 0, 0, 0, text("hello"), 0, 0, 0, 0, 0, 0]
    script.call(
        "vkSubmitDebugUtilsMessageEXT",
        "instance",
        0x100,
        1,
        data,
        via=of_instance("instance"),
        returns="nothing",
    )
    script.heard("after")

    seen = run(world, script)

    assert seen.answers["after"] == [["utils", 7, 0x100, "hello"]]


def test_given_drivers(run: Run, world: World) -> None:
    """An application hands a driver's library to the loader itself."""
    given = world.library("/world/libgiven.so", "driver_v7", {"name": "given", "device_name": "given"})
    script = Script()
    script.create(
        extensions=["VK_LUNARG_direct_driver_loading"], next={"direct": [given], "mode": "exclusive"}
    )
    script.devices()

    seen = run(world, script)

    assert seen.answers["devices"]["names"] == ["given"]
    assert seen.drivers == ("given",)


def test_a_given_driver_can_be_null(run: Run, world: World) -> None:
    """A driver without a function stands in the list beside one with."""
    given = world.library("/world/libgiven.so", "driver_v7", {"name": "given", "device_name": "given"})
    script = Script()
    script.create(extensions=["VK_LUNARG_direct_driver_loading"], next={"direct": [None, given]})
    script.devices()

    seen = run(world, script)

    assert seen.answers["devices"]["names"] == ["mock driver", "given"]


def test_steps_on_what_was_not_made(run: Run) -> None:
    """Without a driver there is no instance, and what would follow is not done."""
    script = Script()
    script.create()
    script.devices()
    script.device()
    found = script.lookup("instance", ["vkDestroyInstance"])
    missing = script.call("vkNobodyHasThis", via=GLOBAL)
    wait = script.call("vkQueueWaitIdle", "queue", via=EXPORT)
    pool = script.call("vkCreateCommandPool", 0, [39, None, ["queue"]], via=EXPORT)

    seen = run(World(), script)

    assert (seen.ended, seen.result_name) == ("ok", "VK_ERROR_INCOMPATIBLE_DRIVER")
    assert (seen.returned(missing, wait), seen.read(pool), seen.device_names()) == ([None, None], None, [])
    assert [seen.answers[label] for label in ("devices", "device", found, missing, wait, pool)] == [None] * 6
    assert seen.lacking == {
        "devices": "instance",
        "device": "devices.0",
        found: "instance",
        missing: "",
        wait: "queue",
        pool: "queue",
    }


def test_steps_on_what_a_call_did_not_make() -> None:
    """What a call that fails leaves at the place of a handle is undefined, and nothing is done with it."""
    results, ended = [0, -1], []

    def create(_device: int, out: int) -> int:
        ctypes.c_uint64.from_address(out).value = 0xBAD0
        return results.pop(0)

    def destroy(thing: int) -> int:
        ended.append(thing)
        return 0

    create_kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64, ctypes.c_uint64)
    kept = {
        "create": create_kind(create),
        "destroy": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64)(destroy),
    }
    addresses = {name: ctypes.cast(each, ctypes.c_void_p).value for name, each in kept.items()}
    loader = Mock(look_up=lambda _of, name: addresses[name])
    application = Application(loader, {})
    answers, lacking = [], []
    for name in ("made", "failed"):
        of_create = {"name": "create", "args": [1, out(name)], "via": GLOBAL, "returns": "result"}
        of_destroy = {"name": "destroy", "args": [name], "via": GLOBAL, "returns": "nothing"}
        answers += [application.do("call", name, of_create), application.do("call", "end", of_destroy)]
        lacking.append(application.lacking)

    assert answers == [
        {"returned": 0, "read": []},
        {"returned": None, "read": []},
        {"returned": -1, "read": []},
        None,
    ]
    assert (ended, lacking) == ([0xBAD0], [None, "failed"])


def test_where_pointers_lead() -> None:
    """Generated code is in no file; what nobody can execute is no function, wherever it lies."""
    code = ctypes.CFUNCTYPE(None)(lambda: None)
    data = mmap.mmap(-1, mmap.PAGESIZE)
    addresses = {
        "nothing": 0,
        "in a file": ctypes.cast(ctypes.CDLL("libc.so.6").malloc, ctypes.c_void_p).value,
        "generated": ctypes.cast(code, ctypes.c_void_p).value,
        "data": ctypes.addressof(ctypes.c_char.from_buffer(data)),
        "nowhere": 0xBAD0,
    }
    application = Application(Mock(look_up=lambda _of, name: addresses[name]), {})

    nothing, file, *others = application.do("lookup", "", {"of": None, "names": [*addresses]})

    assert (nothing, file.startswith("libc.")) == ("", True)
    assert others == ["?", "no code", "no code"]


def test_a_slip_in_a_script() -> None:
    """A handle that no step makes is noticed where the script is written."""
    with pytest.raises(ValueError, match="made gadget"):
        Script().queue("gadget")


def test_labels_are_told_apart() -> None:
    """Steps without a label of their own get a number from the second on."""
    script = Script()

    script.create()
    labels = [script.lookup(None, []), script.lookup(None, []), script.destroy(), script.destroy()]

    assert labels == ["lookup", "lookup2", "destroy", "destroy2"]


@pytest.mark.parametrize(
    "action",
    [
        ("fly",),
        ("create",),
        ("create", "i"),
        ("extensions",),
        (),
        ("destroy", "d", {}),
        ("destroy", "d", {"of": 7}),
        ("create", "i", {"of": "j"}),
        ("create", "i", {"layers": [1]}),
        ("queue", "q", {"of": "d", "index": True}),
    ],
)
def test_unknown_steps(action: tuple[str, ...]) -> None:
    """A scenario with an action that nobody can take cannot exist."""
    with pytest.raises(ScenarioError, match=r"action|step"):
        Scenario(actions=(action,))


def test_too_many_actions() -> None:
    """Some hundred thousand calls would tell nothing of a loader but its patience."""
    with pytest.raises(ScenarioError, match="10001 actions"):
        Scenario(actions=(("version",),) * 10_001)


def test_pairs() -> None:
    """The low member comes first in memory."""
    assert pair(2, 1) == 0x1_0000_0002


class TestThreads:
    """Scripts that run at once, each on a thread of its own, in rounds."""

    def test_answers_of_each_script(self, run: Run, world: World) -> None:
        """Each script has its own answers, those of equal rounds once; what it made is there afterwards."""
        script = Script()
        script.create("shared")
        one, two = script.thread(), script.thread()
        one.create("first")
        one.devices("first", "found")
        two.query("layers")
        two.lookup("shared", ["vkNoneTEST"], label="nothing")
        script.threads(one, two, rounds=3)
        script.devices("first")

        seen = run(world, script)

        names = {"result": 0, "names": ["mock driver"]}
        assert seen.at_once() == [
            [{"first": 0, "found": names}],
            [{"layers": {"result": 0, "layers": []}, "nothing": [""]}],
        ]
        assert seen.device_names() == ["mock driver"]

    def test_drivers_in_which_threads_meet(self, run: Run, world: World) -> None:
        """A command of a driver waits until another thread has called the one that it awaits."""
        world.driver(flags={"await": "vkQueueWaitIdle:vkQueueSubmit"})
        script = Script()
        script.create()
        script.devices()
        for place in (0, 1):
            script.device(label=f"device{place}")
            script.queue(f"device{place}", f"queue{place}")
        threads = [script.thread(), script.thread()]
        own = [of_device("device0"), of_device("device1")]
        threads[0].call("vkQueueWaitIdle", "queue0", via=own[0], label="waited")
        threads[1].call("vkQueueSubmit", "queue1", 0, None, None, via=own[1], label="submitted")
        script.threads(*threads, rounds=5)

        seen = run(world, script)

        words = [line.split()[2] for line in seen.lines["threads"]]
        assert sorted(words) == ["vkQueueSubmit"] * 5 + ["vkQueueWaitIdle"] * 5

    def test_messages_of_each_thread(self, run: Run, world: World) -> None:
        """A thread hears what was said on it, the first thread what is left."""
        world.driver(flags={"extensions": "VK_EXT_debug_utils:1", "message": "below"})
        script = Script()
        threads = [script.thread() for _ in range(2)]
        for place, each in enumerate(threads):
            each.create(f"instance{place}", extensions=["VK_EXT_debug_utils"], next={"utils": place})
        threads[0].heard("heard")
        script.threads(*threads)
        script.heard("left")

        seen = run(world, script)

        assert {row[1] for row in seen.at_once()[0][0]["heard"]} == {0}
        assert {row[1] for row in seen.answers["left"]} == {1}

    def test_a_thread_that_cannot_go_on(self, run: Run, world: World) -> None:
        """What ends one thread ends the others, and the run with its reason."""
        script = Script()
        script.create()
        one, two = script.thread(), script.thread()
        one.groups("instance", command="vkNoneTEST")
        two.devices("instance")
        script.threads(one, two, rounds=3)

        seen = run(world, script)

        assert (seen.ended, seen.detail) == ("fault", "vkGetInstanceProcAddr gives no vkNoneTEST")

    @pytest.mark.parametrize(
        ("options", "wrong"),
        [
            ({"scripts": []}, "from 1 to 16 scripts"),
            ({"scripts": [[]] * 17}, "from 1 to 16 scripts"),
            ({"scripts": [[]], "rounds": 0}, "cannot have 0 rounds"),
            ({"scripts": ["x"]}, "is no script of a thread"),
            ({"scripts": [[["dance"]]]}, "is no action of an application"),
            ({"scripts": [[["devices", "d", {}]]]}, 'lacks "of"'),
            ({"scripts": [[["instance"]]]}, "cannot be done on a thread"),
            ({"scripts": [[["set", "s", {"name": "A", "value": "1"}]]]}, "cannot be done on a thread"),
        ],
    )
    def test_scripts_that_cannot_be_run(self, options: Any, wrong: str) -> None:
        """A scenario refuses them with the reason."""
        with pytest.raises(ScenarioError, match=wrong):
            Scenario(actions=(("threads", "threads", options),))
