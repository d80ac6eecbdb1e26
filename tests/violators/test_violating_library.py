"""The library's variant with violators: the ordinary library is without them, and the variant is it until told."""

from pathlib import Path

import pytest

from refloader.host.binaries.elf import read_library
from refloader.model.library import Library
from refloader.native.dropin import dropin_library, violating_library
from refloader.selftest.selftest import why_no_library


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


class TestShape:
    """To the dynamic linker the variant is the same library."""

    def test_the_same_name_and_exports(self, libraries: tuple[str, str]) -> None:
        """What static checks see of both is equal."""
        seen = [read_library(path) for path in libraries]

        ordinary, variant = (each for each in seen if isinstance(each, Library))
        assert (ordinary.soname, ordinary.exports) == (variant.soname, variant.exports)
