"""Checks a registry as a whole, from a file or a machine, including problems that a loader does not notice.

``core/search/windows/values.py`` decides what a single value names, and which faults it has on its own.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from refloader.core.search.windows.named import values_of
from refloader.core.search.windows.roles import (
    KEY_NAMES,
    KEY_RULES,
    SETTINGS_KEY,
    VALUE_NAMES,
    KeyRole,
    role_of,
    value_role,
)
from refloader.core.search.windows.values import device_names, in_file
from refloader.inspect.foreign_files import SET_ASIDE
from refloader.model.edition import Edition, since
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.model.windows_registry import MACHINE, USERS, Registry, RegistryKey, RegistryValue
from refloader.rules import RuleId, decides, rule

_LAYERS_OWN = "Settings"
"""The key below Khronos\\Vulkan where layers look for their settings; loaders do not read it."""

_KEYS = "|".join(map(re.escape, KEY_NAMES))
_RENAMED = re.compile(
    rf"(?:{SET_ASIDE}[\W_]+)?(?:{_KEYS})[\W_]+\w.*|{SET_ASIDE}[\W_]+(?:{_KEYS})", re.IGNORECASE
)
"""The names of keys that somebody renamed to keep what is in them off, as ImplicitLayers_bak."""

_MOST = 50_000
"""The most manifests and findings of one registry; after that no further key is checked."""

_OTHERS_LIMIT = 100
"""The most values that name the same manifest and that each further one is compared with."""

_SINCE_2018 = since(Edition.E2018)
_NARROW = re.compile(r"(?<!\d)32(?!\d)|(?<![a-z])(?:i[36]86|x86)(?![\d_a-z])")
_WIDE = re.compile(r"(?<!\d)64(?!\d)")
_NARROW_FOLDER = re.compile(r"\\syswow64\\|\\program files \(x86\)\\")
_WIDE_FOLDER = re.compile(r"\\program files\\|\\system32\\")
_SEVERAL = re.compile(r";(?:[A-Za-z]:[\\/]|\\\\)")
_VARIABLE = re.compile(r"%[A-Za-z_]\w*(?:\(x86\))?%")
_VIRTUAL = "\\virtualstore\\"


@dataclass(frozen=True, slots=True)
class Mention:
    """A manifest that a value names by a full path. ``followed`` is whether a loader reads it."""

    path: str
    use: Use
    wow: bool
    value: RegistryValue
    key: RegistryKey
    device: bool
    followed: bool

    @property
    def where(self) -> InFile:
        """The location of the value."""
        return in_file(self.value)


def checked_registry(registry: Registry) -> tuple[tuple[Mention, ...], tuple[Reason, ...]]:
    """Return the manifests that a registry names, and all findings about the registry."""
    reasons: list[Reason] = []
    found: list[Mention] = []
    for key in registry.keys.values():
        if len(found) + len(reasons) > _MOST:
            fact = f"more than {_MOST} manifests are named: {key.path} and what follows is not judged"
            reasons.append(Reason(rule("DISC-WINDOWS-03"), Severity.ERROR, key.path, fact, _at(key)))
            break
        role = role_of(key.path)
        if role is None:
            reasons += misplaced(key)
        elif role.device:
            found += _of_device(key, role, reasons)
        elif role.name.casefold() == SETTINGS_KEY.casefold():
            reasons += [each for value in values_of(key, Use.SETTINGS) for each in value.reasons]
        elif role.use is None:
            reasons += unknown_key(key, role.name)
        elif role.use is Use.DRIVER and role.of_user:
            reasons += users_drivers(key)
        else:
            found += _of_software(key, role, role.use, reasons)
    for judge in (odd_paths, branch_of, better_place, whose_branch, named_twice):
        reasons += judge(tuple(found))
    return tuple(found), tuple(reasons)


def _of_software(key: RegistryKey, role: KeyRole, use: Use, reasons: list[Reason]) -> Iterator[Mention]:
    for each in values_of(key, use):
        reasons += _with_key(each.reasons, key)
        if WINDOWS_PATHS.is_full(each.value.name):
            yield Mention(each.value.name, use, role.wow, each.value, key, False, bool(each.files))


def _of_device(key: RegistryKey, role: KeyRole, reasons: list[Reason]) -> Iterator[Mention]:
    for value in key.values:
        meant = value_role(value.name)
        if meant is None:
            reasons += unknown_value(value)
            continue
        followed, said = device_names(value, meant[0])
        reasons += _with_key(said, key)
        for path in followed:
            yield Mention(path, *meant, value, key, True, True)


def _with_key(reasons: tuple[Reason, ...], key: RegistryKey) -> Iterator[Reason]:
    """Add the key to findings on values without a line, as in hives."""
    for each in reasons:
        yield each if key.span.line else replace(each, fact=f"{each.fact} (in {key.path})")


# ---- keys and values that no loader reads


@decides("DISC-WINDOWS-01", "DISC-WINDOWS-02")
def unknown_key(key: RegistryKey, name: str) -> Iterator[Reason]:
    """Report a key below Khronos\\Vulkan that no loader reads, or manifests in the key Vulkan itself."""
    where = _at(key)
    if not name:
        for value in key.values:
            if WINDOWS_PATHS.is_full(value.name):
                fact = f"{quote(value.name)} stands in {key.path} itself, where no loader looks"
                suggestion = "put it into ExplicitLayers, ImplicitLayers or Drivers"
                yield Reason(_rule_for(""), Severity.WARNING, value.name, fact, in_file(value), suggestion)
        return
    if name.casefold() == _LAYERS_OWN.casefold() or not key.values:
        return
    given = name.partition("\\")[0]
    meant = "" if _RENAMED.fullmatch(given) else _near(given, KEY_NAMES)
    fact = f"no loader reads the key {key.path}"
    if meant:
        yield Reason(_rule_for(meant), Severity.ERROR, key.path, fact, where, f"{meant}?")
    else:
        yield Reason(_rule_for(""), Severity.NOTE, key.path, fact, where)


def unknown_value(value: RegistryValue) -> Iterator[Reason]:
    """Report a value of a device key whose name resembles one that names manifests."""
    meant = _near(value.name, VALUE_NAMES) if value.name.casefold().startswith("vulk") else ""
    if meant:
        why = rule("DISC-DRIVER-WINDOWS-01" if VALUE_NAMES[meant][0] is Use.DRIVER else "DISC-WINDOWS-07")
        fact = f"no loader reads the value {quote(value.name)} of a device"
        yield Reason(why, Severity.WARNING, value.name, fact, in_file(value), f'"{meant}"?', _SINCE_2018)


def misplaced(key: RegistryKey) -> Iterator[Reason]:
    """Report a key with values that resembles one of Vulkan's and is where no loader reads it."""
    folded = key.path.casefold()
    parts = folded.split("\\")
    about = any(get_close_matches(part, ("vulkan",), 1, 0.8) for part in parts)
    if not key.values or not about:
        return
    if _VIRTUAL in folded:
        fact = f"{key.path} is where Windows redirects the writes of an installer without rights"
        suggestion = (
            "run the installer as administrator, or write to HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan"
        )
    else:
        fact = f"no loader reads the key {key.path}"
        suggestion = "a key below SOFTWARE\\Khronos\\Vulkan"
    meant = _near(parts[-1], KEY_NAMES)
    yield Reason(_rule_for(meant), Severity.ERROR, key.path, fact, _at(key), suggestion)


@decides("DISC-DRIVER-WINDOWS-03")
def users_drivers(key: RegistryKey) -> Iterator[Reason]:
    """Report drivers below HKEY_CURRENT_USER, where loaders do not look for drivers."""
    for value in key.values:
        fact = f"{quote(value.name)} is named in {key.path}: loaders read drivers of HKEY_LOCAL_MACHINE alone"
        suggestion = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers"
        why = rule("DISC-DRIVER-WINDOWS-03")
        yield Reason(why, Severity.ERROR, value.name, fact, in_file(value), suggestion, rejects=True)


@decides("DISC-WINDOWS-04")
def odd_paths(mentions: tuple[Mention, ...]) -> Iterator[Reason]:
    """Report full paths with several paths or a variable in them, which a loader takes as one literal path."""
    for each in mentions:
        several, variable = _SEVERAL.search(each.path), _VARIABLE.search(each.path)
        if not several and not variable:
            continue
        fact = f"{quote(each.path)} is taken as one path: " + (
            "a semicolon divides nothing here"
            if several
            else f"{variable[0] if variable else ''} is not replaced"
        )
        suggestion = "a value for each" if several else "C:\\path\\to\\manifest.json"
        severity = Severity.ERROR if several else Severity.WARNING
        yield Reason(rule(_path_rule(each)), severity, each.path, fact, each.where, suggestion)


def _path_rule(mention: Mention) -> str:
    if mention.device:
        return "DISC-DRIVER-WINDOWS-01" if mention.use is Use.DRIVER else "DISC-WINDOWS-09"
    return "DISC-DRIVER-WINDOWS-03" if mention.use is Use.DRIVER else "DISC-WINDOWS-04"


# ---- manifests in the wrong branch


def branch_of(mentions: tuple[Mention, ...]) -> Iterator[Reason]:
    """Note manifests for 32-bit programs in the 64-bit branch, and vice versa, judging by their paths."""
    for each in mentions:
        bits = _bits(each.path)
        if bits and bits != (32 if each.wow else 64):
            branch = "32" if each.wow else "64"
            fact = f"{quote(each.path)} looks like one for {bits}-bit programs and is named for {branch}-bit ones"
            yield Reason(rule(_branch_rule(each)), Severity.NOTE, each.path, fact, each.where)


@decides("DISC-WINDOWS-05", "DISC-WINDOWS-08")
def wrong_branch(mention: Mention, sizes: frozenset[int], *, both: bool) -> tuple[Reason, ...]:
    """Return the finding on a manifest in the branch of programs that cannot load its library.

    ``sizes`` are the word sizes that the library is for. ``both`` is whether any value is in the 32-bit branch; if
    not, nothing is reported, because the system may be a 32-bit one.
    """
    bits = 32 if mention.wow else 64
    if not sizes or bits in sizes or not both:
        return ()
    other = min(sizes)
    fact = f"{quote(mention.path)} is named for {bits}-bit programs, and its library is for {other}-bit ones"
    return (Reason(rule(_branch_rule(mention)), Severity.WARNING, mention.path, fact, mention.where),)


def _branch_rule(mention: Mention) -> str:
    if mention.use is Use.DRIVER:
        return "DISC-DRIVER-WINDOWS-01" if mention.device else "DISC-DRIVER-WINDOWS-03"
    return "DISC-WINDOWS-08" if mention.device else "DISC-WINDOWS-05"


def _bits(path: str) -> int:
    """Return 32 or 64 by the name of the file, else by that of its folder; 0 if neither shows it."""
    folder, name = WINDOWS_PATHS.split(WINDOWS_PATHS.identity(path))
    for text, narrow, wide in ((name, _NARROW, _WIDE), (f"{folder}\\", _NARROW_FOLDER, _WIDE_FOLDER)):
        found = {bits for bits, pattern in ((32, narrow), (64, wide)) if pattern.search(text)}
        if found:
            return found.pop() if len(found) == 1 else 0
    return 0


@decides("DISC-DRIVER-WINDOWS-05")
def better_place(mentions: tuple[Mention, ...]) -> Iterator[Reason]:
    """Note drivers that are named in a SOFTWARE key, which ties them to no device."""
    for each in mentions:
        if each.use is Use.DRIVER and not each.device and each.followed:
            fact = f"{quote(each.path)} is named in a SOFTWARE key, which ties the driver to no device"
            suggestion = "VulkanDriverName in the key of the device, unless it is a driver in software"
            why, editions = rule("DISC-DRIVER-WINDOWS-05"), frozenset({Edition.E2018, Edition.E2026})
            yield Reason(why, Severity.NOTE, each.path, fact, each.where, suggestion, editions)


@decides("DISC-WINDOWS-11")
def whose_branch(mentions: tuple[Mention, ...]) -> Iterator[Reason]:
    """Report layers of applications in keys of devices, and layers of drivers in SOFTWARE keys.

    The folder of a manifest shows who installed it, and so does a device key without any facts about the device.
    """
    layers = [each for each in mentions if each.use is not Use.DRIVER]
    folders = {_folder(each.path) for each in layers if not each.device}
    why = rule("DISC-WINDOWS-11")
    for each in layers:
        fact, severity, suggestion = "", Severity.WARNING, "a key below SOFTWARE\\Khronos\\Vulkan"
        if not each.device and "\\driverstore\\" in _folder(each.path):
            fact = f"{quote(each.path)} comes with a driver and is named in a SOFTWARE key"
            suggestion = "a value in the key of the device"
        elif each.device and (_folder(each.path) in folders or (folders and _written(each.key))):
            fact = f"{quote(each.path)} is named in the key of a device by who also writes SOFTWARE keys"
        elif each.device and _bits(each.path) and "\\program files" in _folder(each.path):
            fact = f"{quote(each.path)} looks like an application's and is named in the key of a device"
            severity = Severity.NOTE
        if fact:
            yield Reason(why, severity, each.path, fact, each.where, suggestion, _SINCE_2018)


def _folder(path: str) -> str:
    return WINDOWS_PATHS.split(WINDOWS_PATHS.identity(path))[0]


def _written(key: RegistryKey) -> bool:
    """True if a device key only names manifests; the real key of a device also describes the device."""
    return all(value_role(value.name) is not None for value in key.values)


@decides("DISC-GEN-07")
def named_twice(mentions: tuple[Mention, ...]) -> Iterator[Reason]:
    """Report manifests that are named twice for the same use, ignoring letter case and kinds of slashes.

    The keys of two devices may name the same manifest, and so may those of two users.
    """
    known: dict[tuple[str, Use, bool], list[Mention]] = {}
    for each in mentions:
        if not each.followed:
            continue
        others = known.setdefault((WINDOWS_PATHS.identity(each.path), each.use, each.wow), [])
        first = next((other for other in others if _are_read_together(each, other)), None)
        if first is None:
            others += [each] if len(others) < _OTHERS_LIMIT else []
            continue
        line = f", line {first.value.span.line}" if first.value.span.line else ""
        fact = f"{quote(each.path)} is named a second time: first as {quote(first.path)} in {first.key.path}{line}"
        why, editions = rule("DISC-GEN-07"), since(Edition.E2022)
        yield Reason(why, Severity.WARNING, each.path, fact, each.where, "name it once", editions)


def _are_read_together(one: Mention, other: Mention) -> bool:
    """True if one process reads both values. Two devices may share a driver, and two users a layer."""
    if one.device and other.device:
        return one.key is other.key
    users = {_user(each.key.path) for each in (one, other)} - {""}
    return len(users) < 2


def _user(path: str) -> str:
    """Return the user of a key: a SID below HKEY_USERS, else the hive; empty for the machine's keys."""
    hive, sid = path.casefold().split("\\", 2)[:2]
    if hive == MACHINE.casefold():
        return ""
    return sid if hive == USERS.casefold() else hive


@decides("LLP_LAYER_20", "LDP_DRIVER_11")
def leftover(mention: Mention) -> tuple[Reason, ...]:
    """Return the finding on a value whose manifest is missing, which an uninstall or update left behind."""
    driver = mention.use is Use.DRIVER
    place = "" if mention.value.span.line else f" of {mention.key.path}"
    what = "driver" if driver else "layer"
    fact = (
        f"{quote(mention.path)} does not exist: the value{place} was left behind when the {what} was removed"
    )
    why = rule("LDP_DRIVER_11" if driver else "LLP_LAYER_20")
    editions = since(Edition.E2026 if driver else Edition.E2022)
    severity = Severity.ERROR if mention.followed else Severity.WARNING
    return (Reason(why, severity, mention.path, fact, mention.where, "delete the value", editions),)


def _rule_for(meant: str) -> RuleId:
    return KEY_RULES[KEY_NAMES[meant]] if meant else KEY_RULES[Use.EXPLICIT]


def _near(name: str, known: Mapping[str, object]) -> str:
    """Return the known name that resembles this one; empty if there is none."""
    folded = {each.casefold(): each for each in known}
    near = get_close_matches(name.casefold().replace(" ", "").replace("_", ""), folded, 1, 0.75)
    return folded[near[0]] if near else ""


def _at(key: RegistryKey) -> InFile:
    return InFile(key.span.path, key.span.line, key.span.column)
