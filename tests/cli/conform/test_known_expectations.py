"""The expectation files that come with refloader excuse builds that were looked at, and nothing named alike."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verbs import Run

from refloader.results.expectations.expectations import read_all, shipped_files
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mutants.of_mocks import mocks

pytestmark = pytest.mark.slow

RULE, CASE = "LLP_LAYER_18", "lookups_alone/null[device]"
WRONG = mocks("layer").wrong["LLP_LAYER_18_device"].recipe
KNOWN_OF_THE_NAME = f"""\
schema = "refloader.expectations/1"
[subject]
kind = "layer"
file = "vkBasalt.json"
[[expected]]
rule = "{RULE}"
case = "{CASE}"
verdict = "fail"
reason = "known"
"""

Conform = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def vendors_own(tmp_path: Path) -> str:
    """A layer that a vendor changed: all that vkBasalt of Debian shows from outside, with another library."""
    recipe = WRONG.changed({"manifest": {"layer.api_version": "1.3.223"}, "file": "vkBasalt.json"})
    try:
        return lay_out(recipe, "own", str(tmp_path))
    except NoMockError as error:
        pytest.skip(str(error))


@pytest.fixture
def conform(run: Run, tmp_path: Path, vendors_own: str) -> Conform:
    """Judges the vendor's layer by one case; gives the exit code and the result."""

    def call(*words: str) -> tuple[int, dict[str, Any]]:
        out = tmp_path / "out"
        fixed = ("conform", "--layer", vendors_own, "--rule", f"{RULE}/{CASE}", "-n", "0", "--out", str(out))
        done = run(*fixed, *words)
        assert (out / "results.ndjson").exists(), done.output
        lines = map(json.loads, (out / "results.ndjson").read_text().splitlines())
        return done.exit_code, next(row for row in lines if row.get("case") == CASE)

    return call


def written(path: Path, text: str) -> str:
    """A file with this text."""
    path.write_text(text)
    return str(path)


class TestAModifiedLibrary:
    """A finding on a build that nobody looked at is a finding, whatever the file's name and version are."""

    @pytest.mark.parametrize("words", [(), ("--known",)])
    def test_a_name_excuses_nothing(self, conform: Conform, words: tuple[str, ...]) -> None:
        """vkBasalt of Debian is excused this very case; a layer of its name and version is not."""
        [debians] = [each for each in read_all(shipped_files()) if "vkBasalt" in each.name]
        assert any(entry.fits(RULE, CASE) for entry in debians.entries)

        code, result = conform(*words)

        assert (code, result["verdict"]) == (1, "fail")
        assert "expected" not in result

    def test_a_changed_byte(self, conform: Conform, vendors_own: str, tmp_path: Path) -> None:
        """A file for one build excuses that build, and not the next one."""
        library = Path(vendors_own).with_name("libsubject.so")
        digest = hashlib.sha256(library.read_bytes()).hexdigest()
        known = KNOWN_OF_THE_NAME.replace('file = "vkBasalt.json"', f'sha256 = "{digest}"')
        file = written(tmp_path / "known.toml", known)

        before = conform("--expect", file)
        with library.open("ab") as end:
            end.write(b"\0")
        after = conform("--expect", file)

        assert (before[0], before[1]["expected"]["file"]) == (0, file)
        assert (after[0], after[1]["verdict"], "expected" in after[1]) == (1, "fail", False)

    def test_a_file_of_the_user(self, conform: Conform, tmp_path: Path) -> None:
        """Who writes a file may select by a name."""
        code, result = conform("--expect", written(tmp_path / "known.toml", KNOWN_OF_THE_NAME))

        assert (code, result["expected"]["reason"]) == (0, "known")

    def test_an_expired_entry(self, conform: Conform, run: Run, tmp_path: Path) -> None:
        """An entry excuses until its day, and the note says that it no longer does."""
        file = written(tmp_path / "known.toml", f'{KNOWN_OF_THE_NAME}expires = "2020-01-31"\n')

        code, result = conform("--expect", file)

        header = json.loads((tmp_path / "out/results.ndjson").read_text().splitlines()[0])
        assert (code, "expected" in result) == (1, False)
        assert f"{file}:5 expired on 2020-01-31: {RULE} {CASE} is judged without it" in header["notes"]


class TestTheHint:
    """A run that fails by what a file of the package lists says so, unless the user has decided on these files."""

    @pytest.fixture(autouse=True)
    def shipped(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """The package has one file, on layers of that name."""
        file = written(tmp_path / "known.toml", KNOWN_OF_THE_NAME)
        monkeypatch.setattr("refloader.cli.options.expectations.shipped_files", lambda: (file,))

    @pytest.mark.parametrize(
        ("words", "code", "is_said"),
        [((), 1, True), (("--known",), 0, False), (("--expect", "none"), 1, False)],
        ids=["no option", "--known", "--expect none"],
    )
    def test_how_to_use_the_file(
        self, run: Run, tmp_path: Path, vendors_own: str, words: tuple[str, ...], code: int, is_said: bool
    ) -> None:
        """It names the subject, the number of cases, the file and the option."""
        fixed = ("conform", "--layer", vendors_own, "--rule", f"{RULE}/{CASE}", "-n", "0")

        done = run(*fixed, "--out", str(tmp_path / "out"), *words)

        said = (
            f"1 of 1 failing case of layer vkBasalt.json is known: {tmp_path}/known.toml, which comes with "
            "refloader, has the reasons, and --known takes them as expected"
        )
        assert done.exit_code == code
        assert (said in done.output) is is_said


class TestShippedFiles:
    """What comes with the package identifies builds, and says why and where more is told."""

    @pytest.mark.parametrize("path", shipped_files(), ids=os.path.basename)
    def test_by_build_alone(self, path: str) -> None:
        """A digest, a build id or a driver's own version selects the library; no name of a file does."""
        [known] = read_all([path])

        assert known.identifies_library
        assert not known.file

    @pytest.mark.parametrize("path", shipped_files(), ids=os.path.basename)
    def test_reasons_and_links(self, path: str) -> None:
        """Each entry has both, and the link leads somewhere in the sources."""
        [known] = read_all([path])
        top = Path(__file__).resolve().parents[3]
        links = {entry.link for entry in known.entries}

        assert all(entry.reason.strip() for entry in known.entries)
        assert [
            link for link in links if "://" not in link and not (top / link.partition("#")[0]).exists()
        ] == []
