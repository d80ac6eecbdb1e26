"""What each driver is given does not depend on the layers above it, nor on the drivers beside it."""

from itertools import permutations, takewhile

import pytest

from refloader.scenario.call_sequence import field
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, out, pair, read
from refloader.suite.loaders.trial import Trial

LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two"]
NUMBERS = pytest.mark.parametrize("number", [2, 0, 1], ids=["two-layers", "no-layer", "a-layer"])
SETS = {
    "ab": ["VK_KHR_surface", "VK_KHR_display"],
    "bc": ["VK_KHR_display", "VK_KHR_get_surface_capabilities2"],
    "ca": ["VK_KHR_get_surface_capabilities2", "VK_KHR_surface"],
}
EVERY = ["VK_KHR_surface", "VK_KHR_display", "VK_KHR_get_surface_capabilities2"]
ORDERS = pytest.mark.parametrize("order", list(permutations(SETS)), ids="-".join)


def install(world: World, number: int) -> None:
    """So many implicit layers, of which each brings an extension."""
    for name in LAYERS[:number]:
        own = [{"name": "VK_EXT_validation_features", "spec_version": "4"}]
        world.implicit_layer(name, instance_extensions=own)


def given(seen: Observation) -> dict[str, list[str]]:
    """The extensions that each driver was asked to enable."""
    found = field(seen.lines["instance"], "vkCreateInstance", "extensions", "driver")
    return {name: sorted(filter(None, names.split(","))) for name, names in found.items()}


@pytest.mark.needs_library
class TestExtensions:
    """The loader removes the enabled extensions that a driver does not offer, for each driver separately."""

    @NUMBERS
    @ORDERS
    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9")
    @pytest.mark.editions("2018", "2026")
    def test_of_three_drivers(
        self, world: World, subject: Trial, number: int, order: tuple[str, ...]
    ) -> None:
        """Of three enabled extensions, each of three drivers gets just the two that it offers, below any layers."""
        install(world, number)
        files = []
        for name in order:
            offered = ",".join(f"{each}:1" for each in SETS[name])
            files.append(
                world.driver(name, folder="/world/drivers", flags={"extensions": offered, "surfaces": "own"})
            )
        world.variable("VK_ICD_FILENAMES", ":".join(files))
        script = Script()
        script.create(extensions=[*EVERY, *["VK_EXT_validation_features"][:number]])

        seen = subject.calls(world, script)

        assert given(seen) == {name: sorted(SETS[name]) for name in SETS}


@pytest.mark.needs_library
class TestVersions:
    """A driver of 1.0 gets 1.0, and every other one the version that the application gives."""

    @NUMBERS
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    @pytest.mark.editions("2018", "2026")
    def test_below_layers(self, world: World, subject: Trial, number: int) -> None:
        """Below any number of layers, a 1.0 driver gets apiVersion 1.0 and a newer one the application's."""
        install(world, number)
        world.driver("old", api_version="1.0.0", flags={"api": "1.0.0"})
        world.driver("new")
        script = Script()
        script.create(api="1.2.0")

        seen = subject.calls(world, script)

        versions = field(seen.lines["instance"], "vkCreateInstance", "api", "driver")
        assert {name: api.rpartition(".")[0] for name, api in versions.items()} == {
            "old": "1.0",
            "new": "1.2",
        }

    @pytest.mark.rule("APIVER-04")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("enabled", [3, 1, 2])
    def test_beside_extensions(self, world: World, subject: Trial, enabled: int) -> None:
        """A driver gets the application's apiVersion however many of its extensions are enabled."""
        world.driver(flags={"extensions": ",".join(f"{each}:1" for each in EVERY), "surfaces": "own"})
        script = Script()
        script.create(api="1.2.0", extensions=EVERY[:enabled])

        seen = subject.calls(world, script)

        (version,) = field(seen.lines["instance"], "vkCreateInstance", "api", "driver").values()
        assert version.rpartition(".")[0] == "1.2"

    @pytest.mark.rule("APIVER-04")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("interface", ["driver_v0", "driver_v2", "2", "3", "4", "5", "6", "7"])
    def test_of_every_interface(self, world: World, subject: Trial, interface: str) -> None:
        """A driver gets the application's apiVersion, whatever interface version the driver has."""
        if interface == "driver_v0":
            world.driver("odd", mock="driver_v0")
        elif interface == "driver_v2":
            world.driver("odd", mock="driver_v2")
        else:
            world.driver("odd", flags={"interface": interface})
        script = Script()
        script.create(api="1.2.0")

        seen = subject.calls(world, script)

        versions = field(seen.lines["instance"], "vkCreateInstance", "api", "driver")
        found = {name: api.rpartition(".")[0] for name, api in versions.items()}
        if interface == "driver_v0":
            subject.reading("AMB-LEGACY-DRIVER", found, chosen={"odd": "1.2"}, tolerated={})
        else:
            assert found == {"odd": "1.2"}


def names_of_layers(words: list[int]) -> list[str]:
    """The names in an array of VkLayerProperties, of 520 bytes each, up to the first entry without one."""
    data = b"".join((word % 2**64).to_bytes(8, "little") for word in words)
    starts = (data[place : place + 256] for place in range(0, len(data), 520))
    names = (start.partition(b"\0")[0].decode("utf-8", "replace") for start in starts)
    return list(takewhile(bool, names))


@pytest.mark.needs_library
class TestNothingToTell:
    """An enumeration of nothing says that there is nothing, whatever the count was before."""

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.parametrize("room", [0, 1, 77])
    @pytest.mark.parametrize("array", [False, True], ids=["number", "array"])
    def test_of_layers(self, world: World, subject: Trial, room: int, array: bool) -> None:
        """Without layers, vkEnumerateInstanceLayerProperties writes a count of 0."""
        script = Script()
        entries = read(*[0] * 65 * max(room, 1)) if array else None
        script.call("vkEnumerateInstanceLayerProperties", read(room), entries, via=GLOBAL, label="asked")

        script.call(
            "vkEnumerateInstanceLayerProperties", read(8), read(*[0] * 65 * 8), via=GLOBAL, label="then"
        )

        seen = subject.calls(world, script)

        found, listed = seen.read("asked"), seen.read("then")
        assert isinstance(found, list)
        assert isinstance(listed, list)
        assert seen.returned("asked") == [0]
        assert (found[0][0] & 0xFFFF_FFFF, names_of_layers(listed[1])) == (0, [])


@pytest.mark.needs_library
class TestFailures:
    """What was made before a failure is given back."""

    @pytest.mark.rule("VULKAN-LOADER-02", "CHAIN-TERM-01")
    @pytest.mark.parametrize("error", ["VK_ERROR_OUT_OF_HOST_MEMORY", "VK_ERROR_INITIALIZATION_FAILED"])
    @pytest.mark.parametrize("failing", ["alpha", "beta", "gamma"])
    def test_of_a_drivers_creation(self, world: World, subject: Trial, failing: str, error: str) -> None:
        """If one driver's failure ends vkCreateInstance, the instances of the other drivers should be destroyed."""
        for name in ("alpha", "beta", "gamma"):
            flags = {"fail": f"vkCreateInstance:{error}"} if name == failing else {}
            world.driver(name, flags=flags)
        script = Script()
        application = [0, None, None, 0, None, pair(0, 1 << 22)]
        info = [1, None, 0, application, *[0] * 4]
        script.call("vkCreateInstance", info, None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        if seen.returned("made") == [0]:
            pytest.skip("the loader goes on with the other drivers")
        words = [line.split()[1:3] for line in seen.trace if line.startswith("driver ")]
        made = {name for name, word in words if word == "vkCreateInstance"} - {failing}
        gone = {name for name, word in words if word == "vkDestroyInstance"}
        subject.implied(gone, made, "VULKAN-LOADER-02, which speaks of what the loader allocates")


PLACES = pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])


class TestOneOfThree:
    """An instance extension can be enabled if one of three has it, and a driver is used, whichever it is."""

    @pytest.mark.needs_library
    @PLACES
    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9")
    @pytest.mark.editions("2018", "2026")
    def test_one_of_three_drivers(self, world: World, subject: Trial, place: int) -> None:
        """All extensions that one of three drivers offers are enabled in it, and in the others those they have."""
        files = []
        for number, name in enumerate(("alpha", "beta", "gamma")):
            offered = ",".join(f"{each}:1" for each in (EVERY if number == place else EVERY[:1]))
            files.append(world.driver(name, folder="/world/drivers", flags={"extensions": offered}))
        world.variable("VK_ICD_FILENAMES", ":".join(files))
        script = Script()
        script.create(extensions=EVERY)

        seen = subject.calls(world, script)

        found = [given(seen).get(name) for name in ("alpha", "beta", "gamma")]
        assert found == [sorted(EVERY) if number == place else EVERY[:1] for number in range(3)]

    @pytest.mark.needs_library
    @PLACES
    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.editions("2026")
    def test_one_of_three_layers(self, world: World, subject: Trial, place: int) -> None:
        """An extension that one of three implicit layers offers can be enabled."""
        world.driver()
        for number, name in enumerate([*LAYERS, "VK_LAYER_TEST_three"]):
            own = [{"name": "VK_EXT_validation_features", "spec_version": "4"}] if number == place else []
            world.implicit_layer(name, instance_extensions=own)
        script = Script()
        script.create(extensions=["VK_EXT_validation_features"])

        assert subject.calls(world, script).answers["instance"] == 0

    @PLACES
    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.editions("2026")
    def test_beside_two_without_library(self, world: World, subject: Trial, place: int) -> None:
        """A driver is used beside two others whose library does not exist."""
        files = []
        for number in range(3):
            if number == place:
                files.append(world.driver("good", folder="/world/drivers"))
            else:
                fields = '"library_path": "/world/nowhere.so", "api_version": "1.0.0"'
                path = f"/world/drivers/broken{number}.json"
                world.file(path, f'{{"file_format_version": "1.0.0", "ICD": {{{fields}}}}}')
                files.append(path)
        world.variable("VK_ICD_FILENAMES", ":".join(files))

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("good",))
