"""Shrinks a scenario while a given predicate stays true. Knows the parts of a scenario, not the predicate.

Greedy and in a fixed order, so that a scenario always shrinks to the same one: parts are removed, then simplified,
then moved to default folders. This is repeated until no candidate is left or the tries are used up.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from refloader.campaign.shrinking_texts import lesser, plainer_texts
from refloader.scenario.scenario import HOME, Application, Library, Scenario, ScenarioError

Holds: TypeAlias = Callable[[Scenario], bool]

_TRIES = 400
_STEP = 3
"""The length of a step: verb, label, options. Queries are shorter; actions without any step are not shrunk."""
_SEPARATED = (":", ",")
_USUAL = "/usr/share/vulkan/"


def shrunk(scenario: Scenario, holds: Holds, *, tries: int = _TRIES) -> Scenario:
    """Return the smallest scenario found for which ``holds`` is true.

    ``holds`` is called at most ``tries`` times, and never twice for equal scenarios.
    """
    asked: set[str] = {_key(scenario)}
    while True:
        smaller = _first(scenario, holds, asked, tries)
        if smaller is None:
            return scenario
        scenario = smaller


def _first(scenario: Scenario, holds: Holds, asked: set[str], tries: int) -> Scenario | None:
    for candidate in _candidates(scenario):
        key = _key(candidate)
        if key in asked:
            continue
        if len(asked) > tries:
            return None
        asked.add(key)
        if holds(candidate):
            return candidate
    return None


def _key(scenario: Scenario) -> str:
    parts = (scenario.files, scenario.variables, scenario.links, scenario.application, scenario.actions)
    libraries = {path: (library.mock, dict(library.flags)) for path, library in scenario.libraries.items()}
    return repr((*parts, libraries, scenario.privilege, scenario.situation))


def _candidates(scenario: Scenario) -> Iterator[Scenario]:
    for change in (
        _with_less,
        _with_less_asked,
        _with_plainer_libraries,
        _with_plainer_texts,
        _at_usual_places,
    ):
        for candidate in _possible(change(scenario)):
            if candidate != scenario:
                yield candidate


def _possible(candidates: Iterator[Callable[[], Scenario]]) -> Iterator[Scenario]:
    for make in candidates:
        try:
            yield make()
        except ScenarioError:
            continue


_Changes: TypeAlias = Iterator[Callable[[], Scenario]]


def _with_less(scenario: Scenario) -> _Changes:
    """Yield scenarios with fewer files, variables, links, libraries or actions, or with a shorter variable."""
    for name in ("files", "variables", "links", "libraries"):
        parts = getattr(scenario, name)
        for less in lesser(list(parts)):
            kept = {key: value for key, value in parts.items() if key in less}
            if name == "variables" and "HOME" not in kept:
                kept["HOME"] = HOME
            yield partial(replace, scenario, **{name: kept})
    if any(len(action) == _STEP for action in scenario.actions):
        for actions in lesser(scenario.actions):
            yield partial(replace, scenario, actions=tuple(actions))
    for variable, value in scenario.variables.items():
        for shorter in (HOME,) if variable == "HOME" else _shorter(value):
            yield partial(replace, scenario, variables={**scenario.variables, variable: shorter})


def _shorter(value: str) -> Iterator[str]:
    for separator in _SEPARATED:
        entries = value.split(separator)
        if len(entries) > 1:
            yield from (separator.join(less) for less in lesser(entries))
    if value not in ("", "1"):
        yield "1"


def _with_less_asked(scenario: Scenario) -> _Changes:
    """Yield scenarios with an application that requests less, or is unprivileged."""
    application = scenario.application
    changes: list[dict[str, Any]] = [
        *({"layers": tuple(less)} for less in lesser(application.layers)),
        *({"extensions": tuple(less)} for less in lesser(application.extensions)),
        *({name: getattr(Application(), name)} for name in ("flags", "executable", "api_version")),
    ]
    for change in changes:
        yield partial(replace, scenario, application=replace(application, **change))
    if scenario.elevated:
        yield partial(replace, scenario, privilege="none")


def _with_plainer_libraries(scenario: Scenario) -> _Changes:
    """Yield scenarios with a plain mock, or with fewer flags."""
    for path, library in scenario.libraries.items():
        plain = "layer" if library.mock.startswith("layer") else "driver"
        flags = {name: value for name, value in library.flags.items() if name == "name"}
        others = [Library(plain, flags), Library(library.mock, flags), Library(plain, library.flags)]  # type: ignore[arg-type]
        for other in others:
            yield partial(replace, scenario, libraries={**scenario.libraries, path: other})


def _with_plainer_texts(scenario: Scenario) -> _Changes:
    """Yield scenarios with a manifest whose text, keys or values are simpler."""
    for path, data in scenario.files.items():
        for other in plainer_texts(data):
            yield partial(replace, scenario, files={**scenario.files, path: other})


def _at_usual_places(scenario: Scenario) -> _Changes:
    """Yield scenarios with a folder of manifests, and the libraries in it, moved to the default folder."""
    for path in scenario.files:
        folder = path.rpartition("/")[0]
        kind = folder.rpartition("/")[2]
        usual = f"{_USUAL}{kind}"
        if kind.endswith(".d") and folder != usual:
            yield partial(_moved, scenario, folder, usual)


def _moved(scenario: Scenario, folder: str, usual: str) -> Scenario:
    """Return the scenario with the content of a folder in another one, and the references in files adapted."""

    def there(text: str) -> str:
        return text.replace(f"{folder}/", f"{usual}/")

    files = {
        there(path): data.replace(folder.encode(), usual.encode()) for path, data in scenario.files.items()
    }
    libraries = {there(path): library for path, library in scenario.libraries.items()}
    if len(files) < len(scenario.files) or len(libraries) < len(scenario.libraries):
        return scenario
    return replace(scenario, files=files, libraries=libraries)
