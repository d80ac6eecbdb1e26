"""Tests that the sanitizers find nothing in the drop-in library's C: threads, failed allocations, mistakes."""

from collections.abc import Callable
from pathlib import Path

import pytest
import sanitized
from mock_world import MockWorld
from once import made_once
from programs import Program, folder_with
from samples import LONG

from refloader.suite.layers import recording_file
from refloader.suite.sessions import recording

pytestmark = pytest.mark.slow

THREADS = 8
SECONDS = 60 if LONG else 5
SECONDS_OBSERVED = 20 if LONG else 3
SURFACES = "VK_KHR_surface:25,VK_KHR_xcb_surface:6"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder with the library built under a sanitizer, each built once for all of pytest's processes."""

    def build(sanitizer: str) -> Path:
        def make(folder: Path) -> None:
            library = sanitized.build(sanitizer, folder / "build")
            (folder / "library").mkdir()
            folder_with(library, folder / "library")

        return made_once(tmp_path_factory, f"sanitized-{sanitizer}", make) / "library"

    return build


@pytest.fixture
def checked(built: Callable[[str], Path], compiled: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """Run one of the C programs on the library, both under a sanitizer; it has to end well."""

    def run(sanitizer: str, world: MockWorld, name: str, *arguments: str, **more: str) -> str:
        program = Program(built(sanitizer), tmp_path)
        host = compiled(name, f"-fsanitize={sanitizer}", "-rdynamic")
        variables = {**world.variables, **sanitized.OPTIONS[sanitizer], **more}
        return program.succeed([host, program.library, *arguments], variables, timeout=SECONDS + 240)

    return run


class TestThreads:
    """Eight threads make, use and destroy instances and devices, on their own and on a shared instance."""

    @pytest.mark.whole
    @pytest.mark.parametrize("sanitizer", ["address", "thread"])
    def test_threads(self, checked: Callable[..., str], world: MockWorld, sanitizer: str) -> None:
        """No race, no use of what is gone, no leak."""
        world.layer("VK_LAYER_TEST_a")

        out = checked(sanitizer, world, "threads", str(THREADS), str(SECONDS), "0")

        assert min(int(line) for line in out.split()) > 0

    @pytest.mark.whole
    @pytest.mark.parametrize("sanitizer", ["address", "thread"])
    def test_observed_threads(
        self, checked: Callable[..., str], world: MockWorld, tmp_path: Path, sanitizer: str
    ) -> None:
        """Nor with observers between the layers, when their recording is full as well."""
        world.layer("VK_LAYER_TEST_a")
        world.layer("VK_LAYER_TEST_b")
        path = str(tmp_path / "recording")
        recording_file.begin(path, 4 << 20)

        checked(sanitizer, world, "threads", str(THREADS), str(SECONDS_OBSERVED), "0", REFLOADER_OBSERVE=path)

        assert recording.read(Path(path).read_bytes()).lost > 0


class TestAddresses:
    """AddressSanitizer watches what goes wrong on purpose."""

    @pytest.mark.parametrize("what", ["instance", "enumeration", "device", "messenger", "report", "surface"])
    def test_failed_allocations(self, checked: Callable[..., str], tmp_path: Path, what: str) -> None:
        """Unwinding after a failed allocation touches nothing that is gone and leaks nothing."""
        world = MockWorld(tmp_path / "surfaces")
        world.driver("plain", extensions=SURFACES)
        world.layer("VK_LAYER_TEST_a")

        assert int(checked("address", world, "memory", what)) > 0

    @pytest.mark.parametrize("when", ["before", "after", "inherit", "twice"])
    def test_forks(self, checked: Callable[..., str], world: MockWorld, when: str) -> None:
        """Neither do forks. (With other threads running the sanitizer's own locks would not survive a fork.)"""
        # A child's interpreter gives up the locks of the parent, which the sanitizer would call a leak.
        quiet = "abort_on_error=0:exitcode=66:detect_leaks=0"

        out = checked("address", world, "forks", when, "10", ASAN_OPTIONS=quiet)

        assert out.endswith("well\n")

    @pytest.mark.parametrize("how", ["atexit", "destructor", "reopen"])
    def test_lifetimes(self, checked: Callable[..., str], world: MockWorld, how: str) -> None:
        """Nor the end of the process."""
        world.layer("VK_LAYER_TEST_a")

        assert checked("address", world, "lifetime", how) == "well\n"
