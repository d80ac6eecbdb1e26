"""Checks manifests against each other: duplicate names, unusable components. Never checks a manifest alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from refloader.core.activation import metalayers
from refloader.model.edition import Edition, since
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.path_rules import rules_of
from refloader.model.place import Use
from refloader.model.reason import Location, Reason, Severity
from refloader.model.text import quote
from refloader.model.version import ApiVersion
from refloader.rules import decides, rule

_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)


_SIZES = {"32": (32,), "64": (64,)}
_EVERY_SIZE = (32, 64)


@dataclass(frozen=True, slots=True)
class Entry:
    """The facts of one layer that comparisons need; small, because there may be ten thousand layers."""

    name: str
    kind: Use
    manifest: str
    where: Location
    library_path: str
    library_arch: str
    api_version: ApiVersion
    components: tuple[str, ...]
    override_paths: tuple[str, ...]
    word_sizes: frozenset[int] = frozenset()
    """The word sizes of processes that can load the library; empty if they are not known."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The word sizes of processes that use the manifest: all if it does not name one (MANIFEST-LAYER-09)."""
        return _SIZES.get(self.library_arch, _EVERY_SIZE)

    @property
    def folder(self) -> str:
        """The folder of the manifest."""
        return rules_of(self.manifest).split(self.manifest)[0]

    @property
    def is_meta(self) -> bool:
        """True for a meta-layer, which is a list of other layers."""
        return bool(self.components)

    @property
    def own_search(self) -> bool:
        """True for an override layer with its own search paths for components (OVERRIDE-05)."""
        return self.name == OVERRIDE_NAME and self.kind is Use.IMPLICIT and bool(self.override_paths)


def entry_of(layer: Layer, where: Location, word_sizes: frozenset[int]) -> Entry:
    """Return the facts of a layer; ``word_sizes`` are those of the processes that can load its library."""
    return Entry(
        layer.name,
        layer.kind,
        layer.manifest,
        where,
        layer.library_path,
        layer.library_arch,
        layer.api_version,
        layer.components,
        layer.override_paths,
        word_sizes,
    )


@decides("DISC-GEN-03", "DISC-GEN-02")
def clashes(entries: Iterable[Entry]) -> list[Reason]:
    """Report layers with the same name and kind for the same process.

    Of two in one folder, it is undefined which one a loader uses.
    """
    entries = list(entries)
    often = Counter((entry.name, entry.kind) for entry in entries)
    met: dict[tuple[str, Use, int], dict[str, Entry]] = {}
    reasons = []
    for entry in entries if len(often) < len(entries) else ():
        if often[entry.name, entry.kind] == 1:
            continue
        folder = entry.folder
        groups = [met.setdefault((entry.name, entry.kind, size), {}) for size in entry.processes]
        same_folder = (group[folder] for group in groups if folder in group)
        any_folder = (next(iter(group.values())) for group in groups if group)
        other = next(same_folder, None) or next(any_folder, None)
        for group in groups:
            group.setdefault(folder, entry)
        if other is not None and (other.manifest == entry.manifest or _told_by(other) != _told_by(entry)):
            reasons.append(_clash(entry, other))
    return reasons


def _told_by(entry: Entry) -> tuple[str, ApiVersion, tuple[str, ...], tuple[str, ...]]:
    """Return the facts by which two layers of one name differ. Equal facts mean a copy, which is harmless."""
    return entry.library_path, entry.api_version, entry.components, entry.override_paths


def _clash(entry: Entry, other: Entry) -> Reason:
    name, where = quote(entry.name), entry.where
    if entry.manifest == other.manifest:
        fact = f"{name} is defined twice in this file; the first definition is the one used"
        return Reason(rule("DISC-GEN-02"), Severity.WARNING, entry.name, fact, where, editions=_E2022)
    also = f"{name} is also defined in {quote(other.manifest)}"
    if _is_pair(entry, other):
        return _unnamed_pair(entry, other, also)
    if entry.folder == other.folder:
        fact = f"{also}; which one is used is undefined{_for_whom(entry, other)}"
        return Reason(rule("DISC-GEN-03"), Severity.WARNING, entry.name, fact, where, editions=_E2022)
    fact = f"{also}; the first place of the search wins"
    return Reason(rule("DISC-GEN-02"), Severity.NOTE, entry.name, fact, where, editions=_E2022)


def _is_pair(entry: Entry, other: Entry) -> bool:
    """True if the libraries are known to be for processes of different word sizes."""
    return bool(entry.word_sizes and other.word_sizes) and entry.word_sizes.isdisjoint(other.word_sizes)


@decides("MANIFEST-LAYER-09")
def _unnamed_pair(entry: Entry, other: Entry, also: str) -> Reason:
    """Report two manifests for different word sizes without library_arch: a process may use the wrong one."""
    silent = entry if entry.library_arch not in _SIZES else other
    size, against = _size(entry), _size(other)
    fact = (
        f'{also}; this one is for {size}-bit programs, the other for {against}-bit ones, and "library_arch" '
    )
    fact += "does not tell them apart: a program may take the one that it cannot load"
    suggestion = f'"library_arch": "{_size(silent)}"' + (
        "" if silent is entry else f" in {quote(other.manifest)}"
    )
    why = rule("MANIFEST-LAYER-09")
    return Reason(why, Severity.WARNING, entry.name, fact, entry.where, suggestion, _E2022)


def _size(entry: Entry) -> int:
    return min(entry.word_sizes)


def _for_whom(entry: Entry, other: Entry) -> str:
    """Say which word size both libraries are for, if it is known and the only one."""
    same = entry.word_sizes if entry.word_sizes == other.word_sizes and len(entry.word_sizes) == 1 else ()
    return "".join(f" (both libraries are for {size}-bit programs)" for size in same)


@decides("DEBUG-WRONGARCH-01")
def missing_twins(entries: Iterable[Entry], sizes_of_drivers: Iterable[frozenset[int]]) -> list[Reason]:
    """Note implicit layers for 64-bit programs only, if other layers or drivers are installed for 32-bit ones too."""
    entries = list(entries)
    both = {size for entry in entries for size in entry.word_sizes}.union(*sizes_of_drivers)
    if both != {32, 64}:
        return []
    named: dict[str, set[int]] = {}
    for entry in entries:
        if entry.kind is Use.IMPLICIT:
            named.setdefault(entry.name, set()).update(entry.word_sizes)
    return [
        Reason(
            rule("DEBUG-WRONGARCH-01"),
            Severity.NOTE,
            entry.name,
            "32-bit programs go without this layer: its library is for 64-bit ones, and others here are for both",
            entry.where,
            "install the library for both",
        )
        for entry in entries
        if entry.kind is Use.IMPLICIT and named[entry.name] == {64} and 64 in entry.word_sizes
    ]


@decides("LLP_LAYER_7", "LLP_LAYER_8", "META-02", "META-03")
def component_faults(metas: Iterable[Entry], known: Mapping[str, Entry]) -> list[Reason]:
    """Report why meta-layers cannot be used, by the rules of each edition; the same fault only once."""
    reasons: dict[tuple[str, str, str], Reason] = {}
    verdicts: dict[Edition, metalayers.Verdicts] = {edition: {} for edition in sorted(_E2018)}
    for entry in metas:
        for edition in verdicts:
            shared = verdicts[edition] if known.get(entry.name) is entry else {}  # cached by name
            fault = metalayers.fault(entry, known, edition, shared)
            if fault is None:
                continue
            first = reasons.get((entry.manifest, entry.name, fault.fact))
            editions = frozenset({edition}) | (first.editions if first else frozenset())
            # A missing component may be installed elsewhere; every other fault exists whatever is installed.
            severity = Severity.WARNING if "is not found" in fault.fact else Severity.ERROR
            fault = replace(fault, severity=severity, editions=editions, rejects=severity is Severity.ERROR)
            reasons[entry.manifest, entry.name, fault.fact] = fault
    return list(reasons.values())


@decides("OVERRIDE-06")
def override_faults(override: Entry, inside: Mapping[str, Entry]) -> list[Reason]:
    """Report the components of an override layer that are not in its override_paths, so that it is not applied."""
    return [
        Reason(
            rule("OVERRIDE-06"),
            Severity.WARNING,
            override.name,
            f"the component {quote(name)} is not found in override_paths, so the layer is not applied",
            override.where,
            "add the folder of the component's manifest to override_paths",
            _E2022,
            rejects=True,
        )
        for name in override.components
        if name not in inside
    ]
