"""Checks on what is made together and in part: pipelines and shaders, command buffers and descriptor sets.

The prober's act "carry" has the answers. Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and LLP_LAYER_2;
"Multiple Pipeline Creation" of the specification.
"""

from refloader.model.text import number_of
from refloader.suite.layers.alone.answers import unanswered
from refloader.suite.layers.alone.rows import MadeOneByOne, MadePartly
from refloader.suite.sessions.answers import Answers, number, records, result, under
from refloader.suite.sessions.check_result import CheckResult

_SUCCESS = 0
_MISSING = "the layer has no function of its own that makes several pipelines or shaders"


def none_destroyed(answers: Answers) -> CheckResult:
    """Check that a handle which comes up from a call that fails is not one that the layer has destroyed below.

    An application destroys, or uses, each that is not VK_NULL_HANDLE. Not judged of layers with handles of their own,
    and of those that make it again.
    """
    look = CheckResult(missing=_MISSING, left_out=unanswered(answers, "partly"))
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
    look = CheckResult(
        missing="the layer makes no pipelines or shaders one by one",
        left_out=unanswered(answers, "one_by_one"),
    )
    for command, answer in under(answers, "one_by_one."):
        for below, code, is_there in records(answer, "results", MadeOneByOne):
            if below < 0:
                look.seen += 1
                if code == _SUCCESS and not is_there:
                    fact = f"gives {result(below)} below for the first of several"
                    look.fail(f"{command} {fact}, and VK_SUCCESS with VK_NULL_HANDLE for it with the layer")
    return look


def made_in_part(answers: Answers) -> CheckResult:
    """Check that what was made of several things comes up although the others could not be made, or is ended below.

    "Multiple Pipeline Creation": a call that fails has VK_NULL_HANDLE for each pipeline that could not be made, and
    valid ones for the others. Nobody else can destroy those. Not judged where a layer makes them in several calls, or
    asks for one alone, which can be its own.
    """
    look = CheckResult(missing=_MISSING, left_out=unanswered(answers, "partly"))
    for command, answer in under(answers, "partly."):
        for made in records(answer, "results", MadePartly):
            if made.times == 1 and made.is_of_several:
                look.seen += 1
                if not made.is_there and not made.is_ended:
                    which = f"the first of {command} that gives {result(made.below)} below"
                    fact = f"hands up VK_NULL_HANDLE for {which}"
                    look.fail(f"the layer {fact}: it was made there, and nobody can destroy it")
    return look


def all_written(answers: Answers) -> CheckResult:
    """Check that each handle is written where some could not be made, in however many calls a layer makes them.

    "Multiple Pipeline Creation": "the corresponding elements of pPipelines will be set to VK_NULL_HANDLE". Of
    vkCreateShadersEXT: "whether or not it succeeds, it is guaranteed that every element of pShaders will have been
    overwritten". An application destroys what stands there. Not judged where the layer fails by itself.
    """
    look = CheckResult(missing=_MISSING, left_out=unanswered(answers, "partly"))
    for command, answer in under(answers, "partly."):
        for made in records(answer, "results", MadePartly):
            if made.times and made.code == made.below:
                look.seen += 1
                if made.untouched:
                    fact = f"returns {result(made.code)} and leaves {number_of(made.untouched, 'handle')}"
                    look.fail(f"{command} {fact} of the application's unwritten")
    return look


def bases_kept(answers: Answers) -> CheckResult:
    """Check that a pipeline that is derived from an earlier one of its call still has a base in the call below.

    "basePipelineIndex must be less than the index into pCreateInfos that corresponds to this element"
    (VUID-vkCreateGraphicsPipelines-flags-00720). A layer that makes pipelines one by one names the base by its
    handle, or takes the flag away, which is a hint.
    """
    look = CheckResult(
        missing="the layer passes no command on that makes pipelines", left_out=unanswered(answers, "derived")
    )
    for command, answer in under(answers, "derived."):
        if not answer.get("times"):
            continue
        look.seen += 1
        if answer.get("is_lost"):
            fact = "with a basePipelineIndex that is not the place of an earlier create info"
            look.fail(
                f"{command} with a pipeline that is derived from another one of the call goes down {fact}"
            )
    return look


def allocations_undone(answers: Answers) -> CheckResult:
    """Check that of command buffers or descriptor sets that are asked for together there are all or none.

    vkAllocateDescriptorSets: "If the creation of any of those descriptor sets fails, then the implementation must
    destroy all successfully created descriptor set objects from this command, set all entries of the pDescriptorSets
    array to VK_NULL_HANDLE and return the error"; vkAllocateCommandBuffers says the same of its own.
    """
    look = CheckResult(
        missing="the layer has no function of its own that allocates in several calls",
        left_out=unanswered(answers, "halves"),
    )
    for command, answer in under(answers, "halves."):
        if number(answer, "times") < 2 or number(answer, "result") >= 0:
            continue
        look.seen += 1
        if left := number(answer, "left"):
            fact = f"fails with {result(answer['result'])} and leaves {left} of them in the array"
            look.fail(f"{command} of many in several calls {fact}")
    return look
