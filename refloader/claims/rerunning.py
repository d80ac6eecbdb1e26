"""Replays cases of a claim on this machine and compares the verdicts. The harness runs the cases.

A request consists of a rule, a case and a subject, each looked up on this machine. The command lines in a bundle are
only displayed, never run. A file is run only if its digest is the claimed one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from refloader.claims.container import Bundle
from refloader.claims.document import Subject
from refloader.claims.drawing import drawn, selectable
from refloader.claims.leaving_out import left_out
from refloader.claims.standing_in import Place, UnavailableError
from refloader.claims.standing_in import found as found_place
from refloader.claims.verifying import Verified
from refloader.host.temporary import TemporaryFolder
from refloader.model.edition import Edition
from refloader.model.text import quote
from refloader.results.coverage import lacking, want_of
from refloader.results.progress import OnProgress
from refloader.results.results_file import FINDINGS, Result, ResultsError, Verdict
from refloader.results.results_file import Subject as Judged
from refloader.results.standard import CHOSEN
from refloader.suite import conform
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest, WrongUsageError

Outcome = Literal["same", "differs", "not replayed"]
OUTCOMES: Mapping[Outcome, str] = MappingProxyType(
    {"same": "came out the same", "differs": "did not", "not replayed": "could not be replayed"}
)
"""The outcomes of a replay, with the words for the summary."""

_NO_ANSWER = frozenset({Verdict.SKIP, Verdict.ERROR})
_FAILURES = (WrongUsageError, HarnessError, ResultsError, OSError)
_UNLISTED = "whether {} lacks cases of the suite: {}"
_COPIED = "it is a copy from the bundle"
NOWHERE_ELSE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replayed:
    """The replay of a case. ``now`` is the new verdict, empty without a replay; ``why`` explains the outcome."""

    subject: str
    rule: str
    case: str
    claimed: str
    now: str
    outcome: Outcome
    why: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A case that the suite has for the subject but the claim lacks."""

    subject: str
    case: str


@dataclass(frozen=True, slots=True)
class Rerun:
    """The replays of the cases selected with ``seed``, out of ``of`` cases.

    ``left_out`` are cases that the claim lacks; ``unlisted`` are sentences on why that could not be checked.
    """

    seed: int
    of: int
    cases: tuple[Replayed, ...]
    left_out: tuple[LeftOut, ...] = ()
    unlisted: tuple[str, ...] = ()

    def count(self, outcome: Outcome) -> int:
        """Return the number of cases with that outcome."""
        return sum(each.outcome == outcome for each in self.cases)


def rerun(
    found: Verified,
    bundle: Bundle,
    number: int,
    seed: int,
    places: Mapping[str, str] = NOWHERE_ELSE,
    tell: OnProgress | None = None,
) -> Rerun:
    """Replay ``number`` random cases of a verified bundle, and check whether the claim lacks cases of the suite.

    ``places`` are paths by subject name, for subjects that are elsewhere on this machine; ``tell`` receives progress.

    Raises:
        KeyboardInterrupt: the user interrupted the run.
    """
    assert found.claim is not None, "what cannot be read is not replayed"
    assert found.whole is not None, "what cannot be read is not replayed"
    chosen = drawn(found.whole, number, seed)
    headers = {each.name: each for each in found.whole.header.subjects}
    replays: dict[tuple[str, str, str], Replayed] = {}
    general = _unlistable(found)
    elsewhere = _elsewhere(found.whole.header.machine)
    left_out, unlisted = list[LeftOut](), [_UNLISTED.format("any subject", general)] if general else []
    for subject in found.claim.subjects:
        here = _Here(subject, headers[subject.name], bundle, places.get(subject.name, ""))
        here.problem = elsewhere
        cases = [each for each in chosen if each.subject == subject.name]
        with here.laid_out():
            for case in here.replayed(cases, tell and _of_all(tell, len(replays), len(cases), len(chosen))):
                replays[case.subject, case.rule, case.case] = case
            if not general:
                results = [each for each in found.whole.results if each.subject == subject.name]
                left_out += (LeftOut(subject.name, each) for each in here.left_out(results))
                why = here.problem or (_COPIED if here.is_copy else "")
                unlisted += [_UNLISTED.format(subject.name, why)] if why else []
    ordered = tuple(replays[each.subject, each.rule, each.case] for each in chosen)
    return Rerun(seed, len(selectable(found.whole)), ordered, tuple(left_out), tuple(unlisted))


def _of_all(tell: OnProgress, before: int, own: int, every: int) -> OnProgress:
    """Return a callback that converts one subject's progress, after ``before`` cases, to progress of all cases."""
    return lambda heard: tell(replace(heard, done=before + min(heard.done, own), total=every, failed=0))


def _elsewhere(machine: Mapping[str, object]) -> str:
    """Return why subjects cannot be replayed on the machine itself: they ran in a target. Empty if they did not."""
    each = [machine, *(value for value in machine.values() if isinstance(value, Mapping))]
    names = [str(facts["target"]) for facts in each if facts.get("target")]
    return (
        f"it ran in {quote(names[0])} and not on the machine: replay it with conform --target"
        if names
        else ""
    )


def _unlistable(found: Verified) -> str:
    """Return why the suite's cases cannot be compared with those of the claim, or an empty string."""
    assert found.claim is not None, "what cannot be read is not replayed"
    if not found.is_same_suite:
        return "the suite here is not the one that judged"
    if found.claim.partial:
        return "the claim is about a part of it"
    if not all(each.command for each in found.claim.runs):
        return "the results do not tell which cases were asked for"
    return ""


class _Here:
    """A subject of the claim on this machine. ``problem`` says why nothing can be run on it, or is empty."""

    def __init__(self, claimed: Subject, judged_as: Judged, bundle: Bundle, path: str) -> None:
        self._claimed = claimed
        self._judged_as = judged_as
        self._bundle = bundle
        self._path = path
        self._place: Place | None = None
        self.problem = ""

    @property
    def is_copy(self) -> bool:
        """True if the subject's files were copied from the bundle without their original layout."""
        return self._place is not None and self._place.is_copy

    @contextmanager
    def laid_out(self) -> Iterator[None]:
        """Locate the subject, or copy it from the bundle, for the duration of the context."""
        own_name = self._judged_as.own_name or self._claimed.name
        with TemporaryFolder() as folder:
            if self.problem:
                yield
                return
            try:
                self._place = found_place(self._claimed, own_name, self._bundle, self._path, folder)
            except (UnavailableError, OSError) as error:
                self.problem = str(error)
            yield

    def replayed(self, results: Sequence[Result], tell: OnProgress | None = None) -> Iterator[Replayed]:
        """Replay each of the results. Cases that end in a harness error, or a skip unlike there, are tried twice."""
        cases = [each for each in results if not (self.is_copy and each.case == "static")]
        again = self._replays(cases, tell)
        unsure = [each for each in cases if _is_unsure(each, again.get((each.rule, each.case)))]
        again = {**again, **self._replays(unsure)}  # cases with several threads are not deterministic
        for each in results:
            if self.problem:
                yield _not_replayed(each, self.problem)
            elif each not in cases:
                yield _not_replayed(each, "only the manifest where it was installed can be read again")
            else:
                yield _compared(each, again.get((each.rule, each.case)))

    def left_out(self, results: Sequence[Result]) -> tuple[str, ...]:
        """Return the suite's cases for the subject that the results lack; none if they cannot be collected."""
        if self._place is None or self.is_copy:
            return ()
        try:
            return left_out(_wanted(self._judged_as, self._place, ()), results)
        except _FAILURES as error:
            self.problem = str(error)
            return ()

    def _replays(
        self, cases: Sequence[Result], tell: OnProgress | None = None
    ) -> Mapping[tuple[str, str], Result]:
        if self._place is None or not cases:
            return {}
        try:
            wanted = _wanted(self._judged_as, self._place, cases)
            with TemporaryFolder() as out:
                run = conform.run(wanted, out, workers=0, tell=tell)
        except _FAILURES as error:
            self.problem = str(error)
            return {}
        return {(each.rule, each.case): each for each in run.results}


def _wanted(judged_as: Judged, place: Place, cases: Iterable[Result]) -> RunRequest:
    """Return the request for these cases, or for all if none are given.

    Raises:
        WrongUsageError: there is no such rule or edition.
    """
    chosen: dict[str, tuple[str, ...]] = {f"{place.kind}s": (place.path,)}
    edition = _edition(judged_as) if judged_as.edition_reason == CHOSEN else None
    rules = tuple(f"{each.rule}/{each.case}" for each in cases)
    wanted = RunRequest(edition=edition, rules=rules, **chosen)  # type: ignore[arg-type] # one of three names
    wanted.check()
    return wanted


def _edition(judged_as: Judged) -> Edition:
    try:
        return Edition(judged_as.edition)
    except ValueError:
        raise WrongUsageError(f"there is no edition {quote(judged_as.edition)}") from None


def _is_unsure(claimed: Result, now: Result | None) -> bool:
    return now is not None and now.verdict in _NO_ANSWER and now.verdict is not claimed.verdict


def _not_replayed(result: Result, why: str) -> Replayed:
    return Replayed(result.subject, result.rule, result.case, result.verdict.value, "", "not replayed", why)


def _compared(claimed: Result, now: Result | None) -> Replayed:
    """Compare a claimed result with the replay.

    They are the same if any verdict of the replay is among the claimed ones, or among the further verdicts that the
    expectation allows. A skip is the same as a pass, and does not claim that a case would break no rule if it is
    said that the machine lacked something for it.
    """
    if now is None:
        return _not_replayed(claimed, "the suite here has no such case for this subject")
    allowed = {*_tries(claimed), *_by_chance(claimed)}
    if claimed.verdict is Verdict.SKIP:
        allowed.add(Verdict.PASS)  # this machine may have what the other one lacked
    if now.verdict in _NO_ANSWER and now.verdict not in allowed:
        return _not_replayed(claimed, now.reason)
    outcome: Outcome = "same" if allowed & _tries(now) else "differs"
    why = now.reason if outcome == "differs" else ""
    if outcome == "differs" and claimed.verdict is Verdict.SKIP and (lack := lacking(claimed.reason)):
        outcome, why = "not replayed", f"it was not run{want_of(lack)}; here: {why}"
    return Replayed(
        claimed.subject, claimed.rule, claimed.case, claimed.verdict.value, now.verdict.value, outcome, why
    )


def _by_chance(claimed: Result) -> set[Verdict]:
    """Return what the expectation allows besides: of a case that broke no rule nothing that breaks one."""
    also = claimed.expected.also if claimed.expected and claimed.verdict is not Verdict.PASS else ()
    return {each for each in also if claimed.verdict in FINDINGS or each not in FINDINGS}


def _tries(result: Result) -> set[Verdict]:
    return {each for each in (result.verdict, result.flaky, *result.retried) if each is not None}
