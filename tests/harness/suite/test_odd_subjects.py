"""Subjects whose files are none that anybody would install: a run says so of them, and goes on with the others."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from refloader.sandbox import programs
from refloader.sandbox.isolation import namespace
from refloader.sandbox.isolation.namespace import LARGEST_COPY
from refloader.sandbox.layouts import NotCovered
from refloader.sandbox.programs import Program
from refloader.sandbox.view import view
from refloader.suite.subjects.driver import driver_at
from refloader.suite.subjects.layer import layers_at

LAYER = {
    "name": "VK_LAYER_TEST_one",
    "type": "GLOBAL",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "one",
}


class TestLinksThatMayNotBeRead:
    """A path through a link that even root may not read, as some in /proc are, is taken as it is written."""

    @pytest.fixture
    def path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        """Such a path."""
        real, closed = os.path.realpath, str(tmp_path / "libx.so")
        Path(closed).write_bytes(b"")

        def refused(path: Any, *arguments: Any, **options: Any) -> Any:
            if os.fspath(path) == closed:
                raise PermissionError(13, "Permission denied", path)
            return real(path, *arguments, **options)

        monkeypatch.setattr(os.path, "realpath", refused)
        return closed

    def test_a_layer(self, path: str, tmp_path: Path) -> None:
        """It is a layer with a problem."""
        file = tmp_path / "one.json"
        body = {"file_format_version": "1.1.2", "layer": {**LAYER, "library_path": path}}
        file.write_text(json.dumps(body))

        [layer] = layers_at(str(file))

        assert layer.library == path

    def test_a_driver(self, path: str, tmp_path: Path) -> None:
        """So is a driver."""
        file = tmp_path / "one.json"
        body = {"file_format_version": "1.0.0", "ICD": {"library_path": path, "api_version": "1.3.0"}}
        file.write_text(json.dumps(body))

        driver = driver_at(str(file))

        assert driver.library == path

    def test_what_is_shown(self, path: str) -> None:
        """Nothing is raised by looking at what lies there, and it is not shown: it is no library."""
        assert {row[0] for row in view((path,))} - {row[0] for row in view(())} == set()


class TestLargeFiles:
    """A file with holes has any size and takes no room; a copy of it would take all the memory there is."""

    @pytest.fixture
    def large(self, tmp_path: Path) -> str:
        """One of a TiB."""
        path = tmp_path / "liblarge.so"
        with path.open("wb") as file:
            file.truncate(1 << 40)
        return str(path)

    def test_a_library_that_has_to_be_copied(self, large: str) -> None:
        """A program that would need it is not run, and the reason is told."""
        program = Program("/bin/true", copies={"/world/opened/0/liblarge.so": large})

        assert programs.run(program, 5.0) == NotCovered(f"{large} is too large to be copied")

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root shows others what they may not read")
    def test_a_library_of_root_alone(self, large: str, tmp_path: Path) -> None:
        """Nor is it read for a world."""
        os.chmod(large, 0o600)
        target = tmp_path / "shown"

        with pytest.raises(OSError, match="too large"):
            namespace._show_file(large, str(target))

        assert target.stat().st_size == 0
        assert LARGEST_COPY < 1 << 40
