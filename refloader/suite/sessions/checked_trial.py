"""The common part of policy tests on layers and drivers: cached runs, verdicts from checks, evidence. Holds no rules.

The observations of a run are cached for all tests of the process, because they share a few runs.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import ClassVar, Generic, TypeVar

import pytest

from refloader.host.pace import allowed
from refloader.model.edition import Edition
from refloader.model.text import visible
from refloader.results.results_file import OF_ENDING, readable
from refloader.sandbox.timeouts import is_slow
from refloader.scenario.corpus import Case
from refloader.suite.sessions import bench
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.evidence import breach_evidence, first_breaches
from refloader.suite.sessions.outcome import EXIT
from refloader.suite.sessions.session import ABOVE, BELOW, Circumstances, Driver, Probe, Session
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.ended import EndedError

TIMEOUT = 20.0
"""Seconds that one run of the application gets."""

MEASURED = "measured"
"""The key of measured numbers in the evidence; no verdict rests on them alone."""

_ALWAYS = ("isolation", MEASURED)
"""Evidence that passed cases have, too."""

_MOST_TEXT = 2000
_MOST_KEPT, _MOST_HEARD = 64, 32 << 20
"""Limits of the cache: runs (of a subject or two, and those without any), and bytes that were read for them.
All runs of a layer together take 10 MiB. Parsed, each byte takes twenty, and a library can write 64 MiB in a run.
"""

_WRITTEN_OVER = "the recording was written over in the process, and cannot be read to its end"


_Asked = TypeVar("_Asked")


class Few(Generic[_Asked]):
    """A cache of observations by request; when it is too large, the least recently used ones are dropped."""

    def __init__(self, make: Callable[[_Asked], Session]) -> None:
        self._make = make
        self._sessions: dict[_Asked, Session] = {}

    def __call__(self, asked: _Asked) -> Session:
        """Return the observations for a request, from the cache or made now."""
        session = self._sessions.pop(asked, None) or self._make(asked)
        self._sessions[asked] = session
        while len(self._sessions) > 1 and self._are_too_much():
            del self._sessions[next(iter(self._sessions))]
        return session

    def _are_too_much(self) -> bool:
        heard = sum(session.heard for session in self._sessions.values())
        return len(self._sessions) > _MOST_KEPT or heard > _MOST_HEARD


class _Cached:
    """The cached runs and probes of this process."""

    def __init__(self) -> None:
        self.sessions = Few[Circumstances](partial(bench.run, timeout=TIMEOUT))
        self.probes = Few[Probe](bench.probed)


_first, _again = _Cached(), _Cached()
_cached = _first


def cached_session(circumstances: Circumstances) -> Session:
    """Return the observations of a run, from the cache if this process has them."""
    return _cached.sessions(circumstances)


def cached_probe(probe: Probe) -> Session:
    """Return the observations of a probe, from the cache if this process has them."""
    return _cached.probes(probe)


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """Hide the observations of first tries inside the block, which makes a second try.

    All second tries of the process share a cache of their own.
    """
    global _cached
    before, _cached = _cached, _again
    try:
        yield
    finally:
        _cached = before


class CheckedTrial:
    """A subject in a policy test. ``kind`` is its kind; ``warning`` is set if it breaks a rule that is a should.

    ``rules`` stays empty (a test's marks name them), and ``shown`` too: there is no scenario of a loader.
    """

    kind: ClassVar[str]

    def __init__(self, edition: Edition, problem: str) -> None:
        self.edition = edition
        self.warning = ""
        self.rules: tuple[str, ...] = ()
        self.shown: Case | None = None
        self.note = ""
        self.was_answered = True
        self._problem = problem
        self._evidence: dict[str, object] = {}
        self._longest = 0.0

    @property
    def was_slow(self) -> bool:
        """True if a run took so long that another of its kind may outlast its timeout without hanging."""
        return is_slow(self._longest, allowed(bench.FULL))

    def judge(self, result: CheckResult, *, should: bool = False, session: Session | None = None) -> None:
        """Pass, fail or warn by the outcome of a check; ``session`` is the one whose recording was checked, if any.

        ``should`` makes a breach a warning. Skips the test if there was nothing to check, or a part was left out.
        """
        if result.broken:
            self._evidence |= breach_evidence(result.broken, session.recording if session else None)
            fact = first_breaches(result.broken)
            if not should:
                raise AssertionError(fact)
            self.warning = self.warning or fact
        elif result.left_out:
            pytest.skip(result.left_out)
        elif not result.seen:
            pytest.skip(_why_unseen(result, session or Session()))

    def judge_act(
        self,
        result: CheckResult,
        session: Session,
        *,
        step: str | tuple[str, ...] = "",
        should: bool = False,
        is_told: Callable[[], bool] = lambda: False,
    ) -> None:
        """Pass, fail or warn by the outcome of a check on an act's answers; ``should`` makes a breach a warning.

        If the act ended early in a step whose label begins with ``step`` (or one of them), and the answers before
        that break nothing, the early end is the breach. The test is skipped if ``is_told`` says that this end is
        reported elsewhere. If the act ended early in another step, the answers before that decide.

        Raises:
            EndedError: the subject ended the prober in that step, and ``should`` is false.
        """
        if not result.broken and session.ended != "ok" and step and session.during.startswith(step):
            if is_told():
                pytest.skip(f"{session.detail}, as a simple program ends, which is judged for it")
            if not should:
                self.must_end(session)
            result.fail(f"the {self.kind} does not come back: {session.detail}")
        if refused := refusals(session):
            result.missing = f"the prober could not begin: {refused[0]}"
        # The prober leaves its objects: what a subject does about them at its exit takes no answer away.
        if session.ended != "ok" and session.during != EXIT:
            result.missing = f"{result.missing}; the prober ended early: {session.detail}"
        self.judge(result, should=should)

    def must_end(self, session: Session, account: str = "") -> None:
        """Require that the run ended by itself; ``account`` names the layer active at its end. Raises EndedError."""
        if session.ended != "ok":
            raise EndedError(OF_ENDING[session.ended], f"{session.detail}{account}{session.last_words()}")

    def evidence(self, *, full: bool) -> Mapping[str, object]:
        """Return what was run and observed, as JSON can hold it."""
        return self._evidence if full else {k: v for k, v in self._evidence.items() if k in _ALWAYS}

    def is_about(self, run: Circumstances) -> Circumstances:
        """Add the call chain of the run that the verdict is about to the evidence, and return the run."""
        self._evidence["run_in"] = chain(run)
        return run

    def need_library(self) -> None:
        """Skip the test if there is no library to run."""
        if self._problem:
            pytest.skip(self._problem)

    def had(self, session: Session) -> Session:
        """Record how a run ended. Skips the test if the machine lacks what it needs; our own fault ends the test."""
        if session.isolation:
            self._evidence["isolation"] = list(session.isolation)
        if session.ended == "not covered":
            pytest.skip(session.detail)
        if session.ended == "error":
            raise EndedError(OF_ENDING["error"], session.detail)
        if session.ended != "timeout":
            self._longest = max(self._longest, session.seconds)
        self._evidence["ended"] = f"{session.ended}: {session.detail}" if session.detail else session.ended
        if session.stderr and session.ended != "ok":
            self._evidence["stderr"] = _last_lines(session.stderr)
        return session


def _last_lines(text: str) -> str:
    """Return the end of a program's output, from the beginning of a line if there is more than one."""
    end = text[-_MOST_TEXT:]
    whole = end if len(end) == len(text) else end.partition("\n")[2] or end
    return readable(whole.rstrip("\n"))


def _why_unseen(result: CheckResult, session: Session) -> str:
    why = result.missing or "the run shows nothing that this could be judged by"
    if session.ended != "ok":
        return f"{why}; the run ended early: {session.detail}"
    return f"{why}; {_WRITTEN_OVER}" if session.recording.torn else why


def refusals(session: Session) -> list[object]:
    """Return why the prober could not begin an act."""
    answers = session.answers.values()
    # Of an allocation that fails, "refused" is true or false.
    return [
        each["refused"] for each in answers if isinstance(each, dict) and isinstance(each.get("refused"), str)
    ]


# ---- The call chain of a run, from the application down, as evidence records it. Pure; gives no verdict.

Link = dict[str, object]
"""``who`` is application, trampoline, observer, layer, terminator or driver, as in a trace. All texts are
printable.
"""


def chain(run: Circumstances) -> list[Link]:
    """Return the links that an application's call goes through; drivers stand side by side below the terminator."""
    between: list[Link] = [{"who": "observer"}] if run.observed else []
    layers = [part for layer in _layers(run) for part in (layer, *between)]
    return [
        _link("application", name="the scripted application", why=f"it does {', '.join(run.acts)}"),
        _link("trampoline", name=run.loader or "the reference's library"),
        *between,
        *layers,
        _link("terminator", name=run.loader or "the reference's library"),
        *(_driver(each) for each in (run.driver, *run.beside)),
    ]


def _layers(run: Circumstances) -> Iterator[Link]:
    neighbour = {"kind": "mock layer", "why": "a neighbour that the run gives it"}
    if run.neighbours:
        yield _link("layer", name=ABOVE, **neighbour)
    for layer in run.layers:
        about = {"manifest": layer.manifest, "library": layer.library}
        yield _link("layer", name=layer.name, why="the application asks for it", **about)
    if run.neighbours:
        yield _link("layer", name=BELOW, **neighbour)


def _driver(driver: Driver) -> Link:
    if isinstance(driver, DriverSubject):
        return _link("driver", name=driver.name, manifest=driver.manifest, library=driver.library)
    return _link("driver", name="mock driver" if driver == "mock" else driver)


def _link(who: str, **about: str) -> Link:
    return {"who": who, **{name: visible(text) for name, text in about.items() if text}}
