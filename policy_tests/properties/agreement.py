"""Whether a loader does with a scenario what is predicted for its edition, and what excuses a difference."""

import warnings

import pytest

from refloader.campaign.search import Comparison, Search
from refloader.core.ages import Row, rows
from refloader.model.age import DOCUMENTED
from refloader.model.text import visible
from refloader.results.results_file import Verdict
from refloader.rules import ambiguities
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.selftest.open_readings import described, readings_behind
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.user_scenarios import rule_behind
from refloader.suite.subjects.ended import EndedError

_NEWER = "an older release does what the newest edition of the documents says"


class KnownDifference(UserWarning):
    """A loader differs from the prediction as its release is known to, or takes another reading of an ambiguity."""


class Agreement:
    """The property that a loader does what is predicted."""

    def __init__(self, subject: Trial) -> None:
        loader = subject.loader
        self._subject = subject
        self._search = Search(loader.path, loader.version, subject.edition)
        self._excuses: set[str] = set()
        self.avoid = self._search.avoid

    def check(self, scenario: Scenario) -> None:
        """Fail on a difference that nothing excuses; skip a scenario that cannot be compared."""
        seen, ended = self._run(scenario)
        result = self._search.compared(scenario, seen)
        if not result.covered:
            pytest.skip(result.prediction.observation.detail)
        if not result.differences:
            return
        traits = self._traits(scenario, result)
        excuses = self._excuses_of_age(scenario, result, traits)
        if not excuses and all(map(self._excuses_any, traits)):
            excuses = {*map(_told, traits)}
        if not excuses and not ended:
            excuses = {*map(described, readings_behind(self._search, scenario, seen))}
        if excuses:
            self._excuses |= excuses
            return
        if ended:
            raise ended
        self._subject.rules = (rule_behind(result.prediction, result.differences, self._subject.edition),)
        shown = "; ".join(visible(str(each)) for each in result.differences)
        raise AssertionError(" ".join([shown, *(f"[{_told(row)} ({row.span})]" for row in traits)]))

    def _run(self, scenario: Scenario) -> tuple[Observation, EndedError | None]:
        """Return the observation, and the error if the loader did not end by itself, which its age may excuse."""
        try:
            return self._subject.runs(scenario), None
        except EndedError as error:
            if error.verdict is Verdict.ERROR or self._subject.seen is None:
                raise
            return self._subject.seen, error

    def _traits(self, scenario: Scenario, look: Comparison) -> tuple[Row, ...]:
        """Return the traits of loader releases that explain what differs."""
        traits = self._search.traits(scenario, look)
        return tuple(row for row in rows() if row.trait in traits)

    def _excuses_any(self, row: Row) -> bool:
        """Return whether the release is known to have a trait, or no sentence of the documents forbids the trait."""
        return row.trait in self._search.age.traits or all(each in ambiguities() for each in row.rules)

    def _excuses_of_age(self, scenario: Scenario, look: Comparison, traits: tuple[Row, ...]) -> set[str]:
        """Return what is known of the loader's release, if that accounts for what differs."""
        aged = self._search.at_age(scenario, look, self._search.age)
        predicted = aged.prediction.observation
        if predicted.ended == "not covered":
            return {predicted.detail}
        if not aged.differences:
            return {*map(_told, traits)} or {_NEWER}
        return set() if self._search.at_age(scenario, look, DOCUMENTED).differences else {_NEWER}

    def warn(self) -> None:
        """Warn about the differences that were excused, if there were any."""
        if self._excuses:
            self._subject.warning = f"known of such loaders: {'; '.join(sorted(self._excuses))}"
            warnings.warn(self._subject.warning, KnownDifference, stacklevel=2)


def _told(row: Row) -> str:
    return f"{row.trait.value}: {row.does.rstrip('.')}"
