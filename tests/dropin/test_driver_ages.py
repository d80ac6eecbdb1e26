"""The drop-in library kept to older versions of the driver interface (REFLOADER_DRIVER_INTERFACE)."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import World

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parent / "hosts"
AGE = "REFLOADER_DRIVER_INTERFACE"
VERSION_1_0, VERSION_1_3 = 0x400000, 0x403000
INCOMPATIBLE = -9
CREATE = """
    s = Session(version={version})
    names = s.names() if s.instance else []
    if s.instance:
        s.destroy()
    say([s.result, names])
"""
MADE, REFUSED = [0, ["mock driver"]], [INCOMPATIBLE, []]

USED = {
    "mock_icd": "-1234567",
    "mock_icd_v0": "01234567",
    "mock_icd_v2": "-1234567",
    "mock_icd_v6": "-1234567",
    "mock_icd_v7": "-1234567",
}
"""The loaders that can use each export set, by age; those that look for other exports cannot."""


def creation(version: int = VERSION_1_0) -> str:
    """A script that makes an instance, names its devices and destroys it."""
    return CREATE.format(version=version)


def offers(script: Script) -> list[str]:
    """The versions that the driver was offered."""
    return [line.rpartition("=")[2] for line in script.traced("negotiate offered=")]


class TestWaysIn:
    """A loader knows the exports and the negotiation of its own version and of those before."""

    @pytest.mark.parametrize("age", "01234567")
    @pytest.mark.parametrize("mock", USED)
    @pytest.mark.rule("NEGOTIATE-ICD-07", "NEGOTIATE-ICD-08", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
    def test_which_drivers_are_used(self, script: Script, world: MockWorld, mock: str, age: str) -> None:
        """From the three old exports to vk_icdGetInstanceProcAddr alone; others are left out cleanly."""
        world.driver("plain", mock, trace=str(script.trace))

        assert script(creation(), **{AGE: age}) == (MADE if age in USED[mock] else REFUSED)

    @pytest.mark.parametrize("age", "234567")
    @pytest.mark.rule("NEGOTIATE-ICD-02", "NEGOTIATE-ICD-03")
    def test_its_own_version_is_offered(self, script: Script, world: MockWorld, age: str) -> None:
        """By the export and before anything else."""
        world.driver("plain", trace=str(script.trace))

        script(creation(), **{AGE: age})

        assert script.traced()[1] == f"driver plain negotiate offered={age}"
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize("age", "01")
    @pytest.mark.rule("NEGOTIATE-ICD-08")
    def test_the_oldest_offer_nothing(self, script: Script, world: MockWorld, age: str) -> None:
        """A driver can tell them by that: they call vk_icdGetInstanceProcAddr first, or not even that."""
        world.driver("plain", "mock_icd", trace=str(script.trace), trace_lookups="1")

        script(creation(), **{AGE: age})

        assert offers(script) == []
        assert (script.traced("vk_icdGetInstanceProcAddr before the negotiation") != []) is (age == "1")

    @pytest.mark.parametrize(("age", "expected"), [("6", []), ("7", ["7"])])
    @pytest.mark.rule("NEGOTIATE-ICD-01", "IFACE-ICD-V7-02")
    def test_negotiation_by_lookup(
        self, script: Script, world: MockWorld, age: str, expected: list[str]
    ) -> None:
        """Only a loader of version 7 asks vk_icdGetInstanceProcAddr for the negotiation function."""
        world.driver("plain", "mock_icd_v7", trace=str(script.trace))

        assert script(creation(), **{AGE: age}) == MADE
        assert offers(script) == expected

    @pytest.mark.parametrize(("age", "asked"), [("3", False), ("4", True), ("6", True)])
    @pytest.mark.rule("IFACE-ICD-V4-01")
    def test_lookup_of_physical_device_commands(
        self, script: Script, world: MockWorld, age: str, asked: bool
    ) -> None:
        """Only a loader of version 4 or newer calls vk_icdGetPhysicalDeviceProcAddr."""
        name = "vkFrobPhysicalX"
        watched = {"trace": str(script.trace), "trace_lookups": "1"}
        world.driver("plain", "mock_icd", {}, unknown_physical=name, unknown_device=name, **watched)

        found = script(
            """
            s = Session(version=0x400000)
            say(bool(s.loader.look_up(s.instance, "vkFrobPhysicalX")))
            """,
            **{AGE: age},
        )

        assert found
        assert (script.traced("vk_icdGetPhysicalDeviceProcAddr") != []) is asked

    @pytest.mark.rule("DIRECT-DRIVER-07", "AMB-DIRECT-V7")
    def test_drivers_that_are_given(self, script: Script, world: MockWorld) -> None:
        """A loader older than version 7 has no use for drivers that the application hands over."""
        library = world.library("libgiven.so", "mock_icd_v7", name="given", trace=str(script.trace))
        given = f"""
            given = ctypes.cast(ctypes.CDLL({str(library)!r}).vk_icdGetInstanceProcAddr, POINTER).value
            info = block(1000459000, 0, 0, given)
            drivers = block(1000459001, 0, 1 << 32, ctypes.addressof(info))
            s = Session(["VK_LUNARG_direct_driver_loading"], chain=ctypes.addressof(drivers))
            say(s.result)
        """

        assert [script(given, **{AGE: age}) for age in ("6", "7")] == [INCOMPATIBLE, 0]


class TestVersionsOfVulkan:
    """A loader older than version 5 is one of Vulkan 1.0 and leaves apiVersion to the driver."""

    @pytest.mark.parametrize("age", "1234567")
    @pytest.mark.rule("IFACE-ICD-V5-01", "IFACE-ICD-V5-02", "APIVER-02")
    def test_a_newer_version(self, script: Script, world: MockWorld, age: str) -> None:
        """The driver has to refuse what such a loader does not know."""
        world.driver("plain", trace=str(script.trace))

        expected = MADE if age in "567" else REFUSED

        assert script(creation(VERSION_1_3), **{AGE: age}) == expected
        assert (script.traced("vkEnumerateInstanceVersion") != []) is (age in "567")

    @pytest.mark.parametrize(("age", "told"), [("4", "api=1.3.0"), ("5", "api=1.0.0")])
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    def test_what_an_old_driver_is_told(self, script: Script, world: MockWorld, age: str, told: str) -> None:
        """Only a loader that knows of versions keeps a driver of Vulkan 1.0 from hearing of newer ones."""
        world.driver("plain", api="1.0.0", trace=str(script.trace))

        script(creation(VERSION_1_3), **{AGE: age})

        assert told in script.traced(" vkCreateInstance ")[0]


class TestTheVariable:
    """It counts for the driver interface alone, and only where it says a version that there is."""

    @pytest.mark.parametrize("value", ["8", "-1", "x", "07", "1.0", " 1"])
    def test_wrong_values(self, program: Program, world: MockWorld, value: str) -> None:
        """They are told in the log and change nothing."""
        trace = world.folder / "trace"
        world.driver("plain", trace=str(trace))
        text = "from session import *\n" + dedent(creation())
        variables = {**world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": "warn", AGE: value}

        ran = program.run([sys.executable, "-c", text], variables)

        assert f'{AGE} is "{value}", which is no version from 0 to 7: ignored' in ran.stderr
        assert "negotiate offered=7" in trace.read_text()

    def test_privilege(self, dropin: Path) -> None:
        """A process with more privilege than its user is not steered by it."""
        world = World()
        world.driver()
        world.variable(AGE, "0")
        plain = ForeignLoader(str(dropin / "libvulkan.so.1")).observe(world.scenario())
        world.elevate()

        seen = ForeignLoader(str(dropin / "libvulkan.so.1")).observe(world.scenario())

        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        assert (plain.result, seen.result) == (INCOMPATIBLE, 0)

    def test_no_value(self, script: Script, world: MockWorld) -> None:
        """An empty one is none."""
        world.driver("plain", trace=str(script.trace))

        script(creation(), **{AGE: ""})

        assert offers(script) == ["7"]
