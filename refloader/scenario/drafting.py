"""The notation for the scenarios of the corpus: functions that build a world and return what is expected.

A function's name is the scenario's name, its module the topic, its docstring the note. It returns the expectations
by editions ("2022 2026"), as ``refloader.scenario.corpus`` describes ``expect``; every value is a literal taken from
the documents and never computed.

The functions are in the modules of ``policy_tests.loader.scenarios``. Scenarios that were found by a search, not
designed, are files below ``fixtures/scenarios``. The corpus consists of both.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pkgutil import iter_modules
from typing import Any, TypeAlias

from refloader.scenario.actions import EVERYTHING
from refloader.scenario.corpus import Case, cases, expectations
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.shipped import shipped

Expect: TypeAlias = Mapping[str, Mapping[str, Any]]

ALL = "2016 2018 2022 2026"
SINCE_2018 = "2018 2022 2026"
SINCE_2022 = "2022 2026"
NOW = "2026"
DRIVERS_TOLD = "2016 2018 2026"
"""The editions whose driver document is known."""

SUCCESS = "VK_SUCCESS"
NO_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"
NO_LAYER = "VK_ERROR_LAYER_NOT_PRESENT"
NO_EXTENSION = "VK_ERROR_EXTENSION_NOT_PRESENT"

A, B, C, D = (f"VK_LAYER_TEST_{letter}" for letter in "abcd")
META = "VK_LAYER_TEST_meta"
OVERRIDE = "VK_LAYER_LUNARG_override"


class Stage(World):
    """A world and the application's script in it. An empty script stands for the default actions."""

    def __init__(self) -> None:
        super().__init__()
        self.script = Script()


Draft: TypeAlias = Callable[[Stage], Expect]

_DRAFTS = "policy_tests.loader.scenarios"
_FOUND = "fixtures/scenarios"

_drafts: dict[str, list[tuple[tuple[str, ...], Draft]]] = {}
"""The rules and the function of each scenario, by module, in the order of the source."""


def bears_on(*rules: str) -> Callable[[Draft], Draft]:
    """Register the decorated function as a scenario that tests these rules of the catalogue."""

    def register(draft: Draft) -> Draft:
        _drafts.setdefault(draft.__module__, []).append((rules, draft))
        return draft

    return register


def layer(name: str, library: str, **keys: object) -> dict[str, object]:
    """Return the object of a layer for a manifest written by hand; a value of None omits the key."""
    body = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer for tests",
        **keys,
    }
    return {key: value for key, value in body.items() if value is not None}


def any_order(*names: str) -> list[object]:
    """Return a pattern for exactly these names in any order."""
    return [{"any_order": list(names)}]


def one_of(*names: str) -> list[object]:
    """Return a pattern for exactly one of these names."""
    return [{"one_of": list(names)}]


def including(*names: str, without: tuple[str, ...] = ()) -> Mapping[str, object]:
    """Return a pattern for lists that contain all of ``names``, none of ``without``, and any other names."""
    said = {"includes": list(names), "excludes": list(without)}
    return {key: value for key, value in said.items() if value}


def tolerated(ambiguity: str, **outcome: object) -> Mapping[str, object]:
    """Return the outcome under the other reading of an ambiguity."""
    return {"ambiguity": ambiguity, **outcome}


@cache
def shipped_cases() -> tuple[Case, ...]:
    """Return the corpus that comes with refloader, by topic and name.

    If the policy tests are not installed, it has only the scenarios that are files.

    Raises:
        ScenarioError: a function or a file describes no valid scenario.
    """
    found = (case for topic in _topics() for case in _drafted(topic))
    return tuple(sorted((*found, *cases(shipped(_FOUND))), key=lambda case: case.name.split("/")))


def _topics() -> Iterator[str]:
    try:
        package = import_module(_DRAFTS)
    except ModuleNotFoundError:
        return
    yield from (each.name for each in iter_modules(package.__path__))


def _drafted(topic: str) -> Iterator[Case]:
    module = f"{_DRAFTS}.{topic}"
    import_module(module)
    for rules, draft in _drafts[module]:
        stage = Stage()
        said = draft(stage)
        by_edition = {edition: said[key] for key in said for edition in key.split(" ")}
        scenario = stage.scenario()
        yield Case(
            f"{topic}/{draft.__name__}",
            replace(
                scenario,
                note=" ".join(cleandoc(draft.__doc__ or "").split()),
                files={path: scenario.files[path] for path in sorted(scenario.files, key=_as_walked)},
                actions=stage.script.actions or EVERYTHING,
            ),
            rules,
            expectations({edition: by_edition[edition] for edition in sorted(by_edition)}),
        )


def _as_walked(path: str) -> tuple[tuple[bool, str], ...]:
    """Return a sort key that puts a folder's files before its subfolders' files, as ``scenario_file`` reads them."""
    *folders, name = path.replace("\\", "/").split("/")
    return (*((True, each) for each in folders), (False, name))
