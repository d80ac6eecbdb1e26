"""Runs the suite on mutants of mocks and on the clean mocks that they are derived from.

Child processes judge a few mocks each, and their results come as soon as they are there. ``mock_outcome`` evaluates
them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import OnProgress, Progress
from refloader.results.results_file import Result
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mock_pool import Batch, batches, judged
from refloader.selftest.mutants.of_mocks import Clean, Mocks, Wrong
from refloader.selftest.plugin_jobs import ONCE_CAUGHT, OTHERS
from refloader.suite.run.installed_suite import HarnessError

_CLEAN = "clean_"
"""What the folder of a clean mock is called by, before its name."""


@dataclass(frozen=True, slots=True)
class MockResults:
    """The suite's results for each mock, by its name. ``failed`` says why there are none for a mutant."""

    clean: Mapping[str, tuple[Result, ...]]
    wrong: Mapping[str, tuple[Result, ...]]
    failed: Mapping[str, str] = field(default_factory=dict)

    def joined(self, other: "MockResults") -> "MockResults":
        """Return both together."""
        return MockResults(
            {**self.clean, **other.clean},
            {**self.wrong, **other.wrong},
            {**self.failed, **other.failed},
        )

    def without(self, mutant: str) -> "MockResults":
        """Return all but the results of a mutant."""
        return MockResults(
            self.clean, {name: results for name, results in self.wrong.items() if name != mutant}, self.failed
        )


def run_mocks(
    known: Mocks,
    chosen: Sequence[Wrong],
    *,
    every_rule: bool,
    every_clean: bool,
    workers: int,
    tell: OnProgress | None = None,
    once_caught: bool = False,
) -> MockResults:
    """Run the suite on the mocks and return all results. See ``mock_results``."""
    whole = MockResults({}, {})
    for part in mock_results(
        known,
        chosen,
        every_rule=every_rule,
        every_clean=every_clean,
        workers=workers,
        tell=tell,
        once_caught=once_caught,
    ):
        whole = whole.joined(part)
    return whole


def mock_results(
    known: Mocks,
    chosen: Sequence[Wrong],
    *,
    every_rule: bool,
    every_clean: bool,
    workers: int,
    tell: OnProgress | None = None,
    once_caught: bool = False,
    recorded: Sequence[Wrong] = (),
) -> Iterator[MockResults]:
    """Run the suite on the clean mocks that the mutants are derived from, or on all, and then on the mutants.

    A mutant gets the tests of its own rules, and with ``every_rule`` also one variant of each other test. A clean
    mock gets the tests of its mutants' rules, and with ``every_rule`` all tests. With ``once_caught``, a mutant that
    has failed under each of its rules is shown to no more variants of the tests of these rules. ``recorded`` are
    mutants whose originals are judged, too, and which are not run. Yields what there is of some mocks when they have
    been judged; ``tell`` hears how many that are.

    Raises:
        HarnessError: the policy tests could not be run on a clean mock, or the mocks were not built.
        OSError: the temporary files cannot be written.
        KeyboardInterrupt: the user interrupted the run.
    """
    derived = [*chosen, *recorded]
    needed = {each.like for each in derived}
    clean = [each for each in known.clean.values() if every_clean or each.name in needed]
    by_name = {each.name: each for each in chosen}
    total = len(clean) + len(chosen)
    done = 0
    if tell is not None:
        tell(Progress(0, total, 0, step=f"judging {known.kind}s that are right"))
    with TemporaryFolder() as temporary:
        try:
            of_clean, of_wrong = _laid_out(clean, chosen, temporary)
        except NoMockError as error:
            raise HarnessError(str(error)) from error
        every = [*batches(of_clean, workers, alone=every_rule), *batches(of_wrong, workers)]
        rules = (
            {} if every_rule else {of_clean[_CLEAN + each.name]: _rules_of(each, derived) for each in clean}
        )
        rules |= {of_wrong[each.name]: list(each.rules) for each in chosen}
        told = {**rules, OTHERS: int(every_rule), ONCE_CAUGHT: once_caught}
        for part in judged(known.kind, every, told, temporary, workers=workers, once=True):
            done += len(part.batch)
            if tell is not None:
                tell(Progress(done, total, 0, part.last.removeprefix(_CLEAN)))
            yield _named(part.batch, part.results, part.problem, by_name, every_rule=every_rule)


def _named(
    batch: Batch,
    results: Mapping[str, tuple[Result, ...]],
    problem: str,
    chosen: Mapping[str, Wrong],
    *,
    every_rule: bool,
) -> MockResults:
    """Sort the results of a batch. Raises HarnessError if it has a clean mock and could not be judged."""
    clean = [name for name in batch if name not in chosen]
    if problem and clean:
        raise HarnessError(problem)
    return MockResults(
        {name.removeprefix(_CLEAN): results[name] for name in clean},
        {
            name: _of_own(results[name], chosen[name], every_rule=every_rule)
            for name in batch
            if name in chosen
        },
        {name: problem for name in batch if problem},
    )


def _laid_out(clean: Sequence[Clean], chosen: Sequence[Wrong], folder: str) -> tuple[Batch, Batch]:
    """Write the mocks and return the paths of their manifests by name."""
    os.mkdir(mocks_folder := os.path.join(folder, "mocks"))
    return (
        {_CLEAN + each.name: lay_out(each.recipe, _CLEAN + each.name, mocks_folder) for each in clean},
        {each.name: lay_out(each.recipe, each.name, mocks_folder) for each in chosen},
    )


def _rules_of(right: Clean, chosen: Sequence[Wrong]) -> list[str]:
    """Return the rules of the mutants that are derived from a clean mock."""
    made = (rule_id for each in chosen if each.like == right.name for rule_id in each.rules)
    return list(dict.fromkeys(made))


def _of_own(results: tuple[Result, ...], violator: Wrong, *, every_rule: bool) -> tuple[Result, ...]:
    """Leave out the static findings on rules that the mutant does not violate, unless ``every_rule``."""
    if every_rule:
        return results
    return tuple(each for each in results if each.case != "static" or each.rule in violator.rules)
