"""Finds the smallest change that would make a layer active, by asking the core again with each change made.

Holds no table of hints: a change is only proposed when the plan with it has the layer active.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from refloader.core.changes import Change, ChangeKind, candidates
from refloader.engine import decide
from refloader.host.overlay import OverlayHost
from refloader.host.port import Host
from refloader.model.edition import Edition
from refloader.model.plan import Plan, VkResult
from refloader.model.request import Build, Request

_PAIR_LIMIT = 400
"""Plans made for pairs of changes before giving up; one takes about a millisecond on a stock machine."""


class WhatIf:
    """One situation about which questions are asked. The host is read once and remembered."""

    def __init__(self, host: Host, request: Request, edition: Edition, build: Build | None = None) -> None:
        self.host = OverlayHost(host)
        self.request = request
        self.edition = edition
        self.build = build
        self.plan = self.decide()

    def decide(self, *changes: Change) -> Plan:
        """The plan with some changes made."""
        variables = {name: value for change in changes for name, value in change.variables}
        files = {path: data for change in changes for path, data in change.files}
        layers = tuple(name for change in changes for name in change.layers)
        request = replace(self.request, layers=self.request.layers + layers) if layers else self.request
        return decide(self.host.changed(variables, files), request, edition=self.edition, build=self.build)

    def smallest(self, name: str) -> tuple[Change, ...]:
        """The smallest change, as one or two steps; NONE when neither one nor two of the known steps do it."""
        tried = list(candidates(name, self.plan, self.host.variables(), self.request, self.host.texts()))
        for change in tried:
            if self._works(name, change):
                return (change,)
        for pair in islice(_pairs(tried), _PAIR_LIMIT):
            if self._works(name, *pair):
                return pair
        return (
            Change(ChangeKind.NONE, "", "no change of one or two variables, keys or files makes it active"),
        )

    def _works(self, name: str, *changes: Change) -> bool:
        plan = self.decide(*changes)
        active = any(outcome.active and outcome.layer.name == name for outcome in plan.layers)
        return active and plan.result is not VkResult.LAYER_NOT_PRESENT


def _pairs(changes: list[Change]) -> Iterator[tuple[Change, Change]]:
    """Pairs of different subjects, those of two early candidates first."""
    for total in range(1, 2 * len(changes)):
        for first in range(total // 2 + 1):
            second = total - first
            if first < second < len(changes) and changes[first].what != changes[second].what:
                yield changes[first], changes[second]
