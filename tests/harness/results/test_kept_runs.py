"""The results that a path stands for."""

from pathlib import Path

import pytest

from refloader.results import discovery, lines
from refloader.results.discovery import run_at, taken
from refloader.results.progress import Progress
from refloader.results.results_file import Header, Result, ResultsError, Subject, Verdict, Writer


def written(path: Path, name: str, *, finished: bool = True) -> Path:
    """A small run about one driver."""
    subject = Subject("driver", name, f"/{name}", "", "")
    header = Header("1", "c0ffee", (subject,), {}, "2026-03-01T10:00:00+00:00", "2026", "refloader conform")
    path.parent.mkdir(exist_ok=True)
    writer = Writer(str(path), header)
    writer.write(Result("LDP_DRIVER_3", name, "c", Verdict.PASS))
    writer.finish() if finished else writer.close()
    return path


class TestKept:
    """A file, a run's folder, or a folder of published reports."""

    def test_a_file_and_its_folder_are_the_same(self, tmp_path: Path) -> None:
        """The folder that --out names."""
        path = written(tmp_path / "results.ndjson", "a")
        written(tmp_path / "other.ndjson", "b")

        assert run_at(str(tmp_path)) == run_at(str(path))

    def test_reports_are_taken_together(self, tmp_path: Path) -> None:
        """Each file is about another subject."""
        written(tmp_path / "b.ndjson", "b")
        written(tmp_path / "a.ndjson", "a")

        run = run_at(str(tmp_path))

        assert [subject.name for subject in run.header.subjects] == ["a", "b"]
        assert [result.subject for result in run.results] == ["a", "b"]
        assert (run.truncated, run.header.suite_version, run.footer and run.footer.counts["pass"]) == (
            False,
            "1",
            2,
        )

    def test_one_truncated_file_makes_all_truncated(self, tmp_path: Path) -> None:
        """Cases may be missing."""
        written(tmp_path / "a.ndjson", "a", finished=False)
        written(tmp_path / "b.ndjson", "b")

        assert run_at(str(tmp_path)).truncated

    def test_two_files_with_the_same_case(self, tmp_path: Path) -> None:
        """It is not plain which result counts."""
        written(tmp_path / "a.ndjson", "a")
        written(tmp_path / "b.ndjson", "a")

        with pytest.raises(ResultsError, match=r"cannot be taken together: 1 case is there twice") as refusal:
            run_at(str(tmp_path))

        assert f"{tmp_path}/a.ndjson line 2 and {tmp_path}/b.ndjson line 2" in str(refusal.value)

    def test_a_folder_without_results(self, tmp_path: Path) -> None:
        """It is said of the folder."""
        with pytest.raises(ResultsError, match="there are no results in this folder"):
            run_at(str(tmp_path))

    def test_how_far_the_reading_is(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is told in parts of all files; of a few bytes nothing is."""
        monkeypatch.setattr(lines, "_OFTEN", 1)
        paths = [str(written(tmp_path / f"{name}.ndjson", name)) for name in "ab"]
        heard: list[Progress] = []

        taken(paths, tell=heard.append)
        assert heard == []

        monkeypatch.setattr(discovery, "_MIB", 1)
        taken(paths, tell=heard.append)
        size = Path(paths[0]).stat().st_size
        assert [(each.done, each.total) for each in heard[2::3]] == [(size, 2 * size), (2 * size, 2 * size)]

    def test_a_path_that_is_not_there(self, tmp_path: Path) -> None:
        """As for any file."""
        with pytest.raises(ResultsError, match="No such file"):
            run_at(str(tmp_path / "gone"))
