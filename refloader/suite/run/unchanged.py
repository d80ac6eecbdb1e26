"""Checks that the files of a run's subjects are still those that it began with. Checks no rule.

A package may be upgraded, or a build replaced, while cases are run: then verdicts would stand under the name and
digest of another file. Such a run cannot be relied on, and a result of its own says so.
"""

import os
from collections.abc import Iterable, Iterator, Mapping

from refloader.model.text import quote
from refloader.results.results_file import Kind, Result, Verdict
from refloader.rules import RuleId, rule
from refloader.sandbox.loader import identify_file
from refloader.suite.run.targets import Target, repro
from refloader.suite.subjects.request import RunRequest
from refloader.suite.subjects.static_facts import VALID

_RULES: Mapping[Kind, RuleId] = {
    "loader": rule("APP-EXPORT-01"),
    "layer": VALID["layer"],
    "driver": VALID["driver"],
}
"""The rules by which a file has to be a valid one of its kind."""

CASE = "unchanged"

Digests = Mapping[str, str]


def digests(targets: Iterable[Target]) -> Digests:
    """Return the digest of each manifest and library by its path, empty if it cannot be computed."""
    return {path: identify_file(path) for path in dict.fromkeys(_paths(targets))}


def changed(targets: Iterable[Target], before: Digests, wanted: RunRequest) -> Iterator[Result]:
    """Yield an error for each subject whose files are not those of ``before`` any more, with their paths."""
    now = digests(targets)
    for target in targets:
        facts = [_fact(path) for path in _paths((target,)) if now[path] != before.get(path)]
        if facts:
            rule_id = _RULES[target.kind]
            reason = f"during the run {' and '.join(facts)}: verdicts may be on one or the other"
            line = repro(wanted, target, rule_id, "")
            yield Result(rule_id, target.name, _case(wanted), Verdict.ERROR, reason, replay=line)


def _case(wanted: RunRequest) -> str:
    """Return the name of the case; each shard has its own, so that a merge has them all."""
    which, of = wanted.shard
    return CASE if of == 1 else f"{CASE}[part {which} of {of}]"


def _paths(targets: Iterable[Target]) -> Iterator[str]:
    """Yield the files of subjects; parts of the reference, and libraries that the linker finds, have none here."""
    for target in targets:
        yield from (path for path in dict.fromkeys((target.loader, target.path)) if os.path.isabs(path))


def _fact(path: str) -> str:
    return f"{quote(path)} {'was replaced' if os.path.exists(path) else 'went away'}"
