"""What people write into library_path that no loader replaces: the home folder, variables of shells, URLs.

Loaders take the value as it stands. The dynamic linker knows three words of its own, $LIB, $ORIGIN and $PLATFORM,
which are left here.
"""

import re

from refloader.model.text import quote

_OF_SHELLS = re.compile(
    r"^~(?:[a-z_][\w-]*)?/|\$(?!(?:LIB|ORIGIN|PLATFORM)\b)(?:\w+|\{(?!(?:LIB|ORIGIN|PLATFORM)\})\w+\})|%[A-Za-z]\w+%"
)
"""What shells replace and no loader does; three words of that form are the dynamic linker's own."""

_OF_URLS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)


def unreplaced(library_path: str) -> tuple[str, str]:
    """Return why a path with words of shells or browsers leads nowhere, and what mends it; empty for others."""
    url = _OF_URLS.match(library_path)
    if url is not None:
        local = library_path[url.end() :] if url[0].lower() == "file://" else ""
        right = (
            f"write the path alone: {quote(local)}" if local.startswith("/") else "write the path of a file"
        )
        return "; library_path is a path, and no loader takes a URL", right
    found = _OF_SHELLS.search(library_path)
    if found is None:
        return "", ""
    return (
        f"; no loader replaces {found[0].rstrip('/')}, as shells do: it is taken for the name of a folder",
        "write the full path, beginning with /, in its place",
    )
