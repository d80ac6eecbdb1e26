"""The lists of cases that deqp-runner writes and reads: failures, flaky cases, and cases to leave out.

``conform --fails``, ``--flakes`` and ``--skips`` read them.
"""

from collections.abc import Iterable

from refloader.report.formats.deqp import Case, cases, table
from refloader.results.coverage import LEFT_OUT, lacking
from refloader.results.expectations.case_lists import STATUSES, as_line, is_flaky
from refloader.results.results_file import FINDINGS, Run

_STATUS_OF = {verdict: status for status, verdict in STATUSES.items()}

_NEWS = frozenset({"Fail", "Crash", "Timeout", "Missing", "UnexpectedImprovement(Pass)"})
"""The statuses that are not as expected."""


def fails(run: Run) -> str:
    """Return the name and status of each case that failed, of those that were expected to as well."""
    failed = (each for each in cases(run) if each.worst.verdict in FINDINGS and not is_flaky(each.worst))
    return table([each.name, _STATUS_OF[each.worst.verdict]] for each in failed)


def failures(run: Run) -> str:
    """Return ``failures.csv``: the name and status of each case that did not come out as expected."""
    return table([each.name, each.status] for each in cases(run) if each.status in _NEWS)


def flakes(run: Run) -> str:
    """Return a regular expression for each case that is known to be flaky, or was."""
    return _patterns(each for each in cases(run) if is_flaky(each.worst))


def skips(run: Run) -> str:
    """Return a regular expression for each case that such a list left out; what cannot be tested is not one."""
    left_out = (
        each for each in cases(run) if each.status == "Skip" and lacking(each.worst.reason) == LEFT_OUT
    )
    return _patterns(left_out)


def _patterns(every: Iterable[Case]) -> str:
    return "".join(f"{as_line(each.name)}\n" for each in every)
