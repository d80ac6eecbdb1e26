"""Checks on the act "carry": whether a layer unwraps the handles that it wraps, in every command that takes them.

The prober makes objects through the layer. Where the handle that comes up is not the one from below, the layer wraps
the type. Which commands take it, be it in a structure or as an object of any type, is known from the registry.
Source: LLP_LAYER_10, and "Wrapping": "the layer must intercept every Vulkan function which uses the object in
question, and wrap or unwrap the object, as appropriate."
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from refloader.model.registry import command as command_named
from refloader.model.registry import commands, extension
from refloader.model.text import some
from refloader.suite.layers.alone.answers import ALL_STRUCTURES
from refloader.suite.layers.alone.older import extension_of
from refloader.suite.layers.alone.rows import Difference, HeldType, TakenType
from refloader.suite.layers.alone.supported import knows_held, supports
from refloader.suite.sessions.answers import Answers, part, records, texts, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer hands up no handles of its own"
_OF_TOOLS = re.compile(r"vk(SetDebugUtilsObject|DebugMarkerSetObject|SetPrivateData|GetPrivateData)")
_IGNORED = re.compile(
    r"pInheritanceInfo\.|\.(basePipelineHandle|dstSet|sampler|imageView|resolveImageView|pipelineLayout)$|pNext "
)
"""Handles that are ignored as long as no other member says otherwise, and those in structures of extensions."""
UNKNOWN_EXTENSION = "VK_PROBER_below_one"
OTHER_EXTENSIONS = {
    "instance": ("VK_KHR_get_physical_device_properties2", "VK_KHR_surface"),
    "device": ("VK_KHR_maintenance1", "VK_KHR_bind_memory2", "VK_KHR_swapchain", "VK_KHR_synchronization2"),
}
"""An extension that no layer knows, and some that layers which wrap objects know."""
_DIRECT = re.compile(r"\w+(\[\])?")
"""A parameter: who has a function for a command knows what it takes, whichever extension it is of."""
_OF_MESSAGES = re.compile(r"vk(SubmitDebugUtilsMessage|DebugReportMessage)")
"""What goes from the application to its own callbacks may well have the application's handles."""
_HELD = "held"
"""The form of a call that has structures with objects on its pNext."""
_BY_TYPE = re.compile(r"VkWriteDescriptorSet")
"""Structures that a layer need not look at where another member, here descriptorType, says that they mean nothing."""
_IN_CHAIN = re.compile(r"(.*?)(?:\.|->)?pNext (\w+)\.(.*)")


def unwrapped(version: str) -> Callable[[Answers], CheckResult]:
    """Return the check that no handle of the layer's own goes down, for a layer of a version of Vulkan."""

    def check(answers: Answers) -> CheckResult:
        look = CheckResult(missing=_NONE)
        own = _own_commands(answers)
        if not texts(part(answers, "wrapped"), "types"):
            return look
        for command, types in _types(answers, "leaves"):
            look.seen += 1
            if _must_be_known(command, version, own):
                fact = f"the layer wraps {some(types, 3)} and has no function for {command}"
                look.fail(f"{fact}, which takes it: its own handle goes down")
        for command, types in _types(answers, "named"):
            if _is_known(command, version, own):
                look.fail(
                    f"{command} goes down with the layer's own {some(types, 3)}, as an object of any type"
                )
        for command, structure, kind in _chained(answers):
            look.seen += 1
            if knows_held(version, command, structure):
                fact = f"the layer wraps {kind} and has no function for {command}, which takes it"
                look.fail(f"{fact} in {structure} on pNext: its own handle goes down")
        for command, head, structure, member in dict.fromkeys(_wrong_in_chains(answers)):
            look.seen += 1
            if knows_held(version, command, structure) and not _BY_TYPE.match(structure):
                what = f"{member} of {structure} on pNext of {head}"
                look.fail(f"{command} goes down with the layer's own handle as {what}")
        for command, path in dict.fromkeys(_wrong_handles(answers)):
            is_judged = _is_common(command) or _DIRECT.fullmatch(path)
            if is_judged and _is_known(command, version, own):
                look.fail(f"{command} goes down with the layer's own handle as {path}")
        look.seen += 1
        look.left_out = _not_called(answers)
        return look

    return check


def extensions_of_twins(answers: Answers) -> tuple[str, ...]:
    """Return the extensions with whose names of commands a layer that wraps may not be familiar."""
    own = _own_commands(answers)
    left = (command for command, _ in _types(answers, "leaves") if _twin(command) in own)
    return tuple(sorted({name for command in left if (name := extension_of(command))}))


def twins_unwrapped(answers: Answers, enabled: Collection[str]) -> CheckResult:
    """Check that both names of a command are known to a layer that wraps what it takes.

    An application may call a command of core by its name in the extension, too, if it has enabled that. The answers
    are those with these extensions enabled: a layer that then hands up no handles of its own is right without.
    """
    look = CheckResult(missing=_NONE)
    own = _own_commands(answers)
    look.seen += bool(texts(part(answers, "wrapped"), "types"))
    for command, types in _types(answers, "leaves"):
        twin = _twin(command)
        if twin in own and extension_of(command) in enabled:
            fact = f"the layer wraps {some(types, 3)} and has no function for {command}"
            look.fail(f"{fact}, which is {twin} by another name")
    return look


def wrapped_types(answers: Answers) -> frozenset[str]:
    """Return the types of handles that the layer wraps."""
    return frozenset(texts(part(answers, "wrapped"), "types"))


def stays_unwrapped(usual: Answers, each: Mapping[str, Answers]) -> CheckResult:
    """Check that a layer which wraps nothing beside an extension that it does not know does so wherever that stands.

    ``each`` has the answers with an unknown extension alone (by no name), with another one alone (by its name), and
    with both, the unknown one last (by its name and "+"). Only other ones are judged beside which the layer wraps.
    """
    look = CheckResult(missing="the layer wraps as much beside an extension that it does not know")
    given_up = wrapped_types(usual) - wrapped_types(each[""])
    for name in (name for name in each if f"{name}+" in each and given_up <= wrapped_types(each[name])):
        look.seen += bool(given_up)
        again = wrapped_types(each[f"{name}+"]) & given_up
        if again:
            where = (
                f"an extension that it does not know stands behind {name}, and does not where it stands alone"
            )
            look.fail(f"the layer wraps {some(sorted(again), 3)} where {where}")
    return look


def _is_known(command: str, version: str, own: frozenset[str]) -> bool:
    """Return whether a layer knows a command that it has a function of: one of core may be newer than its version."""
    row = command_named(command)
    if row is None or _OF_MESSAGES.match(command):
        return False
    return row.core is None or _must_be_known(command, version, own)


def _must_be_known(command: str, version: str, own: frozenset[str]) -> bool:
    """Return whether a layer has to know a command: of its version of Vulkan, for tools, of an extension it knows."""
    row = command_named(command)
    if row is None or _OF_MESSAGES.match(command):
        return False
    if supports(version, row.core):
        return True
    known = {name for name in row.extensions if _others(name, command) & own}
    return bool(known) and (bool(_OF_TOOLS.match(command)) or _twin(command) in own)


def _is_common(command: str) -> bool:
    """Return whether layers that wrap objects can be expected to know what a command takes them for."""
    row = command_named(command)
    is_usual = row is not None and (row.core is not None or command.endswith("KHR"))
    return (is_usual or bool(_OF_TOOLS.match(command))) and not _OF_MESSAGES.match(command)


def _others(name: str, command: str) -> frozenset[str]:
    """Return the other commands of an extension."""
    row = extension(name)
    return frozenset(row.commands if row is not None else ()) - {command}


def _twin(command: str) -> str:
    """Return the name of core for a command of an extension; empty if it has none."""
    row = command_named(command)
    if row is not None and row.alias:
        return row.alias
    return ""


def _own_commands(answers: Answers) -> frozenset[str]:
    """Return the commands of the registry that the layer has a function of its own for."""
    return frozenset(name for name in texts(part(answers, "wrapped"), "own") if name in commands())


def _not_called(answers: Answers) -> str:
    """Return which functions of the layer take what it wraps and are of commands that the prober does not call."""
    taken: dict[str, set[str]] = {}
    for command, kind in records(part(answers, "uncarried"), "taken", TakenType):
        taken.setdefault(command, set()).add(kind)
    if not taken:
        return ""
    kinds = some(sorted(set().union(*taken.values())))
    have = "the layer has functions of its own for " + ("it" if len(taken) == 1 else "them")
    return f"not judged in {some(sorted(taken), 5)}, which the prober does not call: {have} and wraps {kinds}"


def _types(answers: Answers, act: str) -> Iterator[tuple[str, list[str]]]:
    for label in answers:
        command = label.removeprefix(f"{act}.")
        if command != label:
            yield command, texts(part(answers, label), "types")


def _chained(answers: Answers) -> Iterator[tuple[str, str, str]]:
    """Yield the commands left to the entity below that take a wrapped type in a structure on a pNext."""
    for command, answer in under(answers, "chained."):
        for structure, kind in dict.fromkeys(records(answer, "held", HeldType)):
            yield command, structure, kind


def _wrong_handles(answers: Answers) -> Iterator[tuple[str, str]]:
    """Yield the places where a real object's handle from above goes down as it came, though it is the layer's own."""
    for command, form, path in _kept(answers):
        if form not in (ALL_STRUCTURES, _HELD) and not _IGNORED.search(path):
            yield command, path


def _wrong_in_chains(answers: Answers) -> Iterator[tuple[str, str, str, str]]:
    """Yield the same of structures on a pNext, given with the objects that they are for."""
    for command, form, path in _kept(answers):
        found = _IN_CHAIN.fullmatch(path)
        if form == _HELD and found is not None:
            yield command, found[1], found[2], found[3]


def _kept(answers: Answers) -> Iterator[tuple[str, str, str]]:
    """Yield command, form and place of each real object's handle that is below what it is above."""
    for command, answer in under(answers, "form."):
        for name in answer:
            for path, given, received, _ in records(part(answer, name), "handles", Difference):
                if given == received:
                    yield command, name, re.sub(r"\[\d+\]", "[]", path)
