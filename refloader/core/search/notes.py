"""Reports questionable values of the variables that control a search, and places that could not be read."""

from functools import lru_cache

from refloader.core.editions import traits
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Place
from refloader.model.reason import InFile, Reason, Severity, Unread, Void
from refloader.model.system import System
from refloader.model.text import NOT_TOLD, quote
from refloader.rules import RuleId, decides, rule


def search_notes(environment: Environment, edition: Edition) -> tuple[Reason, ...]:
    """Return notes about the variables that the system's search depends on, and about undecodable values."""
    reasons = _system_notes(environment, edition)
    if environment.platform.system is not System.LINUX:
        reasons += _void_notes(environment)
    value_of = environment.variables.get
    for name in _names(edition):
        value = value_of(name)
        if value is None or value.isascii():  # in most programs, each
            continue
        if any(0xDC80 <= ord(character) <= 0xDCFF for character in value):
            fact = f"{name}={quote(value)} is not UTF-8"
            reasons.append(Reason(rule("ENV-LAYERPATH-03"), Severity.NOTE, name, fact))
    return tuple(reasons)


def _system_notes(environment: Environment, edition: Edition) -> list[Reason]:
    """Return the notes of the system: about HOME and the XDG variables if it uses them, else its own."""
    system = environment.platform.system
    if system is System.WINDOWS:
        from refloader.core.search.windows.notes import windows_notes  # not needed on Linux

        return windows_notes(environment, edition)
    if system is System.ANDROID:
        from refloader.core.search.android.variables import android_notes

        return android_notes(environment, edition)
    reasons = _home_notes(environment, rule("DISC-LINUX-03" if traits(edition).xdg else "DISC-LINUX-11"))
    reasons = reasons + _xdg_notes(environment) if traits(edition).xdg else reasons
    if system is System.MACOS:
        from refloader.core.search import macos_places

        return reasons + macos_places.notes(environment, edition)
    if system is System.FUCHSIA:
        from refloader.core.search import fuchsia_places

        return fuchsia_places.notes(environment, edition, reasons)
    return reasons


_SELECT = {
    "VK_LOADER_DEVICE_SELECT": "DEVICE-SORT-LINUX-03",
    "VK_LOADER_DISABLE_SELECT": "DEVICE-SORT-LINUX-04",
}


@decides("DEVICE-SORT-LINUX-03", "DEVICE-SORT-LINUX-04")
def _void_notes(environment: Environment) -> list[Reason]:
    """Report the variables that are set and have an effect on Linux, but not on this system."""
    system = environment.platform.system
    reasons = []
    for name, why in _SELECT.items():
        value = environment.get(name)
        if value is not None:
            fact = f"{name}={quote(value)} has no effect on {system.label}"
            reasons.append(Reason(rule(why), Severity.NOTE, name, fact, void=Void()))
    return reasons


@lru_cache(maxsize=8)
def _names(edition: Edition) -> tuple[str, ...]:
    return tuple(sorted(traits(edition).variables))


def _home_notes(environment: Environment, why: RuleId) -> list[Reason]:
    home = environment.get("HOME")
    if "HOME" in environment.hidden:
        return []
    if not home:
        state = "not set" if home is None else "empty"
        fact = f"HOME is {state}: the folders under it are not searched"
        return [Reason(why, Severity.NOTE, "HOME", fact)]
    if not home.startswith("/"):
        fact = f"HOME={quote(home)} is relative: the folders under it depend on the working directory"
        return [Reason(why, Severity.WARNING, "HOME", fact, remedy="use a full path")]
    return []


@decides("AMB-XDG-EMPTY")
def _xdg_notes(environment: Environment) -> list[Reason]:
    reasons = []
    for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        value = environment.get(name)
        if value == "":
            fact = f"{name} is empty, which counts as unset"
            reasons.append(Reason(rule("AMB-XDG-EMPTY"), Severity.NOTE, name, fact))
        elif value is not None:
            entries = value.split(":") if name.endswith("DIRS") else [value]
            odd = [entry for entry in entries if not entry.startswith("/")]
            if odd:
                shown = "an empty entry" if odd[0] == "" else f"{quote(odd[0])}, which is relative"
                fact = f"{name} lists {shown}"
                reasons.append(Reason(rule("DISC-LINUX-08"), Severity.NOTE, name, fact))
    return reasons


def failure_reason(path: str, place: Place, trouble: str, detail: str) -> Reason | None:
    """Return the reason for a place or file that could not be read, or None for a standard place that is missing."""
    unread = Unread(place.source, trouble, detail)
    named = place.source.startswith("VK_") or "/" in place.source
    if unread.is_missing and not named and path == place.path:
        return None
    severity = Severity.NOTE if trouble == NOT_TOLD else Severity.WARNING
    return Reason(place.rule, severity, path, unread.sentence(path), InFile(path), unread=unread)
