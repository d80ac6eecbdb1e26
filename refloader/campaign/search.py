"""Runs generated worlds on a loader, shrinks those that differ from the prediction, and computes their signatures.

Deterministic: a seed always gives the same world, and a world the same findings if the loader behaves the same.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from refloader.campaign.explaining import traits_behind
from refloader.campaign.shrinking import shrunk
from refloader.campaign.worlds.steps import scenario_of_seed
from refloader.core.ages import OLDEST, age_of, is_release, release_of
from refloader.core.json import reader
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.model.version import parse_loose
from refloader.native.dropin import dropin_library
from refloader.predict.differential import Difference, differences, listed_as
from refloader.predict.prediction import Prediction, predict
from refloader.predict.script import predict_script
from refloader.sandbox.loader import FIRST_WAIT, ForeignLoader
from refloader.scenario.actions import EVERYTHING, STEPS
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Application, Scenario
from refloader.suite.loaders.probing import probed
from refloader.suite.loaders.subjects import FEATURES, edition_of

_MOST = 2
"""The maximum number of differences of one world that are shrunk: they nearly always have the same cause."""

_TRIES = {"timeout": 12}
_USUAL_TRIES = 300


class Comparison(NamedTuple):
    """The prediction, the observation and their differences for one world on one loader."""

    prediction: Prediction
    seen: Observation
    differences: tuple[Difference, ...]

    @property
    def covered(self) -> bool:
        """True if prediction and observation can be compared."""
        return self.prediction.observation.ended == "ok" and self.seen.ended not in ("not covered", "error")


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference in its smallest scenario. Findings with the same cause mostly have the same ``signature``."""

    signature: str
    difference: Difference
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Outcome:
    """The findings of one seed. ``covered`` is false if the world could not be compared."""

    seed: int
    covered: bool
    findings: tuple[Finding, ...]


class Search:
    """The search on one loader. ``version`` is what it reports, empty if unknown: worlds avoid newer features.

    If no release has the version, probes find the age, or the documents that the loader follows.

    The edition is the given one, or else the one that fits the version or the answers to the probes.
    """

    def __init__(self, path: str, version: str, edition: Edition | None = None) -> None:
        self.age = age_of_loader(path, version)
        known = version if is_release(version) else ".".join(self.age.release.split(".")[:3])
        self.edition = edition or _followed(path, version) or edition_of(known)
        self.avoid = frozenset(_unknown_to(known))
        self._loader = ForeignLoader(path)
        self._build = Build()

    def outcome(self, seed: int) -> Outcome:
        """Run the world of a seed, and shrink its differences."""
        scenario = scenario_of_seed(seed, self.avoid)
        result = self.look(scenario)
        return Outcome(seed, result.covered, tuple(self._findings(scenario, result)))

    def look(self, scenario: Scenario) -> Comparison:
        """Run one scenario, predict it, and compare."""
        return self.compared(scenario, self._loader.observe(scenario, timeout=FIRST_WAIT))

    def compared(self, scenario: Scenario, seen: Observation) -> Comparison:
        """Predict a scenario for the order in which the loader read its folders, and compare the observation."""
        prediction = _predicted(scenario, seen, self.edition, self._build)
        return Comparison(prediction, seen, differences(prediction.observation, seen))

    def traits(
        self, scenario: Scenario, result: Comparison, wanted: Difference | None = None
    ) -> tuple[Trait, ...]:
        """Return the traits of loader releases that explain what differs, or only one difference of it.

        A trait of the loader's own release that leaves a world to chance explains what is left of a shrunk one.
        """

        def differ(age: Age) -> tuple[Difference, ...]:
            observation = _predicted(scenario, result.seen, LATEST, replace(self._build, age=age)).observation
            if observation.ended == "not covered":
                return () if wanted is not None and age.traits <= self.age.traits else result.differences
            found = differences(observation, result.seen)
            return found if wanted is None else tuple(each for each in found if each.is_part_of(wanted))

        return traits_behind(differ, self.age)

    def at_age(self, scenario: Scenario, result: Comparison, age: Age) -> Comparison:
        """Compare the same observation with what a loader of an age does, by the newest edition."""
        prediction = _predicted(scenario, result.seen, LATEST, replace(self._build, age=age))
        return Comparison(prediction, result.seen, differences(prediction.observation, result.seen))

    def _is_as_later_documents(self, scenario: Scenario, result: Comparison) -> bool:
        """Return whether the loader's release is known to do what is seen, as later documents than its own say."""
        looked = self.at_age(scenario, result, self.age) if self.age else result
        return looked.covered and not looked.differences

    def shrink(self, scenario: Scenario, wanted: Difference) -> tuple[Finding, Comparison]:
        """Return the finding for the smallest scenario found that still shows the difference or a part of it.

        With it, the look at that scenario which showed it: a loader may show by chance what it does not show again.
        """
        looks: dict[int, Comparison] = {}

        def holds(candidate: Scenario) -> bool:
            result = looks[id(candidate)] = self.look(candidate)
            return any(each.is_part_of(wanted) for each in result.differences)

        smallest = shrunk(scenario, holds, tries=_TRIES.get(wanted.kind, _USUAL_TRIES))
        result = looks.get(id(smallest)) or self.look(smallest)
        difference = next((each for each in result.differences if each.is_part_of(wanted)), wanted)
        return Finding(signature(smallest, difference, result.prediction), difference, smallest), result

    def _findings(self, scenario: Scenario, result: Comparison) -> Iterator[Finding]:
        """Yield a finding for each trait that explains the world, else one for each difference, shrunk."""
        if result.differences:
            traits = self.traits(scenario, result)
            yield from (Finding(trait_signature(each), result.differences[0], scenario) for each in traits)
            if traits:
                return
            if self._is_as_later_documents(scenario, result):
                yield Finding(LATER_DOCUMENTS, result.differences[0], scenario)
                return
        seen: set[str] = set()
        for difference in _sorts(result.differences)[:_MOST]:
            finding, last = self.shrink(scenario, difference)
            alone = self.traits(finding.scenario, last, finding.difference)
            if alone:
                finding = replace(finding, signature=trait_signature(alone[0]))
            if finding.signature not in seen:
                seen.add(finding.signature)
                yield finding


def _predicted(scenario: Scenario, seen: Observation, edition: Edition, build: Build) -> Prediction:
    """Return the prediction for the order in which the loader read its folders."""
    predicted = predict if scenario.actions == EVERYTHING else predict_script
    return predicted(listed_as(scenario, seen.listings), edition, build)


def _unknown_to(version: str) -> Iterator[str]:
    """Return the variables and files that a loader of this version does not support yet."""
    numbers = parse_loose(version) if version else None
    return (name for name, feature in FEATURES.items() if numbers is not None and numbers < feature.since)


def _sorts(found: Iterable[Difference]) -> list[Difference]:
    """Return the first difference of each ``sort``."""
    first: dict[tuple[str, str], Difference] = {}
    for difference in found:
        first.setdefault(difference.sort, difference)
    return list(first.values())


def age_of_loader(path: str, version: str) -> Age:
    """Return the age of a loader by the version that it reports, else by probes.

    The reference loader has none: it follows the documents.
    """
    if _is_reference(path):
        return DOCUMENTED
    if _is_known(version):
        return age_of(version)
    found = _probed(path)
    return found.age if found is not None and found.documents is None else DOCUMENTED


def _followed(path: str, version: str) -> Edition | None:
    """Return the documents that a loader follows that descends from no release; None for another."""
    found = None if _is_reference(path) or _is_known(version) else _probed(path)
    return found.documents if found is not None else None


def _is_reference(path: str) -> bool:
    own = dropin_library()
    return own is not None and os.path.realpath(path) == os.path.realpath(own)


def _is_known(version: str) -> bool:
    return is_release(version) and release_of(version) >= release_of(OLDEST)


_probed = cache(probed)


LATER_DOCUMENTS = "as later documents say"
"""The signature of findings in which a release does already what only a later edition of the documents says."""

TRAIT = "trait: "
"""How the signature of a finding begins that a trait explains."""


def trait_signature(trait: Trait) -> str:
    """Return the signature of the findings that a trait explains."""
    return f"{TRAIT}{trait.value}"


# ---- signatures ---------------------------------------------------------------------------------------------


def signature(scenario: Scenario, difference: Difference, prediction: Prediction) -> str:
    """Describe what a small scenario consists of and what differs, without arbitrary names."""
    parts = [
        ": ".join(difference.sort),
        _list("rules", {reason.rule for reason in prediction.reasons()} - _EVERYWHERE),
        _list("variables", _variables(scenario)),
        _list("application", _asked(scenario.application)),
        _list("steps", _steps(scenario)),
        _list("mocks", _mocks(scenario)),
        _list("links", (["yes"] if scenario.links else [])),
        _list("texts", _troubles(scenario)),
    ]
    return "; ".join(part for part in parts if part)


_EVERYWHERE = {"LDP_LOADER_2", "ACT-IMPLICIT-01", "DISC-GEN-08", "LDP_LOADER_1"}
"""Rules that are left out of signatures: they state only that something ordinary exists, or that no driver does."""


def _list(head: str, words: Iterable[str]) -> str:
    shown = " ".join(sorted(set(words)))
    return f"{head}: {shown}" if shown else ""


def _variables(scenario: Scenario) -> Iterator[str]:
    """Yield the variables: a layer's own as DISABLE or ENABLE, a filter with its ambiguous patterns."""
    steps = (
        action[2] for action in scenario.actions if action[0] == "set" and action[2]["value"] is not None
    )
    own = {each["name"]: each["value"] for each in steps}
    for name, value in {**scenario.variables, **own}.items():
        if name != "HOME":
            odd = [
                word for word in value.split(",") if word in _ODD_PATTERNS and name.startswith("VK_LOADER_")
            ]
            yield re.sub(_SWITCH, r"\1", name) + "".join(f"({word})" for word in odd)


_SWITCH = re.compile(r"^(DISABLE|ENABLE)_.*")
_ODD_PATTERNS = ("*", "**", "~all~", "~ALL~", "~implicit~", "~explicit~")


def _troubles(scenario: Scenario) -> Iterator[str]:
    """Yield the properties of the manifests' text that JSON parsers may treat differently."""
    for path, data in scenario.files.items():
        if path.endswith(".json"):
            document = reader.read(data)
            yield from (problem.trouble.replace(" ", "-") for problem in document.problems)
            if isinstance(document.value, dict) and "layer" in document.value:
                yield from ["more-after-the-layer"] if list(document.value)[-1] != "layer" else []


def _asked(application: Application) -> Iterator[str]:
    dull = Application()
    for name in ("layers", "extensions", "flags", "executable", "api_version"):
        if getattr(application, name) != getattr(dull, name):
            yield name


def _steps(scenario: Scenario) -> Iterator[str]:
    """Return the verbs of the application's steps."""
    return (action[0] for action in scenario.actions if action[0] in STEPS)


def _mocks(scenario: Scenario) -> Iterator[str]:
    for library in scenario.libraries.values():
        if library.mock not in ("layer", "driver"):
            yield library.mock
        yield from (f"{name}={value}" for name, value in library.flags.items() if name != "name")
