"""Judges manifests against each other: names that meet, components that do not fit. Never judges one alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from refloader.core import metalayers
from refloader.model.edition import Edition, since
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.paths import rules_of
from refloader.model.place import Use
from refloader.model.reason import Location, Reason, Severity
from refloader.model.text import quote
from refloader.model.version import ApiVersion
from refloader.rules import decides, rule

_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)


@dataclass(frozen=True, slots=True)
class Entry:
    """What comparing manifests needs of one layer; small, as there may be ten thousand."""

    name: str
    kind: Use
    manifest: str
    where: Location
    library_path: str
    library_arch: str
    api_version: ApiVersion
    components: tuple[str, ...]
    override_paths: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the manifest."""
        return rules_of(self.manifest).split(self.manifest)[0]

    @property
    def is_meta(self) -> bool:
        """Whether the layer is a list of other layers."""
        return bool(self.components)

    @property
    def own_search(self) -> bool:
        """Whether it is an override layer whose components lie in paths of its own (OVERRIDE-05)."""
        return self.name == OVERRIDE_NAME and self.kind is Use.IMPLICIT and bool(self.override_paths)


@decides("DISC-GEN-03", "DISC-GEN-02")
def clashes(entries: Iterable[Entry]) -> list[Reason]:
    """Layers of one name, kind and word size: of two files in one folder nobody can tell which is taken."""
    met: dict[tuple[str, Use, str], dict[str, Entry]] = {}
    reasons = []
    for entry in entries:
        by_folder = met.setdefault((entry.name, entry.kind, entry.library_arch), {})
        other = by_folder.get(entry.folder) or next(iter(by_folder.values()), None)
        by_folder.setdefault(entry.folder, entry)
        if other is not None and (
            other.library_path != entry.library_path or other.manifest == entry.manifest
        ):
            reasons.append(_clash(entry, other))
    return reasons


def _clash(entry: Entry, other: Entry) -> Reason:
    name, where = quote(entry.name), entry.where
    if entry.manifest == other.manifest:
        fact = f"{name} is defined twice in this file; the first definition is the one used"
        return Reason(rule("DISC-GEN-02"), Severity.WARNING, entry.name, fact, where, editions=_E2022)
    also = f"{name} is also defined in {quote(other.manifest)}"
    if entry.folder == other.folder:
        fact = f"{also}; which one is used is undefined"
        return Reason(rule("DISC-GEN-03"), Severity.WARNING, entry.name, fact, where, editions=_E2022)
    fact = f"{also}; the first place of the search wins"
    return Reason(rule("DISC-GEN-02"), Severity.NOTE, entry.name, fact, where, editions=_E2022)


@decides("LLP_LAYER_7", "LLP_LAYER_8", "META-02", "META-03")
def component_faults(metas: Iterable[Entry], known: Mapping[str, Entry]) -> list[Reason]:
    """Why meta-layers cannot be used, by the rules of each edition: the same fault is said once."""
    reasons: dict[tuple[str, str, str], Reason] = {}
    for entry in metas:
        for edition in sorted(_E2018):
            fault = metalayers.fault(entry, known, edition, {})
            if fault is None:
                continue
            first = reasons.get((entry.manifest, entry.name, fault.fact))
            editions = frozenset({edition}) | (first.editions if first else frozenset())
            # A component may be installed elsewhere; every other fault is there whatever is installed.
            severity = Severity.WARNING if "is not found" in fault.fact else Severity.ERROR
            fault = replace(fault, severity=severity, editions=editions, rejects=severity is Severity.ERROR)
            reasons[entry.manifest, entry.name, fault.fact] = fault
    return list(reasons.values())


@decides("OVERRIDE-06")
def override_faults(override: Entry, inside: Mapping[str, Entry]) -> list[Reason]:
    """The components of an override layer that its own paths do not hold, which voids it."""
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
