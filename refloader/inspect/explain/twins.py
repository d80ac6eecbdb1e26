"""Finds layers that are installed once for each word size, under a name for each, and newer copies of one layer."""

import re
from collections.abc import Callable, Sequence

from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.text import quote

_SIZE = re.compile(
    r"[-_.]?(?:x86_64|x86-64|amd64|aarch64|win64|win32|i[36]86|x86|64|32)(?![0-9])", re.IGNORECASE
)


def twin_of(layer: Layer, plan: Plan, obstacle: Callable[[Layer], str]) -> Layer | None:
    """Return the layer that stands for an active one whose library is for the other word size; None if there is none.

    It is active, can be loaded, and is called like the layer but for the word size. ``obstacle`` says why a library
    cannot be loaded.
    """
    if "it is for" not in obstacle(layer):
        return None
    wanted = _plain(layer)
    for outcome in plan.layers:
        twin = outcome.layer
        other = outcome.active and twin.name != layer.name and twin.library_path
        if other and _plain(twin) == wanted and not obstacle(twin):
            return twin
    return None


def _plain(layer: Layer) -> tuple[str, str]:
    """Return the name of a layer and the file name of its library, without what tells the word size."""
    library = rules_of(layer.library_path).split(layer.library_path)[1]
    return _SIZE.sub("", layer.name).lower(), _SIZE.sub("", library).lower()


def passed_over(active: Layer, outcomes: Sequence[LayerOutcome]) -> tuple[str, tuple[Change, ...]]:
    """Return, in words, which other manifest defines an active layer, and what brings it if that one is newer."""
    beside = [each.layer for each in outcomes if each.layer.manifest != active.manifest]
    if not beside:
        return "", ()
    other = beside[0]
    more = f"; {quote(other.manifest)} defines it too, and is passed over{_by_chance(active, other)}"
    if other.api_version <= active.api_version:
        return more, ()
    more = f"{_by_chance(active, other)}, though it is newer: {other.api_version}, and this is {active.api_version}"
    change = Change(ChangeKind.REMOVE, active.manifest, files=((active.manifest, None),))
    return f"; {quote(other.manifest)} defines it too, and is passed over{more}", (change,)


def _by_chance(first: Layer, other: Layer) -> str:
    """Return, in words, that the first of two manifests may be the other one on another disk; empty if it may not."""
    rules = rules_of(first.manifest)
    listed = rules is POSIX_PATHS and first.place.form is Form.FOLDER is other.place.form
    same = rules.split(first.manifest)[0] == rules.split(other.manifest)[0]
    return " here: the file system decides which one of a folder comes first" if listed and same else ""
