"""One policy test on one layer: runs what the test asks for, has a judge look, keeps evidence. Has no rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from refloader.model.edition import Edition
from refloader.suite.layers.at_work import last_at_work
from refloader.suite.layers.judges.view import View
from refloader.suite.running.evidence import open_calls
from refloader.suite.running.in_time import LateError, in_time
from refloader.suite.running.judged import JudgedTrial, kept_probe, kept_session
from refloader.suite.running.look import Look
from refloader.suite.running.session import Circumstances, Probe, Session
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP, NEGOTIATE, LayerSubject

Judge = Callable[[View], Look]
Seen = TypeVar("Seen")


class LayerTrial(JudgedTrial):
    """A layer as a policy test sees it."""

    kind = "layer"

    def __init__(self, layer: LayerSubject, edition: Edition) -> None:
        super().__init__(edition, layer.problem)
        self.layer = layer

    def session(self, during: Circumstances) -> Session:
        """The run with this layer alone on, however it ended. Ends the test where it cannot be had at all."""
        self.need_library()
        return self.had(kept_session(self.is_about(replace(during, layers=(self.layer,)))))

    def without(self, during: Circumstances) -> Session:
        """The same run without any layer."""
        return self.had(kept_session(replace(during, layers=(), observed=False)))

    def above(self, other: LayerSubject, during: Circumstances) -> tuple[Session, Session]:
        """The run with only the other layer on, and that with this layer above it."""
        self.need_library()
        alone = self.had(kept_session(replace(during, layers=(other,))))
        return alone, self.had(kept_session(self.is_about(replace(during, layers=(self.layer, other)))))

    def view(self, during: Circumstances) -> View:
        """The recording of the run from the layer's place."""
        return View(self.session(during).recording, self.layer.name)

    def keeps(self, judge: Judge, *, during: Circumstances, should: bool = False) -> None:
        """Have a judge look at the run; ``should`` makes a breach a warning. Skips where nothing was to be seen."""
        self.holds(self.seen(judge, during), during=during, should=should)

    def seen(self, sees: Callable[[View], Seen], during: Circumstances) -> Seen:
        """What is to be seen in the run. Skips where it would take for ever to look it through."""
        view = self.view(during)
        try:
            with in_time(replace(during, layers=(self.layer,))):
                return sees(view)
        except LateError as error:
            pytest.skip(str(error))

    def holds(self, look: Look, *, during: Circumstances | None = None, should: bool = False) -> None:
        """Take over what a judge has seen."""
        self.judge(look, should=should, session=self.session(during) if during else None)

    def ends_well(self, during: Circumstances, *, simpler: Circumstances | None = None) -> None:
        """The run comes to its end by itself. Skips where the ``simpler`` one ends early in the same call."""
        session = self.session(during)
        if session.ended == "ok":
            return
        at_work = last_at_work(session.recording)
        before = self.session(simpler) if simpler else Session()
        if before.ended != "ok" and at_work.command in ("", last_at_work(before.recording).command):
            pytest.skip(f"{session.detail}, as a simpler program that is judged for it")
        self.session(during)  # what evidence tells is not of the simpler one
        self._evidence |= open_calls(session.recording)
        self.must_end(session, at_work.told())

    def probe(self, act: str, *arguments: str) -> Mapping[str, Any]:
        """What the prober was answered in one act, by label. An act that did not end has what came before."""
        session = self.probed(act, *arguments)
        return session.answers

    def probed(self, act: str, *arguments: str) -> Session:
        """The same with how it ended."""
        self.need_library()
        layer = self.layer
        given = ["--layer", layer.name]
        for option, function in (
            ("--negotiate", NEGOTIATE),
            ("--gipa", INSTANCE_LOOKUP),
            ("--gdpa", DEVICE_LOOKUP),
        ):
            given += [option, layer.function(function)]
        self._evidence["prober"] = [act, *given, *arguments]
        return self.had(kept_probe(Probe(layer.library, act, (*given, *arguments))))
