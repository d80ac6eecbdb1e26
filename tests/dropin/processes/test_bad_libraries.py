"""Tests of manifests that point at what is no library of ours: each is left out, and the process goes on."""

import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

E_MACHINE = 18
S390 = 22
BROKEN_SOURCES = {
    "missing dependency": "extern int not_there_anywhere; int *wanted = &not_there_anywhere;",
    "no exports": "int nothing;",
    "constructor raises a C error": (
        "#include <errno.h>\n__attribute__((constructor)) static void start(void) { errno = 5; }"
    ),
    "empty negotiation": (
        "int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned *v) { return 0; }\n"
        "int vkNegotiateLoaderLayerInterfaceVersion(void *s) { return 0; }"
    ),
}


def directory(path: Path, good: Path) -> None:
    """A directory where a library should be."""
    path.mkdir()


def pipe(path: Path, good: Path) -> None:
    """A FIFO that nobody writes to: whoever opens it waits."""
    os.mkfifo(path)


def text(path: Path, good: Path) -> None:
    """A text file."""
    path.write_text("this is no library\n")


def empty(path: Path, good: Path) -> None:
    """An empty file."""
    path.touch()


def nothing(path: Path, good: Path) -> None:
    """No file at all."""


def dangling(path: Path, good: Path) -> None:
    """A link to nowhere."""
    path.symlink_to("/nowhere/at/all")


def circular(path: Path, good: Path) -> None:
    """A link to itself."""
    path.symlink_to(path)


def other_machine(path: Path, good: Path) -> None:
    """A good library but for its machine."""
    data = bytearray(good.read_bytes())
    struct.pack_into("<H", data, E_MACHINE, S390)
    path.write_bytes(data)


def other_class(path: Path, good: Path) -> None:
    """A good library that says it is one for 32 bits."""
    data = bytearray(good.read_bytes())
    data[4] = 1
    path.write_bytes(data)


def half(path: Path, good: Path) -> None:
    """The first half of a good library's header."""
    path.write_bytes(good.read_bytes()[:40])


def program_file(path: Path, good: Path) -> None:
    """A program in the place of a library."""
    shutil.copy(shutil.which("true") or "/bin/true", path)


def broken(source: str) -> Callable[[Path, Path], None]:
    """A library made of this C text."""

    def make(path: Path, good: Path) -> None:
        if shutil.which("cc") is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        text = path.with_suffix(".c")
        text.write_text(source)
        command = ["cc", "-shared", "-fPIC", "-w", "-Wl,-z,now", "-o", str(path), str(text)]
        subprocess.run(command, check=True)

    return make


BAD = {
    "directory": directory,
    "pipe": pipe,
    "text": text,
    "empty": empty,
    "nothing": nothing,
    "dangling link": dangling,
    "circular link": circular,
    "other machine": other_machine,
    "other class": other_class,
    "half a header": half,
    "program": program_file,
    **{name: broken(source) for name, source in BROKEN_SOURCES.items()},
}


@pytest.fixture
def survive(program: Program, compiled: Callable[..., str]) -> Callable[[MockWorld], list[str]]:
    """What the surviving program prints in a world."""
    return lambda world: program.succeed(
        [compiled("survivor"), program.library], world.variables
    ).splitlines()


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
class TestBadLibraries:
    """A library that cannot be opened or does not have what it must have is left out."""

    @pytest.mark.rule("LDP_LOADER_2")
    def test_driver(
        self, survive: Callable[[MockWorld], list[str]], world: MockWorld, bad: Callable[[Path, Path], None]
    ) -> None:
        """The good driver beside it works."""
        bad(world.folder / "libbad.so", world.folder / "libplain.so")
        world.driver_manifest("bad", str(world.folder / "libbad.so"))

        lines = survive(world)

        assert lines[-1] == "survived"
        assert lines.count("device mock driver extensions=0 create=0") == 2

    def test_only_driver(
        self,
        survive: Callable[[MockWorld], list[str]],
        world: MockWorld,
        tmp_path: Path,
        bad: Callable[[Path, Path], None],
    ) -> None:
        """Without another driver there is none, and vkCreateInstance says so: VK_ERROR_INCOMPATIBLE_DRIVER."""
        alone = MockWorld(tmp_path / "alone")
        bad(alone.folder / "libbad.so", world.folder / "libplain.so")
        alone.driver_manifest("bad", str(alone.folder / "libbad.so"))

        lines = survive(alone)

        assert lines[-1] == "survived"
        assert sum(line.endswith("create=-9") for line in lines) == 2

    def test_layer(
        self, survive: Callable[[MockWorld], list[str]], world: MockWorld, bad: Callable[[Path, Path], None]
    ) -> None:
        """The instance is made without the layer: a variable asked for it, not the application."""
        bad(world.folder / "libbad.so", world.folder / "libplain.so")
        world.layer_manifest("VK_LAYER_TEST_bad", str(world.folder / "libbad.so"))

        lines = survive(world)

        assert lines[-1] == "survived"
        assert lines[0].endswith("create=0")
