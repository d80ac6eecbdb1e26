"""Reads one configuration file. Every mistake becomes a fault with its place and the nearest right key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, TypeAlias

from refloader.inspect.config.values import (
    KEYS,
    OF_IGNORE,
    SCHEMA,
    SEVERITIES,
    TOP,
    At,
    Config,
    Fault,
    Ignore,
    Rated,
    Value,
)
from refloader.inspect.profiles.toml_text import Problem, read_toml
from refloader.model.reason import Severity
from refloader.model.text import quote
from refloader.rules import rules
from refloader.rules.registry import is_known

_HEADER = re.compile(r"[ \t]*(\[\[?)([^\[\]#]+)\]\]?[ \t]*(?:#.*)?$")
_KEY = re.compile(
    r"""[ \t]*((?:[\w-]+|"[^"]*"|'[^']*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"]*"|'[^']*'))*)[ \t]*="""
)
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CLOSE = 0.6
_MOST_NEAR = 50
"""Mistakes for which the nearest rule is looked for: that takes time."""
_TOOL = ("tool", "refloader")

_Way: TypeAlias = tuple[str | int, ...]


def read_config(data: bytes, path: str, *, pyproject: bool = False) -> Config | None:
    """Return what a file says; None for a pyproject.toml without ``[tool.refloader]``."""
    found = read_toml(data)
    if isinstance(found, Problem):
        if pyproject and b"refloader" not in data:
            return None
        return Config((path,), faults=(Fault(At(path, found.line, found.column), found.message),))
    table, lines = found
    top: _Way = _TOOL if pyproject else ()
    for part in top:
        below = table.get(str(part))
        if below is None:
            return None
        table = below if isinstance(below, dict) else {"": below}
    return _Reading(path, dict(_places(lines)), top).config(table)


def _places(lines: Sequence[str]) -> Iterator[tuple[_Way, tuple[int, int]]]:
    """Yield where each table and key stands: line and column."""
    table: _Way = ()
    counts: dict[_Way, int] = {}
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            yield table, (number, _column(line, header.start(1)))
        elif key := _KEY.match(line):
            parts = _parts(key[1])
            for size in range(1, len(parts) + 1):
                yield (*table, *parts[:size]), (number, _column(line, key.start(1)))


def _parts(text: str) -> _Way:
    return tuple(part.strip("\"'") for part in _PART.findall(text))


def _column(line: str, index: int) -> int:
    return len(line[:index].encode()) + 1


class _Reading:
    """The reading of one file: gathers values and faults."""

    def __init__(self, path: str, places: Mapping[_Way, tuple[int, int]], top: _Way) -> None:
        self._path, self._places, self._top = path, places, top
        self._faults: list[Fault] = []

    def config(self, table: Mapping[str, Any]) -> Config:
        """Return what a table says."""
        self._check_keys(table, TOP, ())
        if table.get("schema", SCHEMA) != SCHEMA:
            self._fault(("schema",), f'"schema" is to be {quote(SCHEMA)}')
        values = {each.key: each for name in KEYS for each in self._values(name, table.get(name, {}))}
        severities = {each.rule: each for each in self._severities(table.get("severity", {}))}
        ignores = tuple(self._ignores(table.get("ignore", [])))
        faults = sorted(self._faults, key=lambda each: (each.at.line, each.at.column))
        return Config((self._path,), values, severities, ignores, tuple(faults))

    def _at(self, way: _Way) -> At:
        """Return where a key stands, or else the nearest table around it."""
        for size in range(len(way), -1, -1):
            if place := self._places.get((*self._top, *way[:size])):
                return At(self._path, *place)
        return At(self._path, 1, 1)

    def _fault(self, way: _Way, message: str, nearest: str = "") -> None:
        self._faults.append(Fault(self._at(way), message, nearest))

    def _check_keys(self, table: Mapping[str, Any], known: Sequence[str], way: _Way) -> None:
        for key in table:
            if key not in known:
                where = ".".join(str(each) for each in (*way, key) if isinstance(each, str))
                near = get_close_matches(key, known, 1, _CLOSE)
                text = f"{quote(where)} is no key that belongs here"
                text += "" if near else f"; known are {', '.join(known)}"
                self._fault((*way, key), text, near[0] if near else "")

    def _values(self, name: str, table: object) -> Iterator[Value]:
        if not isinstance(table, dict):
            self._fault((name,), f"{quote(name)} is to be a table")
            return
        self._check_keys(table, tuple(KEYS[name]), (name,))
        for key, kind in KEYS[name].items():
            if key not in table:
                continue
            value, where = table[key], (name, key)
            several = kind is list and isinstance(value, list) and all(isinstance(x, str) for x in value)
            if several:
                yield Value(f"{name}.{key}", tuple(value), self._at(where))
            elif kind is str and isinstance(value, str):
                yield Value(f"{name}.{key}", value, self._at(where))
            else:
                wanted = "an array of texts" if kind is list else "a text"
                self._fault(where, f"{quote(f'{name}.{key}')} is to be {wanted}")

    def _severities(self, table: object) -> Iterator[Rated]:
        if not isinstance(table, dict):
            self._fault(("severity",), '"severity" is to be a table of rules')
            return
        for rule, severity in table.items():
            way = ("severity", rule)
            if not self._is_rule(rule, way):
                continue
            if severity not in [each.value for each in SEVERITIES]:
                text = "is to be error, warning or note; [[ignore]] leaves findings out"
                self._fault(way, f"{quote(f'severity.{rule}')} {text}")
                continue
            yield Rated(rule, Severity(severity), self._at(way))

    def _is_rule(self, rule: str, way: _Way) -> bool:
        if is_known(rule):
            return True
        known = list(map(str, rules())) if len(self._faults) < _MOST_NEAR else []
        near = get_close_matches(rule, known, 1, _CLOSE)
        self._fault(way, f"{quote(rule)} is no rule", near[0] if near else "")
        return False

    def _ignores(self, entries: object) -> Iterator[Ignore]:
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            self._fault(("ignore",), '"ignore" is to be an array of tables: [[ignore]]')
            return
        for number, entry in enumerate(entries):
            found = self._ignore(entry, ("ignore", number))
            if found is not None:
                yield found

    def _ignore(self, entry: Mapping[str, Any], way: _Way) -> Ignore | None:
        before = len(self._faults)
        self._check_keys(entry, tuple(OF_IGNORE), way)
        texts: dict[str, str] = {}
        for key, needed in OF_IGNORE.items():
            value = entry.get(key, "")
            if isinstance(value, date) and not isinstance(value, datetime):
                value = value.isoformat()
            if not isinstance(value, str):
                self._fault((*way, key), f"{quote(f'ignore.{key}')} is to be a text")
            elif needed and not value.strip():
                self._fault((*way, key), f"an entry of [[ignore]] needs {quote(key)}")
            else:
                texts[key] = value
        day = texts.get("expires", "")
        if day and not _is_day(day):
            self._fault((*way, "expires"), f"{quote(day)} is no day such as 2027-06-30")
        if texts.get("rule"):
            self._is_rule(texts["rule"], (*way, "rule"))
        if len(self._faults) > before:
            return None
        return Ignore(texts["rule"], texts["path"], texts["reason"], day, self._at(way))


def _is_day(text: str) -> bool:
    if _DAY.fullmatch(text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
