"""Asks the libraries of active layers in the sandbox to negotiate, as a loader does, and says what they answered.

Of version 2, which every loader offers that negotiates. What a layer refuses in the sandbox counts if a second
process gets the same. A library that cannot be opened there, or has no such function, says nothing: its file does.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.layer import Layer
from refloader.model.text import brief, quote
from refloader.sandbox import world
from refloader.suite.sessions import bench
from refloader.suite.sessions.answers import number, part, result
from refloader.suite.sessions.session import Probe, Session

LIMIT = 2.0
"""Seconds that a library has to answer."""

_MOST = 2
"""The most layers that are asked."""

_BITS, _OFFER, _NEGOTIATE = 64, "negotiate.2", "vkNegotiateLoaderLayerInterfaceVersion"
_NOWHERE = ("null", "untouched")


def negotiated(explanation: Explanation, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers, those on active layers that somebody asks for with what their libraries refuse."""
    if explanation.word_size != _BITS or world.capabilities().way is world.Way.VARIABLES:
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


def _refusal(layer: Layer, library: str) -> _Refusal | None:
    """Return what speaks against a layer in its negotiation; None if nothing was seen."""
    names = dict(layer.functions)
    arguments = ("--layer", layer.name, "--negotiate", names.get(_NEGOTIATE, _NEGOTIATE))
    try:
        session = bench.probed(Probe(library, "negotiate", arguments, seconds=LIMIT))
    except OSError:
        return None
    return _against(session)


def _against(session: Session) -> _Refusal | None:
    answer = part(session.answers, _OFFER)
    if not answer:
        if session.during == _OFFER and session.ended == "crash":
            return _Refusal(f"crashes in {_NEGOTIATE}, and programs with it: {brief(session.detail)}")
        return None
    code, version = number(answer, "result"), number(answer, "version")
    if code:
        refusal = f"refuses version 2 of the interface ({_NEGOTIATE} returns {result(code)})"
        return _Refusal(f"{refusal}: a loader then leaves the layer out", "NEGOTIATE-LAYER-06")
    if version > number(answer, "offered"):
        wrong = f"answers the offer of version 2 with version {version}"
        return _Refusal(
            f"{wrong}: a loader has no such version, and leaves the layer out", "NEGOTIATE-LAYER-04"
        )
    if version == number(answer, "offered") and answer.get("instance") in _NOWHERE:
        wrong = f"agrees to version 2 and gives no vkGetInstanceProcAddr in {_NEGOTIATE}"
        return _Refusal(f"{wrong}: a loader cannot enter the layer", "NEGOTIATE-LAYER-09")
    return _Refusal("")
