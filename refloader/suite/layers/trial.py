"""One policy test on one layer: runs what the test asks for, applies a check, collects evidence. Holds no rules."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from refloader.model.edition import Edition
from refloader.model.version import ApiVersion, parse_strict
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.claimed_version import NEWEST, asked_api, older_version
from refloader.suite.layers.runs import OLDER_NAMES
from refloader.suite.layers.thread_activity import last_activity, needs_what_is_null
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.checked_trial import CheckedTrial, cached_probe, cached_session
from refloader.suite.sessions.evidence import open_calls
from refloader.suite.sessions.recording import Recording
from refloader.suite.sessions.session import Circumstances, Probe, Session
from refloader.suite.sessions.time_limit import LateError, in_time
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP, NEGOTIATE, LayerSubject

LayerCheck = Callable[[LayerCalls], CheckResult]
Seen = TypeVar("Seen")
_NEWEST = ".".join(map(str, NEWEST))
_NEWEST_OF_PROBER = 4
"""The newest minor version of Vulkan that the prober's applications can ask for."""
_SECONDS = {"apart": 30.0, "carry": 30.0, "programs": 30.0}
"""How long an act of the prober may take that makes many calls: layers that check each call take long for them."""


_MOST_VIEWS, _LARGEST_VIEWED = 4, 4 << 20
"""Limits of the kept views of recordings, in number and in bytes that were recorded: no run of the suite has more."""


class _Views:
    """The last recordings from a layer's place: dozens of checks in a row read the same few. Made views are equal."""

    def __init__(self) -> None:
        self._views: list[LayerCalls] = []

    def of(self, recording: Recording, layer: str, size: int) -> LayerCalls:
        for view in self._views:
            if view.recording is recording and view.layer == layer:
                return view
        view = LayerCalls(recording, layer)
        if size <= _LARGEST_VIEWED:
            self._views = [view, *self._views[: _MOST_VIEWS - 1]]
        return view


_views = _Views()


class LayerTrial(CheckedTrial):
    """A layer in a policy test."""

    kind = "layer"

    def __init__(self, layer: LayerSubject, edition: Edition) -> None:
        super().__init__(edition, layer.problem)
        self.layer = layer

    @property
    def older_version(self) -> ApiVersion | None:
        """Return the version of Vulkan that the manifest names if the programs of the suite use a newer one."""
        return older_version(self.layer)

    @property
    def supported_version(self) -> str:
        """Return the version up to which the documents have the layer support the functions of Vulkan.

        Since 2022 the manifest names that. Before, it named the version that the library was built with or against,
        which says nothing of what the layer has functions for; each layer is one of Vulkan 1.0 at least.
        """
        return "1.0.0" if self.edition <= Edition.E2018 else self.layer.api_version

    def session(self, during: Circumstances) -> Session:
        """Return the run with this layer alone enabled, however it ended. Ends the test if there can be no run."""
        self.need_library()
        return self.had(cached_session(self.is_about(replace(self._claimed(during), layers=(self.layer,)))))

    def without(self, during: Circumstances) -> Session:
        """Return the same run without any layer. Ends the test if there can be no run with the layer."""
        self.need_library()
        return self.had(cached_session(replace(self._claimed(during), layers=(), observed=False)))

    def above(self, other: LayerSubject, during: Circumstances) -> tuple[Session, Session]:
        """Return the run with only the other layer enabled, and the run with this layer above it."""
        self.need_library()
        during = self._claimed(during)
        alone = self.had(cached_session(replace(during, layers=(other,))))
        return alone, self.had(cached_session(self.is_about(replace(during, layers=(self.layer, other)))))

    def _claimed(self, during: Circumstances) -> Circumstances:
        """Return the run by a program that asks for no newer Vulkan than the layer's manifest names.

        Runs that say what they ask for, and one that can ask for no less, are left alone.
        """
        is_fixed = during.api or during.acts == OLDER_NAMES.acts
        return during if is_fixed else replace(during, api=asked_api(self.layer))

    def _is_too_new(self, during: Circumstances | None) -> bool:
        """Return whether a run uses what is newer than the layer: whatever comes of it is a warning."""
        claimed = self.older_version
        if claimed is None or during is None:
            return False
        asked = parse_strict(f"{during.api}.0")
        return during.acts == OLDER_NAMES.acts or (asked is not None and asked.feature > claimed.feature)

    def view(self, during: Circumstances) -> LayerCalls:
        """Return the recording of the run, from the layer's place in the chain."""
        session = self.session(during)
        return _views.of(session.recording, self.layer.name, session.heard)

    def keeps(self, judge: LayerCheck, *, during: Circumstances, should: bool = False) -> None:
        """Apply a check to the run; ``should`` makes a breach a warning. Skips if there was nothing to check."""
        self.holds(self.seen(judge, during), during=during, should=should)

    def seen(self, sees: Callable[[LayerCalls], Seen], during: Circumstances) -> Seen:
        """Return what ``sees`` finds in the recording of the run. Skips if that takes too long."""
        view = self.view(during)
        try:
            with in_time(replace(during, layers=(self.layer,))):
                return sees(view)
        except LateError as error:
            pytest.skip(str(error))

    def holds(
        self, result: CheckResult, *, during: Circumstances | None = None, should: bool = False
    ) -> None:
        """Pass, fail or warn by the outcome of a check."""
        should = should or self._is_too_new(during)
        self.judge(result, should=should, session=self.session(during) if during else None)

    def ends_well(
        self, during: Circumstances, *, simpler: Circumstances | None = None, refused: Collection[str] = ()
    ) -> None:
        """Require that the run ended by itself. Skips if the ``simpler`` run ended early in the same call.

        ``refused`` are the commands that the driver refuses in this run. A layer that ends in another command has not
        looked at the result of a call of its own. It is warned, because no sentence asks for that; but a call down
        with VK_NULL_HANDLE where the command needs a handle is invalid, and LLP_LAYER_2 forbids those.

        Skips as well if the run ends like this without the layer: the driver is at fault then. A call that the layer
        itself is executing at the end is judged all the same.
        """
        session = self.session(during)
        if session.ended == "ok":
            return
        at_work = last_activity(session.recording)
        if at_work.layer != self.layer.name and self.without(during).detail == session.detail:
            pytest.skip(f"{session.detail}, also without the layer: what is below it is at fault")
        before = self.session(simpler) if simpler else Session()
        if before.ended != "ok" and at_work.command in ("", last_activity(before.recording).command):
            pytest.skip(f"{session.detail}, as a simpler program that is judged for it")
        self.session(during)  # the evidence must not describe the simpler run
        self._evidence |= open_calls(session.recording)
        lacking = needs_what_is_null(session.recording) if refused else ""
        if refused and not lacking and at_work.command not in refused:
            self._warn_of(f"{session.detail}{at_work.told()}, after the driver refused a call")
            return
        if self._is_too_new(during):
            self._warn_of(f"{session.detail}{at_work.told()}, in a program of Vulkan {_NEWEST}")
            return
        invalid = f", with VK_NULL_HANDLE for {lacking}, which the driver refused to make" if lacking else ""
        self.must_end(session, at_work.told() + invalid)

    def _warn_of(self, fact: str) -> None:
        result = CheckResult(seen=1)
        result.fail(fact)
        self.holds(result, should=True)

    def probe(self, act: str, *arguments: str) -> Mapping[str, Any]:
        """Return the prober's answers in one act, by label. If the act ended early, they are those before that."""
        session = self.probed(act, *arguments)
        return session.answers

    def probed(self, act: str, *arguments: str) -> Session:
        """Return the observations of one act of the prober.

        Its applications ask for the version of Vulkan that the manifest names, as ``_claimed`` has programs ask.
        """
        self.need_library()
        layer = self.layer
        given = ["--layer", layer.name]
        for option, function in (
            ("--negotiate", NEGOTIATE),
            ("--gipa", INSTANCE_LOOKUP),
            ("--gdpa", DEVICE_LOOKUP),
        ):
            given += [option, layer.function(function)]
        claimed = parse_strict(layer.api_version)
        if claimed is not None and claimed.feature != NEWEST:
            given += ["--minor", str(_minor(claimed))]
        self._evidence["prober"] = [act, *given, *arguments]
        what = Probe(layer.library, act, (*given, *arguments))
        return self.had(cached_probe(replace(what, seconds=_SECONDS.get(act, what.seconds))))


def _minor(claimed: ApiVersion) -> int:
    """Return the minor version of Vulkan 1 that is nearest to the one that a manifest names."""
    if claimed.major != 1:
        return 0 if claimed.major < 1 else _NEWEST_OF_PROBER
    return min(claimed.minor, _NEWEST_OF_PROBER)
