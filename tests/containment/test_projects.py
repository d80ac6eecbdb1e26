"""What containers have below the folders of the system's: a project, with its secrets and what it writes."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import hostile_libraries
import hostile_machines
import pytest
from hostile_machines import MACHINES

pytestmark = pytest.mark.slow

PROJECTS = "/usr/src"

_READS = """
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static void read_one(const char *path) {
    char text[64] = "";
    int file = open(path, O_RDONLY);
    if (file >= 0 && read(file, text, sizeof text - 1) > 0) dprintf(1, "read %s", text);
}
__attribute__((constructor)) static void loaded(void) {
    dprintf(1, "loaded\\n");
    read_one("/usr/src/app/.env");
    read_one("/usr/src/app/out/results.ndjson");
    read_one("/usr/local/etc/npmrc");
    read_one("/usr/local/etc/drirc");
}
"""
_ASKS = """
import json, sys
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario
from refloader.sandbox import child, redirect
redirect._machine_refusal = lambda: ""
print(json.dumps([ForeignLoader(path).observe(Scenario(), timeout=5.0).stdout for path in sys.argv[1:]]))
child.close_all()
"""
_PREPARES = """
mount -t tmpfs -o mode=755 none /usr/src && mkdir -p /usr/src/app/out && cp "$1" /usr/src/app/libsubject.so.1 &&
ln -s libsubject.so.1 /usr/src/app/libsubject.so && echo TOKEN > /usr/src/app/.env &&
echo RESULT > /usr/src/app/out/results.ndjson && chmod -R a+rX /usr/src &&
mount -t tmpfs -o mode=755 none /usr/local/etc && echo TOKEN > /usr/local/etc/npmrc &&
echo DRIRC > /usr/local/etc/drirc && chmod a+r /usr/local/etc/* && shift && exec "$@"
"""


@pytest.mark.parametrize("number", range(len(MACHINES)), ids=lambda number: MACHINES[number].slug)
def test_a_project(installed: str, number: int, tmp_path: Path) -> None:
    """Nobody reads it, nor tokens in settings, and a library that lies in it is judged like any other."""
    machine = MACHINES[number]
    if reason := hostile_machines.why_not(machine, installed):
        pytest.skip(f"{machine.name}: {reason}")
    if (
        os.geteuid() != 0
        or not all(map(os.path.isdir, (PROJECTS, "/usr/local/etc")))
        or hostile_libraries.compiler() is None
    ):
        pytest.skip("this needs root, the folders /usr/src and /usr/local/etc, and a C compiler")
    (tmp_path / "reads.c").write_text(_READS)
    library = Path(installed) / f"libreads-{number}.so"
    command = [
        hostile_libraries.cc(),
        "-shared",
        "-fPIC",
        "-w",
        "-o",
        str(library),
        str(tmp_path / "reads.c"),
    ]
    subprocess.run(command, check=True)
    unshare = [shutil.which("unshare") or "unshare", "-m", "sh", "-c", _PREPARES, "sh", str(library)]
    subjects = (f"{PROJECTS}/app/libsubject.so", str(library))

    ran = subprocess.run(
        [*unshare, *machine.command("-c", _ASKS, *subjects)],
        env={**machine.variables("/nonexistent", "/tmp", installed), "PATH": os.environ["PATH"]},
        cwd="/",
        capture_output=True,
        check=True,
    )

    assert json.loads(ran.stdout) == ["loaded\nread DRIRC\n", "loaded\nread DRIRC\n"]
