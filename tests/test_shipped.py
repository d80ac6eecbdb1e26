"""The data that come with the package are found in a checkout and in an installation."""

import os
from pathlib import Path

import pytest

from refloader import shipped as module
from refloader.shipped import in_checkout, shipped

TOP = Path(__file__).resolve().parent.parent


class TestPlaces:
    """A checkout's own folders come first; elsewhere the package has copies."""

    @pytest.mark.parametrize(
        "name", ["reports/expectations", "reports/schema", "fixtures/scenarios", "fixtures/manifests"]
    )
    def test_in_a_checkout(self, name: str) -> None:
        """The folder is the one that is committed, and it is there."""
        assert shipped(name) == str(TOP / name)
        assert os.path.isdir(shipped(name))
        assert in_checkout()

    def test_in_an_installation(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where there is no checkout around the package, it is a folder of the package."""
        monkeypatch.setattr(module, "_PACKAGE", str(tmp_path / "refloader"))

        assert shipped("reports/expectations") == str(tmp_path / "refloader/data/reports/expectations")
        assert not in_checkout()
