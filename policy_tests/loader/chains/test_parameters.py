"""What a program passes to vkCreateInstance and vkCreateDevice reaches the drivers as it is."""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, out, pair
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
DEVICE_INFO, QUEUE_INFO, FEATURES2 = 3, 2, 1000059000
SUCCESS, NO_SUCH_FEATURE = 0, -8
FEATURES = 55
"""The members of VkPhysicalDeviceFeatures, each 32 bits wide."""

WITH_AND_WITHOUT_LAYERS = pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"])


def asked_for(
    *, queues: Argument = (), features: Argument | None = None, next: Argument | None = None
) -> Argument:
    """A VkDeviceCreateInfo without extensions."""
    infos = [word for each in queues for word in each] or None
    return [DEVICE_INFO, next, pair(0, len(queues)), infos, *[None] * 4, features]


def queues(family: int, count: int = 1) -> list[Argument]:
    """A VkDeviceQueueCreateInfo."""
    return [QUEUE_INFO, None, pair(0, family), count, [0] * count]


def only(place: int | None) -> list[Argument]:
    """A VkPhysicalDeviceFeatures of which one member is set."""
    members = [int(at == place) for at in range(FEATURES + 1)]
    return [pair(members[at], members[at + 1]) for at in range(0, FEATURES + 1, 2)]


def created(world: World, layers: list[str], info: Argument, **flags: str) -> Script:
    """An application that makes a device of a driver which looks at all that it is given."""
    world.driver(flags={"whole": "1", **flags})
    for name in layers:
        world.implicit_layer(name)
    script = with_instance(api="1.1.0")
    script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")
    return script


def heard(seen: Observation, command: str, word: str) -> list[str]:
    """What each driver wrote down of that word when the command entered it."""
    lines = [line.split(" ") for line in seen.trace if line.startswith("driver ")]
    called = [line for line in lines if line[2] == command]
    return [each.partition("=")[2] for line in called for each in line if each.startswith(f"{word}=")]


class TestAllocators:
    """The callbacks with which an object is made are those that the drivers are given."""

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize(
        ("of_instance", "of_device"), [(True, True), (True, False), (False, True), (False, False)]
    )
    def test_of_instances_and_devices(
        self, world: World, subject: Trial, of_instance: bool, of_device: bool, layers: list[str]
    ) -> None:
        """Both drivers of an instance are given its callbacks, and the driver of a device those of the device."""
        given = {True: {"allocator": allocator("a")}, False: {}}
        for name in ("alpha", "beta"):
            world.driver(name, flags={"use_allocator": "1"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(**given[of_instance])
        script.device("devices.1", **given[of_device])

        seen = subject.calls(world, script)

        word = {True: "yes", False: "no"}
        assert (seen.answers["instance"], seen.answers["device"]) == (SUCCESS, SUCCESS)
        assert heard(seen, "vkCreateInstance", "allocator") == [word[of_instance]] * 2
        assert heard(seen, "vkCreateDevice", "allocator") == [word[of_device]]


class TestFeatures:
    """The driver is told which features are enabled, and refuses those that it does not have."""

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 27, FEATURES - 1], ids=["second", "middle", "last"])
    def test_features(self, world: World, subject: Trial, place: int, layers: list[str]) -> None:
        """One feature in pEnabledFeatures that the driver does not have."""
        script = created(world, layers, asked_for(queues=[queues(0)], features=only(place)))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @pytest.mark.editions("2018", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 27, FEATURES - 1], ids=["second", "middle", "last"])
    def test_a_structure_behind_it(self, world: World, subject: Trial, place: int, layers: list[str]) -> None:
        """One feature in a VkPhysicalDeviceFeatures2 in the pNext chain."""
        structure = [FEATURES2, None, *only(place)]
        script = created(world, layers, asked_for(queues=[queues(0)], next=structure))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @WITH_AND_WITHOUT_LAYERS
    def test_no_features(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Where none is enabled nothing is added, and there is a device."""
        info = asked_for(queues=[queues(0)], features=only(None))
        script = created(world, layers, info)

        seen = subject.calls(world, script)

        assert seen.returned("device") == [SUCCESS]


class TestQueues:
    """The driver is told which queues of which families are to be made."""

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("families", [(0, 1), (1, 0), (2, 0, 1)])
    def test_families(
        self, world: World, subject: Trial, families: tuple[int, ...], layers: list[str]
    ) -> None:
        """Those of each family in the order in which they are asked for."""
        info = asked_for(queues=[queues(family, family + 1) for family in families])
        script = created(world, layers, info, families="GCT1,CT2,T3")

        seen = subject.calls(world, script)

        told = ",".join(f"{family}:{family + 1}" for family in families)
        assert seen.returned("device") == [SUCCESS]
        assert heard(seen, "vkCreateDevice(queues)", "families") == [told]
