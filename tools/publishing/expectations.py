"""The expectation files of published loaders: one for each build, and one for all by release."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from publishing.chances import chance_of, with_chances
from publishing.ledgers import anchor, by_rules
from refloader.core.ages import release_of
from refloader.report.releases.words import expected_by
from refloader.results.expectations import by_release
from refloader.results.expectations.by_release import Failure, failures
from refloader.results.expectations.expectation_update import all_that_differs, differs_in, new_file
from refloader.results.results_file import FINDINGS, Result, Run
from refloader.rules import rules

_HEAD_OF_ALL = """\
# The known failures of loaders by release, for refloader conform --expect known. docs/conform.md says what it does.
# Made by tools/loader_reports.py from reports/loaders; do not edit.
schema = {schema}
"""


_Shared: TypeAlias = tuple[str, int, int, str, str, str, tuple[str, ...]]
"""What the cases of one entry share: the rule, the builds, the verdict, the reason, the link, other verdicts."""


def expectation_file(build: str, run: Run) -> str:
    """Return the expectation file of one build, which fits a file of any name with its version."""
    [subject] = run.header.subjects
    anchors = _anchors(build, run)

    def describe(result: Result) -> tuple[str, str]:
        return expected_by(result), f"reports/loaders/{build}.md#{anchors[result.case]}"

    return new_file(replace(subject, path="libvulkan*"), list(with_chances(build, run)), describe)


def by_release_file(builds: Sequence[str], runs: Sequence[Run]) -> str:
    """Return the file on all releases; ``builds`` are the names of the builds, the oldest first."""
    parts = [_HEAD_OF_ALL.format(schema=_text(by_release.SCHEMA))]
    for build, run in zip(builds, runs, strict=True):
        [subject] = run.header.subjects
        rows = {"release": short(build), "edition": subject.edition, "sha256": subject.sha256}
        parts.append("\n".join(["[[build]]", *(f"{key} = {_text(each)}" for key, each in rows.items()), ""]))
    return "\n".join([*parts, *_known(builds, runs)])


def _known(builds: Sequence[str], runs: Sequence[Run]) -> Iterator[str]:
    """Yield the entries in the order of the catalogue; cases that agree in everything else share one."""
    named = list(zip(builds, runs, strict=True))
    results = [{(each.rule, each.case): each for each in _findings(*each_run)} for each_run in named]
    anchors = [_anchors(*each_run) for each_run in named]
    together: dict[_Shared, list[str]] = {}
    ways: dict[_Shared, list[tuple[str, ...]]] = {}
    for each in failures([{key: one.verdict for key, one in build.items()} for build in results]):
        last = results[each.last][each.rule, each.case]
        link = f"reports/loaders/{builds[each.last]}.md#{anchors[each.last][each.case]}"
        also = _by_chance(each, results)
        key = (each.rule, each.first, each.last, each.verdict.value, expected_by(last), link, also)
        together.setdefault(key, []).append(each.case)
        span = (build[each.rule, each.case] for build in results[each.first : each.last + 1])
        ways.setdefault(key, []).extend(map(differs_in, span))
    order = {rule: place for place, rule in enumerate(rules())}
    for key in sorted(together, key=lambda each: (order[each[0]], each[1:3], together[each][0])):
        names = [short(each) for each in builds]
        yield _block_of_all(key, sorted(together[key]), names, sorted(all_that_differs(ways[key])))


def _by_chance(failure: Failure, results: Sequence[Mapping[tuple[str, str], Result]]) -> tuple[str, ...]:
    span = results[failure.first : failure.last + 1]
    flaky = (each[failure.rule, failure.case].flaky for each in span)
    return tuple(sorted({each.value for each in flaky if each}))


def _block_of_all(key: _Shared, cases: Sequence[str], names: Sequence[str], differs: Sequence[str]) -> str:
    rule, first, last, verdict, reason, link, also = key
    rows = {"rule": rule, "from": names[first], "to": names[last], "verdict": verdict}
    told = [f"{name} = {_text(each)}" for name, each in {**rows, "reason": reason, "link": link}.items()]
    told += [f"{name} = {_array(each)}" for name, each in {"also": also, "differs": differs}.items() if each]
    return "\n".join(["[[known]]", *told, f"cases = {_array(cases)}", ""])


def _anchors(build: str, run: Run) -> dict[str, str]:
    """Return the place of each failing case in the build's ledger; that of the cause where one passed by chance."""
    anchors = {
        each.case: anchor((chance.rule,))
        for each in run.results
        if (chance := chance_of(build, each.case)) is not None
    }
    return anchors | {case: anchor(group) for group, cases in by_rules(run).items() for case in cases}


def _findings(build: str, run: Run) -> list[Result]:
    return [each for each in with_chances(build, run) if each.verdict in FINDINGS]


def short(build: str) -> str:
    """Return the release of a build, without the number of the SDK."""
    return ".".join(map(str, release_of(build)[:3]))


def _text(text: str) -> str:
    """Return a TOML basic string. JSON strings differ in DEL alone, of what results contain."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _array(texts: Sequence[str]) -> str:
    return (
        f"[{', '.join(map(_text, texts))}]"
        if len(texts) < 2
        else "".join(["[\n", *(f"  {_text(each)},\n" for each in texts), "]"])
    )
