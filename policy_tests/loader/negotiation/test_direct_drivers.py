"""Drivers that the application hands to the loader itself (VK_LUNARG_direct_driver_loading)."""

from collections.abc import Sequence
from typing import Any

import pytest

from policy_tests.loader.implied import GOAL, NOT_VALID, OF_OTHERS, survived
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

EXTENSION = "VK_LUNARG_direct_driver_loading"
SURFACE, PORTABILITY = "VK_KHR_surface", "VK_KHR_portability_enumeration"
LIST = 1000459001
MODES = ["exclusive", "inclusive"]
INSTALLED = "installed device"
DRIVER_FILTERS = [
    ("VK_DRIVER_FILES", "/world/named/named.json"),
    ("VK_ICD_FILENAMES", "/world/named/named.json"),
    ("VK_LOADER_DRIVERS_SELECT", "*installed*"),
    ("VK_LOADER_DRIVERS_DISABLE", "*"),
]
FAULTS = {
    "negotiation-fails": {"negotiate": "fail"},
    "version-not-offered": {"negotiate_version": "9"},
    "no-extensions": {"null": "vkEnumerateInstanceExtensionProperties"},
    "no-creation": {"null": "vkCreateInstance"},
    "creation-fails": {"fail": "vkCreateInstance"},
    "creation-gives-nothing": {"rubbish": "vkCreateInstance"},
}
UNDEFINED = {"version-not-offered", "no-extensions", "no-creation", "creation-gives-nothing"}
"""Those of the faults that a driver must not have."""


OF_EXPORTS = (
    "NEGOTIATE-ICD-02, which makes the negotiation the first call into a driver that exports its function: the "
    "application gives a driver by a vkGetInstanceProcAddr alone"
)


def of_others(seen: Observation) -> list[str]:
    """What the mocks complain of but that a given driver has not negotiated."""
    return [line for line in seen.violations if "driver installed" in line or "NEGOTIATE-ICD-02" not in line]


def give(world: World, name: str, **flags: str) -> str:
    """The path of a driver's library that no manifest names; its device is called as it is."""
    named = {"name": name, "device_name": f"{name} device", **flags}
    return world.library(f"/world/given/lib{name}.so", "driver_v7", named)


def install(world: World, **flags: str) -> None:
    """A driver with a manifest in a standard folder."""
    world.driver("installed", flags={"device_name": INSTALLED, **flags})


def started(given: Sequence[str], mode: str, extensions: Sequence[str] = (EXTENSION,)) -> Script:
    """An application that hands these drivers over and looks at its devices."""
    script = Script()
    script.create(extensions=list(extensions), next={"direct": list(given), "mode": mode})
    script.devices()
    return script


def names(seen: Observation) -> list[str]:
    """The names of the devices in order; none where there is no instance."""
    devices: Any = seen.answers["devices"] or {"names": []}
    found: list[str] = devices["names"]
    return found


class TestBothModes:
    """With the extension enabled and the list in the pNext chain the given drivers are used."""

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-04")
    def test_inclusive(self, world: World, subject: Trial) -> None:
        """In inclusive mode, drivers that the application supplies are used beside installed drivers."""
        install(world)

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert (seen.result_name, set(names(seen))) == ("VK_SUCCESS", {INSTALLED, "given device"})

    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.parametrize("mode", MODES)
    def test_each_of_several(self, world: World, subject: Trial, mode: str) -> None:
        """Each of several drivers that the application supplies is used, where no other driver is installed."""
        given = [f"given{place}" for place in range(3)]

        seen = subject.calls(world, started([give(world, name) for name in given], mode))

        assert sorted(names(seen)) == [f"{name} device" for name in given]

    @pytest.mark.rule("NEGOTIATE-ICD-02", "DIRECT-DRIVER-07")
    @pytest.mark.parametrize("mode", MODES)
    def test_they_are_negotiated_with(self, world: World, subject: Trial, mode: str) -> None:
        """A driver that the application supplies should be negotiated with before it is asked for anything else."""
        install(world)
        given = [give(world, "given"), give(world, "another")]

        seen = subject.calls(world, started(given, mode))

        assert (seen.result_name, of_others(seen)) == ("VK_SUCCESS", [])
        subject.implied(seen.violations, (), OF_EXPORTS)

    @pytest.mark.rule("PORTABILITY-01", "DIRECT-DRIVER-04")
    def test_inclusive_beside_portability(self, world: World, subject: Trial) -> None:
        """In inclusive mode, too, an installed portability driver is not used without the portability flag."""
        install(world)
        world.driver("portable", flags={"device_name": "portable device"}, is_portability_driver=True)

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert (seen.result_name, set(names(seen))) == ("VK_SUCCESS", {INSTALLED, "given device"})

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize(
        "mode", [pytest.param("inclusive", marks=pytest.mark.rule("DIRECT-DRIVER-04")), "exclusive"]
    )
    def test_filtered_by_ids(self, world: World, subject: Trial, mode: str) -> None:
        """VK_LOADER_DEVICE_ID_FILTER hides devices of supplied drivers like those of installed drivers."""
        install(world, device="16")
        given = [give(world, "given", devices="2", device="17;18", device_name="hidden;shown")]
        world.variable("VK_LOADER_DEVICE_ID_FILTER", "18")

        seen = subject.calls(world, started(given, mode))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["shown"])

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-03")
    def test_exclusive(self, world: World, subject: Trial) -> None:
        """In exclusive mode, drivers that the application supplies are used, and no installed driver."""
        install(world)

        seen = subject.calls(world, started([give(world, "given")], "exclusive"))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.parametrize("mode", MODES)
    def test_an_application_can_bring_the_only_driver(self, world: World, subject: Trial, mode: str) -> None:
        """vkCreateInstance succeeds with a driver that the application supplies if no driver is installed."""
        seen = subject.calls(world, started([give(world, "given")], mode))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.parametrize("mode", MODES)
    def test_without_the_extension(self, world: World, subject: Trial, mode: str) -> None:
        """A VkDirectDriverLoadingListLUNARG has no effect if the application does not enable the extension."""
        install(world)

        seen = subject.calls(world, started([give(world, "given")], mode, extensions=()))

        if seen.result_name != "VK_SUCCESS":
            subject.implied(seen.result_name, "VK_SUCCESS", f"DIRECT-DRIVER-01, {NOT_VALID}")
            return
        assert names(seen) == [INSTALLED]

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-02")
    @pytest.mark.parametrize("chain", [None, [LIST + 999, 0, 1, 0]], ids=["none", "another-structure"])
    def test_without_the_list(self, world: World, subject: Trial, chain: list[int] | None) -> None:
        """VK_LUNARG_direct_driver_loading has no effect without a VkDirectDriverLoadingListLUNARG in pNext."""
        install(world)
        script = Script()
        script.create(extensions=[EXTENSION], next=chain)
        script.devices()

        seen = subject.calls(world, script)

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", [INSTALLED])

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-02")
    def test_the_list_behind_another_structure(self, world: World, subject: Trial) -> None:
        """A VkDirectDriverLoadingListLUNARG takes effect behind another structure of the pNext chain, too."""
        given = {"direct": [give(world, "given")], "mode": "exclusive"}
        script = Script()
        script.create(extensions=[EXTENSION, "VK_EXT_debug_utils"], next={"utils": 7, "next": given})
        script.devices()

        seen = subject.calls(world, script)

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.parametrize(
        "mode",
        [
            pytest.param("exclusive", marks=pytest.mark.rule("DIRECT-DRIVER-03")),
            pytest.param("inclusive", marks=pytest.mark.rule("DIRECT-DRIVER-04")),
        ],
    )
    @pytest.mark.parametrize("installed", [True, False], ids=["beside-installed", "alone"])
    def test_with_privilege(self, world: World, subject: Trial, mode: str, installed: bool) -> None:
        """Drivers that an elevated application supplies are used, in the place of installed ones or beside them."""
        if installed:
            install(world)
        world.elevate()

        seen = subject.calls(world, started([give(world, "given")], mode))

        others = {INSTALLED} if installed and mode == "inclusive" else set()
        assert (seen.result_name, set(names(seen))) == ("VK_SUCCESS", {"given device", *others})

    @pytest.mark.rule("DIRECT-DRIVER-03")
    @pytest.mark.parametrize("asks", [True, False], ids=["asked-for", "not-asked-for"])
    def test_exclusive_beside_portability(self, world: World, subject: Trial, asks: bool) -> None:
        """An installed driver of portability is not used either, whether or not the application asks for such."""
        world.driver("portable", flags={"device_name": "portable device"}, is_portability_driver=True)
        extensions = [EXTENSION, *([PORTABILITY] if asks else [])]
        script = Script()
        chain = {"direct": [give(world, "given")], "mode": "exclusive"}
        script.create(extensions=extensions, flags=int(asks), next=chain)
        script.devices()

        seen = subject.calls(world, script)

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.parametrize("mode", MODES)
    def test_a_device_of_a_given_driver(self, world: World, subject: Trial, mode: str) -> None:
        """A device of a supplied driver can be created, used and destroyed, and no call breaks a rule of drivers."""
        script = started([give(world, "given")], mode)
        script.device()
        script.queue()
        script.destroy_device()
        script.destroy()

        seen = subject.calls(world, script)

        assert (seen.answers["device"], of_others(seen)) == (0, [])
        assert {*seen.lines["queue"]} == {"driver given vkGetDeviceQueue family=0 index=0"}


class TestExtensions:
    """No enumeration knows what a given driver offers; the application may enable it."""

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-06", "LDP_LOADER_9")
    def test_its_extension_can_be_enabled(self, world: World, subject: Trial) -> None:
        """An instance extension that only a supplied driver offers is enabled for it, not for an installed one."""
        install(world)
        given = give(world, "given", extensions=f"{SURFACE}:25")
        script = started([given], "inclusive", extensions=[EXTENSION, SURFACE])

        seen = subject.calls(world, script)

        assert seen.result_name == "VK_SUCCESS"
        assert seen.given_to_drivers("extensions") == {"installed": "", "given": SURFACE}

    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9", "DIRECT-DRIVER-01")
    def test_no_driver_hears_of_the_loading(self, world: World, subject: Trial) -> None:
        """No driver is told to enable VK_LUNARG_direct_driver_loading: it is the loader's own extension."""
        install(world)

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert seen.given_to_drivers("extensions") == {"installed": "", "given": ""}


class TestVariables:
    """In exclusive mode no variable about drivers has an effect; in inclusive mode they choose the others."""

    @pytest.mark.rule("DIRECT-DRIVER-03")
    @pytest.mark.parametrize(("variable", "value"), DRIVER_FILTERS, ids=[row[0] for row in DRIVER_FILTERS])
    def test_exclusive(self, world: World, subject: Trial, variable: str, value: str) -> None:
        """In exclusive mode only supplied drivers are used, whatever a variable names, selects or disables."""
        install(world)
        world.driver("named", folder="/world/named")
        world.variable(variable, value)

        seen = subject.calls(world, started([give(world, "given")], "exclusive"))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-03")
    def test_exclusive_beside_every_variable(self, world: World, subject: Trial) -> None:
        """In exclusive mode only supplied drivers are used, whatever variables name, select and disable at once."""
        install(world)
        world.driver("named", folder="/world/named")
        for variable, value in DRIVER_FILTERS:
            world.variable(variable, value)

        seen = subject.calls(world, started([give(world, "given")], "exclusive"))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-03")
    def test_exclusive_with_an_added_driver(self, world: World, subject: Trial) -> None:
        """In exclusive mode a driver in VK_ADD_DRIVER_FILES is not used."""
        install(world)
        world.driver("named", folder="/world/named", flags={"device_name": "named device"})
        world.variable("VK_ADD_DRIVER_FILES", "/world/named/named.json")

        seen = subject.calls(world, started([give(world, "given")], "exclusive"))

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", ["given device"])

    @pytest.mark.rule("DIRECT-DRIVER-04")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_inclusive_with_a_replaced_search(self, world: World, subject: Trial, variable: str) -> None:
        """In inclusive mode drivers that a variable names are used beside supplied ones, and no installed ones."""
        install(world)
        world.driver("named", folder="/world/named", flags={"device_name": "named device"})
        world.variable(variable, "/world/named/named.json")

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert set(names(seen)) == {"named device", "given device"}

    @pytest.mark.rule("DIRECT-DRIVER-04")
    def test_inclusive_with_an_added_driver(self, world: World, subject: Trial) -> None:
        """In inclusive mode installed drivers, those in VK_ADD_DRIVER_FILES and supplied ones are all used."""
        install(world)
        world.driver("named", folder="/world/named", flags={"device_name": "named device"})
        world.variable("VK_ADD_DRIVER_FILES", "/world/named/named.json")

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert set(names(seen)) == {INSTALLED, "named device", "given device"}


class TestOrder:
    """The devices of installed drivers and of those a variable names come before those of given drivers."""

    @pytest.mark.rule("DIRECT-DRIVER-05")
    @pytest.mark.parametrize("unsorted", [None, "1"], ids=["sorted", "not-sorted"])
    def test_given_devices_come_last(self, world: World, subject: Trial, unsorted: str | None) -> None:
        """The devices of all installed drivers come before those of a supplied driver, sorted or not."""
        world.variable("VK_LOADER_DISABLE_SELECT", unsorted)
        install(world)
        world.driver("other", folder="/etc/vulkan/icd.d", flags={"device_name": "other device"})

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert set(names(seen)[:2]) == {INSTALLED, "other device"}
        assert names(seen)[2:] == ["given device"]

    @pytest.mark.rule("DIRECT-DRIVER-05")
    def test_named_devices_come_first(self, world: World, subject: Trial) -> None:
        """The device of a driver that VK_DRIVER_FILES names comes before that of a supplied driver."""
        world.driver("named", folder="/world/named", flags={"device_name": "named device"})
        world.variable("VK_DRIVER_FILES", "/world/named/named.json")

        seen = subject.calls(world, started([give(world, "given")], "inclusive"))

        assert names(seen) == ["named device", "given device"]

    @pytest.mark.rule("DIRECT-DRIVER-05")
    def test_the_better_type_is_given(self, world: World, subject: Trial) -> None:
        """An installed CPU device should come before a supplied discrete one, although devices are sorted by type."""
        install(world, type="cpu")

        seen = subject.calls(world, started([give(world, "given", type="discrete")], "inclusive"))

        documented = [INSTALLED, "given device"]
        subject.reading("AMB-DIRECT-SORT", names(seen), chosen=documented, tolerated=documented[::-1])


class TestBadOnes:
    """A given driver that cannot be used costs only itself."""

    @pytest.mark.rule("DISC-DRIVER-GEN-01", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    @pytest.mark.parametrize("fault", FAULTS)
    def test_the_others_are_used(self, world: World, subject: Trial, fault: str, place: int) -> None:
        """Beside one supplied driver with a fault, the two good supplied drivers should be used."""
        good = {"alpha device", "beta device"}
        given = [give(world, "alpha"), give(world, "beta")]
        given.insert(place, give(world, "bad", **FAULTS[fault]))

        with survived(OF_OTHERS, breaks_a_rule=fault in UNDEFINED):
            seen = subject.calls(world, started(given, "exclusive"))

        subject.implied((seen.result_name, set(names(seen)) & good), ("VK_SUCCESS", good), GOAL)

    @pytest.mark.rule("LDP_LOADER_5", "LDP_LOADER_1", "DIRECT-DRIVER-03")
    def test_only_bad_ones_are_no_driver(self, world: World, subject: Trial) -> None:
        """In exclusive mode no installed driver takes the place of a supplied one that refuses the negotiation."""
        install(world)

        bad = give(world, "bad", **FAULTS["negotiation-fails"])
        seen = subject.calls(world, started([bad], "exclusive"))

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("LDP_LOADER_5")
    def test_a_version_that_was_not_offered(self, world: World, subject: Trial) -> None:
        """A supplied driver that answers an interface version above the offer should not be used."""
        install(world)

        bad = give(world, "bad", **FAULTS["version-not-offered"])
        seen = subject.calls(world, started([bad], "exclusive"))

        subject.implied(
            seen.result_name,
            "VK_ERROR_INCOMPATIBLE_DRIVER",
            "LDP_LOADER_5, as no sentence says what becomes of an answer above the offer",
        )

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-07")
    @pytest.mark.parametrize("version", ["1", "2", "3", "4", "5", "6"])
    def test_below_version_7(self, world: World, subject: Trial, version: str) -> None:
        """Beside a supplied driver of interface version 1 to 6, used or not, the installed driver is used."""
        install(world)
        old = give(world, "old", interface=version)

        seen = subject.calls(world, started([old], "inclusive"))

        both = {INSTALLED, "old device"}
        subject.reading("AMB-DIRECT-V7", set(names(seen)), chosen={INSTALLED}, tolerated=both)
