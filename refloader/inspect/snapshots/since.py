"""Compares two snapshots of a machine: finds what an uninstall or update left behind or broke.

No I/O. Does not report faults that the first snapshot already has.
"""

from collections.abc import Iterator

from refloader.core.manifests.library_path import LibraryForm, library_form
from refloader.model.path_rules import rules_of
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

_RULES = {Use.DRIVER: rule("LDP_DRIVER_11")}
_LAYER_RULE = rule("LLP_LAYER_20")
_TWINS = 8
"""The most entries of one name that an entry is compared with: each pair may be a finding."""


class _Times:
    """The two snapshots, with indexes that several checks use."""

    def __init__(self, before: Snapshot, now: Snapshot) -> None:
        self.before = before
        self.now = now
        self.old = {manifest.path: manifest for manifest in before.manifests}
        self.present = {manifest.path for manifest in now.manifests}
        self.came: dict[tuple[Use, str, str], list[tuple[KnownManifest, KnownEntry]]] = {}
        for each, entry in now.layers():
            if each.path not in self.old:
                self.came.setdefault(_key(each, entry), []).append((each, entry))
        self._libraries: dict[str, dict[str, KnownLibrary]] = {}
        self._entries: dict[str, dict[str, list[KnownEntry]]] = {}
        names = {entry.name.text for _, entry in before.layers()}
        self.gone_names = names - {entry.name.text for _, entry in now.layers()}

    def library_before(self, manifest: str, path: str) -> KnownLibrary | None:
        """Return the library with a library_path that the manifest had in the first snapshot."""
        if manifest not in self._libraries:
            old = self.old.get(manifest)
            named = [each.library for each in (old.entries if old else ()) if each.library]
            self._libraries[manifest] = {each.path.text: each for each in reversed(named)}
        return self._libraries[manifest].get(path)

    def entries_before(self, manifest: str, name: str) -> list[KnownEntry]:
        """Return the entries with a name that the manifest had in the first snapshot, not more than ``_TWINS``."""
        if manifest not in self._entries:
            old, found = self.old.get(manifest), dict[str, list[KnownEntry]]()
            for entry in old.entries if old else ():
                found.setdefault(entry.name.text, []).append(entry)
            self._entries[manifest] = found
        return self._entries[manifest].get(name, [])[:_TWINS]


def _key(manifest: KnownManifest, entry: KnownEntry) -> tuple[Use, str, str]:
    """Return what two entries for the same layer or driver have in common: the name, or without one the library."""
    file = entry.library.file if entry.library and not entry.name.text else ""
    return manifest.use, entry.name.text, file


@decides("LLP_LAYER_20", "LDP_DRIVER_11", "LLP_LAYER_7")
def since(
    before: Snapshot, now: Snapshot, left: frozenset[str], *, uninstalled: bool = False
) -> tuple[Reason, ...]:
    """Return the findings on files left behind since the first snapshot, and on references that broke since then.

    ``left`` are the libraries of the first snapshot that still exist at the second. With ``uninstalled``, the first
    snapshot was taken before the installation and the second after the removal: then every new manifest is an error.
    """
    times = _Times(before, now)
    reasons: list[Reason] = []
    for manifest in now.manifests:
        stayed = uninstalled and manifest.path not in times.old
        reasons += _stayed(manifest) if stayed else _of_manifest(manifest, times)
    return (*reasons, *_left_libraries(times, left))


def _of_manifest(manifest: KnownManifest, times: _Times) -> Iterator[Reason]:
    for entry in manifest.entries:
        if entry.library and not entry.library.file:
            yield from _without_library(manifest, entry.library, times)
        elif entry.library:
            yield from _changed_library(manifest, entry, entry.library, times)
        yield from _older_twin(manifest, entry, times)
        yield from _components(manifest, entry, times)
    yield from _references(manifest, times)


def _stayed(manifest: KnownManifest) -> list[Reason]:
    """Report a manifest that did not exist before the installation and exists after the removal."""
    where = Mention("", *((manifest.entries[0].name[1:]) if manifest.entries else (0, 0)))
    fact = "this manifest came after the snapshot and is still there: uninstalling has to remove it"
    return [_reason(manifest, Severity.ERROR, where, fact, "remove the manifest")]


def _without_library(manifest: KnownManifest, library: KnownLibrary, times: _Times) -> Iterator[Reason]:
    old = times.library_before(manifest.path, library.path.text)
    shown, suggestion = quote(library.path.text), "remove the manifest, or install the library"
    if old and old.file:
        fact = f"the library {shown} is gone since the snapshot, where it was {quote(old.file)}; this is left"
        yield _reason(manifest, Severity.ERROR, library.path, fact, suggestion)
    elif old is None:
        # Another process's linker may find a bare name, so this is only a warning.
        bare = library_form(library.path.text) is LibraryForm.BARE
        fact = f"the manifest has named the library {shown} since the snapshot, and that is not there"
        yield _reason(manifest, Severity.WARNING if bare else Severity.ERROR, library.path, fact, suggestion)


def _changed_library(
    manifest: KnownManifest, entry: KnownEntry, library: KnownLibrary, times: _Times
) -> Iterator[Reason]:
    """Note a changed library whose entry has the same version: no rule forbids it, but it may be a mistake."""
    for old in times.entries_before(manifest.path, entry.name.text):
        changed = old.library and old.library.sha256 and library.sha256 not in ("", old.library.sha256)
        if changed and old.version == entry.version:
            what = "api_version" if manifest.use is Use.DRIVER else "implementation_version"
            fact = f'{quote(library.file)} has changed since the snapshot; "{what}" is {quote(entry.version)} still'
            yield _reason(manifest, Severity.NOTE, library.path, fact)


def _older_twin(manifest: KnownManifest, entry: KnownEntry, times: _Times) -> Iterator[Reason]:
    """Report an unchanged manifest of a layer or driver for which an update added another manifest."""
    old = times.old.get(manifest.path)
    if old is None or old.sha256 != manifest.sha256:
        return
    for other, twin in times.came.get(_key(manifest, entry), [])[:_TWINS]:
        if _same(entry, twin):
            beside = _folder(other.path) == _folder(manifest.path)
            subject = f"the layer {quote(entry.name.text)}" if entry.name.text else "this driver"
            fact = f"{subject} is described by {quote(other.path)} too, which came since the snapshot"
            severity = Severity.WARNING if beside else Severity.NOTE
            yield _reason(manifest, severity, entry.name, fact, "an update replaces or removes the old file")


def _same(entry: KnownEntry, twin: KnownEntry) -> bool:
    """True if two entries describe the same layer, by name and word size, or the same driver, by library."""
    if not (entry.library and twin.library) or not entry.name.text:
        files = [each.library.file if each.library else "" for each in (entry, twin)]
        return bool(files[0]) and files[0] == files[1] and entry.name.text == twin.name.text
    sizes = {entry.library.word_size, twin.library.word_size} - {0}
    return entry.name.text == twin.name.text and len(sizes) < 2


def _folder(path: str) -> str:
    return rules_of(path).split(path)[0]


def _components(manifest: KnownManifest, entry: KnownEntry, times: _Times) -> Iterator[Reason]:
    for component in entry.components:
        if component.text in times.gone_names:
            fact = f"the component {quote(component.text)} was there at the time of the snapshot and is gone"
            where = InFile(manifest.path, component.line, component.column)
            yield Reason(rule("LLP_LAYER_7"), Severity.ERROR, entry.name.text, fact, where)


def _references(manifest: KnownManifest, times: _Times) -> Iterator[Reason]:
    """Report a settings file that names a manifest which no longer exists."""
    for reference in manifest.references:
        gone = times.old.get(reference.text)
        if gone is not None and reference.text not in times.present:
            fact = f"the settings name the manifest {quote(reference.text)}, which is gone since the snapshot"
            where = InFile(manifest.path, reference.line, reference.column)
            why = _RULES.get(gone.use, _LAYER_RULE)
            yield Reason(why, Severity.ERROR, manifest.path, fact, where, "remove the entry")


def _left_libraries(times: _Times, left: frozenset[str]) -> Iterator[Reason]:
    """Note libraries that no manifest names any more. Only a note, because something else may use them."""
    seen = set(times.now.libraries())
    for manifest, entry in times.before.layers():
        file = entry.library.file if entry.library else ""
        if file in left and file not in seen:
            seen.add(file)
            fact = (
                f"{quote(manifest.path)} named this library at the time of the snapshot, and nothing does now"
            )
            why = _why(manifest)
            yield Reason(
                why, Severity.NOTE, file, fact, InFile(file), "remove it, unless something else uses it"
            )


def _why(manifest: KnownManifest) -> RuleId:
    return _RULES.get(manifest.use, _LAYER_RULE)


def _reason(
    manifest: KnownManifest, severity: Severity, where: Mention, fact: str, remedy: str = ""
) -> Reason:
    place = InFile(manifest.path, where.line, where.column)
    return Reason(_why(manifest), severity, manifest.path, fact, place, remedy)
