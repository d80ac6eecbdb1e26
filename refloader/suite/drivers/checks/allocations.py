"""Checks on the act "allocators": how a driver uses the application's allocation callbacks.

Source: "Host Memory" and "Object Lifetime" of the Vulkan specification. Memory for an object lives no longer than its
scope says; memory from callbacks goes back to the same callbacks; if an allocation fails that the driver cannot do
without, it returns VK_ERROR_OUT_OF_HOST_MEMORY, otherwise the failure has no effect.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, number, numbers, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

OUT_OF_HOST_MEMORY = -1
SCOPES = ("command", "object", "cache", "device", "instance")
_COMMAND, _OBJECT, _DEVICE, _INSTANCE = (
    SCOPES.index(name) for name in ("command", "object", "device", "instance")
)
_AROUND_A_DEVICE = ("allocators.made", "allocators.device_gone")
_MADE_BY = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
_SWAPCHAINS = "surfaces.swapchain."
_OTHERS, _PIPELINES = "allocators.others", "allocators.pipelines."
_FAILING, _MANY = "allocators.failing.", "allocators.many."
_BESIDE = "after two devices were destroyed with their instance"
_USED = {
    "descriptor_pool": "vkDestroyDescriptorPool of a pool that was reset several times",
    "command_pool": "vkDestroyCommandPool of a pool that was reset several times",
    "pipeline_cache": "vkDestroyPipelineCache of a cache that others were merged into",
}
_NOT_USED = "the driver was to use the allocation callbacks"


def used(answers: Answers) -> CheckResult:
    """Check that instances and devices that come with callbacks take memory from them."""
    look = CheckResult(missing="an instance was to be made with allocation callbacks")
    plain, taken = part(answers, "allocators.plain"), part(part(answers, "allocators.made"), "taken")
    for kind, command in _MADE_BY.items():
        if taken and plain.get(kind) == 0:
            look.seen += 1
            if number(taken, kind) == 0:
                look.fail(f"{command} takes no memory from the allocation callbacks that it is given")
    return look


def given_back(answers: Answers) -> CheckResult:
    """Check that memory for a command, a device or an instance is freed with it."""
    look = CheckResult(missing=_NOT_USED)
    for moment, label, scopes in (
        ("between commands", "allocators.made", (_COMMAND,)),
        ("after vkDestroyDevice", "allocators.device_gone", (_COMMAND, _DEVICE)),
        ("after vkDestroyInstance", "allocators.gone", range(len(SCOPES))),
        (f"{_BESIDE}, the older first,", "allocators.beside.first", range(len(SCOPES))),
        (f"{_BESIDE}, the newer first,", "allocators.beside.second", range(len(SCOPES))),
        ("after objects that are made of others are destroyed", _OTHERS, (_COMMAND, _OBJECT)),
        *((f"after {end}", f"allocators.used.{kind}", (_COMMAND, _OBJECT)) for kind, end in _USED.items()),
    ):
        row = part(answers, label)
        alive = numbers(row, "alive")
        look.seen += 1 if _taken(row) or number(row, "taken") or number(row, "made") else 0
        left = [f"{alive[at]} of {SCOPES[at]} scope" for at in scopes if at < len(alive) and alive[at] > 0]
        if left:
            by = f" ({look.some(texts(row, 'leaving'))})" if texts(row, "leaving") else ""
            look.fail(
                f"{moment} blocks from the allocation callbacks are not given back: {', '.join(left)}{by}"
            )
    internal = number(part(answers, "allocators.gone"), "internal")
    if internal:
        look.fail(f"{internal} internal allocations are told of and not taken back at the end")
    return look


def none_kept(answers: Answers) -> CheckResult:
    """Check that no structure of callbacks is read after the call that it was given to ("Object Lifetime").

    An application "can alter or free this memory" as soon as the command has returned; a copy is the driver's own.
    """
    row = part(answers, "allocators.lent")
    look = CheckResult(
        number(row, "made"), missing="objects of a device with callbacks were to be made without any"
    )
    for kind, each in (
        ("", row),
        (", of an object that is used and destroyed later", part(answers, "allocators.gone")),
        *((f", of a {kind}", part(answers, f"allocators.used.{kind}")) for kind in _USED),
    ):
        if times := number(each, "used_later"):
            look.fail(
                f"callbacks are called {times} times by a structure that was given to an earlier call{kind}"
            )
    return look


def own(answers: Answers) -> CheckResult:
    """Check that the driver frees only living blocks, with the callbacks that they came from."""
    look = CheckResult(missing=_NOT_USED)
    for what, row in _everything(answers):
        look.seen += 1
        for key, how in (
            ("wrong_frees", "that are not alive or not theirs"),
            ("wrong_owners", "that came from the callbacks of another object"),
        ):
            if number(row, key) > 0:
                look.fail(f"{what} gives callbacks {number(row, key)} blocks to free {how}")
    return look


def aligned(answers: Answers) -> CheckResult:
    """Check that requested alignments are powers of two, and scopes those of VkSystemAllocationScope."""
    look = CheckResult(missing=_NOT_USED)
    first, others = (
        part(answers, "allocators.gone") or part(answers, "allocators.made"),
        part(answers, _OTHERS),
    )
    look.seen = _taken(first) + number(others, "made")
    for row in (first, others):
        if wrong := number(row, "wrong_alignments"):
            look.fail(f"{wrong} allocations have an alignment that is no power of two")
        if wrong := number(row, "wrong_scopes"):
            look.fail(f"{wrong} allocations have a scope that is none of VkSystemAllocationScope")
    return look


def scopes_are_narrow(answers: Answers) -> CheckResult:
    """Check that what is given back with a device or its objects was not taken in the scope of the instance.

    "The most specific allocation scope available is used" ("Host Memory"); what a driver means by a block that
    it gives back early, it alone knows.
    """
    look = CheckResult(missing="a device was to be made with allocation callbacks")
    before, after = (numbers(part(answers, label), "alive") for label in _AROUND_A_DEVICE)
    if len(before) == len(after) == len(SCOPES):
        look.seen = before[_INSTANCE]
        if (gone := before[_INSTANCE] - after[_INSTANCE]) > 0:
            look.fail(
                f"{gone} of {before[_INSTANCE]} blocks with VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE are given back by"
                " vkDestroyDevice or before it, while the instance lives"
            )
    return look


def out_of_memory(answers: Answers) -> CheckResult:
    """Check that a creation without memory returns VK_ERROR_OUT_OF_HOST_MEMORY or succeeds."""
    look = CheckResult(missing=_NOT_USED)
    for kind, at, row in _failing(answers):
        look.seen += 1
        found = row.get("result")
        if not isinstance(found, int) or (found < 0 and found != OUT_OF_HOST_MEMORY):
            look.fail(f"without memory for allocation {at} of {kind} the driver gives {result(found)}")
    return look


def many_unmade(answers: Answers) -> CheckResult:
    """Check that no command buffer is left in the array of a call that fails ("Command Buffer Allocation")."""
    look = CheckResult(missing="no allocation for one of several command buffers failed")
    for label in answers:
        row = part(answers, label)
        if not label.startswith(_MANY) or row.get("refused") is not True or number(row, "result") >= 0:
            continue
        look.seen += 1
        if number(row, "left"):
            look.fail(
                f"vkAllocateCommandBuffers gives {result(number(row, 'result'))} where allocation"
                f" {label.removeprefix(_MANY)} fails, and leaves {number(row, 'left')} elements of the array that are"
                " not NULL"
            )
    return look


def pipelines_made(answers: Answers) -> CheckResult:
    """Check that a call for several pipelines that lacks memory for one of them fails, and keeps nothing of it.

    A command that creates several pipelines tries all, gives VK_NULL_HANDLE for those alone that failed, and an error
    if one has ("Multiple Pipeline Creation" of the Vulkan specification).
    """
    look = CheckResult(missing="no allocation for one of several pipelines failed")
    for label in answers:
        row = part(answers, label)
        if not label.startswith(_PIPELINES) or row.get("refused") is not True:
            continue
        kind, _, at = label.removeprefix(_PIPELINES).rpartition(".")
        code, command = number(row, "result"), f"vkCreate{kind.title()}Pipelines"
        look.seen += 1
        if code == 0 and number(row, "missing"):
            look.fail(
                f"{command} gives VK_SUCCESS where allocation {at} fails, and no handle for each pipeline"
            )
        elif code < 0 and code != OUT_OF_HOST_MEMORY:
            look.fail(f"{command} gives {result(code)} where allocation {at} fails")
        if alive := number(row, "alive"):
            look.fail(f"{command} keeps {alive} blocks where allocation {at} fails, after all is destroyed")
    return look


def nothing_left(answers: Answers) -> CheckResult:
    """Check that a creation that fails for lack of memory frees what it had taken before."""
    look = CheckResult(missing=_NOT_USED)
    for kind, at, row in _failing(answers):
        look.seen += 1
        if number(row, "alive") > 0:
            fact = (
                f"without memory for allocation {at} of {kind} the driver gives {result(row.get('result'))}"
            )
            look.fail(f"{fact} and keeps {number(row, 'alive')} blocks after everything is destroyed")
    return look


def surfaces_given_back(answers: Answers) -> CheckResult:
    """Check that what a driver takes from callbacks for a surface is given back to them with it (act "surfaces")."""
    look = CheckResult(missing="the driver was to make a surface with allocation callbacks")
    for label in ("surfaces.headless", "surfaces.xcb"):
        row = part(part(answers, label), "callbacks")
        if row.get("result") != 0:
            continue
        look.seen += 1
        if number(row, "alive") > 0:
            look.fail(
                f"after vkDestroySurfaceKHR {number(row, 'alive')} blocks from the callbacks are not given back"
            )
        if wrong := number(row, "wrong_frees") + number(row, "wrong_owners"):
            look.fail(f"vkDestroySurfaceKHR gives callbacks {wrong} blocks that are not alive or not theirs")
    return look


def swapchains_given_back(answers: Answers) -> CheckResult:
    """Check that a swapchain frees what it took for itself, also where it cannot be made (act "surfaces")."""
    look = CheckResult(missing="the driver was to make a swapchain with allocation callbacks")
    for label in answers:
        row = part(answers, label)
        if not label.startswith(_SWAPCHAINS) or row.get("refused") is False:
            continue
        at, code = label.rpartition(".")[2], number(row, "result")
        look.seen += 1
        fact = (
            f"without memory for allocation {at} of a swapchain the driver gives {result(code)}"
            if row.get("refused")
            else f"vkCreateSwapchainKHR gives {result(code)}, the swapchain is destroyed"
        )
        if number(row, "alive") > 0:
            look.fail(f"{fact}, and {number(row, 'alive')} blocks from the callbacks are not given back")
        if wrong := number(row, "wrong_frees") + number(row, "wrong_owners"):
            look.fail(f"{fact}, and callbacks are given {wrong} blocks that are not alive or not theirs")
    return look


def _taken(row: Mapping[str, Any]) -> int:
    """Return how many allocations were requested."""
    taken = part(row, "taken")
    return sum(number(taken, kind) for kind in taken)


def _everything(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the counts of each use of callbacks, with the beginning of a sentence about it."""
    whole = part(answers, "allocators.gone") or part(answers, "allocators.made")
    if _taken(whole):
        yield "the driver", whole
    if others := part(answers, _OTHERS):
        yield "of objects that are made of others the driver", others
    for order in ("first", "second"):
        if beside := part(answers, f"allocators.beside.{order}"):
            yield "with two devices at once the driver", beside
    for kind, at, row in _failing(answers):
        yield f"without memory for allocation {at} of {kind} the driver", row


def _failing(answers: Answers) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the creations in which an allocation failed: the kind of object, the allocation's number, the answer."""
    for label in answers:
        row = part(answers, label)
        if label.startswith(_FAILING) and row.get("refused") is True:
            kind, _, at = label.removeprefix(_FAILING).rpartition(".")
            yield kind, at, row
