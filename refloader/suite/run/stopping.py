"""When a run stops before its last case: at a number of new findings, or at a crash. Only counts."""

from collections.abc import Sequence

from refloader.model.text import number_of
from refloader.results.results_file import Result
from refloader.suite.subjects.request import RunRequest


class Stopping:
    """Counts the cases with new findings. ``left`` is the number of cases that were not run yet.

    ``why`` says why the run was stopped, and is empty until then.
    """

    def __init__(self, wanted: RunRequest) -> None:
        self._most, self._verdict = wanted.max_fail, wanted.stop_on
        self._failed = 0
        self._met = False
        self.left = 0
        self.why = ""

    def after(self, results: Sequence[Result]) -> bool:
        """Take the results of a case, or of several that did not have to be run; return True if the run is to stop.

        It stops at a case that is run: those that are not have their results before the first one.
        """
        against = [each for each in results if each.counts_against]
        self._failed += len({(each.subject, each.case) for each in against})
        self._met = self._met or any(each.verdict == self._verdict for each in against)
        self.left = max(0, self.left - 1)
        many = 0 < self._most <= self._failed
        if self.why or not self.left or not (many or self._met):
            return False
        option = f"--max-fail {self._most}" if many else f"--stop-on {self._verdict}"
        self.why = f"stopped by {option}: {number_of(self.left, 'case')} left"
        return True
