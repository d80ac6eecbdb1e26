"""The programs of ``reports/defects``: each says of each release what its page says, and nothing of the reference."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.native.dropin import dropin_library
from refloader.sandbox.programs import Program, Ran, run

TOP = Path(__file__).resolve().parent.parent.parent
FOLDER = TOP / "reports/defects"
BUILDS = TOP.parent / "shared/subjects/loaders"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)\.c` \| (\S+) \| ([\d.]+) \| ([\d., ]+) \|$", PAGE, re.MULTILINE)
FLAGS = ("-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("cc") is None or not Path("/usr/include/vulkan/vk_icd.h").exists(),
        reason="there are no compiler and headers of Vulkan (Debian: gcc libc6-dev libvulkan-dev)",
    ),
]


def number(release: str) -> tuple[int, ...]:
    """The first three numbers of a release."""
    return tuple(map(int, release.split(".")[:3]))


@pytest.fixture(scope="module", params=[row[0] for row in ROWS])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A program's name, and the folder with it and its library, compiled without a warning."""
    name = request.param
    folder = tmp_path_factory.mktemp(name)
    source = str(FOLDER / f"{name}.c")
    library = [
        "cc",
        *FLAGS,
        "-shared",
        "-fPIC",
        "-fvisibility=hidden",
        "-DLIBRARY",
        "-o",
        "libdefect.so",
        source,
    ]
    subprocess.run(library, cwd=folder, check=True)
    subprocess.run(["cc", *FLAGS, "-o", "defect", source, "-ldl"], cwd=folder, check=True)
    return name, folder


def status(folder: Path, loader: Path) -> int:
    """The exit status of the program on this loader, in the sandbox."""
    copies = {f"/world/{name}": str(folder / name) for name in ("defect", "libdefect.so")}
    path = str(loader)
    done = run(Program("/world/defect", (path,), copies=copies, libraries=(path,), subjects=(path,)), 60)
    assert isinstance(done, Ran), done
    assert done.said.status is not None, done.said
    assert done.said.stdout or done.said.status >> 8 == 3, done.said
    return done.said.status >> 8


def test_every_program_has_a_row_and_a_section() -> None:
    """The page names each once, and each is short."""
    names = sorted(path.stem for path in FOLDER.glob("*.c"))

    assert sorted(row[0] for row in ROWS) == names
    assert sorted(re.findall(r"^## (\w+)\.c: ", PAGE, re.MULTILINE)) == names
    assert [
        name for name in names if len((FOLDER / f"{name}.c").read_text("utf-8").splitlines()) >= 100
    ] == []


def test_of_the_reference(program: tuple[str, Path]) -> None:
    """It does what is documented."""
    library = dropin_library()
    if library is None:
        pytest.skip("the reference's library was not built here (docs/installing.md)")

    assert status(program[1], Path(library)) == 0


@pytest.mark.skipif(not BUILDS.is_dir(), reason="there is no ../shared with loaders of other releases")
def test_of_each_release(program: tuple[str, Path]) -> None:
    """Not as documented on those that the page lists, and on no other from the one on from which it applies."""
    name, folder = program
    ((_, _, since, listed),) = [row for row in ROWS if row[0] == name]
    builds = {number(path.parent.name): path for path in BUILDS.glob("*/libvulkan.so.1")}
    judged = {release: path for release, path in builds.items() if release >= number(since)}

    found = {release for release, path in judged.items() if status(folder, path) == 1}

    assert judged
    assert found == {number(each) for each in listed.split(", ")}
