"""Libraries as values and what is told about them, for tests of the findings. Never judges."""

from collections.abc import Iterable, Sequence

from manifests import years

from refloader.model.library import Library
from refloader.model.reason import InFile, Reason

WHERE = InFile("/usr/share/vulkan/explicit_layer.d/test.json", 6, 25)


def library(
    exports: Iterable[str],
    word_size: int = 64,
    soname: str = "",
    *,
    shared: bool = True,
    symbolic: bool = False,
) -> Library:
    """A library that exports these names."""
    return Library(
        "/usr/lib/libtest.so", word_size, "X86_64", shared, frozenset(exports), soname, symbolic=symbolic
    )


def told(reasons: Sequence[Reason]) -> list[tuple[str, str, str]]:
    """Rule, severity and editions of the reasons, which all stand where the manifest names the library."""
    assert all(reason.where is WHERE for reason in reasons)
    return [(reason.rule, reason.severity, years(reason.editions)) for reason in reasons]
