"""Files of others name what is opened: pipes and devices among that are left alone, as opening has effects."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main
from refloader.host.machines.real import RealHost
from refloader.host.opening import open_regular
from refloader.host.port import Content, Failure, Trouble

pytestmark = pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="only Linux opens a path for looking alone")


@contextmanager
def waiting_writer(pipe: Path) -> Iterator[threading.Thread]:
    """Somebody who waits in open() until a reader opens the pipe."""
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: os.close(os.open(pipe, os.O_WRONLY)), daemon=True)
    writer.start()
    writer.join(0.2)  # it waits by now
    try:
        yield writer
    finally:
        os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
        writer.join(10)


def run(*words: str) -> None:
    """Run a command, whatever it finds."""
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output


class TestPipesOfOthers:
    """Who waits for a reader of a pipe goes on waiting, whatever names the pipe."""

    def test_a_library(self, tmp_path: Path) -> None:
        """A manifest names it as its library."""
        pipe, manifest = tmp_path / "pipe", tmp_path / "icd.d/a.json"
        manifest.parent.mkdir()
        icd = {"library_path": str(pipe), "api_version": "1.3.0"}
        manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": icd}))

        with waiting_writer(pipe) as writer:
            run("lint", str(manifest))
            run("explain", "--env", f"VK_DRIVER_FILES={manifest}")

            assert writer.is_alive()

    def test_a_manifest(self, tmp_path: Path) -> None:
        """A variable names it, or a link that is called like a manifest leads to it."""
        pipe, link = tmp_path / "pipe", tmp_path / "link.json"
        link.symlink_to(pipe)

        with waiting_writer(pipe) as writer:
            run("explain", "--env", f"VK_DRIVER_FILES={pipe}:{link}")
            run("lint", str(tmp_path / "link.json"))

            assert writer.is_alive()

    def test_what_is_called_a_manifest(self, tmp_path: Path) -> None:
        """The pipe has the name itself, in a folder that is searched."""
        pipe = tmp_path / "icd.d/pipe.json"
        pipe.parent.mkdir()

        with waiting_writer(pipe) as writer:
            run("lint", str(pipe.parent))
            run("explain", "--env", f"VK_DRIVER_FILES={pipe}")

            assert writer.is_alive()


class TestOpening:
    """Regular files are opened by each of their names."""

    @pytest.mark.parametrize("name", ["file.json", "file", "link.json", "link"])
    def test_a_regular_file(self, tmp_path: Path, name: str) -> None:
        """By its own name and by a link, called like a manifest or not."""
        file = tmp_path / name.replace("link", "file")
        file.write_bytes(b"{}")
        if name != file.name:
            (tmp_path / name).symlink_to(file)

        assert RealHost().read(str(tmp_path / name)) == Content(b"{}")

    @pytest.mark.parametrize("name", ["/dev/null", "/"])
    def test_what_is_no_regular_file(self, name: str) -> None:
        """A device and a folder."""
        assert RealHost().read(name) == Failure(Trouble.NOT_A_FILE)

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        """Is one trouble, not an endless search."""
        (tmp_path / "a.json").symlink_to("a.json")

        assert RealHost().read(str(tmp_path / "a.json")) == Failure(Trouble.LOOP)

    def test_a_number_that_python_does_not_read(self) -> None:
        """It is too long for a name, and says so."""
        assert RealHost().read(f"/proc/1/fd/{'9' * 5000}") == Failure(Trouble.OTHER, "file name too long")

    def test_an_open_file(self, tmp_path: Path) -> None:
        """A path of a descriptor that this process has is opened at once."""
        (tmp_path / "file").write_bytes(b"{}")
        descriptor = os.open(tmp_path / "file", os.O_PATH)

        again = open_regular(f"/proc/{os.getpid()}/fd/{descriptor}")

        assert os.read(again, 3) == b"{}"
        os.close(again)
        os.close(descriptor)
