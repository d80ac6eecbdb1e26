"""The library's variant with violators: the ordinary library is without them, and the variant is it until told."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.host.binaries.elf import read_library
from refloader.model.library import Library
from refloader.native.dropin import dropin_library, violating_library
from refloader.selftest.mutants.registry import spelled
from refloader.selftest.selftest import need_newest, why_no_library
from refloader.selftest.violating import SIDECAR
from refloader.suite.run.installed_suite import HarnessError
from tests.samples import SAMPLE, WHOLE


@pytest.fixture(scope="module")
def libraries() -> tuple[str, str]:
    """The ordinary library and its variant."""
    if reason := why_no_library():
        pytest.skip(reason)
    return dropin_library(), violating_library()


class TestHook:
    """Nothing beside the ordinary library can make it wrong: the hook is compiled into the variant alone."""

    @pytest.mark.parametrize(
        "trace", [b".violate", b"REPLACEMENTS", b"requests_reversed", b"a_refusing_layer_used"]
    )
    def test_the_ordinary_library_is_without(self, libraries: tuple[str, str], trace: bytes) -> None:
        """Neither the name of the file nor anything of the violators is in it."""
        assert trace not in Path(libraries[0]).read_bytes()

    @pytest.mark.parametrize("trace", [b".violate", b"a_refusing_layer_used"])
    def test_the_variant_has_it(self, libraries: tuple[str, str], trace: bytes) -> None:
        """The violators of the calls are frozen into it."""
        assert trace in Path(libraries[1]).read_bytes()


class TestAge:
    """A library that was built before a violator is the reference in its stead: nothing would catch it."""

    def test_this_one_has_all(self, libraries: tuple[str, str]) -> None:
        """It holds each name that the sources spell."""
        need_newest(libraries[1], spelled())

    def test_one_that_lacks_some_is_refused(self, libraries: tuple[str, str]) -> None:
        """The ordinary library stands for one that was built before."""
        with pytest.raises(
            HarnessError, match="was built before a_refusing_layer_used: build refloader again"
        ):
            need_newest(libraries[0], {"a_refusing_layer_used"})


class TestShape:
    """To the dynamic linker the variant is the same library."""

    def test_the_same_name_and_exports(self, libraries: tuple[str, str]) -> None:
        """What static checks see of both is equal."""
        seen = [read_library(path) for path in libraries]

        ordinary, variant = (each for each in seen if isinstance(each, Library))
        assert (ordinary.soname, ordinary.exports) == (variant.soname, variant.exports)


class TestStart:
    """A mutant that cannot start fails every case, so that each of them would seem to catch it."""

    ASK = "import ctypes, sys; ctypes.CDLL(sys.argv[1]).vkEnumerateInstanceVersion(ctypes.byref(ctypes.c_uint32()))"

    def asked(self, library: str, name: str, folder: Path) -> str:
        """What a copy of the library that is this mutant prints when it is asked for its version."""
        copy = folder / "libvulkan.so.1"
        shutil.copy(library, copy)
        Path(f"{copy}{SIDECAR}").write_text(name, encoding="ascii")
        done = subprocess.run(
            [sys.executable, "-S", "-c", self.ASK, str(copy)],
            env={"VK_IMPLICIT_LAYER_PATH": str(folder)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.stderr

    def test_some_of_them(self, libraries: tuple[str, str], tmp_path: Path) -> None:
        """Every fortieth mutant of the library, others each day, has its Python imported."""
        names = sorted(spelled())

        said = {
            name: self.asked(libraries[1], name, tmp_path)
            for name in names[0 if WHOLE else SAMPLE % 40 :: 1 if WHOLE else 40]
        }

        assert {name: text for name, text in said.items() if "cannot be imported" in text} == {}

    def test_one_that_does_not(self, libraries: tuple[str, str], tmp_path: Path) -> None:
        """A variant that the library does not have stands for one whose module cannot be imported."""
        assert "cannot be imported" in self.asked(libraries[1], "no_such_variant+", tmp_path)
