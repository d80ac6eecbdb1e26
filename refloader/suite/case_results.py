"""The record of each case: the verdict on how a test ended, its second try, the results. Writes no results file.

A new finding is tried a second time. If it does not recur, it is called flaky and stays a finding: the first verdict
is the verdict of the case and counts against the subject. The exception is a timeout of a layer or driver that takes
long for its second try and ends by itself, as with a GPU that many processes share: the second verdict counts. The
other one is the end of the process that watches: the machine may have ended it, as one without memory left does, so
it is a finding if it recurs and a warning if it does not.

A loader that crashes or hangs by chance mostly goes by addresses of memory, which all workers of a fork server share:
the second try of such an end has another fork server.
"""

import os
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import pytest

from refloader.model.profile import Profile
from refloader.results.bounding import bounded
from refloader.results.expectations.expectations import Known
from refloader.results.results_file import FINDINGS, Expected, Result, Verdict
from refloader.rules import rule
from refloader.rules.registry import applies
from refloader.sandbox.child import close_all
from refloader.sandbox.said import WATCHER_ENDED
from refloader.scenario.corpus import Case
from refloader.scenario.saving import keep
from refloader.scenario.scenario import World
from refloader.suite.loaders import blame
from refloader.suite.loaders.compared import compared
from refloader.suite.loaders.forks import declarations, first_line, fork, homes
from refloader.suite.loaders.lacking import OLDER_DRIVERS, PASSING_ON, without_extension
from refloader.suite.loaders.trial import Trial
from refloader.suite.run.advice import advised
from refloader.suite.run.cases import FIXTURES, name_of, requested_rules, rules_of
from refloader.suite.run.counting import SECOND_TRY
from refloader.suite.run.targets import Target, repro
from refloader.suite.sessions.checked_trial import CheckedTrial, nothing_remembered
from refloader.suite.subjects.ended import EndedError
from refloader.suite.subjects.request import CORES, Job, holds

AnyTrial: TypeAlias = Trial | CheckedTrial

_TOLD_BESIDE = FINDINGS | {Verdict.WARN}
"""The verdicts whose evidence includes the reference's own decisions."""

_NOT_ENDED = (Verdict.CRASH, Verdict.TIMEOUT)
"""The verdicts on a loader that crashed or hung: their reason says how, and not what was tested."""

_OF_DRIVERS = "DISC-DRIVER-GEN-01"
"""A rule of each edition that tells of drivers: only there a loader without any is bound to fail another case."""

_EXPORTS = "APP-EXPORT-01"
"""The rule that has a library export the core commands. Other cases show nothing without an export that they call."""

_ONCE = "it did not happen in the second try"

_ABSENT = re.compile(r"(?P<name>'[^']*') is not in list\Z")
_NOTHING = "'NoneType' object"
"""In Python's words for an element that a list does not have, and for a value that is none."""

_WORLD = "world"
"""The fixture with which a test builds the world that a loader runs in."""


class _Ending(NamedTuple):
    """The outcome of a test. ``declared`` cites the profile for a declared deviation and is empty otherwise."""

    verdict: Verdict
    reason: str
    declared: str = ""


class Filing:
    """Makes the record of each case of a run. ``afresh`` returns a new trial of a subject, without observations."""

    def __init__(self, job: Job, known: Known, afresh: Callable[[Target], AnyTrial]) -> None:
        self._job = job
        self._known = known
        self._afresh = afresh

    def record(self, item: pytest.Item, target: Target, error: BaseException | None) -> dict[str, object]:
        """Return the record of a test that has just ended with ``error``: plain data, for all rules of the case."""
        assert isinstance(item, pytest.Function)
        trial = _trial_of(item, target)
        case, wanted = name_of(item, target), self._job.wanted
        profile = fork(wanted.fork)
        ending = _held_to(profile, trial, _read(item, target, trial, _ending(item, trial, error)))
        rule_ids = (trial.rules if trial else ()) or requested_rules(item, target, wanted)
        blamed = _blamed(item, target, trial, ending)
        others = [each for each in blamed if each not in {*rules_of(item, target), *rule_ids}]
        every = (*rule_ids, *others)
        skipped = {**_unbound(profile, target, every), **_spared(item, target, trial, ending, blamed)}
        again = first = None
        if trial and self._is_news(target, case, [each for each in every if each not in skipped], ending):
            if isinstance(trial, Trial) and ending.verdict is not Verdict.FAIL:
                close_all()
            again, was_slow = self._tried_again(item, target)
            if was_slow and ending.verdict is Verdict.TIMEOUT and again.verdict is not Verdict.TIMEOUT:
                first, ending, again = ending, again, None
            elif ending.reason.endswith(WATCHER_ENDED) and again.verdict not in FINDINGS:
                ending = _Ending(Verdict.WARN, f"{ending.reason}, or the machine did: {_ONCE}")
        given = trial.shown.folder if wanted.scenarios and trial and trial.shown else ""
        kept = {}
        if self._job.keep and ending.verdict not in (Verdict.PASS, Verdict.SKIP) and trial and trial.shown:
            kept = _kept(trial.shown, ending.reason, rule_ids, self._job.keep, target.name, case)
        return {
            "subject": target.name,
            "case": case,
            "verdict": ending.verdict.value,
            "reason": bounded(ending.reason),
            "evidence": bounded(
                {
                    **(trial.evidence(full=ending.verdict != Verdict.PASS) if trial else {}),
                    **_told_of(ending, again),
                    **({"first try": f"{first.verdict}: {first.reason}"} if first else {}),
                    **(_decided(trial) if ending.verdict in _TOLD_BESIDE else {}),
                    **_compared(trial, ending, error),
                    **_tested(item, trial, ending),
                    **kept,
                }
            ),
            "repro": {
                **{each: repro(wanted, target, each, case, given) for each in rule_ids},
                **{each: repro(wanted, target, rule_ids[0], case, given) for each in others},
            },
            "declared": {each: expected for each in every if (expected := _declared(profile, ending, each))},
            "skipped": skipped,
            "complained": bool(_complained(item, target, trial, ending)),
            "flaky": again.verdict.value if again and again.verdict != ending.verdict else None,
        }

    def _is_news(self, target: Target, case: str, rule_ids: Sequence[str], ending: _Ending) -> bool:
        """Return whether to try again: the finding is unexpected, and the subject may vary from run to run."""
        never = self._job.once or not self._job.results or target.loader in CORES
        if never or ending.verdict not in FINDINGS or ending.declared:
            return False
        found = (
            Result(each, target.name, case, ending.verdict, str(bounded(ending.reason))) for each in rule_ids
        )
        return not all(each.as_expected for each in self._known.expecting_all(found))

    def _tried_again(self, item: pytest.Function, target: Target) -> tuple[_Ending, bool]:
        """Run the test again with a new trial and a new world; return how it ends, and whether it took long."""
        path, line, _ = item.location
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=(path, line, SECOND_TRY))
        trial = self._afresh(target)
        item.funcargs[FIXTURES[target.kind]] = trial
        if _WORLD in item.funcargs:
            item.funcargs[_WORLD] = World(homes(fork(self._job.wanted.fork)))
        error: BaseException | None = None
        with nothing_remembered():
            try:
                item.runtest()
            except (Exception, pytest.skip.Exception, pytest.fail.Exception) as raised:
                error = raised
        was_slow = isinstance(trial, CheckedTrial) and trial.was_slow
        return _held_to(
            fork(self._job.wanted.fork), trial, _read(item, target, trial, _ending(item, trial, error))
        ), was_slow


def results(record: dict[str, Any], seconds: float) -> Iterator[Result]:
    """Yield a result for each rule of a record."""
    flaky = record.get("flaky")
    declared, skipped = record.get("declared", {}), record.get("skipped", {})
    for rule_id, line in record["repro"].items():
        verdict = Verdict.SKIP if rule_id in skipped else Verdict(record["verdict"])
        yield Result(
            rule=rule_id,
            subject=record["subject"],
            case=record["case"],
            verdict=verdict,
            reason=skipped.get(rule_id, record["reason"]),
            evidence={**record["evidence"], **advised(rule_id, verdict, record["case"])},
            replay=line,
            seconds=seconds,
            flaky=Verdict(flaky) if flaky and rule_id not in skipped else None,
            expected=Expected(verdict, *declared[rule_id])
            if rule_id in declared and rule_id not in skipped
            else None,
        )


def _read(item: pytest.Item, target: Target, trial: AnyTrial | None, ending: _Ending) -> _Ending:
    """Return a case as skipped or warned that rests on extensions or drivers that a loader need not support.

    A pass is skipped that rests, for each of its rules, on what the loader does nowhere.
    """
    if isinstance(trial, Trial) and ending.verdict is Verdict.PASS:
        why = trial.shows_nothing(rules_of(item, target))
        return _Ending(Verdict.SKIP, why) if why else ending
    if not isinstance(trial, Trial) or ending.verdict not in (Verdict.FAIL, Verdict.WARN):
        return ending
    about_exports = _EXPORTS in rules_of(item, target)
    if ending.verdict is Verdict.FAIL and not about_exports and (name := trial.missing_export):
        return _Ending(
            Verdict.SKIP, f"this case calls {name} as an export, and the library has none of that name"
        )
    if name := trial.unknown_extension:
        counts, why = without_extension(name, trial.edition, rules_of(item, target))
        return ending._replace(reason=f"{ending.reason}; {why}") if counts else _Ending(Verdict.SKIP, why)
    if ending.verdict is Verdict.WARN or not trial.leaves_out_older_drivers:
        return ending
    reading = f"the other reading of {rule(OLDER_DRIVERS)} is taken: drivers of older versions are not used"
    return _Ending(Verdict.WARN, f"{ending.reason}; {reading}")


def _held_to(profile: Profile | None, trial: AnyTrial | None, ending: _Ending) -> _Ending:
    """Return the ending as a profile changes it: a failure may be declared; a pass may contradict a declaration."""
    if profile is None or not isinstance(trial, Trial) or ending.verdict not in (Verdict.PASS, Verdict.FAIL):
        return ending
    seen = trial.against_profile
    if seen is None or seen.unknown:
        return ending
    if ending.verdict is Verdict.PASS:
        broken = f"As the documents say, and not as its profile declares: {seen.unlike}"
        return ending if seen.as_declared or not seen.deviates else _Ending(Verdict.WARN, broken)
    if trial.complained:  # no profile predicts what mocks complain of
        return ending
    if (
        seen.as_declared
    ):  # the core passes every case without the profile, so the declarations make the difference
        return ending._replace(declared=f"declared deviation: {declarations(profile)}")
    also = f"; nor is it as the profile declares: {seen.unlike}" if seen.deviates and seen.unlike else ""
    return ending._replace(reason=ending.reason + also)


def _unbound(profile: Profile | None, target: Target, rule_ids: Sequence[str]) -> dict[str, str]:
    """Return why rules do not bind a fork: the documents do not have these rules for its column."""
    if profile is None or profile.column is None or target.kind != "loader":
        return {}
    column = profile.column.value
    why = f"the loader's column is {column}, by its profile, and the documents do not have this rule for {column}"
    return {each: why for each in rule_ids if not applies(each, column)}


def _spared(
    item: pytest.Item, target: Target, trial: AnyTrial | None, ending: _Ending, blamed: Sequence[str]
) -> dict[str, str]:
    """Return why a failure is not that of a rule, for the rules that do not speak of its cause.

    ``blamed`` are the rules that alone do, or empty if that is not known. A pass is none of a rule of which it shows
    nothing.
    """
    if isinstance(trial, Trial) and ending.verdict is Verdict.PASS:
        return trial.unearned(rules_of(item, target))
    if not isinstance(trial, Trial) or ending.verdict not in FINDINGS:
        return {}
    rule_ids = rules_of(item, target)
    if blamed:
        return blame.not_blamed_but(rule_ids, blamed)
    if not holds(_OF_DRIVERS, trial.edition):
        return blame.not_blamed_for_layers(rule_ids, trial.differing)
    if ending.verdict is Verdict.FAIL and trial.finds_no_driver:
        return blame.not_blamed_without_drivers(rule_ids)
    return blame.not_blamed(rule_ids, trial.differing)


def _blamed(item: pytest.Item, target: Target, trial: AnyTrial | None, ending: _Ending) -> tuple[str, ...]:
    """Return the rules that alone speak of a failed expectation, if that is known.

    They are those that the mocks' complaints name, whether the case has them among others or not at all: a case of
    several rules shows nothing of the others then.
    What a fork declares of a rule, and which rules bind it, counts for them as for those of the case.
    A loader that passes on no command that it does not know fails by the rules that want that.
    """
    if not isinstance(trial, Trial) or ending.verdict is not Verdict.FAIL:
        return ()
    if not trial.blamed and trial.passes_nothing_unknown:
        return tuple(each for each in PASSING_ON if each in rules_of(item, target)) or PASSING_ON[:1]
    return trial.blamed or _complained(item, target, trial, ending)


def _complained(
    item: pytest.Item, target: Target, trial: AnyTrial | None, ending: _Ending
) -> tuple[str, ...]:
    """Return the rules that mocks named if a case failed by their complaints, with those of it that say the same."""
    if not isinstance(trial, Trial) or ending.verdict is not Verdict.FAIL:
        return ()
    same = blame.saying_the_same(trial.complained)
    return (*trial.complained, *(each for each in rules_of(item, target) if each in same))


def _declared(profile: Profile | None, ending: _Ending, rule_id: str) -> tuple[str, str, str, int] | None:
    """Return reason, link, file and line of the profile's declaration of a finding; None if there is none."""
    if profile is None or ending.verdict not in FINDINGS:
        return None
    if ending.declared:
        return ending.declared, "", profile.path, first_line(profile)
    why = profile.why(rule_id)
    line = profile.line(f"deviations.{rule_id}")
    return (f"declared deviation: {why}", "", profile.path, line) if why else None


def _trial_of(item: pytest.Function, target: Target) -> AnyTrial | None:
    """Return the test's trial of its subject; None if the test ended before it had one."""
    trial = item.funcargs.get(FIXTURES[target.kind])
    assert trial is None or isinstance(trial, Trial | CheckedTrial)
    return trial


def _told_of(first: _Ending, again: _Ending | None) -> dict[str, object]:
    """Return what the evidence says about a second try."""
    if again is None:
        return {}
    if again.verdict == first.verdict:
        return {"second try": again.verdict.value}
    return {"second try": f"{again.verdict}: {again.reason}" if again.reason else again.verdict.value}


def _decided(trial: AnyTrial | None) -> dict[str, object]:
    """Return the reference's own decisions on what a loader was shown, for the evidence."""
    decisions = trial.decided() if isinstance(trial, Trial) else {}
    return {"decided": decisions} if decisions else {}


def _compared(trial: AnyTrial | None, ending: _Ending, error: BaseException | None) -> dict[str, object]:
    """Return what a failed case compared, for the evidence. Tests of layers and drivers leave that to checks."""
    if isinstance(trial, CheckedTrial):
        return {}
    words = compared(error) if error is not None and ending.verdict is Verdict.FAIL else ""
    return {"compared": words} if words else {}


def _tested(item: pytest.Function, trial: AnyTrial | None, ending: _Ending) -> dict[str, object]:
    """Return what the test says about the product, for the evidence of a loader that crashed or hung."""
    if not isinstance(trial, Trial) or ending.verdict not in _NOT_ENDED:
        return {}
    sentence = _consequence(item, trial)
    return {"tested": sentence} if sentence else {}


def _consequence(item: pytest.Function, trial: AnyTrial | None) -> str:
    """Return what a test says about the product: the trial's note, or the first line of its description."""
    return (trial.note if trial else "") or (item.function.__doc__ or "").partition("\n")[0]


def _kept(case: Case, reason: str, rules: Sequence[str], *place: str) -> dict[str, object]:
    """Save the scenario of a finding; return its folder, or the error: a full disk must not change a verdict."""
    try:
        return {"folder": keep(case, reason, rules, *place)}
    except OSError as error:
        return {"not_kept": str(error)}


def _ending(item: pytest.Function, trial: AnyTrial | None, error: BaseException | None) -> _Ending:
    """Return the verdict and its reason, which begins with what the test says about the product."""
    consequence = _consequence(item, trial)
    match error:
        case None:
            warning = trial.warning if trial else ""
            return (
                _Ending(Verdict.WARN, f"{consequence} But {warning}")
                if warning
                else _Ending(Verdict.PASS, "")
            )
        case AssertionError():
            difference = str(error).partition("\n")[0].removeprefix("assert ")
            return _Ending(Verdict.FAIL, f"{consequence} Not so: {difference}")
        case EndedError():
            return _Ending(error.verdict, str(error))
        case pytest.skip.Exception():
            return _Ending(Verdict.SKIP, str(error))
        case TypeError() | ValueError() | LookupError() if trial is not None and trial.was_answered:
            # Before it compares anything, the test reads an answer that every correct loader gives.
            missing = _missing(error)
            return _Ending(
                Verdict.FAIL, f"{consequence} Not so: an answer that this rests on is missing: {missing}"
            )
        case _:
            return _Ending(Verdict.ERROR, f"{type(error).__name__}: {error}{_place(error)}")


def _missing(error: Exception) -> str:
    """Return what a test did not find in the answers; the words of an error that is none of the usual ones."""
    text = str(error)
    absent = _ABSENT.match(text)
    match error:
        case KeyError():
            return f"nothing is called {error.args[0] if error.args else ''}"
        case IndexError():
            return "a list has too few elements"
        case ValueError() if absent is not None:
            return f"{absent['name']} is not listed"
        case TypeError() if _NOTHING in text:
            return "a call has none"
    return f"{type(error).__name__}: {text}"


def _place(error: BaseException) -> str:
    """Return where refloader itself raised an error, since a reason like "Operation not permitted" does not say."""
    steps = traceback.extract_tb(error.__traceback__)
    return f" ({os.path.basename(steps[-1].filename)}, line {steps[-1].lineno})" if steps else ""
