"""Parses the report of Steam's ``steam-runtime-system-info``: layers, drivers and what its checks found, as a log.

The report is JSON with the keys ``architectures`` and ``vulkan``. Each statement becomes an event of the line that
names the file. A key that is not there says nothing.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.log_events import events_of
from refloader.inspect.logs.reading.log_reader import use_of

_KEYS = ("architectures", "vulkan")
_SIZES = {"i386-linux-gnu": 32, "x86_64-linux-gnu": 64}
_UNLOADABLE = "cannot-load"
_OF_LAYERS = ("implicit_layers", "explicit_layers")
_STRING = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*+)(?:"|\\?$)')
_BEGINNING = 40
_MOST = 1000
"""The most layers, drivers and messages of one kind that are read."""


def log_of_report(text: str) -> Log | None:
    """Return a report as a log; None if a text is no such report. Text around it is passed over."""
    start = text.find("{")
    if start < 0 or not any(f'"{key}"' in text for key in _KEYS):
        return None
    try:
        report, _ = json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if not isinstance(report, dict) or not any(isinstance(report.get(key), dict) for key in _KEYS):
        return None
    return _Report(text).log_of(report)


class _Report:
    """A report, and the log that is made of it."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self._log = Log(lines=len(lines))
        self._line_of = _lines_of_strings(lines)

    def log_of(self, report: Mapping[str, object]) -> Log:
        """Return the log: what each architecture lacks, then drivers, then layers."""
        for name, told in _members(report.get("architectures")):
            self._architecture(name, told)
        vulkan = report.get("vulkan")
        found = vulkan if isinstance(vulkan, dict) else {}
        for driver in _entries(found.get("icds")):
            self._driver(driver)
        for layer in (each for key in _OF_LAYERS for each in _entries(found.get(key))):
            self._layer(layer)
        return self._log

    def _line(self, text: str) -> int:
        """Return the first line with a string that is this text, or begins as it; 0 if there is none."""
        return self._line_of.get(text) or self._line_of.get(text[:_BEGINNING], 0)

    def _add(self, kind: EventKind, line: int, subject: str, why: str = "") -> None:
        self._log.events.append(Event(kind, line, subject, why))

    def _architecture(self, name: str, told: Mapping[str, object]) -> None:
        """Add the devices of an architecture, or what the check printed if Vulkan does not work there."""
        size = _SIZES.get(name)
        who = f"{size}-bit programs ({name})" if size else f"programs of {name}"
        for check, result in _members(told.get("graphics-details")):
            if not check.endswith("/vulkan"):
                continue
            line = self._line(name)
            issues = _texts(result.get("issues"))
            for message in _texts(result.get("messages")) if issues else ():
                for event in events_of(message, self._line(message) or line, error=False):
                    more = f"{event.why}, in {who}" if event.kind is EventKind.LINKER else event.why
                    self._add(event.kind, event.line, event.subject, more)
            if issues and "software-rendering" not in issues:
                self._add(EventKind.NO_VULKAN, line, who, ", ".join(issues))
            for device in _entries(result.get("devices")):
                self._add(EventKind.DEVICE, line, _text(device, "name"))

    def _driver(self, told: Mapping[str, object]) -> None:
        """Add a driver: its manifest, why it could not be read, or that its library cannot be loaded."""
        path, library = _text(told, "json_path"), _text(told, "library_path")
        line = self._line(path)
        if _text(told, "error"):
            self._add(EventKind.BAD_FILE, line, path, _text(told, "error"))
            return
        self._log.manifests[path] = use_of(path)
        self._log.libraries[path] = library
        if _UNLOADABLE in _texts(told.get("issues")):
            self._add(EventKind.UNLOADABLE, line, library, f"of {path}")

    def _layer(self, told: Mapping[str, object]) -> None:
        """Add a layer: its manifest, why it could not be read, or that its library cannot be loaded."""
        path, name = _text(told, "json_path"), _text(told, "name")
        line = self._line(path)
        if _text(told, "error"):
            self._add(EventKind.BAD_FILE, line, path, _text(told, "error"))
            return
        self._log.manifests[path] = use_of(path)
        self._log.available.setdefault(name, _text(told, "implementation_version"))
        self._add(EventKind.AVAILABLE, line, name)
        if _UNLOADABLE in _texts(told.get("issues")):
            library = _text(told, "library_path")
            self._add(EventKind.FAILED, line, name, f"cannot be loaded, says the report: {library}")


def _lines_of_strings(lines: Sequence[str]) -> dict[str, int]:
    """Return the first line of each string and of each beginning of one, in one pass."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        for string in _STRING.finditer(line):
            found.setdefault(string["text"], number)
            found.setdefault(string["text"][:_BEGINNING], number)
    return found


def _members(value: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    if isinstance(value, dict):
        yield from ((key, each) for key, each in list(value.items())[:_MOST] if isinstance(each, dict))


def _entries(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, list):
        yield from (each for each in value[:_MOST] if isinstance(each, dict))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value[:_MOST] if isinstance(each, str)) if isinstance(value, list) else ()


def _text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""
