"""Runs a part of a planned self-test, or what is left of it, on mutants of any kind."""

from collections.abc import Iterator, Sequence

from refloader.results.progress import OnProgress
from refloader.selftest.mutants.of_mocks import mocks
from refloader.selftest.mutants.registry import mutants_by_name
from refloader.selftest.proving import of_loaders, of_mocks
from refloader.selftest.records import Outcomes, Plan


def outcomes_of(
    plan: Plan, names: Sequence[str], recorded: Sequence[str], tell: OnProgress, *, workers: int
) -> Iterator[Outcomes]:
    """Yield the outcomes of each mutant, and judge the originals of those whose outcomes are recorded, too.

    Loaders have one original, which has passed before the first outcome of a mutant is known.
    """
    every_rule = plan.profile == "full"
    if plan.kind == "loader":
        if not names:
            return iter(())
        chosen = [mutants_by_name()[name] for name in names]
        return of_loaders(chosen, every_rule=every_rule, workers=workers, tell=tell)
    known = mocks(plan.kind)
    return of_mocks(
        known,
        [known.wrong[name] for name in names],
        every_rule=every_rule,
        every_clean=len(plan.mutants) == len(known.wrong),
        workers=workers,
        tell=tell,
        recorded=[known.wrong[name] for name in recorded],
    )
