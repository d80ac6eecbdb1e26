"""The fallback without namespaces: rewrites virtual paths, and sets variables that lead a loader there. Runs nothing.

A loader follows HOME and the XDG variables, but no variable moves the folders it was built with. A scenario that
depends on those is refused with a reason.
"""

import os
import re
from collections.abc import Iterable, Mapping

from refloader.model.text import quote
from refloader.scenario.scenario import Scenario

_FIXED = ("/etc/vulkan", "/usr/local/etc/vulkan")
"""Folders that are built into loaders."""

_SEARCH_LISTS = {"XDG_CONFIG_DIRS": "/etc/xdg", "XDG_DATA_DIRS": "/usr/local/share:/usr/share"}
"""The variables that list folders, and the defaults that a loader uses if they are unset."""

_ESCAPE = re.compile(rb"\\u00([0-7][0-9a-fA-F])|\\/")
"""An escape of JSON for a character of ASCII, or for a slash."""

_SLASHES, _UP = re.compile(rb"/(?:\.?/)+"), re.compile(rb"/(?!\.\./)[^/\"]+/\.\.(?=/)")


def refusal(scenario: Scenario, places: Iterable[str], *, here: bool = True) -> str:
    """Return why variables alone cannot show this scenario to a loader, or an empty string.

    ``here`` is whether the loader runs on this machine, whose own manifests it finds as well.
    """
    if scenario.elevated:
        return "an application with privilege ignores the variables that would redirect it"
    if scenario.application.executable:
        return "the application cannot run as another program without a mount namespace"
    for name in ("LD_LIBRARY_PATH", *_SEARCH_LISTS):
        if name == "LD_LIBRARY_PATH" and name in scenario.variables:
            return "LD_LIBRARY_PATH cannot be given without a mount namespace"
        if scenario.variables.get(name) == "":
            return f"{name} is empty, which may mean the built-in folders"
    for path in scenario.paths:
        if is_under(path, _FIXED):
            return f"{quote(path)} is in a folder that no variable redirects"
        if not is_under(path, places):
            return f"{quote(path)} is outside the folders that variables can redirect"
    written = Redirection("", places)
    for path, content in scenario.files.items():
        if written.overlooks(content):
            return f"{quote(path)} spells a path in a way that cannot be rewritten"
    for name, value in scenario.variables.items():
        if written.overlooks(value.encode("utf-8", "surrogateescape")):
            return f"{name} spells a path in a way that cannot be rewritten"
    return _machine_refusal() if here else ""


def is_under(path: str, folders: Iterable[str]) -> bool:
    """True if the path is one of the folders or inside one."""
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


class Redirection:
    """Rewrites the virtual paths of one scenario to real ones under a folder."""

    def __init__(self, tree: str, places: Iterable[str]) -> None:
        self._tree = tree.encode("utf-8", "surrogateescape")
        self._bases = {os.path.dirname(place) for place in places if place.endswith("/vulkan")}
        names = "|".join(re.escape(place) for place in places)
        self._path = re.compile(rf"(?<![\w.\-/])(?:{names})(?![\w.\-])".encode())

    def data(self, content: bytes) -> bytes:
        """Return the bytes of a file with each virtual path in them rewritten."""
        return self._path.sub(lambda match: self._tree + match[0], content)

    def overlooks(self, content: bytes) -> bool:
        """True if the bytes name a virtual path in another spelling: with escapes of JSON, or with odd slashes."""
        plain = _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]) if match[1] else b"/", content)
        plain = _UP.sub(b"", _SLASHES.sub(b"/", plain))
        return len(self._path.findall(plain)) > len(self._path.findall(content))

    def text(self, value: str) -> str:
        """Return a string with each virtual path in it rewritten."""
        return self.data(value.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")

    def link(self, path: str, target: str) -> str:
        """Return the target of a symbolic link at a virtual path.

        A relative one that climbs above the root ends at the root, and below the folder it would leave the tree: it
        gets as many steps up as there are.
        """
        if target.startswith("/"):
            return self.text(target)
        folder = os.path.dirname(path)
        steps, above = folder.split("/")[1:], 0
        for step in target.split("/"):
            if step == "..":
                above += not steps
                del steps[-1:]
            elif step not in ("", "."):
                steps.append(step)
        return os.path.relpath("/".join(("", *steps)), folder) if above else target

    def variables(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the environment that leads a loader to the rewritten paths."""
        rewritten = {name: self.text(value) for name, value in given.items()}
        for name, fallback in _SEARCH_LISTS.items():
            folders = given.get(name, fallback).split(":")
            rewritten[name] = ":".join(self._folder(folder) for folder in folders)
        return rewritten

    def _folder(self, folder: str) -> str:
        if folder.rstrip("/") in self._bases:
            return self._tree.decode("utf-8", "surrogateescape") + folder
        return self.text(folder)


def _machine_refusal() -> str:
    """Return a refusal if the machine itself has a manifest that a loader finds whatever the variables are."""
    for place in _FIXED:
        for folder, _, names in os.walk(place):
            for name in names:
                if name.endswith(".json"):
                    return f"{quote(os.path.join(folder, name))} would be found as well"
    return ""
