"""A verb that uses native parts which are older than the C sources of the checkout says so."""

import os
from pathlib import Path

import pytest

from refloader.cli.terminal import old_parts

BUILT = 1_000_000_000


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose prober was built after its sources."""
    for name in ("pyproject.toml", "refloader/__init__.py", "built/prober/refloader_prober"):
        put(tmp_path, name, BUILT)
    for name in ("main.c", "carried/arguments.c", "carried/carried.h"):
        put(tmp_path, f"refloader/probes/layer_prober/{name}", BUILT - 60)
    monkeypatch.setattr(old_parts.refloader, "__file__", str(tmp_path / "refloader/__init__.py"))
    monkeypatch.setattr(
        old_parts, "folders", lambda part: (str(tmp_path / "none"), str(tmp_path / "built" / part))
    )
    return tmp_path


def put(top: Path, name: str, changed: int) -> None:
    """Write a file that was changed at this time."""
    (top / name).parent.mkdir(parents=True, exist_ok=True)
    (top / name).touch()
    os.utime(top / name, (changed, changed))


def test_built_of_what_is_there(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is said; a header may belong to another part, and this one has no program of the others."""
    put(checkout, "refloader/probes/layer_prober/carried/carried.h", BUILT + 60)
    put(checkout, "refloader/probes/driver_prober/main.c", BUILT + 60)

    old_parts.say_old_parts()

    assert capsys.readouterr().err == ""


def test_changed_after_the_build(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first file is named, and the command that builds the parts again."""
    put(checkout, "refloader/probes/layer_prober/carried/arguments.c", BUILT + 60)
    put(checkout, "refloader/probes/layer_prober/main.c", BUILT + 60)

    old_parts.say_old_parts()

    assert capsys.readouterr().err == (
        "refloader: refloader/probes/layer_prober/carried/arguments.c and 1 more changed after the native parts were"
        f" built, and this run uses the old parts; to rebuild them: pip install -e {checkout}\n"
    )


def test_no_checkout(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sources that were installed are those that were built."""
    put(checkout, "refloader/probes/layer_prober/main.c", BUILT + 60)
    (checkout / "pyproject.toml").unlink()

    old_parts.say_old_parts()

    assert capsys.readouterr().err == ""
