"""Asks the libraries of active layers in the sandbox to negotiate, as a loader does, and says what they answered.

Of version 2, which every loader offers that negotiates. What a layer refuses in the sandbox counts if a second
process gets the same. A library that cannot be opened there, or has no such function, says nothing: its file does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from refloader.doctor.own_run import BITS
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.layer import Layer
from refloader.model.text import brief, quote
from refloader.protocol import NEWEST_LAYER, LayerEvent, layer_answer
from refloader.sandbox import world
from refloader.sandbox.layouts import Way
from refloader.suite.sessions import bench
from refloader.suite.sessions.answers import number, part, result
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.layer import NEGOTIATE

LIMIT = 2.0
"""Seconds that a library has to answer."""

_MOST = 2
"""The most layers that are asked."""

_OFFER = f"negotiate.{NEWEST_LAYER}"


def negotiated(explanation: Explanation, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers, those on active layers that somebody asks for with what their libraries refuse."""
    if explanation.word_size != BITS or world.capabilities().way is Way.VARIABLES:
        return tuple(answers)
    layers = {layer.name: layer for layer in explanation.here.chain if layer.name in explanation.asked}
    named = [each.subject for each in answers if each.state is State.ACTIVE and each.subject in layers][
        :_MOST
    ]
    return tuple(_seen(explanation, each, layers) if each.subject in named else each for each in answers)


def _seen(explanation: Explanation, answer: Answer, layers: dict[str, Layer]) -> Answer:
    layer = layers[answer.subject]
    library = explanation.libraries.get((layer.manifest, layer.library_path))
    if not library or explanation.obstacle(layer):
        return answer
    did = _refusal(layer, library)
    if did is None or (did.what and did != _refusal(layer, library)):
        return answer
    if not did.what:
        return replace(answer, negotiates=True)
    change = Change(
        ChangeKind.INSTALL, f"another build of {library}", needs=(library.rpartition("/")[2],), tried=False
    )
    why = f"run here in the sandbox, {quote(library)} {did.what}"
    where = layer.where.span
    return replace(
        answer,
        state=State.UNLOADABLE,
        why=why,
        rule=did.rule,
        where=where,
        changes=(change,),
        negotiates=False,
    )


class _Refusal(NamedTuple):
    """What a library does that keeps it out of a chain, and the rule on it; empty if it agrees with a loader."""

    what: str
    rule: str = ""


_REFUSALS: Mapping[LayerEvent, _Refusal] = {
    LayerEvent.FAILED: _Refusal(
        "refuses version {offered} of the interface ({function} returns {result}): a loader then leaves the layer "
        "out",
        "NEGOTIATE-LAYER-06",
    ),
    LayerEvent.NEWER: _Refusal(
        "answers the offer of version {offered} with version {version}: a loader has no such version, and leaves the "
        "layer out",
        "NEGOTIATE-LAYER-04",
    ),
    LayerEvent.EMPTY: _Refusal(
        "agrees to version {offered} and gives no vkGetInstanceProcAddr in {function}: a loader cannot enter the "
        "layer",
        "NEGOTIATE-LAYER-09",
    ),
}
"""What is said of answers with which no loader enters a layer."""


def _refusal(layer: Layer, library: str) -> _Refusal | None:
    """Return what speaks against a layer in its negotiation; None if nothing was seen."""
    names = dict(layer.functions)
    arguments = ("--layer", layer.name, "--negotiate", names.get(NEGOTIATE, NEGOTIATE))
    try:
        session = bench.probed(Probe(library, "negotiate", arguments, seconds=LIMIT))
    except OSError:
        return None
    return _against(session)


def _against(session: Session) -> _Refusal | None:
    answer = part(session.answers, _OFFER)
    if not answer:
        if session.during == _OFFER and session.ended == "crash":
            return _Refusal(f"crashes in {NEGOTIATE}, and programs with it: {brief(session.detail)}")
        return None
    code, version = number(answer, "result"), number(answer, "version")
    refusal = _REFUSALS.get(layer_answer(code, version, answer.get("instance") != "null"))
    if refusal is None:
        return _Refusal("")
    words = {"offered": NEWEST_LAYER, "function": NEGOTIATE, "result": result(code), "version": version}
    return refusal._replace(what=refusal.what.format(**words))
