"""Verdicts on layers and drivers from reading their files alone: lint's findings, rule by rule. Loads nothing.

A rule passes only if a finding could have named it. A finding under an ambiguity counts, as a warning, for the rules
that the ambiguity is about.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from refloader.host import shell
from refloader.inspect.lint.manifests import Finding
from refloader.model.edition import LATEST, Edition
from refloader.model.place import Use
from refloader.model.reason import Severity
from refloader.model.text import visible
from refloader.native.target import words as target_words
from refloader.results.results_file import Result, Subject, Verdict
from refloader.rules import Ambiguity, Rule, RuleId, decided_by, find, rule, rules
from refloader.suite.run.advice import advised
from refloader.suite.subjects.request import holds
from refloader.suite.subjects.static_facts import VALID, StaticFacts, Target, static_facts_of

NO_NAMES: Mapping[str, str] = MappingProxyType({})

_MANIFESTS, _LIBRARIES = "refloader.core.manifests.", "refloader.inspect.libraries.facts."
_FIELDS = tuple(_MANIFESTS + name for name in ("layer_fields.", "layer_extras.", "manifest_library."))
_LAYER_CODE = (_MANIFESTS + "layer_manifest.", "refloader.inspect.lint.collection.", *_FIELDS, _LIBRARIES)
_DRIVER_CODE = (_MANIFESTS + "driver_manifest.", *_FIELDS, _LIBRARIES)
"""The modules that decide what a manifest and its library say, by the beginning of their functions' names."""

_SHARED = frozenset({rule("DISC-GEN-08"), rule("DISC-GEN-09")})

SPOKEN_BY = {
    rule("LLP_LAYER_3"): (rule("NAMING-LAYER-01"), rule("NAMING-LAYER-02"), rule("NAMING-LAYER-03")),
    rule("ACT-IMPLICIT-02"): (rule("LLP_LAYER_9"),),
    rule("NEGOTIATE-LAYER-02"): (rule("LLP_LAYER_4"),),
    rule("INTERCEPT-08"): (rule("IFACE-LAYER-V0-08"),),
    rule("MANIFEST-ICD-07"): (rule("MANIFEST-ICD-01"),),
    rule("MANIFEST-LAYERVER-101"): (rule("MANIFEST-LAYER-03"),),
}
"""Rules that repeat other rules: findings on them have the other rules' ids."""

SILENT = frozenset(
    {
        rule("IFACE-LAYER-V0-06"),
        rule("IFACE-LAYER-V0-10"),
        rule("MANIFEST-LAYER-26"),
        rule("MANIFEST-LAYERVER-100"),
    }
)
"""Rules that shape how a manifest is read, but that no finding can name."""

_WITH = {
    "layers": ("MANIFEST-LAYER-03", "MANIFEST-LAYERVER-101"),
    "library_arch": ("MANIFEST-LAYER-09", "MANIFEST-LAYERVER-121", "MANIFEST-ICD-05"),
    "functions": ("MANIFEST-LAYER-13",),
    "instance_extensions": ("MANIFEST-LAYER-14",),
    "device_extensions": ("MANIFEST-LAYER-15", "MANIFEST-LAYER-16", "ACT-LAYER-NOCORE-01"),
    "enable_environment": ("MANIFEST-LAYER-17",),
    "disable_environment": ("MANIFEST-LAYER-18",),
    "component_layers": (
        "MANIFEST-LAYER-19",
        "MANIFEST-LAYERVER-111",
        "META-01",
        "META-05",
        "LLP_LAYER_7",
        "LLP_LAYER_8",
    ),
    "pre_instance_functions": ("MANIFEST-LAYER-20", "MANIFEST-LAYERVER-112", "PREINST-01", "PREINST-02"),
    "app_keys": ("MANIFEST-LAYER-21",),
    "blacklisted_layers": ("MANIFEST-LAYER-22",),
    "override_paths": ("MANIFEST-LAYER-23",),
    "introduction, url, platforms, status or features": ("MANIFEST-LAYER-24", "MANIFEST-LAYERVER-120"),
    "is_portability_driver": ("MANIFEST-ICD-06",),
}
_NEEDS = {rule(rule_id): keys for keys, rule_ids in _WITH.items() for rule_id in rule_ids}
_OF_MANIFEST = frozenset({*_NEEDS, rule("LDP_DRIVER_11")})
"""Rules that a library alone cannot break, although findings on a library can name them."""

_IMPLICIT_ONLY = frozenset({rule("LLP_LAYER_9"), rule("ACT-IMPLICIT-02")})
_WRONG_KIND = {"layer": rule("MANIFEST-LAYER-02"), "driver": rule("MANIFEST-ICD-02")}
_LEFT = {"layer": rule("LLP_LAYER_20"), "driver": rule("LDP_DRIVER_11")}
_WITHDRAWN = rule("LDP_DRIVER_6")
_OFFERED = frozenset({rule("NEGOTIATE-ICD-01"), rule("PHYSDEV-ICD-03")})
"""Rules about what a driver exports or, from interface version 7 on, returns from a lookup: only a call decides."""

_BY_EXPORTS = _OFFERED | {_WITHDRAWN, rule("GPA-ICD-01"), rule("GPA-ICD-04"), rule("IFACE-ICD-V0-01")}
_JUDGED_BY = {"layer": ("", ""), "driver": (LATEST.value, "drivers are judged by the newest")}
_GRADE = {Severity.ERROR: Verdict.FAIL, Severity.WARNING: Verdict.WARN}


def static_results(
    paths: Iterable[str], target: Target, edition: Edition | None, names: Mapping[str, str] = NO_NAMES
) -> Iterator[tuple[Subject, tuple[Result, ...]]]:
    """Yield each manifest as a subject, with its results.

    With an edition, results that matter only to others are left out. ``names`` maps paths to names, for subjects
    that are not to be named by their path.
    """
    for path in dict.fromkeys(paths):
        started = time.monotonic()
        manifest = static_facts_of(path, target, edition)
        verdicts = [each for each in _verdicts(manifest) if _matters(each[0], each[1], edition)]
        seconds = (time.monotonic() - started) / max(1, len(verdicts))
        name = names.get(path, visible(path))
        chosen = (edition.value, "--edition") if edition else _JUDGED_BY[target]
        about = (name, path, manifest.version, manifest.sha256, *chosen)
        subject = Subject(target, *about, manifest=manifest.text)
        yield subject, tuple(_result(subject, *each, edition, seconds) for each in verdicts)


def _matters(rule_id: RuleId, verdict: Verdict, edition: Edition | None) -> bool:
    """Return whether the edition has the rule; a finding always matters, as findings know their editions."""
    return edition is None or verdict not in (Verdict.PASS, Verdict.SKIP) or holds(rule_id, edition)


@cache
def static_rules(target: Target) -> tuple[RuleId, ...]:
    """Return the rules that reading a manifest of this kind decides, in the order of the catalogue."""
    return tuple(row.id for row in rules().values() if row.id not in SILENT and _is_checked(row, target))


def _is_checked(row: Rule, target: Target) -> bool:
    if {"static", "model"}.isdisjoint(row.kinds) or row.applies_to not in ("manifest", target):
        return False
    of_driver = row.applies_to == "driver" or row.id.startswith("MANIFEST-ICD")
    if row.id not in _SHARED and of_driver != (target == "driver"):
        return False
    code = _DRIVER_CODE if target == "driver" else _LAYER_CODE
    return any(name.startswith(code) for name in decided_by(row.id))


def _verdicts(manifest: StaticFacts) -> Iterator[tuple[RuleId, Verdict, str, Sequence[Finding]]]:
    """Yield the verdict on each rule, in the order of the catalogue; also on other rules with findings."""
    if not manifest.parsed:
        yield from _unparsed(manifest)
        return
    if (manifest.use is Use.DRIVER) != (manifest.target == "driver") or manifest.use is Use.SETTINGS:
        fact = _of_another_kind(manifest)
        yield _WRONG_KIND[manifest.target], Verdict.FAIL, fact, ()
        return
    named = _by_rule(manifest.findings)
    ids = {*static_rules(manifest.target), *(r for r, each in named.items() if _grade(each))}
    for rule_id in (row.id for row in rules().values() if row.id in ids):
        spoken = [f for other in (rule_id, *SPOKEN_BY.get(rule_id, ())) for f in named.get(other, ())]
        grade = _grade(spoken)
        why = "" if grade else _not_checked(rule_id, manifest) or _left_open(rule_id, spoken, manifest)
        if why:
            yield rule_id, Verdict.SKIP, why, ()
        else:
            yield rule_id, grade or Verdict.PASS, "\n".join(_fact(f) for f in spoken), spoken


def _of_another_kind(manifest: StaticFacts) -> str:
    """Say what the manifest of another kind of file describes, and how that is judged."""
    if manifest.use is Use.SETTINGS:
        return f"it is a settings file, not the manifest of a {manifest.target}; refloader lint judges it"
    kind = "driver" if manifest.use is Use.DRIVER else "layer"
    line = shell.line(["refloader", "conform", f"--{kind}", os.path.basename(manifest.path)])
    return f"it describes a {kind}, not a {manifest.target}; {line} judges it"


def _unparsed(manifest: StaticFacts) -> Iterator[tuple[RuleId, Verdict, str, Sequence[Finding]]]:
    """Yield one verdict on a file that is no JSON object; all other rules are skipped."""
    broken = VALID[manifest.target]
    if manifest.dangling:
        broken = _LEFT[manifest.target]
        yield broken, Verdict.FAIL, "the manifest is a link that leads nowhere", ()
    elif manifest.failure:
        yield broken, Verdict.ERROR, f"the file cannot be read: {manifest.failure}", ()
    else:
        facts = "\n".join(_fact(finding) for finding in manifest.findings)
        yield broken, Verdict.FAIL, facts or "the file holds no JSON object", manifest.findings
    for rule_id in static_rules(manifest.target):
        if rule_id != broken:
            yield rule_id, Verdict.SKIP, "the file holds nothing that could be judged", ()


def _by_rule(findings: Iterable[Finding]) -> dict[RuleId, list[Finding]]:
    named: dict[RuleId, list[Finding]] = {}
    for finding in findings:
        row = find(finding.rule)
        about = row.rules if isinstance(row, Ambiguity) else (finding.rule,)
        for rule_id in about:
            named.setdefault(rule(rule_id), []).append(finding)
    return named


def _grade(findings: Sequence[Finding]) -> Verdict | None:
    """Return the verdict that follows from findings, None if they are notes at most."""
    grades = {
        Verdict.WARN if f.rule.startswith("AMB-") and f.severity in _GRADE else _GRADE.get(f.severity)
        for f in findings
    }
    return Verdict.FAIL if Verdict.FAIL in grades else Verdict.WARN if Verdict.WARN in grades else None


def _not_checked(rule_id: RuleId, manifest: StaticFacts) -> str:
    """Return why the rule could not be checked on this manifest, or an empty string."""
    if manifest.bare and (rule_id in _OF_MANIFEST or not _is_of_library(rule_id, manifest.target)):
        return "the library came without a manifest"
    keys = _NEEDS.get(rule_id, "")
    if keys and manifest.keys.isdisjoint(keys.replace(" or ", ", ").split(", ")):
        return f"the manifest does not have {keys}"
    if rule_id in _IMPLICIT_ONLY and manifest.use is not Use.IMPLICIT:
        return "the layer is explicit"
    return manifest.no_library if _is_of_library(rule_id, manifest.target) else ""


def _is_of_library(rule_id: RuleId, target: Target) -> bool:
    """Return whether the library alone decides the rule, without any field of the manifest."""
    code = _DRIVER_CODE if target == "driver" else _LAYER_CODE
    here = [name for name in decided_by(rule_id) if name.startswith(code)]
    return all(name.startswith(_LIBRARIES) for name in here)


def _left_open(rule_id: RuleId, spoken: Sequence[Finding], manifest: StaticFacts) -> str:
    """Return why the exports of a driver's library do not decide the rule, or an empty string if they do."""
    if manifest.library is None or rule_id not in _BY_EXPORTS:
        return ""
    newer = "vk_icdGetInstanceProcAddr" in manifest.library.exports
    if newer and rule_id == _WITHDRAWN:
        seen = [each.message for each in spoken] or ["the library exports no command under an official name"]
        return f"withdrawn in 2026, for information only: {seen[0]}"
    if newer == (rule_id == rule("IFACE-ICD-V0-01")):
        shown = "exports" if newer else "does not export"
        return f"it is about drivers of another interface: the library {shown} vk_icdGetInstanceProcAddr"
    return spoken[0].message if spoken and rule_id in _OFFERED else ""


def _fact(finding: Finding) -> str:
    ages = "" if len(finding.editions) == len(Edition) else _ages(finding.editions)
    place = f"line {finding.span.line}: " if finding.span.line else ""
    return f"{place}{finding.message}{ages}"


def _ages(editions: Iterable[Edition]) -> str:
    return f" (matters in {', '.join(sorted(edition.value for edition in editions))})"


def _result(
    subject: Subject,
    rule_id: RuleId,
    verdict: Verdict,
    reason: str,
    findings: Sequence[Finding],
    edition: Edition | None,
    seconds: float,
) -> Result:
    words = ["refloader", "conform", *target_words(), f"--{subject.kind}", subject.path, "--rule", rule_id]
    words += ["--edition", edition.value] if edition else []
    evidence: dict[str, object] = (
        {"findings": [{"rule": finding.rule, **finding.facts()} for finding in findings]} if findings else {}
    )
    evidence |= advised(rule_id, verdict)
    repro = shell.line(words)
    return Result(rule_id, subject.name, "static", verdict, reason, evidence, repro, seconds)
