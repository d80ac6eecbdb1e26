"""Checks on the other forms of the calls in the act "carry": without elements, with many, without what may be absent.

Only what differs from the plain form of the same call is judged: what a layer changes there is judged by
``carried``. The objects of the calls were made through the layer where it makes any; others are made up in all
forms alike. Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and LLP_LAYER_2.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.text import some
from refloader.suite.layers.alone.answers import ALL_STRUCTURES, ON_HANDLES, left_out, spelled
from refloader.suite.layers.alone.created import IN_FRONT
from refloader.suite.layers.alone.intended import is_intended_loss, is_intended_value, is_joined
from refloader.suite.layers.alone.rows import Alike, Difference, differences, totals
from refloader.suite.layers.alone.supported import knows_structure
from refloader.suite.sessions.answers import Answers, number, part, records, texts, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own that could be called in several forms"
_HELD = "held"
"""The form of a call that has structures with objects on its pNext."""
_WRITTEN = "written."
"""Begins the answers on commands about any object that is not of the type of the plain call."""
_LAST_OF_32_BITS = (1 << 32) - 1
_CORE = "core"
_UNKNOWN, _ALL = "UNKNOWN", "*"
_TEXT = re.compile(r"(?<![a-z])p\w*Name$")
_VIDEO = re.compile(r"[Vv]ideo")
_WAITS = re.compile(r"vkWait|vk\w+WaitIdle")
WORDS: Mapping[str, str] = {
    ALL_STRUCTURES: "with further structures on pNext",
    _CORE: "with the structures of Vulkan itself on pNext",
    "none": "with arrays of no elements",
    "inner": "with arrays of no elements in its structures",
    "one": "with arrays of one element",
    "many": "with arrays of 71 elements",
    "bare": "without what may be left out (pNext, pAllocator, names)",
    "empty": "with an empty text",
    "null": "with VK_NULL_HANDLE where that may be",
    "some": "with elements in one array alone",
    "rest": "with all levels and layers that remain of an image",
    "wild": "with a pointer that is to be ignored and leads nowhere",
    "again": "a second time, with other values",
    "high": "with numbers that need more than 32 bits",
    "own": "with the structures of extensions that the manifest lists",
    "failed": "where the entity below returns an error",
}
"""The forms, as sentences name them."""
_WITH_MORE = frozenset({ALL_STRUCTURES, _CORE})
"""Those with more structures than a device has use for."""


def survived(answers: Answers) -> CheckResult:
    """Check that a layer which comes back from a call comes back from its other forms.

    Vulkan has pointers to the elements of empty arrays, and those that another member has ignored, lead anywhere.
    """
    return _survived(answers, frozenset(WORDS) - _WITH_MORE)


def chains_survived(answers: Answers) -> CheckResult:
    """Check the same of chains with all structures that there are, or all of Vulkan itself.

    No device has all that extensions bring, and not all features are enabled: such a call is no valid one, and a
    crash is no breach.
    """
    return _survived(answers, _WITH_MORE)


def _survived(answers: Answers, which: frozenset[str]) -> CheckResult:
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, forms in formed_calls(answers):
        for form, answer in forms.items():
            if form not in which or not _is_judged(command, form):
                continue
            look.seen += 1
            if answer.get("ended"):
                look.fail(f"{command} crashes {WORDS[form]}; in its plain form it comes back")
            elif answer.get("late") and not _WAITS.match(command):
                look.fail(f"{command} hangs {WORDS[form]}; in its plain form it comes back")
    return look


def elements_kept(answers: Answers) -> CheckResult:
    """Check that arrays of any length go down whole, each element once, where no limit of a device ends them."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, forms in formed_calls(answers):
        plain = forms.get("plain", {})
        look.seen += number(plain, "times") > 1
        for name in _doubled(plain):
            look.fail(
                f"{command} goes down in several calls with one element of {name} twice, the other never"
            )
        for form in ("one", "many", "null", "some"):
            answer = forms.get(form, {})
            for name, given, received in _fewer(command, plain, answer):
                what = f"{received} of {given} elements of {name}"
                look.fail(f"{command} {WORDS[form]} goes down in several calls with {what}")
            if answer.get("times") != 1 or plain.get("times") != 1:
                continue
            look.seen += 1
            known = {_general(row.path) for row in _both(plain)}
            changed = records(answer, "changed", Difference)
            fewer = [row for row in changed if row.path.endswith("Count") and row.received < row.given]
            for path, given, received, _ in fewer:
                is_meant = is_joined(command, path, received, [row[:3] for row in changed])
                if _general(path) not in known and not (
                    is_meant or is_intended_value(command, path, given, received)
                ):
                    what = f"{received} as {path}, it came with {given}"
                    look.fail(f"{command} {WORDS[form]} goes down with {what}; with two elements it is right")
            lost = [
                row.path for row in records(answer, "lost", Difference) if _general(row.path) not in known
            ]
            for path in [path for path in lost if not is_intended_loss(command, path)][:1]:
                look.fail(f"{command} {WORDS[form]} goes down without {path}; with two elements it is right")
    return look


def _doubled(plain: Mapping[str, Any]) -> Iterator[str]:
    """Yield the arrays of two elements that come down in several calls, one element twice and the other one never."""
    whole = {array.name for array in totals(plain) if array.given == array.received}
    alike = records(plain, "alike", Alike) if number(plain, "times") > 1 else ()
    yield from (name for name, *often in alike if name in whole and sorted(often) == [0, 2])


def _fewer(
    command: str, plain: Mapping[str, Any], answer: Mapping[str, Any]
) -> Iterator[tuple[str, int, int]]:
    """Yield the arrays that come down in several calls, all of them together with fewer elements than there are.

    Not those whose elements come down otherwise than they came: two of them may have become one.
    """
    if number(answer, "times") < 2 or any(array.received < array.given for array in totals(plain)):
        return
    altered = {row.path.partition("[")[0] for row in _both(answer)}
    for name, given, received, _ in totals(answer):
        if received < given and name not in altered and not is_joined(command, name, received, ()):
            yield name, given, received


def wide_numbers_kept(answers: Answers) -> CheckResult:
    """Check that a number of 64 bits goes down with all of them: places, sizes, addresses, values of semaphores.

    "Layers intercept a Vulkan function by defining a C/C++ function with signature identical to the Vulkan API for
    that function." Only what is cut to 32 bits is a breach: a layer may refuse large sizes, or split them.
    """
    look = CheckResult(
        missing="the layer has no function of its own that takes numbers of 64 bits",
        left_out=left_out(answers),
    )
    for command, forms in formed_calls(answers):
        answer = forms.get("high", {})
        if answer.get("times") != 1:
            continue
        look.seen += 1
        for path, given, received, _ in differences(answer, "changed"):
            if given > _LAST_OF_32_BITS and received in _cut(given):
                look.fail(
                    f"{command} goes down with {received:#x} as {spelled(path)}, it came with {given:#x}"
                )
    return look


def _cut(value: int) -> tuple[int, int]:
    """Return the lower 32 bits of a number, as one without and one with a sign."""
    low = value & _LAST_OF_32_BITS
    return low, low | ((1 << 64) - (1 << 32) if low >> 31 else 0)


def texts_removed(answers: Answers) -> CheckResult:
    """Check that no text goes down in the place of none.

    VkDebugUtilsObjectNameInfoEXT: "If pObjectName is either NULL or an empty string, then any previously set name is
    removed." A layer that names objects itself puts its own name back, and may have reasons to.
    """
    look = CheckResult(
        missing="the layer has no function of its own that takes a text which may be left out",
        left_out=left_out(answers),
    )
    for command, forms in formed_calls(answers):
        for form, came in (("bare", "NULL"), ("empty", "an empty text")):
            answer = forms.get(form, {})
            if answer.get("times") != 1:
                continue
            look.seen += 1
            for path, given, received, _ in records(answer, "changed", Difference):
                if given == received and _TEXT.search(path):
                    look.fail(f"{command} goes down with a text as {path}, it came with {came}")
    return look


def repeated(answers: Answers) -> CheckResult:
    """Check that a call goes down the second time as well, when it comes with other values."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, forms in formed_calls(answers):
        if "again" in forms:
            look.seen += 1
            is_back = not forms["again"].get("ended") and not forms["again"].get("late")
            if forms["again"].get("times") == 0 and is_back:
                look.fail(f"{command} goes down once, and not {WORDS['again']}")
    return look


def only_read(answers: Answers) -> CheckResult:
    """Check that nothing is written to that a command takes as const.

    Not where it has all structures that there are: what a layer does with a call that is not valid is its own matter.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, forms in formed_calls(answers):
        look.seen += 1
        judged = [answer for form, answer in forms.items() if form != ALL_STRUCTURES]
        judged.append(part(part(answers, f"form.{command}"), _HELD))
        paths = sorted({path for answer in judged for path, *_ in records(answer, "written", Difference)})
        if paths:
            look.fail(
                f"{command} writes to {some([spelled(path) for path in paths], 3)}, which it may only read"
            )
    for label in answers:
        if label.startswith(_WRITTEN):
            types = some(texts(part(answers, label), "types"), 3)
            look.seen += 1
            look.fail(f"{label.removeprefix(_WRITTEN)} about {types} writes to what it may only read")
    return look


def create_infos_only_read(answers: Answers, kind: str) -> CheckResult:
    """Check the same of the act "create": pCreateInfo of vkCreateInstance and vkCreateDevice, with its pNext.

    A layer that hangs a structure of its own behind it leaves the application with a pointer into its memory. Where a
    structure stands before one of the loader's it is never the application's: a loader can only put its own in front
    of those, which are const. A layer that takes the loader's node out of the chain writes to what is before it.
    """
    command = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}[kind]
    look = CheckResult(missing=f"the layer never came to call the next {command}")
    cases: dict[str, list[str]] = {}
    for label in answers:
        made = part(part(answers, label), "made")
        if not (label.startswith("create.") and label.endswith(f".{kind}") and made.get("times")):
            continue
        case = label.split(".")[1]
        if case not in IN_FRONT:
            look.seen += 1
            if made.get("written"):
                cases.setdefault(str(made["written"]), []).append(case)
    for what, names in cases.items():
        look.fail(f"{command} writes to {what}, which the application handed in ({some(names, 2)})")
    return look


def chains_whole(answers: Answers, version: str) -> CheckResult:
    """Check that a chain with structures that a layer has to know does not go altogether."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, head, lost, is_all in _chains(answers):
        look.seen += 1
        core = [name for name in lost if knows_structure(version, command, name)]
        if is_all and core and not any(is_intended_loss(command, f"{head}pNext {name}") for name in lost):
            fact = f"{some(core, 3)} and everything else on pNext of {head.rstrip('.>-')}"
            look.fail(f"{command} goes down without {fact}, which it came with")
    return look


def chains_skipped(answers: Answers) -> CheckResult:
    """Check that a layer hands down the structures of a chain that it does not know, and not a selection.

    Nor is all of a chain to go, even if the registry has only one of its structures. Fundamentals of the
    specification, on pNext chains: a component skips over structures that it does not know.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, head, lost, is_all in _chains(answers):
        look.seen += 1
        left = [name for name in lost if name not in (_UNKNOWN, _ALL)]
        left = [name for name in left if not is_intended_loss(command, f"{head}pNext {name}")]
        if _UNKNOWN not in lost or (is_all and not left):
            continue
        known = f"{some(left, 3)} and " if left else ""
        fact = f"{known}structures of types that it does not know on pNext of {head.rstrip('.>-')}"
        look.fail(f"{command} goes down without {fact}")
    return look


def chains_selected(answers: Answers) -> CheckResult:
    """Check that a layer which passes on what it does not know passes on what it knows as well.

    Where structures of an unknown type on the same pNext come down, the layer has taken this one out on purpose.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, head, lost, is_all in _chains(answers):
        look.seen += 1
        if is_all or _UNKNOWN in lost:
            continue
        if left := [name for name in lost if not is_intended_loss(command, f"{head}pNext {name}")]:
            fact = f"{some(left, 3)} on pNext of {head.rstrip('.>-')}, and with structures of unknown types there"
            look.fail(f"{command} goes down without {fact}")
    return look


def counts_even(answers: Answers, version: str) -> CheckResult:
    """Check that a structure on a pNext has as many elements as its head, if it came with as many.

    For example VUID-VkDeviceGroupSubmitInfo-commandBufferCount-00083, and those of the other structures that repeat a
    count of their head: a layer that adds an element has to add one there as well. Most of them may have none at all.
    Those that are newer than the layer, or of extensions, are left out: it need not know them.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, forms in formed_calls(answers):
        look.seen += 1
        judged = [answer for form, answer in forms.items() if form != ALL_STRUCTURES]
        for path, head, node, _ in (row for each in judged for row in records(each, "uneven", Difference)):
            where, _, name = path.rpartition(".")
            structure = where.rpartition("pNext ")[2]
            if node == 0 and structure != "VkDeviceGroupSubmitInfo":
                continue
            if not knows_structure(version, command, structure):
                continue
            fact = f"{head} as {name} and {node} as that of {spelled(where)}"
            look.fail(f"{command} goes down with {fact}; it came with as many in both")
            break
    return look


def numbers_of_handles(answers: Answers) -> CheckResult:
    """Check that it makes no difference which numbers the handles of objects have: drivers choose them."""
    look = CheckResult(
        missing="the layer has no function of its own for objects that it makes",
        left_out=left_out(answers, ON_HANDLES),
    )
    kinds = (
        ("low", "are equal in their lower 32 bits"),
        ("row", "are numbers in a row"),
        ("types", "are equal to those of objects of other types"),
    )
    for command, answer in under(answers, "clash."):
        look.seen += 1
        for kind, words in kinds:
            if kind in texts(answer, "ended"):
                look.fail(f"{command} crashes when the handles of two objects {words}")
            if paths := texts(answer, kind):
                what = f"with another {spelled(paths[0])}" if paths[0] else "another number of times"
                look.fail(f"{command} goes down {what} when the handles of two objects {words}")
    return look


# ---- answers


def formed_calls(answers: Answers) -> Iterator[tuple[str, Mapping[str, Mapping[str, Any]]]]:
    """Yield each command and what came of its calls, by their forms."""
    for command, forms in under(answers, "form."):
        yield command, {form: part(forms, form) for form in ("plain", *WORDS) if form in forms}


def _is_judged(command: str, form: str) -> bool:
    """Return whether a call in this form is as valid as the plain one, so that a layer has to come back from it.

    The values of the second call, and large ones, may be beyond limits; a secondary command buffer is begun in a
    render pass. Calls that fail are judged by ``after_calls.failures_survived``.
    """
    if _VIDEO.search(command):
        return False  # these have structures that must be on pNext
    return form not in ("again", "high", "failed") and (form, command) != ("chains", "vkBeginCommandBuffer")


def _both(answer: Mapping[str, Any]) -> list[Difference]:
    return records(answer, "changed", Difference) + records(answer, "lost", Difference)


def _general(path: str) -> str:
    return re.sub(r"\[\d+\]", "[]", path)


def _chains(answers: Answers) -> Iterator[tuple[str, str, list[str], bool]]:
    """Yield each chain that was given whole: command, place, what did not go down, and whether that is all."""
    for command, forms in formed_calls(answers):
        answer = forms.get("chains", {})
        if answer.get("times") != 1:
            continue
        chains: dict[str, list[str]] = {"": []}
        for path, *_ in records(answer, "lost", Difference):
            head, mark, name = path.rpartition("pNext ")
            if mark:
                chains.setdefault(head, []).append(name)
        for head, lost in chains.items():
            yield command, head, lost, _ALL in lost
