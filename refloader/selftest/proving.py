"""Runs the suite on mutants of any kind and yields what became of each mutant as soon as it is known.

``selftest`` and ``on_mocks`` run them; ``outcome`` and ``mock_outcome`` evaluate the runs.
"""

from collections.abc import Iterator, Sequence

from refloader.results.progress import OnProgress, Progress
from refloader.selftest.mock_outcome import mock_outcomes, unclean
from refloader.selftest.mutants.of_mocks import Mocks, Wrong
from refloader.selftest.mutants.registry import Mutant
from refloader.selftest.on_mocks import MockResults, mock_results
from refloader.selftest.outcome import MutantOutcome, is_settled, mutant_outcomes
from refloader.selftest.selftest import Gathered, Run, mutant_runs, red

Outcomes = tuple[MutantOutcome, ...]
"""What became of one mutant: an outcome for each of its rules."""


class RedError(Exception):
    """The originals of the mutants fail, so that nothing would be proved. ``lines`` says by what."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


def of_loaders(
    chosen: Sequence[Mutant], *, every_rule: bool, workers: int, tell: OnProgress
) -> Iterator[Outcomes]:
    """Yield the outcomes of each mutant of the reference; ``tell`` hears how many have been run.

    A mutant that fails cases which the reference has not run yet is settled when it has, at the end.

    Raises:
        RedError: the unchanged reference fails.
        HarnessError: the policy tests could not be run.
        OSError: the temporary files cannot be written.
    """
    found, by_name = Gathered(), {each.name: each for each in chosen}
    waiting: list[Run] = []
    total = len(chosen)
    tell(Progress(0, total, 0, step="judging the unchanged reference"))
    for run in mutant_runs(found, chosen, every_rule=every_rule, workers=workers):
        tell(Progress(len(found.runs), total, 0, run.name))
        if is_settled(run, found):
            yield mutant_outcomes([by_name[run.name]], found)
        else:
            waiting.append(run)
    if failing := red(found):
        raise RedError(
            [f"{found.cases[n].subject} {found.cases[n].name}: {found.baseline[n].reason}" for n in failing]
        )
    for run in waiting:
        yield mutant_outcomes([by_name[run.name]], found)
    without = by_name.keys() - {run.name for run in found.runs}
    for each in chosen:
        if each.name in without:
            yield mutant_outcomes([each], found)


def of_mocks(
    known: Mocks,
    chosen: Sequence[Wrong],
    *,
    every_rule: bool,
    every_clean: bool,
    workers: int,
    tell: OnProgress,
    recorded: Sequence[Wrong] = (),
) -> Iterator[Outcomes]:
    """Yield the outcomes of each mock that is wrong, once the one that it is derived from has been judged.

    All originals have been judged at the end. Without ``every_rule`` a mutant's run ends when each of its rules has
    caught it; with it, what further variants fail belongs to the outcome. See ``on_mocks.mock_results``.

    Raises:
        RedError: a clean mock fails.
        HarnessError, OSError: as there.
    """
    by_name = {each.name: each for each in chosen}
    there = MockResults({}, {})
    for part in mock_results(
        known,
        chosen,
        every_rule=every_rule,
        every_clean=every_clean,
        workers=workers,
        tell=tell,
        once_caught=not every_rule,
        recorded=recorded,
    ):
        if blamed := unclean(known, part):
            raise RedError(blamed)
        there = there.joined(part)
        for name in [each for each in there.wrong if by_name[each].like in there.clean]:
            yield mock_outcomes([by_name[name]], there)
            there = there.without(name)
