"""What a process' variables say is one word of the command lines that explain proposes."""

from pathlib import Path

from refloader.host.machines.root import RootHost
from refloader.inspect.explain.containers import of_the_box


def test_the_name_of_a_snap_is_quoted(tmp_path: Path) -> None:
    """A snapshot is of somebody else's machine: its SNAP_NAME may be anything."""
    host = RootHost(str(tmp_path), {"SNAP": "/snap/x/1", "SNAP_NAME": "$(touch PWNED)"})
    change = of_the_box(host)

    assert change is not None
    assert "snap connect '$(touch PWNED)':THAT-INTERFACE" in change.what
