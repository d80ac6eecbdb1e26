"""The wheel of refloader: Python alone, small, and enough for all that runs no library of others."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import wheels
from wheels import TOP, Place

from refloader.cli.words.verbs import VERBS

pytestmark = pytest.mark.slow

MEGABYTE = 1_000_000
LAYER = '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ACME_bad"}}'
DATA = (
    "reports/expectations",
    "reports/debian-1.3.239",
    "reports/schema",
    "fixtures/scenarios",
    "fixtures/manifests",
)
RESULTS = TOP / "reports/loaders/1.1.97.ndjson.gz"


def test_it_fits_every_machine(pure: Path) -> None:
    """No platform, no minor version of Python, nothing built, no source that only a build needs."""
    with zipfile.ZipFile(pure) as archive:
        names = archive.namelist()
        built = [name for name in names if archive.read(name)[:4] == b"\x7fELF"]

    assert pure.name == f"refloader-{wheels.metadata(pure)['Version']}-py3-none-any.whl"
    assert built == []
    assert {name.split("/")[0] for name in names if not name.endswith((".py", ".toml"))} >= {"refloader"}
    assert [name for name in names if name.startswith("refloader/native/generated")] == []
    assert [
        name
        for name in names
        if name.endswith(".cmake") or name.startswith("refloader/dropin/build/static_python.c")
    ] == []


def test_it_is_small(pure: Path) -> None:
    """Six megabytes to download at most."""
    size = pure.stat().st_size / MEGABYTE
    documented = re.search(
        r"one wheel for all machines \((.+) MB\)", (TOP / "docs/installing.md").read_text("utf-8")
    )

    assert size <= 6
    assert documented is not None
    assert float(documented[1]) == pytest.approx(size, abs=0.2)


def test_it_requires_little(pure: Path) -> None:
    """What runs suites comes with the extra alone, and the native parts in the same version."""
    assert wheels.required(pure) == {"click", "jinja2", "msgspec", "pyelftools"}
    assert wheels.required(pure, "conform") == {"hypothesis", "pytest", "pytest-xdist", "refloader-native"}
    assert f"refloader-native=={wheels.metadata(pure)['Version']}" in str(wheels.metadata(pure))


@pytest.mark.parametrize("data", DATA)
def test_every_file_of_the_data_is_in(pure: Path, data: str) -> None:
    """The package has the folders as the sources have them."""
    here = {
        path.relative_to(TOP).as_posix(): path.read_bytes()
        for path in (TOP / data).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    with zipfile.ZipFile(pure) as archive:
        prefix = "refloader/data/"
        there = {
            name.removeprefix(prefix): archive.read(name)
            for name in archive.namelist()
            if name.startswith(f"{prefix}{data}/") and not name.endswith("/")
        }

    assert here
    assert there == here


def test_two_builds_are_equal(tmp_path: Path, pure: Path) -> None:
    """From sources that lie elsewhere, with other times and other permissions."""
    copy = wheels.sources(tmp_path / "elsewhere")
    for path in copy.rglob("*.py"):
        os.utime(path, (1, 1))
        path.chmod(0o600)

    other = wheels.built(copy, tmp_path / "wheel", SOURCE_DATE_EPOCH=wheels.EPOCH)

    assert other.name == pure.name
    assert other.read_bytes() == pure.read_bytes()


class TestInstalled:
    """In an environment of its own, on a machine without a compiler."""

    def test_nothing_else_comes_with_it(self, place: Place) -> None:
        """Neither pytest nor what is built."""
        names = ("pytest", "xdist", "hypothesis", "refloader_native", "refloader")
        code = (
            f"from importlib.util import find_spec; print(*(find_spec(name) is not None for name in {names}))"
        )

        assert place.python(code) == "False False False False True"

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_tells_of_itself(self, place: Place, tmp_path: Path, verb: str) -> None:
        """Whatever it needs to work."""
        done = place.run([verb, "--help"], tmp_path)

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: refloader {verb}")

    @pytest.mark.parametrize(
        ("words", "code", "says"),
        [
            (["lint", "bad.json"], 1, "bad.json:1:43: error MANIFEST-LAYER-05"),
            (
                ["explain", "--root", TOP / "fixtures/trees/linux/recording-wrong/root"],
                1,
                "VK_LAYER_TEST_capture",
            ),
            (["rules", "LLP_LAYER_9", "-v"], 0, "LLP_LAYER_9: Implicit layer has a disable variable"),
            (["rules"], 0, "rules: "),
            (["report", RESULTS], 0, "1.1.97"),
            (["report", RESULTS, "--format", "html"], 0, "<!doctype html>"),
            (["diff", RESULTS, RESULTS], 0, ""),
            (["snapshot", "-o", "machine.json"], 0, "machine.json"),
            (["schema", "results"], 0, '"$schema"'),
            (["init-layer", "VK_LAYER_ACME_mine", "--dir", "mine"], 0, ""),
        ],
        ids=lambda each: " ".join(str(word) for word in each[:1]) if isinstance(each, list) else "",
    )
    def test_what_needs_no_native_parts(
        self, place: Place, tmp_path: Path, words: list[str | Path], code: int, says: str
    ) -> None:
        """The verb does its work."""
        (tmp_path / "bad.json").write_text(LAYER)

        done = place.run(words, tmp_path)

        assert done.returncode == code, done.stdout + done.stderr
        assert says in done.stdout + done.stderr

    def test_the_doctor_names_what_is_missing(self, place: Place, tmp_path: Path) -> None:
        """With the command that brings it."""
        done = place.run(["doctor", "--format", "json"], tmp_path)

        (mocks,) = [each for each in json.loads(done.stdout)["conform"] if each["name"] == "mocks"]
        assert mocks["command"].startswith("pip install --find-links /")
        assert mocks["command"].endswith(" 'refloader[conform]'")

    @pytest.mark.parametrize(
        "words",
        [
            ["conform", "--loader", "reference"],
            ["selftest", "--rule", "LLP_LAYER"],
            ["exec", "true"],
            ["campaign", "--loader", "reference"],
            ["conform", "--target", "i386", "--loader", "libvulkan.so.1"],
        ],
        ids=["conform", "selftest", "exec", "campaign", "target"],
    )
    def test_what_needs_them_says_so(self, place: Place, tmp_path: Path, words: list[str]) -> None:
        """The exit code is 3, the last line has the command, and nothing is written."""
        done = place.run(words, tmp_path)

        assert done.returncode == 3, done.stdout + done.stderr
        assert done.stderr.startswith(f"refloader: {words[0]} needs the native parts")
        assert ": pip install --find-links /" in done.stderr
        assert done.stderr.endswith(" 'refloader[conform]'\n")
        assert done.stdout == ""

    def test_lint_imports_little(self, place: Place) -> None:
        """Nothing that renders documents, runs tests or calls libraries."""
        code = "import sys, refloader.cli.lint; print(*{each.split('.')[0] for each in sys.modules})"
        never = {"jinja2", "pytest", "ctypes", "multiprocessing", "asyncio", "ssl", "lief", "policy_tests"}

        assert set(place.python(code).split()) & never == set()

    def test_its_judges_are_those_of_the_checkout(self, place: Place) -> None:
        """What a claim says of the suite does not depend on how it was installed."""
        from refloader.claims.suite import installed

        code = "from refloader.claims.suite import installed; print(installed().parts['judges'])"

        assert place.python(code) == installed().parts["judges"]


def test_the_oldest_click_that_is_allowed(tmp_path: Path) -> None:
    """Debian 12 has click 8.1, on which the Debian package runs: every module of the command line can be imported."""
    old = tmp_path / "old"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(old), "click>=8.1,<8.2"]
    subprocess.run(pip, check=True, timeout=120)
    program = (
        "import click, importlib, pkgutil, refloader.cli as cli\n"
        "for each in pkgutil.walk_packages(cli.__path__, 'refloader.cli.'): importlib.import_module(each.name)\n"
        "print(click.__file__)"
    )

    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env={**os.environ, "PYTHONPATH": str(old)},
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()).is_relative_to(old)
