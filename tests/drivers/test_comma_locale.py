"""A driver may have numbers written with a comma in its process: the prober writes its own with a point."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.suite.sessions import bench
from refloader.suite.sessions.answers import part
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.driver import DriverSubject

NAME = "de_DE.UTF-8"
COMMAS = (
    "static const unsigned char all[] = {%s}; int is_set = 0;"
    ' const char *homes[] = {getenv("TMPDIR"), getenv("HOME"), ".", "/dev/shm"};'
    " for (int i = 0; i < 4 && !is_set; i++) { if (!homes[i]) continue; char path[999];"
    f' snprintf(path, 999, "%%s/{NAME}", homes[i]); mkdir(path, 0777);'
    f' snprintf(path, 999, "%%s/{NAME}/LC_NUMERIC", homes[i]);'
    " int file = open(path, O_CREAT | O_WRONLY, 0666); write(file, all, sizeof all); close(file);"
    f' setenv("LOCPATH", homes[i], 1); is_set = setlocale(LC_NUMERIC, "{NAME}") != 0; }}'
    " if (!is_set) _exit(77)"
)
"""Writes the locale, which the driver finds nowhere in the sandbox, and sets it."""


@pytest.mark.slow
def test_facts_with_fractions(hostile: Callable[..., DriverSubject], tmp_path: Path) -> None:
    """Limits and times are read as they are without the driver's locale."""
    try:
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / NAME)], check=False)
    except FileNotFoundError:
        pytest.skip("there is no localedef")
    if not (tmp_path / NAME / "LC_NUMERIC").exists():
        pytest.skip("there are no sources of locales (Debian: locales)")
    words = ", ".join(map(str, (tmp_path / NAME / "LC_NUMERIC").read_bytes()))
    driver = hostile(load=COMMAS % words)

    seen = bench.probed(Probe(driver.library, "facts", ("--budget", "200"), "driver", "shown", seconds=30))

    assert (seen.ended, seen.detail) == ("ok", "")
    limits = part(part(seen.answers, "facts.device.0"), "limits")
    assert isinstance(part(limits, "VkPhysicalDeviceLimits")["timestampPeriod"], float | int)
    assert part(seen.answers, "facts.timings")["cold"] > 0
