"""One policy test on one driver: runs what the test asks for, applies a check, collects evidence. Holds no rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.model.text import quote, some, visible
from refloader.sandbox.isolation.device_nodes import gpu_nodes
from refloader.sandbox.programs import Devices
from refloader.sandbox.timeouts import IN_A_ROW
from refloader.sandbox.view import not_shown
from refloader.suite.drivers.checks import interface, kept_lookups
from refloader.suite.drivers.checks.stack import application, old_loaders
from refloader.suite.drivers.runs import EVERYDAY, SIMPLE
from refloader.suite.sessions import bench, linker_log
from refloader.suite.sessions.answers import part, result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.checked_trial import (
    MEASURED,
    CheckedTrial,
    cached_probe,
    cached_session,
    refusals,
)
from refloader.suite.sessions.outcome import EXIT
from refloader.suite.sessions.session import Circumstances, Driver, Probe, Session
from refloader.suite.sessions.time_limit import LateError, in_time
from refloader.suite.subjects.driver import DriverSubject

_OPENING = "entry"
"""The act that opens the library, finds the entry point, and does nothing more."""

_NEGOTIATION = "negotiate"
"""The act that offers the driver every interface version."""

_LOOKUPS = "lookups"
"""The act that asks for every command of the registry."""

_PLAINEST = "ages"
"""The act that does what a current loader does for the plainest program."""

_NEED_NO_DEVICE = frozenset({_OPENING, _NEGOTIATION, _LOOKUPS, _PLAINEST, "exports", "versions"})
"""The acts whose checks judge by themselves what cannot be asked, as a command for it is lacking."""

_SILENT = (
    f"{IN_A_ROW} runs in a row before this one got no answer, and the simplest program, which is judged for it, got"
    " none either, so the others are not tried"
)

_AGAIN, _TIMES = "REFLOADER_AGAIN", 2
"""The variable by which runs of one program are others, and how often one is made again."""

_OF_PORTABILITY = "VK_KHR_get_physical_device_properties2"
"""What VK_KHR_portability_subset depends on before Vulkan 1.1. The prober's instances enable it where it is offered:
whether a device is made with that extension is known only later. Programs do so if the manifest says as much."""

_OPTIONS = (bench.INSTANCE_EXTENSION, _OF_PORTABILITY)

_UNASKED = "this was not asked yet"
"""Why nothing is judged of a part of an act, where the driver ended the process before."""

_MOST_NAMES = 3
"""The most names of missing libraries in a sentence."""

_SECONDS = 10.0
_LONGER = {"growth": 25.0, "programs": 60.0}
"""Timeouts of acts of the prober: a thousand instances of a GPU's driver, or many programs, take longer."""

Answers = Mapping[str, Any]
AnswersCheck = Callable[[Answers], CheckResult]
Variables = Sequence[tuple[str, str]]


class DriverTrial(CheckedTrial):
    """A driver in a policy test."""

    kind = "driver"

    def __init__(self, driver: DriverSubject, edition: Edition) -> None:
        super().__init__(edition, driver.problem)
        self.driver = driver
        self._early = ""  # detail of the last run that ended early

    # ---- the prober: the driver's library alone

    def opening(self) -> Session:
        """Return the observations of the act that opens and enters the library, even if the linker refuses it."""
        super().need_library()
        self._evidence["prober"] = [_OPENING]
        return self.had(self._shown(_OPENING))

    def need_library(self) -> None:
        """Skip if there is no library to run, or if it cannot be opened: another test reports that."""
        super().need_library()
        session = self._shown(_OPENING)
        load = session.answers.get("load")
        if isinstance(load, Mapping) and "refused" in load:
            pytest.skip(f"its library cannot be opened: {visible(str(load['refused']))}")

    def _shown(self, act: str) -> Session:
        """Return the observations of an act of the prober that can see the machine's devices."""
        return cached_probe(Probe(self.driver.library, act, _OPTIONS, "driver", "shown"))

    def _need_answers(self) -> None:
        """Skip if no run gets an answer any more: each further run would only time out."""
        if bench.is_silent(self.driver.library) and self._simplest().ended == "timeout":
            pytest.skip(_SILENT)

    def _simplest(self) -> Session:
        return cached_session(self._over(SIMPLE))

    def probed(
        self,
        act: str,
        *arguments: str,
        devices: Devices = "shown",
        variables: Variables = (),
        display: bool = False,
    ) -> Session:
        """Return the observations of one act of the driver prober. Ends the test if there can be none."""
        self.need_library()
        self._need_answers()
        given = (*arguments, *_OPTIONS)
        self._evidence["prober"] = [*(f"{name}={value}" for name, value in variables), act, *given]
        return self.had(
            cached_probe(
                Probe(
                    self.driver.library,
                    act,
                    given,
                    "driver",
                    devices,
                    tuple(variables),
                    seconds=_LONGER.get(act, _SECONDS),
                    display=display,
                )
            )
        )

    def probe(
        self, act: str, *arguments: str, devices: Devices = "shown", variables: Variables = ()
    ) -> Answers:
        """Return the answers in one act, by label. If the act ended early, they are those before that."""
        return self.probed(act, *arguments, devices=devices, variables=variables).answers

    def answers(
        self,
        judge: AnswersCheck,
        act: str,
        *arguments: str,
        step: str | tuple[str, ...] = "",
        should: bool = False,
        anyway: bool = False,
        devices: Devices = "shown",
        variables: Variables = (),
        display: bool = False,
        alone: str = "",
    ) -> None:
        """Apply a check to one act's answers, as ``judge_act`` does.

        ``alone`` is the part of the act that is judged, whose steps begin with the first of ``step``. If the driver
        ends the act in another part, a further run does that part alone (``--only``), so that one crash leaves
        nothing else unjudged. An end when all parts are done is none of those.

        Skips if a simple program ends as the act does, because one cause is reported once; this does not apply
        without devices, or with ``anyway``. Skips if the check takes too long, too.

        Raises:
            EndedError: the driver ended the prober in such a step, and ``should`` is false.
        """
        session = self.probed(act, *arguments, devices=devices, variables=variables, display=display)
        begins = step if isinstance(step, str) else step[0]
        if alone and _is_cut_short(session, act, begins) and not session.during.startswith(step):
            arguments = (*arguments, "--only", alone)
            session = self.probed(act, *arguments, devices=devices, variables=variables, display=display)
        if act not in _NEED_NO_DEVICE:
            self.need_commands(kept_lookups.without_an_end)
        if refusals(session):
            self.need_start()
        try:
            with in_time((self.driver, act, arguments, devices, tuple(variables))):
                result = judge(session.answers)
        except LateError as error:
            pytest.skip(str(error))
        if alone and session.ended != "ok" and session.during != EXIT and not _has(session, begins):
            result.missing = _UNASKED  # why else is not known
        apart = anyway or devices == "hidden"
        self.judge_act(
            result,
            session,
            step=step,
            should=should,
            is_told=lambda: not apart and self._ends_alike(session),
        )

    def _ends_alike(self, session: Session) -> bool:
        """Return whether a simple program ends for the same cause, in whatever act."""
        simple = (cached_session(self._over(each)) for each in (SIMPLE, EVERYDAY))
        return any(_cause(each) == _cause(session) for each in simple)

    def measured(self, **numbers: object) -> None:
        """Add measured numbers to the evidence, whatever the verdict is."""
        self._evidence[MEASURED] = numbers

    # ---- the whole stack: the scripted application on the reference's library, over the driver

    def session(self, during: Circumstances) -> Session:
        """Return the run with this driver, however it ended. Ends the test if there can be no run."""
        self.need_library()
        if during != SIMPLE:
            self._need_answers()
            self.need_use()
            self.need_instances()
        return self._ran(self._over(during))

    def is_steady(self, during: Circumstances) -> bool:
        """Return whether the devices tell the same in another process that runs alone: a list may grow."""
        others = (replace(during, variables=(*during.variables, (_AGAIN, str(n)))) for n in range(_TIMES))
        first = self.session(during)
        return all(application.tell_the_same(first, self.session(other)) for other in others)

    def with_neighbour(self, during: Circumstances, *, before: bool) -> Session:
        """Return the run with a mock driver and this one; ``before`` makes the loader find the mock driver first."""
        self.need_library()
        self.need_use()
        self.need_instances()
        if before:
            return self._ran(replace(self._over(during, "mock"), beside=(self.driver,)))
        return self._ran(replace(self._over(during), beside=("mock",)))

    def without(self, during: Circumstances) -> Session:
        """Return the run with a mock driver alone."""
        return self.had(cached_session(self._over(during, "mock")))

    def _over(self, during: Circumstances, driver: Driver | None = None) -> Circumstances:
        """Return the run over this driver, or over another one as if it were this."""
        extension = _OF_PORTABILITY if self.driver.portability else ""
        return replace(during, driver=driver or self.driver, extension=extension)

    def _ran(self, during: Circumstances) -> Session:
        old = f"{bench.INTERFACE}={during.interface}"
        program = [*(["--api", during.api] if during.api else []), *during.acts]
        self._evidence["application"] = [old, *program] if during.interface is not None else program
        session = self.had(cached_session(self.is_about(during)))
        self._early = self._early if session.ended == "ok" else session.detail
        return session

    def holds(self, result: CheckResult, *, should: bool = False, session: Session | None = None) -> None:
        """Pass, fail or warn by the outcome of a check."""
        if self._early:
            result.missing = f"{result.missing}; the program ended early: {self._early}"
        self.judge(result, should=should, session=session)

    def judge(self, result: CheckResult, *, should: bool = False, session: Session | None = None) -> None:
        """Pass, fail or warn by the outcome of a check. A driver that does not start may lack a hidden file."""
        is_idle = not (result.seen or result.broken) and interface.no_instances(
            self._shown(_PLAINEST).answers
        )
        if is_idle and (hidden := self._hidden()):
            result.missing = f"{result.missing}; {hidden}"
        super().judge(result, should=should, session=session)

    def need_commands(self, further: Callable[[Answers], str] = lambda _: "") -> None:
        """Skip if the driver gives no command of those that each loader calls: that is one finding (GPA-ICD-02).

        Nothing that follows shows more than that: loaders leave such a driver out, and nothing is told by a command
        that is not there. ``further`` returns one more that is needed.
        """
        lookups = self._shown(_LOOKUPS).answers
        if name := kept_lookups.lacking(lookups) or further(lookups):
            pytest.skip(f"the driver gives no {name}, which lookups_of_drivers reports")

    def need_use(self) -> None:
        """Skip if a current loader leaves the driver out: then programs show nothing of it."""
        self.need_start()
        self.need_commands()
        if old_loaders.is_left_out(self._simplest()):
            pytest.skip("no loader of today has a use for the driver, which is told once")

    def need_start(self) -> None:
        """Skip if the driver refuses every loader for another reason than the versions: it cannot start here.

        The reason is a library that it opens and that is not there, or one that its error does not say.
        """
        code = interface.refuses_every_offer(self._shown(_NEGOTIATION).answers)
        if not code:
            return
        refused = f"refuses every loader with {result(code)}"
        if opens := self._opens_in_vain():
            pytest.skip(f"the driver cannot start here: {opens}, and {refused}")
        if code == interface.INITIALIZATION_FAILED:
            why = "cannot start here" if gpu_nodes() else "has no device here"
            pytest.skip(f"the driver {why}, and {refused}")

    def _opens_in_vain(self) -> str:
        """Return in words what the driver lacks when a current loader enters it.

        These are libraries that it opens and that are not there, or what lies with its library and the sandbox hides.
        """
        logged = Probe(self.driver.library, _PLAINEST, _OPTIONS, "driver", "shown", linker_log.LOGGED)
        session = cached_probe(logged)
        path = str(part(session.answers, "load").get("path", ""))
        names = [quote(name) for name in linker_log.not_found(session.stderr, path)]
        if names:
            return f"it opens {some(names, _MOST_NAMES)}, and there is no such library"
        return self._hidden()

    def _hidden(self) -> str:
        """Return in words what the driver may read beside its library, and the sandbox hides."""
        files = [quote(each) for each in not_shown(self.driver.library)]
        return f"the sandbox hides {some(files, _MOST_NAMES)} from it" if files else ""

    def need_instances(self) -> None:
        """Skip if the driver makes no instances here, as it may if it finds no device of its kind."""
        answers = self._shown(_PLAINEST).answers
        if refused := interface.no_instances(answers):
            opens = self._opens_in_vain()
            why = f"; {opens}" if opens else ""
            pytest.skip(f"the driver makes no instance here: vkCreateInstance gives {refused}{why}")

    def need(self, simpler: Circumstances) -> None:
        """Skip if a simpler run does not end by itself: another test reports that."""
        session = self.session(simpler)
        if session.ended != "ok":
            pytest.skip(f"{session.detail}, in a simpler program that is judged for it")

    def ends_well(self, during: Circumstances, *, simpler: Circumstances | None = None) -> Session:
        """Return the run; it has to end by itself. Skips if the ``simpler`` run does not either, or makes nothing."""
        if simpler:
            self.need(simpler)
        return self.ended_well(self.session(during))

    def ended_well(self, session: Session) -> Session:
        """Return a run, which has to end by itself. Skips if the driver makes nothing in it."""
        self.must_end(session)
        if why := application.made_nothing(session):
            pytest.skip(why)
        return session


def _has(session: Session, step: str) -> bool:
    """Return whether anything was answered in such a step."""
    return any(label.startswith(step) for label in session.answers)


def _is_cut_short(session: Session, act: str, step: str) -> bool:
    """Return whether such a step may be missing, or some of them: the driver ended the act before all was asked."""
    is_done = session.during == EXIT or (session.during == f"{act}.end" and _has(session, step))
    return session.ended != "ok" and not is_done


def _cause(session: Session) -> str:
    """Return how a process ended, without the act in progress and the timeout."""
    return session.ended if session.ended == "timeout" else session.detail.partition(" during ")[0]
