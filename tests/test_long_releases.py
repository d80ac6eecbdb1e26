"""Releases and versions of thousands of digits, which Python turns into no number: nothing here ends by one."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main
from refloader.core.ages import age_of, release_of
from refloader.model.version import parse_loose, parse_strict
from refloader.results.expectations.by_release import released
from refloader.results.expectations.conditions import DriverConditions, driver_version, is_range, within
from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count, lines

DIGITS = "9" * 5000
LONG = (
    DIGITS,
    f"1.{DIGITS}.3",
    f"1.3.{DIGITS}",
    f"1.3.239.{DIGITS}",
    ".".join("1" * 5000),
    f"1.3.239-{DIGITS}",
)
"""Each part of a release, its number of parts, and what may follow."""

SHORT = [each[:12] + each[-6:] for each in LONG]


def subject(version: str, path: str = "/usr/lib/libvulkan.so.1") -> Subject:
    """A loader that reports this version."""
    return Subject("loader", "system", path, version, "")


@pytest.mark.parametrize("text", LONG, ids=SHORT)
class TestReading:
    """Such a text is no release and no version."""

    def test_of_a_loader(self, text: str) -> None:
        """It has no numbers, and so no traits."""
        assert release_of(text) == ()
        assert not age_of(text)

    @pytest.mark.parametrize("parse", [parse_loose, parse_strict])
    def test_of_the_api(self, parse: Callable[[str], object], text: str) -> None:
        """It is none."""
        assert parse(text) is None

    def test_in_a_range(self, text: str) -> None:
        """A range with it is wrong, and no range has it."""
        assert not is_range(f">={text}")
        assert not within(text, ">=1.0.0")

    def test_in_the_name_of_a_file(self, text: str) -> None:
        """It says nothing about the loader beyond what it begins with."""
        found = released(subject("1.3.0", f"/usr/lib/libvulkan.so.{text}"))

        assert found == ((1, 3, 239) if text.startswith("1.3.239") else (1, 3, 0))

    def test_of_a_driver(self, text: str) -> None:
        """What a driver says of itself is cut to numbers that can be compared."""
        device = {"properties": {"vendorID": 5, "driverVersion": 1 << 14000}, "driver": {"driverInfo": text}}

        assert max(map(len, driver_version(device).split("."))) <= 9
        assert not DriverConditions(version=">=1000000000").fits({"devices": [device]})


@pytest.mark.parametrize("text", LONG, ids=SHORT)
class TestCommands:
    """A command ends as for any other text of its kind."""

    def call(self, *words: str) -> tuple[int, str]:
        """Call ``refloader``; what is its own fault is raised."""
        result = CliRunner().invoke(main, list(words), catch_exceptions=False)
        return result.exit_code, result.stderr

    def test_the_release_to_explain_as(self, text: str, tmp_path: Path) -> None:
        """It is wrong usage."""
        for words, of in (
            (("explain", "--root", str(tmp_path), "--as-loader", text), "--as-loader"),
            (("ages", text), "LOADER"),
        ):
            code, said = self.call(*words)

            assert (code, of in said) == (2, True)

    @pytest.mark.parametrize("shape", ["text", "html", "markdown", "json", "csv", "junit", "sarif", "github"])
    def test_results_of_such_a_loader(self, text: str, shape: str, tmp_path: Path) -> None:
        """They are shown like all others."""
        code, _ = self.call("report", self.results(tmp_path, text), "--format", shape)

        assert code == 0

    def test_runs_of_such_loaders(self, text: str, tmp_path: Path) -> None:
        """They are compared, and put in order."""
        old, new = self.results(tmp_path / "a", "1.3.239"), self.results(tmp_path / "b", text)

        assert self.call("diff", old, new)[0] in (0, 1)
        assert self.call("trend", str(tmp_path))[0] in (0, 1)
        assert self.call("report", "--environment", f"a={old}", "--environment", f"b={new}")[0] == 0

    def test_a_manifest(self, text: str, tmp_path: Path) -> None:
        """Its versions are wrong."""
        layer = {
            "name": "VK_LAYER_TEST_long",
            "type": "GLOBAL",
            "library_path": "libx.so",
            "description": "x",
        }
        layer |= {"api_version": text, "implementation_version": text}
        path = tmp_path / "explicit_layer.d" / "a.json"
        path.parent.mkdir()
        path.write_text(json.dumps({"file_format_version": text, "layer": layer}))

        assert self.call("lint", str(path))[0] == 1

    def results(self, folder: Path, version: str) -> str:
        """A file with a failure of a loader of this version."""
        found = (Result("LLP_LAYER_9", "system", "case", Verdict.FAIL, "not so"),)
        header = Header(
            "0.1.0", "c0ffee", (subject(version),), {"system": "Linux"}, "2026-03-01T10:00:00Z", "", ""
        )
        folder.mkdir(exist_ok=True)
        path = folder / "results.ndjson"
        path.write_text("".join(lines(Run(header, found, Footer("2026-03-01T10:00:00Z", count(found))))))
        return str(path)
