"""Lavapipe with one fault each, built from ``wrong_lavapipe.c``: the question about what it breaks finds it."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.suite.drivers import runs
from refloader.suite.drivers.checks.stack import states
from refloader.suite.drivers.checks.stack.expected_extensions import EXTENSIONS
from refloader.suite.drivers.checks.stack.expected_states import KINDS
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Session
from refloader.suite.subjects.driver import bare_driver, driver_at

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a driver"),
]

TREE = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).with_name("wrong_lavapipe.c")
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
HEADERS = [TREE / "refloader/native/generated", TREE / "refloader/native/include"]
MESA_22_3 = "1.1.230"
"""The version in the manifest of Debian 12's lavapipe, which has all of these features."""

FEATURED = replace(runs.STATES, acts=("featured",))

CAUGHT = {
    "provoking vertex": {"provoking.last_of_list", "provoking.last_of_strip"},
    "depth range": {"depth_range.negative"},
    "colour writes": {"colour_writes.off"},
    "colour writes set later": {"colour_writes.set_off"},
    "inverted condition": {
        "conditional.inverted",
        "conditional.inverted_computed",
        "conditional.inverted_left_out",
        "conditional.inverted_left_out_computed",
    },
    "condition offset": {
        "conditional.drawn",
        "conditional.computed",
        "conditional.high_bit",
        "conditional.high_bit_computed",
        "conditional.left_out",
        "conditional.left_out_computed",
        "conditional.inverted",
        "conditional.inverted_computed",
        "conditional.inverted_left_out",
        "conditional.inverted_left_out_computed",
    },
    "capture offset": {"feedback.captured", "feedback.resumed", "feedback.in_part"},
    "capture resumed": {"feedback.resumed"},
    "capture size": {"feedback.in_part"},
    "condition without end": {"conditional.behind", "conditional.behind_computed"},
    "buffer range": {"lengths.part", "lengths.moved"},
    "buffer offset": {"lengths.part_from"},
    "dynamic offset": {
        "lengths.part",
        "lengths.part_from",
        "lengths.moved",
        "lengths.moved_from",
        "lengths.texels",
        "lengths.texels_from",
    },
    "dynamic buffer offset": {"lengths.moved_from"},
    "texel range": {"lengths.texels"},
    "texel offset": {"lengths.texels_from"},
    "null descriptor": {"null_descriptors.storage", "null_descriptors.uniform", "null_descriptors.written"},
    "null texels": {"null_descriptors.texels"},
    "null image": {"null_descriptors.image"},
    "sample mask": {"samples.masked"},
    "alpha to coverage": {"samples.more_by_alpha", "samples.by_alpha_all_or_none"},
    "alpha to one": {"samples.opaque"},
    "sample shading": {"samples.each"},
    "reduction mode": {"reduced.least", "reduced.most"},
    "reduction turned round": {"reduced.least", "reduced.most"},
    "border colour": {"border.own"},
    "depth clip": {"depth_clip.off", "depth_clip.on_and_clamped"},
    "host memory": {"host_memory.read", "host_memory.written"},
    "vertex format": {"assembled.more_formats"},
}

UNUSUAL = {
    "dedicated imports": {"host_memory.read", "host_memory.written"},
}
"""What is right, and ends the process where it is used in an invalid way: which questions it cannot be asked."""


def run(folder: Path, fault: str) -> Session:
    """Build the driver with the fault, and have the application ask it; its answers are those of the act "states"."""
    if not LAVAPIPE.is_file():
        pytest.skip("lavapipe is not installed")
    library = driver_at(str(LAVAPIPE)).library
    words = [f'-DLIBRARY="{library}"', f'-DFAULT="{fault}"', *(f"-I{each}" for each in HEADERS)]
    built = folder / "libwrong.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-w", *words, "-o", built, SOURCE, "-ldl"], check=True)

    session = bench.run(replace(FEATURED, driver=bare_driver(str(built))))
    return Session(
        ended=session.ended,
        answers={f"states.{label.partition('.')[2]}": value for label, value in session.answers.items()},
    )


def wrong(session: Session) -> set[str]:
    """The questions whose answer is wrong."""
    answers = ((label, fact) for kind in KINDS for label, fact in states.answers_of(session, kind))
    return {label.removeprefix("states.featured.") for label, fact in answers if fact}


def test_without_a_fault(tmp_path: Path) -> None:
    """Lavapipe of Debian 12 is asked each question, and is right."""
    session = run(tmp_path, "none")

    if driver_at(str(LAVAPIPE)).api_version == MESA_22_3:
        asked = {label for kind in EXTENSIONS for label, _ in states.answers_of(session, kind)}
        assert len(asked) == sum(map(len, EXTENSIONS.values()))
    assert (session.ended, wrong(session)) == ("ok", set())


@pytest.mark.parametrize("fault", CAUGHT)
def test_a_fault(tmp_path: Path, fault: str) -> None:
    """The questions about what the fault breaks find it, and no other one does."""
    session = run(tmp_path, fault)

    assert (session.ended, wrong(session)) == ("ok", CAUGHT[fault])


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual(tmp_path: Path, name: str) -> None:
    """What is right has no wrong answer, and is not asked for what it does not have."""
    session = run(tmp_path, name)
    asked = {label.removeprefix("states.featured.") for label in session.answers}

    assert (session.ended, wrong(session)) == ("ok", set())
    assert not asked & UNUSUAL[name]


def test_every_fault_is_tried() -> None:
    """The source has no fault that is not in the tables."""
    assert set(re.findall(r'\bis\("([^"]+)"\)', SOURCE.read_text())) == set(CAUGHT) | set(UNUSUAL)


def test_every_question_finds_a_fault() -> None:
    """Each question about extensions has a fault that it finds, those of what is the same without them aside."""
    questions = {f"{kind}.{name}" for kind, names in EXTENSIONS.items() for name in names}
    found = {name for names in CAUGHT.values() for name in names}

    assert questions - found == {
        "depth_range.usual",
        "depth_range.beyond",
        "depth_clip.off_and_clamped",
        "colour_writes.on",
        "colour_writes.set_on",
        "samples.all",
    }
