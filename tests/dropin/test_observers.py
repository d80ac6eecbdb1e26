"""The observers between the links of a chain: what they write down of calls, and that nothing else changes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

from refloader.model.version import unpacked
from refloader.suite.layers import recording_file
from refloader.suite.sessions import recording
from refloader.suite.sessions.recording import Call, Fact, Link, Recording

pytestmark = pytest.mark.slow

BUFFER = """
create, pool, buffer = block(39, 0, 0), ctypes.c_uint64(), ctypes.c_uint64()
s = Session()
result, device = s.create_device(s.devices()[0])
s.command("vkCreateCommandPool", 4)(device, ctypes.addressof(create), 0, ctypes.addressof(pool))
info = block(40, 0, pool.value, 1 << 32)
s.command("vkAllocateCommandBuffers", 3)(device, ctypes.addressof(info), ctypes.addressof(buffer))
"""
SUBMIT = """
queue, fence = s.queue(device), 0x77770000
buffers, semaphores = block(buffer.value, buffer.value), block(0x55550000)
submit = block(4, 0, 0, 0, 0, 2, ctypes.addressof(buffers), 1, ctypes.addressof(semaphores))
many = block(*submit, *submit)
"""


class Observed:
    """Runs scripts with observers; ``seen`` is what the last one left."""

    def __init__(self, script: Script, path: Path) -> None:
        self._script = script
        self.path = path
        self.seen = recording.EMPTY

    def __call__(self, text: str, capacity: int = 1 << 26) -> Any:
        """The JSON value that the script says."""
        recording_file.begin(str(self.path), capacity)
        try:
            return self._script(text, REFLOADER_OBSERVE=str(self.path))
        finally:
            self.seen = recording.read(self.path.read_bytes())

    def calls(self, command: str) -> list[Call]:
        """The calls of a command, in order."""
        return [call for call in self.seen.calls.values() if call.command == command]


@pytest.fixture
def observed(script: Script, tmp_path: Path) -> Observed:
    """Runs scripts with observers in the chain."""
    return Observed(script, tmp_path / "recording")


@pytest.fixture
def two_layers(world: MockWorld) -> None:
    """Two layers that hand everything down."""
    world.layer("VK_LAYER_a")
    world.layer("VK_LAYER_b")


def number(fact: Fact | None) -> int | None:
    """The number of a fact that is there."""
    return fact.value if fact else None


def text(fact: Fact | None) -> str | None:
    """The text of a fact that is there."""
    return fact.text if fact else None


def links(seen: Recording, calls: list[Call]) -> list[Link]:
    """Where each call went through."""
    return [seen.links[call.link] for call in calls]


def paths(call: Call, type_: str) -> dict[str, int]:
    """The handles of a type that a call was given, by path."""
    return {fact.path: fact.value for fact in call.given if fact.type == type_}


DOWN = [Link("", "VK_LAYER_a"), Link("VK_LAYER_a", "VK_LAYER_b"), Link("VK_LAYER_b", "")]


@pytest.mark.usefixtures("two_layers")
class TestCalls:
    """Each call through each link is there, with its parameters and its end."""

    def test_every_link_is_observed(self, observed: Observed) -> None:
        """One call of the application is one call through each link, each within the one before."""
        observed("s = Session(); s.destroy(); say(s.result)")

        made = observed.calls("vkCreateInstance")

        assert links(observed.seen, made) == DOWN
        assert [call.caller for call in made] == [0, made[0].number, made[1].number]
        assert links(observed.seen, observed.calls("vkDestroyInstance")) == DOWN

    def test_calls_begin_and_end(self, observed: Observed) -> None:
        """Every call has come back, in the reverse order, with its result."""
        observed("s = Session(); say(s.result)")

        calls = observed.calls("vkCreateInstance")

        assert not [call for call in observed.seen.calls.values() if call.left is None]
        ends = [call.left or 0 for call in calls]
        assert ends == sorted(ends, reverse=True)
        assert [call.result for call in calls] == [0, 0, 0]

    def test_devices_have_links_of_their_own(self, observed: Observed) -> None:
        """Calls on a device go through the same links, with the words they were made with."""
        handle = observed(BUFFER + 's.command("vkResetCommandBuffer", 2)(buffer.value, 5); say(buffer.value)')

        calls = observed.calls("vkResetCommandBuffer")

        assert links(observed.seen, calls) == DOWN
        assert [call.words for call in calls] == [(handle, 5)] * 3

    def test_handles_in_structures(self, observed: Observed) -> None:
        """The handles of arrays of structures are found, each under its path."""
        handle = observed(
            BUFFER
            + SUBMIT
            + 's.command("vkQueueSubmit", 4)(queue, 2, ctypes.addressof(many), fence); say(buffer.value)'
        )

        call = observed.calls("vkQueueSubmit")[-1]

        assert paths(call, "VkCommandBuffer") == {
            f"pSubmits[{submit}].pCommandBuffers[{place}]": handle for submit in (0, 1) for place in (0, 1)
        }
        assert paths(call, "VkSemaphore") == {
            f"pSubmits[{submit}].pSignalSemaphores[0]": 0x55550000 for submit in (0, 1)
        }
        assert paths(call, "VkFence") == {"fence": 0x77770000}
        assert {fact.other != 0 for fact in call.given if fact.type == "VkCommandBuffer"} == {True}

    def test_handles_as_numbers(self, observed: Observed) -> None:
        """A handle that is a number with its type beside it is one as well."""
        handle = observed("""
            s = Session(["VK_EXT_debug_utils"])
            device = s.create_device(s.devices()[0])[1]
            info = block(1000128000, 0, 3, device, 0)
            s.command("vkSetDebugUtilsObjectNameEXT", 2)(device, ctypes.addressof(info))
            say(device)
        """)

        calls = observed.calls("vkSetDebugUtilsObjectNameEXT")

        assert len(calls) == 3
        for call in calls:
            assert paths(call, "VkDevice") == {"device": handle, "pNameInfo.objectHandle": handle}

    def test_handles_handed_up(self, observed: Observed) -> None:
        """What a call gives is there once it is back."""
        handle = observed(BUFFER + "say([s.instance, device, buffer.value])")

        given = [
            observed.calls(command)[-1].out(path)
            for command, path in (
                ("vkCreateInstance", "pInstance"),
                ("vkCreateDevice", "pDevice"),
                ("vkAllocateCommandBuffers", "pCommandBuffers[0]"),
            )
        ]

        assert [fact.value for fact in given if fact] == handle
        assert [fact.type for fact in given if fact] == ["VkInstance", "VkDevice", "VkCommandBuffer"]


@pytest.mark.usefixtures("two_layers")
class TestCreation:
    """What the layers are given at a creation, and what becomes of it."""

    def test_the_list_of_links(self, observed: Observed) -> None:
        """Each layer finds its own link; below the last there is none; the loader's other structures are told."""
        observed("s = Session(); s.create_device(s.devices()[0]); say(0)")

        for command, nodes in (("vkCreateInstance", [3, 2, 1, 0]), ("vkCreateDevice", [1, 0])):
            calls = observed.calls(command)
            here, following = (
                [number(call.fact("link")) for call in calls],
                number(calls[0].fact("link.next")),
            )
            assert here == [here[0], following, 0]
            assert len(set(here)) == 3
            assert [fact.other for fact in calls[0].given if fact.path.startswith("node[")] == nodes

    def test_what_is_asked_for(self, observed: Observed) -> None:
        """Version and extensions, in each link."""
        observed('s = Session(["VK_EXT_debug_utils"], version=0x402000); say(s.result)')

        for call in observed.calls("vkCreateInstance"):
            assert number(call.fact("api")) == 0x402000
            assert text(call.fact("extensions[0]")) == "VK_EXT_debug_utils"

    def test_negotiation_is_marked(self, observed: Observed) -> None:
        """A note before it and one after it, with the layer's name. Layers are opened from the drivers up."""
        observed("s = Session(); say(s.result)")

        told = [(note.text, note.value) for note in observed.seen.notes if note.about == "negotiation"]

        assert told == [("VK_LAYER_b", 1), ("VK_LAYER_b", 0), ("VK_LAYER_a", 1), ("VK_LAYER_a", 0)]

    def test_the_versions_of_the_layers_are_noted(self, observed: Observed) -> None:
        """As their manifests state them, once for each instance: some rules depend on the age of a layer."""
        observed("s = Session(); say(s.result)")

        told = [(note.text, note.value) for note in observed.seen.notes if note.about == "version"]

        assert [name for name, _ in told] == ["VK_LAYER_a", "VK_LAYER_b"]
        assert all(unpacked(value).major == 1 for _, value in told)


class TestLookups:
    """Lookups are calls, too, and their answers lead through the link."""

    def test_names_and_answers(self, observed: Observed, world: MockWorld) -> None:
        """The caller gets another pointer than the callee answered; for nothing, nothing."""
        world.layer("VK_LAYER_a")
        observed("""
            s = Session()
            for name in ("vkDestroyDevice", "vkNobodyHasThis"):
                s.loader.look_up(s.instance, name)
            say(0)
        """)
        asked = {
            text(call.fact("pName")): (call.returned, number(call.out("answer")))
            for call in observed.calls("vkGetInstanceProcAddr")
        }

        assert len({0, *asked["vkDestroyInstance"]}) == 3
        assert asked["vkNobodyHasThis"] == (0, 0)

    def test_enumerations(self, observed: Observed, world: MockWorld) -> None:
        """The name asked for and the names answered."""
        world.layer("VK_LAYER_a", device_extensions="VK_EXT_own:3")
        observed("s = Session(); s.device_extensions(s.devices()[0], 'VK_LAYER_a'); say(0)")

        last = observed.calls("vkEnumerateDeviceExtensionProperties")[-1]

        assert text(last.fact("pLayerName")) == "VK_LAYER_a"
        assert number(last.out("count")) == 1
        assert text(last.out("names[0]")) == "VK_EXT_own"


class TestHardship:
    """A recording can be read whatever became of the process, and the process does not suffer from it."""

    def test_a_crash_leaves_the_call_open(self, observed: Observed, world: MockWorld) -> None:
        """The last calls are those that never came back."""
        world.layer("VK_LAYER_a")
        crash = """
            s = Session()
            device = s.create_device(s.devices()[0])[1]
            find = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)
            found = find(s.loader.look_up(s.instance, "vkGetDeviceProcAddr"))(device, b"vkDeviceWaitIdle")
            libc = ctypes.CDLL(None)
            libc.prctl(4, 0, 0, 0, 0)
            ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64)(found)(0xDEAD0000)
        """

        with pytest.raises(AssertionError, match="ended with -"):
            observed(crash)

        call = observed.calls("vkDeviceWaitIdle")[0]
        assert (call.left, call.words) == (None, (0xDEAD0000,))
        assert not observed.seen.torn

    def test_threads(self, observed: Observed, world: MockWorld) -> None:
        """Calls of many threads stand side by side, each with its own end."""
        world.layer("VK_LAYER_a")
        observed(
            """
            import threading
            def work():
                for _ in range(5):
                    s = Session()
                    s.create_device(s.devices()[0])
                    s.destroy()
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            say(0)
            """
        )

        made = [call for call in observed.calls("vkCreateInstance") if not call.caller]
        assert len(made) == 20
        assert len({call.thread for call in made}) == 4
        assert not [call for call in observed.seen.calls.values() if call.left is None]

    def test_many_instances(self, observed: Observed, world: MockWorld) -> None:
        """They use the same few links."""
        world.layer("VK_LAYER_a")
        observed("for _ in range(200): Session().destroy()\nsay(0)", capacity=1 << 27)

        assert len(observed.calls("vkCreateInstance")) == 400
        assert len(observed.seen.links) == 2
        assert not [note for note in observed.seen.notes if note.about == "unobserved"]

    def test_two_processes(self, observed: Observed, world: MockWorld, script: Script) -> None:
        """Each has link numbers of its own, so that one file can hold both."""
        world.layer("VK_LAYER_a")
        observed("s = Session(); s.destroy(); say(s.result)")
        script("s = Session(); s.destroy(); say(s.result)", REFLOADER_OBSERVE=str(observed.path))

        seen = recording.read(observed.path.read_bytes())

        assert list(seen.links.values()) == [Link("", "VK_LAYER_a"), Link("VK_LAYER_a", "")] * 2
        assert {call.link for call in seen.calls.values()} == {1, 2, 3, 4}

    def test_a_full_recording(self, observed: Observed, world: MockWorld) -> None:
        """What found no room is counted, and the program goes on."""
        world.layer("VK_LAYER_a")

        assert observed("s = Session(); s.destroy(); say(s.result)", capacity=1 << 16) == 0
        assert observed.seen.lost > 0
        assert observed.seen.links


class TestDeviceChains:
    """A device has a chain of its own, which need not be that of its instance."""

    CREATE = "s = Session(); s.create_device(s.devices()[0]); say(0)"

    def test_a_layer_is_passed_over(self, observed: Observed, world: MockWorld) -> None:
        """Its neighbours are linked with each other."""
        world.layer("VK_LAYER_a")
        world.layer("VK_LAYER_b", negotiate="null_device")
        world.layer("VK_LAYER_c")
        observed(self.CREATE)

        assert links(observed.seen, observed.calls("vkCreateDevice")) == [
            Link("", "VK_LAYER_a"),
            Link("VK_LAYER_a", "VK_LAYER_c"),
            Link("VK_LAYER_c", ""),
        ]

    def test_a_layers_own_device(self, observed: Observed, world: MockWorld) -> None:
        """It begins below the layer that makes it."""
        world.layer("VK_LAYER_a", own_device="vkCreateInstance")
        world.layer("VK_LAYER_b")
        observed("s = Session(); s.destroy(); say(0)")

        below = [Link("VK_LAYER_a", "VK_LAYER_b"), Link("VK_LAYER_b", "")]
        assert links(observed.seen, observed.calls("vkCreateDevice")) == below
        assert links(observed.seen, observed.calls("vkDestroyDevice")) == below


class TestAlone:
    """Without a layer there is one link, from the application to the loader's end."""

    def test_calls_go_through_it(self, observed: Observed) -> None:
        """What the application does with instances and devices is there once."""
        observed("s = Session(); s.destroy_device(s.create_device(s.devices()[0])[1]); s.destroy(); say(0)")

        made = [
            call.command
            for call in observed.seen.calls.values()
            if call.command.startswith(("vkCreate", "vkDestroy"))
        ]
        assert list(observed.seen.links.values()) == [Link("", "")]
        assert made == ["vkCreateInstance", "vkCreateDevice", "vkDestroyDevice", "vkDestroyInstance"]


class TestOff:
    """Without a recording the chain holds the layers' own functions."""

    @pytest.fixture
    def chain(self, script: Script, world: MockWorld) -> Callable[[dict[str, str]], list[str]]:
        """The files in which the functions lie that the first layer is to call next."""
        trace = {"trace": str(script.trace)}
        world.layer("VK_LAYER_a", **trace)
        world.layer("VK_LAYER_b", **trace)

        def run(variables: dict[str, str]) -> list[str]:
            script("s = Session(); s.create_device(s.devices()[0]); say(0)", **variables)
            first = [line for line in script.traced("link", "of=") if " VK_LAYER_a " in line]
            return [word.partition("=")[2] for line in first for word in line.split() if ".so" in word]

        return run

    def test_nobody_stands_between_the_layers(self, chain: Callable[..., list[str]]) -> None:
        """The next functions of a layer are the next layer's own, for instances and for devices."""
        assert set(chain({})) == {"libVK_LAYER_b.so"}

    def test_no_recording_is_none(self, chain: Callable[..., list[str]], tmp_path: Path) -> None:
        """Neither is there one in a file that is none."""
        other = tmp_path / "other"
        other.write_bytes(b"\0" * 4096)

        assert set(chain({"REFLOADER_OBSERVE": str(other)})) == {"libVK_LAYER_b.so"}
        assert other.read_bytes() == b"\0" * 4096

    def test_observers_stand_between_them(self, chain: Callable[..., list[str]], tmp_path: Path) -> None:
        """With a recording it is the loader's library."""
        recording_file.begin(str(tmp_path / "recording"))

        assert set(chain({"REFLOADER_OBSERVE": str(tmp_path / "recording")})) == {"libvulkan.so.1"}
