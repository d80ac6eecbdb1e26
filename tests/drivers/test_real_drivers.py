"""Drivers that Debian 12 packages are judged as their expectation files say, which people have verified."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.results.expectations.expectation_file import Expectations, read
from refloader.suite.subjects.driver import driver_at
from tools import debian_reports

pytestmark = pytest.mark.slow

FOLDERS, MANIFESTS = (each["driver"] for each in (debian_reports.FOLDERS, debian_reports.MANIFESTS))

EXPECTATIONS = Path(__file__).resolve().parents[2] / "reports" / "expectations"
KNOWN = {
    path.stem: each
    for path in sorted(EXPECTATIONS.glob("*.toml"))
    if (each := read(str(path))).kind == "driver"
}
FILES = {
    "lvp_icd.x86_64.json": "lavapipe-22.3.6",
    "radeon_icd.x86_64.json": "radv-22.3.6",
    "intel_icd.x86_64.json": "anv-22.3.6",
    "intel_hasvk_icd.x86_64.json": "hasvk-22.3.6",
}
DRIVERS = {manifest: KNOWN[name] for manifest, name in FILES.items()}
QUICKEST = "intel_icd.x86_64.json"
"""What is run twice; the runs of others are compared in test_steady_runs.py."""
TIMEOUT = 500
"""Seconds, for a machine that has much else to do; each takes about 5 of a quiet one's."""


def installed(manifest: str, known: Expectations) -> str:
    """The manifest of the version that the file is about; skips where this machine has none."""
    found = next((path for folder in FOLDERS if (path := Path(folder, manifest)).is_file()), None)
    if found is None:
        pytest.skip(f"{manifest} is not installed")
    version = driver_at(str(found)).api_version
    if version != known.version.removeprefix("=="):
        pytest.skip(f"{manifest} is of version {version}, the expectations are about {known.version}")
    return str(found)


def refloader(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The verb in a process of its own."""
    command = [sys.executable, "-m", "refloader", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def judged(manifest: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """One run over an installed driver."""
    path = installed(manifest, DRIVERS[manifest])
    return refloader("conform", "--driver", path, "--known", "-n", "0", "--out", str(folder))


def test_each_has_a_file() -> None:
    """Something is known of each driver that reports are kept of."""
    assert set(DRIVERS) == set(MANIFESTS)


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_reasons_say_how_they_were_verified(known: Expectations) -> None:
    """A finding on somebody's driver is true: it was seen in a second way."""
    ways = ("Seen in ", "Seen apart from this suite", "Looked at in a second way", "On Debian's loader")
    assert known.entries
    assert not [entry for entry in known.entries if not any(way in entry.reason for way in ways)]


@pytest.mark.whole(keep=1)
@pytest.mark.parametrize("manifest", sorted(DRIVERS))
def test_nothing_else_is_found(manifest: str, tmp_path: Path) -> None:
    """A run finds what is expected, all of it and nothing else."""
    ran = judged(manifest, tmp_path)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    footer = json.loads((tmp_path / "results.ndjson").read_text().splitlines()[-1])
    assert footer["counts"]["pass"] > 100
    assert footer["expected"] == len(DRIVERS[manifest].entries)


@pytest.mark.whole
def test_a_second_run_differs_in_nothing(tmp_path: Path) -> None:
    """Two runs over one driver are the same to ``diff``."""
    for run in ("old", "new"):
        assert judged(QUICKEST, tmp_path / run).returncode == 0
    compared = refloader("diff", str(tmp_path / "old"), str(tmp_path / "new"))
    assert compared.returncode == 0, compared.stdout
    assert "nothing has changed" in compared.stdout
