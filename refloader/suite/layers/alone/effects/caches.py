"""Checks on the act "effects": the data of pipeline caches and validation caches.

They are made, read, merged and ended in the same way. Of what a layer makes itself, only what the specification says
of any such object is judged. Source: "Pipeline Cache" and VK_EXT_validation_cache of the Vulkan specification, and
"Requirements of Well-Behaved Layers" (LLP_LAYER_1, LLP_LAYER_2).
"""

from collections.abc import Iterator, Mapping

from refloader.suite.layers.alone.answers import INCOMPLETE, SUCCESS
from refloader.suite.sessions.answers import Answers, number, numbers, part, result
from refloader.suite.sessions.check_result import CheckResult

_NULL = "null."
"""Begins the answers on commands that have come back from VK_NULL_HANDLE."""
_KINDS: Mapping[str, tuple[str, int]] = {
    "Pipeline": ("vkGetPipelineCacheData", 32),
    "Validation": ("vkGetValidationCacheDataEXT", 24),
}
"""The commands for the data of each kind, and the length of its header."""
_NONE = "the layer has no functions of its own for caches with data"
_VERSION_ONE = 1
_ROOMS: Mapping[str, str] = {"short": "a byte less than there is", "tiny": "7 bytes"}


def headers_right(answers: Answers) -> CheckResult:
    """Check that data begin with the header of their version.

    VkPipelineCacheHeaderVersionOne: headerSize is "the length in bytes of the pipeline cache header", vendorID,
    deviceID and pipelineCacheUUID are those of VkPhysicalDeviceProperties. vkGetValidationCacheDataEXT: "The first
    bytes written to pData must be a header": its length, and a VkValidationCacheHeaderVersionEXT.
    """
    look = CheckResult(missing=_NONE)
    for kind, command, answer in _caches(answers):
        head, size = numbers(answer, "head"), number(answer, "size")
        least = _KINDS[kind][1]
        if len(head) < 2:
            continue
        look.seen += 1
        if not least <= head[0] <= size:
            look.fail(f"{command} gives {size} bytes with {head[0]} as the length of their header")
        if head[1] != _VERSION_ONE:
            look.fail(
                f"{command} gives data with {head[1]} as the version of their header, the only one is 1"
            )
        others = [name for name, is_right in _identity(kind, answer) if not is_right]
        if others:
            look.fail(
                f"{command} gives data with another {' and '.join(others)} than the physical device has"
            )
    return look


def room_right(answers: Answers) -> CheckResult:
    """Check that data are cut as the specification has it.

    "If pDataSize is less than the maximum size that can be retrieved [...], at most pDataSize bytes will be written
    to pData, and [it] will return VK_INCOMPLETE instead of VK_SUCCESS". "If pDataSize is less than what is necessary
    to store this header, nothing will be written to pData and zero will be written to pDataSize."
    """
    look = CheckResult(missing=_NONE)
    for _, command, answer in _caches(answers):
        for key, room in _ROOMS.items():
            match answer.get(key):
                case [int(code), int(size), bool(is_behind)]:
                    look.seen += 1
                case _:
                    continue
            where = f"{command}, with room for {room},"
            if is_behind:
                look.fail(f"{where} writes behind it")
            if code == SUCCESS:
                look.fail(f"{where} returns VK_SUCCESS instead of VK_INCOMPLETE")
            elif key == "tiny" and code == INCOMPLETE and size != 0:
                look.fail(f"{where} writes {size} to pDataSize: the header needs more, so that it is zero")
            elif code not in (SUCCESS, INCOMPLETE):
                look.fail(f"{where} returns {result(code)} instead of VK_INCOMPLETE")
    return look


def data_handed_back(answers: Answers) -> CheckResult:
    """Check that the data of a cache are those from below when they come back, or that none come down.

    VUID-VkPipelineCacheCreateInfo-initialDataSize-00769: "pInitialData must have been retrieved from a previous call
    to vkGetPipelineCacheData". What a layer has changed is not what the next entity gave.
    """
    look = CheckResult(missing="no cache with data of the next entity's reached it")
    for kind, command, answer in _caches(answers):
        initial = answer.get("initial")
        if initial not in ("same", "none", "changed"):
            continue
        look.seen += 1
        if initial == "changed":
            fact = f"the next {command} gave, when another {kind.lower()} cache is made of them"
            look.fail(f"other data come down than {fact}")
    return look


def caches_merged(answers: Answers) -> CheckResult:
    """Check that caches which are to be merged come down.

    "Implementations should merge the contents of the specified objects": no more than that is said.
    """
    look = CheckResult(missing="the next entity made no caches that could be merged")
    for kind, _, answer in _caches(answers):
        merged = number(answer, "merged") if "merged" in answer else -1
        if merged < 0:
            continue
        look.seen += 1
        if merged < 2:
            suffix = "EXT" if kind == "Validation" else ""
            look.fail(f"vkMerge{kind}Caches{suffix} of two source caches comes down with {merged} of them")
    return look


def none_destroyed(answers: Answers) -> CheckResult:
    """Check that a command which destroys comes back from VK_NULL_HANDLE. Whether it does, the prober's end tells."""
    look = CheckResult(missing=_NONE)
    look.seen = sum(label.startswith(_NULL) for label in answers)
    return look


def _identity(kind: str, answer: Answers) -> Iterator[tuple[str, bool]]:
    head, known = numbers(answer, "head"), numbers(answer, "known")
    if kind == "Pipeline" and len(head) == 4 and len(known) == 2:
        yield "vendorID", head[2] == known[0]
        yield "deviceID", head[3] == known[1]
        yield "pipelineCacheUUID", bool(answer.get("is_uuid_known"))


def _caches(answers: Answers) -> Iterator[tuple[str, str, Answers]]:
    for kind, (command, _) in _KINDS.items():
        answer = part(answers, f"caches.{kind}")
        if answer.get("result") == SUCCESS:
            yield kind, command, answer
