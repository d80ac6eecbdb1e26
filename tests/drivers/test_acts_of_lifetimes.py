"""The prober's acts on lifetimes, on the mock driver: what they do, and that their answers say what came of it."""

from collections.abc import Callable
from typing import Any

import pytest

from refloader.suite.drivers.checks import allocations, lifetimes, no_device, surfaces
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.driver import DriverSubject

Made = Callable[..., DriverSubject]


def done(driver: DriverSubject, act: str, *arguments: str, **variables: str) -> Session:
    """One act that came to its end. Skips where the machine cannot run it."""
    session = probed(Probe(driver.library, act, arguments, "driver", variables=tuple(variables.items())))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    return session


class TestAllocators:
    """The act "allocators"."""

    def test_each_object_has_callbacks_of_its_own(self, flagged: Made) -> None:
        """What the driver takes is counted for each kind of object, and is all given back."""
        answers: Any = done(flagged(use_allocator="1"), "allocators").answers

        assert all(answers["allocators.gone"]["taken"].values())
        assert answers["allocators.gone"]["alive"] == [0, 0, 0, 0, 0]
        assert sum(answers["allocators.made"]["alive"]) == sum(answers["allocators.made"]["taken"].values())

    def test_every_allocation_fails_once(self, flagged: Made) -> None:
        """Most kinds of objects are made without memory, and the driver says that it has none."""
        answers: Any = done(flagged(use_allocator="1"), "allocators").answers
        failing = {label: row for label, row in answers.items() if label.startswith("allocators.failing.")}

        kinds = {label.split(".")[2] for label in failing}
        assert kinds >= {"instance", "device", "fence", "memory", "pipeline_cache"}
        assert kinds < set(answers["allocators.gone"]["taken"])
        assert {row["result"] for row in failing.values()} == {allocations.OUT_OF_HOST_MEMORY}
        assert all(row["refused"] for row in failing.values())


class TestGrowth:
    """The act "growth"."""

    def test_a_thousand(self, flagged: Made) -> None:
        """A quick driver makes a thousand instances, and a thousand with a device."""
        answers: Any = done(flagged(), "growth").answers

        for stage in ("growth.instance", "growth.device"):
            assert 0 < answers[stage]["rounds"] <= answers[stage]["wanted"] == 1000
            assert answers[stage]["result"] == 0
            assert answers[stage]["samples"][-1]["descriptors"] == answers[stage]["samples"][0]["descriptors"]

    def test_no_device(self, flagged: Made) -> None:
        """Without devices there are instances alone."""
        answers: Any = done(flagged(devices="0"), "growth").answers

        assert answers["growth.instance"]["rounds"] > 0
        assert "growth.device" not in answers

    def test_a_leak_is_seen(self, flagged: Made) -> None:
        """What a driver leaves open with each instance is counted."""
        result = lifetimes.nothing_kept(done(flagged(violate="grows_descriptors"), "growth").answers)

        assert any("more descriptors in the process" in each.fact for each in result.broken)


class TestSeveral:
    """The act "several"."""

    def test_all_orders(self, flagged: Made) -> None:
        """Instances and devices are ended in nine orders, once with two versions, and then come two threads."""
        answers: Any = done(flagged(), "several").answers
        orders = {label.removeprefix("several.order.") for label in answers if "order" in label}

        assert orders == {"aAbB", "bBaA", "abAB", "baAB", "abBA", "baBA", "acA", "caA", "AB.newest"}
        assert [step["ended"] for step in answers["several.order.abBA"]["steps"]] == ["a", "b", "B", "A"]
        assert answers["several.threads"]["results"] == [[0] * 4, [0] * 4]

    def test_strange_devices_are_seen(self, flagged: Made) -> None:
        """An older instance that gives a newer one's physical devices is named."""
        answers = done(flagged(violate="newest_devices"), "several").answers

        assert answers["several.order.baBA"]["strange"] == ["A"]
        assert done(flagged(), "several").answers["several.order.baBA"]["strange"] == []


class TestReload:
    """The act "reload"."""

    def test_it_is_gone_between(self, flagged: Made) -> None:
        """The library is unloaded each time, twenty times."""
        answers: Any = done(flagged(), "reload").answers

        assert answers["reload.rounds"]["stays"] is False
        assert lifetimes.reloaded(answers).broken == []

    def test_a_right_driver_waits_for_its_threads(self, flagged: Made) -> None:
        """The mock driver with a thread for each instance is unloaded only when the thread has ended."""
        answers: Any = done(flagged(mock="mock_icd_free", take="thread_of_instance"), "reload").answers

        assert answers["reload.rounds"]["stays"] is False
        assert lifetimes.reloaded(answers).broken == []


class TestNoDevice:
    """The act "no-device"."""

    def test_everything_is_called(self, flagged: Made) -> None:
        """Devices and groups are asked for twice, and every command is looked up."""
        answers: Any = done(flagged(devices="0"), "no-device").answers

        assert no_device.devices(answers) == 0
        assert "vkEnumeratePhysicalDeviceGroups again" in answers["no-device.all"]["calls"]
        assert answers["no-device.lookups"]["physical"] > 0
        assert "no-device.end" in answers


HEADLESS = "VK_KHR_surface:25,VK_EXT_headless_surface:1"


class TestSurfaces:
    """The act "surfaces"."""

    @pytest.mark.parametrize(("flag", "by"), [("own", "driver"), ("loader", "loader")])
    def test_who_makes_them(self, flagged: Made, flag: str, by: str) -> None:
        """The driver makes what it offers to make, and reads the loader's structure otherwise."""
        session = done(flagged(surfaces=flag, extensions=HEADLESS), "surfaces")

        assert session.answers["surfaces.headless"]["by"] == by
        assert surfaces.usable(session.answers, by).seen > 0
        assert any(f"surface={'own' if by == 'driver' else by}:HEADLESS" in line for line in session.trace)
