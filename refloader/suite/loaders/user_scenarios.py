"""Scenarios that the user of a run names: where they are and what they are judged by. Never runs one."""

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
"""Where nothing better fits: what is installed is found and told of."""

_SAYS_LITTLE = {rule(each) for each in ("LDP_LOADER_1", "LDP_LOADER_2", "ACT-IMPLICIT-01", "DISC-GEN-08")}
"""Rules by which something ordinary is there, or no driver is; they explain few differences."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """How an observation differs from the core's prediction, and the rule that the prediction rests on.

    ``why_not`` says why there is no prediction, and is empty where there is one.
    """

    differences: tuple[Difference, ...]
    rule: RuleId
    why_not: str = ""


def found(paths: Iterable[str]) -> tuple[str, ...]:
    """The folders of the scenarios at these paths: each is one, or holds some.

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
    """The cases in these folders; each is called after its folder where no other has that name."""
    paths = {folder: visible(os.path.basename(folder)) for folder in folders}
    times = Counter(paths.values())
    for path, name in paths.items():
        yield corpus.load(path, name if times[name] == 1 else visible(path))


def rules_for(case: Case, edition: Edition) -> tuple[str, ...]:
    """The case's own rules that a loader of the edition is judged by; the general one where there are none."""
    own = [each for each in case.rules if binds_loaders(each) and holds(each, edition)]
    return tuple(own) or (GENERAL,)


def unlike(scenario: Scenario, seen: Observation, edition: Edition) -> Unlike:
    """Compare with the prediction for the order in which the loader could read the folders."""
    predicted_by = predict if all(verb in QUERIES for verb, *_ in scenario.actions) else predict_script
    prediction = predicted_by(listed_as(scenario, seen.listings), edition, Build())
    predicted = prediction.observation
    if predicted.ended != "ok":
        return Unlike((), GENERAL, predicted.detail)
    found = differences(predicted, seen)
    return Unlike(found, _rule_behind(prediction, found, edition))


def _folders_of(path: str) -> list[str]:
    """The scenarios' folders at a path. Raises WrongUsageError for a folder that cannot be looked into."""
    try:
        return list(_folders(path)) if path else []
    except OSError as error:
        where = visible(str(error.filename))
        raise WrongUsageError(f"--scenario: {where} cannot be read: {error.strerror}") from error


def _refuse(error: OSError) -> None:
    """What is not there at all is told by whoever finds nothing."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


def _folders(path: str) -> Iterator[str]:
    for place, folders, names in os.walk(os.path.abspath(path), onerror=_refuse):
        folders.sort()
        if scenario_file.NAME in names:
            folders.clear()
            yield place


def _rule_behind(prediction: Prediction, found: Iterable[Difference], edition: Edition) -> RuleId:
    """The rule of a reason about something in the differences, failing that of any; the telling ones first."""
    shown = " ".join(f"{each.predicted} {each.seen}" for each in found)
    binding = [
        each for each in prediction.reasons() if binds_loaders(each.rule) and holds(each.rule, edition)
    ]
    about = [each.rule for each in binding if each.subject and each.subject in shown]
    telling = [each for each in about if each not in _SAYS_LITTLE]
    return next(iter([*telling, *about, *(each.rule for each in binding)]), GENERAL)
