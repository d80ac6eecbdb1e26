"""Many good drivers at once, with several devices each: all are offered, and each call reaches its own driver."""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, read
from refloader.suite.loaders.trial import Trial

MANY = 24
INTERFACES = ["0", "1", "2", "3", "4", "5", "6", "7"]


def install(world: World) -> set[str]:
    """Three drivers with one, two and three devices; gives the devices' names."""
    world.driver("alpha", flags={"device_name": "a1"})
    world.driver("beta", flags={"devices": "2", "device_name": "b1;b2"})
    world.driver("gamma", flags={"devices": "3", "device_name": "g1;g2;g3"})
    return {"a1", "b1", "b2", "g1", "g2", "g3"}


@pytest.mark.rule("DISC-DRIVER-GEN-01")
class TestManyDrivers:
    """Several drivers, each with one or more physical devices, work without mutual disturbance."""

    def test_all_devices_are_offered(self, world: World, subject: Trial) -> None:
        """The physical devices of three drivers are all enumerated, each once."""
        names = install(world)

        seen = subject.observe(world)

        assert sorted(device.name for device in seen.devices) == sorted(names)

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_beside_a_driver_without_devices(self, world: World, subject: Trial, place: int) -> None:
        """If one driver has no physical device, those of the other drivers are enumerated all the same."""
        names = ["alpha", "beta", "gamma"]
        for at, name in enumerate(names):
            world.driver(name, flags={"devices": "0"} if at == place else {"device_name": name})

        seen = subject.observe(world)

        expected = sorted(name for at, name in enumerate(names) if at != place)
        assert (seen.result_name, sorted(device.name for device in seen.devices)) == ("VK_SUCCESS", expected)

    @pytest.mark.needs_library
    @pytest.mark.parametrize("number", [3, 0, 1, 2, 4, 5])
    def test_each_device_belongs_to_its_driver(self, world: World, subject: Trial, number: int) -> None:
        """Calls on a logical device and its queue reach the driver of its physical device alone."""
        install(world)
        script = Script()
        script.create()
        script.devices()
        script.device(f"devices.{number}")
        script.queue()
        waited = script.call("vkQueueWaitIdle", "queue", via=of_device("device"))
        script.destroy_device()
        script.destroy()

        seen = subject.calls(world, script)

        first = seen.answers["devices"]["names"][number][0]
        owner = {"a": "alpha", "b": "beta", "g": "gamma"}[first]
        assert (seen.answers["device"], seen.answers[waited]["returned"], seen.violations) == (0, 0, ())
        assert {*entered(seen.lines[waited], "vkQueueWaitIdle")} == {owner}

    @pytest.mark.needs_library
    def test_beside_a_logical_device(self, world: World, subject: Trial) -> None:
        """While there is a logical device, the physical devices of all drivers are still enumerated."""
        names = install(world)
        script = Script()
        script.create()
        script.devices()
        script.device("devices.0")
        script.devices(label="again")

        seen = subject.calls(world, script)

        assert seen.answers["device"] == 0
        assert sorted(seen.answers["again"]["names"]) == sorted(names)

    def test_dozens_of_drivers(self, world: World, subject: Trial) -> None:
        """The physical devices of two dozen drivers are all enumerated."""
        for number in range(MANY):
            world.driver(f"d{number}", flags={"device_name": f"device {number}"})

        seen = subject.observe(world)

        assert sorted(device.name for device in seen.devices) == sorted(f"device {n}" for n in range(MANY))

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-ICD-06", "NEGOTIATE-ICD-07")
    def test_drivers_of_all_interfaces(self, world: World, subject: Trial) -> None:
        """Drivers of interface versions 2 to 7 are used beside one another; whether 0 and 1 are, is open."""
        world.driver("v0", mock="driver_v0", flags={"device_name": "0"})
        world.driver("v1", mock="driver_v7", flags={"device_name": "1", "interface": "1"})
        world.driver("v2", mock="driver_v2", flags={"device_name": "2", "interface": "2"})
        world.driver("v3", mock="driver_v2", flags={"device_name": "3", "interface": "3"})
        world.driver("v4", flags={"device_name": "4", "interface": "4"})
        world.driver("v5", flags={"device_name": "5", "interface": "5"})
        world.driver("v6", mock="driver_v6", flags={"device_name": "6", "interface": "6"})
        world.driver("v7", mock="driver_v6", flags={"device_name": "7"})

        seen = subject.calls(world)

        found = sorted(device.name for device in seen.devices)
        assert (found[-6:], seen.violations) == (INTERFACES[-6:], ())
        subject.reading("AMB-LEGACY-DRIVER", found, chosen=INTERFACES)


HEAPS = {"alpha": 0x100000, "beta": 0x300000, "gamma": 0x200000}
"""By driver: the bytes of its device's only heap."""
FIRST, OTHER = "robustBufferAccess", "independentBlend"
FEATURED = {"alpha": OTHER, "beta": FIRST, "gamma": OTHER}
"""By driver: the features of its device, of which the first member of the structure is one."""
FORMS = [
    "",
    pytest.param("2", marks=pytest.mark.editions("2018", "2022", "2026")),
    pytest.param("2KHR", marks=pytest.mark.editions("2018", "2022", "2026")),
]
EXTENSION = "VK_KHR_get_physical_device_properties2"


@pytest.mark.needs_library
@pytest.mark.rule("VULKAN-LOADER-05")
class TestHandles:
    """A VkPhysicalDevice lives as long as its instance, whatever is enumerated meanwhile."""

    @pytest.mark.parametrize("number", [9, 2, 17])
    def test_of_a_second_enumeration(self, world: World, subject: Trial, number: int) -> None:
        """A second vkEnumeratePhysicalDevices of an instance returns the handles of the first."""
        world.driver(flags={"devices": str(number)})
        script = Script()
        script.create()
        for label in ("first", "second"):
            script.call(
                "vkEnumeratePhysicalDevices",
                "instance",
                read(number),
                read(*[0] * number),
                via=INSTANCE,
                label=label,
            )

        seen = subject.calls(world, script)

        first, second = seen.read("first"), seen.read("second")
        assert isinstance(first, list)
        assert isinstance(second, list)
        assert len({*first[1]}) == number
        assert {*second[1]} == {*first[1]}


@pytest.mark.needs_library
@pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
class TestWhatEachHas:
    """What the application reads of a physical device is what the device's own driver says, in each order."""

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("order", [(0, 1, 2, 0), (2, 1, 0, 2)], ids=["forth", "back"])
    def test_memory_of_each_device(
        self, world: World, subject: Trial, order: tuple[int, ...], form: str
    ) -> None:
        """For each of three physical devices the application reads the memory heap that its driver reports."""
        for name, size in HEAPS.items():
            flags = {"device_name": name, "heap": hex(size), "extensions": f"{EXTENSION}:2"}
            world.driver(name, flags=flags)
        head = [1000059006, 0] if form else []
        script = asking(f"vkGetPhysicalDeviceMemoryProperties{form}", order, [*head, *[0] * 66])

        seen = subject.calls(world, script)

        found = [seen.answers[f"{at}"]["read"][0][len(head) + 33] for at in range(len(order))]
        names = seen.device_names()
        assert found == [HEAPS[names[device]] for device in order]

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("order", [(0, 1, 2, 0), (2, 1, 0, 2)], ids=["forth", "back"])
    def test_features_of_each_device(
        self, world: World, subject: Trial, order: tuple[int, ...], form: str
    ) -> None:
        """For each of three physical devices the application reads the features that its driver reports."""
        for name, features in FEATURED.items():
            flags = {"device_name": name, "whole": "1", "extensions": f"{EXTENSION}:2"}
            world.driver(name, flags={**flags, "features": features})
        head = [1000059000, 0] if form else []
        script = asking(f"vkGetPhysicalDeviceFeatures{form}", order, [*head, *[0] * 29])

        seen = subject.calls(world, script)

        found = [seen.answers[f"{at}"]["read"][0][len(head)] & 0xFFFF_FFFF for at in range(len(order))]
        names = seen.device_names()
        assert found == [int(FEATURED[names[device]] == FIRST) for device in order]


def asking(command: str, order: tuple[int, ...], room: list[int]) -> Script:
    """An application that asks about several physical devices in turn."""
    older = command.endswith("KHR")
    script = with_instance(api="1.0.0" if older else "1.1.0", extensions=[EXTENSION] if older else [])
    for at, device in enumerate(order):
        place = f"devices.{device}"
        script.call(command, place, read(*room), via=INSTANCE, returns="nothing", label=f"{at}")
    return script
