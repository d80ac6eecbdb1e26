"""The negotiation with drivers: every version from every set of exports, and what it makes of the driver."""

from itertools import product

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import in_use
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Mock, World
from refloader.scenario.script import Script, of_instance, out
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

LOOKUP = "vk_icdGetPhysicalDeviceProcAddr"
INTERFACE_LOOKUP = "vk_icdGetInstanceProcAddr handle=NULL name="
UNKNOWN = "vkMadeUpPhysicalEXT"
VERSIONS = range(8)
NO_DRIVER = -9
"""VK_ERROR_INCOMPATIBLE_DRIVER."""

BEYOND = (8, 9, 0xFFFF_FFFF)
TYPICALLY = 'NEGOTIATE-ICD-03, by which the offer is the "desired interface version (typically the latest)"'
NEWER = "NEGOTIATE-ICD-03: the edition's documents know no later version, and loaders go on"

ABOVE_THE_OFFER = "LDP_LOADER_5, as no sentence says what becomes of an answer above the offer"
FAILURES = ("VK_ERROR_INCOMPATIBLE_DRIVER", "VK_ERROR_INITIALIZATION_FAILED", "VK_ERROR_UNKNOWN")

NEGOTIATING: dict[str, Mock] = {
    "negotiation-and-lookup": "driver_v2",
    "with-physical-lookup": "driver",
    "with-adapters": "driver_v6",
}
"""The sets of exports with the negotiation function among them."""

LEGACY: dict[str, tuple[Mock, dict[str, str]]] = {
    "version-0": ("driver_v0", {}),
    "version-1": ("driver_v7", {"interface": "1"}),
}
"""Those of drivers that do not know it: three Vulkan commands, and vk_icdGetInstanceProcAddr alone."""

# Which sets of exports have the physical-device lookup, and at which versions a loader may use it.
WITH_LOOKUP = [*product(["with-physical-lookup", "with-adapters"], [4, 5, 6, 7])]
WITHOUT_LOOKUP = [
    *product(["with-physical-lookup", "with-adapters"], [0, 1, 2, 3]),
    *product(["negotiation-and-lookup"], VERSIONS),
]
BEFORE_4 = (
    'IFACE-ICD-V4-01, by which "the major change to version 4" is this function: that a loader leaves alone what an '
    "older driver offers is not said"
)


def install(world: World, mock: Mock, **flags: str) -> None:
    """A driver of this kind, and a good one beside it."""
    world.driver("good", flags={"device_name": "good device"})
    watched = {"device_name": "odd device", "trace_lookups": "1", "unknown_physical": UNKNOWN}
    world.driver("odd", mock=mock, flags={**watched, **flags})


def noted(seen: Observation, driver: str) -> tuple[str, ...]:
    """What a driver wrote down, without its name."""
    return tuple(line.split(" ", 2)[2] for line in seen.trace if line.startswith(f"driver {driver} "))


def offers(seen: Observation) -> set[tuple[str, int]]:
    """The drivers that are offered a version, each with the version."""
    heard = [line.partition(" negotiate offered=") for line in seen.trace]
    return {(driver.removeprefix("driver "), int(version)) for driver, found, version in heard if found}


def offered(seen: Observation, driver: str = "odd") -> int:
    """The version that the loader offers this driver, or else the latest that it offers any."""
    made = offers(seen)
    assert made, "no driver is offered a version"
    return max([version for name, version in made if name == driver] or [version for _, version in made])


def used_up_to_the_offer(seen: Observation, version: int) -> list[set[str]]:
    """The devices there may be when a driver answers with this version, whatever it was offered.

    A driver of version 0 has no negotiation and other exports, so a loader may refuse one that answers so, and one
    of version 1 if it no longer supports that. So may it with every older version, which the harness finds out by
    itself (AMB-LEGACY-DRIVER). Of a version that was never offered no edition says what becomes of the driver.
    """
    alone, both = {"good device"}, {"good device", "odd device"}
    return [both] if 1 < version <= offered(seen) else [alone, both]


def knows_version_7(seen: Observation) -> Observation:
    """What was seen of a loader that offers version 7; others came before it, and are not judged."""
    if offered(seen) < 7:
        pytest.skip(f"the loader offers driver interface version {offered(seen)}; 7 came later")
    return seen


def names(seen: Observation) -> set[str]:
    """The names of the devices."""
    return {device.name for device in seen.devices}


@pytest.mark.needs_library
class TestTheOffer:
    """A loader's first call into a driver that exports the negotiation offers the latest version it knows."""

    @pytest.mark.rule("NEGOTIATE-ICD-02")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_it_is_the_first_call(self, world: World, subject: Trial, exports: str) -> None:
        """The negotiation is the first call into a driver after the loader opens the driver's library."""
        install(world, NEGOTIATING[exports])

        seen = subject.calls(world, actions=[("instance",)])

        assert in_use(line.split()[0] for line in noted(seen, "odd"))[:2] == ["load", "negotiate"]
        assert seen.violations == ()

    @pytest.mark.rule("NEGOTIATE-ICD-02")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_it_comes_first_in_an_enumeration(self, world: World, subject: Trial, exports: str) -> None:
        """A driver that is opened for an enumeration of extensions is negotiated with before any other call."""
        install(world, NEGOTIATING[exports])

        seen = subject.calls(world, actions=[("extensions", "")])

        assert in_use(line.split()[0] for line in noted(seen, "odd"))[:2] == ["load", "negotiate"]
        assert seen.violations == ()

    @pytest.mark.rule("NEGOTIATE-ICD-03")
    @pytest.mark.editions("2016")
    def test_it_is_2_in_2016(self, world: World, subject: Trial) -> None:
        """The loader offers a driver at least interface version 2, the latest of the edition's document."""
        install(world, "driver")

        seen = subject.calls(world)

        assert offered(seen) >= 2
        subject.implied(offered(seen), min(offered(seen), 5), NEWER)

    @pytest.mark.rule("NEGOTIATE-ICD-03")
    @pytest.mark.editions("2018")
    def test_it_is_5_in_2018(self, world: World, subject: Trial) -> None:
        """The loader offers a driver at least interface version 5, the latest of the edition's document."""
        install(world, "driver")

        seen = subject.calls(world)

        assert offered(seen) >= 5
        subject.implied(offered(seen), min(offered(seen), 6), NEWER)

    @pytest.mark.rule("NEGOTIATE-ICD-03")
    @pytest.mark.editions("2026")
    def test_it_is_7_or_what_came_before(self, world: World, subject: Trial) -> None:
        """The loader offers a driver interface version 7, an older loader of the same edition 5 or 6."""
        install(world, "driver")

        seen = subject.calls(world)

        assert offered(seen) >= 5
        subject.implied(offered(seen), min(offered(seen), 7), NEWER)

    @pytest.mark.rule("NEGOTIATE-ICD-03")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_every_driver_gets_the_same_offer(self, world: World, subject: Trial, exports: str) -> None:
        """Each driver is offered an interface version, whatever it exports, and all should get the same offer."""
        install(world, NEGOTIATING[exports])

        seen = subject.calls(world)

        assert {driver for driver, _ in offers(seen)} == {"good", "odd"}
        subject.implied(offers(seen), {(driver, offered(seen)) for driver in ("good", "odd")}, TYPICALLY)

    @pytest.mark.rule("NEGOTIATE-ICD-03")
    @pytest.mark.parametrize("answer", [{"interface": "2"}, {"interface": "3"}, {"negotiate": "fail"}])
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    def test_another_drivers_answer_does_not_change_it(
        self, world: World, subject: Trial, place: int, answer: dict[str, str]
    ) -> None:
        """Whatever one of three drivers answers, each is offered a version, and all should get the same offer."""
        names = [f"driver-{number}" for number in range(3)]
        for number, name in enumerate(names):
            world.driver(name, flags=answer if number == place else {})

        seen = subject.calls(world, actions=[("instance",)])

        assert {driver for driver, _ in offers(seen)} == {*names}
        subject.implied(offers(seen), {(name, offered(seen)) for name in names}, TYPICALLY)


class TestUsableAnswers:
    """A driver that answers with an older version is used at that version, and one of before the negotiation."""

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-ICD-06", "NEGOTIATE-ICD-04")
    @pytest.mark.parametrize(("exports", "version"), [*product(NEGOTIATING, VERSIONS)])
    def test_every_version_up_to_the_offer(
        self, world: World, subject: Trial, exports: str, version: int
    ) -> None:
        """A driver that answers the offered interface version or an older one is used."""
        install(world, NEGOTIATING[exports], negotiate_version=str(version))

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert names(seen) in used_up_to_the_offer(seen, version)
        subject.implied(version > offered(seen) and "odd device" in names(seen), False, ABOVE_THE_OFFER)

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-ICD-07", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
    @pytest.mark.parametrize("kind", LEGACY)
    def test_no_negotiation_is_version_0_or_1(self, world: World, subject: Trial, kind: str) -> None:
        """A driver without the negotiation function should be used as one of interface version 0 or 1."""
        mock, flags = LEGACY[kind]
        install(world, mock, **flags)

        seen = subject.calls(world)

        assert ("good device" in names(seen), seen.violations) == (True, ())
        subject.reading("AMB-LEGACY-DRIVER", names(seen), chosen={"good device", "odd device"})

    @pytest.mark.needs_library
    @pytest.mark.rule("GPA-ICD-05")
    @pytest.mark.parametrize("version", [2, 3])
    def test_what_older_loaders_look_up(self, world: World, subject: Trial, version: int) -> None:
        """A driver that negotiates is asked by vk_icdGetInstanceProcAddr, though it exports vkGetInstanceProcAddr."""
        install(world, "driver_both", interface=str(version))

        seen = subject.calls(world)

        assert (names(seen), seen.violations) == ({"good device", "odd device"}, ())

    @pytest.mark.needs_library
    @pytest.mark.rule("NEGOTIATE-ICD-07")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("kind", LEGACY)
    def test_nothing_newer_is_asked_of_it(self, world: World, subject: Trial, kind: str) -> None:
        """A driver without the negotiation function should not be asked for surfaces, which version 3 brought."""
        mock, flags = LEGACY[kind]
        offers = f"{SURFACE}:25,{DISPLAY.extension}:1"
        world.driver("odd", mock=mock, flags={**flags, "surfaces": "own", "extensions": offers})
        script = with_instance(extensions=[SURFACE, DISPLAY.extension])
        made = script.call(DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE)

        seen = subject.calls(world, script)

        subject.reading("AMB-LEGACY-DRIVER", seen.answers["instance"], chosen=0, tolerated=NO_DRIVER)
        if seen.answers["instance"] == NO_DRIVER:
            return
        assert seen.returned(made) == [0]
        by = "the rules of version 3, which brought surfaces of drivers"
        subject.implied((seen.lines[made], seen.violations), ((), ()), by)

    @pytest.mark.rule("NEGOTIATE-ICD-07", "IFACE-ICD-V0-01")
    def test_a_driver_with_none_of_the_exports(self, world: World, subject: Trial) -> None:
        """A library that exports none of a driver's functions is no driver, and the other driver is used."""
        world.driver("good", flags={"device_name": "good device"})
        world.driver("odd", mock=None)
        world.library("/usr/share/vulkan/icd.d/libodd.so", "layer_renamed")

        seen = subject.observe(world)

        assert (seen.result_name, names(seen)) == ("VK_SUCCESS", {"good device"})


@pytest.mark.needs_library
class TestUnusableAnswers:
    """A driver with which no common interface version can be negotiated is ignored."""

    @pytest.mark.rule("LDP_LOADER_5")
    @pytest.mark.parametrize(("exports", "version"), [*product(NEGOTIATING, BEYOND)])
    def test_a_version_that_was_not_offered(
        self, world: World, subject: Trial, exports: str, version: int
    ) -> None:
        """A driver that answers an interface version above the offer should not be used; the other driver is."""
        install(world, NEGOTIATING[exports], negotiate_version=str(version))

        seen = subject.calls(world)

        assert (seen.result_name, "good device" in names(seen)) == ("VK_SUCCESS", True)
        subject.implied(names(seen), {"good device"}, ABOVE_THE_OFFER)

    @pytest.mark.rule("LDP_LOADER_5", "NEGOTIATE-ICD-06")
    @pytest.mark.parametrize(("exports", "failure"), [*product(NEGOTIATING, FAILURES)])
    def test_an_error(self, world: World, subject: Trial, exports: str, failure: str) -> None:
        """A driver that answers VK_ERROR_INCOMPATIBLE_DRIVER is not used; beside any error the other driver is."""
        install(world, NEGOTIATING[exports], fail=f"vk_icdNegotiateLoaderICDInterfaceVersion:{failure}")

        seen = subject.calls(world)

        if failure == FAILURES[0]:
            assert (seen.result_name, names(seen)) == ("VK_SUCCESS", {"good device"})
        else:
            assert (seen.result_name, "good device" in names(seen)) == ("VK_SUCCESS", True)

    @pytest.mark.rule("NEGOTIATE-ICD-06", "NEGOTIATE-ICD-05")
    @pytest.mark.parametrize("exports", NEGOTIATING)
    def test_after_the_error_the_driver_is_not_called(
        self, world: World, subject: Trial, exports: str
    ) -> None:
        """After VK_ERROR_INCOMPATIBLE_DRIVER from its negotiation a driver is not asked for anything."""
        install(world, NEGOTIATING[exports], negotiate="fail")

        seen = subject.calls(world, actions=[("instance",)])

        assert {line.split()[0] for line in noted(seen, "odd")} - {"unload"} == {"load", "negotiate"}
        assert names(seen) == {"good device"}


@pytest.mark.needs_library
class TestPhysicalLookup:
    """From version 4 on unknown functions of physical devices are asked for with a lookup of their own."""

    @pytest.mark.rule("EXT-FILTER-05", "IFACE-ICD-V4-01", "PHYSDEV-ICD-01")
    @pytest.mark.editions("2026")  # in 2018 the driver's vkGetInstanceProcAddr gives it, and no export
    @pytest.mark.parametrize(("exports", "version"), WITH_LOOKUP)
    def test_it_reaches_the_driver(self, world: World, subject: Trial, exports: str, version: int) -> None:
        """From version 4 on vk_icdGetPhysicalDeviceProcAddr finds an unknown function of the driver's devices."""
        world.driver(
            "odd",
            mock=NEGOTIATING[exports],
            flags={"unknown_physical": UNKNOWN, "interface": str(version), "trace_lookups": "1"},
        )
        script = Script()
        script.create(api="1.0.0")
        script.devices()
        script.lookup("instance", [UNKNOWN], label="asked")
        called = script.call(UNKNOWN, "devices.0", 7, via=of_instance("instance"), returns="word")

        seen = subject.calls(world, script)

        assert f"driver odd {LOOKUP} handle=instance name={UNKNOWN}" in seen.lines["asked"]
        assert f"driver odd {UNKNOWN} handle=physical_device second=0x7" in seen.lines[called]
        assert seen.violations == ()

    @pytest.mark.rule("EXT-FILTER-05", "IFACE-ICD-V4-01", "PHYSDEV-ICD-01")
    @pytest.mark.parametrize(("exports", "version"), WITHOUT_LOOKUP)
    def test_it_is_left_alone(self, world: World, subject: Trial, exports: str, version: int) -> None:
        """An older driver, or one that does not export vk_icdGetPhysicalDeviceProcAddr, should not be asked by it."""
        world.driver(
            "odd",
            mock=NEGOTIATING[exports],
            flags={"unknown_physical": UNKNOWN, "negotiate_version": str(version), "trace_lookups": "1"},
        )
        script = Script()
        script.create(api="1.0.0")
        script.lookup("instance", [UNKNOWN], label="asked")

        seen = subject.calls(world, script)

        used, refused = "VK_SUCCESS", "VK_ERROR_INCOMPATIBLE_DRIVER"
        expected = [used, refused] if version < 2 else [used if version <= offered(seen) else refused]
        assert seen.result_name in expected
        assert seen.violations == ()
        subject.implied([line for line in seen.trace if f"{LOOKUP} handle" in line], [], BEFORE_4)


@pytest.mark.needs_library
class TestVersion7:
    """The functions of the interface need not be exported: the loader asks for them with instance NULL."""

    @pytest.mark.rule("IFACE-ICD-V7-02", "NEGOTIATE-ICD-07", "IFACE-ICD-V7-01")
    def test_the_negotiation_is_asked_for(self, world: World, subject: Trial) -> None:
        """Before its negotiation, a driver with one export is asked for nothing but functions of the interface."""
        install(world, "driver_v7")

        seen = knows_version_7(subject.calls(world, actions=[("instance",)]))

        heard, offer = noted(seen, "odd"), f"negotiate offered={offered(seen)}"
        before = heard[: heard.index(offer)] if offer in heard else heard
        assert f"{INTERFACE_LOOKUP}vk_icdNegotiateLoaderICDInterfaceVersion" in before
        calls = [line for line in before if line not in ("load", "unload")]
        assert [line for line in calls if not line.startswith(INTERFACE_LOOKUP)] == []
        assert (names(seen), seen.violations) == ({"good device", "odd device"}, ())

    @pytest.mark.rule("IFACE-ICD-V7-02", "PHYSDEV-ICD-03", "IFACE-ICD-V7-01")
    def test_the_physical_lookup_is_asked_for(self, world: World, subject: Trial) -> None:
        """A vk_icdGetPhysicalDeviceProcAddr that is not exported is looked up with instance NULL and used."""
        install(world, "driver_v7")
        script = Script()
        script.create(api="1.0.0")
        script.devices()
        script.lookup("instance", [UNKNOWN], label="asked")

        seen = knows_version_7(subject.calls(world, script))

        assert f"driver odd vk_icdGetInstanceProcAddr handle=NULL name={LOOKUP}" in seen.trace
        assert f"driver odd {LOOKUP} handle=instance name={UNKNOWN}" in seen.lines["asked"]

    @pytest.mark.rule("LDP_LOADER_5", "IFACE-ICD-V7-01")
    @pytest.mark.parametrize("version", BEYOND)
    def test_an_unknown_version_from_there(self, world: World, subject: Trial, version: int) -> None:
        """A driver whose negotiation is not exported should not be used if it answers a version above the offer."""
        install(world, "driver_v7", negotiate_version=str(version))

        seen = knows_version_7(subject.calls(world))

        assert (seen.result_name, "good device" in names(seen)) == ("VK_SUCCESS", True)
        used = version > offered(seen) and "odd device" in names(seen)
        subject.implied(used, False, ABOVE_THE_OFFER)


@pytest.mark.needs_library
class TestVersion6:
    """Sorting a driver's devices by adapter is for Windows, and for drivers of version 6 or newer."""

    @pytest.mark.rule("IFACE-ICD-V6-01")
    @pytest.mark.parametrize("version", VERSIONS)
    def test_adapters_are_not_asked_for(self, world: World, subject: Trial, version: int) -> None:
        """On Linux no driver is asked for its devices by adapter, whatever version the driver answers."""
        install(world, "driver_v6", negotiate_version=str(version))

        seen = subject.calls(world)

        assert [line for line in seen.trace if "vk_icdEnumerateAdapterPhysicalDevices luid" in line] == []
        assert names(seen) in used_up_to_the_offer(seen, version)
        assert seen.violations == ()
