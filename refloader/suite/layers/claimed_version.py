"""The version of Vulkan that a layer's manifest names, and the one that programs above it ask for. Runs nothing."""

from refloader.model.version import ApiVersion, parse_strict
from refloader.suite.subjects.layer import LayerSubject

NEWEST = (1, 3)
"""The version of Vulkan that programs ask for where nothing else is said."""


def older_version(layer: LayerSubject) -> ApiVersion | None:
    """Return the version of Vulkan that a manifest names if the programs of the suite use a newer one."""
    claimed = parse_strict(layer.api_version)
    return claimed if claimed is not None and claimed.feature < NEWEST else None


def asked_api(*layers: LayerSubject) -> str:
    """Return the version that programs above these layers ask for: none that is newer than one of them; "" for usual.

    By the documents of 2022 a layer supports functions up to and including "api_version"; by the older ones it was
    built with that version. What it does to later functions is no breach.
    """
    claimed = [version for layer in layers if (version := older_version(layer)) is not None]
    return f"1.{min(each.minor if each.major else 0 for each in claimed)}" if claimed else ""
