"""Tells whether a folder that is given as the root of a tree is another one, as the folder above it."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.host.extras import Members
from refloader.host.port import Host, Kind
from refloader.inspect.lint.walking import members
from refloader.model.system import System
from refloader.model.text import quote, visible

_OF_A_TREE = ("/usr/share/vulkan", "/usr/local/share/vulkan", "/etc/vulkan", "/usr/etc/vulkan")
_OF_VULKAN = ("icd.d", "implicit_layer.d", "explicit_layer.d")
"""What lies in each of those folders."""

_TEMPLATE = re.compile(r"\.json\.(?:in|cmake|tmpl|template|j2|meson)$", re.IGNORECASE)
_DEEPEST, _MOST_FOLDERS = 5, 400
_SKIPPED = frozenset({".git", "node_modules", ".venv", "proc", "sys", "dev"})


def wrong_root(host: Host, root: str) -> str:
    """Say which folder is the root instead, or which template is not installed yet; else empty."""
    if host.platform().system is not System.LINUX or any(_is_folder(host, each) for each in _OF_A_TREE):
        return ""
    own = root.rstrip("/") or "/"
    if any(_is_folder(host, f"/{name}") for name in _OF_VULKAN):
        line = shell.line(
            ["refloader", "lint", *(f"{own}/{e}" for e in _OF_VULKAN if _is_folder(host, f"/{e}"))]
        )
        return f"{visible(own)} is not the root of a tree: it is the vulkan folder of one: {line}"
    if _is_folder(host, "/share/vulkan"):
        return _of_prefix(own)
    below = [name for name in _folders(host, "/") if any(_is_folder(host, f"/{name}{e}") for e in _OF_A_TREE)]
    if len(below) == 1:
        line = shell.line(["refloader", "lint", "--root", f"{own}/{below[0]}"])
        return f"{visible(own)} is not the root of a tree: {quote(below[0])} in it is one: {line}"
    template = next(_templates(host), "")
    if template:
        return (
            f"nothing is installed in {visible(own)}: {quote(template)} is the template of a manifest, which the "
            f"build fills in; install into a folder (make install DESTDIR=DIR, meson install --destdir DIR), and "
            f"judge that: refloader lint --root DIR"
        )
    return ""


def passed_over(host: Host) -> str:
    """Say which file in a searched folder is none of a manifest's by its name alone; empty if there is none."""
    for base in _OF_A_TREE if host.platform().system is System.LINUX else ():
        for folder in _OF_VULKAN:
            found = members(host, f"{base}/{folder}")
            names = sorted(found.names) if isinstance(found, Members) else []
            name = next((each for each in names if ".json" in each and not each.endswith(".json")), "")
            if name:
                return f"{quote(f'{base}/{folder}/{name}')} is passed over, as only names that end in .json count"
    return ""


def _of_prefix(own: str) -> str:
    return (
        f"{visible(own)} is not the root of a tree, as it has share/vulkan and no usr: a loader looks there only if "
        f"a variable such as XDG_DATA_DIRS, or a Flatpak, names it. If it is the prefix of an installation, install "
        f"with the prefix /usr and DESTDIR=DIR, and judge that: refloader lint --root DIR"
    )


def _is_folder(host: Host, path: str) -> bool:
    return host.kind(path) is Kind.FOLDER


def _folders(host: Host, path: str) -> list[str]:
    found = members(host, path)
    return sorted(found.folders)[:_MOST_FOLDERS] if isinstance(found, Members) else []


def _templates(host: Host) -> Iterator[str]:
    """Yield the files that are called like templates of manifests, those near the root first."""
    pending, left = [("", 0)], _MOST_FOLDERS
    while pending and left:
        folder, depth = pending.pop(0)
        found, left = members(host, folder or "/"), left - 1
        if not isinstance(found, Members):
            continue
        yield from (f"{folder}/{name}" for name in sorted(found.names) if _TEMPLATE.search(name))
        if depth < _DEEPEST:
            pending += [(f"{folder}/{name}", depth + 1) for name in sorted(found.folders - _SKIPPED)]
