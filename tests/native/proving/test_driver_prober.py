"""Tests of the driver prober on the mock drivers: first calls in their order, negotiation, lookups, versions."""

import signal
from typing import Any

import pytest
from mock_fixtures import Copy, Trace
from probing import Probed, driver_probe

NEGOTIATE, GET_PROC_ADDR, GET_PHYSICAL = (
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
)
PLAIN = "vkGetInstanceProcAddr"
QUERY = f"{GET_PROC_ADDR} handle=NULL name={NEGOTIATE}"
CREATE = f"{PLAIN} handle=NULL name=vkCreateInstance"
LIST = f"{PLAIN} handle=NULL name=vkEnumerateInstanceExtensionProperties"
FIRST = [
    ("mock_icd_v0", 0, ["vkEnumerateInstanceExtensionProperties", "vkCreateInstance"]),
    ("mock_icd_v0", 7, ["vkEnumerateInstanceExtensionProperties", "vkCreateInstance"]),
    ("mock_icd", 1, [LIST, "vkEnumerateInstanceExtensionProperties"]),
    ("mock_icd", 2, ["negotiate offered=2", LIST]),
    ("mock_icd", 7, ["negotiate offered=7", LIST]),
    ("mock_icd_v7", 6, [LIST, "vkEnumerateInstanceExtensionProperties"]),
    ("mock_icd_v7", 7, [QUERY, "negotiate offered=7"]),
]
WAYS = [
    ("mock_icd", 0, None),
    ("mock_icd_v0", 0, (PLAIN, "none", 0)),
    ("mock_icd", 1, (GET_PROC_ADDR, "none", 1)),
    ("mock_icd", 4, (GET_PROC_ADDR, "exported", 4)),
    ("mock_icd_v2", 7, (GET_PROC_ADDR, "exported", 3)),
    ("mock_icd_v7", 6, (GET_PROC_ADDR, "none", 1)),
    ("mock_icd_v7", 7, (GET_PROC_ADDR, "queried", 7)),
]


def at_age(library: str, age: int) -> Probed:
    """What a loader of this age gets of a driver."""
    return driver_probe(library, "ages", "--interface", str(age))


class TestAges:
    """A loader of each age makes the first calls that the documents state, and no others."""

    @pytest.mark.parametrize(("build", "age", "calls"), FIRST)
    def test_first_calls(self, copy: Copy, trace: Trace, build: str, age: int, calls: list[str]) -> None:
        """They come in this order, before anything else."""
        at_age(copy(build, "trace_lookups=1"), age)
        seen = [line.removeprefix("driver mock ") for line in trace() if "VIOLATION" not in line]

        assert [line.partition(" api=")[0] for line in seen[1 : 1 + len(calls)]] == calls

    @pytest.mark.parametrize(("build", "age", "way"), WAYS)
    def test_way_in(self, copy: Copy, build: str, age: int, way: tuple[str, str, int] | None) -> None:
        """How a driver is entered, and at which version."""
        seen = at_age(copy(build), age).answers
        found = seen["ages.way"]

        assert found["found"] is (way is not None)
        assert way is None or (found["by"], found["negotiation"], found["version"]) == way
        assert ("ages.end" in seen) is (way is not None)

    def test_objects(self, copy: Copy) -> None:
        """An instance and a device come and go; their first words are looked at before the loader writes there."""
        seen = at_age(copy("mock_icd"), 7).answers

        assert seen["ages.instance"] == {"found": True, "result": 0, "handle": "own", "magic": True}
        assert seen["ages.device"] == {"found": True, "result": 0, "handle": "own", "magic": True}

    def test_wrong_first_words(self, copy: Copy) -> None:
        """They are told, not judged."""
        seen = at_age(copy("mock_icd", "magic=wrong"), 7).answers

        assert seen["ages.instance"] == {"found": True, "result": 0, "handle": "own", "magic": False}

    @pytest.mark.parametrize(("build", "found"), [("mock_icd_v7", True), ("mock_icd_v2", False)])
    def test_direct_drivers(self, copy: Copy, build: str, found: bool) -> None:
        """Nothing but vk_icdGetInstanceProcAddr is used of a driver that is handed over."""
        seen = driver_probe(copy(build), "ages", "--only", "direct").answers

        assert seen["ages.way"]["found"] is found

    def test_a_crash_is_put_down_to_its_step(self, copy: Copy) -> None:
        """What came before has been told."""
        seen = at_age(copy("mock_icd", "crash=vkCreateDevice"), 7)

        assert seen.during == "ages.device"
        assert seen.answers["ages.devices"] == {"result": 0, "count": 1}
        assert not seen.is_done
        assert seen.status == -signal.SIGSEGV


class TestNegotiation:
    """Every offer is the first that a process hears."""

    def test_the_clean_driver(self, copy: Copy) -> None:
        """It answers with the smaller number, however often."""
        seen = driver_probe(copy("mock_icd", "interface=5"), "negotiate").answers

        for offer in (0, 1, 2, 5, 6, 7, 8, 4294967295):
            said = {"result": 0, "version": min(offer, 5)}
            assert seen[f"negotiate.{offer}"] == {"offered": offer, "first": said, "again": said}
        assert seen["negotiate.2.7"]["again"] == {"result": 0, "version": 5}

    def test_each_first_offer_has_its_own_process(self, copy: Copy, trace: Trace) -> None:
        """The library is opened anew for each; a second and a third one come after it in the same."""
        seen = driver_probe(copy("mock_icd"), "negotiate").answers
        firsts = [label for label in seen if label.count(".") == 1]
        offered = [line for line in trace() if "negotiate offered=" in line]

        assert trace().count("driver mock load") == len(firsts)
        assert len(offered) == 2 * len(firsts[1:]) + len([label for label in seen if label.count(".") > 1])

    def test_a_slow_driver(self, copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
        """It comes to the end of the act, and is made no more offers than there is time for."""
        monkeypatch.setenv("REFLOADER_SECONDS", "0.001")
        seen = driver_probe(copy("mock_icd"), "negotiate")

        assert seen.is_done
        assert "negotiate.symbol" in seen.answers
        assert "negotiate.0" not in seen.answers

    def test_where_it_lies(self, copy: Copy) -> None:
        """The export and the answer of the lookup are told apart."""
        seen = driver_probe(copy("mock_icd_v7"), "negotiate").answers

        assert seen["negotiate.symbol"] == {"exported": "null", "queried": "own", "lookup": "own"}

    def test_a_crash_ends_the_act(self, copy: Copy) -> None:
        """In the same way, in the step of the first offer."""
        seen = driver_probe(copy("mock_icd", f"crash={NEGOTIATE}"), "negotiate")

        assert seen.during == "negotiate.7"
        assert seen.status == -signal.SIGSEGV


class TestExports:
    """What the library exports, and where its references to that lead beside a loader."""

    @pytest.mark.parametrize(
        ("build", "places"),
        [("mock_icd_official", {"prober"}), ("mock_icd_symbolic", set()), ("mock_icd", set())],
    )
    def test_references(self, copy: Copy, build: str, places: set[str]) -> None:
        """Without -Bsymbolic they lead to whoever has the name first; with it nothing is left to be looked up."""
        bound = driver_probe(copy(build), "exports").answers["exports.bound"]

        assert bound["reads"] is True
        assert set(bound["places"].values()) == places

    def test_names(self, copy: Copy) -> None:
        """The interface's and the registry's, each with its place."""
        seen = driver_probe(copy("mock_icd_v0"), "exports").answers

        assert seen["exports.interface"][GET_PROC_ADDR] == "null"
        assert seen["exports.interface"]["vkCreateInstance"] == "own"
        assert set(seen["exports.official"]["own"]) == {
            "vkCreateInstance",
            "vkEnumerateInstanceExtensionProperties",
            PLAIN,
        }


class TestLookups:
    """Every name through every lookup."""

    def test_the_clean_driver(self, copy: Copy) -> None:
        """Global commands without an instance, the interface's functions at version 7, everything else with one."""
        seen = driver_probe(copy("mock_icd", "whole=1"), "lookups").answers

        assert {"vkCreateInstance", NEGOTIATE, GET_PHYSICAL} <= set(seen["lookups.global"]["own"])
        assert "vkDestroyInstance" in seen["lookups.instance"]["own"]
        assert "vkDestroyInstance" not in seen["lookups.physical"]["own"]
        assert "vkQueueSubmit" in seen["lookups.device"]["own"]
        assert seen["lookups.made"]["enabled"] is True

    def test_answers_that_lead_nowhere(self, copy: Copy) -> None:
        """A pointer into no code is found without calling it."""
        seen = driver_probe(copy("mock_icd", "violate=GPA-ICD-02_nowhere"), "lookups").answers

        assert seen["lookups.instance"]["no_code"] == ["vkGetPhysicalDeviceMemoryProperties"]

    def test_a_crash_in_a_pass(self, copy: Copy) -> None:
        """The names before it have been answered, and it has a name."""
        seen = driver_probe(copy("mock_icd", f"crash={GET_PROC_ADDR}"), "lookups")

        assert seen.during == "lookups.global vkCreateInstance"
        assert seen.answers["lookups.global"]["until"] == "vkCreateInstance"


class TestVersions:
    """Instances of every version, by what was agreed on."""

    @pytest.mark.parametrize(("age", "refused"), [(1, -9), (4, -9), (5, 0)])
    def test_the_clean_driver(self, copy: Copy, age: int, refused: int) -> None:
        """A loader that knows no other version than 1.0 gets none, any other all."""
        seen: dict[str, Any] = dict(
            driver_probe(copy("mock_icd"), "versions", "--interface", str(age)).answers
        )

        plain = [seen[f"versions.{name}"]["result"] for name in ("none", "zero", "1.0", "1.0-later")]
        later = [seen[f"versions.{name}"]["result"] for name in ("1.1", "1.3", "future-minor", "2.0", "last")]
        assert plain == [0] * 4
        assert later == [refused] * 5

    def test_what_is_asked_for(self, copy: Copy, trace: Trace) -> None:
        """The numbers reach the driver as they are."""
        driver_probe(copy("mock_icd"), "versions")
        created = [line.rpartition(" api=")[2].split()[0] for line in trace() if "vkCreateInstance" in line]

        assert created[:4] == ["none", "0.0.0", "1.0.0", "1.0.999"]
        assert created[8:10] == ["127.1023.4095", "7:127.1023.4095"]
        assert created[10:] == ["1.0.0", "1.1.0", "1.0.0", "1.0.0", "1.1.0"]
