"""The C that tells whether a file or folder is untouched, built as a module of this Python."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from small_module import small_module

pytestmark = pytest.mark.slow

OLD = time.time() - 100
Seen = Callable[[str], bytes | None]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The C, compiled."""
    return small_module(
        tmp_path_factory.mktemp("seen"), "edge_seen_methods", "seen.c", "edge_seen.c", "edge_values.c"
    )


@pytest.fixture(scope="module")
def seen(module: ModuleType) -> Seen:
    """The function."""
    function: Seen = module.seen
    return function


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two files that were written a while ago."""
    folder = tmp_path_factory.mktemp("settled")
    for name in ("one", "two"):
        (folder / name).write_text("text", encoding="ascii")
    time.sleep(3.1)
    return folder


class TestSeen:
    """A state is told only where equal states mean equal content."""

    def test_untouched(self, seen: Seen, settled: Path) -> None:
        """A file and a folder keep their state; two files have two."""
        one, two, folder = str(settled / "one"), str(settled / "two"), str(settled)

        assert seen(one) is not None
        assert seen(one) == seen(one) != seen(two)
        assert seen(folder) == seen(folder) is not None

    def test_just_written(self, seen: Seen, tmp_path: Path) -> None:
        """What changed within two seconds may change again without a trace, whatever its own time says."""
        (tmp_path / "new").write_text("text", encoding="ascii")
        os.utime(tmp_path / "new", (OLD, OLD))

        assert seen(str(tmp_path / "new")) is None
        assert seen(str(tmp_path)) is None

    def test_what_has_no_state(self, seen: Seen, tmp_path: Path) -> None:
        """What is missing, special or made up as it is read."""
        os.mkfifo(tmp_path / "pipe")

        for path in ("/nowhere", "/dev/null", str(tmp_path / "pipe"), "/proc/version", ""):
            assert seen(path) is None

    def test_links(self, seen: Seen, settled: Path, tmp_path: Path) -> None:
        """A symbolic link is what it leads to."""
        link = tmp_path / "link"
        link.symlink_to(settled / "one")
        first = seen(str(link))
        link.unlink()
        link.symlink_to(settled / "two")

        assert first == seen(str(settled / "one"))
        assert seen(str(link)) != first

    def test_somebody_between(self, module: ModuleType, settled: Path, tmp_path: Path) -> None:
        """Where functions of libc are replaced nothing is told, as answers may change at any time."""
        source, library = tmp_path / "between.c", tmp_path / "between.so"
        source.write_text(
            "void *fopen(const char *p, const char *m) { (void)p, (void)m; return 0; }\n", encoding="ascii"
        )
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)

        found = {"LD_LIBRARY_PATH": str(tmp_path)}  # a path with a space would be two for LD_PRELOAD
        assert _told(module, settled / "one", found) != "None"
        assert _told(module, settled / "one", {**found, "LD_PRELOAD": library.name}) == "None"


_CHILD = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("small", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.seen(sys.argv[2]))
"""


def _told(module: ModuleType, path: Path, more: dict[str, str]) -> str:
    command = [sys.executable, "-I", "-c", _CHILD, str(module.__file__), str(path)]
    environment = {**os.environ, **more}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip()
