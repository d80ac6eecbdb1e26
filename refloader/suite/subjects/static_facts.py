"""Inspects one file of a layer or driver: what it says, what lint finds, its library. Loads nothing."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import refloader.inspect.lint.manifests  # its imports are the modules whose deciders the verdicts are about
from refloader.core.json import reader
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.core.manifests.library_path import has_origin
from refloader.core.manifests.manifest_kind import kind_of
from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.libraries.facts import driver_library, not_a_library
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.lint.manifests import Finding
from refloader.inspect.lint.walking import manifest_at
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.library import Library
from refloader.model.place import Form, Place, Use
from refloader.model.reason import InFile, Severity, Span
from refloader.model.text import quote
from refloader.results.results_file import readable
from refloader.rules import rule, rules
from refloader.sandbox.loader import identify_file
from refloader.suite.subjects.library_names import is_library

Target = Literal["layer", "driver"]
VALID = {"layer": rule("LLP_LAYER_6"), "driver": rule("LDP_DRIVER_4")}
"""The rules that a file has to be a manifest at all."""

_UNUSABLE = {rule("LLP_LAYER_20"): rule("MANIFEST-LAYER-07"), rule("LDP_DRIVER_11"): rule("MANIFEST-ICD-03")}
"""The rules of lint on a manifest without its library, and the rules broken if that library was to be tested."""


_MOST_KEPT = 64 << 10
"""How many bytes of a manifest, and characters of its text, results store."""

_MOST_OF_ALL = 8 << 20
"""How many characters the manifests of all subjects have together: one file can have thousands of layers."""


@dataclass(frozen=True, slots=True)
class StaticFacts:
    """The inspection of one file. ``no_library`` says why there are no facts about its library.

    ``parsed`` says whether it holds a JSON object; ``failure`` why it could not be read at all, ``dangling`` that it
    is a dangling link. ``bare`` is a library that came without a manifest. ``text`` is the part of the manifest's
    text that results store.
    """

    path: str
    target: Target
    use: Use
    version: str
    sha256: str
    keys: frozenset[str]
    findings: tuple[Finding, ...]
    library: Library | None
    no_library: str
    parsed: bool = True
    failure: str = ""
    dangling: bool = False
    bare: bool = False
    text: str = ""


def static_facts_of(path: str, target: Target, edition: Edition | None) -> StaticFacts:
    """Return the inspection of a manifest or a library without one; an edition leaves out findings of others."""
    return (_library_alone if is_library(path) else _manifest)(RealHost(), path, target, edition)


def manifests(path: str) -> tuple[str, ...]:
    """Return the manifest at a path, or those in the folder at it, as absolute paths."""
    host = RealHost()
    if host.kind(path) is not Kind.FOLDER:
        return (os.path.abspath(path),)
    listing = host.list(path)
    names = sorted(listing.names) if isinstance(listing, Listing) else []
    found = (os.path.abspath(os.path.join(path, name)) for name in names if name.endswith(".json"))
    return tuple(each for each in found if host.kind(each) is Kind.FILE)


def _manifest(host: Host, path: str, target: Target, edition: Edition | None) -> StaticFacts:
    there, answer = host.read(path), manifest_at(host, path)
    data = answer.data if isinstance(answer, Content) else b""
    document = reader.read(data)
    root = document.value if document.valid and isinstance(document.value, dict) else None
    keys = frozenset(_keys(root))
    report = refloader.inspect.lint.manifests.Linter(host).run([path, *_company(path, keys)])
    version, library, no_library = _library(host, document, path, target)
    found = (*_name(path, target), *_with_unusable(report.findings))
    return StaticFacts(
        path,
        target,
        kind_of(document.value, path),
        version,
        hashlib.sha256(data).hexdigest() if isinstance(answer, Content) else "",
        keys,
        tuple(f for f in found if _is_of_documents(f, path, edition)),
        library,
        no_library,
        root is not None,
        "" if isinstance(there, Content) else there.detail or str(there.trouble),
        host.kind(path) is Kind.MISSING and os.path.islink(path),
        text=stored_text(data),
    )


def _is_of_documents(found: Finding, path: str, edition: Edition | None) -> bool:
    """Return whether a finding is on this file and by an edition, and not on what releases do besides."""
    by_edition = edition is None or edition in found.editions
    return found.span.path == path and by_edition and not found.releases


def manifest_text(path: str) -> str:
    """Return the text of the manifest at a path as results store it; empty if it cannot be read."""
    answer = manifest_at(RealHost(), path)
    return stored_text(answer.data) if isinstance(answer, Content) else ""


def manifest_texts(paths: Iterable[str]) -> Iterator[str]:
    """Yield the text of each manifest as results store it; after a total limit, empty texts."""
    left, texts = _MOST_OF_ALL, dict[str, str]()
    for path in paths:
        if left > 0 and path not in texts:
            texts[path] = manifest_text(path)
        text = texts.get(path, "")
        left -= len(text)
        yield text if left >= 0 else ""


def stored_text(data: bytes) -> str:
    """Return a manifest's text as results store it: readable, and cut if it is long, with a note on its own line."""
    text = readable(data[:_MOST_KEPT].decode("utf-8", "surrogateescape"))
    if len(data) <= _MOST_KEPT and len(text) <= _MOST_KEPT:
        return text
    return f"{text[:_MOST_KEPT]}\n... ({len(data)} bytes, of which no more is kept)"


def _name(path: str, target: Target) -> Iterator[Finding]:
    """Yield a finding if the name keeps loaders from reading the file as a manifest."""
    if not path.endswith(".json"):
        fact = f"the name {quote(os.path.basename(path))} does not end in .json"
        editions = frozenset(Edition(each) for each in rules()[VALID[target]].editions)
        suggestion = "rename it to end in .json"
        yield Finding(VALID[target], Severity.ERROR, Span(path), fact, suggestion, editions, rejects=True)


def _library_alone(host: Host, path: str, target: Target, edition: Edition | None) -> StaticFacts:
    """Return the inspection of a driver's library without a manifest."""
    answer, where = host.library(path), InFile(path)
    driver = Driver(path, Place(path, Use.DRIVER, Form.FILE, "the command line", rule("DISC-GEN-08")))
    if isinstance(answer, Library):
        library, reasons = answer, driver_library(driver, answer, where, host.word_size(), host.machine())
    else:
        detail = answer.detail or str(answer.trouble)
        library, reasons = None, (not_a_library(path, detail, path, where, rule("MANIFEST-ICD-03")),)
    found = (
        replace(each, rule=rule("GPA-ICD-01")) if each.rule == rule("MANIFEST-ICD-03") else each
        for each in refloader.inspect.lint.manifests.findings(reasons)
    )
    return StaticFacts(
        path,
        target,
        Use.DRIVER,
        "",
        identify_file(path),
        frozenset(),
        tuple(f for f in found if edition is None or edition in f.editions),
        library,
        "" if library else f"{quote(path)} is no shared library",
        bare=True,
    )


def _with_unusable(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, and one more for each manifest without its library: the subject cannot be run.

    Lint, which may run in a source tree, reports at most a warning about a manifest that may have been left behind.
    """
    for finding in findings:
        yield finding
        if finding.rule in _UNUSABLE and finding.severity is not Severity.ERROR:
            what = "driver" if finding.rule == rule("LDP_DRIVER_11") else "layer"
            fact = f"{finding.message}: no loader here can use the {what}"
            yield replace(finding, rule=_UNUSABLE[finding.rule], severity=Severity.ERROR, message=fact)


def _company(path: str, keys: frozenset[str]) -> tuple[str, ...]:
    """Return the other manifests in the folder of a meta-layer: its components may be among them."""
    if "component_layers" not in keys:
        return ()
    return tuple(each for each in manifests(os.path.dirname(path)) if each != path)


def _keys(root: Mapping[str, reader.JsonValue] | None) -> Iterator[str]:
    """Yield the keys of the file and of each object in it that describes a layer or driver."""
    for key, value in (root or {}).items():
        yield key
        for inner in value if isinstance(value, list) else [value]:
            yield from inner if isinstance(inner, dict) else ()


def _library(
    host: Host, document: reader.Document, path: str, target: Target
) -> tuple[str, Library | None, str]:
    """Return the manifest's API version, the facts of its library, and why there are none (empty if there are)."""
    use = Use.DRIVER if target == "driver" else Use.EXPLICIT
    place = Place(path, use, Form.FILE, "the command line", rule("DISC-GEN-08"))
    if target == "driver":
        driver = read_driver_file(document, path, place)
        version, libraries = str(driver.api_version or ""), [driver.library_path]
    else:
        layers = read_layer_file(document, path, place).layers
        version, libraries = str(layers[0].api_version) if layers else "", [i.library_path for i in layers]
    named = [library_path for library_path in libraries if library_path]
    if not named:
        return version, None, "the manifest names no library"
    finder = Libraries(host)
    for library_path in named:
        found = finder.find(library_path, path)
        facts = host.library(found) if found is not None else None
        if isinstance(facts, Library):
            return version, facts, ""
    if has_origin(named[0]):
        return version, None, f"where {quote(named[0])} is depends on the loader that opens it"
    return version, None, f"the library {quote(named[0])} is not there or is no shared library"
