"""Finds a settings file that would turn a layer on and lies where no loader looks for one."""

from collections.abc import Iterator

from refloader.core.search.unix_places import SUFFIX
from refloader.host.port import Content, Host, Listing
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.lists import NAMING
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.place import SETTINGS_FILE, Use
from refloader.model.system import System
from refloader.model.text import quote

_FOLDER = SUFFIX[Use.SETTINGS]
_OF_HOME = (".config", ".local/share")
_BASES = ("/etc", "/usr/local/share", "/usr/share")
_BESIDE = (
    "vulkan",
    "vulkan/settings.d",
    "vulkan/explicit_layer.d",
    "vulkan/implicit_layer.d",
    "vulkan/settings",
)
_MOST_NAMES = 50


def stray_settings(what_if: WhatIf, name: str, before: tuple[Change, ...]) -> Change | None:
    """Return the move of a settings file by which a layer becomes active; None if no such file is found.

    ``before`` is the change that is known without it. None as well if that is more than to ask for the layer.
    """
    first = before[0]
    asks = len(before) == 1 and (first.kind is ChangeKind.REQUEST or first.what in NAMING)
    if not asks or first.because:
        return None
    host, home = what_if.host, what_if.host.variables().get("HOME", "")
    for path, data in settings_files(host):
        if name.encode("utf-8", "surrogateescape") not in data:
            continue
        base = next((each for each in _BASES if path.startswith(f"{each}/")), f"{home}/.local/share")
        to = f"{base}/{_FOLDER}/{SETTINGS_FILE}"
        told = f"no loader looks for a settings file there, but in {quote(f'{base}/{_FOLDER}')}"
        if path.startswith(f"{base}/{_FOLDER}/"):
            told = f"a settings file has to be called {SETTINGS_FILE}"
        files: tuple[tuple[str, bytes | None], ...] = ((path, None), (to, data))
        because = f"{quote(path)} would turn it on, and {told}"
        change = Change(ChangeKind.MOVE, path, to, files=files, because=because, rule="SETTINGS-03")
        if what_if.activates(name, change):
            return change
    return None


def settings_files(host: Host) -> Iterator[tuple[str, bytes]]:
    """Yield the settings files near the places where loaders look for one, with their content."""
    if host.platform().system is not System.LINUX:
        return
    home = host.variables().get("HOME", "")
    bases = [*(f"{home}/{each}" for each in _OF_HOME if home.startswith("/")), *_BASES]
    for base in bases:
        paths = [f"{base}/{folder}/{SETTINGS_FILE}" for folder in ("", *_BESIDE)]
        listing = host.list(f"{base}/{_FOLDER}")
        names = listing.names[:_MOST_NAMES] if isinstance(listing, Listing) else ()
        others = (name for name in names if "settings" in name and name != SETTINGS_FILE)
        paths += [f"{base}/{_FOLDER}/{name}" for name in others]
        if base.endswith(_OF_HOME[0]):
            paths.append(f"{base}/{_FOLDER}/{SETTINGS_FILE}")
        for path in paths:
            answer = host.read(path.replace("//", "/"))
            if isinstance(answer, Content):
                yield path.replace("//", "/"), answer.data
