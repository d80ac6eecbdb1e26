"""Decides which manifests one registry value names, and what is wrong with it, independent of its key."""

from collections.abc import Iterable

from refloader.model.edition import ALL, Edition, since
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.model.windows_registry import RegistryValue, ValueType, stored
from refloader.rules import RuleId, decides, rule

Named = tuple[tuple[str, ...], tuple[Reason, ...]]
"""The manifests that a value names and a loader reads, and the findings about the value."""

OBSERVED = "loaders 1.3.290 and 1.4.335 for Windows"
"""The loaders that were run under Wine: what they do where the documents are silent, or otherwise than these say."""

_ROOM = 4
"""The bytes of a DWORD: the observed loaders read no value of more, and none that comes after it in its key."""

_DEVICE_EDITIONS = since(Edition.E2018)
_RIGHT = '"C:\\\\path\\\\to\\\\manifest.json"=dword:00000000'


def in_file(value: RegistryValue) -> InFile:
    """Return the position at which the value was read."""
    return InFile(value.span.path, value.span.line, value.span.column)


@decides("DISC-WINDOWS-03", "DISC-DRIVER-WINDOWS-03")
def key_names(value: RegistryValue, use: Use) -> Named:
    """Check a value of a SOFTWARE key: its name is a manifest's path, and DWORD 0 enables the manifest."""
    why = rule("DISC-DRIVER-WINDOWS-03" if use is Use.DRIVER else "DISC-WINDOWS-03")
    wrong = _wrong_type(value, why) or path_fault(value.name, value, _path_rule(use))
    if wrong is not None:
        return (), (wrong,)
    odd, loud = odd_suffix(value.name, value), loud_suffix(value.name, value)
    if value.data != 0:
        fact = f"{quote(value.name)} has the value {value.data!r} in the registry, not 0: it is switched off"
        off = Reason(why, Severity.NOTE, value.name, fact, in_file(value), "dword:00000000", rejects=True)
        return (), (off, *odd)
    return (() if odd else (value.name,)), (*odd, *loud)


def _wrong_type(value: RegistryValue, why: RuleId) -> Reason | None:
    if not value.name:
        fact = "the default value of the key names no manifest: a loader goes by the names of values"
        return Reason(why, Severity.WARNING, value.name, fact, in_file(value), _RIGHT, rejects=True)
    data = stored(value.type, value.data)
    if value.type is not ValueType.DWORD:
        fact = f"{quote(value.name)} is a {value.type}, not a REG_DWORD"
    elif not isinstance(value.data, int):
        fact = f"{quote(value.name)} is a REG_DWORD of {len(data)} bytes, not of 4"
    else:
        return None
    used = data == bytes(_ROOM)
    if used:
        fact += f"; {OBSERVED} use it all the same, since its four bytes are 0"
    elif ends_the_key(value):
        fact += f"; {OBSERVED} read neither it nor the values after it, since it has {len(data)} bytes"
    else:
        fact += ": loaders pass over it"
    return Reason(why, Severity.ERROR, value.name, fact, in_file(value), "dword:00000000", rejects=not used)


def ends_the_key(value: RegistryValue) -> bool:
    """Return whether observed loaders stop at a value of a SOFTWARE key, because it has more data than a DWORD."""
    return len(stored(value.type, value.data)) > _ROOM


def behind(value: RegistryValue, end: RegistryValue, use: Use) -> Reason:
    """Return the warning on a value that comes after one at which observed loaders stop."""
    why = {Use.DRIVER: rule("DISC-DRIVER-WINDOWS-03"), Use.SETTINGS: rule("SETTINGS-02")}
    after = f"{quote(value.name)} comes after {quote(end.name)} in its key"
    fact = f"{after}; {OBSERVED} read no further than that one, which has more data than a DWORD"
    suggestion = f"correct {quote(end.name)}"
    return Reason(
        why.get(use, rule("DISC-WINDOWS-03")), Severity.WARNING, value.name, fact, in_file(value), suggestion
    )


@decides("DISC-WINDOWS-09", "DISC-DRIVER-WINDOWS-01")
def device_names(value: RegistryValue, use: Use) -> Named:
    """Check a value of a device key: its data is a manifest's path (REG_SZ) or several (REG_MULTI_SZ)."""
    why = rule("DISC-DRIVER-WINDOWS-01" if use is Use.DRIVER else "DISC-WINDOWS-09")
    listed = _listed(value)
    if listed is None:
        fact = f"{quote(value.name)} is a {value.type}, not a REG_SZ or REG_MULTI_SZ: loaders pass over it"
        wrong = Reason(
            why,
            Severity.ERROR,
            value.name,
            fact,
            in_file(value),
            "the path as a text",
            _DEVICE_EDITIONS,
            True,
        )
        return (), (wrong,)
    if not any(listed):
        fact = f"{quote(value.name)} is empty: it names no manifest"
        return (), (Reason(why, Severity.NOTE, value.name, fact, in_file(value), "", _DEVICE_EDITIONS),)
    return _checked((path for path in listed if path), value, why)


def _listed(value: RegistryValue) -> tuple[str, ...] | None:
    if value.type is ValueType.SZ and isinstance(value.data, str):
        return (value.data,)
    if value.type is ValueType.MULTI_SZ and isinstance(value.data, tuple):
        return value.data
    return None


def _checked(paths: Iterable[str], value: RegistryValue, why: RuleId) -> Named:
    good: list[str] = []
    reasons: list[Reason] = []
    for path in paths:
        fault = path_fault(path, value, why, _DEVICE_EDITIONS)
        wrong = (fault,) if fault is not None else odd_suffix(path, value)
        reasons += wrong or loud_suffix(path, value)
        if not wrong:
            good.append(path)
    return tuple(good), tuple(reasons)


def _path_rule(use: Use) -> RuleId:
    return rule("DISC-DRIVER-WINDOWS-03" if use is Use.DRIVER else "DISC-WINDOWS-04")


@decides("DISC-WINDOWS-04")
def path_fault(
    path: str, value: RegistryValue, why: RuleId, editions: frozenset[Edition] = ALL
) -> Reason | None:
    """Return an error for a path that is not absolute, or None."""
    if WINDOWS_PATHS.is_full(path):
        return None
    bare, rejects = path.strip('" \t'), True
    if bare != path and WINDOWS_PATHS.is_full(bare):
        fact = f"{quote(path)} has quotation marks or spaces around the path, which are taken as part of it"
    elif "%" in path:
        fact = f"{quote(path)} is not a full path: a variable in it is not replaced"
    else:
        fact = f"{quote(path)} is not a full path: it has to name the drive and every folder"
        if bare == path:
            fact, rejects = f"{fact}; {OBSERVED} look for it from the working folder", False
    suggestion = "C:\\path\\to\\manifest.json"
    return Reason(why, Severity.ERROR, path, fact, in_file(value), suggestion, editions, rejects=rejects)


@decides("DISC-GEN-08", "LLP_LAYER_6", "LDP_DRIVER_4")
def odd_suffix(path: str, value: RegistryValue) -> tuple[Reason, ...]:
    """Return an error for a file name without the suffix of a manifest. No rule exempts files named by a registry."""
    if WINDOWS_PATHS.is_manifest(path):
        return ()
    fact = f"{quote(path)} does not end in .json, as the name of a manifest has to"
    perhaps_folder = not WINDOWS_PATHS.split(path)[1].count(".")
    if perhaps_folder:
        fact += f"; if it is a folder, {OBSERVED} read the manifests in it"
    why, suggestion = rule("DISC-GEN-08"), "a name in .json"
    return (Reason(why, Severity.ERROR, path, fact, in_file(value), suggestion, rejects=not perhaps_folder),)


@decides("AMB-JSON-CASE")
def loud_suffix(path: str, value: RegistryValue) -> tuple[Reason, ...]:
    """Return a warning for a suffix in other letter case, which is taken here and not by the observed loaders."""
    if path.endswith(".json") or not WINDOWS_PATHS.is_manifest(path):
        return ()
    fact = f"{quote(path)} ends in {path[-5:]}; {OBSERVED} take .json alone"
    return (
        Reason(
            rule("AMB-JSON-CASE"), Severity.WARNING, path, fact, in_file(value), "the suffix in lower case"
        ),
    )
