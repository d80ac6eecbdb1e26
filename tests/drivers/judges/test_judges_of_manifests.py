"""Judges of what a manifest says beside what its driver's devices say."""

from typing import Any

import pytest

from refloader.suite.drivers.checks.manifests import (
    PORTABILITY,
    highest_version,
    marked_for_nothing,
    portability,
)
from refloader.suite.subjects.driver import DriverSubject


def answers(*devices: tuple[int, int], extensions: tuple[str, ...] = ()) -> dict[str, Any]:
    """What the prober says of devices of these versions, all with these extensions."""
    said: dict[str, Any] = {"enumerate.instance": {"result": 0}}
    for place, version in enumerate(devices):
        packed = (version[0] << 22) | (version[1] << 12) | 250
        said[f"enumerate.device.{place}"] = {"name": f"device {place}", "api": packed, "driver": 1}
        filled = {"result": 0, "rows": [{"name": name, "version": 1} for name in extensions]}
        said[f"enumerate.device-extensions.{place}.filled"] = filled
    return said


def driver(version: str = "1.3.230", *, marked: bool = False, manifest: str = "/x.json") -> DriverSubject:
    """A driver of a manifest."""
    return DriverSubject("x.json", manifest, "/x.so", api_version=version, portability=marked)


class TestHighestVersion:
    """The manifest has the newest version of all devices."""

    @pytest.mark.parametrize("devices", [((1, 3),), ((1, 0),), ((1, 3), (1, 1))])
    def test_kept(self, devices: tuple[tuple[int, int], ...]) -> None:
        """A device may have less, and another patch."""
        result = highest_version(answers(*devices), driver())

        assert (result.seen, result.broken) == (len(devices), [])

    def test_broken(self) -> None:
        """A device of a newer version disproves it."""
        result = highest_version(answers((1, 1), (1, 4)), driver())

        [breach] = result.broken
        assert breach.fact == '"api_version" is 1.3.230, and "device 1" supports Vulkan 1.4.250'

    def test_newer_than_the_driver(self) -> None:
        """A manifest is not ahead of its driver; a device that is older than both disproves nothing."""
        said = {**answers((1, 1)), "enumerate.version": {"result": 0, "version": (1 << 22) | (3 << 12)}}

        assert not highest_version(said, driver()).broken
        [breach] = highest_version(said, driver("1.4.303")).broken
        assert breach.fact == '"api_version" is 1.4.303, and driver and devices are of Vulkan 1.3 at most'

    @pytest.mark.parametrize(
        ("subject", "said", "missing"),
        [
            (driver(), answers(), "the driver was to have a physical device here"),
            (driver("", manifest=""), answers((1, 3)), "the library came without a manifest"),
            (driver(""), answers((1, 3)), "the driver was to have a physical device here"),
        ],
    )
    def test_nothing_to_compare(self, subject: DriverSubject, said: dict[str, Any], missing: str) -> None:
        """Without a device, a manifest or a version in it there is nothing to judge."""
        result = highest_version(said, subject)

        assert (result.seen, result.missing) == (0, missing)


class TestPortability:
    """A driver with a device of the portability subset is marked as one."""

    @pytest.mark.parametrize(("marked", "has"), [(True, True), (False, False), (True, False)])
    def test_kept(self, marked: bool, has: bool) -> None:
        """A driver may be marked for devices that this machine does not have."""
        said = answers((1, 3), extensions=(PORTABILITY,) if has else ())

        result = portability(said, driver(marked=marked))

        assert (result.seen, result.broken) == (1, [])

    def test_broken(self) -> None:
        """A device has the extension, and the manifest says nothing."""
        result = portability(answers((1, 3), extensions=("VK_KHR_swapchain", PORTABILITY)), driver())

        [breach] = result.broken
        assert "is_portability_driver" in breach.fact

    def test_without_a_manifest(self) -> None:
        """There is nobody to say it."""
        result = portability(answers((1, 3), extensions=(PORTABILITY,)), driver(manifest=""))

        assert (result.seen, result.missing) == (0, "the library came without a manifest")


class TestMarkedForNothing:
    """A driver that is marked has a device of the portability subset."""

    @pytest.mark.parametrize(("offered", "breaches"), [((PORTABILITY,), 0), (("VK_KHR_swapchain",), 1)])
    def test_a_marked_driver(self, offered: tuple[str, ...], breaches: int) -> None:
        """Each device is looked at."""
        look = marked_for_nothing(answers((1, 3), extensions=offered), driver(marked=True))

        assert (look.seen, len(look.broken)) == (1, breaches)

    def test_a_driver_that_is_not_marked(self) -> None:
        """There is nothing to look at."""
        assert marked_for_nothing(answers((1, 3)), driver()).seen == 0


@pytest.mark.parametrize("judge", [highest_version, portability])
@pytest.mark.parametrize(
    "rubbish", [None, 7, "x", [], {"api": "x", "name": None}, {"api": -1}, {"api": 1 << 70}]
)
def test_rubbish(judge: Any, rubbish: Any) -> None:
    """Whatever third-party code has written, a judge comes to an end."""
    said = {"enumerate.device.0": rubbish, "enumerate.device-extensions.0.filled": rubbish}

    assert judge(said, driver()).seen == 1
