"""What was heard of a library stays in the memory of its station, which its workers read: no other one gets that."""

import pytest

from refloader.harness.foreign import ForeignLoader
from refloader.harness.running import bench
from refloader.harness.running.session import Probe
from refloader.harness.scenario import Scenario
from refloader.harness.worker import child

SYSTEMS = ("libc.so.6", "libm.so.6")
"""Libraries of the system's own folders, which every station shows."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[child.Station]:
    """The stations that were asked for, in order."""
    found: list[child.Station] = []
    run = child.Station.run

    def running(station: child.Station, *arguments: object) -> child.Said:
        found.append(station)
        return run(station, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(child.Station, "run", running)
    return found


def test_loaders(made: list[child.Station]) -> None:
    """Each of two loaders has its own, and keeps it."""
    for name in (*SYSTEMS, *SYSTEMS):
        ForeignLoader(name).observe(Scenario(), timeout=5.0)

    first, second, *again = made[-4:]
    assert first is not second
    assert again == [first, second]


@pytest.mark.parametrize("kind", ["layer", "driver"])
def test_layers_and_drivers(made: list[child.Station], kind: str) -> None:
    """So has each of two of these."""
    libraries = [f"/usr/lib/nowhere/{name}" for name in SYSTEMS]
    for library in (*libraries, *libraries):
        bench.probed(Probe(library, "facts", (), kind, seconds=5.0))  # type: ignore[arg-type]

    if not made:
        pytest.skip("the prober was not built")
    first, second, *again = made[-4:]
    assert first is not second
    assert again == [first, second]
