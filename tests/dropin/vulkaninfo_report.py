"""Takes out of a vulkaninfo report what belongs to the loader and not to the machine. Never compares."""

import re

# Extensions that a loader implements by itself: which of them there are, and at which revision, is its own affair.
LOADER_OWNED = (
    "VK_EXT_debug_report",
    "VK_EXT_debug_utils",
    "VK_EXT_surface_maintenance1",
    "VK_KHR_portability_enumeration",
    "VK_KHR_surface_maintenance1",
    "VK_LUNARG_direct_driver_loading",
)
_SECTION = re.compile(
    r"^Instance Extensions: count = \d+\n[=-]+\n(?P<rows>(?:[ \t]*VK_\S+ +: .*\n)+)", re.MULTILINE
)
_VERSION = re.compile(r"^Vulkan Instance Version: .*$", re.MULTILINE)


def without_loader(report: str) -> str:
    """The report with the loader's own version and its own rows of the instance extensions left out."""
    section = _SECTION.search(report)
    assert section, "the report has no instance extensions"
    assert _VERSION.search(report), "the report has no instance version"
    rows = [row for row in section["rows"].splitlines() if _name(row) not in LOADER_OWNED]
    kept = "Instance Extensions:\n" + "".join(f"{' '.join(row.split())}\n" for row in rows)
    return _VERSION.sub(
        "Vulkan Instance Version:", report[: section.start()] + kept + report[section.end() :]
    )


def _name(row: str) -> str:
    return row.partition(":")[0].strip()
