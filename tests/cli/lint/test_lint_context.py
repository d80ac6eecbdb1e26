"""The line of each finding that ``refloader lint --context`` shows."""

import json
from pathlib import Path

import pytest
from verbs import Run, checked_json, manifest


class TestContext:
    """A finding with a position has its line of the manifest, with a mark under the place."""

    def test_the_place_is_marked(self, run: Run, tmp_path: Path) -> None:
        """The number of the line, the line, and carets under what the finding is about."""
        path = manifest(tmp_path, type="SOMETHING")

        lines = run("lint", "--no-libraries", "--context", path).stdout.splitlines()

        [row] = [index for index, line in enumerate(lines) if line.strip().endswith('"type": "SOMETHING",')]
        number = lines[row].split("|")[0].strip()
        assert lines[row - 1].startswith(f"{path}:{number}:")
        assert lines[row + 1].strip("| ") == "^" * len('"SOMETHING"')
        assert lines[row + 1].index("^") == lines[row].index('"SOMETHING"')

    def test_scripts_get_what_they_got(self, run: Run, tmp_path: Path) -> None:
        """Where nobody looks at a terminal there are no such lines."""
        path = manifest(tmp_path, type="SOMETHING")

        plain, without = (
            run("lint", "--no-libraries", *more, path).stdout for more in ((), ("--no-context",))
        )

        assert plain == without
        assert "^" not in plain

    def test_json_is_as_it_was(self, run: Run, tmp_path: Path) -> None:
        """The option is about text."""
        path = manifest(tmp_path, type="SOMETHING")

        plain, asked = (
            checked_json(run("lint", "--no-libraries", "--format", "json", *more, path), "lint-1")
            for more in ((), ("--context",))
        )

        assert plain == asked

    def test_standard_input(self, run: Run) -> None:
        """It is read once, and can be shown all the same."""
        result = run("lint", "--no-libraries", "--context", "-", input=b'{"layer": 5}')

        assert '    1 | {"layer": 5}' in result.stdout.splitlines()

    def test_a_file_as_a_whole(self, run: Run, tmp_path: Path) -> None:
        """A finding without a position has no line."""
        path = tmp_path / "a.JSON"
        path.write_text(json.dumps({}))

        result = run("lint", "--no-libraries", "--context", str(path))

        assert f"{path}: warning DISC-GEN-08" in result.stdout

    def test_hostile_lines(self, run: Run, tmp_path: Path) -> None:
        """Nothing in a manifest drives the terminal."""
        path = tmp_path / "a.json"
        path.write_bytes(b'{"layer": "\x1b[2J\xe2\x80\xae\xff\r", "x": \x07}\n')

        result = run("lint", "--no-libraries", "--context", str(path))

        assert "\\x1b[2J\\u202e\\xff" in result.stdout
        assert all(line.isprintable() for line in result.stdout.split("\n"))

    def test_an_endless_line(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a narrow terminal the part around the place is shown, and nothing is wrapped."""
        monkeypatch.setenv("COLUMNS", "60")
        path = tmp_path / "a.json"
        layer = {"description": "x" * 5000, "name": "VK_LAYER_TEST_a", "type": "SOMETHING"}
        path.write_text(json.dumps({"file_format_version": "1.2.0", "layer": layer}))

        rows = [line for line in run("lint", "--context", str(path)).stdout.splitlines() if " | " in line]

        assert rows
        assert max(map(len, rows)) <= 60
