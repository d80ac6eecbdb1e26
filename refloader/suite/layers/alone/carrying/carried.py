"""Checks on the act "carry": what a layer takes from a call on its way down, and from its result on the way up.

The prober makes a call of each command that the layer has a function for, with everything that it can take. Only
calls that the layer passes on once are compared: it may refuse one, answer it, or split it. What it adds or sets
otherwise may be what it is for. What is gone is not: a structure, an array or a part of one, a place, a bit that the
application has set. Handles are left out: a layer that wraps them does not know those of the prober. Source:
"Requirements of Well-Behaved Layers", "Layer Intercept Requirements"."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.parameters import signature
from refloader.model.registry import command as command_named
from refloader.model.registry import commands, results
from refloader.suite.layers.alone.answers import APART, called_again, spelled, unanswered
from refloader.suite.layers.alone.intended import (
    is_intended_loss,
    is_intended_success,
    is_intended_value,
    is_joined,
    is_mapped_in_place,
    is_waited_before,
    lost_bits,
)
from refloader.suite.layers.alone.rows import ResultOf, changed_in_place, differences
from refloader.suite.layers.alone.supported import is_unknown
from refloader.suite.sessions.answers import Answers, part, records, result, texts
from refloader.suite.sessions.check_result import CheckResult

ACT = "carry"
_NONE = "the layer has no function of its own that could be called, or it passed no call on"
_LEFT = re.compile(r"pNext \*$|pAllocator$|pUserData$|pCreateInfos\[\d\]\.p\w+State$|pInheritanceInfo")
"""What other checks are about, as a whole chain, what a layer puts its own in the place of, and what other states say
is ignored. The command buffers are primary ones: "If this is a primary command buffer, then this value is ignored."
"""
_OF_MEMORY = re.compile(r"memoryOffset$|pMemoryRanges\[\d\]\.offset$|^vkMapMemory\w* (\w+\.)?offset$")
"""Places in a memory: what the application has as one may be a part of a larger one of the layer's."""
_OF_TOOLS = re.compile(r"vk(SetDebugUtilsObject|DebugMarkerSetObject|CreateDebug(Utils|Report))")
"""Commands that are made for tools: a layer that keeps names, tags and callbacks itself has done what was asked."""
_COUNTS = re.compile(r"Count$")
_LENGTH = re.compile(r"p\w+(Count|Size)$")
"""The parameter before a list that a command fills in: the room in it, and then its length."""
_ELEMENTS = 2
"""The length of each array of the prober's: no other count of its calls is as small."""
_PLACES = re.compile(
    r"(?i)offset|index|first|stride|query|binding|level|sharingMode|value|\wMask|flags|range|size|contents"
    r"|RowLength|ImageHeight|^set$"
)
"""Parts of a member's name, which is the last word of a path. By its contents, a subpass takes further calls."""
_SETS = re.compile(r"\b(set|firstSet)$")
_CONTENTS = re.compile(r"\bcontents$")
_WORDS = re.compile(r"\w+")
_LATER_ELEMENT = re.compile(r"\[1\]\.(?=pNext )")
_IN_ELEMENT = re.compile(r"\[[01]\]")
_OTHER_ELEMENT = str.maketrans({"0": "1", "1": "0"})
_ENDS = {"vkDestroy": "vkCreate", "vkFree": "vkAllocate"}
_OF_REAL_OBJECTS = re.compile(r"vk\w+(SwapchainKHR|[a-z0-9])$")
"""What ends objects of the kinds that the prober makes through the layer."""
_NO_OTHER_FAILURE = frozenset({-4, 1000001003, -1000069000, -12})
"""VK_ERROR_DEVICE_LOST, VK_SUBOPTIMAL_KHR, a pool that is full or fragmented: what an application does about another
failure does not help."""
_ANSWERS = frozenset(
    results()[f"VK_{name}"] for name in ("SUCCESS", "NOT_READY", "TIMEOUT", "EVENT_SET", "EVENT_RESET")
)
_SUCCESS, _INCOMPLETE = 0, 5
_MOST = 1 << 32


def parts_kept(answers: Answers, version: str) -> CheckResult:
    """Check that structures and arrays that a call comes with go down with it.

    A layer that copies structures has to know each: those that one of its version need not know are left out.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _passed_on(answers):
        look.seen += 1
        for path in texts(answer, "lost"):
            is_left = is_unknown(version, command, path) or _LEFT.search(path)
            is_meant = is_intended_loss(command, path) or is_waited_before(command, path, answer)
            if not (is_left or is_meant or _is_list(command, path)):
                look.fail(f"{command} goes down without {spelled(path)}, which it came with")
        for path, given, received, _ in changed_in_place(answer):
            is_less = _is_fewer(command, path, given, received) and not is_waited_before(
                command, path, answer
            )
            if is_less and not is_joined(command, path, received, differences(answer, "changed")):
                look.fail(f"{command} goes down with {received} as {spelled(path)}, it came with {given}")
    return look


def places_kept(answers: Answers) -> CheckResult:
    """Check that a call goes down for the part of an object that it came for, with the flags that it came with.

    What belongs to one element of an array stays with it: the elements name different objects. Places in a memory
    may be behind those that were asked for if the layer wraps memories: it may make one of several. So may the
    numbers of sets if the layer puts sets of its own before them. What a subpass takes may be other calls if the
    layer records those of secondary command buffers itself.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _passed_on(answers):
        look.seen += 1
        others = [row for row in _of_other_elements(answers, command) if not _is_moved(answers, command, row)]
        for path, given, received, _ in others:
            fact = f"{received} as {spelled(path)}, which another element came with"
            look.fail(f"{command} goes down with {fact}; this one came with {given}")
        rows = (row for row in _judged(command, answer) if not _is_moved(answers, command, row))
        for path, given, received, is_mask in (row for row in rows if row not in others):
            if is_mask and lost_bits(command, path, given, received):
                fact = f"{_hex(received)} as {spelled(path)}, it came with {_hex(given)}"
                look.fail(f"{command} goes down with {fact}: a bit that the application sets is gone")
            elif not is_mask:
                look.fail(f"{command} goes down with {received} as {spelled(path)}, it came with {given}")
    return look


def other_values_kept(answers: Answers) -> CheckResult:
    """Check that all other values go down as they came: a layer may change them if that is its purpose."""
    look = CheckResult(missing=_NONE)
    for command, answer in _passed_on(answers):
        look.seen += 1
        judged, others = list(_judged(command, answer)), list(_of_other_elements(answers, command))
        for row in changed_in_place(answer):
            path, given, received, _ = row
            is_part = received > given or _is_fewer(command, path, given, received)
            is_left = is_mapped_in_place(answer, path, given, received) or (_COUNTS.search(path) and is_part)
            if _is_moved(answers, command, row) or not (row in judged or is_left or row in others):
                what = f"{received} as {spelled(path)}, it came with {given}"
                look.fail(f"{command} goes down with {what if given != received else f'another {path}'}")
    return look


def chains_written(answers: Answers, version: str) -> CheckResult:
    """Check that the structures behind one that is asked for come back written, if a layer has to know them.

    A layer knows what comes back written behind the first element of an array.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _called(answers):
        look.seen += 1
        unwritten = texts(answer, "unwritten")
        for path in unwritten:
            first = _LATER_ELEMENT.sub("->", path, 1)
            is_known = first != path and first not in unwritten
            if is_known or not is_unknown(version, command, path):
                look.fail(
                    f"{command} comes back with {spelled(path)} unwritten, though what is below writes it"
                )
    return look


def results_kept(answers: Answers) -> CheckResult:
    """Check that a failure comes up as one, that what a success says of the answer is not lost, and is no failure.

    A layer may fail for reasons of its own, but not where the entity below says that something is not ready, or not
    set, and nowhere else. The specification has another result for that: "If the condition is satisfied before
    timeout nanoseconds has expired, vkWaitForFences returns VK_SUCCESS. Otherwise, vkWaitForFences returns VK_TIMEOUT
    after the timeout has expired." The waits take microseconds: an endless one may be taken for a loss.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _called(answers):
        codes = () if _OF_TOOLS.match(command) else tuple(_codes(answer))
        succeeds = any(below == _SUCCESS <= above for below, above in codes)
        for below, above in codes:
            look.seen += 1
            is_error = succeeds and above < _SUCCESS < below and below in _ANSWERS
            if is_error or (_is_lost(below, above) and not is_intended_success(command, below)):
                look.fail(f"{command} returns {result(above)}, the layer got {result(below)} from below")
    return look


def chains_kept(answers: Answers, version: str) -> CheckResult:
    """Check that what a layer need not know on a pNext goes down, and comes back written: not all can be unknown.

    A layer that copies leaves out a structure that it does not know. One that leaves out all has no chain at all.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _called(answers):
        look.seen += 1
        for key, fact in (("lost", "goes down without"), ("unwritten", "comes back with unwritten")):
            chains: dict[str, list[str]] = {}
            for path in texts(answer, key):
                if is_unknown(version, command, path):
                    chains.setdefault(path.rpartition("pNext ")[0], []).append(path)
            for paths in (paths for paths in chains.values() if len(paths) > 1):
                look.fail(f"{command} {fact} {' and '.join(map(spelled, paths))}")
    return look


def results_told(answers: Answers) -> CheckResult:
    """Check that a success that says more, for example VK_SUBOPTIMAL_KHR, comes up as it is.

    So should an answer of the entity below: a layer with work of its own may not be ready where that is. A lost
    device should not be taken for another failure, nor VK_SUBOPTIMAL_KHR for one: the image has been presented.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _called(answers):
        for below, above in () if _OF_TOOLS.match(command) else _codes(answer):
            look.seen += 1
            is_less = above == _SUCCESS < below and below not in {*_ANSWERS, _INCOMPLETE}
            is_failure = above < _SUCCESS and below != above and below in _NO_OTHER_FAILURE
            if is_less or is_failure or _is_other_answer(below, above):
                look.fail(f"{command} returns {result(above)}, the layer got {result(below)} from below")
    return look


def room_respected(answers: Answers) -> CheckResult:
    """Check that nothing is written behind an array: Vulkan has at most as many elements written as there is room."""
    look = CheckResult(
        missing="the layer has no function of its own for a list",
        left_out=unanswered(answers, "room"),
    )
    for label in answers:
        if label.startswith("room.vk"):
            look.seen += 1
            if part(answers, label).get("behind"):
                look.fail(f"{label.removeprefix('room.')} writes behind an array that has room for one")
    return look


def next_functions_kept(answers: Answers) -> CheckResult:
    """Check that no function of the layer's ends in a call of the function at address 0.

    It is called with the objects of an instance of the command's version, or a later one, whose next entity has all
    commands: where the layer intercepts one of core, it has to keep the next function. Others may be of extensions
    that are not enabled.
    """
    look = CheckResult(missing="the layer has no function of its own for a command of core")
    for label in answers:
        act, _, name = label.partition(".")
        known = command_named(name)
        if act not in ("carry", "nowhere") or known is None or known.core is None:
            continue
        look.seen += 1
        if act == "nowhere":
            look.fail(f"{name} calls the function at address 0: the layer keeps no next function for it")
    return look


def allocators_kept(answers: Answers) -> CheckResult:
    """Check that an object is ended with callbacks below if it was made with callbacks there, and without if without.

    The specification asks for that of each object (for example VUID-vkDestroyBuffer-buffer-00923). A layer may pass
    no callbacks on at all. Not judged where a creation does not go down once, for objects that nobody has made, and
    where several creations differ: the prober has made its object by one of them.
    """
    look = CheckResult(missing="the layer has no function of its own that makes and one that ends an object")
    lost = {command: "pAllocator" in texts(answer, "lost") for command, answer in _passed_on(answers)}
    own = {*texts(part(answers, "wrapped"), "own"), *(command for command, _ in _called(answers))}
    for command in lost:
        makers = _makers(command)
        if not makers or not own.intersection(makers).issubset(lost):
            continue
        others = [maker for maker in makers if maker in own] or makers[:1]
        if len({lost.get(maker, False) for maker in others}) > 1:
            continue
        look.seen += 1
        for maker in [maker for maker in others if lost.get(maker, False) is not lost[command]][:1]:
            without, other = (command, maker) if lost[command] else (maker, command)
            look.fail(f"{without} goes down without pAllocator, and {other} goes down with it")
    return look


def _makers(command: str) -> list[str]:
    """Return the commands that make what a command ends, the plain one first; none for those of most extensions."""
    end = next((end for end in _ENDS if command.startswith(end)), "")
    if not end or not _takes_callbacks(command) or not _OF_REAL_OBJECTS.match(command):
        return []
    plain = command.replace(end, _ENDS[end], 1)
    kind = plain.removeprefix(_ENDS[end]).removesuffix("KHR")
    pattern = re.compile(rf"{_ENDS[end]}\w*{kind}s?2?([A-Z]{{2,}})?$")
    return sorted((each for each in commands() if pattern.match(each)), key=lambda each: each != plain)


def _takes_callbacks(command: str) -> bool:
    known = signature(command)
    return known is not None and any("pAllocator" in each for each in known.parameters)


# ---- answers


def _called(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for label in answers:
        name = label.removeprefix("carry.")
        if name != label and name.startswith("vk"):
            yield name, part(answers, label)


def _passed_on(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((name, answer) for name, answer in _called(answers) if answer.get("times") == 1)


def _codes(answer: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    yield from ((below, above) for below, above, times in records(answer, "codes", ResultOf) if times == 1)


def _judged(command: str, answer: Mapping[str, Any]) -> Iterator[tuple[str, int, int, bool]]:
    """Yield the changes of places and flags that no right layer makes on purpose."""
    for row in changed_in_place(answer):
        path, given, received, is_mask = row
        is_place = is_mask or (_names_place(path) and not _COUNTS.search(path))
        is_mapped = is_mapped_in_place(answer, path, given, received)
        if is_place and not (is_mapped or is_intended_value(command, path, given, received)):
            yield row


def _names_place(path: str) -> bool:
    """Return whether the last word of a path is the name of a place. Paths may be forged, and of any length."""
    words = _WORDS.findall(path)
    return bool(words) and path.endswith(words[-1]) and bool(_PLACES.search(words[-1]))


def _is_part(answers: Answers, command: str, row: tuple[str, int, int, bool]) -> bool:
    """Return whether a place in a memory is one behind that which was asked for, and the layer wraps memories."""
    path, given, received, _ = row
    is_behind = received > given and (_OF_MEMORY.search(path) or _OF_MEMORY.search(f"{command} {path}"))
    return bool(is_behind) and "VkDeviceMemory" in texts(part(answers, "wrapped"), "types")


def _is_moved(answers: Answers, command: str, row: tuple[str, int, int, bool]) -> bool:
    """Return whether a value follows from what the layer does elsewhere.

    That is a place in a memory that it wraps, the number of a set behind sets of its own, and what a subpass takes if
    the layer passes on no secondary command buffers to be executed.
    """
    path, given, received, _ = row
    if _SETS.search(path):
        return received - given == _own_sets(answers) > 0
    if _CONTENTS.search(path):
        executing = "vkCmdExecuteCommands"
        is_own = executing in texts(part(answers, "wrapped"), "own") or f"{ACT}.{executing}" in answers
        return is_own and part(answers, f"{ACT}.{executing}").get("times") != 1
    return _is_part(answers, command, row)


def _own_sets(answers: Answers) -> int:
    """Return how many layouts of sets a layout of pipelines has below, besides those that the layer got."""
    rows = differences(part(answers, f"{ACT}.vkCreatePipelineLayout"), "changed")
    return sum(received - given for path, given, received, _ in rows if path.endswith(".setLayoutCount"))


def _of_other_elements(answers: Answers, command: str) -> Iterator[tuple[str, int, int, bool]]:
    """Yield the changes that put a number of one element into the other one as well; not those that exchange them.

    Nor those of an array that has lost an element, of which ``parts_kept`` speaks. In the second call of the form
    "again" both elements have each other's numbers: a layer that rounds or limits a number may come upon the other
    one's in one of the two calls, and not in both.
    """
    rows = list(changed_in_place(part(answers, f"carry.{command}")))
    if any(_is_fewer(command, path, given, received) for path, given, received, _ in rows):
        return
    off = {path: received - given for path, given, received, _ in rows}
    swapped = {
        path: given - received
        for path, given, received, _ in differences(called_again(answers, command), "changed")
    }
    for row in rows:
        path, given, received, is_mask = row
        is_exchanged = abs(off.get(path.translate(_OTHER_ELEMENT), 0)) == APART  # or both get as much more
        is_of_other = _IN_ELEMENT.search(path) and abs(off[path]) == APART and swapped.get(path) == off[path]
        if is_of_other and not (is_mask or is_exchanged or is_intended_value(command, path, given, received)):
            yield row


def _is_fewer(command: str, path: str, given: int, received: int) -> bool:
    """Return whether this is a count that is less than it was. What is counted need not be elements of the call."""
    is_less = bool(_COUNTS.search(path)) and received < given
    return is_less and (given == _ELEMENTS or not is_intended_value(command, path, given, received))


def _is_lost(below: int, above: int) -> bool:
    """Return whether a result says less than the one from below: that nothing failed or is late.

    VK_INCOMPLETE is about the room that the layer gave, which need not be the application's. A layer may know more
    than VK_SUCCESS says: that a swapchain no longer fits, or that its own rows need more room.
    """
    if below < 0:
        return above >= 0
    return above == _SUCCESS < below and below in _ANSWERS


def _is_other_answer(below: int, above: int) -> bool:
    """Return whether another answer than VK_SUCCESS comes up in the place of the one from below."""
    return below != above > _SUCCESS and below in _ANSWERS and (below != _SUCCESS or above in _ANSWERS)


def _is_list(command: str, path: str) -> bool:
    """Return whether a parameter is a list that the command fills in: NULL in its place asks how long it is.

    A layer that hides or adds elements asks below first; nothing more goes down where there are none.
    """
    row = signature(command)
    if row is None or path not in row.parameters[1:] or not command.startswith(("vkGet", "vkEnumerate")):
        return False
    return bool(_LENGTH.match(row.parameters[row.parameters.index(path) - 1]))


def _hex(value: int) -> str:
    return f"{value:#x}" if value < _MOST else f"{value:#018x}"
