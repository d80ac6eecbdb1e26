"""Layers that Debian 12 packages are judged as their expectation files say, which people have verified."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.results.expectations.expectation_file import Expectations, read
from refloader.suite.subjects.layer import layers_at
from tools import debian_reports

pytestmark = pytest.mark.slow

FOLDERS, MANIFESTS = (each["layer"] for each in (debian_reports.FOLDERS, debian_reports.MANIFESTS))

EXPECTATIONS = Path(__file__).resolve().parents[2] / "reports" / "expectations"
LAYERS = {
    f"{path.stem.rpartition('-')[0]}.json": each
    for path in sorted(EXPECTATIONS.glob("*.toml"))
    if (each := read(str(path))).kind == "layer"
}
TIMEOUT = 500
"""Seconds, for a machine that has much else to do; it takes about 15 of a quiet one's."""


def installed(manifest: str, known: Expectations) -> str:
    """The manifest of the version that the file is about; skips where this machine has none."""
    found = next((path for folder in FOLDERS if (path := Path(folder, manifest)).is_file()), None)
    if found is None:
        pytest.skip(f"{manifest} is not installed")
    versions = {layer.api_version for layer in layers_at(str(found))}
    if versions != {known.version.removeprefix("==")}:
        pytest.skip(
            f"{manifest} is of version {', '.join(versions)}, the expectations are about {known.version}"
        )
    return str(found)


def test_each_has_a_file() -> None:
    """Something is known of each layer that reports are kept of."""
    assert set(LAYERS) == set(MANIFESTS)


@pytest.mark.parametrize("known", LAYERS.values(), ids=LAYERS)
def test_reasons_say_how_they_were_verified(known: Expectations) -> None:
    """A finding on somebody's layer is true: it was seen in a second way."""
    ways = ("Seen in ", "Seen apart from this suite", "On Debian's loader", "Seen on Debian's loader")
    assert not [entry for entry in known.entries if not any(way in entry.reason for way in ways)]


@pytest.mark.whole(keep=1)
@pytest.mark.parametrize("manifest", sorted(LAYERS))
def test_nothing_else_is_found(manifest: str, tmp_path: Path) -> None:
    """A run finds what is expected, all of it and nothing else."""
    path = installed(manifest, LAYERS[manifest])
    command = [
        sys.executable,
        "-m",
        "refloader",
        "conform",
        "--layer",
        path,
        "--known",
        "-n",
        "0",
        "--out",
        str(tmp_path),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    footer = json.loads((tmp_path / "results.ndjson").read_text().splitlines()[-1])
    assert footer["counts"]["pass"] > 100
    assert footer["expected"] > 0
