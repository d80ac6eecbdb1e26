"""A scenario as a folder that a person can hold: writes and reads it. Never runs anything.

``tree/`` holds the scenario's files, each at its virtual path, and ``scenario.json`` the rest under these
keys (all but ``schema`` may be left out):

``schema``       "refloader.scenario/1"
``note``         what the scenario is about, for people
``elevated``     true when the application runs with more privilege than its user
``variables``    the whole environment, name to value; left out, it is HOME alone
``libraries``    virtual path to ``{"mock": "layer" | "driver" | ..., "flags": {name: value}}``
``links``        virtual path of a symbolic link to its target
``application``  ``api_version`` ("" gives no VkApplicationInfo), ``layers``, ``extensions``, ``flags`` of
                 VkInstanceCreateInfo, ``executable`` ("" for a program of no interest)
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from refloader.harness.scenario import Application, Library, Scenario, ScenarioError
from refloader.model.text import quote

SCHEMA = "refloader.scenario/1"
_KEYS = frozenset({"schema", "note", "elevated", "variables", "libraries", "links", "application"})
_Value = TypeVar("_Value")


def save(scenario: Scenario, directory: str) -> None:
    """Write the scenario into a folder, which is made if missing and must not hold a ``tree`` yet.

    Raises:
        OSError: the folder cannot be written, or a name is too long for its file system.
    """
    tree = os.path.join(directory, "tree")
    os.makedirs(tree)
    for path, data in scenario.files.items():
        os.makedirs(os.path.dirname(tree + path), exist_ok=True)
        with open(tree + path, "wb") as file:
            file.write(data)
    body = {"schema": SCHEMA, **{key: value for key, value in asdict(scenario).items() if key != "files"}}
    with open(os.path.join(directory, "scenario.json"), "w", encoding="ascii") as file:
        json.dump(body, file, indent=2)
        file.write("\n")


def load(directory: str) -> Scenario:
    """Read a scenario that ``save`` or a person wrote.

    Raises:
        ScenarioError: something is missing, unreadable or not of the documented shape.
    """
    try:
        with open(os.path.join(directory, "scenario.json"), encoding="utf-8") as file:
            body = json.load(file)
        files = dict(_read_tree(os.path.join(directory, "tree")))
    except OSError as error:
        raise ScenarioError(f"{quote(str(error.filename))}: {error.strerror}") from error
    except ScenarioError:
        raise
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"scenario.json is not JSON: {error}") from error
    return _scenario(_object(body, "scenario.json"), files)


def _read_tree(tree: str) -> Iterator[tuple[str, bytes]]:
    for folder, folders, names in os.walk(tree):
        folders.sort()
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in sorted([*names, *links]):
            path = os.path.join(folder, name)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise ScenarioError(f"{quote(path)} is not a plain file; links belong into scenario.json")
            with open(path, "rb") as file:
                yield path[len(tree) :], file.read()


def _scenario(body: Mapping[str, Any], files: Mapping[str, bytes]) -> Scenario:
    if body.get("schema") != SCHEMA:
        raise ScenarioError(f'the schema is not "{SCHEMA}"')
    for key in body.keys() - _KEYS:
        raise ScenarioError(f"scenario.json has no key {quote(key)}")
    default = Scenario()
    return Scenario(
        files=files,
        variables=_texts(body.get("variables", default.variables), "variables"),
        libraries={
            path: _library(row, path) for path, row in _object(body.get("libraries", {}), "libraries").items()
        },
        links=_texts(body.get("links", {}), "links"),
        application=_application(_object(body.get("application", {}), "application")),
        elevated=_typed(body.get("elevated", False), bool, "elevated"),
        note=_typed(body.get("note", ""), str, "note"),
    )


def _application(body: Mapping[str, Any]) -> Application:
    default = Application()
    return Application(
        api_version=_typed(body.get("api_version", default.api_version), str, "api_version"),
        layers=_names(body.get("layers", []), "layers"),
        extensions=_names(body.get("extensions", []), "extensions"),
        flags=_typed(body.get("flags", 0), int, "flags"),
        executable=_typed(body.get("executable", ""), str, "executable"),
    )


def _library(row: object, path: str) -> Library:
    body = _object(row, path)
    mock = _typed(body.get("mock"), str, "mock")
    return Library(mock, _texts(body.get("flags", {}), "flags"))  # type: ignore[arg-type]  # Scenario checks it


def _object(value: object, key: str) -> dict[str, Any]:
    return _typed(value, dict, key)


def _texts(value: object, key: str) -> dict[str, str]:
    return {name: _typed(text, str, f"{key}: {name}") for name, text in _object(value, key).items()}


def _names(value: object, key: str) -> tuple[str, ...]:
    return tuple(_typed(name, str, key) for name in _typed(value, list, key))


def _typed(value: object, kind: type[_Value], key: str) -> _Value:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ScenarioError(f"{quote(key)} should be of type {kind.__name__}, not {type(value).__name__}")
    return value
