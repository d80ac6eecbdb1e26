"""The scenarios that a user names: where they are, and which rules they are checked by. Never runs one."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from refloader.model.edition import Edition
from refloader.model.request import Build
from refloader.model.text import visible
from refloader.predict.differential import Difference, differences, listed_as
from refloader.predict.prediction import Prediction, predict
from refloader.predict.script import predict_script
from refloader.rules import RuleId, rule
from refloader.rules.binding import binds_loaders
from refloader.scenario import corpus, scenario_file
from refloader.scenario.actions import QUERIES
from refloader.scenario.corpus import Case
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, ScenarioError
from refloader.suite.subjects.request import WrongUsageError, holds

GENERAL = rule("DISC-GEN-01")
"""The rule if no other fits better: what is installed is found and reported."""

_SAYS_LITTLE = {rule(each) for each in ("LDP_LOADER_1", "LDP_LOADER_2", "ACT-IMPLICIT-01", "DISC-GEN-08")}
"""Rules by which something ordinary is found, or no driver is; they explain few differences."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """The differences of an observation from the core's prediction, and the rule that the prediction rests on.

    ``why_not`` says why there is no prediction, and is empty if there is one.
    """

    differences: tuple[Difference, ...]
    rule: RuleId
    why_not: str = ""


def found(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the scenarios at these paths: each path is a scenario, or holds some.

    Raises:
        WrongUsageError: a path holds none, or one of them cannot be read; the text says where.
    """
    every: list[str] = []
    for path in paths:
        folders = _folders_of(path)
        if not folders:
            there = "holds no scenario.json" if os.path.isdir(path) else "is no folder"
            raise WrongUsageError(f"--scenario: {visible(path) or 'an empty path'} {there}")
        every += folders
    try:
        for folder in every:
            corpus.load(folder)
    except ScenarioError as error:
        raise WrongUsageError(f"--scenario: {visible(str(error))}") from error
    return tuple(dict.fromkeys(every))


def cases(folders: Iterable[str]) -> Iterator[Case]:
    """Yield the cases in these folders, each named after its folder, or after its path if names clash."""
    paths = {folder: visible(os.path.basename(folder)) for folder in folders}
    times = Counter(paths.values())
    for path, name in paths.items():
        yield corpus.load(path, name if times[name] == 1 else visible(path))


def rules_for(case: Case, edition: Edition) -> tuple[str, ...]:
    """Return the case's own rules that bind a loader of the edition; the general rule if there are none."""
    own = [each for each in case.rules if binds_loaders(each) and holds(each, edition)]
    return tuple(own) or (GENERAL,)


def unlike(scenario: Scenario, seen: Observation, edition: Edition) -> Unlike:
    """Compare with the prediction for the order in which the loader may have read the folders."""
    predicted_by = predict if all(verb in QUERIES for verb, *_ in scenario.actions) else predict_script
    prediction = predicted_by(listed_as(scenario, seen.listings), edition, Build())
    predicted = prediction.observation
    if predicted.ended != "ok":
        return Unlike((), GENERAL, predicted.detail)
    found = differences(predicted, seen)
    return Unlike(found, rule_behind(prediction, found, edition))


def _folders_of(path: str) -> list[str]:
    """Return the scenarios' folders at a path. Raises WrongUsageError for a folder that cannot be read."""
    try:
        return list(_folders(path)) if path else []
    except OSError as error:
        where = visible(str(error.filename))
        raise WrongUsageError(f"--scenario: {where} cannot be read: {error.strerror}") from error


def _refuse(error: OSError) -> None:
    """Raise the error unless the path does not exist: the caller reports that."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


def _folders(path: str) -> Iterator[str]:
    for place, folders, names in os.walk(os.path.abspath(path), onerror=_refuse):
        folders.sort()
        if scenario_file.NAME in names:
            folders.clear()
            yield place


def rule_behind(prediction: Prediction, found: Iterable[Difference], edition: Edition) -> RuleId:
    """Return the rule of a reason about the differences, a specific one if possible; otherwise of any reason."""
    shown = " ".join(f"{each.predicted} {each.seen}" for each in found)
    binding = [
        each for each in prediction.reasons() if binds_loaders(each.rule) and holds(each.rule, edition)
    ]
    about = [each.rule for each in binding if each.subject and each.subject in shown]
    telling = [each for each in about if each not in _SAYS_LITTLE]
    return next(iter([*telling, *about, *(each.rule for each in binding)]), GENERAL)
