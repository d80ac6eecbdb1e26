"""A scenario as a folder: writes and reads it. Runs nothing.

``tree/`` holds the scenario's files, each at its virtual path, and ``scenario.json`` the rest under these
keys (all but ``schema`` are optional):

``schema``       "refloader.scenario/1"
``note``         a description of the scenario, for people
``privilege``    the attribute that gives the application's program more privilege than its user has: "setuid",
                 "setgid", "capabilities" or "none"; the older key ``elevated`` is true for "setgid", false for "none"
``variables``    the whole environment, name to value; default: HOME alone
``libraries``    virtual path to ``{"mock": "layer" | "driver" | ..., "flags": {name: value}}``
``links``        virtual path of a symbolic link to its target
``application``  ``api_version`` ("" for no VkApplicationInfo), ``layers``, ``extensions``, ``flags`` of
                 VkInstanceCreateInfo, ``executable`` ("" for an unspecified program)
``actions``      the application's actions, see ``actions`` and ``script``; default: make all queries, create an
                 instance, enumerate its devices and destroy it
``platform``     the system if it is not 64-bit Linux: ``system`` ("windows", "macos", "fuchsia", "android"), ``bits``
                 of the application's pointers and ``word_size``, those of Windows itself (32, 64).
                 On Windows: ``registry``, an array of ``{"key", "name", "type", "data"}`` (data is a number, a
                 string, an array of strings, or bytes as ``{"hex": "..."}``), ``devices``, an array of display
                 adapters ``{"key", "component", "luid"}``, ``packages``, folders, and ``adapters``, LUIDs.
                 On macOS: ``bundle``, a folder. On Android: ``debuggable``, and ``native_libraries``, folders.
                 Paths have the system's syntax; in ``tree/``, ``C:\\x\\y`` lies at ``C/x/y`` and
                 ``\\\\server\\share\\y`` at ``UNC/server/share/y``

``refloader.scenario.corpus`` describes the keys ``rules`` and ``expect``.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NoReturn

from refloader.host.machines.real import RealHost
from refloader.host.port import Failure
from refloader.model.system import System
from refloader.model.text import quote
from refloader.scenario import platform_file
from refloader.scenario.located import Located
from refloader.scenario.platform import HostPlatform, body_of, from_tree, in_tree
from refloader.scenario.scenario import Application, Library, Scenario, ScenarioError

SCHEMA = "refloader.scenario/1"
NAME = "scenario.json"
_WIDTH = 100
_LIMIT = 16 * 1024 * 1024
"""The maximum size of a file in bytes."""

_OF_CASES = frozenset({"rules", "expect"})
_ORDER = (
    "note",
    "rules",
    "platform",
    "application",
    "actions",
    "privilege",
    "variables",
    "libraries",
    "links",
    "expect",
)
_KEYS = frozenset({"schema", "elevated", *_ORDER})
_OF_APPLICATIONS = frozenset({"api_version", "layers", "extensions", "flags", "executable"})
_OF_LIBRARIES = frozenset({"mock", "flags"})


def contents(scenario: Scenario, more: Mapping[str, object] | None = None) -> dict[str, bytes]:
    """Return the files of the folder, by their path in it. ``more`` has ``rules`` and ``expect`` as JSON data."""
    body = {**_body(scenario), **(more or {})}
    text = _text({"schema": SCHEMA, **{key: body[key] for key in _ORDER if key in body}}) + "\n"
    system = scenario.situation.system
    tree = {f"tree{in_tree(path, system)}": data for path, data in scenario.files.items()}
    return {NAME: text.encode("ascii"), **tree}


def save(scenario: Scenario, directory: str, more: Mapping[str, object] | None = None) -> None:
    """Write the scenario into a folder, which is created if missing and must not contain ``tree`` yet.

    Raises:
        OSError: the folder cannot be written, or a name is too long for its file system.
    """
    os.makedirs(os.path.join(directory, "tree"))
    for name, data in contents(scenario, more).items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def load(directory: str) -> Scenario:
    """Read a scenario that ``save`` or a person wrote.

    Raises:
        ScenarioError: something is missing, unreadable or not of the documented shape. The message has the path
            and, for an error in ``scenario.json``, line and column.
    """
    return read(directory)[0]


def read(directory: str) -> tuple[Scenario, Mapping[str, Located]]:
    """Return a scenario, and its ``rules`` and ``expect`` unparsed. Raises ScenarioError as ``load`` does."""
    path = os.path.join(directory, NAME)
    body = Located.parse(path, _bytes(path))
    members = body.known_members(_KEYS)
    situation = platform_file.host_platform(members["platform"]) if "platform" in members else HostPlatform()
    try:
        files = dict(_read_tree(os.path.join(directory, "tree"), situation.system))
    except OSError as error:
        raise ScenarioError(f"{quote(str(error.filename))}: {error.strerror}") from error
    return _scenario(body, members, files, situation), {
        key: member for key, member in members.items() if key in _OF_CASES
    }


def _body(scenario: Scenario) -> dict[str, object]:
    """Return the members of ``scenario.json``, without those that have their default value."""
    default = {**asdict(Scenario()), "variables": None}
    said = asdict(scenario)
    system = {"platform": body_of(scenario.situation)} if scenario.situation != HostPlatform() else {}
    names = said.keys() - {"files", "situation"}
    return {**{key: said[key] for key in names if said[key] != default[key]}, **system}


def _text(value: object, indent: int = 0) -> str:
    """Return the value as JSON; each part that fits into a line is on one line."""
    line = json.dumps(value)
    if len(line) + indent <= _WIDTH or not isinstance(value, dict | list | tuple):
        return line
    inner = " " * (indent + 2)
    rows = (
        [f"{json.dumps(key)}: {_text(each, indent + 2)}" for key, each in value.items()]
        if isinstance(value, dict)
        else [_text(each, indent + 2) for each in value]
    )
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{inner}" + f",\n{inner}".join(rows) + f"\n{' ' * indent}{last}"


def _read_tree(tree: str, system: System) -> Iterator[tuple[str, bytes]]:
    if not os.path.lexists(tree):
        return
    if not stat.S_ISDIR(os.lstat(tree).st_mode):
        raise ScenarioError(f"{quote(tree)} is no folder")
    for folder, folders, names in os.walk(tree, onerror=_refuse):
        folders.sort()
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in sorted([*names, *links]):
            path = os.path.join(folder, name)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise ScenarioError(f"{quote(path)} is not a plain file; links belong into {NAME}")
            virtual = from_tree(path[len(tree) :], system)
            if not virtual:
                raise ScenarioError(f"{quote(path)} lies on no drive of {system}")
            yield virtual, _bytes(path)


def _bytes(path: str) -> bytes:
    """Return the content of a regular file up to ``_LIMIT``, without blocking on a pipe. Raises ScenarioError."""
    answer = RealHost().read(path, _LIMIT)
    if isinstance(answer, Failure):
        raise ScenarioError(f"{quote(path)}: {answer.detail or answer.trouble}")
    return answer.data


def _refuse(error: OSError) -> NoReturn:
    """Raise the error: a folder that cannot be read is not treated as empty."""
    raise error


def _scenario(
    body: Located, said: Mapping[str, Located], files: Mapping[str, bytes], situation: HostPlatform
) -> Scenario:
    if "schema" not in said or said["schema"].value != SCHEMA:
        raise said.get("schema", body).error(f'the schema is not "{SCHEMA}"')
    values: dict[str, Any] = {"files": files, "situation": situation}
    if "elevated" in said:
        values["privilege"] = "setgid" if said["elevated"].typed(bool) else "none"
    for key, read_value in _READERS.items():
        if key in said:
            values[key] = read_value(said[key])
    try:
        return Scenario(**values)
    except ScenarioError as error:
        raise body.error(str(error)) from error


def _application(said: Located) -> Application:
    members = said.known_members(_OF_APPLICATIONS)
    values: dict[str, Any] = {}
    for key, member in members.items():
        if key in ("layers", "extensions"):
            values[key] = member.words()
        else:
            values[key] = member.typed(int if key == "flags" else str)
    return Application(**values)


def _libraries(said: Located) -> dict[str, Library]:
    return {path: _library(row) for path, row in said.members().items()}


def _library(said: Located) -> Library:
    members = said.known_members(_OF_LIBRARIES)
    if "mock" not in members:
        raise said.error(f"{said.name} has no key {quote('mock')}")
    flags = members["flags"].texts() if "flags" in members else {}
    return Library(members["mock"].typed(str), flags)  # type: ignore[arg-type]  # Scenario checks it


_READERS: Mapping[str, Any] = {
    "note": lambda said: said.typed(str),
    "privilege": lambda said: said.typed(str),
    "variables": Located.texts,
    "libraries": _libraries,
    "links": Located.texts,
    "application": _application,
    "actions": lambda said: tuple(tuple(each.typed(list)) for each in said.items()),
}
