"""What lint says of each export in fixtures/registry, by line."""

from pathlib import Path

import pytest

from refloader.host.machines.real import RealHost
from refloader.inspect.lint.manifests import Linter, sorted_findings

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "registry"
EXPECTED = {
    "sdk-wrong.reg": [
        (12, "warning", "DISC-GEN-07"),
        (13, "error", "DISC-WINDOWS-04"),
        (14, "error", "DISC-WINDOWS-04"),
        (15, "error", "DISC-GEN-08"),
    ],
    "gpu-driver-wrong.reg": [
        (4, "warning", "DISC-WINDOWS-11"),
        (7, "note", "DISC-DRIVER-WINDOWS-05"),
        (36, "warning", "DISC-GEN-07"),
        (45, "error", "DISC-DRIVER-WINDOWS-01"),
        (46, "warning", "DISC-WINDOWS-07"),
        (55, "error", "DISC-WINDOWS-09"),
        (59, "error", "DISC-WINDOWS-09"),
    ],
    "overlay-wrong.reg": [
        (8, "warning", "DISC-WINDOWS-03"),
        (9, "error", "DISC-WINDOWS-03"),
        (13, "error", "DISC-WINDOWS-03"),
    ],
    "recording-wrong.reg": [
        (4, "warning", "DISC-WINDOWS-01"),
        (6, "error", "DISC-WINDOWS-02"),
        (10, "note", "DISC-WINDOWS-05"),
        (13, "note", "DISC-WINDOWS-05"),
        (15, "error", "DISC-WINDOWS-02"),
    ],
    "game-store-wrong.reg": [
        (4, "note", "DISC-WINDOWS-03"),
        (5, "error", "DISC-WINDOWS-03"),
        (8, "error", "DISC-DRIVER-WINDOWS-03"),
        (12, "error", "DISC-WINDOWS-04"),
        (15, "warning", "DISC-GEN-07"),
        (15, "warning", "DISC-WINDOWS-11"),
    ],
}


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.reg")), ids=lambda path: path.name)
def test_each_export_has_these_findings_and_no_others(path: Path) -> None:
    """What is right has none; what is wrong has one for each thing that is, at its line."""
    report = Linter(RealHost()).run([str(path)])

    found = [
        (each.span.line, str(each.severity), str(each.rule)) for each in sorted_findings(report.findings)
    ]
    assert found == EXPECTED.get(path.name, [])


def test_every_expectation_is_of_a_file_that_is_there() -> None:
    """No row of the table is left from a file that is gone."""
    assert all((FIXTURES / name).is_file() for name in EXPECTED)
