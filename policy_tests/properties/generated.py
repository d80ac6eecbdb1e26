"""Checks a property on generated scenarios: how many, for how long, from which seed. Knows no property.

A property is a function that raises an exception for a scenario that breaks it. Hypothesis generates the scenarios
and reduces one that breaks it to the smallest that it finds, which the report of the test shows and saves.

The seed is fixed, so that a run on an unchanged loader ends as the last one did; ``--hypothesis-seed`` sets another.
What failed once is tried first in the next run: hypothesis keeps it in its folder, for each loader and test.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, TypeAlias, cast

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from refloader.campaign.worlds.byte_source import CHUNK
from refloader.results.results_file import Verdict
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders.evidence import digest
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError
from refloader.testing.plugin import LOOKS
from refloader.testing.scenario_runs import ScenarioRuns

Check: TypeAlias = Callable[[Scenario], None]
Generator: TypeAlias = Callable[[bytes], Scenario]

_SEED = 0
_STEPS = 14
"""The number of steps of a state machine."""
_STEPS_COST = 2
"""How many examples of a machine's configuration take the time of one with so many steps."""


class Effort(NamedTuple):
    """How many examples are tried, and the limits in seconds for finding a failure and for shrinking it."""

    examples: int
    seconds: float
    shrinking: float


EFFORTS = {"quick": Effort(12, 0.5, 2.0), "full": Effort(150, 6.0, 20.0)}
"""The effort for one property, by ``--refloader-profile``."""
_UNLIMITED = Effort(0, 3600.0, 30.0)
"""The limits if the number of examples is given: ``--refloader-examples``."""


class Examples:
    """The examples of one test on one loader."""

    def __init__(self, item: pytest.Item, temporary: pytest.TempPathFactory) -> None:
        self._item = item
        self._temporary = temporary
        option = item.config.getoption
        self._effort = EFFORTS[option("--refloader-profile")]
        if count := option("--refloader-examples"):
            self._effort = _UNLIMITED._replace(examples=count)
        self._is_seeded = option("--hypothesis-seed", None) is not None

    def check(
        self,
        subject: Trial,
        generator: Generator,
        most: int,
        check: Check,
        known: Iterable[Scenario] = (),
    ) -> None:
        """Check the known scenarios, then those that the generator makes of up to ``most`` chunks of bytes.

        Raises what ``check`` raised for the smallest scenario; skips the test if no scenario could be checked.
        """
        __tracebackhide__ = True

        @given(_chunks(most))
        def generated(data: list[bytes]) -> None:
            search.judge(generator(b"".join(data)))

        def every() -> None:
            for scenario in known:
                search.judge(scenario)
            self._settings(subject)(self._seeded(generated))()

        search = _Search(subject, check, self._effort)
        self._run(search, every)

    def check_machine(
        self, subject: Trial, machine: Callable[[Check], RuleBasedStateMachine], check: Check
    ) -> None:
        """Check the scenarios that a state machine builds; the machine passes each to its argument."""
        __tracebackhide__ = True

        def made() -> RuleBasedStateMachine:
            return machine(search.judge)

        search = _Search(subject, check, self._effort)
        count = max(1, self._effort.examples // _STEPS_COST)
        how = settings(self._settings(subject), max_examples=count, stateful_step_count=_STEPS)
        factory = cast("type[RuleBasedStateMachine]", self._seeded(made))
        self._run(search, lambda: run_state_machine_as_test(factory, settings=how))

    def _run(self, search: "_Search", every: Callable[[], None]) -> None:
        __tracebackhide__ = True
        try:
            every()
        except HypothesisException:
            raise
        except Exception:
            self._show(search)
            raise
        if not search.checked:
            pytest.skip(search.why_not or "no generated scenario could be checked")

    def _show(self, search: "_Search") -> None:
        """Run the smallest scenario again, so that the trial and the report are about that one."""
        if search.smallest is None:
            return
        with suppress(Exception, pytest.skip.Exception):
            search.check(search.smallest)
        if search.subject.seen is not None:
            looks = ScenarioRuns(search.subject.loader, self._temporary)
            looks.add(search.smallest, search.subject.seen)
            self._item.stash[LOOKS] = looks

    def _seeded(self, function: Callable[..., object]) -> Callable[..., object]:
        return function if self._is_seeded else seed(_SEED)(function)

    def _settings(self, subject: Trial) -> settings:
        return settings(
            max_examples=self._effort.examples,
            deadline=None,
            database=DirectoryBasedExampleDatabase(self._folder(subject)),
            phases=(Phase.reuse, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
        )

    def _folder(self, subject: Trial) -> str:
        """Return the folder of the database: hypothesis's own, and in it one for this loader and test."""
        home = os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY") or os.path.abspath(".hypothesis")
        whose = hashlib.sha256(os.fsencode(subject.loader.path)).hexdigest()[:16]
        return os.path.join(home, "refloader", f"{self._item.path.stem}-{whose}")


def _chunks(most: int) -> st.SearchStrategy[list[bytes]]:
    """Return any number of chunks up to ``most``, each number as likely: bytes drawn as one piece are mostly few."""
    chunk = st.binary(min_size=CHUNK, max_size=CHUNK)
    return st.integers(0, most).flatmap(lambda count: st.lists(chunk, min_size=count, max_size=count))


class _Search:
    """The search for a scenario that breaks a property: the outcome of each scenario, and the smallest that does.

    Each scenario is run once. After the time limit, a scenario that was not run before counts as unbroken.
    """

    def __init__(self, subject: Trial, check: Check, effort: Effort) -> None:
        self.subject = subject
        self.check = check
        self.checked = 0
        self.why_not = ""
        self.smallest: Scenario | None = None
        self._shrinking = effort.shrinking
        self._end = time.monotonic() + effort.seconds
        self._outcomes: dict[str, Exception | None] = {}

    def judge(self, scenario: Scenario) -> None:
        """Raise what the property raises for the scenario."""
        __tracebackhide__ = True
        key = digest(scenario)
        if key not in self._outcomes:
            if time.monotonic() >= self._end:
                return
            self._outcomes[key] = self._outcome(scenario)
        error = self._outcomes[key]
        if error is not None:
            if self.smallest is None:
                is_ours = isinstance(error, EndedError) and error.verdict is Verdict.ERROR
                self._end = time.monotonic() + (0 if is_ours else self._shrinking)
            self.smallest = scenario
            raise error.with_traceback(None)

    def _outcome(self, scenario: Scenario) -> Exception | None:
        try:
            self.check(scenario)
        except pytest.skip.Exception as reason:
            self.why_not = str(reason)
            return None
        except Exception as error:
            self.checked += 1
            return error
        self.checked += 1
        return None
