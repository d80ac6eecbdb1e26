"""What has changed in what a driver is and tells of itself."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from refloader.report.differences.facts import FactChange, changed_facts, changed_timings
from refloader.results.results_file import Subject

GPU: dict[str, Any] = {
    "properties": {"deviceName": "GPU 9", "vendorID": 0x10DE, "deviceID": 0x2335, "apiVersion": "1.3.0"},
    "driver": {"driverInfo": "550.1"},
    "id": {"deviceUUID": "aa"},
    "extensions": {"VK_KHR_a": 1, "VK_KHR_b": 2},
    "limits": {"VkPhysicalDeviceLimits": {"maxImageDimension1D": 16384}},
    "features": {"VkPhysicalDeviceFeatures": {"geometryShader": True}},
    "queue_families": [{"flags": 7, "count": 1}],
    "memory_types": [{"flags": 1, "heap": 0}],
    "memory_heaps": [{"flags": 1, "size": 100}],
}
FACTS: dict[str, Any] = {
    "library": {"path": "/lib/x.so", "sha256": "aa", "needed": ["libc.so.6"]},
    "manifest": {"api_version": "1.3.0"},
    "interface": {
        "exports": ["vk_icdGetInstanceProcAddr"],
        "negotiation": {"7": {"result": 0, "version": 7}},
    },
    "instance": {"version": "1.3.0", "result": 0, "extensions": {"VK_KHR_surface": 25}},
    "devices": [GPU],
}
Edit = Callable[[dict[str, Any]], object]


def changes(edit: Edit) -> tuple[FactChange, ...]:
    """What is told after this edit of the facts."""
    facts = copy.deepcopy(FACTS)
    edit(facts)
    return between(FACTS, facts)


def between(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[FactChange, ...]:
    """What is told of a driver with these facts."""
    return changed_facts(*(Subject("driver", "it", "/it.json", "", "", facts=each) for each in (old, new)))


def device(**properties: object) -> dict[str, Any]:
    """One more device, of another kind unless told otherwise."""
    return {"properties": {"deviceName": "GPU 1", "vendorID": 1, "deviceID": 1, **properties}}


class TestFacts:
    """What applications and loaders notice counts; what tells one build from another does not."""

    def test_equal_facts_are_no_change(self) -> None:
        """A run and itself."""
        assert changes(lambda facts: None) == ()

    @pytest.mark.parametrize(
        ("edit", "topic", "name", "old", "new"),
        [
            (lambda f: f["interface"]["exports"].append("vkX"), "export", "vkX", None, True),
            (
                lambda f: f["interface"]["negotiation"]["7"].update(version=6),
                "negotiation",
                "7",
                {"result": 0, "version": 7},
                {"result": 0, "version": 6},
            ),
            (lambda f: f["instance"].update(version="1.4.0"), "instance", "version", "1.3.0", "1.4.0"),
            (lambda f: f["instance"]["extensions"].clear(), "instance extension", "VK_KHR_surface", 25, None),
            (lambda f: f["devices"][0]["extensions"].pop("VK_KHR_a"), "extension", "VK_KHR_a", 1, None),
            (lambda f: f["devices"][0]["extensions"].update(VK_KHR_b=3), "extension", "VK_KHR_b", 2, 3),
            (
                lambda f: f["devices"][0]["limits"]["VkPhysicalDeviceLimits"].update(maxImageDimension1D=1),
                "limit",
                "VkPhysicalDeviceLimits.maxImageDimension1D",
                16384,
                1,
            ),
            (
                lambda f: f["devices"][0]["features"]["VkPhysicalDeviceFeatures"].update(
                    geometryShader=False
                ),
                "feature",
                "VkPhysicalDeviceFeatures.geometryShader",
                True,
                False,
            ),
            (
                lambda f: f["devices"][0]["properties"].update(apiVersion="1.4.0"),
                "property",
                "apiVersion",
                "1.3.0",
                "1.4.0",
            ),
        ],
    )
    def test_what_counts(self, edit: Edit, topic: str, name: str, old: object, new: object) -> None:
        """Each is told alone, with what it was and is."""
        [change] = changes(edit)

        assert (change.topic, change.name, change.old, change.new, change.counts) == (
            topic,
            name,
            old,
            new,
            True,
        )

    @pytest.mark.parametrize(
        "edit",
        [
            lambda f: f["library"].update(sha256="bb"),
            lambda f: f["library"].update(needed=["libnew.so"]),
            lambda f: f["manifest"].update(api_version="1.4.0"),
            lambda f: f["devices"][0]["driver"].update(driverInfo="560.2"),
            lambda f: f["devices"][0]["id"].update(deviceUUID="bb"),
            lambda f: f["devices"][0]["properties"].update(driverVersion=9),
            lambda f: f["devices"][0]["memory_heaps"][0].update(size=99),
            lambda f: f.update(note="it crashed"),
        ],
    )
    def test_what_is_told_and_does_not_count(self, edit: Edit) -> None:
        """These say which driver and which machine it is."""
        assert [change.counts for change in changes(edit)] == [False]

    def test_a_subject_without_facts_has_its_file(self) -> None:
        """Another build of a loader or layer is told; where there are facts, they tell it."""
        old, new = (Subject("loader", "it", "/it.so", each, each) for each in ("1", "2"))

        assert [(change.name, change.counts) for change in changed_facts(old, new)] == [
            ("version", False),
            ("sha256", False),
        ]

    def test_devices_beyond_those_that_are_looked_at(self) -> None:
        """One that goes is not among them, so their number tells it; as long as all are looked at, they tell."""
        more = {**FACTS, "device_count": 20}

        [fewer] = between(more, {**FACTS, "device_count": 19})
        [all_known] = between(more, FACTS)

        assert (fewer.topic, fewer.old, fewer.new, fewer.counts) == ("number of devices", 20, 19, True)
        assert (all_known.old, all_known.new) == (20, 1)

    def test_extensions_beyond_those_that_are_read(self) -> None:
        """Where a list was not read to its end, that is told."""
        [change] = changes(lambda facts: facts["instance"].update(more_extensions=True))

        assert (change.topic, change.old, change.new) == ("instance extensions", False, True)

    def test_a_heap_that_is_another_one_counts(self) -> None:
        """Sizes alone go up and down."""
        [change] = changes(lambda facts: facts["devices"][0]["memory_heaps"].append({"flags": 0, "size": 1}))

        assert change.counts

    @pytest.mark.parametrize("lie", [None, 7, "text", [1], [[1]], {"x": 7}])
    def test_facts_of_another_shape_are_taken(self, lie: object) -> None:
        """A results file can be anybody's."""
        strange = dict.fromkeys(FACTS, lie)

        assert between(FACTS, strange)
        assert between(strange, strange) == ()


class TestDevices:
    """Devices are told apart by UUID, then by what they are."""

    def test_one_that_came_and_one_that_went(self) -> None:
        """With its vendor and device id."""
        came = changes(lambda facts: facts["devices"].append(device()))
        went = changes(lambda facts: facts["devices"].clear())

        assert came == (FactChange("device", "GPU 1", None, "0x0001:0x0001"),)
        assert went == (FactChange("device", "GPU 9", "0x10de:0x2335", None),)

    def test_places_of_devices_with_a_uuid(self) -> None:
        """Two alike that have changed places are two devices in another order, and no others."""
        other = {**GPU, "id": {"deviceUUID": "bb"}, "extensions": {}}
        old, new = {**FACTS, "devices": [GPU, other]}, {**FACTS, "devices": [other, GPU]}

        assert [change.topic for change in between(old, new)] == ["order of devices"]

    def test_a_new_name_is_no_new_device(self) -> None:
        """Software renderers have their versions in their names, and in their UUIDs."""
        found = changes(
            lambda facts: (
                facts["devices"][0]["id"].clear(),
                facts["devices"][0]["properties"].update(deviceName="GPU 10"),
            )
        )

        assert {(change.name, change.counts) for change in found} == {
            ("deviceName", False),
            ("deviceUUID", False),
        }

    def test_twins_without_a_uuid_keep_their_places(self) -> None:
        """The first is compared with the first."""
        facts = {**FACTS, "devices": [device(), device()]}

        assert between(facts, facts) == ()

    def test_an_unknown_number_of_devices_is_not_none(self) -> None:
        """A driver that crashed before the question has not lost its devices."""
        assert changes(lambda facts: facts.pop("devices")) == ()


def timed(*samples: float, busy: float = 1.0) -> dict[str, Any]:
    """Facts with these samples of instances, in milliseconds."""
    return {"timings": {"busy": busy, "instance": {"cold": 900.0, "samples": list(samples)}}}


class TestTimings:
    """Only what no noise explains is told."""

    def test_slower_and_faster(self) -> None:
        """Twice as long in each sample, and back."""
        slow, quick = timed(20.0, 21.0, 30.0), timed(9.0, 10.0, 18.0)

        [slower], [faster] = changed_timings(quick, slow), changed_timings(slow, quick)

        assert (slower.what, slower.is_slower, faster.is_slower) == ("instance", True, False)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (timed(10.0, 10.0, 10.0), timed(10.5, 90.0, 95.0)),  # one sample without other work in it
            (timed(10.0, 10.0, 10.0), timed(14.9, 15.0, 15.0)),  # not half as much again
            (timed(0.1, 0.1, 0.1), timed(1.9, 1.9, 1.9)),  # many times, and nobody notices
            (timed(10.0, 10.0), timed(90.0, 90.0)),  # too few to tell
            (timed(10.0, 10.0, 10.0), timed(25.0, 25.0, 25.0, busy=2.0)),  # all took twice as long
            (timed(10.0, 10.0, 10.0), {}),
        ],
    )
    def test_noise(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Other work on the machine makes samples longer."""
        assert changed_timings(old, new) == ()

    def test_devices_are_timed_by_what_they_are(self) -> None:
        """A device that has changed places is compared with itself."""
        first, second = device(), device(deviceName="GPU 2", deviceID=2)
        spans = {"cold": 1.0, "samples": [10.0] * 3}, {"cold": 1.0, "samples": [90.0] * 3}
        old = {"devices": [first, second], "timings": {"device.0": spans[0], "device.1": spans[1]}}
        new = {"devices": [second, first], "timings": {"device.0": spans[1], "device.1": spans[1]}}

        [change] = changed_timings(old, new)

        assert (change.what, change.device) == ("device", "GPU 1")
