"""Checks on commands by their older names, and in their older forms: what a layer makes of them on their way down.

A command that a version of Vulkan took over from an extension has two names. On a device of the version before, and
with the extension enabled, there is only the name of the extension, and so it is below the layer.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from refloader.model import registry
from refloader.model.parameters import signature
from refloader.suite.layers.alone.answers import NO_DEVICE, lookups
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP

_MAKERS = ("KHR", "EXT")
_MADE_OF_OTHERS = re.compile(r"(2|DispatchBase|ShaderGroup)[A-Z]*$")
_SWITCHES = re.compile(r"vkCmdSet(\w+)Enable[A-Z]*$")
_STENCIL = re.compile(r"vkCmdSet(Stencil(?:CompareMask|WriteMask|Reference))$")
_IN_PLACE = ("ColorBlend", "ColorWrite", "DepthCl")
"""Switches with which a layer emulates others, as clamping of depths with clipping."""


@cache
def older_names(version: str) -> tuple[str, ...]:
    """Return the arguments for the act "carry" on the names that the version after this one took over."""
    minor = int(version.rpartition(".")[2])
    twins = sorted(_twins(f"1.{minor + 1}"), key=lambda twin: twin.name)
    extensions = sorted({extension_of(twin.name) for twin in twins})
    return (
        *("--only", "older", "--minor", str(minor)),
        *(word for twin in twins for word in ("--function", twin.name)),
        *enabling(extensions),
    )


def extension_of(command: str) -> str:
    """Return the extension that stands for those that a command is of; empty if it is of none."""
    row = registry.command(command)
    names = (row.always or row.extensions) if row is not None else ()
    return names[0] if names else ""


def enabling(extensions: Iterable[str]) -> tuple[str, ...]:
    """Return the arguments that enable extensions."""
    return tuple(word for name in extensions for word in (_option(name), name))


def _twins(core: str) -> Iterator[registry.Command]:
    commands = registry.commands()
    for name, command in commands.items():
        alias = commands.get(command.alias or "")
        if alias is None or alias.core != core or not name.endswith(_MAKERS):
            continue
        # Two extensions with one command cannot both be enabled: the one that was taken over stands for both.
        if name.endswith("KHR") or f"{alias.name}KHR" not in commands:
            yield command


def _option(extension: str) -> str:
    row = registry.extension(extension)
    return "--instance-extension" if row is not None and row.kind == "instance" else "--device-extension"


@cache
def enabled_names() -> tuple[str, ...]:
    """Return the arguments for the act "lookups" that enable the extensions of which versions took commands over."""
    return ("--only", "older", *enabling(sorted({extension_of(name) for name in _of_devices()})))


@cache
def _of_devices() -> frozenset[str]:
    twins = (twin for core in ("1.1", "1.2", "1.3", "1.4") for twin in _twins(core))
    return frozenset(twin.name for twin in twins if twin.level == "device" and extension_of(twin.name))


def found_by_older_names(answers: Answers) -> CheckResult:
    """Check that the commands of an extension that a device enables are found by their names in the extension.

    The entity below lists the extensions, and has the commands by both names. A layer that knows them by the newer
    name alone passes the older one on. Not judged of a layer that hides one of the extensions.
    """
    instance = lookups(answers, "lookups.offered.instance")
    found = lookups(answers, "lookups.offered.device")
    look = CheckResult(missing=f"{NO_DEVICE}, or the layer hides extensions")
    if not found.seen or "vkCreateDevice" not in instance.theirs:
        return look
    look.seen = len(_of_devices())
    if lost := _of_devices() - found.theirs - found.next:
        where = "whose extension the device enables, though the next entity has it"
        look.fail(f"{DEVICE_LOOKUP} answers NULL for {look.some(lost)}, {where}")
    return look


def next_functions_kept(answers: Answers, version: str) -> CheckResult:
    """Check that a function of a name in an extension ends in no call of the function at address 0.

    The extension is enabled, the layer lists it, and the next entity has the command by this name alone: it is of a
    version before the one that took the command over.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a command by its name in an extension"
    )
    for label in answers:
        act, _, name = label.partition(".vk")
        if act not in ("carry", "nowhere"):
            continue
        look.seen += 1
        if act == "nowhere":
            where = f"below a device of Vulkan {version} with the extension there is only vk{name}"
            look.fail(f"vk{name} calls the function at address 0; {where}")
    return look


def newer_forms_kept(answers: Answers) -> CheckResult:
    """Check that no newer form of a command goes down as the older one, which takes less."""
    look = CheckResult(missing="the layer has no function of its own for a newer form of a command")
    for command, instead in _instead(answers):
        known = registry.command(command)
        if re.search(r"2[A-Z]*$", command) and known is not None:
            look.seen += 1
            if instead and re.sub("2[A-Z]*$", "", command) == re.sub("[A-Z]*$", "", instead):
                look.fail(f"{command} goes down as {instead}, which takes less than it came with")
    return look


def parameters_kept(answers: Answers) -> CheckResult:
    """Check that no recorded command goes down as one that has fewer parameters, which says less.

    "Calling vkCmdEndQuery is equivalent to calling vkCmdEndQueryIndexedEXT with the index parameter set to zero":
    what came with another index ends another query. None of the prober's numbers is zero, and no pointer NULL.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a command that another one is a part of"
    )
    for command, instead in _instead(answers):
        parts = _parts().get(command, frozenset())
        look.seen += bool(parts)
        if instead in parts:
            lost = " and ".join(sorted(_numbers(command) - _numbers(instead)))
            look.fail(f"{command} goes down as {instead}, without {lost}, which it came with")
    return look


def states_kept(answers: Answers) -> CheckResult:
    """Check that no switch goes down as another one alone, nor a number of the stencil test as another one of it.

    A layer that emulates a state does so by one of another kind, as the test of depths by how they are compared, or
    by several. And one that sets states later than it is asked to does so with the other one, too.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a switch, or a number of the stencil test"
    )
    for command, instead in _instead(answers):
        look.seen += any(kind.match(command) for kind in (_SWITCHES, _STENCIL))
        is_alone = part(answers, f"carry.{command}").get("others", 1) == 1
        is_direct = part(answers, f"carry.{instead}").get("times", 1) == 1
        if is_alone and is_direct and _is_other_state(command, instead):
            look.fail(f"{command} goes down as {instead}, which sets another state")
    return look


def _is_other_state(command: str, instead: str) -> bool:
    """Return whether two commands set different states of one kind, of which neither can stand for the other."""
    for kind in (_SWITCHES, _STENCIL):
        state, other = kind.match(command), kind.match(instead)
        if state and other and state[1] != other[1]:
            return not any(state[1].startswith(each) and other[1].startswith(each) for each in _IN_PLACE)
    return False


@cache
def _parts() -> dict[str, frozenset[str]]:
    """Return the commands that each recorded one extends: by their names, and with some of its parameters alone.

    Not those of which a layer can make the older command and lose nothing: it has the strides of vertices in a
    pipeline of its own, the base of work groups in its shaders, and a pipeline for each group.
    """
    commands = (name for name in registry.commands() if name.startswith("vkCmd"))
    recorded = [name for name in commands if not _MADE_OF_OTHERS.search(name)]
    found: dict[str, frozenset[str]] = {}
    for name in recorded:
        shorter = (part for part in recorded if name.startswith(part) and _numbers(part) < _numbers(name))
        if parts := frozenset(shorter):
            found[name] = parts
    return found


@cache
def _numbers(command: str) -> frozenset[str]:
    """Return the parameters of a command, but for structures that say nothing without what is on their pNext."""
    known = signature(command)
    return (
        frozenset(name for name in known.parameters if not name.endswith("EndInfo")) if known else frozenset()
    )


def _instead(answers: Answers) -> Iterator[tuple[str, str]]:
    for label in answers:
        command = label.removeprefix("carry.")
        instead = part(answers, label).get("instead", "")
        if command != label and isinstance(instead, str):
            yield command, instead
