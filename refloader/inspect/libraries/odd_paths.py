"""Says what a library_path has in it that no loader understands. Does not look for the library."""

import re

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

_VARIABLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))")
_TOKENS = {"LIB", "ORIGIN", "PLATFORM"}
"""What the dynamic linker of Linux replaces itself."""
_QUOTED = re.compile(r"""(["'“”‘’]).*(["'“”‘’])""")


def oddity(library_path: str) -> str:
    """Return why a library_path leads to no file as its author meant it, to follow a sentence; empty if unknown."""
    if found := _OF_WINDOWS.search(library_path):
        return f"no loader replaces {found[0]} by the variable's value"
    if found := TO_FILL_IN.search(library_path):
        return f"{found[0]} is a placeholder that was not filled in"
    if library_path.startswith("~"):
        return "no loader replaces ~ by a home folder"
    for found in _VARIABLE.finditer(library_path):
        if (found[1] or found[2]) not in _TOKENS:
            return f"no loader replaces {found[0]} by the variable's value"
    if "://" in library_path:
        return "a path is wanted, not a URL"
    if _QUOTED.fullmatch(library_path):
        return "the quotation marks inside of the string count as a part of the name"
    if library_path != library_path.strip():
        return "a blank or a line break before or behind it counts as a part of the name"
    return ""
