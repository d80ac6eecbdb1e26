"""What documents show of a driver's facts, and of facts that are none."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from refloader.report.arrange import subjects
from refloader.report.driver_facts import described_driver
from refloader.report.formats import junit, summary
from refloader.report.page import html
from refloader.results.results_file import Run, Subject

MakeRun: TypeAlias = Callable[..., Run]
FACTS: dict[str, Any] = {
    "library": {"path": "/usr/lib/libvulkan_x.so", "sha256": "cd" * 32},
    "interface": {
        "negotiation": {
            "4": {"result": 0, "version": 4},
            "5": {"result": 0, "version": 5},
            "7": {"result": 0, "version": 5},
            "0": {"result": -9, "version": 0},
        }
    },
    "instance": {"version": "1.3.230", "result": 0, "extensions": {"VK_KHR_surface": 25}},
    "devices": [
        {
            "properties": {
                "deviceName": "a device",
                "deviceType": "cpu",
                "vendorID": 0x10005,
                "deviceID": 0,
                "apiVersion": "1.3.230",
                "driverVersion": 1,
            },
            "driver": {"driverName": "made up", "driverInfo": "1.2"},
            "id": {"deviceUUID": "00" * 16},
        }
    ],
    "timings": {"instance": {"cold": 9.0, "samples": [1.0, 2.0]}},
}
DRIVER = Subject("driver", "x.json", "/x.json", "1.3.0", "ab" * 32, facts=FACTS)
LINES = (
    ("speaks", "driver interface 4 to 5, refuses 0"),
    ("offers", "Vulkan 1.3.230, 1 instance extension"),
    ("device", f"a device, cpu, 0x10005:0x0000, Vulkan 1.3.230, made up 1.2, uuid {'00' * 16}"),
    ("makes", "instance in 2.00 ms (median)"),
)


class TestLines:
    """A driver is told in as many lines as fit a head."""

    def test_all(self) -> None:
        """Library, interface, instance, each device, times."""
        assert described_driver(FACTS) == LINES

    @pytest.mark.parametrize(
        ("answers", "text"),
        [
            ({"0": 0, "1": 1, "2": 2}, "driver interface 0 to 2"),
            ({"0": None, "1": None, "2": 2, "7": 5}, "driver interface 2, 5, refuses 0 to 1"),
            ({"7": None}, "driver interface none, refuses 7"),
        ],
    )
    def test_versions(self, answers: dict[str, int | None], text: str) -> None:
        """Those that were agreed on, and the offers that were refused."""
        said = {
            offer: {"result": -9 if version is None else 0, "version": version or 0}
            for offer, version in answers.items()
        }

        assert described_driver({"interface": {"negotiation": said}}) == (("speaks", text),)

    @pytest.mark.parametrize(
        ("exports", "lines"),
        [
            (["vk_icdGetInstanceProcAddr"], (("speaks", "driver interface 1, without a negotiation"),)),
            (["vkGetInstanceProcAddr"], (("speaks", "driver interface 0, without a negotiation"),)),
            ([], ()),
        ],
    )
    def test_without_a_negotiation(self, exports: list[str], lines: tuple[tuple[str, str], ...]) -> None:
        """The exports tell the version."""
        assert described_driver({"interface": {"exports": exports}}) == lines

    def test_a_driver_that_ended_early(self) -> None:
        """Whether it negotiates it was not asked any more, so its exports tell nothing."""
        told_of = described_driver(
            {"interface": {"exports": ["vk_icdGetInstanceProcAddr"]}, "note": "SIGSEGV"}
        )

        assert told_of == (("note", "SIGSEGV"),)

    def test_the_library_of_a_manifest(self, make_run: MakeRun) -> None:
        """The digest of a subject is that of its library; the manifest's stands beside it."""
        [driver] = subjects(make_run(subjects=(DRIVER,)))

        assert driver.sha256 == "cd" * 32
        assert driver.told[:2] == (("library", "/usr/lib/libvulkan_x.so"), ("manifest sha256", "ab" * 32))
        assert driver.told[2:] == LINES

    def test_no_device(self) -> None:
        """That there is none is a fact; that nobody knows is none."""
        assert described_driver({"devices": []}) == (("device", "none on this machine"),)
        assert described_driver({}) == ()

    def test_an_instance_that_could_not_be_made(self) -> None:
        """Its result is told."""
        assert described_driver({"instance": {"result": -9}}) == (("offers", "no instance (VkResult -9)"),)

    def test_many_devices(self) -> None:
        """A driver that makes them up does not fill the page."""
        lines = described_driver({"devices": [{}] * 1000})

        assert (len(lines), lines[-1]) == (17, ("device", "and 984 more"))

    def test_more_devices_than_are_looked_at(self) -> None:
        """Their number is told after those that are known."""
        lines = described_driver({"devices": [{}], "device_count": 20})

        assert lines[-1] == ("device", "the driver counts 20; no more than these are looked at")

    def test_more_extensions_than_are_read(self) -> None:
        """The number of those that were read is not told for all."""
        instance = {"extensions": {"VK_A_a": 1, "VK_A_b": 1}, "more_extensions": True}

        assert described_driver({"instance": instance}) == (("offers", "2 instance extensions and more"),)

    def test_why_nothing_is_known(self) -> None:
        """The note is shown."""
        assert described_driver({"note": "it cannot be loaded"}) == (("note", "it cannot be loaded"),)

    @pytest.mark.parametrize("name", [*FACTS, "note"])
    @pytest.mark.parametrize(
        "rubbish", [None, 7, "x", [], [7], {}, {"7": 7}, {"x": {"result": 0}}, {"9" * 9999: {}}, True]
    )
    def test_rubbish(self, name: str, rubbish: Any) -> None:
        """A file from anybody may hold anything."""
        for facts in (
            {**FACTS, name: rubbish},
            {**FACTS, "interface": {"negotiation": rubbish, "exports": rubbish}},
        ):
            assert all(isinstance(text, str) for line in described_driver(facts) for text in line)

    def test_names_that_drive_a_terminal(self) -> None:
        """A driver calls its devices what it likes."""
        [(_, text)] = described_driver({"devices": [{"properties": {"deviceName": "\x1b[2J"}}]})

        assert "\x1b" not in text


class TestDocuments:
    """The same lines stand in every document, at the subject."""

    def test_the_text(self, make_run: MakeRun) -> None:
        """Between what it was judged by and the counts."""
        text = summary.render(make_run(subjects=(DRIVER,)))

        assert "  speaks  driver interface 4 to 5, refuses 0\n" in text

    def test_the_page(self, make_run: MakeRun) -> None:
        """With all facts to open."""
        page = html.render(make_run(subjects=(DRIVER,)))

        assert "<dt>speaks</dt><dd>driver interface 4 to 5, refuses 0</dd>" in page
        assert "All that is known of it" in page

    def test_junit(self, make_run: MakeRun) -> None:
        """As properties of the suite."""
        assert '<property name="driver offers" value="Vulkan 1.3.230, 1 instance extension"' in junit.render(
            make_run(subjects=(DRIVER,))
        )
