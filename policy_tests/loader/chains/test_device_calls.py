"""What a driver does with the parameters of device commands shows that they arrived: flags, counts, handles.

A fence made with VK_FENCE_CREATE_SIGNALED_BIT is signalled, one of two may be waited for, and a submission signals
its fence: if a parameter is lost or changed on the way, the driver does something else.
"""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Argument, Script, Via, of_device, out, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.request import holds

ONE = "VK_LAYER_TEST_one"
DRIVERS = ("alpha", "beta", "gamma")
COMMANDS = (
    "vkCreateFence,vkGetFenceStatus,vkResetFences,vkWaitForFences,vkQueueSubmit,"
    "vkAllocateMemory,vkCreateSemaphore"
)
SIGNALLED = 1
SUCCESS, NOT_READY, TIMEOUT = 0, 1, 2

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.rule("VULKAN-LOADER-05"),
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.parametrize("found", ["instance", "device", "export"]),
    pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"]),
    pytest.mark.parametrize("place", [1, 0, 2], ids=["second-driver", "first-driver", "third-driver"]),
]

VIA: dict[str, Via] = {"instance": INSTANCE, "device": of_device("device"), "export": EXPORT}


class Calls:
    """An application with a device of one of three drivers, and fences on it."""

    def __init__(
        self,
        world: World,
        layers: list[str],
        place: int,
        found: str,
        *,
        api: str = "",
        features: Argument = None,
    ) -> None:
        for name in DRIVERS:
            world.driver(name, flags={"whole": "1", "device_name": name})
        for name in layers:
            world.implicit_layer(name, flags={"intercept": COMMANDS})
        self.script: Script = with_instance(api=api)
        self.script.device(f"devices.{place}", next=features)
        self.script.queue()
        self._via = VIA[found]

    def call(self, command: str, *arguments: Argument, label: str) -> str:
        """Call the command as the case finds it."""
        return self.script.call(command, *arguments, via=self._via, label=label)

    def fence(self, name: str, flags: int) -> None:
        """Make a fence with these flags."""
        self.call("vkCreateFence", "device", [8, None, flags], None, out(name), label=f"{name} made")

    def states(self, *names: str) -> list[str]:
        """Ask each fence for its state."""
        return [self.call("vkGetFenceStatus", "device", name, label=f"state of {name}") for name in names]


def results(seen: Observation, *labels: str) -> list[object]:
    """What the calls returned."""
    return [result for label in labels for result in seen.returned(label)]


class TestFences:
    """The driver makes, waits for and resets just the fences that it is told to."""

    @pytest.mark.parametrize("flags", [(SIGNALLED, 0), (0, SIGNALLED)], ids=["first", "second"])
    def test_flags(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, flags: tuple[int, int]
    ) -> None:
        """Of two fences, only the one created with VK_FENCE_CREATE_SIGNALED_BIT is signalled."""
        calls = Calls(world, layers, place, found)
        for name, each in zip("ab", flags, strict=True):
            calls.fence(name, each)
        states = calls.states("a", "b")

        seen = subject.calls(world, calls.script)

        assert results(seen, *states) == [SUCCESS if each else NOT_READY for each in flags]

    @pytest.mark.parametrize(
        ("all_of_them", "number", "expected"),
        [(1, 2, TIMEOUT), (0, 2, SUCCESS), (1, 1, SUCCESS)],
        ids=["all", "any", "all-of-one"],
    )
    def test_waits(
        self,
        world: World,
        subject: Trial,
        place: int,
        layers: list[str],
        found: str,
        all_of_them: int,
        number: int,
        expected: int,
    ) -> None:
        """vkWaitForFences waits for as many fences as the call says, and for all or any of them as the call says."""
        calls = Calls(world, layers, place, found)
        for name, flags in (("a", SIGNALLED), ("b", 0)):
            calls.fence(name, flags)
        wait = calls.call("vkWaitForFences", "device", number, ["a", "b"], all_of_them, 0, label="wait")

        seen = subject.calls(world, calls.script)

        assert results(seen, wait) == [expected]

    @pytest.mark.parametrize("number", [2, 1])
    def test_resets(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, number: int
    ) -> None:
        """vkResetFences resets as many of two signalled fences as the call says, from the first on."""
        calls = Calls(world, layers, place, found)
        for name in "ab":
            calls.fence(name, SIGNALLED)
        calls.call("vkResetFences", "device", number, ["a", "b"], label="reset")
        states = calls.states("a", "b")

        seen = subject.calls(world, calls.script)

        assert results(seen, "reset", *states) == [SUCCESS, NOT_READY, NOT_READY if number == 2 else SUCCESS]

    @pytest.mark.parametrize("fence", ["b", None], ids=["a-fence", "none"])
    def test_submissions(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, fence: str | None
    ) -> None:
        """vkQueueSubmit signals the fence that it names, and no other."""
        calls = Calls(world, layers, place, found)
        for name in "ab":
            calls.fence(name, 0)
        calls.call("vkQueueSubmit", "queue", 0, None, fence, label="submitted")
        states = calls.states("a", "b")

        seen = subject.calls(world, calls.script)

        assert results(seen, "submitted", *states) == [SUCCESS, NOT_READY, SUCCESS if fence else NOT_READY]


TIMELINE_FEATURES: Argument = [1000207000, None, 1]
"""A VkPhysicalDeviceTimelineSemaphoreFeatures, without which no semaphore has values."""
INITIAL = 1
"""The value that each semaphore is made with."""


class TestSubmissions:
    """What stands behind pNext of one batch is done for that batch, and of a create info for what it makes."""

    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("values", [(5, 7), (0, 3), (2, 0)], ids=["both", "the-second", "the-first"])
    def test_values_of_batches(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, values: tuple[int, int]
    ) -> None:
        """Two batches give two semaphores the values in the VkTimelineSemaphoreSubmitInfo behind each batch."""
        calls = Calls(world, layers, place, found, api="1.2.0", features=TIMELINE_FEATURES)
        batches: list[Argument] = []
        for name, value in zip("ab", values, strict=True):
            info: Argument = [9, [1000207002, None, 1, INITIAL], 0]
            calls.call("vkCreateSemaphore", "device", info, None, out(name), label=f"{name} made")
            signals: list[Argument] = [1, [name]] if value else [0, None]
            behind: Argument = [1000207003, None, 0, None, 1, [value]] if value else None
            batches += [4, behind, 0, None, None, 0, None, *signals]
        calls.call("vkQueueSubmit", "queue", 2, batches, None, label="submitted")
        counted = [
            calls.call("vkGetSemaphoreCounterValue", "device", name, read(0), label=f"value of {name}")
            for name in "ab"
        ]

        seen = subject.calls(world, calls.script)

        assert results(seen, "a made", "b made", "submitted") == [SUCCESS] * 3
        assert [seen.read(label) for label in counted] == [[[value or INITIAL]] for value in values]


FENCE = 7
"""VK_OBJECT_TYPE_FENCE."""
PRIVATE_DATA_FEATURES: Argument = [1000295000, None, 1]
"""A VkPhysicalDevicePrivateDataFeatures, without which there are no slots."""


class TestPrivateData:
    """What a program stores with an object of the device comes back, for that object alone."""

    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("number", [0x1122_3344_5566_7788, 5], ids=["64-bits", "a-small-one"])
    def test_of_two_fences(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, number: int
    ) -> None:
        """vkGetPrivateData gives what vkSetPrivateData has stored with this fence, and 0 for another one."""
        calls = Calls(world, layers, place, found, api="1.3.0", features=PRIVATE_DATA_FEATURES)
        slot: Argument = [1000295002, None, 0]
        calls.call("vkCreatePrivateDataSlot", "device", slot, None, out("slot"), label="slot made")
        for name in "ab":
            calls.fence(name, 0)
        calls.call("vkSetPrivateData", "device", FENCE, "b", "slot", number, label="stored")
        asked = [
            calls.call("vkGetPrivateData", "device", FENCE, name, "slot", read(77), label=f"of {name}")
            for name in "ab"
        ]

        calls.script.query("version")

        seen = subject.calls(world, calls.script)

        subject.allows_older("1.3", seen.lacking)
        if seen.lacking and found == "export" and not holds("APP-EXPORT-01", subject.edition):
            pytest.skip(
                "the library does not export these commands, which no sentence of these documents requires"
            )
        assert results(seen, "slot made", "a made", "b made", "stored") == [SUCCESS] * 4
        assert [seen.read(label) for label in asked] == [[[0]], [[number]]]


MEMORY_FLAGS, EXPORTED_MEMORY, EXPORTED_FENCE, EXPORTED_SEMAPHORE = (
    1000060000,
    1000072002,
    1000113000,
    1000077000,
)
"""The sTypes of VkMemoryAllocateFlagsInfo and of the structures for shared memory, fences and semaphores."""
ONE_DEVICE = pair(1, 1)
"""VK_MEMORY_ALLOCATE_DEVICE_MASK_BIT and the mask of the only device."""
MADE: dict[str, tuple[str, list[Argument]]] = {
    "memory": ("vkAllocateMemory", [5, [MEMORY_FLAGS, None, ONE_DEVICE], 4096, 0]),
    "shared-memory": (
        "vkAllocateMemory",
        [5, [EXPORTED_MEMORY, [MEMORY_FLAGS, None, ONE_DEVICE], 0], 4096, 0],
    ),
    "fence": ("vkCreateFence", [8, [EXPORTED_FENCE, None, 0], 0]),
    "semaphore": ("vkCreateSemaphore", [9, [EXPORTED_SEMAPHORE, None, 0], 0]),
}
"""By what is made: the command, and its info with structures of Vulkan 1.1 behind it, all of which may be zero."""
BEHIND = {
    "memory": [MEMORY_FLAGS],
    "shared-memory": [EXPORTED_MEMORY, MEMORY_FLAGS],
    "fence": [EXPORTED_FENCE],
    "semaphore": [EXPORTED_SEMAPHORE],
}


class TestInfos:
    """What a program asks for as it makes memory, fences and semaphores reaches the driver."""

    @pytest.mark.parametrize("what", MADE)
    def test_behind_what_is_made(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, what: str
    ) -> None:
        """Structures of Vulkan 1.1 behind the info of memory, a fence or a semaphore reach the driver."""
        calls = Calls(world, layers, place, found, api="1.1.0")
        command, info = MADE[what]
        made = calls.call(command, "device", info, None, out("made"), label="made")

        seen = subject.calls(world, calls.script)

        arrived = parsed_lines(seen.lines[made], f"{command}(structures)", "driver")
        assert results(seen, made) == [SUCCESS]
        assert [sorted(map(int, values["next"].split(","))) for _, values in arrived] == [
            sorted(BEHIND[what])
        ]

    @pytest.mark.parametrize("kind", [1, 2], ids=["second-type", "third-type"])
    def test_numbers_of_memory(
        self, world: World, subject: Trial, place: int, layers: list[str], found: str, kind: int
    ) -> None:
        """The size and the type that vkAllocateMemory asks for are those that the driver is asked for."""
        calls = Calls(world, layers, place, found)
        made = calls.call(
            "vkAllocateMemory", "device", [5, None, 4096, kind], None, out("made"), label="made"
        )

        seen = subject.calls(world, calls.script)

        arrived = parsed_lines(seen.lines[made], "vkAllocateMemory(numbers)", "driver")
        assert results(seen, made) == [SUCCESS]
        assert [(values["size"], values["type"]) for _, values in arrived] == [("4096", str(kind))]
