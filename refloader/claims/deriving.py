"""Derives every number of a claim from the results alone. No I/O. Packing and verifying use the same functions."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from refloader.claims import claim_sentence
from refloader.claims.document import (
    STANDINGS,
    Attachment,
    Claim,
    Counts,
    Expectations,
    File,
    RuleCount,
    Standing,
    Subject,
    Suite,
    Totals,
    Untested,
)
from refloader.claims.document import Run as RunDocument
from refloader.model.text import visible
from refloader.report.numbers import of_run
from refloader.results.results_file import FINDINGS, Result, Run, Stale, Verdict
from refloader.results.results_file import Subject as Judged
from refloader.results.runs import outdated
from refloader.results.standard import CHOSEN

UNTESTED = "untested"
"""The key, in addition to ``STANDINGS``, for the number of rules without a result."""


@dataclass(frozen=True, slots=True)
class Given:
    """The parts of a claim that do not follow from results. ``files`` and ``untested`` are by subject name."""

    suite: Suite
    files: Mapping[str, tuple[File, ...]]
    untested: Mapping[str, tuple[Untested, ...]]
    expectations: tuple[Expectations, ...]
    attachments: tuple[Attachment, ...]


def derived(runs: Mapping[str, Run], whole: Run, given: Given) -> Claim:
    """Return the claim, without its members, of ``runs`` (by member name) and of ``whole``, the merged run."""
    subjects = tuple(_subjects(whole, given))
    totals = _totals(whole, subjects)
    missing = (PARTIAL + each for each in whole.problems)
    partial = tuple(dict.fromkeys((*missing, *_narrowed(runs, whole))))
    code = int(bool(totals.unexpected)) or (3 if whole.too_little else int(whole.outdated))
    started, finished = _span(runs.values())
    return Claim(
        sentence=claim_sentence.sentence(whole, subjects, totals, partial=bool(partial)),
        exit_code=code,
        partial=bool(partial),
        limits=(*partial, *_limits(whole, given), *_without_digest(subjects)),
        judged_from=started,
        judged_to=finished,
        totals=totals,
        suite=given.suite,
        runs=tuple(_run(member, run) for member, run in runs.items()),
        subjects=subjects,
        expectations=given.expectations,
        attachments=given.attachments,
    )


def _narrowed(runs: Mapping[str, Run], whole: Run) -> Iterator[str]:
    """Yield what the command lines excluded from the runs. The merge already reports missing parts of a run."""
    headers = whole.header.runs or [run.header for run in runs.values()]
    yield from narrowed_together([each.command for each in headers])
    for each in whole.header.subjects:
        if each.edition_reason == CHOSEN:
            yield PARTIAL + _LEFT_OUT[CHOSEN].format(visible(each.edition))


def _limits(whole: Run, given: Given) -> Iterator[str]:
    yield from dict.fromkeys(whole.header.notes)
    yield from whole.unreported
    if not given.suite.parts:
        yield "another suite judged than the one that packed the claim, so there is no digest of it"


def _without_digest(subjects: Iterable[Subject]) -> Iterator[str]:
    """Yield a limit for each subject whose build is unidentified. Results of ``--together`` have no digests."""
    for each in subjects:
        if each.path and not each.files:
            yield f"the results have no digest of {each.name}, so that nobody can tell which build it was"


def _span(runs: Iterable[Run]) -> tuple[str, str]:
    """Return when the first run started and the last one finished, according to the runs; empty if unknown."""
    started = [run.header.started for run in runs if run.header.started]
    finished = [run.footer.finished for run in runs if run.footer and run.footer.finished]
    return min(started, default=""), max(finished, default="")


def _run(member: str, run: Run) -> RunDocument:
    header = run.header
    return RunDocument(
        member=member,
        command=header.command,
        started=header.started,
        finished=run.footer.finished if run.footer else "",
        edition=header.edition,
        environment=header.environment,
        suite_version=header.suite_version,
        catalogue_version=header.catalogue_version,
        machine=dict(header.machine),
        notes=header.notes,
        counts=_counts(run.results),
    )


def _subjects(whole: Run, given: Given) -> Iterator[Subject]:
    by_name: dict[str, list[Result]] = {each.name: [] for each in whole.header.subjects}
    for result in whole.results:
        by_name[result.subject].append(result)
    for each in whole.header.subjects:
        untested = given.untested.get(each.name, ())
        yield _subject(
            each,
            by_name[each.name],
            whole.stale_of(each.name),
            untested,
            given.files.get(each.name, ()),
        )


def _subject(
    judged: Judged,
    results: Sequence[Result],
    stale: Sequence[Stale],
    untested: tuple[Untested, ...],
    files: tuple[File, ...],
) -> Subject:
    rules = tuple(_rules(results))
    return Subject(
        name=judged.name,
        kind=judged.kind,
        path=judged.path,
        version=judged.version,
        sha256=judged.digest,
        edition=judged.edition,
        environment=judged.environment,
        exit_code=int(outdated(results, stale) or any(each.counts_against for each in results)),
        counts=_counts(results),
        expected=sum(each.as_expected for each in results),
        standings={**_standings(each.standing for each in rules), UNTESTED: len(untested)},
        rules=rules,
        untested=untested,
        files=files,
    )


def _rules(results: Iterable[Result]) -> Iterator[RuleCount]:
    by_rule: dict[str, list[Result]] = {}
    for each in results:
        by_rule.setdefault(each.rule, []).append(each)
    for rule, found in sorted(by_rule.items()):
        counts = {verdict: number for verdict, number in _counts(found).items() if number}
        yield RuleCount(rule, _standing(found), counts, sum(each.as_expected for each in found))


def _standing(results: Iterable[Result]) -> Standing:
    """Return the overall outcome of a rule's results. Expected failures and warnings count as such."""
    verdicts = {each.verdict for each in results}
    if verdicts & FINDINGS:
        return "failed"
    if Verdict.WARN in verdicts:
        return "warned"
    return "passed" if Verdict.PASS in verdicts else "not judged"


def _standings(found: Iterable[Standing]) -> Counts:
    seen = Counter(found)
    return {each: seen[each] for each in STANDINGS}


def _counts(results: Iterable[Result]) -> Counts:
    seen = Counter(each.verdict for each in results)
    return {verdict.value: seen[verdict] for verdict in Verdict}


def _totals(whole: Run, subjects: Sequence[Subject]) -> Totals:
    standings = (each.standings for each in subjects)
    summed = sum((Counter(each) for each in standings), Counter[str]())
    numbers = of_run(whole)
    return Totals(
        subjects=len(subjects),
        results=len(whole.results),
        counts=_counts(whole.results),
        expected=sum(each.as_expected for each in whole.results),
        unexpected=sum(each.counts_against for each in whole.results),
        stale=numbers.stale,
        flaky=sum(each.flaky is not None for each in whole.results),
        standings={each: summed[each] for each in (*STANDINGS, UNTESTED)},
        findings=numbers.findings,
        rules=numbers.rules,
        warnings=numbers.warnings,
        known=numbers.known,
        judged=numbers.covered.judged,
        not_run=numbers.covered.not_run,
        not_testable=numbers.covered.not_testable,
    )


# ---- Determines from a command line of ``conform`` which parts of the suite the run left out. Runs nothing.

_ALONE = frozenset(
    {
        *("--self", "--known", "--list", "--strict", "--retry", "--unsafe", "--keep-scenarios"),
        *("--verbose", "--quiet", "-v", "-q", "-h", "--help"),
    }
)
"""The options without a value. ``_MAYBE`` are options with an optional value, which is assumed to be absent."""

_MAYBE = frozenset({"--update-expect", "--together"})
_WITHOUT_LEAVING_OUT = {"--profile": "full", "--shard": "1/1"}
_LEFT_OUT = {
    "--rule": "only rules of {} were judged",
    "--case": "only the case {} was judged",
    "--caselist": "only the cases in {} were judged",
    "--skips": "the cases in {} were left out",
    "--rerun": "only cases that had failed were judged again",
    "--edition": "everything was judged by edition {} alone",
    "--profile": "only the first variant of each test for each rule and those that need no further run were judged "
    "(--profile {})",
    "--scenario": "loaders were judged by the user's own scenarios in {} and by nothing else",
    "--shard": "",  # the merge reports missing parts
    "--together": "layers were judged together, not each alone",
}
PARTIAL = "partial: "
"""The prefix of each sentence."""


def narrowed(command: str) -> tuple[str, ...]:
    """Return a sentence for each option that left something out, in the order of the command line."""
    found: dict[str, list[str]] = {}
    for option, value in _options(_words(command)):
        if _LEFT_OUT.get(option) and _WITHOUT_LEAVING_OUT.get(option) != value:
            found.setdefault(option, []).append(value)
    return tuple(PARTIAL + _LEFT_OUT[option].format(", ".join(values)) for option, values in found.items())


def narrowed_together(commands: Sequence[str]) -> Iterator[str]:
    """Yield the sentences for several runs: one that does not hold for each of them says for how many it does."""
    number = Counter(sentence for command in sorted(commands) for sentence in narrowed(command))
    for sentence, times in number.items():
        limit = sentence.removeprefix(PARTIAL)
        yield sentence if times == len(commands) else f"{PARTIAL}in {times} of {len(commands)} runs, {limit}"


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # unbalanced quotes in an edited command line
        return command.split()


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the options of a command line with their values; the value is empty if there is none."""
    left = list(reversed(words))
    while left:
        name, equals, value = left.pop().partition("=")
        if not name.startswith("-") or name == "-":
            continue
        takes = not equals and name not in _ALONE | _MAYBE
        yield name, visible(left.pop() if takes and left else value)
