"""Converts the names of members to plain paths below the top of a package, and rejects unsafe names."""

from typing import NamedTuple

_NAME_LIMIT = 4096
_DEEPEST = 256
"""The maximum number of folders above a member: each is looked up for each member, and a name has room for 2,000."""


class Plain(NamedTuple):
    """A normalised name, without leading separators and dots. ``odd`` describes its fault, or is empty.

    ``path`` is empty if the name cannot be used.
    """

    path: str
    odd: str = ""


def plain_name(name: str, *, strict: bool) -> Plain | None:
    """Return the path below the top; None for the top itself.

    ``strict`` is for archives that are for no particular system, where the meaning of an absolute name, a drive or a
    backslash depends on the system.
    """
    if len(name) > _NAME_LIMIT:
        return Plain("", f"its name takes {len(name)} characters, more than any system allows")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        return Plain("", 'its name leads out of its folder by ".."')
    if len(parts) > _DEEPEST + 1:
        return Plain("", f"it lies in more folders than are followed ({len(parts) - 1})")
    if "\0" in name:
        return Plain("", "its name holds a NUL character")
    path = "/".join(parts)
    return Plain(path, _oddity(name, strict)) if path else None


def _oddity(name: str, strict: bool) -> str:
    if any(ord(each) < 0x20 or ord(each) == 0x7F for each in name):
        return "its name holds control characters"
    if not strict:
        return ""
    if name[1:2] == ":" and name[:1].isalpha():
        return "its name begins with a drive"
    if name.startswith(("/", "\\")):
        return "its name is absolute; it is taken to lie below the top of the archive"
    if "\\" in name:
        return "its name holds backslashes, which only Windows takes for folders"
    return ""


def leads_out(path: str, target: str) -> bool:
    """Return True if the target of a relative link at ``path`` is above the top of the package."""
    if target.startswith("/"):
        return False
    depth = path.count("/")
    for part in target.split("/"):
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            return True
    return False
