"""Judges manifests against each other: names that meet, components that are missing. Never judges one alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from refloader.model.edition import Edition, since
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity, Span
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
    span: Span
    library_path: str
    library_arch: str
    api_version: ApiVersion
    components: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the manifest."""
        return self.span.path.rpartition("/")[0]


@decides("DISC-GEN-03", "DISC-GEN-02")
def clashes(entries: Iterable[Entry]) -> list[Reason]:
    """Layers of one name, kind and word size: in one folder nobody can tell which is taken."""
    first: dict[tuple[str, Use, str], Entry] = {}
    reasons = []
    for entry in entries:
        other = first.setdefault((entry.name, entry.kind, entry.library_arch), entry)
        if other is not entry and (
            other.library_path != entry.library_path or other.span.path == entry.span.path
        ):
            reasons.append(_clash(entry, other))
    return reasons


def _clash(entry: Entry, other: Entry) -> Reason:
    same_folder = entry.folder == other.folder
    where = InFile(entry.span.path, entry.span.line, entry.span.column)
    if same_folder:
        fact = (
            f"{quote(entry.name)} is also defined in {quote(other.span.path)}; which one is used is undefined"
        )
        return Reason(rule("DISC-GEN-03"), Severity.WARNING, entry.name, fact, where, editions=_E2022)
    fact = (
        f"{quote(entry.name)} is also defined in {quote(other.span.path)}; the first place of the search wins"
    )
    return Reason(rule("DISC-GEN-02"), Severity.NOTE, entry.name, fact, where, editions=_E2022)


@decides("LLP_LAYER_7", "LLP_LAYER_8", "META-02", "META-03")
def component_faults(entries: Iterable[Entry], known: Mapping[str, Entry]) -> list[Reason]:
    """Components of meta-layers that are nowhere, or older than the meta-layer."""
    reasons = []
    for entry in entries:
        where = InFile(entry.span.path, entry.span.line, entry.span.column)
        for name in entry.components:
            component = known.get(name)
            if component is None:
                fact = f"the component {quote(name)} of {quote(entry.name)} is not found"
                remedy = "install the component or drop it from the list"
                why = rule("LLP_LAYER_7")
                reasons.append(Reason(why, Severity.WARNING, entry.name, fact, where, remedy, _E2018))
            elif component.api_version.feature < entry.api_version.feature:
                fact = f"the component {quote(name)} has API version {component.api_version}, older than"
                fact = f"{fact} {entry.api_version} of {quote(entry.name)}"
                why = rule("LLP_LAYER_8")
                reasons.append(Reason(why, Severity.ERROR, entry.name, fact, where, "", _E2022))
    return reasons
