"""The layers of a machine among which a bisection searches."""

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refloader.bisect.suspects import MOST
from refloader.cli.main import main


def bisected(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch, **fields: object) -> Result:
    """A bisection of a program that works, beside implicit layers."""
    place = folder / "vulkan/implicit_layer.d"
    place.mkdir(parents=True)
    for number in range(count):
        layer = {
            "name": f"VK_LAYER_TEST_{number}",
            "type": "GLOBAL",
            "library_path": "/nowhere/x.so",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "a layer for tests",
            "disable_environment": {f"NO_{number}": "1"},
            **fields,
        }
        text = json.dumps({"file_format_version": "1.1.0", "layer": layer})
        (place / f"{number}.json").write_text(text)
    for name, value in (
        ("XDG_DATA_HOME", folder),
        ("XDG_DATA_DIRS", "/nowhere"),
        ("XDG_CONFIG_DIRS", "/nowhere"),
    ):
        monkeypatch.setenv(name, str(value))
    return CliRunner().invoke(main, ["bisect", "--as-loader", "1.3.200", "--on", "machine", "--", "false"])


class TestMany:
    """For each suspect, the decision on all of them is made anew, so their number has a limit."""

    def test_more_than_the_limit(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are refused at once, and no program is started."""
        begun = time.process_time()

        result = bisected(tmp_path, 4 * MOST, monkeypatch)

        assert result.exit_code == 3
        assert f"more than {MOST} layers and drivers are active here" in result.stderr
        assert time.process_time() - begun < 5


class TestVariablesOfManifests:
    """A manifest names the variable that disables its layer, and may name what no process can have."""

    @pytest.mark.parametrize("name", ["A=B", "A\0B", "=", "\ud800"])
    def test_a_name_that_cannot_be_set(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """The layer is one that cannot be kept off."""
        result = bisected(tmp_path, 1, monkeypatch, disable_environment={name: "1"})

        assert "fault of refloader" not in result.stderr
        assert "it fails without any layer too" in result.stdout
