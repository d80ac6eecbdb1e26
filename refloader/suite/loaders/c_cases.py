"""Writes scenarios for a runner in C (``refloader/probes/ctest``), which judges a loader without refloader.

A case is a folder: ``case.txt`` has the machine and the expectations as lines of words, ``script.txt`` is the agent's
script, in which the loader's path is ``@``, and ``tree/`` has the files. Words are encoded as in the agent's scripts.
What the runner cannot show is left out, with the reason. Runs nothing.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refloader.model.edition import Edition
from refloader.model.system import System
from refloader.sandbox.agent import restarts, script
from refloader.sandbox.layouts import MOCKS
from refloader.scenario.corpus import Case, Expected, Part
from refloader.scenario.patterns import Pattern
from refloader.scenario.scenario import WORKING_FOLDER, Scenario
from refloader.suite.loaders.blame import complaint_in
from refloader.suite.loaders.subjects import FEATURES, needed, speaks_of_built_in

HEAD = "refloader-case 1"
TABLE = "complaints.txt"
"""The file beside ``cases/`` with the rules that mocks name, by edition: what the edition calls the same rule."""

_OWN = "/refloader"
"""The folder of the runner in the machine that it shows."""

_COMPLAINT = re.compile(
    r"\b(?:LLP|LDP|APP|CHAIN|EXT|IFACE|GPA|CONV|DEVICE|NEGOTIATE|VULKAN)[-_][A-Z0-9_-]*[0-9]\b"
)
_TAKES = {"any_order": "a", "one_of": "o", "maybe": "m"}
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+", re.ASCII)


def why_not(case: Case) -> str:
    """Return why the runner cannot judge a case, or an empty string."""
    scenario = case.scenario
    if not case.expect:
        return "it says nothing of what is expected"
    if scenario.situation.system is not System.LINUX or scenario.situation.bits != 64:
        return "it is of another system"
    if scenario.elevated:
        return "its program has privilege"
    if reason := restarts.refusal(scenario, scenario.actions, 64):
        return reason
    versions = (value.get("api_version") for each in case.expect.values() for value in _properties(each))
    odd = [each for each in versions if each is not None and not _VERSION.fullmatch(each)]
    return f"it expects the version {odd[0]}" if odd else ""


def _properties(expected: Expected) -> Iterator[Mapping[str, Any]]:
    for outcome in (expected.outcome, *(each.outcome for each in expected.tolerated)):
        yield from (value for part, value in outcome.items() if part[0] == "properties")


def save(case: Case, folder: str) -> None:
    """Write a case into a new folder. Raises OSError."""
    os.makedirs(folder)
    lines = (HEAD, *map(_line, _case(case)))
    _write(os.path.join(folder, "case.txt"), "".join(f"{line}\n" for line in lines).encode("ascii"))
    _write(os.path.join(folder, "script.txt"), script.text(_script(case.scenario)))
    for path, data in case.scenario.files.items():
        if path != case.scenario.application.executable:
            _write(f"{folder}/tree{path}", data)


def table(sources: Iterable[str]) -> str:
    """Return the file of complaints for mocks with these sources."""
    named = sorted({found for text in sources for found in _COMPLAINT.findall(text)})
    rows = ((edition, each, _called(each, edition)) for edition in Edition for each in named)
    lines = (f"{edition.value} {each} {own}\n" for edition, each, own in rows if own)
    return f"# edition, the rule that a mock names, the edition's own\n{''.join(lines)}"


def _called(named: str, edition: Edition) -> str:
    line = complaint_in(f"layer a VIOLATION {named}: b", edition)
    return line.partition(" VIOLATION ")[2].partition(":")[0]


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def _line(words: tuple[str, ...]) -> str:
    return " ".join((words[0], *map(script.encoded, words[1:])))


def _script(scenario: Scenario) -> Iterator[tuple[str, ...]]:
    application = scenario.application
    yield "channel", "3"
    yield "trace", f"{_OWN}/trace"
    yield ("clear",)
    for name, value in scenario.variables.items():
        yield "set", name, value
    yield "folder", WORKING_FOLDER
    given: dict[str, object] = {
        "version": application.packed_version,
        "layers": application.layers,
        "extensions": application.extensions,
        "flags": application.flags,
    }
    yield from script.acting("@", scenario.actions, given)


def _case(case: Case) -> Iterator[tuple[str, ...]]:
    scenario = case.scenario
    yield "name", case.name
    yield "note", scenario.note
    yield "rules", " ".join(case.rules)
    if program := scenario.application.executable:
        yield "program", program
    if linker := scenario.variables.get("LD_LIBRARY_PATH"):
        yield "linker", linker
    if speaks_of_built_in(scenario):
        yield ("built-in",)
    for path in scenario.files:
        if path != scenario.application.executable:
            yield "file", path
    for path, library in scenario.libraries.items():
        yield "library", path, MOCKS[library.mock]
        yield from (("flag", f"{name}={value}") for name, value in library.flags.items())
    yield from (("link", path, target) for path, target in scenario.links.items())
    yield from (("needs", str(FEATURES[name].since), name) for name in needed(scenario))
    for edition, expected in (case.expect or {}).items():
        yield "edition", edition
        yield from _outcome(expected.outcome)
        for number, other in enumerate(expected.tolerated):
            yield "reading", f"{other.ambiguity}#{number}"
            yield from _outcome({**expected.outcome, **other.outcome})


def _outcome(outcome: Mapping[Part, Any]) -> Iterator[tuple[str, ...]]:
    for (part, *of), wanted in outcome.items():
        about = ("expect", part, of[0] if of else "")
        if part in ("answers", "versions", "properties"):
            yield from ((*about, "value", path, value) for path, value in _values(wanted))
        else:
            yield (*about, *_pattern(wanted))


def _pattern(wanted: Pattern) -> Iterator[str]:
    if isinstance(wanted, Mapping):
        yield "some"
        yield from (f"+{name}" for name in wanted.get("includes", ()))
        yield from (f"-{name}" for name in wanted.get("excludes", ()))
        return
    yield "list"
    for item in wanted:
        if isinstance(item, str):
            yield f"={item}"
            continue
        for key, names in item.items():
            yield f"{_TAKES[key]}{len(names)}"
            yield from (f"={name}" for name in names)


def _values(wanted: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the members of an expected answer by their paths, as the agent's lines have them."""
    dot = "." if path else ""
    match wanted:
        case None:
            yield path, "-"
        case Mapping():
            for key, value in wanted.items():
                yield from _values(value, f"{path}{dot}{key}")
        case list() | tuple():
            yield f"{path}{dot}#", f"n{len(wanted)}"
            for place, value in enumerate(wanted):
                yield from _values(value, f"{path}{dot}{place}")
        case int():
            yield path, f"n{wanted}"
        case _:
            yield path, f"t{wanted}"
