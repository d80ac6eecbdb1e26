"""One policy test on one layer: runs what the test asks for, has a judge look, keeps evidence. Has no rules.

What a run showed is kept for all tests of the process: they ask for the same few runs.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from refloader.harness.corpus import Case
from refloader.harness.layers.at_work import last_at_work
from refloader.harness.layers.subject import DEVICE_LOOKUP, INSTANCE_LOOKUP, NEGOTIATE, LayerSubject
from refloader.harness.layers.view import Broken, Look, View
from refloader.harness.results import OF_ENDING
from refloader.harness.running import bench
from refloader.harness.running.recording import Call, Link, Recording
from refloader.harness.running.session import Circumstances, Session
from refloader.harness.trial import EndedError
from refloader.model.edition import Edition
from refloader.model.text import visible

Judge = Callable[[View], Look]

_ADDRESS = re.compile(r"\b0x[0-9a-f]{5,}\b")
_MOST_BREACHES, _MOST_CALLS, _MOST_FACTS, _MOST_TEXT = 5, 8, 24, 2000
TIMEOUT = 20.0
"""Seconds that one run of the application gets."""

_WRITTEN_OVER = "the recording was written over in the process, and cannot be read to its end"
_MOST_KEPT = 64
"""Runs that are kept in memory: those of a layer or two, and those without any."""


@lru_cache(maxsize=_MOST_KEPT)
def _session(circumstances: Circumstances) -> Session:
    return bench.run(circumstances, TIMEOUT)


@lru_cache(maxsize=_MOST_KEPT)
def _probe(library: str, act: str, arguments: tuple[str, ...]) -> Session:
    return bench.probe(library, act, arguments)


class LayerTrial:
    """A layer as a policy test sees it. ``warning`` is filled where a should is not kept.

    ``rules`` stays empty (a test's marks say them), ``shown`` too: no scenario of a loader is behind it.
    """

    def __init__(self, layer: LayerSubject, edition: Edition) -> None:
        self.layer = layer
        self.edition = edition
        self.warning = ""
        self.rules: tuple[str, ...] = ()
        self.shown: Case | None = None
        self.note = ""
        self.was_answered = True
        self._evidence: dict[str, object] = {}

    # ---- what a test asks for

    def session(self, during: Circumstances) -> Session:
        """The run with this layer alone on, however it ended. Ends the test where it cannot be had at all."""
        self._need_library()
        return self._had(_session(replace(during, layers=(self.layer,))))

    def without(self, during: Circumstances) -> Session:
        """The same run without any layer."""
        return self._had(_session(replace(during, layers=(), observed=False)))

    def above(self, other: LayerSubject, during: Circumstances) -> tuple[Session, Session]:
        """The run with only the other layer on, and that with this layer above it."""
        self._need_library()
        alone = self._had(_session(replace(during, layers=(other,))))
        return alone, self._had(_session(replace(during, layers=(self.layer, other))))

    def view(self, during: Circumstances) -> View:
        """The recording of the run from the layer's place."""
        return View(self.session(during).recording, self.layer.name)

    def keeps(self, judge: Judge, *, during: Circumstances, should: bool = False) -> None:
        """Have a judge look at the run; ``should`` makes a breach a warning. Skips where nothing was to be seen."""
        self.holds(judge(self.view(during)), during=during, should=should)

    def holds(self, look: Look, *, during: Circumstances | None = None, should: bool = False) -> None:
        """Take over what a judge has seen."""
        if look.broken:
            self._evidence |= breach_evidence(look.broken, self._recording(during))
            fact = told(look.broken)
            if not should:
                raise AssertionError(fact)
            self.warning = self.warning or fact
        elif not look.seen:
            pytest.skip(self._why_unseen(look, during))

    def ends_well(self, during: Circumstances, *, simpler: Circumstances | None = None) -> None:
        """The run comes to its end by itself. Skips where the ``simpler`` one ends early in the same call."""
        session = self.session(during)
        if session.ended == "ok":
            return
        at_work = last_at_work(session.recording)
        before = self.session(simpler) if simpler else Session()
        if before.ended != "ok" and at_work.command in ("", last_at_work(before.recording).command):
            pytest.skip(f"{session.detail}, as a simpler program that is judged for it")
        self._evidence |= open_calls(session.recording)
        raise EndedError(OF_ENDING[session.ended], f"{session.detail}{at_work.told()}")

    def probe(self, act: str, *arguments: str) -> Mapping[str, Any]:
        """What the prober was answered in one act, by label. An act that did not end has what came before."""
        session = self.probed(act, *arguments)
        return session.answers

    def probed(self, act: str, *arguments: str) -> Session:
        """The same with how it ended."""
        self._need_library()
        layer = self.layer
        given = ["--layer", layer.name]
        for option, function in (
            ("--negotiate", NEGOTIATE),
            ("--gipa", INSTANCE_LOOKUP),
            ("--gdpa", DEVICE_LOOKUP),
        ):
            given += [option, layer.function(function)]
        self._evidence["prober"] = [act, *given, *arguments]
        return self._had(_probe(layer.library, act, (*given, *arguments)))

    def evidence(self, *, full: bool) -> Mapping[str, object]:
        """What was run and seen, as JSON can hold it."""
        return self._evidence if full else {k: v for k, v in self._evidence.items() if k == "isolation"}

    # ---- how it is done

    def _need_library(self) -> None:
        if self.layer.problem:
            pytest.skip(self.layer.problem)

    def _had(self, session: Session) -> Session:
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

    def _recording(self, during: Circumstances | None) -> Recording | None:
        return self.session(during).recording if during else None

    def _why_unseen(self, look: Look, during: Circumstances | None) -> str:
        why = look.missing or "the run shows nothing that this could be judged by"
        session = self.session(during) if during else Session()
        if session.ended != "ok":
            return f"{why}; the run ended early: {session.detail}"
        return f"{why}; {_WRITTEN_OVER}" if session.recording.torn else why


# ---- evidence


def told(broken: Sequence[Broken]) -> str:
    """The first breaches in one line; those that differ in addresses alone are told once, with their number."""
    alike = Counter(_without_addresses(each.fact) for each in broken)
    first = _first_of_each(broken)
    shown = [f"{visible(each.fact)}{_times(alike[_without_addresses(each.fact)])}" for each in first]
    more = f" (and {len(shown) - _MOST_BREACHES} more)" if len(shown) > _MOST_BREACHES else ""
    return "; ".join(shown[:_MOST_BREACHES]) + more


def _first_of_each(broken: Sequence[Broken]) -> Sequence[Broken]:
    found: dict[str, Broken] = {}
    for each in broken:
        found.setdefault(_without_addresses(each.fact), each)
    return list(found.values())


def _without_addresses(fact: str) -> str:
    return _ADDRESS.sub("0x", fact)


def _times(number: int) -> str:
    return f" ({number} times)" if number > 1 else ""


def breach_evidence(broken: Sequence[Broken], recording: Recording | None) -> dict[str, object]:
    """The first breaches of each kind with the calls that show them."""
    rows = []
    for each in _first_of_each(broken)[:_MOST_BREACHES]:
        calls = [call_evidence(call, recording) for call in each.calls[:_MOST_CALLS]]
        rows.append({"fact": visible(each.fact), **({"calls": calls} if calls else {})})
    return {"breaches": rows}


def call_evidence(call: Call, recording: Recording | None) -> dict[str, object]:
    """One call as a person reads it."""
    link = (recording.links if recording else {}).get(call.link, Link("?", "?"))
    returned = "never came back" if call.left is None else str(call.result)
    facts = [*call.given, *call.made][:_MOST_FACTS]
    return {
        "call": call.command,
        "number": call.number,
        "from": link.above or "the application",
        "to": link.below or "the loader's end of the chain",
        "thread": call.thread,
        "parameters": [hex(word) for word in call.words],
        "returned": returned,
        "facts": {visible(fact.path): visible(fact.text) or hex(fact.value) for fact in facts},
    }


def open_calls(recording: Recording) -> dict[str, object]:
    """The calls that never came back, innermost last, for each thread."""
    rows = [call_evidence(call, recording) for call in recording.calls.values() if call.left is None]
    return {"open_calls": rows[-_MOST_CALLS:]} if rows else {}
