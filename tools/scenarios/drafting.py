"""How a scenario of the corpus is written down: a function that builds a world and says what is expected.

The function's name is the scenario's, its module the topic, its docstring the note. What it returns is by
editions ("2022 2026") as ``refloader.harness.corpus`` describes ``expect``; every value is written out from the
documents and never computed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from inspect import cleandoc
from typing import Any, TypeAlias

from refloader.harness.actions import EVERYTHING
from refloader.harness.corpus import Case, expectations
from refloader.harness.scenario import World
from refloader.harness.script import Script

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
    """A world, and what the application does in it when that is not what every application does."""

    def __init__(self) -> None:
        super().__init__()
        self.script = Script()


Draft: TypeAlias = Callable[[Stage], Expect]

_drafts: list[tuple[tuple[str, ...], Draft]] = []


def bears_on(*rules: str) -> Callable[[Draft], Draft]:
    """Make a scenario of the function: it bears on these rules of the catalogue."""

    def register(draft: Draft) -> Draft:
        _drafts.append((rules, draft))
        return draft

    return register


def layer(name: str, library: str, **keys: object) -> dict[str, object]:
    """The object that describes a layer in a manifest written by hand; None leaves a key out."""
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
    """These names and no others, in whatever order."""
    return [{"any_order": list(names)}]


def one_of(*names: str) -> list[object]:
    """One of these names and no other."""
    return [{"one_of": list(names)}]


def including(*names: str, without: tuple[str, ...] = ()) -> Mapping[str, object]:
    """These names, none of the others, and any that are not named."""
    said = {"includes": list(names), "excludes": list(without)}
    return {key: value for key, value in said.items() if value}


def tolerated(ambiguity: str, **outcome: object) -> Mapping[str, object]:
    """What the other reading of an ambiguity leads to."""
    return {"ambiguity": ambiguity, **outcome}


def drafted(topics: tuple[str, ...]) -> Iterator[Case]:
    """The cases of these topics. Raises ScenarioError."""
    _drafts.clear()
    for topic in topics:
        import_module(f"scenarios.{topic}")
    for rules, draft in _drafts:
        stage = Stage()
        said = draft(stage)
        by_edition = {edition: said[key] for key in said for edition in key.split(" ")}
        note = " ".join(cleandoc(draft.__doc__ or "").split())
        topic = draft.__module__.rpartition(".")[2]
        yield Case(
            f"{topic}/{draft.__name__}",
            replace(stage.scenario(), note=note, actions=stage.script.actions or EVERYTHING),
            rules,
            expectations({edition: by_edition[edition] for edition in sorted(by_edition)}),
        )
