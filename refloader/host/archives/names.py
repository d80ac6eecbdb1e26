"""What the names of members mean: plain paths below the top of a package, or nothing that may be used."""

from typing import NamedTuple

_NAME_LIMIT = 4096


class Plain(NamedTuple):
    """A name made plain: no leading separator, no dots. ``odd`` says what was wrong with it; empty for nothing."""

    path: str
    odd: str = ""


def plain_name(name: str, *, strict: bool) -> Plain | None:
    """The path below the top; None with nothing to install.

    ``strict`` is for archives of no system in particular, where an absolute name, a drive or a backslash means one
    thing here and another there.
    """
    if len(name) > _NAME_LIMIT:
        return Plain("", f"its name takes {len(name)} characters, more than any system allows")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        return Plain("", 'its name leads out of its folder by ".."')
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
    """Whether a relative link at a path climbs above the top of the package."""
    if target.startswith("/"):
        return False
    depth = path.count("/")
    for part in target.split("/"):
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            return True
    return False
