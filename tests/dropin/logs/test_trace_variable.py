"""What the drop-in library writes where REFLOADER_TRACE says."""

import json
import os
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
SCRIPT = "from session import *; s = Session(); s.destroy() if s.instance else None"


class Traced:
    """The lines on standard error of a process that makes an instance while a path is to be traced to."""

    def __init__(self, program: Program, world: MockWorld) -> None:
        self._program = program
        self._world = world

    def __call__(self, path: str | Path, **variables: str) -> list[str]:
        """The lines; ``path`` is REFLOADER_TRACE."""
        seen = {**self._world.variables, "PYTHONPATH": str(HOSTS), "REFLOADER_TRACE": str(path), **variables}
        return self._program.run([sys.executable, "-c", SCRIPT], seen).stderr.splitlines()


@pytest.fixture
def traced(program: Program, world: MockWorld) -> Traced:
    """Runs a process in the world with a trace."""
    return Traced(program, world)


class TestTrace:
    """REFLOADER_TRACE names a file that gets one JSON object for each creation and destruction."""

    def test_records(self, traced: Traced, world: MockWorld) -> None:
        """The chain from the application to the driver, with the reason of each layer."""
        path = world.folder / "out.ndjson"
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_a", interface="1")
        world.layer_manifest("VK_LAYER_broken", '/nowhere/ü"\\.so')

        assert traced(path) == []

        created, destroyed = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert (created["event"], created["result"]) == ("vkCreateInstance", 0)
        assert (destroyed["event"], destroyed["instance"]) == ("vkDestroyInstance", created["instance"])
        assert [each["who"] for each in created["chain"]] == [
            "application",
            "trampoline",
            "layer",
            "layer",
            "terminator",
            "driver",
        ]
        layer = created["chain"][3]
        assert (layer["name"], layer["interface"]) == ("VK_LAYER_a", 1)
        assert "VK_INSTANCE_LAYERS" in layer["why"]
        assert created["answers"][0]["result"] == 0

    def test_failures(self, traced: Traced, world: MockWorld) -> None:
        """A creation that fails is recorded with its result."""
        path = world.folder / "out.ndjson"

        traced(path, VK_DRIVER_FILES="")

        (created,) = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert (created["result"], created["instance"]) == (-9, 0)


def test_a_trace_that_cannot_be_written_is_told(program: Program, world: MockWorld) -> None:
    """Who asks for a trace is told that there will be none; the program goes on."""
    code = "import refloader; refloader.Loader('libvulkan.so.1').create_instance().destroy(); print('well')"
    variables = {**world.variables, "REFLOADER_TRACE": "/nonexistent/trace"}

    done = program.run([sys.executable, "-c", code], variables)

    assert done.stdout == "well\n"
    assert done.stderr == "refloader: REFLOADER_TRACE: /nonexistent/trace cannot be written\n" * 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to another user")
class TestStrangersTraces:
    """In a folder for everybody, a trace is not written to what another user put there."""

    @pytest.fixture
    def shared(self, world: MockWorld) -> Path:
        """A folder for everybody, as /tmp is."""
        folder = world.folder / "shared"
        folder.mkdir()
        folder.chmod(0o1777)
        return folder

    def is_traced(self, traced: Traced, path: Path) -> bool:
        """Whether the library writes a trace there; it says so where it does not."""
        lines = traced(path)
        assert lines in ([], [f"refloader: REFLOADER_TRACE: {path} cannot be written"] * 2)
        return lines == []

    @pytest.mark.parametrize("owner", [0, 65534])
    @pytest.mark.parametrize("way", ["link", "folder", "chain"])
    def test_links(self, traced: Traced, shared: Path, world: MockWorld, way: str, owner: int) -> None:
        """A link to the file, to its folder, or that an own link leads to; one's own links are followed."""
        canary = world.folder / "private/canary"
        canary.parent.mkdir()
        canary.write_text("canary", encoding="utf-8")
        link = shared / "link"
        link.symlink_to(canary.parent if way == "folder" else "../private/canary")
        os.lchown(link, owner, owner)
        (world.folder / "own").symlink_to("shared/link")
        paths = {"link": link, "folder": link / "canary", "chain": world.folder / "own"}

        assert self.is_traced(traced, paths[way]) is (owner == 0)

        assert (canary.read_text(encoding="utf-8") == "canary") is (owner != 0)

    @pytest.mark.parametrize("owner", [0, 65534])
    def test_files(self, traced: Traced, shared: Path, owner: int) -> None:
        """A file of another user stays as it is."""
        path = shared / "file"
        path.touch()
        os.chown(path, owner, owner)

        assert self.is_traced(traced, path) is (owner == 0)

        assert bool(path.read_text(encoding="utf-8")) is (owner == 0)

    def test_a_pipe_without_a_reader(self, traced: Traced, shared: Path) -> None:
        """It is not opened, which would wait."""
        path = shared / "pipe"
        os.mkfifo(path)
        os.chown(path, 65534, 65534)

        assert self.is_traced(traced, path) is False

    @pytest.mark.parametrize("path", ["/dev/stderr", "/proc/self/fd/2"])
    def test_open_files(self, traced: Traced, path: str) -> None:
        """Links of the kernel are followed."""
        lines = traced(path)

        assert [json.loads(each)["event"] for each in lines] == ["vkCreateInstance", "vkDestroyInstance"]

    def test_a_missing_file(self, traced: Traced, shared: Path) -> None:
        """It is made."""
        assert self.is_traced(traced, shared / "new")

        assert (shared / "new").stat().st_size > 0
