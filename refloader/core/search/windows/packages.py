"""Decides which files in AppX and MSIX packages a loader uses. No I/O."""

from collections.abc import Callable, Sequence

from refloader.core.json import reader
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.rules import decides, rule

PACKAGE = "a known package"
"""The source of a place in a package."""


@decides("DISC-WINDOWS-12", "DISC-DRIVER-WINDOWS-04")
def unlisted_package(path: str) -> Reason:
    """Return the note for manifests in a package that no loader searches: registry or variables must name them."""
    fact = (
        "loaders look for manifests in the root of one package, Microsoft's OpenCL, OpenGL and Vulkan "
        "Compatibility Pack; those of any other have to be named by the registry or a variable"
    )
    return Reason(rule("DISC-WINDOWS-12"), Severity.NOTE, path, fact, InFile(path))


@decides("DISC-WINDOWS-12", "DISC-DRIVER-WINDOWS-04")
def of_use(use: Use, found: Sequence[str], read: Callable[[str], bytes | None]) -> list[str]:
    """Return the files in a package that match the use: drivers, layers and other JSON share one folder there.

    An unreadable or invalid file counts as a driver manifest, so that it is reported once.
    """
    return [path for path in found if _fits(read(path), use)]


def _fits(data: bytes | None, use: Use) -> bool:
    document = reader.read(data) if data is not None else None
    if document is None or not document.valid:
        return use is Use.DRIVER
    value = document.value
    keys = ("ICD",) if use is Use.DRIVER else ("layer", "layers")
    return isinstance(value, dict) and any(key in value for key in keys)
