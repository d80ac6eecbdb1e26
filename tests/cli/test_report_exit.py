"""``refloader report`` on a run that did not end."""

from pathlib import Path

from verbs import Run

HEADER = (
    '{"kind": "header", "schema": "refloader.results/1", "suite_version": "0.1.0", "catalogue_version": "c", '
    '"subjects": [], "machine": {}, "started": "2026-03-01T10:00:00+00:00", "edition": "2026", "command": "x"}\n'
)


class TestTruncated:
    """A file without a footer is a truncated run and says so."""

    def test_the_exit_code_is_3(self, run: Run, tmp_path: Path) -> None:
        """The document is made all the same."""
        path = tmp_path / "results.ndjson"
        path.write_text(HEADER)

        result = run("report", str(path))

        assert result.exit_code == 3
        assert "TRUNCATED RUN" in result.stdout
