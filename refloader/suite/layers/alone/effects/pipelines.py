"""Checks on pipelines and shaders of which some could not be made, on those that are handed up all the same.

The prober's act "carry" has the answers. Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and LLP_LAYER_2;
"Multiple Pipeline Creation" of the specification.
"""

from refloader.suite.layers.alone.rows import MadeOneByOne, MadePartly
from refloader.suite.sessions.answers import Answers, records, result, under
from refloader.suite.sessions.check_result import CheckResult

_SUCCESS = 0
_MISSING = "the layer has no function of its own that makes several pipelines or shaders"


def none_destroyed(answers: Answers) -> CheckResult:
    """Check that a handle which comes up from a call that fails is not one that the layer has destroyed below.

    An application destroys, or uses, each that is not VK_NULL_HANDLE. Not judged of layers with handles of their own,
    and of those that make it again.
    """
    look = CheckResult(missing=_MISSING)
    for command, answer in under(answers, "partly."):
        for made in records(answer, "results", MadePartly):
            if made.times == 1 and made.is_of_below and made.is_of_several:
                look.seen += 1
                if made.is_ended:
                    fact = f"destroys the first of {command}, which gives {result(made.below)} below"
                    look.fail(f"the layer {fact}, and hands its handle up, not VK_NULL_HANDLE")
    return look


def failure_told(answers: Answers) -> CheckResult:
    """Check that a layer which makes each in a call of its own does not return VK_SUCCESS where the first has failed.

    "If creation fails for a pipeline despite valid arguments [...], the VkResult code returned by the pipeline
    creation command will indicate why." A layer that makes the first again in another way has no failure to tell.
    Codes that are no errors are not judged: a layer may know that nobody asked for VK_PIPELINE_COMPILE_REQUIRED.
    """
    look = CheckResult(missing="the layer makes no pipelines or shaders one by one")
    for command, answer in under(answers, "one_by_one."):
        for below, code, is_there in records(answer, "results", MadeOneByOne):
            if below < 0:
                look.seen += 1
                if code == _SUCCESS and not is_there:
                    fact = f"gives {result(below)} below for the first of several"
                    look.fail(f"{command} {fact}, and VK_SUCCESS with VK_NULL_HANDLE for it with the layer")
    return look
