"""Checks the location of a manifest in a tree: whether a loader searches it by default. No I/O."""

import re
from typing import NamedTuple

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.manifest_kind import kind_of, use_of_folder
from refloader.core.search.unix_places import SUFFIX
from refloader.core.search.windows.roles import KEY_RULES
from refloader.host.port import Failure, Trouble
from refloader.inspect.foreign_files import SET_ASIDE, foreign_object
from refloader.model.edition import Edition
from refloader.model.path_rules import rules_of
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

_BELOW = re.compile(r"(?P<base>.*)/vulkan/(?:explicit_layer|implicit_layer|icd|loader_settings)\.d")
_BUNDLE = re.compile(r".*/[^/]+\.app/Contents/Resources")
_OF_A_USER = re.compile(r"(?:/root|/(?:home|Users|var/home)/[^/]+)/(?:\.config|\.local/share)")
_OF_THE_SYSTEM = {
    "",
    "/usr",
    "/usr/etc",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local",
    "/usr/local/lib",
    "/lib",
    "/opt",
}
"""Bases that XDG variables never name: a manifest below one was probably meant for a nearby search folder."""

_ASIDE = re.compile(
    rf"(?:{SET_ASIDE}[ ._~-]+|[._~-]+)?(explicit_layer|implicit_layer|icd)\.d(?:[_~-]+|[ ._~-]+(?!d$)\w.*)?"
)
"""The names of folders that somebody renamed, or copied, to keep what is in them off."""

_DEEPEST = 8
"""The parts of the deepest folder that is probably a mistake; deeper ones hold a program's own data."""

_WHAT = {
    Use.EXPLICIT: "an explicit layer",
    Use.IMPLICIT: "an implicit layer",
    Use.DRIVER: "a driver",
    Use.SETTINGS: "settings",
}
_VARIABLES = {
    Use.EXPLICIT: "VK_ADD_LAYER_PATH names its folder",
    Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH names its folder",
    Use.DRIVER: "VK_ADD_DRIVER_FILES names it",
}


def is_set_aside(folder: str) -> bool:
    """Whether a folder has the whole name of one that loaders search and more than that (implicit_layer.d.bak)."""
    name = rules_of(folder).split(folder)[1]
    match = _ASIDE.fullmatch(name)
    return match is not None and name != f"{match[1]}.d"


class Stray(NamedTuple):
    """A manifest outside of the search places: the finding, and whether to check its content nevertheless."""

    reason: Reason
    judged: bool


def looks_like_manifest(path: str, value: JsonValue) -> bool:
    """True if a JSON document from any folder is a manifest: it has file_format_version and a layer or a driver.

    The manifests of EGL's drivers, which GLVND reads, have both too, and are not Vulkan's.
    """
    if foreign_object(path, value) is not None:
        return False
    if not isinstance(value, dict) or not isinstance(value.get("file_format_version"), str):
        return False
    layers = value.get("layers")
    entries = layers if isinstance(layers, list) else [value.get("layer"), value.get("ICD")]
    return any(isinstance(entry, dict) for entry in entries)


def is_of_layers(path: str, data: bytes) -> bool:
    """True if the bytes of a JSON file from any folder are the manifest of layers."""
    value = reader.read(data).value
    has_layers = isinstance(value, dict) and not {"layer", "layers"}.isdisjoint(value)
    return has_layers and looks_like_manifest(path, value)


def stray(
    path: str, value: JsonValue, looked: frozenset[str], system: System, *, of_registry: bool
) -> Stray | None:
    """Return the finding on the location of a manifest; None in a place that a loader searches, and for other files.

    ``looked`` are the identities (see ``PathRules``) of the searched places. ``of_registry`` is whether the registry
    of a Windows machine is known.
    """
    use = kind_of(value, path)
    folder = system.paths.split(path)[0]
    if foreign_object(path, value) is not None:
        return None
    if use is Use.SETTINGS or not looked.isdisjoint(map(system.paths.identity, (folder, path))):
        return None
    if system is System.WINDOWS:
        return _unregistered(path, use) if of_registry else None
    return _below_a_base(path, folder, use) or _anywhere(path, folder, use)


@decides("DISC-WINDOWS-01", "DISC-WINDOWS-02", "DISC-DRIVER-WINDOWS-03")
def _unregistered(path: str, use: Use) -> Stray:
    fact = (
        f"{quote(path)} is the manifest of {_WHAT[use]}, and no value of the registry that was given names it"
    )
    return Stray(Reason(KEY_RULES[use], Severity.NOTE, path, fact, InFile(path)), judged=True)


@decides("DISC-LINUX-04", "DISC-LINUX-08", "DISC-MACOS-01", "DISC-LINUX-09", "DISC-DRIVER-LINUX-03")
def _below_a_base(path: str, folder: str, use: Use) -> Stray | None:
    """Report a manifest in a search folder below a base that is not searched by default; None for other folders."""
    match = _BELOW.fullmatch(folder)
    if match is None:
        return None
    base = match["base"]
    if base in _OF_THE_SYSTEM:
        return _misplaced(path, folder, use)
    if _OF_A_USER.fullmatch(base):
        why, when = rule("DISC-LINUX-07"), "for that user"
    elif _BUNDLE.fullmatch(base):
        why, when = rule("DISC-MACOS-01"), "for programs of that bundle"
    elif base.endswith(("/etc", "/xdg")):
        why, when = rule("DISC-LINUX-04"), f"where XDG_CONFIG_DIRS holds {quote(base)}"
    else:
        why, when = rule("DISC-LINUX-08"), f"where XDG_DATA_DIRS holds {quote(base)}"
    fact = f"loaders look in {quote(folder)} only {when}"
    return Stray(Reason(why, Severity.NOTE, path, fact, InFile(path)), judged=True)


@decides("DISC-LINUX-09", "DISC-DRIVER-LINUX-03")
def _misplaced(path: str, folder: str, use: Use) -> Stray:
    """Report a manifest near the intended folder; loaders read only that folder, none above or below it."""
    fact = f"no loader looks in {quote(folder)}, so {_WHAT[use]} is not found here"
    suggestion = f"move it to {_meant(folder, use)}"
    return Stray(Reason(_rule_of(use), Severity.WARNING, path, fact, InFile(path), suggestion), judged=True)


def _rule_of(use: Use) -> RuleId:
    return rule("DISC-DRIVER-LINUX-03" if use is Use.DRIVER else "DISC-LINUX-09")


def _meant(folder: str, use: Use) -> str:
    base = "/etc" if "etc" in folder.split("/")[1:3] else "/usr/share"
    return f"{base}/{SUFFIX[use]}"


def _anywhere(path: str, folder: str, use: Use) -> Stray:
    """Report a manifest in any other folder: misplaced if it is near a search folder, else possibly on purpose."""
    parts = folder.split("/")
    near = use_of_folder(folder) is not None or parts[-1] == "vulkan" or parts[-2:-1] == ["vulkan"]
    near = near and len(parts) <= _DEEPEST and not is_set_aside(folder)
    if near and folder.startswith(("/etc/", "/usr/etc/", "/usr/share/", "/usr/local/", "/usr/lib")):
        return _misplaced(path, folder, use)
    newest = frozenset({Edition.E2026})
    fact = f"the manifest of {_WHAT[use]} lies where no loader looks by itself; it is found where {_VARIABLES[use]}"
    return Stray(
        Reason(_rule_of(use), Severity.NOTE, path, fact, InFile(path), editions=newest), judged=False
    )


def not_walked(folder: str, why: str) -> Reason:
    """Return the note on a folder that could not be read, so that it is not known whether it has manifests."""
    fact = f"{quote(folder)} was not looked into: {why}"
    return Reason(rule("DISC-LINUX-09"), Severity.NOTE, folder, fact, InFile(folder))


def not_read(path: str, failure: Failure, target: str) -> Reason:
    """Return the finding on a file or folder that loaders cannot read either; ``target`` is where a link leads."""
    why_not = failure.detail or str(failure.trouble)
    if failure.trouble is Trouble.MISSING and target:
        why_not = f"it is a link to {quote(target)}, which is not there"
    unknown = failure.trouble is Trouble.UNKNOWN  # a log names it without its content
    fact = f"{quote(path)} {'is not known' if unknown else 'cannot be read'}: {why_not}"
    folder = rules_of(path).split(path)[0]
    why = rule(
        "LDP_DRIVER_4" if Use.DRIVER in (use_of_folder(path), use_of_folder(folder)) else "LLP_LAYER_6"
    )
    return Reason(why, Severity.NOTE if unknown else Severity.ERROR, path, fact, InFile(path))
