"""A run as plain text for a terminal, without colour and without control characters."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from refloader.model.text import number_of, visible
from refloader.report.arrange import (
    FINDINGS,
    Cause,
    Finding,
    Measured,
    about,
    by_weight,
    causes,
    findings,
    flaky,
    known,
    out_of_date,
    retried,
    sandboxes,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.asked import asked, reasoned
from refloader.report.conclusion import conclusion
from refloader.report.numbers import of_run, of_subject
from refloader.report.standing_text import judge, sentences
from refloader.results.results_file import Result, Run, Stale, Verdict, count


def render(run: Run, *, skips: bool = True) -> str:
    """Return the text, ending in a line break: what the run came to, each subject, then everything that did not pass.

    The advice on a rule follows its first finding on each subject. The findings are followed by the expected
    findings, grouped by the reason in the expectation file, and by the skipped cases. Without ``skips``, skipped
    cases are only counted, and so are several expected cases with the same reason.
    """
    return "".join(f"{line}\n" for line in _lines(run, skips=skips))


def _lines(run: Run, *, skips: bool) -> Iterator[str]:
    yield visible(f"{judge(run.header)}, edition {run.header.edition}")
    yield from _caveats(run)
    yield visible(conclusion(run)[0])
    yield of_run(run).text
    yield from map(visible, sandboxes(run))
    yield from map(visible, sentences(run))
    measured = subjects(run)
    for subject in measured:
        yield ""
        yield from _subject(subject)
        if len(measured) > 1:
            yield f"  {of_subject(subject, run).text}"
    for subject in measured:
        yield from _listed(subject, FINDINGS)
    yield from _more(measured)
    for subject in measured:
        yield from _retried(subject)
    for entry in run.stale:
        yield ""
        yield from _stale(entry)
    for subject in measured:
        yield from _known(subject.results, cases=skips)
    for subject in measured if skips else ():
        yield from _listed(subject, (Verdict.SKIP.value,))


def _listed(subject: Measured, standings: Collection[str]) -> Iterator[str]:
    """Yield the results of a subject with these standings, the worst first; each advice is printed once."""
    given = set[str]()
    if standings is FINDINGS:
        alike = findings(subject.results, standings)
    else:
        shown = by_weight([each for each in subject.results if standing(each) in standings])
        alike = tuple(Finding((each,)) for each in causes(shown))
    for finding in alike:
        cause = finding.causes[0]
        yield ""
        if finding.shared:
            rules = number_of(len(finding.rules), "rule")
            yield visible(f"{finding.cases} of {rules}: {finding.title}. {finding.shared.says}")
        yield from _cause(cause, [each for each in cause.advice if each not in given])
        yield from map(_another, finding.others)
        given.update(cause.advice)


def _another(cause: Cause) -> str:
    """Return a further case of a finding, and what is different there in one line."""
    reason = " ".join((surprise(cause.first) if cause.first.surprising else reasoned(cause.first)).split())
    return visible(f"  also    {': '.join(filter(None, (cause.first.case, reason, flaky(cause.first))))}")


def _more(measured: Iterable[Measured]) -> Iterator[str]:
    """Yield the command that explains the first broken rule that is in the catalogue."""
    against = ([each for each in subject.results if standing(each) in FINDINGS] for subject in measured)
    found = (each for results in against for each in by_weight(results) if each.verdict is not Verdict.PASS)
    broken = (each.rule for each in found if about(each.rule).known)
    if rule := next(broken, ""):
        yield ""
        yield f"what a rule says, with examples: refloader rules {rule}"


def _caveats(run: Run) -> Iterator[str]:
    if run.truncated:
        yield "TRUNCATED RUN: the file has no footer; results may be missing."
    for problem in run.problems:
        yield visible(f"problem: {problem}")
    for reason in run.too_little:
        yield visible(f"judged too little: {reason}")
    for note in run.header.notes:
        yield visible(f"note: {note}")


def _subject(subject: Measured) -> Iterator[str]:
    yield visible(" ".join(filter(None, (subject.kind, subject.name, subject.version))))
    if subject.environment:
        yield visible(f"  on      {subject.environment}")
    if subject.path:
        yield visible(f"  path    {subject.path}")
    if subject.sha256:
        yield visible(f"  sha256  {subject.sha256}")
    if subject.yardstick:
        yield visible(f"  by      {subject.yardstick}")
    for name, text in subject.told:
        yield visible(f"  {name:7} {text}")
    yield f"  {_tally(subject)}"


def _cause(cause: Cause, advice: Iterable[str]) -> Iterator[str]:
    result = cause.first
    yield visible(f"{result.verdict:8}{result.rule}  {about(result.rule).title}")
    for other in cause.results[1:]:
        yield visible(f"  and   {other.rule}  {about(other.rule).title}")
    yield visible(f"  on      {result.subject}")
    yield visible(f"  case    {result.case}")
    yield from _indented("asked", asked(result))
    yield from _indented("why", reasoned(result))
    for label, text in _left_out(result):
        yield from _indented(label, text)
    for told in filter(None, (flaky(result), retried(result))):
        yield visible(f"  again   {told}")
    for each in cause.results if result.surprising else ():
        yield visible(f"  known   {surprise(each)}")
    for sentence in advice:
        yield from _indented("advice", sentence)
    if result.repro:
        yield visible(f"  replay  {result.repro}")


def _left_out(result: Result) -> Iterator[tuple[str, str]]:
    """Yield what the reason left out, with a label: all names of its lists, and the breaches behind the first."""
    breaches = result.evidence.get("breaches")
    for each in breaches if isinstance(breaches, list) else ():
        fact, names = (each.get("fact"), each.get("names")) if isinstance(each, Mapping) else ("", None)
        if isinstance(fact, str) and fact not in result.reason:
            yield "further", fact
        if isinstance(names, list):
            yield "names", ", ".join(map(str, names))


def _retried(subject: Measured) -> Iterator[str]:
    """Yield the cases of which an earlier run, which does not count, had another verdict."""
    found = [each for each in subject.results if any(earlier != each.verdict for earlier in each.retried)]
    if found:
        yield ""
        yield visible(f"retried on {subject.name}: the last verdict counts")
    for each in found:
        yield visible(f"  case    {each.case} ({each.rule}): {', then '.join([*each.retried, each.verdict])}")


def _stale(entry: Stale) -> Iterator[str]:
    yield visible(f"no case {entry.rule}  {about(entry.rule).title}")
    yield visible(f"  on      {entry.subject}")
    yield visible(f"  case    {entry.case}")
    yield visible(f"  known   {out_of_date(entry)}")


def _known(results: Iterable[Result], *, cases: bool) -> Iterator[str]:
    """Yield the expected findings of one subject, grouped by the reasons of their expectations."""
    for every in known(results):
        first = every[0].first
        yield ""
        yield visible(f"expected {first.verdict} on {first.subject}")
        yield from _indented("why", why_expected(first))
        if first.expected is not None:
            yield visible(f"  known   {first.expected.file}:{first.expected.line}")
        if first.expected is not None and first.expected.link:
            yield visible(f"  see     {first.expected.link}")
        yield from map(_case, every) if cases or len(every) == 1 else [_many(every)]


def _case(cause: Cause) -> str:
    return visible(f"  case    {cause.first.case} ({', '.join(each.rule for each in cause.results)})")


def _many(every: Sequence[Cause]) -> str:
    """Return the number of cases, and their rules."""
    rules = dict.fromkeys(each.rule for cause in every for each in cause.results)
    return visible(f"  cases   {len(every)} ({', '.join(rules)})")


def _indented(word: str, text: str) -> Iterator[str]:
    """Yield a text after a label, with its further lines indented so that none looks like a line of the report."""
    if text:
        first, *rest = text.split("\n")
        yield visible(f"  {word:8}{first}")
        yield from (visible(f"          {line}") for line in rest)


def _tally(subject: Measured) -> str:
    """Return the counts in one line without zeros: ``results 3 pass, 1 fail; as expected: 2 fail``."""
    known = [each for each in subject.results if each.as_expected]
    apart = [each for each in subject.results if not each.as_expected] if known else subject.results
    chance = sum(each.flaky is not None for each in subject.results)
    again = sum(bool(each.retried) for each in subject.results)
    texts = [
        _counts(apart),
        f"as expected: {_counts(known)}" if known else "",
        f"flaky: {chance}" if chance else "",
        f"retried: {again}" if again else "",
    ]
    told = "; ".join(filter(None, texts))
    return f"results {told}" if told else "no results"


def _counts(results: Iterable[Result]) -> str:
    return ", ".join(f"{number} {verdict}" for verdict, number in count(results).items() if number)
