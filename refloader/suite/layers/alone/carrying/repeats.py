"""Checks on what a layer takes for a repetition of what was recorded before.

The prober's act "carry" has the answers (anew.COMMAND). Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1;
the chapter "Command Buffers" of the Vulkan specification.
"""

from refloader.model.text import some
from refloader.suite.layers.alone.answers import left_out, unanswered
from refloader.suite.sessions.answers import Answers, number, texts, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own that is recorded into command buffers"
_UNBOUND = (
    "the layer has no function of its own that binds descriptor sets, or has one that makes their layouts too"
)
_WORDS = {
    "begun": "in a command buffer that is begun anew",
    "executed": "behind secondary command buffers that were executed",
}


def recorded_anew(answers: Answers) -> CheckResult:
    """Check that what goes down in one recording goes down in the next one, and behind secondary command buffers.

    "When a command buffer begins recording, all state in that command buffer is undefined", and "all state of the
    primary command buffer is undefined after an execute secondary command buffer command is recorded". Only commands
    are judged that went down at once: a layer may keep them for later.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers) or unanswered(answers, "recorded", "anew"))
    for command, answer in under(answers, "anew."):
        if not number(answer, "first"):
            continue
        for where, words in _WORDS.items():
            look.seen += 1
            if not number(answer, where):
                fact = "where no state is left; the same call went down before"
                look.fail(f"{command} does not go down {words}, {fact}")
    return look


def disturbed_bound(answers: Answers) -> CheckResult:
    """Check that descriptor sets are bound again which are so no more, as a set was bound with another layout.

    vkCmdBindDescriptorSets: "If, additionally, the previously bound descriptor set for set N was bound using a
    pipeline layout not compatible for set N, then all bindings in sets numbered greater than N are disturbed." Not
    judged where the layer has a function that makes layouts: it may know that the two are compatible.
    """
    look = CheckResult(
        missing=_UNBOUND, left_out=left_out(answers) or unanswered(answers, "recorded", "anew")
    )
    for command, answer in under(answers, "anew."):
        if "disturbed" not in answer:
            continue
        look.seen += 1
        if answer["disturbed"] is False:
            fact = "a set with a lower number was bound with another layout, which disturbs these"
            look.fail(f"{command} does not go down a second time, though {fact}")
    return look


def altered_alone(answers: Answers) -> CheckResult:
    """Check that a command goes down again when one of its values is another one: it is no repetition."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers) or unanswered(answers, "recorded", "anew"))
    for command, answer in under(answers, "anew."):
        if not number(answer, "first"):
            continue
        look.seen += 1
        if unheard := texts(answer, "unheard"):
            look.fail(f"{command} does not go down a second time with another {some(unheard, 3)} alone")
    return look
