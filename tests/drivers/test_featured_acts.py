"""What the application enables on devices with optional extensions and features."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from refloader.suite.drivers import runs
from refloader.suite.sessions import bench
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]

HOST_IMAGE_COPY = "VK_EXT_host_image_copy:1,VK_KHR_copy_commands2:1,VK_KHR_format_feature_flags2:2"


@pytest.mark.parametrize(("api", "asked"), [("1.2.0", 0), ("1.3.0", 2)])
def test_extension_with_dependencies(flagged: Made, api: str, asked: int) -> None:
    """VK_EXT_host_image_copy is enabled where Vulkan 1.3 has what it depends on: this driver ends other programs."""
    driver = flagged(mock="mock_icd_free", api=api, take="strict", device_extensions=HOST_IMAGE_COPY)

    session = bench.run(replace(runs.FEATURED, driver=driver))

    assert (session.ended, session.detail) == ("ok", "")
    assert len([each for each in session.answers if ".host_images." in each]) == asked


def test_robust_access_without_updates_after_bind(flagged: Made) -> None:
    """Without robustBufferAccessUpdateAfterBind, a program may not enable both: this driver ends those that do."""
    driver = flagged(mock="mock_icd_free", take="strict,updates_after_bind", features="robustBufferAccess")

    session = bench.run(replace(runs.FEATURED, driver=driver))

    assert (session.ended, session.detail) == ("ok", "")
    assert [each for each in session.answers if ".descriptors." in each]


def test_pipelines_that_rasterize_nothing(flagged: Made) -> None:
    """They have no fragment shader: this driver ends programs that give one."""
    driver = flagged(mock="mock_icd_free", take="strict")

    session = bench.run(replace(runs.STATES, driver=driver))

    assert (session.ended, session.detail) == ("ok", "")
    assert session.answers["states.alone.dynamic.discarded"] == 256


@pytest.mark.parametrize(
    ("flags", "question"),
    [
        ({"take": "least_precision"}, "computed.functions"),
        ({"take": "functions_undefined", "api": "1.1.182"}, "computed.functions"),
        ({"take": "interpolated_at_edges"}, "assembled.curved"),
        ({"take": "interpolated_at_edges"}, "assembled.straight"),
    ],
)
def test_precision(flagged: Made, flags: dict[str, str], question: str) -> None:
    """Numbers may be as imprecise as the specification allows."""
    driver = flagged(mock="mock_icd_free", **flags)

    session = bench.run(replace(runs.FEATURED, driver=driver))

    assert session.answers[f"featured.featured.{question}"] == 256


def test_subgroups_that_are_not_full(flagged: Made) -> None:
    """Which invocations a subgroup has, and how many, is the device's choice; of an absent one, any number comes."""
    driver = flagged(mock="mock_icd_free", take="subgroups_interleaved")

    session = bench.run(replace(runs.FEATURED, driver=driver))

    subgroups = {
        what.rpartition(".")[2]: answer for what, answer in session.answers.items() if ".subgroups." in what
    }
    assert subgroups == {
        "places": 64,
        "elected": 1,
        "votes": 64,
        "ballots": 64,
        "sums": 64,
        "bits": 64,
        "shuffled": 64,
        "relative": 64,
        "clustered": 64,
        "quads": 64,
    }
