"""Compares a run with its baseline: where it is worse, and the resulting exit code. Does not read files.

Verdicts stay as they are; the baseline only decides which of them count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from refloader.model.text import number_of, visible
from refloader.report.differences.data import case
from refloader.report.differences.difference import LACKING, CaseChange, Difference, Kind, difference
from refloader.report.differences.facts import devices_counted
from refloader.report.differences.text import outcome
from refloader.results.results_file import Result, Run

_LACKING = "findings that it lacks are new"
_MOST = 50
"""The most cases that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A run and its baseline. ``name`` is the path that the user gave.

    ``worse`` are findings that the baseline does not have, or has with a lighter verdict, without those that an
    expectation file allows. ``lost`` are sentences on drivers that show fewer devices than before or were not queried
    to the end: their cases are skipped, and a skip is never worse. ``unknown`` are findings on subjects that the
    baseline does not have; they always count.
    """

    name: str
    run: Run
    worse: tuple[CaseChange, ...]
    better: tuple[CaseChange, ...]
    unknown: tuple[Result, ...]
    strangers: tuple[str, ...]
    known: int
    notes: tuple[str, ...]
    lost: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 if the run is not worse, 1 if it is worse, 3 if the run itself is unreliable."""
        if self.run.exit_code not in (0, 1):
            return self.run.exit_code
        return int(bool(self.worse or self.unknown or self.lost))


def compared(run: Run, baseline: Run, name: str) -> Compared:
    """Compare a run with a baseline."""
    return beside(difference(baseline, run), name)


def beside(found: Difference, name: str) -> Compared:
    """Compare the newer run of a difference with the older one as its baseline."""
    run = found.new
    changes = [each for subject in found.subjects for each in subject.cases]
    strangers = tuple(each.new.name for each in found.subjects if each.old is None and each.new)
    against = [each for each in run.results if each.counts_against and not each.surprising]
    worse = tuple(each for each in changes if each.is_regression and not _is_expected(each))
    apart = {id(each.new) for each in worse}
    return Compared(
        name,
        run,
        worse,
        tuple(each for each in changes if each.kind is Kind.BETTER),
        tuple(each for each in run.results if each.subject in strangers and each.counts_against),
        strangers,
        sum(each.subject not in strangers and id(each) not in apart for each in against),
        tuple(_notes(found)),
        tuple(_lost(found)),
    )


def _is_expected(change: CaseChange) -> bool:
    return change.new is not None and change.new.as_expected


def _lost(found: Difference) -> Iterator[str]:
    """Yield a sentence on each driver that shows fewer devices than in the baseline or was not queried to the end."""
    for each in found.subjects:
        before = devices_counted(each.old.facts) if each.old else None
        if before is None or each.new is None:
            continue
        now = devices_counted(each.new.facts)
        if now is None:
            note = each.new.facts.get("note")
            yield f"{each.new.name} was run, and is not asked to the end now" + (f": {note}" if note else "")
        elif now < before:
            yield f"{each.new.name} showed {number_of(before, 'device')}, and shows {now or 'none'} now"


def _notes(found: Difference) -> Iterator[str]:
    """Yield the notes of the comparison, with OLD called the baseline and without notes on NEW, which has its own."""
    for note in found.notes:
        if not note.startswith("NEW "):
            yield note.replace("OLD ", "the baseline ", 1).replace(LACKING, _LACKING)


def lines(found: Compared) -> Iterator[str]:
    """Yield the comparison as lines that are safe to print."""
    yield f"against the baseline {visible(found.name)}: {_tally(found)}"
    yield from (f"  note: {visible(note)}" for note in found.notes)
    for each in found.strangers:
        yield f"  {visible(each)} is not in the baseline: its findings count as they are"
    yield from (f"  worse: {visible(each)}" for each in found.lost)
    yield from _listed("worse", found.worse)
    yield from _listed("better", found.better)


def _tally(found: Compared) -> str:
    parts = {
        "worse": len(found.worse) + len(found.lost),
        "better": len(found.better),
        "found as before": found.known,
        "found on subjects that it does not have": len(found.unknown),
    }
    told = ", ".join(f"{number} {what}" for what, number in parts.items() if number)
    return told or "nothing is worse"


def _listed(word: str, changes: tuple[CaseChange, ...]) -> Iterator[str]:
    for each in changes[:_MOST]:
        steps = " -> ".join(outcome(result) if result else "no such case" for result in (each.old, each.new))
        yield visible(
            f"  {word}: {each.result.rule}  {each.result.case}  on {each.result.subject}  ({steps})"
        )
    if len(changes) > _MOST:
        yield f"  and {len(changes) - _MOST} more"


def document(found: Compared) -> dict[str, Any]:
    """Return the comparison for JSON."""
    return {
        "path": found.name,
        "exit_code": found.exit_code,
        "worse": [{"subject": each.result.subject, **case(each)} for each in found.worse],
        "better": [{"subject": each.result.subject, **case(each)} for each in found.better],
        "not_in_baseline": list(found.strangers),
        "found_as_before": found.known,
        "lost": list(found.lost),
        "notes": list(found.notes),
    }
