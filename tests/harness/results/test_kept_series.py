"""Finding the runs below a folder: which files are a run, in which order, and what is passed over."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.results.history import series
from refloader.results.results_file import Header, Result, Subject, Verdict, Writer

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes a finished run of one passed case on a subject, under a path below the folder."""

    def make(
        name: str, started: str = "2026-03-01T10:00:00+00:00", subject: str = "it", **header: object
    ) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        measured = (Subject("layer", subject, f"/{subject}", "1", ""),)
        with Writer(str(path), Header("0.1", "cat", measured, {}, started, "2026", "go", **header)) as writer:  # type: ignore[arg-type]
            writer.write(Result("LLP_LAYER_9", subject, "c", Verdict.PASS, evidence={"much": "x"}))
        return path

    return make


def read(folder: Path) -> list[str]:
    """The paths of the runs, below the folder, in their order."""
    return [os.path.relpath(path, folder) for path, _ in series(str(folder)).read()]


def told(folder: Path) -> dict[str, str]:
    """What is passed over, below the folder, and why."""
    found = series(str(folder))
    list(found.read())
    return {os.path.relpath(each.path, folder): each.reason for each in found.passed_over}


class TestWhatIsARun:
    """A results.ndjson is a run of its own; published files of one folder may be one run."""

    def test_by_the_time_they_were_started(self, write: Write, tmp_path: Path) -> None:
        """Names say nothing, and offsets are counted in; a time without one is UTC."""
        write("a/results.ndjson", "2026-03-02T00:30:00+00:00")
        write("b/results.ndjson", "2026-03-02T01:00:00+02:00")
        write("c/results.ndjson", "2026-03-01T10:00:00")

        assert read(tmp_path) == ["c/results.ndjson", "b/results.ndjson", "a/results.ndjson"]

    def test_files_about_different_subjects_are_one(self, write: Write, tmp_path: Path) -> None:
        """As diff takes the folder."""
        write("published/a.ndjson", subject="a")
        write("published/b.ndjson", subject="b")

        [(path, run)] = series(str(tmp_path)).read()

        assert path == str(tmp_path / "published")
        assert {each.subject for each in run.results} == {"a", "b"}

    def test_files_about_one_subject_are_a_run_each(self, write: Write, tmp_path: Path) -> None:
        """A folder that keeps one file for each night."""
        write("monday.ndjson", "2026-03-02T10:00:00+00:00")
        write("tuesday.ndjson", "2026-03-03T10:00:00+00:00")

        assert read(tmp_path) == ["monday.ndjson", "tuesday.ndjson"]

    def test_parts_of_one_run(self, write: Write, tmp_path: Path) -> None:
        """Shards are about the same subject, and one run all the same."""
        write("1.ndjson", shard=(1, 2), environment="lab")
        write("2.ndjson", shard=(2, 2), environment="lab", subject="other")

        assert read(tmp_path) == ["."]

    def test_a_retry_belongs_to_the_run(self, write: Write, tmp_path: Path) -> None:
        """It is no other night; what it came to is what counts."""
        write("1.ndjson")
        write("2.ndjson", "2026-03-01T11:00:00+00:00", retry=True)

        [(path, run)] = series(str(tmp_path)).read()

        assert (path, [each.retried for each in run.results]) == (str(tmp_path), [(Verdict.PASS,)])

    def test_what_lies_beside_results(self, write: Write, tmp_path: Path) -> None:
        """A folder of --out may hold other lines of JSON."""
        write("results.ndjson")
        (tmp_path / "campaign.ndjson").write_text("{}\n")

        assert (read(tmp_path), told(tmp_path)) == (["results.ndjson"], {})

    def test_a_link_to_a_run(self, write: Write, tmp_path: Path) -> None:
        """A run called latest is no other run, and a folder that holds itself is walked once."""
        write("a/results.ndjson")
        (tmp_path / "latest").mkdir()
        (tmp_path / "latest" / "results.ndjson").symlink_to(tmp_path / "a" / "results.ndjson")
        (tmp_path / "a" / "again").symlink_to(tmp_path)

        assert read(tmp_path) == ["a/results.ndjson"]

    def test_evidence_is_left_out(self, write: Write, tmp_path: Path) -> None:
        """Nobody looks at it over many runs."""
        write("results.ndjson")

        [(_, run)] = series(str(tmp_path)).read()

        assert run.results[0].evidence == {}


class TestWhatIsPassedOver:
    """What cannot be relied on is named, and the rest is read."""

    def test_a_truncated_run(self, write: Write, tmp_path: Path) -> None:
        """Its numbers would look like cases that went."""
        path = write("a/results.ndjson")
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
        write("b/results.ndjson")

        assert read(tmp_path) == ["b/results.ndjson"]
        assert told(tmp_path) == {"a/results.ndjson": "the run is truncated: it was ended before its end"}

    def test_a_damaged_run(self, write: Write, tmp_path: Path) -> None:
        """The first thing that is wrong is said; other files of its folder are read."""
        with write("p/a.ndjson").open("a") as file:
            file.write("{")
        write("p/b.ndjson", subject="b")

        assert read(tmp_path) == ["p"]
        assert told(tmp_path)["p/a.ndjson"].startswith("the run is damaged: line 4 was skipped")

    @pytest.mark.parametrize("text", ["", "{}\n", "\x00\xff"])
    def test_a_foreign_file(self, tmp_path: Path, text: str) -> None:
        """It is no results file, whatever it is."""
        (tmp_path / "x.ndjson").write_text(text)

        assert told(tmp_path)["x.ndjson"].startswith("not a results file")

    def test_a_run_without_a_time(self, write: Write, tmp_path: Path) -> None:
        """Nobody knows where in the trend it belongs."""
        write("results.ndjson", "yesterday")

        assert told(tmp_path) == {"results.ndjson": '"yesterday" is no time at which a run was started'}

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        """A pipe is not waited for."""
        (tmp_path / "a.ndjson").mkdir()
        os.mkfifo(tmp_path / "b.ndjson")

        assert told(tmp_path) == dict.fromkeys(("a.ndjson", "b.ndjson"), "it is no ordinary file")

    def test_a_link_that_leads_nowhere(self, tmp_path: Path) -> None:
        """The system's words."""
        (tmp_path / "x.ndjson").symlink_to(tmp_path / "gone")

        assert told(tmp_path) == {"x.ndjson": "No such file or directory"}
