"""The answer on a layer where vkCreateInstance fails: no program has it then, whatever is said of the layer alone."""

from dataclasses import replace

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.whatif.aims import loading_change
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.layer import Layer
from refloader.model.plan import VkResult
from refloader.model.text import quote


def without_instance(explanation: Explanation, layer: Layer, what_if: WhatIf) -> Answer | None:
    """Answer for a layer that is in no program, as vkCreateInstance fails for want of another; else None."""
    if explanation.result is not VkResult.LAYER_NOT_PRESENT or explanation.unsure:
        return None
    active = {outcome.layer.name for outcome in explanation.plan.layers if outcome.active}
    lost = next((each for each in what_if.request.layers if each not in active), "")
    why = f"vkCreateInstance returns {explanation.result.value}, as the application asks for {quote(lost)}"
    changes = explanation.changes.get(lost, ())
    if obstacle := explanation.obstacle(layer):
        mending = loading_change(what_if, layer)
        cause = (
            mending.because if mending is not None else ""
        ) or f"its library cannot be loaded: {obstacle}"
        why += f"; besides, {cause}"
        changes += (mending,) if mending is not None else ()
    return Answer(layer.name, State.INACTIVE, why, "", layer.where.span, changes)


def with_failure(explanation: Explanation, answer: Answer) -> Answer:
    """Return the answer on a layer with what vkCreateInstance fails with: that comes first, as no program works.

    Measured of fifteen builds from 1.1.97 to 1.4.335: without a driver, no instance is made, and no layer stays.
    """
    own, here = explanation.own, explanation.here
    result = explanation.failure
    if result is None or answer.state not in _OF_FILES or result.value in answer.why:
        return answer
    is_active = answer.state is State.ACTIVE
    failure = f"vkCreateInstance returns {result.value}"
    if result is VkResult.INCOMPATIBLE_DRIVER:
        if not is_active:
            return answer  # what follows on the drivers is no consequence of it
        failure += ", as no driver can be used"
    why = (
        f"{failure}; otherwise it would be active: {answer.why}" if is_active else f"{failure}; {answer.why}"
    )
    state = State.INACTIVE if is_active else answer.state
    changes = () if is_active else answer.changes
    answer = replace(answer, why=why, state=state, off=(), changes=changes, follows=is_active)
    if own is None or here is explanation.plan or explanation.result is result:
        return replace(answer, documented=answer.documented or "left out") if answer.loader else answer
    by_documents = "active" if is_active and not answer.loader else "left out" if is_active else state.words
    told = f"{answer.documented or by_documents}, and vkCreateInstance returns {explanation.result.value}"
    return replace(answer, loader=own.label, documented=told)


_OF_FILES = (State.ACTIVE, State.INACTIVE, State.MISSING)
