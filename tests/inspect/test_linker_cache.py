"""The cache that ldconfig writes: which names are in it, however many there are."""

import time
from pathlib import Path

import pytest

from refloader.host.machines.root import RootHost
from refloader.inspect.libraries.linking import Linker

HEAD = b"glibc-ld.so.cache1.1" + bytes(40)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree whose dynamic linker also searches /opt/own."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/ld.so.conf").write_text("/opt/own\n")
    return tmp_path


def linker(root: Path, cache: bytes) -> Linker:
    """The linker of the tree with that cache."""
    (root / "etc/ld.so.cache").write_bytes(cache)
    return Linker(RootHost(str(root), {}))


class TestNames:
    """A library in a folder of the configuration is found once ldconfig has written it down."""

    @pytest.mark.parametrize(
        ("cache", "is_lacking"),
        [
            (HEAD + b"libown.so\0/opt/own/libown.so\0", False),
            (HEAD + b"libown.so.1\0/opt/own/libown.so.1\0", True),
            (HEAD + b"libown.so\0", True),
            (b"", False),
            (b"no cache at all", False),
        ],
        ids=["there", "another", "name-alone", "none", "something-else"],
    )
    def test_is_it_there(self, root: Path, cache: bytes, is_lacking: bool) -> None:
        """By the paths in the cache. Without a cache nothing is known."""
        other = b"/opt/own/other.so\0" if cache.startswith(HEAD) else b""

        assert linker(root, cache + other).uncached("/opt/own/libown.so") is is_lacking

    @pytest.mark.parametrize("folder", ["/opt/other", "/opt/other/", "/opt/other//"])
    def test_a_folder_of_the_variable(self, root: Path, folder: str) -> None:
        """No cache counts for a folder of LD_LIBRARY_PATH, with or without a slash at its end."""
        (root / "etc/ld.so.cache").write_bytes(HEAD + b"/opt/own/other.so\0")
        found = Linker(RootHost(str(root), {"LD_LIBRARY_PATH": folder}))

        assert not found.uncached("/opt/other/libown.so")

    def test_very_many(self, root: Path) -> None:
        """2,000 libraries and a cache of 8 MB took twenty seconds: it was searched for each."""
        found = linker(root, HEAD + b"/opt/m/libsomething.so.1\0" * 300_000)
        start = time.process_time()

        assert all(found.uncached(f"/opt/own/lib{number}.so") for number in range(2000))
        assert time.process_time() - start < 3
