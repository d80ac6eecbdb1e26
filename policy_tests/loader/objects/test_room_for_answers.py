"""Enumerations with too little room, just enough and more: what the loader counts, writes and leaves alone.

The Vulkan specification has every enumeration keep one protocol. Each is asked first for the number alone, then for
everything, then with every amount of room from none to one too many. Every array is longer than the room that the
call is told of, and filled with a pattern, so that what is written past the room is seen.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from policy_tests.loader.implied import FILLED
from refloader.scenario.applications import INSTANCE
from refloader.scenario.observation import Observation, name_of_result
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, GLOBAL, Argument, Script, Via, read, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
SUCCESS, INCOMPLETE = 0, 5

FILL = 0x5A5A_5A5A_5A5A_5A5A
"""The pattern of what nobody has written."""

SPARE = 2
"""How many more entries each array has than there is room for at most."""

EXTENSION, LAYER, HANDLE, GROUP = 260, 520, 8, 288
"""The sizes of VkExtensionProperties, VkLayerProperties, VkPhysicalDevice and VkPhysicalDeviceGroupProperties."""

_GROUP_TYPE = 1000070000
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")


@dataclass(frozen=True, slots=True)
class Asked:
    """An enumeration: the command with the arguments before the count, and the size of an entry in bytes.

    ``most`` is more than the entries that the world of the test has of it.
    """

    command: str
    before: tuple[Argument, ...]
    size: int
    most: int
    extension: str = ""
    """The instance extension that brings the command."""
    least: int = 1
    """The fewest entries that are right."""

    def array(self) -> Argument:
        """Return the argument for an array with spare entries."""
        if self.size == GROUP:
            entry = [_GROUP_TYPE, 0, *[FILL] * (GROUP // 8 - 2)]
            return read(*entry * (self.most + SPARE))
        return read(*[FILL] * (-(-self.size * (self.most + SPARE) // 8)))

    def bytes_of(self, words: Sequence[int]) -> bytes:
        """Return an array that was read as bytes."""
        return b"".join(word.to_bytes(8, "little") for word in words)


def layers_of_the_instance(world: World) -> Asked:
    """Explicit and implicit layers."""
    for name in (ONE, TWO):
        world.explicit_layer(name)
    world.implicit_layer(THREE)
    return Asked("vkEnumerateInstanceLayerProperties", (), LAYER, 8)


def extensions_of_a_layer(world: World) -> Asked:
    """What a layer's manifest lists."""
    listed = [{"name": f"VK_TEST_{number}", "spec_version": str(number)} for number in (1, 2, 3)]
    world.explicit_layer(ONE, instance_extensions=listed)
    return Asked("vkEnumerateInstanceExtensionProperties", (text(ONE),), EXTENSION, 8)


def extensions_of_the_instance(world: World) -> Asked:
    """Those of the loader, of a driver and of a layer that is on."""
    world.driver(flags={"extensions": "VK_KHR_surface:25,VK_KHR_display:23"})
    listed = [{"name": "VK_EXT_validation_features", "spec_version": "4"}]
    world.implicit_layer(ONE, instance_extensions=listed)
    return Asked("vkEnumerateInstanceExtensionProperties", (None,), EXTENSION, 60)


def physical_devices(world: World) -> Asked:
    """Those of three drivers."""
    for name in ("alpha", "beta", "gamma"):
        world.driver(name, flags={"device_name": name})
    return Asked("vkEnumeratePhysicalDevices", ("instance",), HANDLE, 8)


def groups_of_devices(world: World) -> Asked:
    """Those of three drivers of 1.1."""
    for name in ("alpha", "beta", "gamma"):
        world.driver(name, flags={"device_name": name, "api": "1.1.0"})
    return Asked("vkEnumeratePhysicalDeviceGroups", ("instance",), GROUP, 8)


def groups_by_the_older_name(world: World) -> Asked:
    """The same of drivers of 1.0, by the command of the extension that had it first."""
    extension = "VK_KHR_device_group_creation"
    for name in ("alpha", "beta", "gamma"):
        world.driver(name, flags={"device_name": name, "api": "1.0.0", "extensions": f"{extension}:1"})
    return Asked("vkEnumeratePhysicalDeviceGroupsKHR", ("instance",), GROUP, 8, extension)


def layers_of_a_device(world: World) -> Asked:
    """Those of three implicit layers that the loader lists: that the deprecated command lists any is only implied."""
    world.driver()
    for name in (ONE, TWO, THREE):
        world.implicit_layer(name)
    return Asked("vkEnumerateDeviceLayerProperties", ("devices.0",), LAYER, 8, least=0)


def groups_of_several_devices(world: World) -> Asked:
    """Those of three drivers of 1.1, of which one has a group of two devices: more devices than groups."""
    world.driver("alpha", flags={"device_name": "alpha", "api": "1.1.0"})
    of_two = {"devices": "2", "groups": "0+1", "device_name": "b;c", "api": "1.1.0"}
    world.driver("beta", flags=of_two)
    world.driver("gamma", flags={"device_name": "gamma", "api": "1.1.0"})
    return Asked("vkEnumeratePhysicalDeviceGroups", ("instance",), GROUP, 8)


def extensions_of_a_device(world: World) -> Asked:
    """Those of a driver and of a layer that is on."""
    world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70,VK_KHR_maintenance1:2"})
    listed = [{"name": "VK_EXT_load_store_op_none", "spec_version": "1", "entrypoints": []}]
    world.implicit_layer(ONE, device_extensions=listed)
    return Asked("vkEnumerateDeviceExtensionProperties", ("devices.0", None), EXTENSION, 12)


def extensions_of_a_layer_for_a_device(world: World) -> Asked:
    """What a layer that is on lists, in its manifest and when it is asked."""
    world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
    listed = [
        {"name": f"VK_TEST_{number}", "spec_version": str(number), "entrypoints": []} for number in (1, 2, 3)
    ]
    offers = ",".join(f"{each['name']}:{each['spec_version']}" for each in listed)
    world.implicit_layer(ONE, device_extensions=listed, flags={"device_extensions": offers})
    return Asked("vkEnumerateDeviceExtensionProperties", ("devices.0", text(ONE)), EXTENSION, 8)


def extensions_of_an_unused_layer_for_a_device(world: World) -> Asked:
    """What a layer that is off lists in its manifest."""
    world.driver(flags={"device_extensions": "VK_KHR_maintenance2:70"})
    listed = [
        {"name": f"VK_TEST_{number}", "spec_version": str(number), "entrypoints": []} for number in (1, 2, 3)
    ]
    world.explicit_layer(ONE, device_extensions=listed)
    return Asked("vkEnumerateDeviceExtensionProperties", ("devices.0", text(ONE)), EXTENSION, 8)


def everything(world: World, **flags: str) -> list[Asked]:
    """All of these of one machine: three drivers with these flags, two explicit layers and an implicit one."""
    of_drivers = {
        "extensions": "VK_KHR_surface:25,VK_KHR_get_surface_capabilities2:1",
        "device_extensions": "VK_KHR_maintenance2:70,VK_KHR_maintenance1:2",
    }
    for name in ("alpha", "beta", "gamma"):
        world.driver(name, flags={"device_name": name, "api": "1.1.0", **of_drivers, **flags})
    listed = [{"name": f"VK_TEST_{number}", "spec_version": str(number)} for number in (1, 2, 3)]
    world.explicit_layer(
        ONE, instance_extensions=listed, device_extensions=[{**each, "entrypoints": []} for each in listed]
    )
    world.explicit_layer(TWO)
    world.implicit_layer(THREE)
    return [
        Asked("vkEnumerateInstanceLayerProperties", (), LAYER, 8),
        Asked("vkEnumerateInstanceExtensionProperties", (None,), EXTENSION, 60),
        Asked("vkEnumerateInstanceExtensionProperties", (text(ONE),), EXTENSION, 8),
        Asked("vkEnumeratePhysicalDevices", ("instance",), HANDLE, 8),
        Asked("vkEnumeratePhysicalDeviceGroups", ("instance",), GROUP, 8),
        Asked("vkEnumerateDeviceExtensionProperties", ("devices.0", None), EXTENSION, 12),
        Asked("vkEnumerateDeviceExtensionProperties", ("devices.0", text(ONE)), EXTENSION, 8),
    ]


GLOBALS: list[Any] = [layers_of_the_instance, extensions_of_a_layer, extensions_of_the_instance]
OF_INSTANCES: list[Any] = [
    physical_devices,
    pytest.param(groups_of_devices, marks=SINCE_2018),
    pytest.param(layers_of_a_device, marks=SINCE_2018),
    extensions_of_a_device,
    extensions_of_a_layer_for_a_device,
    extensions_of_an_unused_layer_for_a_device,
]
MADE = "made"
Made = Callable[[World], Asked]


def named(made: Made) -> str:
    """The id of a case."""
    return made.__name__


class Answers:
    """What the calls of one enumeration returned, by the room that each had; None stands for no array."""

    def __init__(self, asked: Asked, seen: Observation, prefix: str = "") -> None:
        self._asked = asked
        self._seen = seen
        self._prefix = prefix
        """What the labels of the calls begin with."""

    @property
    def command(self) -> str:
        """The command that was called."""
        return self._asked.command

    def returned(self, room: int | None) -> object:
        """The VkResult."""
        return self._seen.returned(self._prefix + _label(room))[0]

    def count(self, room: int | None) -> int:
        """What the call made of the count."""
        found = self._seen.read(self._prefix + _label(room))
        assert isinstance(found, list)
        return int(found[0][0]) & 0xFFFF_FFFF

    def entries(self, room: int) -> list[bytes]:
        """The first entries of the array, as many as there was room for."""
        data = self._array(room)
        size = self._asked.size
        return [_told(data[size * place : size * (place + 1)], size) for place in range(room)]

    def is_kept(self, room: int) -> bool:
        """True if nothing was written behind the room."""
        blank = self._asked.bytes_of(self._asked.array()["read"])
        start = self._asked.size * room
        return self._array(room)[start:] == blank[start:]

    def _array(self, room: int) -> bytes:
        found = self._seen.read(self._prefix + _label(room))
        assert isinstance(found, list)
        return self._asked.bytes_of(found[1])


def _told(entry: bytes, size: int) -> bytes:
    """What an entry says: of names nothing behind their end, where anything may stand, and of groups the handles."""
    if size == GROUP:
        return entry[16:20] + entry[24 : 24 + 8 * min(32, int.from_bytes(entry[16:20], "little"))]
    if size == HANDLE:
        return entry
    ends = [entry[256:264], _text(entry[264:])] if size == LAYER else [entry[256:260]]
    return b"\0".join([_text(entry[:256]), *ends])


def _text(data: bytes) -> bytes:
    return data.partition(b"\0")[0]


def _named(result: object) -> str:
    return name_of_result(result) if isinstance(result, int) else str(result)


def _label(room: int | None) -> str:
    return "number" if room is None else f"room for {room}"


def ask_for_each_room(script: Script, asked: Asked, via: Via, prefix: str = "") -> None:
    """Ask for the number, then with each amount of room."""
    for room in (None, *range(asked.most + 1)):
        array = None if room is None else asked.array()
        label = prefix + _label(room)
        script.call(asked.command, *asked.before, read(room or 0), array, via=via, label=label)


def create_for(script: Script, asked: Asked) -> None:
    """Create an instance that has the command."""
    extensions = [asked.extension] if asked.extension else []
    script.create(api="1.1.0" if asked.size == GROUP and not asked.extension else None, extensions=extensions)


def ask(world: World, subject: Trial, made: Made, via: Via) -> tuple[Answers, int]:
    """Ask for the number, then with each amount of room; return the answers and the number of entries."""
    asked = made(world)
    script = Script()
    if asked.before and asked.before[0] in ("instance", "devices.0"):
        create_for(script, asked)
        script.devices()
    ask_for_each_room(script, asked, via)
    answers = Answers(asked, subject.calls(world, script))
    number = answers.count(None)
    assert asked.least <= number < asked.most, f"{number} entries were counted"
    written = answers.count(asked.most)
    call = f"{asked.command} with room for {asked.most}"
    assert written == number, (
        f"{call}: actual: {written} entries; expected: {number}, as it counts without an array"
    )
    return answers, number


def keeps_to_the_room(subject: Trial, answers: Answers, number: int, room: int) -> None:
    """Check one call: no more entries than there is room for, the result that says so, and nothing behind them.

    That a short list is filled to its end is implied: Vulkan says that "at most" as many are written.
    """
    written = answers.count(room)
    call = f"{answers.command} with room for {room} of {number}"
    result, right = answers.returned(room), INCOMPLETE if room < number else SUCCESS
    assert result == right, f"{call}: actual: {_named(result)}; expected: {_named(right)}"
    right_number = written <= room if room < number else written == number
    assert right_number, f"{call}: actual: {written} entries; expected: {min(room, number)}"
    found, every = answers.entries(room)[:written], answers.entries(number)
    assert not Counter(found) - Counter(every), f"{call}: an entry is none of those that all the room gives"
    assert answers.is_kept(room), f"{call}: something was written behind the room"
    subject.implied(written, min(room, number), FILLED)
    subject.implied(found, every[:written], "an order that stays the same")


class TestGlobalCommands:
    """What can be asked without an instance, whether the command is exported or looked up."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.parametrize("via", [EXPORT, GLOBAL], ids=["exported", "looked up"])
    @pytest.mark.parametrize(MADE, GLOBALS, ids=named)
    def test_without_an_instance(self, world: World, subject: Trial, made: Made, via: Via) -> None:
        """A query without an instance counts the same with and without an array, and writes no more than fits."""
        answers, number = ask(world, subject, made, via)

        assert answers.returned(None) == SUCCESS
        for room in range(number + 2):
            keeps_to_the_room(subject, answers, number, room)


class TestAtOnce:
    """An array that has room for all is filled without a question for the number before."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.parametrize(MADE, [*GLOBALS, *OF_INSTANCES], ids=named)
    def test_without_a_question(self, world: World, subject: Trial, made: Made) -> None:
        """An enumeration with room for all gives the same count whether or not the number was asked for before."""
        asked = made(world)
        script = Script()
        via: Via = GLOBAL
        if asked.before and asked.before[0] in ("instance", "devices.0"):
            create_for(script, asked)
            via = INSTANCE
            if asked.before[0] == "devices.0":
                script.devices()
        for label in ("at once", "number", "behind it"):
            array = None if label == "number" else asked.array()
            room = 0 if label == "number" else asked.most
            script.call(asked.command, *asked.before, read(room), array, via=via, label=label)

        seen = subject.calls(world, script)

        assert seen.returned("at once", "number", "behind it") == [SUCCESS] * 3
        first, last = seen.read("at once"), seen.read("behind it")
        assert isinstance(first, list)
        assert isinstance(last, list)
        assert first[0] == last[0]


class TestGroups:
    """Of groups of several devices it is the groups that are counted."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_more_devices_than_groups(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDeviceGroups without an array gives the number of groups, not of devices.

        Vulkan: without an array, "the number of device groups available" is returned.
        """
        answers, number = ask(world, subject, groups_of_several_devices, INSTANCE)

        assert answers.returned(None) == SUCCESS
        keeps_to_the_room(subject, answers, number, number)


class TestTooShortFirst:
    """A list that was too short takes nothing from the answers that come after it."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("room", [1, 0])
    def test_before_any_other_question(self, world: World, subject: Trial, room: int) -> None:
        """After an enumeration with too little room, the number and the whole list that follow agree."""
        script = Script()
        script.create(api="1.1.0")
        every = {f"{each.command} {place}": each for place, each in enumerate(everything(world))}
        for name, asked in every.items():
            if asked.before[:1] == ("devices.0",):
                script.devices()
            via: Via = INSTANCE if asked.before[:1] in (("instance",), ("devices.0",)) else EXPORT
            for step, size in (("short", room), ("number", None), ("list", asked.most)):
                array = None if size is None else asked.array()
                script.call(
                    asked.command, *asked.before, read(size or 0), array, via=via, label=f"{name} {step}"
                )

        seen = subject.calls(world, script)

        wrong = {}
        for name in every:
            short, *later = seen.returned(*(f"{name} {step}" for step in ("short", "number", "list")))
            number, listed = (_count(seen, f"{name} {step}") for step in ("number", "list"))
            if (short, later, number > room, listed) != (INCOMPLETE, [SUCCESS] * 2, True, number):
                found = ", ".join(_named(each) for each in (short, *later))
                wrong[name] = f"{found}; counted {number}, listed {listed} after a list of {room}"
        assert wrong == {}


def _count(seen: Observation, label: str) -> int:
    found = seen.read(label)
    return int(found[0][0]) & 0xFFFF_FFFF if isinstance(found, list) else -1


class TestCommandsOfAnInstance:
    """What an instance has is gathered from several drivers and layers, in one array."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.parametrize("via", [EXPORT, INSTANCE], ids=["exported", "looked up"])
    @pytest.mark.parametrize(MADE, OF_INSTANCES, ids=named)
    def test_of_an_instance(self, world: World, subject: Trial, made: Made, via: Via) -> None:
        """A query of an instance or device counts alike with and without an array, and writes no more than fits."""
        answers, number = ask(world, subject, made, via)

        assert answers.returned(None) == SUCCESS
        for room in range(number + 2):
            keeps_to_the_room(subject, answers, number, room)

    @pytest.mark.rule("VULKAN-LOADER-01")
    @SINCE_2018
    def test_by_an_older_name(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDeviceGroupsKHR counts alike with and without an array, and writes no more than fits."""
        answers, number = ask(world, subject, groups_by_the_older_name, INSTANCE)

        assert answers.returned(None) == SUCCESS
        for room in range(number + 2):
            keeps_to_the_room(subject, answers, number, room)


class TestEachOfThem:
    """Each enumeration keeps the protocol, whatever else is enumerated beside it."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_one_after_another(self, world: World, subject: Trial) -> None:
        """Each of several enumerations counts the same with and without an array, and writes no more than fits."""
        each = {f"{place} ": asked for place, asked in enumerate(everything(world))}
        script = Script()
        script.create(api="1.1.0")
        script.devices()
        for prefix, asked in each.items():
            ask_for_each_room(script, asked, EXPORT, prefix)

        seen = subject.calls(world, script)

        for prefix, asked in each.items():
            answers = Answers(asked, seen, prefix)
            number = answers.count(None)
            assert 1 < number < asked.most, f"{asked.command}: {number} entries were counted"
            for room in range(number + 2):
                keeps_to_the_room(subject, answers, number, room)


class TestRepeatedExtensions:
    """An extension that several offer is one entry, of the number as well as of the array."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.parametrize("shared", [1, 2])
    @pytest.mark.parametrize("number", [2, 1], ids=["two-layers", "a-layer"])
    def test_of_a_device(self, world: World, subject: Trial, shared: int, number: int) -> None:
        """If layers offer a driver's device extensions, too, their number without an array is that in an array."""
        names = ["VK_KHR_maintenance2", "VK_KHR_maintenance1"]
        world.driver(flags={"device_extensions": ",".join(f"{name}:1" for name in names)})
        for layer in (ONE, TWO)[:number]:
            listed = [{"name": name, "spec_version": "1", "entrypoints": []} for name in names[:shared]]
            world.implicit_layer(layer, device_extensions=listed)
        script = Script()
        script.create()
        script.devices()
        array = read(*[FILL] * (EXTENSION * 8 // 8))
        for label, each in (("number", None), ("array", array)):
            room = read(8 if each else 0)
            command = ("vkEnumerateDeviceExtensionProperties", "devices.0", None)
            script.call(*command, room, each, via=INSTANCE, label=label)

        seen = subject.calls(world, script)

        found = [seen.read(label) for label in ("number", "array")]
        counts = [each[0][0] & 0xFFFF_FFFF for each in found if isinstance(each, list)]
        assert len(counts) == len(found)
        assert counts[0] == counts[1], f"the number is {counts[0]}, and the array has {counts[1]}"
