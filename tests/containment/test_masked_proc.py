"""A machine that hides parts of /proc, as containers do: no namespace gets a /proc of its own there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hostile_machines
import pytest
from hostile_libraries import cc, compiler
from hostile_machines import HERE, MACHINES

pytestmark = pytest.mark.slow

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


_LOOKS_AROUND = r"""
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void look(const char *who, const char *what) {
    char path[600], text[4096];
    snprintf(path, sizeof path, "/proc/%s/%s", who, what);
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
    for (ssize_t at = 0; at < size; at++) if (text[at]) putchar(text[at]);
    if (file >= 0) close(file);
}

__attribute__((constructor)) static void look_around(void) {
    DIR *all = opendir("/proc");
    for (struct dirent *each; all && (each = readdir(all));) {
        if (each->d_name[0] < '0' || each->d_name[0] > '9') continue;
        look(each->d_name, "environ");
        look(each->d_name, "root" FILE_OF_THE_MACHINE);
    }
    mkdir("one", 0700);
    mkdir("two", 0700);
    close(creat("one/file", 0600));
    printf("moved a file: %d\n", rename("one/file", "two/file"));
    fflush(stdout);
}
"""
_RUNS = """
import json, os, subprocess, sys
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Probe
from refloader.sandbox import child, programs
variables = {"PATH": os.environ["PATH"], "SECRET": "secret-of-another"}
other = subprocess.Popen(["sleep", "60"], user=65534, group=65534, extra_groups=(), env=variables)
arguments = ("--layer", "x", "--negotiate", "", "--gipa", "", "--gdpa", "")
said = bench.probed(Probe(sys.argv[1], "negotiate", arguments))
print(json.dumps([said.stdout, programs.isolation()]))
other.kill()
child.close_all()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can hide parts of /proc")
@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_processes_of_the_same_user(installed: str, tmp_path: Path) -> None:
    """Root's workers are a user whom others can be as well: none looks into what these have and reach."""
    if reason := hostile_machines.why_not(MACHINES[0], installed):
        pytest.skip(reason)
    own = tmp_path / "own"  # what lies beside a library is shown to it
    own.mkdir()
    secret, library, source = tmp_path / "secret", own / "libaround.so", own / "around.c"
    secret.write_text("secret-of-the-machine")
    for folder in (own, tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    source.write_text(_LOOKS_AROUND)
    told = f'-DFILE_OF_THE_MACHINE="{secret}"'
    subprocess.run([cc(), "-w", "-shared", "-fPIC", told, "-o", library, source], check=True)

    ran = subprocess.run(
        [sys.executable, HERE / "masked_container.py", sys.executable, "-c", _RUNS, library],
        env={**MACHINES[0].variables("/nonexistent", "/tmp", installed)},
        cwd="/",
        capture_output=True,
        check=False,
    )

    if ran.returncode == 77:
        pytest.skip("this machine refuses user namespaces")
    said, isolation = json.loads(ran.stdout)
    assert "the machine's processes" in isolation[1]
    if "no Landlock" in isolation[1]:
        pytest.skip("the kernel has no Landlock")
    assert "secret" not in said
    assert "moved a file: 0" in said
