"""Lavapipe that is right in another way: only what lavapipe breaks is reported.

Built from ``other_lavapipe.c``: a driver with the least limits, features and formats, one whose own memory cannot be
mapped, one that aligns widely, one whose memory and images begin with anything, and one with smaller subgroups. Built
from ``unusual_lavapipe.c``: drivers that offer something else, like other queue families and versions, or answer
at other times.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refloader.model.version import parse_strict
from refloader.suite.drivers.checks.devices import formats, limits
from refloader.suite.drivers.checks.lookups import core_commands
from refloader.suite.subjects.driver import driver_at

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a driver"),
]

HERE = Path(__file__).parent
HEADERS = [HERE.parents[2] / f"refloader/native/{each}" for each in ("generated", "include")]
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
MESA_22_3 = "1.1.230"
NEWEST = 0xFFFFFFF
"""No version of Vulkan is newer."""

TIMEOUT = 900
"""Seconds, for a machine that has much else to do; it takes about 12 of a quiet one's processor."""

LIBERTIES = {
    "least of 1.0": "1.0.0",
    "least of 1.1": "1.1.0",
    "memory of its own": "1.3.230",
    "never zero": "1.3.230",
    "aligned": "1.3.230",
    "subgroups of four": "1.3.230",
}
"""What the manifest of each says."""

UNUSUAL = {
    **dict.fromkeys(("compute alone", "graphics apart", "three families", "no timestamps"), "1.3.230"),
    **dict.fromkeys(("no extensions", "many types", "prefers dedicated", "short of memory"), "1.3.230"),
    **dict.fromkeys(("fences seen late", "lost after long", "long caches", "equal samplers"), "1.3.230"),
    **dict.fromkeys(("suboptimal", "out of date", "threads of its own", "short of buffers"), "1.3.230"),
    "version 1.1": "1.1.200",
    "version 1.2": "1.2.200",
}
"""The same for ``unusual_lavapipe.c``."""

LAVAPIPES_OWN = {
    "stack/states_are_as_the_calls_left_them[sparse]",
    "stack/states_are_as_the_calls_left_them[rendered]",
    "stack/states_are_as_the_calls_left_them[viewed]",
    "driver_creation/unknown_extensions_of_instances_are_refused",
    "driver_creation/refusal_leaves_nothing_behind[instance]",
}
"""What Mesa 22.3 gets wrong itself: reports/expectations/lavapipe-22.3.6.toml has the reasons."""

RULES = ("VULKAN-DRIVER-01", "VULKAN-DRIVER-02", "VULKAN-DRIVER-05", "VULKAN-DRIVER-06")
ARRAYS = {"maxComputeWorkGroupCount": 3, "maxViewportDimensions": 2}
"""Limits of several numbers of which the tables have one."""

DEPTH_FORMATS = {126: (0x1 | 0x200 | 0x400, 0), 130: (0x1 | 0x200 | 0x400, 0)}
"""D32_SFLOAT and D32_SFLOAT_S8_UINT, of the formats of which one has to be there; least_device.h leaves BC there."""


def limits_of_each_device() -> Iterator[str]:
    """Yield a statement of C for each limit that has a least value, or a largest one."""
    at_least = {**limits.ANY_AT_LEAST, **limits.IMAGES_AT_LEAST, **limits.DRAWING_AT_LEAST}
    bounds = {**at_least, **limits.COMPUTING_AT_LEAST, **limits.SAMPLES, **limits.ANY_AT_MOST}
    for member, bound in {**bounds, **limits.IMAGES_AT_MOST}.items():
        numbers = bound if isinstance(bound, tuple) else (bound,) * ARRAYS.get(member, 1)
        if len(numbers) == 1:
            yield f"limits->{member} = {numbers[0]};"
        else:
            yield from (f"limits->{member}[{i}] = {number};" for i, number in enumerate(numbers))


def formats_of_each_device() -> Iterator[str]:
    """Yield what C has of each format that each device has."""
    required = {number: (optimal, buffer) for number, (_, optimal, buffer) in formats.REQUIRED.items()}
    for number, (optimal, buffer) in {**required, **DEPTH_FORMATS}.items():
        yield f"{{{number}, {optimal}, {buffer}}}"


def later_functions(api_version: str) -> Iterator[str]:
    """Yield as strings of C the functions of core that a driver of this version does not have."""
    levels = ("global", "instance", "physical device", "device")
    version = parse_strict(api_version)
    assert version is not None
    own = set(core_commands(version.packed, levels))
    yield from (f'"{name}",' for name in core_commands(NEWEST, levels) if name not in own)


def other(folder: Path, liberty: str) -> Path:
    """Build the driver with the liberty; return its manifest."""
    if not LAVAPIPE.is_file() or driver_at(str(LAVAPIPE)).api_version != MESA_22_3:
        pytest.skip("lavapipe of Debian 12 is not installed")
    statements, rows = " ".join(limits_of_each_device()), ", ".join(formats_of_each_device())
    (folder / "least.h").write_text(f"#define LEAST_LIMITS {statements}\n#define LEAST_FORMATS {rows}\n")
    api_version = {**LIBERTIES, **UNUSUAL}[liberty]
    (folder / "later.h").write_text(f"#define LATER {' '.join(later_functions(api_version))}\n")
    words = [f'-DLIBRARY="{driver_at(str(LAVAPIPE)).library}"', f'-DLIBERTY="{liberty}"']
    places = [f"-I{each}" for each in (*HEADERS, folder)]
    source = HERE / ("unusual_lavapipe.c" if liberty in UNUSUAL else "other_lavapipe.c")
    built = folder / "libother.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-w", *words, *places, "-o", built, source, "-ldl"], check=True)
    manifest = folder / "other.json"
    described = {"library_path": str(built), "api_version": api_version}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": described}))
    return manifest


def verdicts_on(tmp_path: Path, liberty: str) -> dict[str, str]:
    """Judge the driver with the liberty; return the verdict on each case."""
    manifest = other(tmp_path, liberty)
    rules = [word for rule in RULES for word in ("--rule", rule)]
    words = ["--expect", "none", *rules, "-n", "0", "--out", str(tmp_path / "out")]

    ran = subprocess.run(
        [sys.executable, "-m", "refloader", "conform", "--driver", str(manifest), *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )

    assert ran.returncode == 1, ran.stdout[-4000:] + ran.stderr[-2000:]
    lines = (tmp_path / "out/results.ndjson").read_text().splitlines()
    return {row["case"]: row["verdict"] for row in map(json.loads, lines) if "verdict" in row}


def broken(verdicts: dict[str, str]) -> set[str]:
    """The cases that are red for another reason than lavapipe's own."""
    return {
        case for case, verdict in verdicts.items() if verdict not in ("pass", "skip", "warn")
    } - LAVAPIPES_OWN


@pytest.mark.whole(keep=1, rotate=True)
@pytest.mark.parametrize("liberty", LIBERTIES)
def test_a_liberty_breaks_nothing(tmp_path: Path, liberty: str) -> None:
    """A driver that is right and differs breaks what lavapipe breaks, and nothing else."""
    verdicts = verdicts_on(tmp_path, liberty)

    assert broken(verdicts) == set()
    assert verdicts["stack/states_are_as_the_calls_left_them[sets]"] == "pass"
    assert verdicts["stack/states_are_as_the_calls_left_them[computed]"] == "pass"


@pytest.mark.whole(keep=2, rotate=True)
@pytest.mark.parametrize("liberty", UNUSUAL)
def test_what_is_unusual_breaks_nothing(tmp_path: Path, liberty: str) -> None:
    """The same of one that offers other things, or answers at other times."""
    verdicts = verdicts_on(tmp_path, liberty)

    assert broken(verdicts) == set()
    assert verdicts["stack/a_program_comes_to_its_end"] == "pass"
