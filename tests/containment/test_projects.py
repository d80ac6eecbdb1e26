"""What lies in folders that libraries see, and they do not: a project of a container, packages of Python."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import hostile_libraries
import hostile_machines
import pytest
from hostile_machines import MACHINES

pytestmark = pytest.mark.slow

PROJECTS = "/usr/src"
_TOKENS = ("/usr/src/app/.env", "/usr/src/app/out/results.ndjson", "/usr/local/etc/npmrc")
_BASE = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
_PACKAGES = tuple(dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("purelib", vars=_BASE))))
"""Of the environment that the tests run in, and of the interpreter that it was made with."""

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
    READS
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
_PLANTS = """
shift
while [ "$1" != -- ]; do
    mount -t tmpfs -o mode=755 none "$1" && mkdir "$1/mine" && echo TOKEN > "$1/mine/settings.py" || exit
    shift
done
shift && exec "$@"
"""


EACH = pytest.mark.parametrize("number", range(len(MACHINES)), ids=lambda number: MACHINES[number].slug)


def _library(installed: str, number: int, folder: Path, paths: Sequence[str]) -> str:
    """A library that reads these files."""
    machine = MACHINES[number]
    if reason := hostile_machines.why_not(machine, installed):
        pytest.skip(f"{machine.name}: {reason}")
    if os.geteuid() != 0 or hostile_libraries.compiler() is None:
        pytest.skip("this needs root and a C compiler")
    reads = " ".join(f'read_one("{path}");' for path in paths)
    (folder / "reads.c").write_text(_READS.replace("READS", reads))
    library = os.path.join(installed, f"libreads-{number}.so")
    command = [hostile_libraries.cc(), "-shared", "-fPIC", "-w", "-o", library, str(folder / "reads.c")]
    subprocess.run(command, check=True)
    return library


def _printed(
    installed: str, number: int, prepares: str, words: Sequence[str], subjects: Sequence[str], shows: str = ""
) -> object:
    """What these libraries print on a machine that a script has prepared with these words."""
    machine = MACHINES[number]
    unshare = [shutil.which("unshare") or "unshare", "-m", "sh", "-c", prepares, "sh", *words]
    ran = subprocess.run(
        [*unshare, *machine.command("-c", _ASKS, *subjects)],
        env={**machine.variables("/nonexistent", "/tmp", installed), "REFLOADER_SHOW": shows},
        cwd="/",
        capture_output=True,
        check=True,
    )
    return json.loads(ran.stdout)


@EACH
def test_a_project(installed: str, number: int, tmp_path: Path) -> None:
    """Nobody reads it, nor tokens in settings, and a library that lies in it is judged like any other."""
    library = _library(installed, number, tmp_path, (*_TOKENS, "/usr/local/etc/drirc"))
    if not all(map(os.path.isdir, (PROJECTS, "/usr/local/etc"))):
        pytest.skip("this needs the folders /usr/src and /usr/local/etc")

    printed = _printed(installed, number, _PREPARES, [library], (f"{PROJECTS}/app/libsubject.so", library))

    assert printed == ["loaded\nread DRIRC\n", "loaded\nread DRIRC\n"]


@EACH
def test_a_project_that_is_shown(installed: str, number: int, tmp_path: Path) -> None:
    """A folder that is hidden from all can be read if the user asks for it itself, and the others cannot."""
    library = _library(installed, number, tmp_path, _TOKENS)
    if not all(map(os.path.isdir, (PROJECTS, "/usr/local/etc"))):
        pytest.skip("this needs the folders /usr/src and /usr/local/etc")

    printed = _printed(installed, number, _PREPARES, [library], [library], PROJECTS)

    assert printed == ["loaded\nread TOKEN\nread RESULT\n"]


@EACH
def test_packages_of_python(installed: str, number: int, tmp_path: Path) -> None:
    """The user's own may be installed among them, with what they are configured by; the interpreter needs none."""
    paths = [f"{place}/mine/settings.py" for place in _PACKAGES]
    library = _library(installed, number, tmp_path, paths)

    printed = _printed(installed, number, _PLANTS, [library, *_PACKAGES, "--"], [library])

    assert printed == ["loaded\n"]
