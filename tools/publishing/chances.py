"""Cases of published loaders whose end is not the same in every process, or not on every machine.

A run shows one of the ends; expectation files have to know both. What is here was observed on the builds, in tens of
processes, with and without random addresses, and with glibc 2.36 and 2.41. The published results stay as their runs
had them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from msgspec import structs

from refloader.results.records import NO_TIME
from refloader.results.results_file import BY_WEIGHT, Footer, Result, Run, Verdict, count


@dataclass(frozen=True, slots=True)
class Chance:
    """Cases of some builds, all builds if none is named, that end badly or pass; ``why`` is a sentence on the cause.

    ``rule`` is the one whose section in the ledger has the cause, ``reason`` how the bad end is named in results.
    With ``passes`` false they crash or hang, and never pass.
    """

    cases: re.Pattern[str]
    rule: str
    why: str
    builds: tuple[str, ...] = ()
    reason: str = "SIGSEGV in vkCreateInstance"
    passes: bool = True


_OLDER = ("1.1.97", "1.1.126.0", "1.2.135.0", "1.2.162.0", "1.2.189.1", "1.2.198.1", "1.3.231.2", "1.3.250.1")

CHANCES = (
    Chance(
        re.compile(r"settings_beside_discovery/beside_a_settings_file\[.*-one\]"),
        "ENV-INSTLAYERS-01",
        "VK_INSTANCE_LAYERS beside a settings file and one implicit layer, where the addresses of a process decide "
        "(nine of ten processes crash, and with two layers all)",
        builds=("1.3.275.0", "1.3.290.0"),
    ),
    Chance(
        re.compile(r"faults_in_calls/devices_of_the_others\[rubbish-vkCreateInstance-.*"),
        "DISC-DRIVER-GEN-01",
        "a driver whose vkCreateInstance gives nothing, where the C library decides (with glibc 2.41 each process "
        "crashes, with 2.36 none)",
        builds=_OLDER,
    ),
    Chance(
        re.compile(r"direct_drivers/the_others_are_used\[creation-gives-nothing-.*"),
        "DISC-DRIVER-GEN-01",
        "such a driver that the application hands over",
        builds=("1.3.250.1",),
    ),
    Chance(
        re.compile(r"faults_in_calls/groups_of_the_others\[.*"),
        "DISC-DRIVER-GEN-01",
        "groups beside a driver that fails to give its own (one process crashes, the next one hangs)",
        passes=False,
    ),
)

_OTHER_END = {Verdict.CRASH: Verdict.TIMEOUT, Verdict.TIMEOUT: Verdict.CRASH}


def chance_of(build: str, case: str) -> Chance | None:
    """Return the chance that a case of a build hangs on; None for others."""
    of_build = (each for each in CHANCES if not each.builds or build in each.builds)
    return next((each for each in of_build if each.cases.fullmatch(case)), None)


def merged(runs: Sequence[Run], published: Run | None) -> Run:
    """Return the first of several runs of one build, with both ends of each case that did not always end alike.

    Of what is published, only crashes and hangs by chance count, if they are of the same file: other ends are those
    of an older suite.
    """
    first, *others = runs
    ends = [{(each.rule, each.case): each for each in run.results} for run in others]
    if published is not None and published.header.subjects[0].sha256 == first.header.subjects[0].sha256:
        ends.append({(each.rule, each.case): each for each in published.results if _is_by_chance(each)})
    results = tuple(
        reduce(_both, filter(None, (end.get((each.rule, each.case)) for end in ends)), each)
        for each in first.results
    )
    return replace(first, results=results, footer=Footer(NO_TIME, count(results)))


def _is_by_chance(result: Result) -> bool:
    return result.verdict in _OTHER_END and result.flaky is not None


def _both(one: Result, other: Result) -> Result:
    """Return the worse of two ends of a case, with the better one as ``flaky``."""
    if one.verdict == other.verdict:
        return structs.replace(one, flaky=one.flaky or other.flaky)
    worse, better = sorted((one, other), key=lambda each: BY_WEIGHT.index(each.verdict))
    return structs.replace(worse, flaky=better.verdict)


def with_chances(build: str, run: Run) -> Iterator[Result]:
    """Yield the results of a run, those that hang on chance with the bad end first and the other one as ``flaky``."""
    for each in run.results:
        chance = chance_of(build, each.case)
        if chance is None:
            yield each
        elif not chance.passes:
            yield structs.replace(each, flaky=each.flaky or _OTHER_END.get(each.verdict))
        elif each.verdict in (Verdict.PASS, Verdict.CRASH):
            yield structs.replace(each, verdict=Verdict.CRASH, reason=chance.reason, flaky=Verdict.PASS)
        else:
            yield each
