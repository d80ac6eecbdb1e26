"""Tells which cases of the suite are missing among the results on a subject. Lists the suite's cases and runs none.

Results alone cannot tell that a case was taken out of them: the numbers of the rest are right. Manifests are read, as
that is a case for each rule.
"""

import json
import os
from collections.abc import Collection

from refloader.claims import listing
from refloader.host.temporary import TemporaryFolder
from refloader.results.results_file import Result
from refloader.suite import conform
from refloader.suite.subjects.request import Wanted

_STATIC = "static"


def left_out(wanted: Wanted, results: Collection[Result]) -> tuple[str, ...]:
    """The names of cases, or rules of ``static``, that a whole run of ``wanted`` has and the results have not.

    Raises:
        HarnessError, ResultsError, OSError: the suite cannot be asked.
    """
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "cases")
        words = ["--collect-only", "-p", listing.__name__, f"{listing.OPTION}={path}"]
        run = conform.run(wanted, folder, workers=0, words=words)
        with open(path, encoding="ascii") as file:
            listed = [json.loads(line) for line in file]
    if len({name for name, _ in listed}) > 1:
        return ()  # a manifest of several layers: each is a subject, and the manifest another one
    cases = {case for _, case in listed} | {_name(each) for each in run.results}
    return tuple(sorted(cases - {_name(each) for each in results}))


def _name(result: Result) -> str:
    return f"{_STATIC} ({result.rule})" if result.case == _STATIC else result.case
