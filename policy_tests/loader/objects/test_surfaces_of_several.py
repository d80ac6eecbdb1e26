"""Several surfaces, swapchains and drivers at once: each driver is handed its own surface, and loses what it made."""

import pytest

from refloader.scenario.call_sequence import parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, of_instance, out, outs, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE, swapchain_info

pytestmark = pytest.mark.needs_library

CREATE, DESTROY = DISPLAY.command, "vkDestroySurfaceKHR"
INSTANCE, DEVICE = of_instance("instance"), of_device("device")
PLACES = pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])


def driver(world: World, name: str, surfaces: str, **flags: str) -> None:
    """A driver for displays with surfaces of its "own" or the "loader"'s; its device has its name."""
    offered = {"extensions": f"{SURFACE}:25,{DISPLAY.extension}:23"}
    own = {"surfaces": surfaces, "device_extensions": "VK_KHR_swapchain:70", "device_name": name}
    world.driver(name, flags={**offered, **own, **flags})


def application(*surfaces: str, extensions: tuple[str, ...] = (), api: str | None = None) -> Script:
    """An application that makes an instance, looks at its devices and makes these surfaces."""
    script = Script()
    script.create(api=api, extensions=[SURFACE, DISPLAY.extension, *extensions])
    script.devices()
    for name in surfaces:
        script.call(CREATE, "instance", DISPLAY.info, None, out(name), via=INSTANCE, label=f"create {name}")
    return script


def asked(script: Script, device: int, surface: str) -> str:
    """Ask whether a device can present to the surface."""
    command = "vkGetPhysicalDeviceSurfaceSupportKHR"
    return script.call(command, f"devices.{device}", 0, surface, read(0), via=INSTANCE)


def destroyed(script: Script, surface: str) -> str:
    """Destroy the surface."""
    return script.call(DESTROY, "instance", surface, None, via=INSTANCE, returns="nothing")


def callers(seen: Observation, command: str, *labels: str) -> list[str]:
    """The drivers that were called by this command during these steps, one name for each call."""
    words = [line.split() for label in labels for line in seen.lines[label]]
    return sorted(each[1] for each in words if each[0] == "driver" and each[2:3] == [command])


def handed(seen: Observation, who: str, *labels: str) -> list[str]:
    """What kind of surface the driver was handed with each call during these steps that says so."""
    lines = [line for label in labels for line in seen.lines[label] if line.startswith(f"driver {who} ")]
    uses = [line for line in lines if " surface=" in line and f" {CREATE} " not in line]
    return [line.partition(" surface=")[2].partition(" images=")[0] for line in uses]


def sharing(world: World, least: list[int]) -> Script:
    """An application that makes swapchains of at least so many images by one call, each with its own surface."""
    device_extensions = ["VK_KHR_swapchain", "VK_KHR_display_swapchain"]
    driver(world, "own", "own", device_extensions=",".join(f"{name}:9" for name in device_extensions))
    names = [f"surface{index}" for index, _ in enumerate(least)]
    script = application(*names)
    script.device(extensions=device_extensions)
    infos: list[Argument] = []
    for name, number in zip(names, least, strict=True):
        infos += swapchain_info(name, least=number)
    rest: list[Argument] = ["device", len(least), infos, None, outs("swapchains", len(least))]
    script.call("vkCreateSharedSwapchainsKHR", *rest, via=DEVICE, label="call")
    return script


class TestSurfacesAtOnce:
    """An instance of several drivers can have several surfaces, each for all of its drivers."""

    @pytest.mark.rule("LDP_LOADER_10")
    @pytest.mark.parametrize("number", [3, 2])
    def test_several_surfaces(self, world: World, subject: Trial, number: int) -> None:
        """Each of several surfaces that live at once serves both of an instance's drivers."""
        driver(world, "one", "own")
        driver(world, "two", "own")
        names = [f"surface{index}" for index in range(number)]
        script = application(*names)
        queries = [asked(script, device, name) for name in names for device in (0, 1)]

        seen = subject.calls(world, script)

        assert seen.returned(*[f"create {name}" for name in names], *queries) == [0] * 3 * number
        assert [seen.read(query) for query in queries] == [[[1]]] * 2 * number
        assert seen.violations == ()

    @PLACES
    @pytest.mark.rule("LDP_LOADER_11")
    def test_a_driver_without_one(self, world: World, subject: Trial, place: int) -> None:
        """Beside two drivers that create surfaces, a driver that creates none gets the loader's structure."""
        names = ["own", "too"]
        names.insert(place, "plain")
        for name in names:
            driver(world, name, "loader" if name == "plain" else "own")
        script = application("surface")
        queries = [asked(script, device, "surface") for device in range(3)]

        seen = subject.calls(world, script)

        assert (handed(seen, "own", *queries), handed(seen, "too", *queries)) == (
            [DISPLAY.own],
            [DISPLAY.own],
        )
        assert {*handed(seen, "plain", *queries)} <= {DISPLAY.structure}
        assert seen.violations == ()

    @pytest.mark.rule("LDP_LOADER_11", "WSI-SURFACE-05")
    @pytest.mark.parametrize("number", [3, 5])
    def test_each_of_many_drivers(self, world: World, subject: Trial, number: int) -> None:
        """Each of several drivers that create surfaces gets the surface that it created itself."""
        names = [f"d{index}" for index in range(number)]
        for name in names:
            driver(world, name, "own")
        script = application("surface")
        queries = [asked(script, device, "surface") for device in range(number)]

        seen = subject.calls(world, script)

        assert [handed(seen, name, *queries) for name in names] == [[DISPLAY.own]] * number
        assert seen.violations == ()


class TestVersions:
    """Each driver has the interface version that it agreed to, whatever the others of the instance agreed to."""

    @pytest.mark.rule("LDP_LOADER_11", "WSI-SURFACE-05")
    @pytest.mark.parametrize(("newer", "older"), [("3", "2"), ("4", "1"), ("7", "2"), ("5", "2"), ("7", "3")])
    @pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
    def test_drivers_of_two_versions(
        self, world: World, subject: Trial, place: int, newer: str, older: str
    ) -> None:
        """Beside an older driver, a driver of interface version 3 or later gets its own surface.

        What an older driver is handed that has such functions all the same, no document says.
        """
        versions = [older, older]
        versions[place] = newer
        for name, version in zip(("one", "two"), versions, strict=True):
            driver(world, name, "own", interface=version)
        script = application("surface")
        queries = [asked(script, device, "surface") for device in (0, 1)]

        seen = subject.calls(world, script)

        own = [name for name, version in zip(("one", "two"), versions, strict=True) if int(version) >= 3]
        assert [handed(seen, name, *queries) for name in own] == [[DISPLAY.own]] * len(own)


class TestTheirEnd:
    """The end of a surface is the end of each driver's own one, and of no other."""

    @pytest.mark.rule("WSI-SURFACE-06")
    @pytest.mark.parametrize("number", [3, 5])
    def test_in_each_of_many_drivers(self, world: World, subject: Trial, number: int) -> None:
        """vkDestroySurfaceKHR has each of several drivers destroy the surface that it created."""
        names = [f"d{index}" for index in range(number)]
        for name in names:
            driver(world, name, "own")
        script = application("surface")
        for device in range(number):
            asked(script, device, "surface")
        end = destroyed(script, "surface")

        seen = subject.calls(world, script)

        assert callers(seen, DESTROY, end) == names
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-06")
    @pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]], ids=["in turn", "mixed"])
    def test_of_each_of_several(self, world: World, subject: Trial, order: list[int]) -> None:
        """For each of several surfaces that the application destroys, every driver destroys its own one."""
        driver(world, "one", "own")
        driver(world, "two", "own")
        script = application(*[f"surface{index}" for index in range(3)])
        for index in range(3):
            asked(script, 0, f"surface{index}")
            asked(script, 1, f"surface{index}")
        ends = [destroyed(script, f"surface{index}") for index in order]

        seen = subject.calls(world, script)

        assert [callers(seen, DESTROY, end) for end in ends] == [["one", "two"]] * 3
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-06")
    @pytest.mark.parametrize("order", [["older", "newer"], ["newer", "older"]], ids="-then-".join)
    def test_of_each_of_two_instances(self, world: World, subject: Trial, order: list[str]) -> None:
        """For a surface of each of two instances that the application destroys, the driver destroys its own one."""
        driver(world, "one", "own")
        script = Script()
        for name in ("older", "newer"):
            via, devices, surface = of_instance(name), f"{name} devices", f"{name} surface"
            script.create(name, extensions=[SURFACE, DISPLAY.extension])
            script.devices(name, devices)
            script.call(CREATE, name, DISPLAY.info, None, out(surface), via=via, label=surface)
            query = "vkGetPhysicalDeviceSurfaceSupportKHR"
            script.call(query, f"{devices}.0", 0, surface, read(0), via=via)
        ends = [
            script.call(DESTROY, name, f"{name} surface", None, via=of_instance(name), returns="nothing")
            for name in order
        ]

        seen = subject.calls(world, script)

        assert {name: callers(seen, DESTROY, end) for name, end in zip(order, ends, strict=True)} == {
            name: ["one"] for name in order
        }
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-06")
    @pytest.mark.parametrize("interface", ["1", "2"])
    def test_not_of_one_that_was_never_made(self, world: World, subject: Trial, interface: str) -> None:
        """A driver that is too old for its surface functions destroys only a surface that it created."""
        driver(world, "older", "own", interface=interface)
        driver(world, "own", "own")
        script = application("surface")
        queries = [asked(script, device, "surface") for device in (0, 1)]
        end = destroyed(script, "surface")

        seen = subject.calls(world, script)

        makers = sorted({*callers(seen, CREATE, "create surface", *queries)})
        assert callers(seen, DESTROY, end) == makers
        subject.implied(makers, ["own"], "the rules of version 3, which brought surfaces of drivers")


class TestCommandsOfDevices:
    """A command with a surface reaches the driver with its own one, below the loader's code."""

    @pytest.mark.rule("LDP_LOADER_11")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_shared_swapchains(self, world: World, subject: Trial, number: int) -> None:
        """vkCreateSharedSwapchainsKHR gives the driver its own surface for each of several swapchains."""
        script = sharing(world, [3] * number)

        seen = subject.calls(world, script)

        assert (seen.returned("call"), handed(seen, "own", "call")) == ([0], [DISPLAY.own] * number)
        assert seen.violations == ()

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("least", [[3, 4, 5], [5, 3]], ids=["three", "two"])
    def test_infos_of_shared_swapchains(self, world: World, subject: Trial, least: list[int]) -> None:
        """vkCreateSharedSwapchainsKHR gives the driver the create info of each swapchain, in the same order."""
        script = sharing(world, least)

        seen = subject.calls(world, script)

        made = parsed_lines(seen.lines["call"], "vkCreateSwapchainKHR", "driver")
        assert (seen.returned("call"), seen.violations) == ([0], ())
        assert [pairs["images"] for _, pairs in made] == [str(number) for number in least]

    @pytest.mark.rule("CHAIN-TERM-03")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_modes_of_a_group(self, world: World, subject: Trial, found: str) -> None:
        """However it is looked up, vkGetDeviceGroupSurfacePresentModesKHR gives the driver its own surface."""
        driver(world, "own", "own", api="1.1.0")
        script = application("surface", api="1.1.0")
        script.device(extensions=["VK_KHR_swapchain"])
        via = {"instance": INSTANCE, "device": DEVICE}[found]
        script.call(
            "vkGetDeviceGroupSurfacePresentModesKHR", "device", "surface", read(0), via=via, label="call"
        )

        seen = subject.calls(world, script)

        assert (seen.returned("call"), handed(seen, "own", "call")) == ([0], [DISPLAY.own])
        assert seen.violations == ()

    @pytest.mark.rule("LDP_LOADER_11")
    @pytest.mark.parametrize(
        ("surfaces", "expected"), [("own", DISPLAY.own), ("loader", DISPLAY.structure)], ids=["own", "loader"]
    )
    def test_rectangles(self, world: World, subject: Trial, surfaces: str, expected: str) -> None:
        """vkGetPhysicalDevicePresentRectanglesKHR gives a driver its own surface, or else the structure."""
        driver(world, "some", surfaces, api="1.1.0")
        script = application("surface", api="1.1.0")
        script.device(extensions=["VK_KHR_swapchain"])
        command = "vkGetPhysicalDevicePresentRectanglesKHR"
        script.call(command, "devices.0", "surface", read(0), None, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert (seen.returned("call"), handed(seen, "some", "call")) == ([0], [expected])
        assert seen.violations == ()
