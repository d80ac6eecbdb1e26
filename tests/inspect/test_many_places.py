"""Libraries that name a thousand folders for each of many needs: what is remembered of them is bounded."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))

from elf_files import elf

from refloader.host.machines.root import RootHost
from refloader.inspect.libraries import linking

FOLDERS, NEEDS, LIBRARIES, MOST = 20, 10, 4, 50


def test_paths_without_a_library_are_not_all_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is that of a linker that remembers everything."""
    (tmp_path / "last").mkdir()
    for number in range(LIBRARIES):
        needed = [f"lib{number}.{need}.so" for need in range(NEEDS)]
        runpath = ":".join([*(f"/{folder}" for folder in range(FOLDERS)), "/last"])
        (tmp_path / f"{number}.so").write_bytes(elf(needed=needed, runpath=runpath))
        for name in needed[::2]:
            (tmp_path / "last" / name).write_bytes(elf(soname=name))
    paths = [f"/{number}.so" for number in range(LIBRARIES)]

    whole = [linking.Linker(RootHost(str(tmp_path), {})).reached(path) for path in paths]
    monkeypatch.setattr(linking, "_MOST_REMEMBERED", MOST)
    linker = linking.Linker(RootHost(str(tmp_path), {}))
    bounded = [linker.reached(path) for path in paths]

    assert bounded == whole
    assert [len(each) for each in whole] == [NEEDS // 2] * LIBRARIES
    assert len(linker._links) <= MOST
