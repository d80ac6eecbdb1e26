"""Runs over one driver on one machine show the same: ten in a row where REFLOADER_STEADY is set, two otherwise."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from refloader.report.differences.difference import difference
from refloader.results.results_file import Run
from refloader.suite import conform
from refloader.suite.subjects.request import RunRequest

RUNS = 10 if os.environ.get("REFLOADER_STEADY") else 2
"""Ten take some minutes."""

DRIVERS = {
    "lavapipe": "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
    "radeon": "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json",
}
_CHANGES = re.compile(r"\b0x[0-9a-f]{6,}\b|\b[0-9]+(\.[0-9]+)? (s|ms|us|kB|MB)\b")
"""What differs from run to run in a reason: addresses, times, sizes."""


def told(run: Run) -> Mapping[tuple[str, str], tuple[str, str, str | None]]:
    """Verdict, reason and second verdict by rule and case."""
    return {
        (each.rule, each.case): (
            each.verdict.value,
            _CHANGES.sub("_", each.reason),
            each.flaky and each.flaky.value,
        )
        for each in run.results
    }


@pytest.mark.whole
@pytest.mark.parametrize("manifest", DRIVERS.values(), ids=DRIVERS)
def test_runs_show_the_same(tmp_path: Path, manifest: str) -> None:
    """Each rule and case has its verdict for the same reason, nothing is flaky, and ``diff`` sees no change."""
    if not os.path.exists(manifest):
        pytest.skip(f"{manifest} is not installed")
    runs = []
    for number in range(RUNS):
        folder = tmp_path / str(number)
        folder.mkdir()
        runs.append(conform.run(RunRequest(drivers=(manifest,)), str(folder), workers=2))

    first, *others = runs
    for other in others:
        assert told(other) == told(first)
        assert not difference(first, other).counts
    assert [each for run in runs for each in run.results if each.flaky] == []
