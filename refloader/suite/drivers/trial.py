"""One policy test on one driver: runs what the test asks for, has a judge look, keeps evidence. Has no rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.model.text import visible
from refloader.sandbox.programs import Devices
from refloader.sandbox.timeouts import IN_A_ROW
from refloader.suite.drivers.judges import interface, old_loaders
from refloader.suite.drivers.runs import EVERYDAY, SIMPLE
from refloader.suite.running import bench
from refloader.suite.running.judged import MEASURED, JudgedTrial, kept_probe, kept_session
from refloader.suite.running.look import Look
from refloader.suite.running.session import Circumstances, Probe, Session
from refloader.suite.subjects.driver import DriverSubject

_OPENING = "entry"
"""The act that opens the library and finds the way in, and does nothing more."""

_PLAINEST = "ages"
"""The act that does what a loader of today does for the plainest program."""

_SILENT = (
    f"{IN_A_ROW} runs in a row before this one got no answer, and the simplest program, which is judged for it, got"
    " none either, so the others are not tried"
)

_SECONDS = 10.0
_LONGER = {"growth": 25.0}
"""What one act of the prober may take: a thousand instances of a GPU's driver need more than others."""

Answers = Mapping[str, Any]
Judge = Callable[[Answers], Look]
Variables = Sequence[tuple[str, str]]


class DriverTrial(JudgedTrial):
    """A driver as a policy test sees it."""

    kind = "driver"

    def __init__(self, driver: DriverSubject, edition: Edition) -> None:
        super().__init__(edition, driver.problem)
        self.driver = driver
        self._early = ""  # how the last program ended that did not come to its end

    # ---- the prober: the driver's library alone

    def opening(self) -> Session:
        """The library opened and entered, whatever the dynamic linker says of it."""
        super().need_library()
        self._evidence["prober"] = [_OPENING]
        return self.had(self._shown(_OPENING))

    def need_library(self) -> None:
        """Skips where there is no library to run, or none that can be opened: that is told once."""
        super().need_library()
        session = self._shown(_OPENING)
        load = session.answers.get("load")
        if isinstance(load, Mapping) and "refused" in load:
            pytest.skip(f"its library cannot be opened: {visible(str(load['refused']))}")

    def _shown(self, act: str) -> Session:
        """An act of the prober with the machine's devices there."""
        return kept_probe(Probe(self.driver.library, act, (), "driver", "shown"))

    def _need_answers(self) -> None:
        """Skips where nobody gets an answer any more: that would be waited for again and again."""
        if bench.is_silent(self.driver.library) and self._simplest().ended == "timeout":
            pytest.skip(_SILENT)

    def _simplest(self) -> Session:
        return kept_session(replace(SIMPLE, driver=self.driver))

    def probed(
        self, act: str, *arguments: str, devices: Devices = "shown", variables: Variables = ()
    ) -> Session:
        """One act of the driver prober, with how it ended. Ends the test where it cannot be had at all."""
        self.need_library()
        self._need_answers()
        self._evidence["prober"] = [*(f"{name}={value}" for name, value in variables), act, *arguments]
        return self.had(
            kept_probe(
                Probe(
                    self.driver.library,
                    act,
                    arguments,
                    "driver",
                    devices,
                    tuple(variables),
                    seconds=_LONGER.get(act, _SECONDS),
                )
            )
        )

    def probe(
        self, act: str, *arguments: str, devices: Devices = "shown", variables: Variables = ()
    ) -> Answers:
        """What was answered in one act, by label. An act that did not end has what came before."""
        return self.probed(act, *arguments, devices=devices, variables=variables).answers

    def answers(
        self,
        judge: Judge,
        act: str,
        *arguments: str,
        step: str = "",
        should: bool = False,
        anyway: bool = False,
        devices: Devices = "shown",
        variables: Variables = (),
    ) -> None:
        """Have a judge look at one act's answers, as ``judge_act`` does.

        Skips where a simple program ends as the act does: one cause is told once, but for what is done without
        devices, and ``anyway``.

        Raises:
            EndedError: the driver ended the prober in that step, and this is no should.
        """
        session = self.probed(act, *arguments, devices=devices, variables=variables)
        apart = anyway or devices == "hidden"
        self.judge_act(
            judge(session.answers),
            session,
            step=step,
            should=should,
            is_told=lambda: not apart and self._ends_alike(session),
        )

    def _ends_alike(self, session: Session) -> bool:
        """Whether a simple program ends by the same cause, whatever it was at."""
        simple = (kept_session(replace(each, driver=self.driver)) for each in (SIMPLE, EVERYDAY))
        return any(_cause(each) == _cause(session) for each in simple)

    def measured(self, **numbers: object) -> None:
        """Keep what was measured with the evidence, whatever the verdict comes to."""
        self._evidence[MEASURED] = numbers

    # ---- the whole stack: the scripted application on the reference's library, over the driver

    def session(self, during: Circumstances) -> Session:
        """The run over this driver, however it ended. Ends the test where it cannot be had at all."""
        self.need_library()
        if during != SIMPLE:
            self._need_answers()
            self.need_use()
            self.need_instances()
        return self._ran(replace(during, driver=self.driver))

    def with_neighbour(self, during: Circumstances, *, before: bool) -> Session:
        """The run over a mock driver and this one; ``before`` has the loader find the mock driver first."""
        self.need_library()
        self.need_use()
        self.need_instances()
        if before:
            return self._ran(replace(during, driver="mock", beside=(self.driver,)))
        return self._ran(replace(during, driver=self.driver, beside=("mock",)))

    def without(self, during: Circumstances) -> Session:
        """The run over a mock driver alone."""
        return self.had(kept_session(replace(during, driver="mock")))

    def _ran(self, during: Circumstances) -> Session:
        old = f"{bench.INTERFACE}={during.interface}"
        program = [*(["--api", during.api] if during.api else []), *during.acts]
        self._evidence["application"] = [old, *program] if during.interface is not None else program
        session = self.had(kept_session(self.is_about(during)))
        self._early = self._early if session.ended == "ok" else session.detail
        return session

    def holds(self, look: Look, *, should: bool = False, session: Session | None = None) -> None:
        """Take over what a judge has seen."""
        if self._early:
            look.missing = f"{look.missing}; the program ended early: {self._early}"
        self.judge(look, should=should, session=session)

    def need_use(self) -> None:
        """Skips where a loader of today leaves the driver out: programs show nothing of it then."""
        if old_loaders.is_left_out(self._simplest()):
            pytest.skip("no loader of today has a use for the driver, which is told once")

    def need_instances(self) -> None:
        """Skips where the driver has no instances here, as it may where it finds no device of its kind."""
        answers = self._shown(_PLAINEST).answers
        if refused := interface.no_instances(answers):
            pytest.skip(f"the driver makes no instance here: vkCreateInstance gives {refused}")

    def need(self, simpler: Circumstances) -> None:
        """Skips where a simpler run does not come to its end: it is judged for that itself."""
        session = self.session(simpler)
        if session.ended != "ok":
            pytest.skip(f"{session.detail}, in a simpler program that is judged for it")

    def ends_well(self, during: Circumstances, *, simpler: Circumstances | None = None) -> Session:
        """The run comes to its end by itself. Skips where the ``simpler`` one does not either."""
        if simpler:
            self.need(simpler)
        session = self.session(during)
        self.must_end(session)
        return session


def _cause(session: Session) -> str:
    """How a process ended, without what was under way, and how long it was waited for."""
    return session.ended if session.ended == "timeout" else session.detail.partition(" during ")[0]
