"""Files of subjects that are taken away or replaced while their cases are run."""

from pathlib import Path

import pytest

from refloader.results.results_file import Verdict
from refloader.suite.run.targets import Target
from refloader.suite.run.unchanged import changed, digests
from refloader.suite.subjects.request import RunRequest


@pytest.fixture
def target(tmp_path: Path) -> Target:
    """A driver of a manifest and a library, which are two texts here."""
    manifest, library = tmp_path / "x.json", tmp_path / "libx.so"
    manifest.write_text("{}")
    library.write_text("code")
    return Target(str(manifest), "x.json", "2026", path=str(library), is_driver=True)


def test_what_stays_is_not_told(target: Target) -> None:
    """Nothing was changed, so there is no result."""
    assert list(changed((target,), digests((target,)), RunRequest())) == []


def test_a_library_that_is_replaced(target: Target) -> None:
    """The run is an error then: whose verdicts they are is not known."""
    before = digests((target,))
    Path(target.path).write_text("other code")

    [result] = changed((target,), before, RunRequest())

    assert (result.subject, result.rule, result.verdict) == ("x.json", "LDP_DRIVER_4", Verdict.ERROR)
    assert f'"{target.path}" was replaced' in result.reason


def test_a_manifest_that_goes_away(target: Target) -> None:
    """That it is gone is told."""
    before = digests((target,))
    Path(target.loader).unlink()

    [result] = changed((target,), before, RunRequest())

    assert f'"{target.loader}" went away' in result.reason


def test_subjects_without_files_of_their_own() -> None:
    """The reference's core is none that could be replaced."""
    assert digests((Target("reference-2026", "reference-2026", "2026"),)) == {}
