"""What decides which layers and drivers programs get: variables, settings files and override layers.

Takes every decision from plans with one thing changed.
"""

from collections.abc import Iterator, Sequence

from refloader.doctor.values import Finding, Topic, Weight
from refloader.inspect.explain import Control
from refloader.inspect.explain.stray_settings import LoaderThere
from refloader.inspect.whatif.change import Change, ChangeKind, unset_variable
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of
from refloader.model.plan import Plan
from refloader.model.text import quote, some, visible

_MOST_STEERING = 12
"""The most variables and files of which it is found out what they hide: each takes a plan of its own."""

_MOST_NAMES = 3


def steering(what_if: WhatIf, controls: Sequence[Control]) -> Iterator[Finding]:
    """Yield the variables without effect, and what variables, settings and override layers hide."""
    for number, control in enumerate(controls):
        is_variable = control.name.isupper() and "\\" not in control.name
        if is_variable and not control.in_force:
            named = control.why.startswith(control.name)
            fact = control.why if named else f"{control.name} is set and has no effect: {control.why}"
            yield Finding(Topic.VARIABLES, Weight.WRONG, fact, f"unset {control.name}", void=control.name)
        elif control.in_force and number < _MOST_STEERING:
            yield from _in_force(what_if, control, is_variable=is_variable)


def _in_force(what_if: WhatIf, control: Control, *, is_variable: bool) -> Iterator[Finding]:
    """Yield what one control does to the layers and drivers that a loader finds, by a plan without it."""
    if "\\" in control.name:
        return
    change = (
        unset_variable(control.name)
        if is_variable
        else Change(ChangeKind.REMOVE, control.value, files=((control.value, None),))
    )
    without = what_if.decide(change)
    lost = _lost(what_if.plan, without) if without is not None else []
    names = f": without it, programs also get {some(lost, _MOST_NAMES)}" if lost else ""
    if not is_variable:
        what = _deciding(control.name, control.value)
        if what_if.plan.devices and control.name == "settings file":
            names += "; loaders that read its device_configurations give programs no other devices"
        command = command_of(change, what_if.host.platform().system)
        topic = Topic.LAYERS
        yield Finding(topic, Weight.NOTE, what + names, command, "if that is not wanted", path=control.value)
    elif lost:
        fact = f"{control.name}={quote(control.value)} is set{names}"
        yield Finding(Topic.VARIABLES, Weight.NOTE, fact, f"unset {control.name}", "if that is not wanted")


def followed(
    findings: Sequence[Finding], controls: Sequence[Control], loader: LoaderThere | None
) -> list[Finding]:
    """Return the findings without what ``steering`` says of a settings file that the loader there does not follow."""
    paths = {each.value for each in controls if each.name == "settings file"}
    void = paths - {loader.settings} if loader is not None else set()
    return [
        each
        for each in findings
        if each.path not in void or not each.fact.startswith(_deciding("settings file", each.path))
    ]


def _deciding(what: str, path: str) -> str:
    return f"the {what} {quote(path)} decides which layers programs get"


def _lost(now: Plan, without: Plan) -> list[str]:
    """Return the layers and drivers that a plan finds or uses and another one does not."""
    mine = {outcome.layer.name for outcome in now.layers}
    layers = [o.layer.name for o in without.layers if o.layer.name and o.layer.name not in mine]
    on = {outcome.layer.name for outcome in now.layers if outcome.active}
    active = [o.layer.name for o in without.layers if o.active and o.layer.name in mine - on]
    used = {outcome.driver.manifest for outcome in now.drivers if outcome.used}
    drivers = [o.driver.file_name for o in without.drivers if o.used and o.driver.manifest not in used]
    return [visible(name) for name in dict.fromkeys((*layers, *active, *drivers))]
