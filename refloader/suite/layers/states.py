"""Checks on the act "states" above a layer: objects of a device are after each call what they are without the layer.

Source: "Layer Conventions and Rules" (LLP_LAYER_1), and the Vulkan specification, which leaves one answer to each
question. A layer may imitate another device, or one that does nothing: only where work is done it is judged, and what
a layer can be there to change is a warning.
"""

from collections.abc import Callable, Collection, Mapping

from refloader.suite.drivers.checks.stack.expected_states import KINDS
from refloader.suite.drivers.checks.stack.states import answers_of
from refloader.suite.layers.checks.results import replaces_shaders
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_MUST: Mapping[str, Collection[str]] = {
    "fences": (),
    "events": (),
    "semaphores": (),
    "memory": {"aligned"},
    "commands": (),
    "secondaries": (),
    "queries": {"in_bits", "copied"},
    "ranges": (),
    "places": {"aligned", "rest"},
    "private": (),
    "polls": (),
    "shaders": (),
    "sets": (),
    "devices": (),
}
"""Kinds of objects that no layer is there to change; of each, what may follow from limits and sizes that it changes.

All else depends on what a layer may have changed on purpose: limits, properties, sizes, and how things are drawn.
"""
_BY_SHADERS = frozenset(
    {"shaders", "sets", "drawings", "vertices", "dynamic", "counted", "groups", "sampled", "fetched"}
    | {"computed", "subgroups", "descriptors", "assembled", "taken", "blends", "gathered"}
)
"""Kinds of which a shader gives the answer: not judged where the mock driver gets shaders that it does not know."""
_LEFT_OUT = "waits"
_DONE = ("commands", "run")


def states(without: Callable[[], Session], layered: Session, should: bool = False) -> CheckResult:
    """Check each answer that is right without the layer; ``should``: those that a layer may be there to change.

    ``without`` makes the run without the layer, which is only needed where an answer with the layer is wrong.
    """
    look = CheckResult(missing="the application was to ask for states, with the layer and without it")
    if not _does_work(layered):
        return look
    found = [
        (label, sentence)
        for kind in KINDS
        if kind != _LEFT_OUT
        for label, sentence in answers_of(layered, kind)
        if _is_must(kind, label) is not should
    ]
    if not any(sentence for _, sentence in found):
        look.seen = len(found)
        return look
    plain = without()
    if not _does_work(plain):
        return look
    is_other = replaces_shaders(plain, layered)
    right = {label for kind in KINDS for label, sentence in answers_of(plain, kind) if not sentence}
    for label, sentence in found:
        if label in right and not (is_other and _kind(label) in _BY_SHADERS):
            look.seen += 1
            if sentence:
                look.fail_once(f"{sentence}; without the layer it is right")
    return look


def _is_must(kind: str, label: str) -> bool:
    return kind in _MUST and label.rpartition(".")[2] not in _MUST[kind]


def _kind(label: str) -> str:
    return label.rpartition(".")[0].rpartition(".")[2]


def _does_work(session: Session) -> bool:
    """Return whether a command buffer with one command is executed."""
    kind, name = _DONE
    found = [sentence for label, sentence in answers_of(session, kind) if label.endswith(f".{kind}.{name}")]
    return bool(found) and not any(found)
