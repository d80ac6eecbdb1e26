"""Libraries and configurations that name very many folders: each is looked into once, or within bounds."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))

from elf_files import elf

from refloader.host.machines.root import RootHost
from refloader.host.port import Failure, Listing, Trouble
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


def test_folders_that_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bare names are found in the same folders as without an index, in the order of the linker's configuration."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/ld.so.conf").write_text("/opt/none\n/opt/dangling\n/opt/first\n/opt/second\n/opt/file\n")
    for name in ("dangling", "first", "second"):
        (tmp_path / "opt" / name).mkdir(parents=True)
    (tmp_path / "opt/file").write_text("")
    (tmp_path / "opt/dangling/liba.so").symlink_to("/nowhere")
    for path in ("first/liba.so", "second/liba.so", "second/libb.so", "second/libx86_64.so"):
        (tmp_path / "opt" / path).write_bytes(elf())
    names = ("liba.so", "libb.so", "libc.so", "liba.so.1", "lib$PLATFORM.so")

    one_by_one = [linking.Linker(RootHost(str(tmp_path), {})).find(name, "/a.json") for name in names]
    monkeypatch.setattr(linking, "_MOST_LOOKED_INTO", 0)
    linker = linking.Linker(RootHost(str(tmp_path), {}))

    assert [linker.find(name, "/a.json") for name in names] == one_by_one
    assert one_by_one == ["/opt/first/liba.so", "/opt/second/libb.so", None, None, "/opt/second/libx86_64.so"]


@pytest.mark.parametrize("answer", [Listing(("other.so",), truncated=True), Failure(Trouble.DENIED)])
def test_a_folder_that_is_not_listed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Listing | Failure
) -> None:
    """It may have any file, and is asked for each."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/ld.so.conf").write_text("/opt\n")
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/liba.so").write_bytes(elf())
    monkeypatch.setattr(linking, "_MOST_LOOKED_INTO", 0)
    monkeypatch.setattr(RootHost, "list", lambda _host, _path: answer)

    assert linking.Linker(RootHost(str(tmp_path), {})).find("liba.so", "/a.json") == "/opt/liba.so"
