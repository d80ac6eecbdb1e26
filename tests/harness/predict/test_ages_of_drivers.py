"""What was observed on builds with drivers of unlike versions, odd manifests and several devices."""

from pathlib import Path

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.differential import differences
from refloader.predict.prediction import predict
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"


def predicted(scenario: Scenario, release: str) -> Observation:
    """What a release is predicted to do."""
    return predict(scenario, LATEST, Build(age=age_of(release))).observation


def three_devices(manifest: str, own: str) -> Scenario:
    """A driver of three kinds of devices, with the version of its manifest and its own, and a newer application."""
    world = World()
    flags = {"devices": "3", "type": "integrated;discrete;virtual", "device_name": "i;d;v", "api": own}
    world.driver(flags=flags, api_version=manifest)
    world.application(api="1.2.0")
    return world.scenario()


class TestSorting:
    """Up to 1.4.321, devices are sorted if the manifest of a driver says 1.1, whatever the driver says."""

    @pytest.mark.parametrize(
        ("manifest", "own", "release", "order"),
        [
            ("1.0.0", "1.0.0", "1.3.290", "idv"),
            ("1.1.0", "1.0.0", "1.3.290", "div"),
            ("1.0.0", "1.1.0", "1.3.290", "idv"),
            ("1.1.0", "1.1.0", "1.3.290", "div"),
            ("1.1.0", "1.0.0", "1.4.304", "div"),
            ("1.0.0", "1.0.0", "1.4.335", "div"),
            ("1.1.0", "1.0.0", "1.3.204.1", "idv"),
        ],
    )
    def test_by_the_manifest(self, manifest: str, own: str, release: str, order: str) -> None:
        """The driver's own version does not matter."""
        seen = predicted(three_devices(manifest, own), release)

        assert "".join(device.name for device in seen.devices) == order

    @pytest.mark.slow
    @pytest.mark.skipif(not LOADERS.is_dir(), reason="no builds of loaders in ../shared/subjects/loaders")
    @pytest.mark.parametrize("build", ["1.3.204.1", "1.3.216.0", "1.3.290.0", "1.4.304.1", "1.4.335.0"])
    def test_on_builds(self, build: str) -> None:
        """Builds do what is predicted."""
        loader = ForeignLoader(str(LOADERS / build / "libvulkan.so.1"))
        for own in ("1.0.0", "1.1.0"):
            scenario = three_devices("1.1.0", own)

            assert not differences(predicted(scenario, build), loader.observe(scenario))


class TestDriverIdFilter:
    """VK_LOADER_DRIVER_ID_FILTER takes 0 for the id of a device that reports none."""

    @pytest.mark.parametrize(("ids", "shown"), [("0-5", 1), ("0", 1), ("1-5", 0)])
    def test_without_an_id(self, ids: str, shown: int) -> None:
        """A span from 0 on has the device."""
        world = World()
        world.driver()
        world.application(api="1.1.0")
        world.variable("VK_LOADER_DRIVER_ID_FILTER", ids)

        assert len(predicted(world.scenario(), "1.4.335").devices) == shown


class TestOddVersion:
    """From 1.4.303 on, reading a driver's manifest ends at an api_version that is no string."""

    @pytest.mark.parametrize("version", [1.1, 1, True, []])
    @pytest.mark.parametrize("keys", [{"library_arch": "32"}, {"is_portability_driver": True}])
    @pytest.mark.parametrize(("release", "used"), [("1.3.290", False), ("1.4.304", True), ("1.4.335", True)])
    def test_what_follows_does_not_count(
        self, version: object, keys: dict[str, object], release: str, used: bool
    ) -> None:
        """A driver for other processes, or one of portability, is used then."""
        world = World()
        world.driver("x", api_version=version, file_format_version="1.0.1", **keys)

        assert predicted(world.scenario(), release).drivers == (("x",) if used else ())

    def test_a_string_that_is_no_version(self) -> None:
        """It is read on behind a string."""
        world = World()
        world.driver("x", api_version="x", library_arch="32", file_format_version="1.0.1")

        assert predicted(world.scenario(), "1.4.335").drivers == ()
