"""``refloader export-scenarios`` as another project meets it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli import export_scenarios
from refloader.cli.main import main
from refloader.scenario import corpus
from refloader.scenario.drafting import shipped_cases
from refloader.suite.loaders import ctest_project
from refloader.suite.run.installed_suite import HarnessError


def exported(folder: Path) -> tuple[int, str]:
    """The exit code, and what is printed."""
    done = CliRunner().invoke(main, ["export-scenarios", str(folder)])
    return done.exit_code, done.output


class TestWhatIsWritten:
    """All that somebody with a runner of his own needs."""

    def test_every_scenario(self, tmp_path: Path) -> None:
        """Read again, it is the corpus that the suite runs."""
        code, said = exported(tmp_path / "out")

        assert (code, said) == (0, f"{tmp_path / 'out'}: {len(shipped_cases())} scenarios\n")
        assert tuple(corpus.cases(str(tmp_path / "out"))) == shipped_cases()

    def test_beside_them(self, tmp_path: Path) -> None:
        """The format's description, its schema, and a runner."""
        exported(tmp_path / "out")

        schema = json.loads((tmp_path / "out/scenario-1.schema.json").read_text(encoding="utf-8"))
        assert schema["$schema"].endswith("2020-12/schema")
        assert "## What a folder says" in (tmp_path / "out/README.md").read_text(encoding="utf-8")
        assert (tmp_path / "out/run_scenario.py").is_file()


class TestWhatIsRefused:
    """Nothing of the user's is replaced, and nothing is written by halves without a word."""

    def test_a_folder_that_exists(self, tmp_path: Path) -> None:
        """It stays as it is."""
        (tmp_path / "README.md").write_text("mine", encoding="utf-8")

        code, said = exported(tmp_path)

        assert code == 2
        assert "exists; nothing is overwritten" in said
        assert [path.name for path in tmp_path.iterdir()] == ["README.md"]

    def test_a_place_that_cannot_be(self, tmp_path: Path) -> None:
        """The message says why."""
        (tmp_path / "file").write_text("", encoding="utf-8")

        code, said = exported(tmp_path / "file" / "out")

        assert code == 2
        assert "cannot write to" in said

    def test_without_the_policy_tests(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An installation without them has no scenarios: exit code 3."""

        def none() -> str:
            raise HarnessError("the package policy_tests is not installed")

        monkeypatch.setattr(export_scenarios, "suite_folder", none)

        assert exported(tmp_path / "out")[0] == 3
        assert not (tmp_path / "out").exists()


class TestForCTest:
    """With ``--ctest`` it is a CMake project with a runner in C."""

    def test_what_is_there(self, tmp_path: Path) -> None:
        """A folder for each case that the runner can show; the others are counted, and named in a file."""
        done = CliRunner().invoke(main, ["export-scenarios", "--ctest", str(tmp_path / "out")])

        names = (tmp_path / "out/cases.txt").read_text(encoding="utf-8").splitlines()
        left_out = (tmp_path / "out/left_out.txt").read_text(encoding="utf-8").splitlines()
        assert done.exit_code == 0
        assert done.output.startswith(
            f"{tmp_path / 'out'}: {len(names)} of {len(shipped_cases())} scenarios\n"
        )
        assert (
            f"left out: {sum('of another system' in each for each in left_out)}, as it is of another system"
            in done.output
        )
        assert len(names) + len(left_out) == len(shipped_cases())
        assert all((tmp_path / "out/cases" / name / "script.txt").is_file() for name in names)
        assert (tmp_path / "out/CMakeLists.txt").is_file()

    def test_without_the_sources(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An installation from a wheel cannot, and says what can."""
        monkeypatch.setattr(ctest_project, "why_not", lambda: "use a checkout")

        done = CliRunner().invoke(main, ["export-scenarios", "--ctest", str(tmp_path / "out")])

        assert (done.exit_code, (tmp_path / "out").exists()) == (3, False)
