"""Loaders for Vulkan 1.0 alone: they have no vkEnumerateInstanceVersion and need not know commands of later versions.

APIVER-01 binds "a loader newer than 1.0". A loader that claims no later version, neither by its file's name nor by
core commands of one that it exports, is none. Runs the loader; gives no verdict.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from refloader.host.binaries.library_files import read_library_file
from refloader.model.library import Library
from refloader.model.registry import commands
from refloader.model.version import ApiVersion, api_version, parse_loose
from refloader.native.windows_target import chosen
from refloader.sandbox.loader import ForeignLoader, identify
from refloader.scenario.actions import STEPS
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script

VERSION = "vkEnumerateInstanceVersion"


def vulkan_of(path: str, release: str) -> ApiVersion:
    """Return the version of Vulkan that a library has to export, if it is judged as ``release``."""
    return api_version(1, 0) if VERSION in lacked(path) else parse_loose(release) or api_version(1, 0)


def unknown_command(scenario: Scenario, path: str) -> str:
    """Return why a loader for Vulkan 1.0 need not know a command of a scenario's steps, or an empty string."""
    named = {text for action in scenario.actions if action[0] in STEPS for text in _texts(action[2])}
    names = sorted(named & lacked(path)) if any(each.startswith("vk") for each in named) else []
    return f"the loader is for Vulkan 1.0 alone and need not know {names[0]}" if names else ""


@cache
def lacked(path: str) -> frozenset[str]:
    """Return the core commands after 1.0 that a loader for Vulkan 1.0 alone lacks; none for each other loader."""
    library = None if chosen() or not path else read_library_file(path)
    later = [each.name for each in commands().values() if each.core and each.core != "1.0"]
    if not isinstance(library, Library) or not library.exports.isdisjoint(later) or not _claims_1_0(path):
        return frozenset()
    later.remove(VERSION)
    world, script = World(), Script()
    world.driver(api_version="1.4.0", flags={"api": "1.4.0", "complete": "1"})
    alone = script.lookup(None, [VERSION])
    found = script.lookup(script.create(), later)
    seen = ForeignLoader(path).observe(world.scenario(), actions=script.actions)
    if seen.ended != "ok" or seen.answers.get(alone) != [""]:
        return frozenset()
    homes = seen.answers.get(found) or later
    return frozenset({VERSION, *(name for name, home in zip(later, homes, strict=True) if not home)})


def _claims_1_0(path: str) -> bool:
    """Return whether no later version stands in the file's name."""
    claimed = parse_loose(identify(path, Observation("ok")).version)
    return claimed is None or claimed.feature <= (1, 0)


def _texts(options: object) -> Iterator[str]:
    """Yield the texts among the options of a step, at whatever depth."""
    if isinstance(options, str):
        yield options
    elif isinstance(options, Mapping):
        for each in options.values():
            yield from _texts(each)
    elif isinstance(options, list | tuple):
        for each in options:
            yield from _texts(each)
