"""Changes in words, and as commands that can be copied."""

from refloader.host import shell
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.system import System

_WORDS = {
    ChangeKind.EDIT: "change {what} to {value}",
    ChangeKind.ADD: "add {what}, {value}",
    ChangeKind.REMOVE: "remove {what}",
    ChangeKind.REQUEST: "have the application ask for {value} in {what}",
    ChangeKind.SET_REGISTRY: "set the registry value {what} to {value}",
    ChangeKind.REMOVE_REGISTRY: "remove the registry value {what}",
    ChangeKind.DEBUGGABLE: "make {what} {value}",
    ChangeKind.MOVE: "move {what} to {value}",
    ChangeKind.INSTALL: "install {what}",
    ChangeKind.LINK: "link {what} to {value}",
    ChangeKind.PERMIT: "make {what} {value}",
    ChangeKind.PRIVILEGE: "run {what} without elevated privileges{value}",
    ChangeKind.OUTSIDE: "{what}",
    ChangeKind.NONE: "{value}",
}

FOR_ITS_GROUP = "open to its group, which is to be that of the user, such as render or video"
"""How a device node is opened that only its owner may open."""

FOR_ALL = "readable for everybody"
"""How a file is opened that only some may read."""

_FOR_ALL = (FOR_ALL, "open to everybody")


_THEN_OF_WINDOWS = "&& "
"""What stands between two commands for cmd.exe: a blank before it would be a part of the value that set gives."""


def then(system: System) -> str:
    """Return what stands between two commands, of which the second runs if the first succeeds."""
    return _THEN_OF_WINDOWS if system is System.WINDOWS else " && "


def words(changes: tuple[Change, ...]) -> str:
    """Return one or two changes in words."""
    return " and ".join(_one(change) for change in changes)


def _one(change: Change) -> str:
    if change.kind is ChangeKind.EDIT and change.value == "null":
        return f"drop {change.what}"
    if change.kind is ChangeKind.MOVE and change.variables:
        return " and ".join(
            [
                f"move {change.what} to {change.value}",
                *(shell.setting(k, v) if v is not None else shell.unsetting(k) for k, v in change.variables),
            ]
        )
    if change.kind is ChangeKind.SET:
        return shell.setting(change.what, change.value)
    if change.kind is ChangeKind.UNSET:
        return shell.unsetting(change.what)
    return _WORDS[change.kind].format(what=change.what, value=change.value)


def command_of(change: Change, system: System) -> str:
    """Return the command line that makes a change; empty if there is none.

    Manifests name variables: what is no name in a shell would be a command in it.
    """
    if change.by_hand:
        return ""
    if change.kind in (ChangeKind.SET, ChangeKind.UNSET) and not shell.is_name(change.what):
        return ""
    if change.command or system is System.WINDOWS:
        return change.command or _of_windows(change)
    if change.install:
        return change.install
    if change.kind is ChangeKind.SET:
        return f"export {change.what}={shell.line([change.value])}"
    if change.kind is ChangeKind.UNSET:
        return f"unset {change.what}"
    if change.kind is ChangeKind.MOVE and change.what.startswith("/root/"):
        return shell.line(["sudo", "install", "-D", "-m", "644", change.what, change.value])
    if change.kind is ChangeKind.MOVE:
        return shell.line(["mv", change.what, change.value])
    if change.kind is ChangeKind.LINK:
        return shell.line(["ln", "-sfn", change.value, change.what])
    if change.kind is ChangeKind.PERMIT and change.value in _FOR_ALL:
        return shell.line(["chmod", "a+rX", change.what])
    if change.kind is ChangeKind.PERMIT and change.value == FOR_ITS_GROUP:
        node = shell.line([change.what])
        return f'sudo chgrp render {node} && sudo chmod 660 {node} && sudo usermod -aG render "$USER"'
    if change.kind is ChangeKind.PERMIT and change.what.startswith("/dev/"):
        return f'sudo usermod -aG "$(stat -c %G {shell.line([change.what])})" "$USER"'
    if change.kind is ChangeKind.ADD and len(change.files) == 1 and change.files[0][1]:
        text = change.files[0][1].decode()
        return (
            f"{shell.line(['printf', '%s', text])} > {shell.line([change.what])}"
            if text.isprintable()
            else ""
        )
    return _removal(change) if change.kind is ChangeKind.REMOVE else ""


def _removal(change: Change) -> str:
    paths = [path for path, data in change.files if data is None] if len(change.files) > 1 else [change.what]
    return " && ".join(map(set_aside, paths))


def set_aside(path: str) -> str:
    """Return the command after which no loader reads a file, and nothing is lost."""
    return shell.line(["mv", path, f"{path}.off"])


def _of_windows(change: Change) -> str:
    """Return the line for cmd.exe; empty if the value cannot be quoted safely."""
    if change.kind is ChangeKind.UNSET:
        return f"set {change.what}="
    safe = shell.is_path_on_windows(change.value) or shell.plain(change.value) == change.value
    return f"set {change.what}={change.value}" if change.kind is ChangeKind.SET and safe else ""
