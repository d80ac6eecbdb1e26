"""A loader written from the documents alone (``plain/``), under the suite: right, and with one fault each."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from samples import PARTS_OF_CI, SAMPLE, WHOLE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a loader"),
]

TREE = Path(__file__).resolve().parents[2]
PLAIN = Path(__file__).with_name("plain")
HEADERS = [TREE / "refloader/native/generated", TREE / "refloader/native/include", PLAIN]
LINKED = ["-Wl,-soname,libvulkan.so.1", "-Wl,-z,defs", "-Wl,-Bsymbolic", "-ldl", "-pthread"]

LEFT_OUT = {
    "DEBUG-LOG-01",
    "DEBUG-LOG-02",
    "DEBUG-LOG-03",
    "DEBUG-LOG-05",
    "DEBUG-LOG-06",
    "DEBUG-LOG-07",
    "DEBUG-WRONGARCH-01",
    "ENV-MINVERSION-01",
    "FILTER-DRIVER-DISABLE-03",
    "FILTER-DRIVER-SELECT-03",
    "FILTER-LAYER-DISABLE-02",
    "FILTER-LAYER-ENABLE-03",
}
"""The rules of what the loader leaves out: log lines, as ``plain/plain.h`` says."""


FAULTS = tomllib.loads(PLAIN.joinpath("faults.toml").read_text())
CAUGHT: dict[str, dict[str, str]] = FAULTS["caught"]
"""By fault: a rule that it breaks, and a case that finds it."""
WARNED: dict[str, str] = FAULTS["warned"]
"""By fault: a case that warns of it."""


class Row(NamedTuple):
    """One result of the suite."""

    rule: str
    case: str
    verdict: str


@pytest.fixture(scope="session")
def units(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The loader's compiled units; which fault it has, a unit of its own says."""
    folder = tmp_path_factory.mktemp("plain")
    subprocess.run([sys.executable, PLAIN / "plain_commands.py", folder], check=True)
    sources = [*sorted(PLAIN.glob("*.c")), folder / "trampolines.S"]
    options = ["-c", "-fPIC", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden"]
    subprocess.run(
        ["cc", *options, *(f"-I{each}" for each in (*HEADERS, folder)), *sources], cwd=folder, check=True
    )
    return sorted(folder.glob("*.o"))


def build(folder: Path, units: list[Path], fault: str) -> Path:
    """Link the loader with the fault; an empty name is none."""
    library = folder / "libvulkan.so.1"
    named = folder / "fault.c"
    named.write_text(f'const char plain_fault[] = "{fault}";\n')
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-fvisibility=hidden", named, *units, "-o", library, *LINKED], check=True
    )
    return library


def conform(library: Path, *words: str) -> list[Row]:
    """The results of the suite on the loader."""
    verb = [sys.executable, "-m", "refloader", "conform", "--loader", str(library), "--expect", "none"]
    out = ["--out", str(library.parent / "out"), "--format", "json"]

    done = subprocess.run([*verb, *out, *words], capture_output=True, text=True)

    return [Row(row["rule"], row["case"], row["verdict"]) for row in json.loads(done.stdout)["results"]]


def failed(rows: list[Row]) -> set[str]:
    """The rules that are broken."""
    return {row.rule for row in rows if row.verdict not in ("pass", "skip", "warn")}


def test_the_right_form(tmp_path: Path, units: list[Path]) -> None:
    """A loader that shares no code with the reference breaks the rules of what it leaves out, and no other.

    A run has one in so many of the cases, each day others.
    """
    parts = 1 if WHOLE else PARTS_OF_CI
    shard = f"{SAMPLE % parts + 1}/{parts}"

    rows = conform(build(tmp_path, units, ""), "--profile", "quick", "-n", "1", "--shard", shard)

    assert failed(rows) <= LEFT_OUT
    assert len([row for row in rows if row.verdict == "pass"]) > 2000 // parts * 0.8


def test_every_fault_has_a_row() -> None:
    """The table has each fault of the source once: caught, warned of, not judged, not found or not tried."""
    sources = "".join(each.read_text() for each in PLAIN.glob("*.c"))
    rows = [fault for kind in FAULTS.values() for fault in kind]

    assert sorted(rows) == sorted(set(re.findall(r'FAULT\("(\w+)"\)', sources)))


@pytest.mark.whole(keep=6, rotate=True)
@pytest.mark.parametrize("fault", CAUGHT)
def test_a_fault(tmp_path: Path, units: list[Path], fault: str) -> None:
    """The loader with the fault breaks the rule in the case that is named for it."""
    expected = CAUGHT[fault]

    rows = conform(
        build(tmp_path, units, fault), "--rule", expected["rule"], "--case", expected["case"], "-n", "0"
    )

    assert [(row.rule, row.case) for row in rows if row.verdict in ("fail", "crash", "timeout")] == [
        (expected["rule"], expected["case"])
    ]


@pytest.mark.whole(keep=2, rotate=True)
@pytest.mark.parametrize("fault", WARNED)
def test_a_fault_that_no_document_forbids(tmp_path: Path, units: list[Path], fault: str) -> None:
    """The case that is named for it warns of the loader with the fault, and does not fail it."""
    rows = conform(build(tmp_path, units, fault), "--case", WARNED[fault], "-n", "0")

    assert {row.verdict for row in rows} == {"warn"}
