"""Commands that an answer on a tree or a package proposes, so that they work from outside and change nothing else."""

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from refloader.core.editions import LOADER_VARIABLES
from refloader.host import shell
from refloader.host.port import Host, Kind
from refloader.inspect.explain.answer import Answer
from refloader.inspect.whatif.wording import command_of
from refloader.model.system import System
from refloader.model.text import some

if TYPE_CHECKING:  # as most runs are about this machine
    from refloader.cli.options.machine import Machine
    from refloader.cli.options.running import Placed
    from refloader.doctor.values import Finding
    from refloader.inspect.whatif.change import Change

_LINT = "refloader lint "

_IN_PLACE = frozenset(("chmod", "gunzip", "printf", "unxz", "zstd"))
"""The programs by which answers change what a path leads to."""

_OF_FILES = _IN_PLACE | {"git", "install", "ldconfig", "ln", "mkdir", "mv", "rmdir"}
"""The programs by which answers change files."""

_OF_DEVICES = frozenset(("chgrp",))
"""The programs by which answers change a device: those of a running machine, which a tree is not."""


def lint_in(root: str | None, text: str) -> str:
    """Return a text in which ``refloader lint`` of a path in the tree names the tree; as it is without a tree."""
    return text.replace(_LINT, f"{_LINT}{shell.line(['--root', root])} ") if root is not None else text


def answers_in(place: "Placed", answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return the answers with the commands of their changes for the tree or package that they are about."""
    root, host = place.machine.root, place.made.host
    if root is None:
        return tuple(answers)
    top = None if place.is_unpacked else _top(root, host)

    def there(changes: "tuple[Change, ...]") -> "tuple[Change, ...]":
        return tuple(_change_in(each, root, top, host) for each in changes)

    return tuple(replace(each, changes=there(each.changes), off=there(each.off)) for each in answers)


def findings_in(root: str | None, host: Host, findings: "Iterable[Finding]") -> "tuple[Finding, ...]":
    """Return the findings with their commands for the tree or package that they are about."""
    if root is None:
        return tuple(findings)
    top = _top(root, host)
    return tuple(_finding_in(each, root, top, host) for each in findings)


def _change_in(change: "Change", root: str, top: str | None, host: Host) -> "Change":
    """Return a change with its command for the tree, or without any if it has none there."""
    change = replace(change, what=lint_in(root, change.what))
    command = command_of(change, host.platform().system)
    there = command_in(top, host, command)
    if there == command:
        return change
    return replace(change, install=there, by_hand=not there)


def _finding_in(finding: "Finding", root: str, top: str | None, host: Host) -> "Finding":
    """Return a finding with its command for the tree, or with words for a removal that has none there."""
    there = command_in(top, host, finding.command)
    if finding.command and not there:
        aside = finding.command.startswith("mv ") and finding.command.endswith((".off", ".off'"))
        advice = f"remove {finding.path}, {finding.advice}" if aside and finding.path else finding.advice
        return replace(finding, command="", advice=advice)
    return replace(finding, command=lint_in(root, there))


def _top(root: str, host: Host) -> str | None:
    """Return the folder below which the files of a tree lie under their own paths; None if there is none."""
    from refloader.host.machines.root import RootHost  # here, as most runs are about this machine

    return root if isinstance(host, RootHost) and host.is_plain and os.path.isdir(root) else None


def command_in(top: str | None, host: Host, command: str) -> str:
    """Return a command that changes files of a machine as one that changes those of its tree at ``top``.

    Empty if there is none: for a package (``top`` is None), for a path that would leave the tree by a link, and for
    what is changed of a running machine. Any other command, such as the setting of a variable, remains as it is.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    steps = list(_steps(words))
    programs = {_program(step) for step in steps}
    if not programs & (_OF_FILES | _OF_DEVICES):
        return command
    if top is None or programs & _OF_DEVICES or "$" in command:  # $'...' is no quotation for shlex
        return ""
    found = [_step_in(top, host, step) for step in steps]
    return " && ".join(found) if all(found) else ""


def _steps(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the command lines that ``&&`` separates."""
    step: list[str] = []
    for word in (*words, "&&"):
        if word == "&&":
            yield step
            step = []
        else:
            step.append(word)


def _program(step: Sequence[str]) -> str:
    return next((word for word in step if word != "sudo"), "")


def _step_in(top: str, host: Host, step: Sequence[str]) -> str:
    """Return one command line for the tree; empty if a path of it would leave the tree."""
    program = _program(step)
    if program not in _OF_FILES:
        return shell.line(step)
    if program == "ldconfig":
        return shell.line([*step, "-r", top])
    last = len(step) - 1
    only_last = program in ("ln", "printf")  # the text of a link or a file is not a path on this machine
    found: list[str] = []
    for index, word in enumerate(step):
        if not word.startswith("/") or (only_last and index != last):
            found.append(word)
            continue
        there = _outside(top, host, word)
        enters = program in _IN_PLACE or (index == last and program in ("mv", "install"))
        if not there or (enters and os.path.islink(there.rstrip("/"))):
            return ""
        found.append(there)
    if program == "printf":
        return f"{shell.line(found[:-2])} > {shell.line(found[-1:])}"
    return shell.line(found)


def _outside(top: str, host: Host, path: str) -> str:
    """Return where a path of the tree is on this machine, with links followed in the tree; empty if unknown."""
    folder, _, name = path.rstrip("/").rpartition("/")
    missing = [name]
    while folder and host.kind(folder) in (Kind.MISSING, Kind.FILE):  # a file may make way for a folder
        folder, _, name = folder.rpartition("/")
        missing.insert(0, name)
    if folder and host.kind(folder) is not Kind.FOLDER:
        return ""
    if ".." in missing:
        return ""
    there = os.path.join(top, host.real_path(folder).strip("/") if folder else "", *missing)
    below = there
    for _ in missing[:-1]:  # a link to nowhere is missing in the tree, and may lead somewhere on this machine
        below = os.path.dirname(below)
        if os.path.islink(below):
            return ""
    there += "/" * path.endswith("/")
    return f"./{there}" if there.startswith("-") else there


def is_tree(machine: "Machine", host: Host) -> bool:
    """Whether all that is known of a machine is a tree of files, or a snapshot of one."""
    if machine.snapshot is not None:
        return bool(getattr(getattr(host, "recorded", None), "staged", False))
    return machine.root is not None and os.path.isdir(machine.root)


def is_one_package(machine: "Machine") -> bool:
    """Whether all that is known of a machine is a package."""
    return machine.root is not None and os.path.isfile(machine.root)


def not_of_shell(machine: "Machine", system: System) -> tuple[str, ...]:
    """Return the note that variables of this shell do not count for another machine, if loaders read some of them."""
    if machine.is_this_one or system is not System.LINUX:
        return ()
    given = {"VK_LOADER_DEBUG", *(item.partition("=")[0] for item in machine.env)}
    names = sorted(name for name in LOADER_VARIABLES if os.environ.get(name) and name not in given)
    if not names:
        return ()
    option = shell.line(["--env", f"{names[0]}={os.environ[names[0]]}"])
    does = "does" if len(names) == 1 else "do"
    return (f"{some(names, 4)} of this shell {does} not count on another machine: {option} sets it there",)
