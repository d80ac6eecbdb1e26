"""The imagined machine with Windows' paths: any spelling of a path finds what is there."""

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Content, Failure, Kind, Listing, Trouble
from refloader.model.platform import Platform
from refloader.model.system import System

WINDOWS = Platform(System.WINDOWS)


def machine(files: dict[str, bytes], links: dict[str, str] | None = None) -> MemoryHost:
    """A Windows with these files."""
    return MemoryHost(files=files, links=links or {}, working_directory=r"C:\world", system=WINDOWS)


class TestSpelling:
    """Letter case and the kind of separator do not count."""

    @pytest.mark.parametrize(
        "path", [r"C:\Vk\A.json", r"c:\VK\a.JSON", "C:/Vk/A.json", r"C:\Vk\x\..\a.json", r"C:\\Vk\.\A.json"]
    )
    def test_file_is_found(self, path: str) -> None:
        """Each spelling leads to the bytes."""
        assert machine({r"C:\Vk\A.json": b"x"}).read(path) == Content(b"x")

    def test_relative_path_is_below_the_working_directory(self) -> None:
        """A path without a drive is looked up from where the process works, one with a root on its drive."""
        host = machine({r"C:\world\a": b"x", r"C:\b": b"y"})

        assert host.read("A") == Content(b"x")
        assert host.read(r"\B") == Content(b"y")

    def test_share_is_found(self) -> None:
        """A share has folders of its own."""
        host = machine({r"\\Server\share\d\a": b"x"})

        assert host.kind(r"\\server\SHARE\d") is Kind.FOLDER
        assert host.read("//server/share/d/a") == Content(b"x")

    def test_folders_are_merged(self) -> None:
        """Two spellings of one folder are one listing, in the order of the files."""
        host = machine({r"C:\Vk\b": b"", r"c:\vk\a": b"", r"C:\VK\d\x": b""})

        assert host.list("C:/vk") == Listing(("b", "a", "d"))
        assert host.list("C:\\") == Listing(("Vk",))

    @pytest.mark.parametrize("path", [r"D:\Vk\a", r"C:\Vk\b", r"C:\Vk\a\b", ""])
    def test_missing_is_missing(self, path: str) -> None:
        """What is not there is missing."""
        assert machine({r"C:\Vk\a": b""}).read(path) == Failure(Trouble.MISSING)

    def test_nul_is_no_path(self) -> None:
        """No file has a NUL character in its name."""
        answer = machine({}).read("C:\\\0")

        assert isinstance(answer, Failure)
        assert answer.trouble is Trouble.OTHER


class TestLinks:
    """Symbolic links of files and folders are followed."""

    def test_link_is_followed(self) -> None:
        """A folder that is a link leads elsewhere, relative to where the link is."""
        host = machine({r"C:\real\a": b"x"}, {r"C:\d": "real", r"C:\e": r"C:\D"})

        assert host.read(r"C:\E\a") == Content(b"x")
        assert host.real_path(r"c:\e\A") == r"C:\real\a"

    def test_loop_ends(self) -> None:
        """Links in a circle are a loop."""
        assert machine({}, {r"C:\a": "b", r"C:\b": "a"}).read(r"C:\a") == Failure(Trouble.LOOP)
