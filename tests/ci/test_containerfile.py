"""The Containerfile: what it copies is there and is all that the build takes, and its commands are shell."""

import re
import subprocess
import tomllib
from pathlib import Path

TOP = Path(__file__).parent.parent.parent
TEXT = (TOP / "Containerfile").read_text(encoding="utf-8")
LINES = re.sub(r"\\\n", "", re.sub(r"^#.*\n", "", TEXT, flags=re.MULTILINE)).splitlines()
STAGES = [
    stage.strip().splitlines() for stage in re.split(r"^(?=FROM )", "\n".join(LINES), flags=re.MULTILINE)[1:]
]


def words(stage: list[str], instruction: str) -> list[list[str]]:
    """What follows each of these instructions in a stage."""
    return [line.split()[1:] for line in stage if line.split()[:1] == [instruction]]


def test_all_that_is_copied_is_in_the_sources() -> None:
    """A name that is not there ends the build."""
    copied = [name for each in words(STAGES[0], "COPY") for name in each[:-1]]

    assert copied
    assert [name for name in copied if not (TOP / name).exists()] == []


def test_all_that_the_package_takes_is_copied() -> None:
    """The packages of the wheel, and the folders that CMake installs or compiles from."""
    copied = {name for each in words(STAGES[0], "COPY") for name in each[:-1]}
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    cmake = (TOP / "CMakeLists.txt").read_text(encoding="utf-8")
    build = project["tool"]["scikit-build"]
    data = build["wheel"]["force-include"]
    sources = re.findall(r"\b(mock_\w+)/\w+\.c", cmake)

    needed = {
        *build["wheel"]["packages"],
        *(each.split("/")[0] for each in data),
        *sources,
        "native",
    }

    assert needed <= copied
    assert {"pyproject.toml", "CMakeLists.txt", project["project"]["readme"], "LICENSE"} <= copied


def test_commands_are_shell() -> None:
    """Each RUN is taken by a POSIX shell."""
    for stage in STAGES:
        for run in words(stage, "RUN"):
            subprocess.run(["sh", "-n", "-c", " ".join(run)], check=True)


def test_what_runs_is_no_root() -> None:
    """The last stage gives up root before it says what is run."""
    assert words(STAGES[-1], "USER") == [["refloader"]]
    assert words(STAGES[-1], "ENTRYPOINT") == [['["refloader"]']]
    assert ["--from=build", "/opt/refloader", "/opt/refloader"] in words(STAGES[-1], "COPY")
