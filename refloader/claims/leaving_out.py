"""Finds the cases of the suite that are missing from the results on a subject. Collects the cases and runs none.

Results alone do not show that a case was removed, or one of its rules, because the numbers of the others
stay consistent. Manifests are read, because each rule for them is a case of its own (``static``).
"""

import json
import os
from collections.abc import Collection

from refloader.host.temporary import TemporaryFolder
from refloader.results.results_file import Result
from refloader.suite import conform
from refloader.suite.subjects.request import RunRequest

OPTION = "--refloader-listing"
_PLUGIN = "refloader.claims.listing"
"""Needs pytest, and is loaded by its name."""

_STATIC = "static"


def left_out(wanted: RunRequest, results: Collection[Result]) -> tuple[str, ...]:
    """Return the cases, or single rules of a case, of a full run of ``wanted`` that the results lack.

    Raises:
        HarnessError, ResultsError, OSError: the suite's cases cannot be collected.
    """
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "cases")
        words = ["--collect-only", "-p", _PLUGIN, f"{OPTION}={path}"]
        run = conform.run(wanted, folder, workers=0, words=words)
        with open(path, encoding="ascii") as file:
            listed = [json.loads(line) for line in file]
    if len({name for name, _, _ in listed}) > 1:
        return ()  # a manifest of several layers: each layer and the manifest are separate subjects
    asked = {(case, rule) for _, case, rules in listed for rule in rules}
    asked |= {(each.case, each.rule) for each in run.results}
    missing = asked - {(each.case, each.rule) for each in results}
    there = {each.case for each in results} | {_STATIC}
    return tuple(sorted({f"{case} ({rule})" if case in there else case for case, rule in missing}))
