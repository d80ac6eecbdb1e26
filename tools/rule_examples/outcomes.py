"""Scenarios on which the reference does what is expected, and a loader with one decision turned wrong does not.

Both are run here, on the core in memory; what is expected stands in the scenario.
"""

import codecs
import inspect
import json
import posixpath
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refloader.model.edition import Edition
from refloader.model.system import System
from refloader.report.rules.value import Example, Finding
from refloader.report.rules.words import sentence
from refloader.rules import RuleId, find
from refloader.scenario import corpus
from refloader.scenario.corpus import Case
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.patterns import in_words
from refloader.scenario.scenario import HOME
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.registry import by_rule, mutants_by_name, patch_of
from refloader.suite.loaders.subjects import Reference
from rule_examples.machine import described, place_of
from rule_examples.manifests import parsed

TOP = Path(__file__).resolve().parent.parent.parent
_DULL = {
    "type": "GLOBAL",
    "implementation_version": "1",
    "description": "A layer for tests",
    "api_version": "1.3.0",
}
_USUAL = {
    "ICD": ("library_path", "api_version"),
    "layer": ("name", "type", "library_path", "api_version", "implementation_version", "description"),
}
"""What manifests of each kind have."""

_FORMATS = {"ICD": "1.0.0", "layer": "1.1.2"}
"""What the manifests of the corpus say of their format, where it is not their point."""

_ABRIDGED = "Manifests are shown without what all of them say alike"
_VALUES = ("answers", "versions", "properties")
"""What is expected as a value and not as a list of names."""

_LONGEST = 1500
_WIDEST = 100


@dataclass(frozen=True, slots=True)
class _Shown:
    case: Case
    edition: Edition
    differences: str


class Outcomes:
    """The corpus, to choose from."""

    def __init__(self) -> None:
        every = shipped_cases()
        self._cases = sorted(every, key=lambda case: (len(case.rules) > 2, len(summary(case)), case.name))

    def examples(self, rule_id: str) -> tuple[Example, ...]:
        """A scenario and a loader that fails on it; the scenario alone where no loader is known to fail."""
        names = [
            name for name in by_rule().get(RuleId(rule_id), ()) if mutants_by_name()[name].subject == "core"
        ]
        for name in names:
            shown = self._caught(name, rule_id)
            if shown:
                return _passing(shown), _failing(name, rule_id, shown)
        kept = next(self._kept(rule_id), None)
        return (_passing(kept),) if kept else ()

    def of_reading(self, rule_id: str) -> tuple[Example, ...]:
        """A scenario in which an ambiguity matters: what is expected there, and what is tolerated."""
        for case in self._cases:
            for edition, expected in reversed([*(case.expect or {}).items()]):
                if any(each.ambiguity == rule_id for each in expected.tolerated):
                    return (_passing(_Shown(case, Edition(edition), "")),)
        return ()

    def _caught(self, name: str, rule_id: str) -> _Shown | None:
        """The shortest scenario of the rule on which the reference is right and the violator is not."""
        change = patch_of(name)
        for shown in self._kept(rule_id):
            change.apply()
            try:
                found = _differences(shown.case, shown.edition)
            finally:
                change.undo()
            if found:
                return _Shown(shown.case, shown.edition, found)
        return None

    def _kept(self, rule_id: str) -> Iterator[_Shown]:
        """The scenarios of a rule where the reference does what is expected, those that tell most plainly first.

        That is what only one reading allows, in the newest edition of the scenario and the rule.
        """
        row = find(rule_id)
        of_rule = [case for case in self._cases if rule_id in case.rules and len(summary(case)) <= _LONGEST]
        found = []
        for case in of_rule:
            holding = [each for each in (case.expect or {}) if each in getattr(row, "editions", ())]
            for age, edition in enumerate(sorted(holding, reverse=True)):
                several = bool((case.expect or {})[edition].tolerated)
                found.append((age, several, _Shown(case, Edition(edition), "")))
        for _, _, shown in sorted(found, key=lambda each: each[:2]):
            if _differences(shown.case, shown.edition) == "":
                yield shown


def _differences(case: Case, edition: Edition) -> str | None:
    """How the core's answer differs from what is expected; None where the core alone cannot tell."""
    seen = Reference(edition).observe(case.scenario)
    if seen.ended != "ok":
        return None
    return "; ".join(map(str, corpus.differences(case, seen, edition)))


def _passing(shown: _Shown) -> Example:
    text = f"{summary(shown.case)}\n{_expected(shown)}"
    title = shown.case.scenario.note or f"The scenario {shown.case.name}."
    if any(path.endswith(".json") for path in shown.case.scenario.files):
        title = f"{sentence(title)} {_ABRIDGED}."
    return Example("passes", title, "text", text, place_of(shown.case))


def _failing(name: str, rule_id: str, shown: _Shown) -> Example:
    stand = REPLACEMENTS[name][0][0][1]
    lines = inspect.getsource(stand)
    file = Path(inspect.getsourcefile(stand) or "").resolve().relative_to(TOP).as_posix()
    title = (
        f"The reference with this one decision turned wrong, on that scenario: {mutants_by_name()[name].does}"
    )
    by = f"corpus/{shown.case.name.partition('/')[0]}[{shown.case.name.partition('/')[2]}]"
    found = Finding(RuleId(rule_id), "fail", shown.differences, by)
    return Example("fails", title, "python", lines, f"{file}, {stand.__name__}", (found,))


def summary(case: Case) -> str:
    """The machine and the application in a few lines; what is not told is as dull as can be."""
    world = case.scenario
    lines = [
        *described(world.situation),
        *_files(world.files),
        *(f"{path} -> {target}" for path, target in world.links.items()),
    ]
    lines += _odd_libraries(case)
    variables = {name: value for name, value in world.variables.items() if (name, value) != ("HOME", HOME)}
    lines += [f"{name}={value}" for name, value in variables.items()]
    lines += [*_program(case)]
    return "\n".join(lines)


def _odd_libraries(case: Case) -> Iterator[str]:
    """Libraries that are something else than a plain layer or driver, or that a manifest leads to in vain."""
    libraries = case.scenario.libraries
    told_by_manifests = {"name"} if case.scenario.situation.system.has_manifests else set()
    for path, library in libraries.items():
        flags = {name: value for name, value in library.flags.items() if name not in told_by_manifests}
        if flags or library.mock not in ("layer", "driver"):
            told = ", ".join(f"{name}={value}" for name, value in flags.items())
            yield f"{path}: {library.mock}{' with ' + told if told else ''}"
    there = {*libraries, *case.scenario.files, *case.scenario.links}
    for path, data in case.scenario.files.items():
        yield from (f"{each}: not there" for each in _named(path, data) if each not in there)


def _named(path: str, data: bytes) -> Iterator[str]:
    """The libraries that a manifest names by a path without ``.`` and links in it, which the loader then opens."""
    for value in (parsed(data) or {}).values():
        named = value.get("library_path", "") if isinstance(value, dict) else ""
        if isinstance(named, str) and "/" in named:
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), named))


def _files(files: Mapping[str, bytes]) -> Iterator[str]:
    for path, data in files.items():
        if path.endswith(".json"):
            yield path
            yield textwrap.fill(
                _manifest(path, data),
                _WIDEST,
                initial_indent=" " * 4,
                subsequent_indent=" " * 6,
                break_long_words=False,
                break_on_hyphens=False,
            )
        else:
            yield f"{path} ({len(data)} bytes)"


def _manifest(path: str, data: bytes) -> str:
    """A manifest in one line, without what every manifest of the corpus says; what it lacks is told."""
    whole = parsed(data)
    if whole is None or data.startswith(codecs.BOM_UTF8) or _repeats(data):
        return repr(data.decode("utf-8", "backslashreplace"))
    usual = next((version for kind, version in _FORMATS.items() if kind in whole), "")
    said = {
        key: _told(each, path) for key, each in whole.items() if (key, each) != ("file_format_version", usual)
    }
    lacking = [key for key in ("file_format_version",) if key not in whole] + [*_lacking(whole, path)]
    return json.dumps(said) + "".join(f' (no "{key}")' for key in lacking)


def _repeats(data: bytes) -> bool:
    """Whether a key stands twice in an object, where its value would hide one of them."""
    found: list[bool] = []

    def seen(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found.append(len(dict(pairs)) < len(pairs))
        return dict(pairs)

    json.loads(data, object_pairs_hook=seen)
    return any(found)


def _lacking(whole: Mapping[str, Any], path: str) -> Iterator[str]:
    """The keys that others of its kind have: without them it would look like any other."""
    for kind, usual in _USUAL.items():
        value = whole.get(kind)
        if isinstance(value, dict):
            switch = ("disable_environment",) if _is_implicit(path) else ()
            others = ("library_path",) if "component_layers" in value else ()
            yield from (key for key in (*usual, *switch) if key not in value and key not in others)


def _told(value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        return value
    folder, separator, file = path.rpartition("/" if "/" in path else "\\")
    name = value.get("name", file.removesuffix(".json"))
    dull: dict[str, Any] = dict(_DULL)
    if _is_implicit(path):
        dull["disable_environment"] = {f"DISABLE_{name}": "1"}
    usual = [f"{folder}{separator}{each}" for each in (f"lib{name}.so", f"lib{name}.dylib", f"{name}.dll")]
    if value.get("library_path") in usual:
        dull["library_path"] = value["library_path"]
    return {key: each for key, each in value.items() if dull.get(key) != each}


def _is_implicit(path: str) -> bool:
    """Whether a manifest lies where implicit layers usually do, which have a switch."""
    return "/implicit_layer.d/" in path.replace("\\", "/")


def _program(case: Case) -> Iterator[str]:
    program, asked = case.scenario.application, []
    if program.api_version != "1.0.0":
        asked.append(f"apiVersion {program.api_version}" if program.api_version else "no VkApplicationInfo")
    if program.layers:
        asked.append(f"layers {', '.join(program.layers)}")
    if program.extensions:
        asked.append(f"extensions {', '.join(program.extensions)}")
    if program.flags:
        asked.append(f"flags {program.flags}")
    if case.scenario.privilege != "none":
        by_file = f"more privilege than its user ({case.scenario.privilege})"
        on_windows = case.scenario.situation.system is System.WINDOWS
        asked.append("administrative privileges" if on_windows else by_file)
    if program.executable or asked:
        yield f"application {program.executable}".rstrip() + (f": {'; '.join(asked)}" if asked else "")


def _expected(shown: _Shown) -> str:
    expected = (shown.case.expect or {})[shown.edition.value]
    lines = [f"=> edition {shown.edition.value}", *_outcome(expected.outcome)]
    for other in expected.tolerated:
        lines += [f"=> tolerated, the other reading of {other.ambiguity}", *_outcome(other.outcome)]
    return "\n".join(lines)


def _outcome(outcome: Mapping[corpus.Part, Any]) -> Iterator[str]:
    for part, wanted in outcome.items():
        said = json.dumps(wanted) if part[0] in _VALUES else in_words(wanted)
        yield f"   {' of '.join(filter(None, part))}: {said}"
