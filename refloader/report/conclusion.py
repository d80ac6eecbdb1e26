"""What a run came to, in one line. Makes no verdict of its own."""

from collections.abc import Iterable

from refloader.model.text import number_of, visible
from refloader.report.numbers import of_run
from refloader.results.coverage import number_of_cases
from refloader.results.parts import beside, missing, selection
from refloader.results.results_file import Result, Run, Verdict
from refloader.results.standard import is_conformant


def conclusion(run: Run) -> tuple[str, str]:
    """Return the line, and the kind that determines its colour."""
    against = [each for each in run.results if each.counts_against]
    known = _cases(each for each in run.results if each.as_expected)
    tail = f" ({number_of(known, 'case')} known and as expected)" if known else ""
    if not run.reliable:
        return f"not to be relied on: {_why_not(run)}", "error"
    numbers = of_run(run)
    stale = numbers.stale
    dated = f"{number_of(stale, 'stale entry', 'stale entries')} of expectation files" if stale else ""
    if against:
        where = number_of_cases(_cases(against), len(against))
        broken = f"{number_of(numbers.rules, 'rule')} broken in {where}"
        return f"not conformant: {', '.join(filter(None, (broken, dated)))}{tail}", "fail"
    if run.too_little:
        return f"judged too little to say: {run.too_little[0]}", "error"
    if run.outdated:
        return f"no rule broken, but {dated}{tail}", "fail"
    fine = f"no new finding{_left_out(run)}" if known else unbroken(run)
    return f"{fine}{tail}{f', {dated}' if dated else ''}", "pass"


def unbroken(run: Run) -> str:
    """Return how a run without findings is called: conformant only if the standard allows to say so."""
    return "conformant" if is_conformant(run) else f"no rule broken{_left_out(run)}"


def _left_out(run: Run) -> str:
    """Return the options that left cases out: nothing is known of these cases."""
    chosen = selection(run.header)
    return f" ({chosen} left cases out)" if chosen else ""


def strictly(run: Run) -> str:
    """Return a sentence on the warnings that count with ``--strict``; empty if there are none."""
    warnings = [each for each in run.results if each.verdict is Verdict.WARN and not each.as_expected]
    told = f"{number_of(of_run(run).warnings, 'warning')} of {number_of(_cases(warnings), 'case')}"
    return f"by --strict, warnings count: {told}" if warnings else ""


def _cases(results: Iterable[Result]) -> int:
    """Return the number of cases: one that tests several rules has a result for each."""
    return len({(each.subject, each.case, each.environment) for each in results})


def _why_not(run: Run) -> str:
    if run.truncated:
        return "the run was ended before its end"
    errors = _cases(each for each in run.results if each.verdict is Verdict.ERROR)
    if errors:
        return f"{number_of(errors, 'case')} ended in an error of the harness"
    lacking = {*missing(run.header), *beside(run.header)}
    is_lacking = bool(run.problems) and lacking.issuperset(run.problems)
    return visible(run.problems[0]) if is_lacking else "the file is damaged"
