"""Runs the machine's own loader in the sandbox with the change that an answer proposes, and says what came of it.

Mocks stand for the libraries of layers and drivers, so that a change is tried only where it is about files, variables
or the request, and the library that matters can be loaded. What does not help counts if a second run shows it too.
"""

from collections.abc import Sequence
from dataclasses import replace

from refloader.core.ages import age_of
from refloader.doctor.own_run import Running
from refloader.host.port import Host
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.change import ChangeKind
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.edition import LATEST
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.request import Build
from refloader.predict.stand_ins import NoStandInError, StoodIn, stood_in
from refloader.scenario.observation import Observation

_STATES = (State.INACTIVE, State.MISSING, State.UNUSED)
_KINDS = (ChangeKind.SET, ChangeKind.UNSET, ChangeKind.EDIT, ChangeKind.REMOVE, ChangeKind.REQUEST)


def tried_change(
    host: Host,
    build: Build,
    explanation: Explanation,
    what_if: WhatIf,
    libraries: Libraries,
    answers: Sequence[Answer],
) -> tuple[Answer, ...]:
    """Return the answers, the first of which whose change can be tried with what came of it.

    ``libraries`` are those of the host: no change that is tried is of what the linker finds. Layers that are asked
    for and active are first asked to negotiate.
    """
    if any(each.state is State.ACTIVE and each.subject in explanation.asked for each in answers):
        from refloader.doctor.negotiated import negotiated  # here, as few ask for an active layer

        answers = negotiated(explanation, answers)
    own, ran = explanation.own, explanation.ran
    at = next((number for number, each in enumerate(answers) if _can_be_tried(each)), None)
    if own is None or ran is None or ran.why_not or at is None:
        return tuple(answers)
    build = replace(build, age=age_of(own.release))
    try:
        helps = _helps(host.real_path(ran.path), build, what_if, libraries, answers[at])
    except (NoStandInError, OSError):
        return tuple(answers)
    return (*answers[:at], replace(answers[at], helps_here=helps), *answers[at + 1 :])


def _can_be_tried(answer: Answer) -> bool:
    """Return whether an answer is on a layer or a driver, and its changes are of what a loader itself reads."""
    changes = answer.changes
    of_linker = any(name.startswith("LD_") for change in changes for name, _ in change.variables)
    kinds = bool(changes) and all(change.tried and change.kind in _KINDS for change in changes)
    return answer.state in _STATES and kinds and not of_linker


def _helps(path: str, build: Build, what_if: WhatIf, libraries: Libraries, answer: Answer) -> bool | None:
    """Return whether a loader does what some changes are for; None if no run can tell. Raises NoStandInError."""
    changed = what_if.changed(*answer.changes)
    if changed is None:
        return None
    stand_in = stood_in(*changed, LATEST, build, libraries)
    if not _loads(stand_in.plan, answer, libraries):
        return None
    running = Running(path, stand_in, build)
    return any(_has(running.seen(), stand_in, answer) for _ in range(2))


def _loads(plan: Plan, answer: Answer, libraries: Libraries) -> bool:
    """Return whether the plan has the layer or the driver in use, and the library of it can be loaded."""
    named: Layer | Driver | None = next((each for each in plan.chain if each.name == answer.subject), None)
    if answer.state is State.UNUSED:
        used = (each.driver for each in plan.drivers if each.used and each.driver.manifest == answer.subject)
        named = next(used, None)
    return named is not None and not libraries.obstacle(named.library_path, named.manifest)


def _has(seen: Observation, stand_in: StoodIn, answer: Answer) -> bool:
    """Return whether a loader has the layer in the chain, or uses the driver."""
    if answer.state is State.UNUSED:
        return any(
            stand_in.drivers[name].manifest == answer.subject
            for name in seen.drivers
            if name in stand_in.drivers
        )
    return any(stand_in.layers[name].name == answer.subject for name in seen.chain if name in stand_in.layers)
