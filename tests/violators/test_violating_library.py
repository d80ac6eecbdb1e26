"""The library's variant with violators: the ordinary library is without them, and the variant is it until told."""

from pathlib import Path

import pytest

from refloader.host.binaries.elf import read_library
from refloader.model.library import Library
from refloader.native.dropin import dropin_library, violating_library
from refloader.selftest.mutants.registry import spelled
from refloader.selftest.selftest import need_newest, why_no_library
from refloader.suite.run.installed_suite import HarnessError


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
