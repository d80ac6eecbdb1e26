"""What a case asked of a loader, in one line: the calls, what the application requests, what is odd in its machine.

Another line says what the loader did, and the reason of a failure what was compared. All come from the evidence of a
result, which is untrusted. Gives no verdict.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from refloader.model.text import some
from refloader.report.rewording import reworded
from refloader.report.uncalled import uncalled
from refloader.results.results_file import Result
from refloader.scenario.actions import command_of

_ACTUAL = re.compile(r"(?<=Not so: )(actual):(?= )")
"""Begins the actual value of a comparison, in a reason."""

_MISSING = re.compile(r": no answer(?=(?:, [^;]*)?; expected)")
"""An actual value that is missing, in a reason in words."""

_USUAL = ("vkCreateInstance",)
_PLAIN = frozenset({("HOME", "/home/user")})
_IDENTITY = frozenset({"name", "trace", "device_name"})
"""Flags of mocks that make nothing odd."""

_MOST, _MANY = 5, 12


def asked(result: Result) -> str:
    """Return the line, or an empty string if the case ran no scenario on a loader."""
    evidence = result.evidence
    if "scenario" not in evidence or not isinstance(evidence.get("application"), Mapping):
        return ""
    circumstances = [*_application(evidence), *_variables(evidence), *_flags(evidence)]
    calls = some(tuple(dict.fromkeys(_calls(evidence.get("actions")))) or _USUAL, _MOST)
    return calls + (f" with {some(circumstances, _MOST)}" if circumstances else "")


def answered(result: Result) -> str:
    """Return what the loader did in the scenario of a case, in one line; empty if the case ran none."""
    evidence = result.evidence
    if "scenario" not in evidence:
        return ""
    words = {"layers": "layers offered", "chain": "mock layers called", "drivers": "mock drivers called"}
    ended = evidence.get("ended")
    first = evidence.get("result") if ended == "ok" else ended
    parts = [str(first)] if first else []
    for name, word in words.items():
        names = evidence.get(name)
        if _is_list(names):
            parts.append(f"{word} {some(tuple(map(str, names)), _MANY) or 'none'}")
    return "; ".join(parts)


def reasoned(result: Result) -> str:
    """Return the reason in words; before the actual value stands what it is a value of, if the evidence says so.

    Where the evidence says what was tested while the subject ended, that stands in front of how it ended. An answer
    that is missing is followed by the command that was not called.
    """
    words, tested = result.evidence.get("compared"), result.evidence.get("tested")
    if isinstance(tested, str) and tested:
        return f"{tested} Not so: actual: {result.reason}"
    reason = _MISSING.sub(
        lambda found: f"{found[0]}{_in_brackets(uncalled(result))}", reworded(result.reason), count=1
    )
    if not isinstance(words, str) or not words:
        return reason
    return _ACTUAL.sub(lambda found: f"{found[1]} {words}:", reason, count=1)


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


def _calls(actions: object) -> Iterator[str]:
    for step in actions if _is_list(actions) else ():
        if not _is_list(step) or not step:
            continue
        verb, options = str(step[0]), step[2] if len(step) > 2 and isinstance(step[2], Mapping) else {}
        if command := command_of(verb, options):
            yield command


def _application(evidence: Mapping[str, object]) -> Iterator[str]:
    """Yield what the application requests besides an instance, and its privilege."""
    application = evidence["application"]
    assert isinstance(application, Mapping)
    version = application.get("api_version")
    if isinstance(version, str) and version not in ("", "1.0.0"):
        yield f"Vulkan {version}"
    for name in ("layers", "extensions"):
        names = application.get(name)
        if _is_list(names) and names:
            yield some(tuple(map(str, names)))
    if evidence.get("privilege") not in (None, "", "none"):
        yield f"privilege by {evidence['privilege']}"


def _variables(evidence: Mapping[str, object]) -> Iterator[str]:
    variables = evidence.get("variables")
    for name, value in variables.items() if isinstance(variables, Mapping) else ():
        if (name, value) not in _PLAIN:
            yield f"{name}={value}"


def _flags(evidence: Mapping[str, object]) -> Iterator[str]:
    """Yield what makes mocks differ from plain ones, and their names: what the fewest of them have comes first."""
    libraries = evidence.get("libraries")
    mocks: dict[tuple[str, str], list[str]] = {}
    for path, library in libraries.items() if isinstance(libraries, Mapping) else ():
        flags = library.get("flags") if isinstance(library, Mapping) else None
        if not isinstance(flags, Mapping):
            continue
        for name, value in flags.items():
            if name not in _IDENTITY:
                mocks.setdefault((str(name), str(value)), []).append(str(flags.get("name") or path))
    alike: dict[tuple[str, ...], list[str]] = {}
    for (name, value), names in mocks.items():
        alike.setdefault(tuple(names), []).append(f"{name}={value}")
    for having, odd in sorted(alike.items(), key=lambda row: len(row[0])):
        yield f"{some(having)} ({', '.join(odd)})"


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)
