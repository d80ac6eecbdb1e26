"""Parses and validates the profile of a fork: a TOML file in which its authors declare how it deviates.

Only ``schema`` and ``name`` are required; ``docs/forks.md`` describes the other keys.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.core.search.unix_places import SUFFIX
from refloader.inspect.profiles.toml_text import Problem, read_toml
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.profile import Feature, Profile
from refloader.model.system import System
from refloader.model.text import quote, visible
from refloader.rules.registry import is_known

SCHEMA = "refloader.profile/1"
_USES = {
    "explicit_layers": Use.EXPLICIT,
    "implicit_layers": Use.IMPLICIT,
    "drivers": Use.DRIVER,
    "settings": Use.SETTINGS,
}
_TEXTS = ("schema", "name", "edition", "column", "note")
_TABLES = {
    "search": ("bases", *_USES),
    "variables": ("ignored", "renamed"),
    "features": ("disabled",),
}
_KNOWN = (*_TEXTS, *_TABLES, "deviations")
_PLACE = re.compile(r"(\$\{[A-Za-z_][A-Za-z0-9_]*\}|/|[A-Za-z]:[\\/])")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


class ProfileError(Exception):
    """The profile is not valid. The text is for the user: each problem with its position."""

    def __init__(self, path: str, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(f"{visible(path)}:{p.line}:{p.column}: {p.message}" for p in problems))


def read_profile(data: bytes, path: str) -> Profile:
    """Parse a profile. Raises ProfileError with all problems."""
    found = read_toml(data)
    if isinstance(found, Problem):
        raise ProfileError(path, [found])
    table, lines = found
    places = dict(_key_lines(lines))
    problems = [Problem(places.get(key, 1), 1, text) for key, text in _problems(table)]
    if problems:
        raise ProfileError(path, sorted(problems))
    return _profile(table, path, tuple(places.items()))


def _profile(table: Mapping[str, Any], path: str, lines: tuple[tuple[str, int], ...]) -> Profile:
    variables = table.get("variables", {})
    return Profile(
        name=table["name"],
        edition=Edition(table["edition"]) if "edition" in table else None,
        column=System(table["column"]) if "column" in table else None,
        folders=tuple(_folders(table.get("search", {}))),
        ignored=frozenset(variables.get("ignored", ())),
        renamed=tuple(variables.get("renamed", {}).items()),
        disabled=frozenset(map(Feature, table.get("features", {}).get("disabled", ()))),
        rules=tuple(table.get("deviations", {}).items()),
        note=table.get("note", ""),
        path=path,
        lines=lines,
    )


def _folders(search: Mapping[str, Any]) -> Iterator[tuple[Use, tuple[str, ...]]]:
    """Yield the search places of each use: those listed for it, or the bases with the suffix from the documents."""
    bases = search.get("bases")
    for key, use in _USES.items():
        if key in search:
            yield use, tuple(search[key])
        elif bases is not None:
            yield use, tuple(f"{base.rstrip('/')}/{SUFFIX[use]}" for base in bases)


def _problems(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the problems, each with the key that it is about."""
    if table.get("schema") != SCHEMA:
        yield "schema", f'"schema" is to be {quote(SCHEMA)}'
    for key in table:
        if key not in _KNOWN:
            yield key, f"{quote(key)} is no key that belongs here"
    for key in _TEXTS:
        if key in table and not isinstance(table[key], str):
            yield key, f"{quote(key)} is no text"
    if not table.get("name"):
        yield "name", '"name" is missing: reports call the fork by it'
    yield from _choice(table, "edition", [each.value for each in Edition])
    yield from _choice(table, "column", [each.value for each in System])
    for name, keys in _TABLES.items():
        yield from _table_problems(table.get(name, {}), name, keys)
    yield from _double_problems(table.get("variables", {}))
    yield from _deviation_problems(table.get("deviations", {}))


def _choice(table: Mapping[str, Any], key: str, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    if isinstance(table.get(key), str) and table[key] not in values:
        yield key, f"{quote(table[key])} is none of {', '.join(values)}"


def _table_problems(table: object, name: str, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    if not isinstance(table, dict):
        yield name, f"{quote(name)} is no table"
        return
    for key, value in table.items():
        where = f"{name}.{key}"
        if key not in keys:
            yield where, f"{quote(where)} is no key that belongs here; known are {', '.join(keys)}"
        elif key == "renamed":
            yield from _renaming_problems(value, where)
        elif not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            yield where, f"{quote(where)} is no array of texts"
        else:
            yield from ((where, text) for each in value for text in _entry_problems(name, key, each))


def _entry_problems(name: str, key: str, entry: str) -> Iterator[str]:
    if name == "search" and (_PLACE.match(entry) is None or not entry.isprintable()):
        yield f"{quote(entry)} is no full path, nor one that begins with a variable as in ${{DATA}}/etc"
    if key == "ignored" and entry not in LOADER_VARIABLES | SEARCH_VARIABLES:
        yield f"{quote(entry)} is no variable of the documents"
    if key == "disabled" and entry not in [each.value for each in Feature]:
        yield f"{quote(entry)} is none of {', '.join(Feature)}"


def _renaming_problems(value: object, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        yield where, f"{quote(where)} is no table"
        return
    for ours, own in value.items():
        if ours not in LOADER_VARIABLES | SEARCH_VARIABLES:
            yield f"{where}.{ours}", f"{quote(ours)} is no variable of the documents"
        if not isinstance(own, str) or _NAME.fullmatch(own) is None:
            yield f"{where}.{ours}", f"{quote(str(own))} is no name of a variable"


def _double_problems(variables: object) -> Iterator[tuple[str, str]]:
    """Yield variables that are both renamed and ignored, or renamed to the same name."""
    table = variables if isinstance(variables, dict) else {}
    ignored, renamed = table.get("ignored"), table.get("renamed")
    if not isinstance(renamed, dict):
        return
    seen: dict[object, str] = {}
    for ours, own in renamed.items():
        where = f"variables.renamed.{ours}"
        if isinstance(ignored, list) and ours in ignored:
            yield where, f"{quote(ours)} is renamed and ignored"
        if isinstance(own, str) and seen.setdefault(own, ours) != ours:
            yield where, f"{quote(seen[own])} is called {quote(own)} as well"


def _deviation_problems(table: object) -> Iterator[tuple[str, str]]:
    if not isinstance(table, dict):
        yield "deviations", '"deviations" is no table'
        return
    for key, why in table.items():
        where = f"deviations.{key}"
        if not is_known(key):
            yield where, f"there is no rule {quote(key)}"
        if not isinstance(why, str) or not why.strip():
            yield where, f"say why {visible(key)} is not kept"


_HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?")
_KEY = re.compile(r"""\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*=""")


def _key_lines(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each key with its line, from 1. Understands keys and table headers on separate lines only."""
    table = ""
    for number, line in enumerate(lines, start=1):
        header, key = _HEADER.fullmatch(line), _KEY.match(line)
        if header is not None:
            table = header[1].strip().replace('"', "")
            yield table, number
        elif key is not None:
            name = key[1] or key[2] or key[3]
            yield (f"{table}.{name}" if table else name), number
