"""What a loader may lack as a whole, and what a case of its run would come to without it. Claims nothing of a loader.

The evidence of a failed case holds the whole scenario. Taking something out of it (a variable, the implicit layers,
the settings file) and predicting again says what a loader does that lacks just this: no list of cases is needed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from refloader.model.edition import Edition
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.request import Build
from refloader.predict.prediction import Prediction, predict
from refloader.results.results_file import Result
from refloader.scenario.plain import plain_files, plain_library
from refloader.scenario.scenario import Application, Library, Scenario, ScenarioError

Parts = Mapping[str, tuple[str, ...]]
"""What a case can show of a loader, by name; what it did not ask for is absent."""

_OWN = ("VK_", "XDG_")
"""What the names of variables begin with that loaders read, besides HOME."""

_LINKERS = "LD_"
"""What the names of variables begin with that the dynamic linker reads, and no loader."""

FAMILIES = {
    "VK_LOADER_LAYERS_": "Variables that filter layers have no effect",
    "VK_LOADER_DRIVERS_": "Variables that filter drivers have no effect",
    "XDG_": "Variables whose names begin with XDG_ have no effect",
    "": "No environment variable has an effect",
}
"""The beginnings of names of variables, and what it is called if a loader reads none that begins so."""

_OF_FILES = ("path", "content")
"""The signs of abilities without which files are as if they were not there."""

_CALLED = ("chain", "order", "drivers", "result")
"""The parts that show what was used, and not only listed."""

_MADE = "VK_SUCCESS"
_MOST_DRIVERS = 40
"""The most drivers of a case of which each is tried as the only one."""


@dataclass(frozen=True, slots=True, order=True)
class Ability:
    """Something that a loader can do as a whole; ``title`` says that it does not, and ``without`` what is missing.

    ``sign`` tells whether a case may be about it at all, before anything is predicted: see ``may_matter``.
    ``rank`` puts first what others rest on, of two abilities that explain the same cases.
    """

    rank: int
    title: str
    without: str
    sign: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a case would come to on a loader that lacks an ability, and on one that has it.

    ``differs`` says that the two differ somewhere, if only in what the case did not ask for.
    """

    ability: Ability
    has: Parts
    lacks: Parts
    differs: bool

    def shown_by(self, seen: Parts) -> bool:
        """True if the loader did exactly what one does that lacks it, and that is not what one with it does."""
        return self._is_whole and _agree(seen, self.lacks) and not _agree(seen, self.has)

    def fits(self, seen: Parts) -> bool:
        """True if it takes part in the case, and nothing differs from what one does that lacks it."""
        return self.differs and _agree(seen, self.lacks)

    def refuted_by(self, seen: Parts) -> bool:
        """True if the loader called what one does that has it, or something that one without it never calls."""
        if any(seen[name] == self.has.get(name) != self.lacks.get(name) for name in _CALLED if name in seen):
            return True
        if self.ability.sign[0] not in _OF_FILES:
            return False
        called, has, lacks = (each.get("chain", ()) for each in (seen, self.has, self.lacks))
        return bool({*called} & {*has} - {*lacks})

    @property
    def _is_whole(self) -> bool:
        return "result" in self.has and "result" in self.lacks


def _agree(seen: Parts, other: Parts) -> bool:
    return all(seen[name] == each for name, each in other.items() if name in seen)


def observed(result: Result) -> Parts:
    """Return what a case shows of the loader."""
    evidence = result.evidence
    parts = {"drivers": _sorted(evidence, "drivers"), "chain": _sorted(evidence, "chain")}
    parts["order"] = _names(evidence.get("chain"))
    actions = evidence.get("actions")
    if not actions or any(isinstance(each, list) and each[:1] == ["layers"] for each in _list(actions)):
        parts["layers"] = _sorted(evidence, "layers")
    if isinstance(code := evidence.get("result"), str) and code:
        parts["result"] = (code,)
    else:  # no instance was made at all
        del parts["chain"], parts["order"], parts["drivers"]
    return parts


def scenario_of(result: Result) -> Scenario | None:
    """Return the scenario of a case by its evidence; None if it had none, or one of another system than Linux.

    The evidence of a case that passed has only the contents that are not plain. Older versions wrote none.
    """
    evidence: Mapping[str, Any] = result.evidence
    if "scenario" not in evidence or "platform" in evidence:
        return None
    try:
        return Scenario(
            files=_files(evidence),
            variables=evidence["variables"],
            libraries={path: _library(path, each) for path, each in evidence.get("libraries", {}).items()},
            links=evidence.get("links", {}),
            application=_application(evidence["application"]),
            privilege=evidence.get("privilege", "none"),
        )
    except (ScenarioError, TypeError, ValueError, KeyError, AttributeError):
        return None  # evidence is untrusted, and older versions wrote less of it


def _application(said: Mapping[str, Any]) -> Application:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in said.items()}
    return Application(**values)


def _library(path: str, said: Any) -> Library:
    return Library(said["mock"], said["flags"]) if isinstance(said, Mapping) else plain_library(path, said)


def _files(evidence: Mapping[str, Any]) -> Mapping[str, bytes]:
    files = evidence["files"]
    if isinstance(files, Mapping):
        return {path: text.encode() for path, text in files.items()}
    mocks = {
        path: each["mock"] if isinstance(each, Mapping) else each
        for path, each in evidence.get("libraries", {}).items()
    }
    return {**plain_files(files, mocks), **{path: text.encode() for path, text in evidence["contents"].items()}}


def lacking(scenario: Scenario, edition: Edition, only: Ability | None = None) -> Iterator[Lacking]:
    """Yield what the case would come to without each ability that takes part in it; of ``only`` one, if given."""
    whole = predict(scenario, edition, Build())
    has = _predicted(whole)
    for ability, make in _takings(scenario, whole.plan):
        if only in (None, ability):
            less = predict(make(), edition, Build())
            lacks = _predicted(less)
            yield Lacking(ability, has, lacks, has != lacks or _listed(whole) != _listed(less))
    for other in _backwards(has, whole.observation.chain):
        if only in (None, other.ability):
            yield other


def _predicted(made: Prediction) -> Parts:
    """Return the parts of a prediction; only what the plan says of layers if libraries decide the rest."""
    seen, plan = made.observation, made.plan
    if seen.ended != "ok":
        return {
            "layers": tuple(sorted(each.name for each in plan.enumerated)),
            "chain": tuple(sorted(each.name for each in plan.chain)),
        }
    return {
        "layers": tuple(sorted(seen.layer_names)),
        "chain": tuple(sorted(seen.chain)),
        "drivers": tuple(sorted(seen.drivers)),
        "result": (seen.result_name,),
    }


def _listed(made: Prediction) -> object:
    """Return what an application could ask for besides."""
    plan = made.plan
    layers = [tuple(each.name for each in part) for part in (plan.chain, plan.device_chain, plan.enumerated)]
    known = [each.layer.name for each in plan.layers]
    return layers, known, {each.name for each in plan.extensions}, [each.used for each in plan.drivers]


def lacking_both(scenario: Scenario, edition: Edition, first: Ability, second: Ability) -> Iterator[Lacking]:
    """Yield what the case would come to on a loader that lacks two abilities, if both take part in it."""
    whole = predict(scenario, edition, Build())
    for ability, make in _takings(scenario, whole.plan):
        if ability == first:
            for each in lacking(make(), edition, second):
                yield replace(each, ability=first, has=_predicted(whole))


# ---- what can be taken out of a scenario

_Taking = tuple[Ability, Callable[[], Scenario]]
_IMPLICIT = Ability(0, "Implicit layers are not used", "implicit layers", ("path", "implicit"))
_SETTINGS = Ability(0, "The settings file has no effect", "a settings file", ("path", "settings"))
_METAS = Ability(0, "Meta-layers are not used", "meta-layers", ("content", "component_layers"))
_DRIVERS = Ability(0, "Only one driver is used", "further drivers", ("drivers", ""))
_ORDER = Ability(0, "Layers are called in the reverse order", "the order of layers", ("chain", ""))


def _of_variables(start: str, title: str) -> Ability:
    names = f"variables that begin with {start}" if start else "environment variables"
    return Ability(1, title, names, ("variable", start))


def _of_key(key: str) -> Ability:
    return Ability(0, f"The variables of {key} have no effect", f"the variables of {key}", ("key", key))


def may_matter(ability: Ability, evidence: Mapping[str, object]) -> bool:
    """True if a case may be about an ability, by what its evidence has whether it passed or failed."""
    kind, word = ability.sign
    variables, libraries = evidence.get("variables"), evidence.get("libraries")
    names = [*variables] if isinstance(variables, Mapping) else []
    if kind == "variable":
        return any(name.startswith(word) for name in names)
    if kind == "key":
        return any(not name.startswith((*_OWN, "HOME")) for name in names)
    if kind == "path":
        files = evidence.get("files")
        paths = [*files] if isinstance(files, Mapping | list) else []
        return any(word in each.casefold() for each in map(str, (*paths, *names, *_links(evidence))))
    if kind == "content":
        texts = [*_contents(evidence)]
        return not _has_contents(evidence) or any(word in each for each in texts)
    if kind == "drivers":
        return isinstance(libraries, Mapping) and len(libraries) > 1
    return kind != "chain" or len(_names(evidence.get("chain"))) > 1


def is_unknown(result: Result) -> bool:
    """True if nobody can tell what a case shows: an older version did not write what its files contain."""
    return "scenario" in result.evidence and not _has_contents(result.evidence)


def _has_contents(evidence: Mapping[str, object]) -> bool:
    return isinstance(evidence.get("files"), Mapping) or isinstance(evidence.get("contents"), Mapping)


def _contents(evidence: Mapping[str, object]) -> Iterator[str]:
    for name in ("files", "contents"):
        if isinstance(each := evidence.get(name), Mapping):
            yield from map(str, each.values())


def _links(evidence: Mapping[str, object]) -> Iterable[object]:
    links = evidence.get("links")
    return links if isinstance(links, Mapping) else ()


def _takings(scenario: Scenario, plan: Plan) -> Iterator[_Taking]:
    """Yield each ability that takes part in a scenario, with what makes the scenario without it."""
    implicit = {file.path for file in plan.files if file.place.use is Use.IMPLICIT}
    implicit -= {file.path for file in plan.files if file.place.use is Use.EXPLICIT}
    if implicit:
        yield _IMPLICIT, lambda: _without(scenario, implicit)
    settings = {place.path for place in plan.places if place.use is Use.SETTINGS} & {*scenario.files}
    if settings:
        yield _SETTINGS, lambda: _without(scenario, settings)
    metas = {
        file.path
        for file in plan.files
        for layer in file.layers
        if layer.components and layer.name != OVERRIDE_NAME
    }
    if metas:
        yield _METAS, lambda: _without(scenario, metas)
    drivers = [each.driver.manifest for each in plan.drivers if each.used]
    for kept in drivers if 1 < len(drivers) <= _MOST_DRIVERS else ():
        others = {*drivers} - {kept}
        yield _DRIVERS, partial(_without, scenario, others)
    yield from _without_variables(scenario, plan)


def _without_variables(scenario: Scenario, plan: Plan) -> Iterator[_Taking]:
    layers = [layer for file in plan.files for layer in file.layers]
    off = {layer.disable.variable for layer in layers if layer.disable} & {*scenario.variables}
    on = {layer.enable.variable for layer in layers if layer.enable} & {*scenario.variables}
    for names, key in ((off, "disable_environment"), (on, "enable_environment")):
        if names:
            yield _of_key(key), partial(_unset, scenario, names)
    for name in scenario.variables:
        if name.startswith(_OWN) or name == "HOME":
            ability = Ability(0, f"{name} has no effect", name, ("variable", name))
            yield ability, partial(_unset, scenario, {name})
    for start, title in FAMILIES.items():
        alike = {
            name for name in scenario.variables if name.startswith(start) and not name.startswith(_LINKERS)
        }
        if alike and (start or alike != {"HOME"}):
            yield _of_variables(start, title), partial(_unset, scenario, alike)


def _unset(scenario: Scenario, names: set[str]) -> Scenario:
    kept = {name: value for name, value in scenario.variables.items() if name not in names}
    return replace(scenario, variables=kept)


def _without(scenario: Scenario, paths: set[str]) -> Scenario:
    return replace(
        scenario,
        files={path: data for path, data in scenario.files.items() if path not in paths},
        links={path: target for path, target in scenario.links.items() if path not in paths},
    )


# ---- what a loader comes to that lacks something which no scenario can be without


def _backwards(has: Parts, chain: Sequence[str]) -> Iterator[Lacking]:
    made = {"result": (_MADE,)}
    if has.get("result") == made["result"] and len(chain) > 1:
        right = {**made, "order": tuple(chain)}
        yield Lacking(_ORDER, right, {**right, "order": right["order"][::-1]}, differs=True)


def _sorted(evidence: Mapping[str, object], name: str) -> tuple[str, ...]:
    return tuple(sorted(_names(evidence.get(name))))


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
