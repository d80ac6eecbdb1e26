"""The manifest's own text with its subject in the results."""

import json
from pathlib import Path

import pytest

from refloader.suite.run import static_checks
from refloader.suite.run.targets import first_results, targets
from refloader.suite.subjects.request import RunRequest
from refloader.suite.subjects.static_facts import Target, manifest_text, stored_text

LAYER = {
    "name": "VK_LAYER_TEST_good",
    "type": "GLOBAL",
    "library_path": "./libgood.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "A layer for tests",
}


class TestSubjects:
    """A layer or driver has the text of its manifest, so that documents can show where a finding lies."""

    @pytest.mark.parametrize("target", ["layer", "driver"])
    def test_its_own_text(self, tmp_path: Path, target: Target) -> None:
        """The text is there as it is, with its lines."""
        path = tmp_path / "m.json"
        path.write_text('{\n\t"file_format_version": "1.0.0"\n}\n')

        [(subject, _)] = static_checks.static_results([str(path)], target, None)

        assert subject.manifest == '{\n\t"file_format_version": "1.0.0"\n}\n'

    def test_several_layers_of_one_manifest(self, tmp_path: Path) -> None:
        """Each of them has it."""
        path = tmp_path / "m.json"
        layers = [LAYER, {**LAYER, "name": "VK_LAYER_TEST_other"}]
        path.write_text(json.dumps({"file_format_version": "1.0.1", "layers": layers}))
        wanted = RunRequest(layers=(str(path),))

        rows, _ = first_results(wanted, targets(wanted))

        assert len(rows) == 3
        assert {row.manifest for row in rows} == {path.read_text()}

    def test_none(self, tmp_path: Path) -> None:
        """Of a file that cannot be read there is none."""
        assert manifest_text(str(tmp_path / "gone.json")) == ""


class TestKeptText:
    """What is kept can be shown, and is not too much."""

    def test_hostile_bytes(self) -> None:
        """Control characters and what is no text are spelled out."""
        assert stored_text(b'{"a": "\x1b[2J\xff\x00"}\r\n') == '{"a": "\\x1b[2J\\xff\\x00"}\\x0d\n'

    def test_as_long_as_it_may_be(self) -> None:
        """64 KiB are kept whole."""
        assert stored_text(b"x" * (64 << 10)) == "x" * (64 << 10)

    @pytest.mark.parametrize("data", [b"x" * (65 << 10), b"\x01" * (64 << 10)])
    def test_too_long(self, data: bytes) -> None:
        """More is cut, and a line of its own says so."""
        text, _, note = stored_text(data).rpartition("\n")

        assert len(text) == 64 << 10
        assert note == f"... ({len(data)} bytes, of which no more is kept)"
