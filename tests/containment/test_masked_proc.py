"""A machine that hides parts of /proc, as containers do: no namespace gets a /proc of its own there."""

import json
import os
import shutil
import subprocess

import hostile_machines
import pytest
from hostile_machines import MACHINES

_ASKS = """
import json
from refloader.sandbox import child, programs
print(json.dumps(programs.isolation()))
child.close_all()
"""
_MASK = 'mount -t tmpfs none /proc/fs && exec "$@"'


@pytest.mark.parametrize("masked", [True, False])
def test_the_processes_that_are_seen(installed: str, masked: bool) -> None:
    """It is said if they are the machine's."""
    machine = MACHINES[1]
    if reason := hostile_machines.why_not(machine, installed):
        pytest.skip(f"{machine.name}: {reason}")
    if os.geteuid() != 0 or not os.path.isdir("/proc/fs"):
        pytest.skip("only root can hide parts of /proc")
    masks = [shutil.which("unshare") or "unshare", "-m", "sh", "-c", _MASK, "sh"] if masked else []
    variables = machine.variables("/nonexistent", "/tmp", installed)

    ran = subprocess.run(
        [*masks, *machine.command("-c", _ASKS)],
        env={**variables, "PATH": os.environ["PATH"]},
        cwd="/",
        capture_output=True,
        check=True,
    )

    isolation = json.loads(ran.stdout)
    assert isolation[0].startswith("own user namespace")
    assert isolation[1].startswith("process namespace")
    assert ("the machine's processes" in isolation[1]) is masked
