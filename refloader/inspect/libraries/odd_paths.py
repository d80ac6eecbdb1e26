"""Says what a library_path has in it that no loader understands, and what mends it. Does not look for the library."""

import re

from refloader.model.text import quote

TO_FILL_IN = re.compile(
    r"(?<![^/])__\w+__|__[A-Z]\w*__|@\w+@|%\w+%|%\{\w+\}|\$\{CMAKE\w*\}|\$<[^<>]+>|\{\{.*\}\}"
)
"""What a template has where its packager has to fill in a path."""

_OF_WINDOWS = re.compile(
    r"%(?:ProgramFiles|ProgramData|ProgramW6432|SystemRoot|SystemDrive|windir|AppData|LocalAppData|UserProfile|"
    r"Public|Temp|Tmp|VULKAN_SDK|VK_SDK_PATH)%",
    re.IGNORECASE,
)
"""Variables as a command line of Windows takes them."""

_OF_SHELLS = re.compile(
    r"^~(?:[a-z_][\w-]*)?/|\$(?!(?:LIB|ORIGIN|PLATFORM)\b)(?:[A-Za-z_]\w*|\{(?!(?:LIB|ORIGIN|PLATFORM)\})[A-Za-z_]\w*\})"
)
"""What shells replace and no loader does; three words of that form are the dynamic linker's own."""

_OF_THE_LINKER = re.compile(r"@(?:rpath|loader_path|executable_path)(?=/)")
"""What the dynamic linker of macOS replaces in what libraries need, and not in a path that a loader has completed."""

_OF_URLS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_QUOTED = re.compile(r"""(["'“”‘’]).*(["'“”‘’])""")

_FULL = "write the full path in its place"
_WHOLE = "write the full path, beginning with /, in its place"


def oddity(library_path: str, fix: str) -> tuple[str, str]:
    """Return why a library_path leads to no file as its author meant it, to follow a sentence, and what mends it.

    The first is empty if nothing odd is in it. ``fix`` is what mends other missing files.
    """
    why, better = _oddity(library_path)
    return f"; {why}" if why else "", better or fix


def _oddity(library_path: str) -> tuple[str, str]:
    if url := _OF_URLS.match(library_path):
        local = library_path[url.end() :] if url[0].lower() == "file://" else ""
        alone = (
            f"write the path alone: {quote(local)}" if local.startswith("/") else "write the path of a file"
        )
        return "library_path is a path, and no loader takes a URL", alone
    if found := _OF_WINDOWS.search(library_path):
        return (
            f"no loader replaces {found[0]}, as command lines do: it is taken for a name",
            _FULL,
        )
    if found := _OF_THE_LINKER.match(library_path):
        return (
            f"no loader replaces {found[0]}, as the dynamic linker does in what libraries need: it is taken for the "
            "name of a folder beside the manifest",
            "write the full path, or one that counts from the manifest's folder, in its place",
        )
    if found := TO_FILL_IN.search(library_path):
        return f"{found[0]} is a placeholder that was not filled in", ""
    if found := _OF_SHELLS.search(library_path):
        name = found[0].rstrip("/")
        return f"no loader replaces {name}, as shells do: it is taken for the name of a folder", _WHOLE
    if _QUOTED.fullmatch(library_path):
        return "the quotation marks inside of the string count as a part of the name", ""
    if library_path != library_path.strip():
        return "a blank or a line break before or behind it counts as a part of the name", ""
    return "", ""
