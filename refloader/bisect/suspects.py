"""The layers and drivers that are active for a program, and the variables that leave only some of them on.

Every set of variables is tried on the model of the loader before a program is started with it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from refloader.core.editions import traits
from refloader.inspect.whatif.change import Change, set_variable, unset_variable
from refloader.inspect.whatif.lists import NAMING, separator_of
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.request import Build

Variables = dict[str, str | None]
"""The value of each variable that changes; None unsets it."""

MOST = 128
"""The most suspects: for each of them, the loader's decision on all is made anew."""

_LAYERS_OFF, _LAYERS_ON = "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE"
_DRIVERS_ON, _DRIVERS_OFF = "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"
_FILES, _OLD_FILES = "VK_DRIVER_FILES", "VK_ICD_FILENAMES"
_FILTERS = (_LAYERS_OFF, _LAYERS_ON, _DRIVERS_ON, _DRIVERS_OFF, _FILES, _OLD_FILES)


class Kind(StrEnum):
    """What a suspect is."""

    LAYER = "layer"
    DRIVER = "driver"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A layer or driver that is active. ``name`` is unique: a layer's name, a driver's manifest."""

    kind: Kind
    name: str
    manifest: str


class TooManyError(Exception):
    """More layers and drivers are active than the search takes; the message has their number."""


class Suspects:
    """The active layers and drivers of a plan. ``fixed`` are those that no variable keeps off one by one.

    ``switches`` are the variables that may be set to keep some off. A loader may name one, and what it keeps off.

    Raises:
        TooManyError: there are more than ``MOST``.
    """

    def __init__(self, what_if: WhatIf) -> None:
        self._what_if = what_if
        plan = what_if.plan
        self._layers = {layer.name: layer for layer in plan.chain}
        self._drivers = {each.manifest: each for each in _used(plan)}
        self.every = (
            *(Suspect(Kind.DRIVER, name, name) for name in self._drivers),
            *(Suspect(Kind.LAYER, name, layer.manifest) for name, layer in self._layers.items()),
        )
        if len(self.every) > MOST:
            raise TooManyError(f"more than {MOST} layers and drivers are active here: {len(self.every)}")
        single = len(self._drivers) == 1
        able = {
            each.name
            for each in self.every
            if not (single and each.kind is Kind.DRIVER) and self.without(each.name) is not None
        }
        self.able = tuple(each for each in self.every if each.name in able)
        own = {variable for name in able for variable in self.without(name) or ()}
        self.switches = frozenset((*_FILTERS, *(each for each in own if "_" in each)))
        self.fixed = tuple(each for each in self.every if each.name not in able)

    def without(self, *names: str) -> Variables | None:
        """Return the variables that keep off these suspects and nothing else; None if there are none."""
        layers = [layer for name, layer in self._layers.items() if name in names]
        drivers = [driver for name, driver in self._drivers.items() if name in names]
        kept = [driver for name, driver in self._drivers.items() if name not in names]
        if not kept and drivers:
            return None
        for of_layers in self._ways_for_layers(layers):
            for of_drivers in self._ways_for_drivers(drivers, kept):
                changes = (*of_layers, *of_drivers)
                variables = {name: value for change in changes for name, value in change.variables}
                if _can_be_set(variables) and self._leaves(names, changes):
                    return variables
        return None

    def asked_by(self, name: str) -> Change | None:
        """Return the change of the one variable that asks for a layer by its name, if that alone keeps it off."""
        layer = self._layers.get(name)
        for change in self._naming([layer]) if layer is not None else ():
            if self._leaves((name,), (change,)):
                return change
        return None

    def _leaves(self, names: Sequence[str], changes: Sequence[Change]) -> bool:
        """Return whether the loader uses all suspects but these after some changes, in the same order."""
        plan = self._what_if.decide(*changes)
        if plan is None or plan.crash or plan.result is not self._what_if.plan.result:
            return False
        drivers = [each.manifest for each in _used(plan)]
        return [layer.name for layer in plan.chain] == [
            each for each in self._layers if each not in names
        ] and (sorted(drivers) == sorted(each for each in self._drivers if each not in names))

    def _reads(self, variable: str) -> bool:
        age = (self._what_if.build or Build()).age
        return variable in traits(self._what_if.edition).variables and variable not in age.unread

    def _ways_for_layers(self, layers: Sequence[Layer]) -> Iterator[Sequence[Change]]:
        if not layers:
            yield ()
            return
        names = [layer.name for layer in layers]
        old = self._what_if.host.variables().get(_LAYERS_OFF, "")
        mark = [set_variable(_LAYERS_OFF, ",".join([*([old] if old else []), *names]))]
        own = list(self._own_switches(layers))
        if self._reads(_LAYERS_OFF):
            yield mark
        yield own
        if self._reads(_LAYERS_OFF):
            yield (*own, *mark)
            kept = [name for name in self._layers if name not in names]
            yield (set_variable(_LAYERS_OFF, "~all~"), set_variable(_LAYERS_ON, ",".join(kept)))

    def _own_switches(self, layers: Sequence[Layer]) -> Iterator[Change]:
        """Yield the changes of the variables that the layers themselves name, or that ask for them."""
        yield from self._naming(layers)
        variables = self._what_if.host.variables()
        for layer in layers:
            if layer.disable is not None:
                yield set_variable(layer.disable.variable, layer.disable.value or "1")
            elif layer.enable is not None and layer.enable.variable in variables:
                yield unset_variable(layer.enable.variable)

    def _naming(self, layers: Sequence[Layer]) -> Iterator[Change]:
        """Yield the changes of the variables that ask for layers by their names."""
        variables = self._what_if.host.variables()
        names = {layer.name for layer in layers}
        for variable in NAMING:
            separator = separator_of(variable, self._what_if.host.platform().system)
            entries = variables.get(variable, "").split(separator)
            rest = separator.join(entry for entry in entries if entry not in names)
            if names & set(entries):
                yield set_variable(variable, rest) if rest else unset_variable(variable)

    def _ways_for_drivers(self, off: Sequence[Driver], kept: Sequence[Driver]) -> Iterator[Sequence[Change]]:
        if not off:
            yield ()
            return
        if self._reads(_DRIVERS_ON):
            yield (set_variable(_DRIVERS_ON, ",".join(each.file_name for each in kept)),)
        if self._reads(_DRIVERS_OFF):
            yield (set_variable(_DRIVERS_OFF, ",".join(each.file_name for each in off)),)
        files = ":".join(each.manifest for each in kept)
        if self._reads(_FILES):
            yield (set_variable(_FILES, files),)
        yield (set_variable(_OLD_FILES, files),)


def _can_be_set(variables: Variables) -> bool:
    """Return whether a program can be started with these variables. Their names come from manifests."""
    try:
        texts = [os.fsencode(text or "") for each in variables.items() for text in each]
    except UnicodeEncodeError:
        return False
    return all(name and "=" not in name for name in variables) and not any(b"\0" in each for each in texts)


def _used(plan: Plan) -> list[Driver]:
    return [outcome.driver for outcome in plan.drivers if outcome.used]


def environment(base: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    """Return the variables of a process after some changes."""
    changed = {**base, **changes}
    return {name: value for name, value in changed.items() if value is not None}
