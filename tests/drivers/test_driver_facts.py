"""What is kept of a driver beside its results: read from its files, and asked in the prober's hands."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refloader.suite.drivers.facts import facts, of_answers
from refloader.suite.run.targets import first_results, targets
from refloader.suite.subjects.driver import DriverSubject, driver_at
from refloader.suite.subjects.request import RunRequest

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]

SCHEMA = Path(__file__).parents[2] / "reports/schema/results-1.schema.json"


def asked(driver: DriverSubject, *, timed: bool = False) -> Mapping[str, Any]:
    """The facts as a results file would have them; skips where the prober cannot be run."""
    found: Mapping[str, Any] = json.loads(json.dumps(facts(driver, timed=timed)))
    if "not built" in found.get("note", ""):
        pytest.skip(found["note"])
    return found


class TestAnswers:
    """The prober's answers become facts, whatever a driver has made of them."""

    def test_versions_and_types_are_texts(self) -> None:
        """Packed numbers become what people read; the driver's own version stays a number."""
        properties = {"apiVersion": 4206822, "deviceType": 4, "driverVersion": 4206822}
        answers = {"facts.devices": {"result": 0}, "facts.device.0": {"properties": properties}}

        found = of_answers(answers)["devices"]

        assert found == [
            {"properties": {"apiVersion": "1.3.230", "deviceType": "cpu", "driverVersion": 4206822}}
        ]

    def test_no_device_is_not_an_unknown_number_of_them(self) -> None:
        """A driver that was not asked to the end has no list of devices, one without any has an empty one."""
        none = of_answers({"facts.devices": {"result": 0, "count": 0}})
        unknown = of_answers({"facts.instance": {"result": -9}})
        ended = of_answers({"facts.devices": {"result": 0, "count": 1}})

        assert none["devices"] == []
        assert "devices" not in unknown
        assert "devices" not in ended

    def test_devices_that_are_not_looked_at_are_counted(self) -> None:
        """Their number is there where the list is not the whole of them."""
        devices = {"facts.device.0": {}, "facts.devices": {"result": 0, "count": 1, "announced": 20}}
        all_of_them = {"facts.device.0": {}, "facts.devices": {"result": 0, "count": 1, "announced": 1}}

        assert of_answers(devices)["device_count"] == 20
        assert "device_count" not in of_answers(all_of_them)

    def test_the_first_one_of_a_process_is_told_apart(self) -> None:
        """The first device comes after an instance, so it is the first of its list."""
        answers = {
            "facts.timings": {"busy": 1.0, "cold": 9.5, "instance": [2.0, 2.1], "device.0": [5.0, 1.0]}
        }

        assert of_answers(answers)["timings"] == {
            "busy": 1.0,
            "instance": {"cold": 9.5, "samples": [2.0, 2.1]},
            "device.0": {"cold": 5.0, "samples": [1.0]},
        }

    @pytest.mark.parametrize("lie", [None, 7, "text", [1], {"properties": 7}, {"result": "no"}])
    def test_lies_are_taken(self, lie: object) -> None:
        """A driver shares the prober's process and can write what it likes."""
        labels = ("entry", "enumerated", "instance", "devices", "device.0", "timings", "negotiation")

        found = of_answers({f"facts.{label}": lie for label in labels})

        assert isinstance(found["instance"], dict)


class TestDrivers:
    """Real questions to a driver that is there."""

    def test_all_topics_are_there(self, flagged: Made) -> None:
        """Files, interface, instance, devices and timings, as the schema of results has them."""
        found = asked(flagged(), timed=True)

        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        Draft202012Validator({"$ref": "#/$defs/facts", "$defs": schema["$defs"]}).validate(found)
        assert set(found) == {"library", "manifest", "interface", "instance", "devices", "timings"}
        assert "vk_icdGetInstanceProcAddr" in found["interface"]["exports"]
        assert set(found["interface"]["negotiation"]) == set("01234567")
        assert found["devices"][0]["limits"]["VkPhysicalDeviceLimits"].keys() >= {"maxImageDimension1D"}
        assert len(found["timings"]["instance"]["samples"]) >= 3

    def test_two_looks_show_the_same(self, flagged: Made) -> None:
        """No address, time or order of chance gets in."""
        driver = flagged()

        assert asked(driver) == asked(driver)

    def test_timings_can_be_left_out(self, flagged: Made) -> None:
        """A replay of one case takes no time for them."""
        assert "timings" not in asked(flagged())


class TestRuns:
    """The header of a run's results has the facts of its drivers."""

    def test_each_driver_has_its_own(self, flagged: Made) -> None:
        """A run of one rule leaves the timings out."""
        one, two = flagged("one"), flagged("two")
        wanted = RunRequest(drivers=(one.manifest, two.manifest), rules=("LDP_DRIVER_4",))

        rows, _ = first_results(wanted, targets(wanted))

        assert [row.name for row in rows] == ["one.json", "two.json"]
        assert [row.facts["library"] for row in rows] == [
            facts(each, timed=False)["library"] for each in (one, two)
        ]
        assert not any("timings" in row.facts for row in rows)


class TestBadDrivers:
    """Facts never fail a run: what was seen before stays, and a note says why there is no more."""

    def test_a_crash_leaves_what_came_before(self, hostile: Made) -> None:
        """The extensions were told before the instance was made."""
        found = asked(hostile(create="abort()"))

        assert "SIGABRT" in found["note"]
        assert "facts.instance" in found["note"]
        assert found["library"]["sha256"]
        assert "extensions" in found["instance"]
        assert "devices" not in found

    def test_the_negotiation_is_asked_for_alone(self, hostile: Made) -> None:
        """A driver that no instance can be made of still says which interface it speaks."""
        found = asked(hostile(create="abort()"))

        assert found["interface"]["negotiation"]["7"] == {"result": 0, "version": 7}

    def test_a_driver_may_agree_to_nothing_newer_than_before(self, hostile: Made) -> None:
        """Each offer has the answer that it would have alone, from the newest to the oldest."""
        lowest = "static unsigned lowest = 7; if (*version < lowest) lowest = *version; *version = lowest; return 0"

        found = asked(hostile(negotiate=lowest))

        assert [found["interface"]["negotiation"][offer]["version"] for offer in "01234567"] == [*range(8)]

    def test_a_driver_without_a_library_has_its_manifest(self, tmp_path: Path) -> None:
        """What can be read is told."""
        path = tmp_path / "driver.json"
        body = {"file_format_version": "1.0.1", "ICD": {"library_path": "./gone.so", "api_version": "1.2.3"}}
        path.write_text(json.dumps(body))

        found = asked(driver_at(str(path)))

        assert (found["manifest"]["file_format_version"], found["manifest"]["api_version"]) == (
            "1.0.1",
            "1.2.3",
        )
        assert "is not found" in found["note"]
        assert set(found) == {"manifest", "note"}

    def test_a_driver_that_makes_no_instance(self, hostile: Made) -> None:
        """The result tells why there are no devices."""
        found = asked(hostile(create="return VK_ERROR_INCOMPATIBLE_DRIVER"))

        assert found["instance"]["result"] == -9
        assert "devices" not in found
