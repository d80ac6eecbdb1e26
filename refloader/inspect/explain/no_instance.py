"""The answer on a layer that would be active, where vkCreateInstance fails for another one."""

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
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
    return Answer(layer.name, State.INACTIVE, why, "", layer.where.span, explanation.changes.get(lost, ()))
