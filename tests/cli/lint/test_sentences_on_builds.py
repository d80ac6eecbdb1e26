"""The sentences on releases that ``lint`` and ``explain`` print, against what builds of these releases do.

The printed lines are read, not the values behind them. Each fault of a manifest is tried on every build.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from manifest_faults import LIBRARY, NAME, Fault, faults
from printed_claims import Claim, Done, claims, does
from verbs import Run

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
NEWEST = max(BUILDS, key=lambda build: tuple(map(int, build.split("."))), default="")
FAULTS = tuple(faults())
FOLDERS = {"implicit": "implicit_layer.d", "explicit": "explicit_layer.d", "icd": "icd.d"}
SOUND = {
    "file_format_version": "1.0.0",
    "ICD": {"library_path": "/opt/sound/libsound.so", "api_version": "1.3.0"},
}
NOT_SAID = re.compile(r"library_path|library_arch|is_portability_driver true")
"""Faults of what lint does not judge: of libraries that it does not look at, and for some programs only."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders"),
]


def tree(root: Path, fault: Fault) -> Path:
    """A machine's files with the manifest, its library and a sound driver; return the manifest."""
    names = ("vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion")
    layer = ("vkNegotiateLoaderLayerInterfaceVersion",)
    written = {
        f"usr/share/vulkan/{FOLDERS[fault.use]}/{fault.file}": fault.data,
        LIBRARY.lstrip("/"): elf([Symbol(name) for name in (names if fault.use == "icd" else layer)]),
        "opt/sound/libsound.so": elf([Symbol(name) for name in names]),
        "usr/share/vulkan/icd.d/sound.json": json.dumps(SOUND).encode(),
    }
    for path, data in written.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root / next(iter(written))


def all_claims(text: str, *, whole: bool) -> Iterator[Claim]:
    """What a report claims, and what it claims of the releases that it does not name.

    A report that is ``whole`` is for every release; another one names those that differ from the newest.
    """
    every = frozenset(BUILDS)
    said = list(claims(text, BUILDS))
    yield from said
    named = {kind: frozenset().union(*(each.builds for each in said if each.kind == kind)) for kind in _KINDS}
    unknown = any(line.strip().startswith("not usable by the documents") for line in text.splitlines())
    unknown = unknown or "cannot be the name of a variable" in text
    rest = every if whole or named["harm"] else frozenset({NEWEST})
    yield Claim("silence on harm", "no harm", rest - named["harm"])
    if named["taken"]:
        yield Claim("silence on the others", "refused", every - named["taken"])
    elif whole and not unknown:
        yield Claim("silence", "taken", every - named["refused"] - named["harm"])
    elif not (unknown or named["refused"] or named["harm"]):
        yield Claim("silence", "taken", frozenset({NEWEST}))


_KINDS = ("refused", "taken", "harm")


@pytest.mark.whole(keep=8, rotate=True)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_builds_do_what_is_printed(fault: Fault, run: Run, tmp_path: Path) -> None:
    """What ``lint`` says of releases, of all or of those that differ, is what the builds of these do."""
    path = tree(tmp_path / "root", fault)
    done = {build: does(str(LOADERS / build / "libvulkan.so.1"), fault) for build in BUILDS}

    brief = run("lint", "--no-libraries", "--notes", str(path)).stdout
    whole = run("lint", "--no-libraries", "--notes", "--loaders", "..", str(path)).stdout

    printed = [*all_claims(brief, whole=False), *all_claims(whole, whole=True)]
    if NOT_SAID.search(fault.name):
        printed = [each for each in printed if not each.sentence.startswith("silence")]
    assert {each.sentence: each.wrong(done) for each in printed if each.wrong(done)} == {}


@pytest.mark.whole(keep=8, rotate=True)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_explain_says_what_a_build_does(fault: Fault, run: Run, tmp_path: Path) -> None:
    """The first line of ``explain --as-loader`` says of the layer or driver what the build does."""
    root = tmp_path / "root"
    tree(root, fault)
    word = f"/usr/share/vulkan/{FOLDERS[fault.use]}/{fault.file}"
    env = [part for name, value in fault.switches.items() for part in ("--env", f"{name}={value}")]
    request = ["--request", NAME] if fault.use == "explicit" else []
    wrong: dict[str, tuple[str, Done]] = {}

    for build in BUILDS[fault_number(fault) % 3 :: 3]:
        result = run("explain", "--root", str(root), "--as-loader", build, *env, *request, word)
        first = result.stdout.splitlines()[0]
        done = does(str(LOADERS / build / "libvulkan.so.1"), fault)
        if is_said_to_be_used(first) is not done.taken:
            wrong[build] = (first, done)

    assert wrong == {}


def fault_number(fault: Fault) -> int:
    """A number that parts the faults."""
    return sum(fault.name.encode())


def is_said_to_be_used(line: str) -> bool:
    """Whether an answer says that a layer or driver is used."""
    return line.partition(" is ")[2].startswith(("active", "used", "worth a look"))
