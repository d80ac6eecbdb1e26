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

TREE = Path(__file__).resolve().parents[3]
SOURCE = Path(__file__).with_name("wrong_lavapipe.c")
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
HEADERS = [TREE / "refloader/native/generated", TREE / "refloader/native/include"]
SWIFTSHADER = Path("/usr/lib/chromium/libvk_swiftshader.so")
MESA_22_3 = "1.1.230"
"""The version in the manifest of Debian 12's lavapipe, which has all of these features."""

WRONG_ALREADY = {"viewed.clipped"}
"""What that version gets wrong without a fault: reports/expectations/lavapipe-22.3.6.toml has the reason."""

ENOUGH = 60.0
"""Seconds in which all is asked on a machine with much else to do, too."""

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
    "buffer offset": {"lengths.part_from", "indexed.of_group"},
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
    "integer border": {"sampled.clear_integers", "sampled.black_integers", "sampled.white_integers"},
    "depth clip": {"depth_clip.off", "depth_clip.on_and_clamped"},
    "host memory": {"host_memory.read", "host_memory.written"},
    "vertex format": {"assembled.more_formats"},
    "images add": {"image_atomics.added", "image_atomics.buffer", "image_atomics.numbered"},
    "images least": {"image_atomics.least"},
    "images most": {"image_atomics.most"},
    "images least signed": {"image_atomics.least_signed"},
    "images most signed": {"image_atomics.most_signed"},
    "images and": {"image_atomics.all_bits"},
    "images or": {"image_atomics.any_bits"},
    "images xor": {"image_atomics.odd_bits"},
    "images exchange": {"image_atomics.exchanged"},
    "images compare": {"image_atomics.compared"},
    "index of group": {"indexed.of_group"},
    "half sums": {"computed.half_numbers"},
    "gathered offsets": {"gather_offsets.each"},
    "gathered by one offset": {"gather_offsets.moved"},
    "first cube alone": {"cube_arrays.faces"},
    "view of first cube": {"cube_arrays.second"},
    "draw index": {"parameters.alone", "parameters.several"},
    "base vertex": {"parameters.alone", "parameters.several"},
    "base instance": {"parameters.alone", "parameters.several"},
    "view of vertices": {"viewed.third"},
    "fragments in a view": {"viewed.first", "viewed.third_fragments"},
    "next view": {"viewed.none_between", "viewed.third", "viewed.third_fragments"},
    "all views": {"viewed.none_between"},
    "invocations": {"assembled.invocations"},
    "second depth range": {"assembled.viewport_depths"},
    "equal spacing": {"tessellated.equal"},
    "even spacing": {"tessellated.even"},
    "odd spacing": {"tessellated.odd"},
}

CAUGHT_ON_SWIFTSHADER = {
    "index of invocation": {"indexed.of_invocation"},
}
"""What Debian 12's lavapipe does not offer."""

IN_MOCKS = {"inherited.some", "inherited.exactly"}
"""What neither of both offers: a fault of the mock driver is found (``selftest/mutants/drivers.toml``)."""

UNUSUAL = {
    "dedicated imports": {"host_memory.read", "host_memory.written"},
    "memory for views": {f"viewed.{name}" for name in EXTENSIONS["viewed"]},
}
"""What is right, and ends the process where it is used in an invalid way: which questions it cannot be asked."""


ENDS_TWICE = "pipelines that end twice"
"""What a program would do that is wrong: the driver stands in for one, as no act does it."""


def run(folder: Path, fault: str, on: Path = LAVAPIPE) -> Session:
    """Build the driver with the fault, and have the application ask it."""
    if not on.is_file():
        pytest.skip(f"{on.name} is not installed")
    library = driver_at(str(on)).library if on == LAVAPIPE else on
    words = [f'-DLIBRARY="{library}"', f'-DFAULT="{fault}"', *(f"-I{each}" for each in HEADERS)]
    built = folder / "libwrong.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-w", *words, "-o", built, SOURCE, "-ldl"], check=True)

    return bench.run(replace(runs.FEATURED, driver=bare_driver(str(built))), timeout=ENOUGH)


BY_CHANCE = {"images add": {"image_atomics.compared"}}
"""What a fault may break as well: a number that counts down is the place of a word, among those that are compared."""


def wrong(session: Session) -> set[str]:
    """The questions whose answer is wrong."""
    answers = ((label, fact) for kind in KINDS for label, fact in states.answers_of(session, kind))
    return {label.removeprefix("featured.featured.") for label, fact in answers if fact}


def already() -> set[str]:
    """What lavapipe gets wrong without a fault, and is wrong with one, too."""
    return WRONG_ALREADY if driver_at(str(LAVAPIPE)).api_version == MESA_22_3 else set()


def test_without_a_fault(tmp_path: Path) -> None:
    """Lavapipe of Debian 12 is asked each question, and is right."""
    session = run(tmp_path, "none")

    if driver_at(str(LAVAPIPE)).api_version == MESA_22_3:
        asked = {label for kind in EXTENSIONS for label, _ in states.answers_of(session, kind)}
        of_others = len(IN_MOCKS) + sum(map(len, CAUGHT_ON_SWIFTSHADER.values()))
        assert len(asked) == sum(map(len, EXTENSIONS.values())) - of_others
    assert (session.ended, wrong(session)) == ("ok", already())


@pytest.mark.parametrize("fault", CAUGHT)
def test_a_fault(tmp_path: Path, fault: str) -> None:
    """The questions about what the fault breaks find it, and no other one does."""
    session = run(tmp_path, fault)

    assert (session.ended, wrong(session) - BY_CHANCE.get(fault, set())) == ("ok", CAUGHT[fault] | already())


@pytest.mark.parametrize("fault", ["none", *CAUGHT_ON_SWIFTSHADER])
def test_on_swiftshader(tmp_path: Path, fault: str) -> None:
    """A driver of another maker is right, and a fault in what lavapipe does not offer is found."""
    session = run(tmp_path, fault, SWIFTSHADER)

    assert (session.ended, wrong(session)) == ("ok", CAUGHT_ON_SWIFTSHADER.get(fault, set()))


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual(tmp_path: Path, name: str) -> None:
    """What is right has no wrong answer, and is not asked for what it does not have."""
    session = run(tmp_path, name)
    asked = {label.removeprefix("featured.featured.") for label in session.answers}

    assert (session.ended, wrong(session)) == ("ok", already() - UNUSUAL[name])
    assert not asked & UNUSUAL[name]


def test_what_ends_twice_is_noticed(tmp_path: Path) -> None:
    """With the same want of memory, a program whose pipelines end twice does not come to its end."""
    session = run(tmp_path, ENDS_TWICE)

    assert session.ended == "crash"
    assert session.detail.startswith("SIGABRT during featured")


def test_every_fault_is_tried() -> None:
    """The source has no fault that is not in the tables."""
    named = re.findall(r'(?:\bis\(|\{)"(?!vk)([^"]+)"[,)]', SOURCE.read_text())

    assert set(named) == {*CAUGHT, *CAUGHT_ON_SWIFTSHADER, *UNUSUAL, ENDS_TWICE}


def test_every_question_finds_a_fault() -> None:
    """Each question about extensions has a fault that it finds, those of what is the same without them aside."""
    questions = {f"{kind}.{name}" for kind, names in EXTENSIONS.items() for name in names}
    found = {name for names in (*CAUGHT.values(), *CAUGHT_ON_SWIFTSHADER.values()) for name in names}

    assert (
        questions - found
        == {
            "depth_range.usual",
            "depth_range.beyond",
            "depth_clip.off_and_clamped",
            "colour_writes.on",
            "colour_writes.set_on",
            "samples.all",
        }
        | WRONG_ALREADY
        | IN_MOCKS
    )
