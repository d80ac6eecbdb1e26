"""What policy tests on layers and drivers have in common: runs that are kept, looks taken over, evidence. No rules.

What a run showed is kept for all tests of the process: they ask for the same few runs.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import ClassVar, Generic, TypeVar

import pytest

from refloader.model.edition import Edition
from refloader.model.text import visible
from refloader.results.results_file import OF_ENDING
from refloader.scenario.corpus import Case
from refloader.suite.loaders.trial import EndedError
from refloader.suite.running import bench
from refloader.suite.running.chain import chain
from refloader.suite.running.evidence import breach_evidence, told
from refloader.suite.running.look import Look
from refloader.suite.running.session import Circumstances, Probe, Session

TIMEOUT = 20.0
"""Seconds that one run of the application gets."""

MEASURED = "measured"
"""Evidence of numbers that no verdict is told by alone."""

_ALWAYS = ("isolation", MEASURED)
"""Evidence that is kept of what passes, too."""

_MOST_TEXT = 2000
_MOST_KEPT, _MOST_HEARD = 64, 32 << 20
"""Runs that are kept in memory, those of a subject or two and those without any, and bytes that were heard in them.
All runs of a layer together make 10 MiB. What is read of each byte takes twenty, and a library can say 64 MiB a run.
"""

_WRITTEN_OVER = "the recording was written over in the process, and cannot be read to its end"


_Asked = TypeVar("_Asked")


class Few(Generic[_Asked]):
    """What was asked for, each made once; the one that was asked for longest ago goes when there is too much."""

    def __init__(self, make: Callable[[_Asked], Session]) -> None:
        self._make = make
        self._sessions: dict[_Asked, Session] = {}

    def __call__(self, asked: _Asked) -> Session:
        """What came of this, asked for now or before."""
        session = self._sessions.pop(asked, None) or self._make(asked)
        self._sessions[asked] = session
        while len(self._sessions) > 1 and self._are_too_much():
            del self._sessions[next(iter(self._sessions))]
        return session

    def _are_too_much(self) -> bool:
        heard = sum(session.heard for session in self._sessions.values())
        return len(self._sessions) > _MOST_KEPT or heard > _MOST_HEARD


class _Kept:
    """Runs that were made, each once for all tests of the process that ask for it."""

    def __init__(self) -> None:
        self.sessions = Few[Circumstances](partial(bench.run, timeout=TIMEOUT))
        self.probes = Few[Probe](bench.probed)


_first, _again = _Kept(), _Kept()
_kept = _first


def kept_session(circumstances: Circumstances) -> Session:
    """What came of a run; the process asks for it once."""
    return _kept.sessions(circumstances)


def kept_probe(probe: Probe) -> Session:
    """What a library answered; the process asks for it once."""
    return _kept.probes(probe)


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """For a second try: within, nothing is known of what was run outside.

    All second tries of the process share what they run: each was made apart from what the first ones saw.
    """
    global _kept
    before, _kept = _kept, _again
    try:
        yield
    finally:
        _kept = before


class JudgedTrial:
    """A subject as a policy test sees it. ``kind`` is what it is; ``warning`` is filled where a should is not kept.

    ``rules`` stays empty (a test's marks say them), ``shown`` too: no scenario of a loader is behind it.
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

    def judge(self, look: Look, *, should: bool = False, session: Session | None = None) -> None:
        """Take over what a judge has seen, in the recording of this session where it was one.

        ``should`` makes a breach a warning. Skips where nothing was to be seen.
        """
        if look.broken:
            self._evidence |= breach_evidence(look.broken, session.recording if session else None)
            fact = told(look.broken)
            if not should:
                raise AssertionError(fact)
            self.warning = self.warning or fact
        elif not look.seen:
            pytest.skip(_why_unseen(look, session or Session()))

    def judge_act(
        self,
        look: Look,
        session: Session,
        *,
        step: str = "",
        should: bool = False,
        is_told: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take over what a judge has seen in the answers of an act; ``should`` makes a breach a warning.

        Where the act ended early in a step whose label begins with ``step``, and what came before breaks nothing,
        that end is the breach, or a skip where ``is_told`` says that it is told elsewhere. An act that ended early in
        another step leaves the judge with what came before.

        Raises:
            EndedError: the subject ended the prober in that step, and this is no should.
        """
        if not look.broken and session.ended != "ok" and step and session.during.startswith(step):
            if is_told():
                pytest.skip(f"{session.detail}, as a simple program ends, which is judged for it")
            if not should:
                self.must_end(session)
            look.fail(f"the {self.kind} does not come back: {session.detail}")
        refused = [each["refused"] for each in session.answers.values() if _is_refusal(each)]
        if refused:
            look.missing = f"the prober could not begin: {refused[0]}"
        if session.ended != "ok":
            look.missing = f"{look.missing}; the prober ended early: {session.detail}"
        self.judge(look, should=should)

    def must_end(self, session: Session, account: str = "") -> None:
        """The run came to its end by itself; ``account`` says who was at work otherwise. Raises EndedError."""
        if session.ended != "ok":
            raise EndedError(OF_ENDING[session.ended], f"{session.detail}{account}")

    def evidence(self, *, full: bool) -> Mapping[str, object]:
        """What was run and seen, as JSON can hold it."""
        return self._evidence if full else {k: v for k, v in self._evidence.items() if k in _ALWAYS}

    def is_about(self, run: Circumstances) -> Circumstances:
        """Keep the call chain of a run that the verdict is about with the evidence; the same run."""
        self._evidence["run_in"] = chain(run)
        return run

    def need_library(self) -> None:
        """Skips where there is no library to run."""
        if self._problem:
            pytest.skip(self._problem)

    def had(self, session: Session) -> Session:
        """Note how a run ended. Skips where the machine lacks what it needs; a fault of ours ends the test."""
        if session.isolation:
            self._evidence["isolation"] = list(session.isolation)
        if session.ended == "not covered":
            pytest.skip(session.detail)
        if session.ended == "error":
            raise EndedError(OF_ENDING["error"], session.detail)
        self._evidence["ended"] = f"{session.ended}: {session.detail}" if session.detail else session.ended
        if session.stderr and session.ended != "ok":
            self._evidence["stderr"] = visible(session.stderr[-_MOST_TEXT:])
        return session


def _why_unseen(look: Look, session: Session) -> str:
    why = look.missing or "the run shows nothing that this could be judged by"
    if session.ended != "ok":
        return f"{why}; the run ended early: {session.detail}"
    return f"{why}; {_WRITTEN_OVER}" if session.recording.torn else why


def _is_refusal(answer: object) -> bool:
    return isinstance(answer, Mapping) and "refused" in answer
