"""Which queues a program asks of vkCreateDevice: each VkDeviceQueueCreateInfo reaches the driver as it is."""

import struct

import pytest

from policy_tests.loader.chains.test_parameters import (
    WITH_AND_WITHOUT_LAYERS,
    asked_for,
    created,
    heard,
    queues,
)
from policy_tests.loader.implied import GENERALLY
from refloader.scenario.applications import INSTANCE, PROTECTED_MEMORY, with_instance
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Argument, Via, out, pair, read, text
from refloader.suite.loaders.trial import Trial

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.rule("VULKAN-LOADER-05"),
    pytest.mark.editions("2018", "2022", "2026"),
]

SUCCESS = 0
PROTECTED = 1
DEVICE_INFO, QUEUE_INFO = 3, 2
PRIORITY, CONTROL = 1000174000, 1000417000
"""The sTypes of VkDeviceQueueGlobalPriorityCreateInfo and VkDeviceQueueShaderCoreControlCreateInfoARM."""
EXTENSIONS = ["VK_EXT_global_priority", "VK_ARM_scheduling_controls", "VK_ARM_shader_core_builtins"]
"""The extensions of these structures, and one that the second of them depends on."""
MEDIUM = 256
"""VK_QUEUE_GLOBAL_PRIORITY_MEDIUM."""
CHAINS: dict[str, list[int]] = {"one": [PRIORITY], "two": [PRIORITY, CONTROL], "none": []}
FAMILIES = {0: (0.25,), 1: (0.5, 1.0), 2: (0.125, 0.75, 0.0)}
"""By family: the priorities of its queues, each of which a 32-bit float can hold."""


def floats(*numbers: float) -> list[Argument]:
    """An array of 32-bit floats."""
    content = struct.pack(f"<{len(numbers) + len(numbers) % 2}f", *numbers, *[0.0] * (len(numbers) % 2))
    return [int.from_bytes(content[at : at + 8], "little") for at in range(0, len(content), 8)]


def chained(types: list[int]) -> Argument:
    """A pNext chain of structures of one 32-bit member each."""
    chain: Argument = None
    for kind in reversed(types):
        chain = [kind, chain, MEDIUM]
    return chain


def info_of(family: int, chain: list[int]) -> list[Argument]:
    """A VkDeviceQueueCreateInfo for queues of the priorities in ``FAMILIES``, with such a chain."""
    numbers = FAMILIES[family]
    return [QUEUE_INFO, chained(chain), pair(0, family), len(numbers), floats(*numbers)]


def with_extensions(infos: list[list[Argument]]) -> Argument:
    """A VkDeviceCreateInfo that asks for these queues and enables the extensions of the structures."""
    names: Argument = [text(name) for name in EXTENSIONS]
    words = [word for each in infos for word in each]
    return [DEVICE_INFO, None, pair(0, len(infos)), words, 0, None, len(EXTENSIONS), names, None]


def words_of(chains: dict[int, list[int]]) -> str:
    """How the driver writes down the chains of these families."""
    return ",".join(":".join(map(str, [family, *types])) for family, types in chains.items())


def by_family(chains: str) -> list[list[str]]:
    """The family of each queue create info and the types behind it, sorted: Vulkan gives a chain no order."""
    parts = (each.split(":") for each in chains.split(","))
    return sorted([family, *sorted(types)] for family, *types in parts)


class TestQueues:
    """The driver receives the queues to create, of each family."""

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize(
        "families", [(2, 0, 1), (0, 1), (1, 0)], ids=["families2", "families0", "families1"]
    )
    def test_families(
        self, world: World, subject: Trial, families: tuple[int, ...], layers: list[str]
    ) -> None:
        """The driver gets the queues of each family; they should come in the application's order."""
        info = asked_for(queues=[queues(family, family + 1) for family in families])
        script = created(world, layers, info, families="GCT1,CT2,T3")

        seen = subject.calls(world, script)

        requested = [f"{family}:{family + 1}" for family in families]
        found = heard(seen, "vkCreateDevice(queues)", "families")
        assert seen.returned("device") == [SUCCESS]
        assert [sorted(each.split(",")) for each in found] == [sorted(requested)]
        subject.implied(found, [",".join(requested)], GENERALLY)

    @WITH_AND_WITHOUT_LAYERS
    def test_flags_of_queues(self, world: World, subject: Trial, layers: list[str]) -> None:
        """VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT of one of two queue create infos reaches the driver."""
        plain, protected = queues(0), queues(1)
        protected[2:4] = [pair(PROTECTED, 1), 1]
        info = asked_for(queues=[plain, protected], next=PROTECTED_MEMORY)
        script = created(world, layers, info, families="GCT1,CT2")

        seen = subject.calls(world, script)

        found = heard(seen, "vkCreateDevice(queues)", "families")
        assert [sorted(each.split(",")) for each in found] == [["0:1", "1:1:0x1"]]
        subject.implied(found, ["0:1,1:1:0x1"], GENERALLY)

    @WITH_AND_WITHOUT_LAYERS
    def test_priorities(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The driver gets the priority of each queue of each family."""
        info = asked_for(queues=[info_of(family, []) for family in FAMILIES])
        script = created(world, layers, info, families="GCT1,CT2,T3")

        seen = subject.calls(world, script)

        found = heard(seen, "vkCreateDevice(queues)", "priorities")
        expected = [f"{family}:{':'.join(f'{each:g}' for each in FAMILIES[family])}" for family in FAMILIES]
        assert [sorted(each.split(",")) for each in found] == [sorted(expected)]


class TestGivenQueues:
    """The queues of a device are told apart by their family and their index."""

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("via", [EXPORT, INSTANCE], ids=["exported", "looked-up"])
    def test_handles(self, world: World, subject: Trial, via: Via, layers: list[str]) -> None:
        """vkGetDeviceQueue gives each queue of a device a handle of its own, and the same one when asked again."""
        info = asked_for(queues=[queues(0), queues(1, 2)])
        script = created(world, layers, info, families="GCT1,CT2")
        labels = [
            script.call("vkGetDeviceQueue", "device", *queue, read(0), via=via, returns="nothing")
            for queue in ((0, 0), (1, 0), (1, 1), (1, 0))
        ]

        seen = subject.calls(world, script)

        first, second, third, again = (str(seen.read(label)) for label in labels)
        assert again == second
        handles = {first, second, third}
        assert len(handles) == 3, f"three queues have {len(handles)} handles"


class TestStructures:
    """What stands behind pNext of a VkDeviceQueueCreateInfo reaches the driver, whichever one it stands behind."""

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize(
        "kinds",
        [("two", "one"), ("one",), ("none", "one"), ("two", "none", "one")],
        ids=lambda kinds: "-".join(kinds),
    )
    @pytest.mark.parametrize("place", [0, 1], ids=["first-device", "second-device"])
    def test_behind_queue_infos(
        self, world: World, subject: Trial, kinds: tuple[str, ...], place: int, layers: list[str]
    ) -> None:
        """Structures of enabled extensions behind the queue create infos of a device reach the driver."""
        offered = ",".join(f"{name}:1" for name in EXTENSIONS)
        world.driver(flags={"whole": "1", "families": "GCT1,CT2,T3", "device_extensions": offered})
        for name in layers:
            world.implicit_layer(name)
        given = {family: CHAINS[kind] for family, kind in enumerate(kinds)}
        plain = {family: [] for family in given} if place else given
        script = with_instance(api="1.1.0")
        for label, chains in {"first": plain, "device": given}.items():
            info = with_extensions([info_of(family, types) for family, types in chains.items()])
            script.call("vkCreateDevice", "devices.0", info, None, out(label), via=INSTANCE, label=label)

        seen = subject.calls(world, script)

        found = heard(seen, "vkCreateDevice(queues)", "chains", "device")
        assert (seen.returned("device"), len(found)) == ([SUCCESS], 1)
        assert by_family(found[0]) == by_family(words_of(given))
