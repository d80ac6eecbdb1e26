"""The build id of a library: what the linker was told to put there, and nothing where there is none."""

import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.host.binaries.elf import build_id


@pytest.mark.parametrize(("option", "expected"), [("0x1234abcd", "1234abcd"), ("none", "")])
def test_what_the_linker_was_told(tmp_path: Path, option: str, expected: str) -> None:
    """It is told as hex."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    (tmp_path / "x.c").write_text("int x;\n")
    path = tmp_path / "libx.so"
    command = [compiler, "-shared", "-fPIC", f"-Wl,--build-id={option}", "-o", path, tmp_path / "x.c"]
    subprocess.run(command, check=True)

    assert build_id(str(path)) == expected


def test_what_is_no_library(tmp_path: Path) -> None:
    """Rubbish, a folder and nothing at all have none, and nobody minds."""
    rubbish = tmp_path / "rubbish.so"
    rubbish.write_bytes(b"\x7fELF" + bytes(range(200)))

    assert [build_id(str(path)) for path in (rubbish, tmp_path, tmp_path / "gone")] == ["", "", ""]
    assert build_id("with\0zero") == ""
