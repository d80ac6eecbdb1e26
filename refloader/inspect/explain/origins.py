"""Where a variable that has to be changed is set, by the lines of files, or which program did not pass it on."""

import re
from collections.abc import Iterator
from dataclasses import replace

from refloader.host import shell
from refloader.host.port import Content, Host, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.system import System

_FILES = ("/etc/environment", "/etc/profile", "/etc/bash.bashrc", "/etc/security/pam_env.conf")
_FOLDERS = ("/etc/environment.d", "/etc/profile.d")
_OF_HOME = (
    ".profile",
    ".bash_profile",
    ".bashrc",
    ".zprofile",
    ".zshrc",
    ".zshenv",
    ".xprofile",
    ".pam_environment",
)
_FOLDERS_OF_HOME = (".config/environment.d", ".config/plasma-workspace/env", ".local/share/applications")
_MOST_FILES, _MOST_BYTES = 200, 1 << 18
_SUFFIXES = (".conf", ".sh", ".desktop")
_RAISERS = {"SUDO_COMMAND": "sudo", "SUDO_USER": "sudo", "PKEXEC_UID": "pkexec", "DOAS_USER": "doas"}
"""The variables that show which program has raised the privileges of a process."""

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "su"})
_OURS = ("refloader", "python")

_START = r"^(?!\s*#)(?:\s*(?:export\s+|set\s+-gx\s+|declare\s+-x\s+)?|Exec=.*\benv\s.*?)"


def with_origin(answer: Answer, host: Host) -> Answer:
    """Return an answer that says which file sets the variable that its change sets anew or takes away."""
    if host.platform().system is not System.LINUX:
        return answer
    by = next((program for mark, program in _RAISERS.items() if host.variables().get(mark)), "")
    if by and answer.state in (State.INACTIVE, State.MISSING):
        return _not_passed_on(answer, by, host)
    for change in answer.changes:
        at = _origin(change, host)
        if at:
            return replace(answer, why=f"{answer.why}; {at} sets {change.what}")
    return answer


def _not_passed_on(answer: Answer, by: str, host: Host) -> Answer:
    """Return an answer that says so if the variable which is wanted does not pass a program that raises privileges.

    ``by`` is that program; its own variables show that it has started the process.
    """
    change = answer.changes[0] if len(answer.changes) == 1 else None
    if change is None or change.kind is not ChangeKind.SET or change.what in host.variables():
        return answer
    program = (host.variables().get("SUDO_COMMAND", "").split() or ["PROGRAM"])[0]
    name = program.rpartition("/")[2]
    told = (
        f"{by} has started this program, and by default it passes on no {change.what} of the user's session"
    )
    if name.startswith(_OURS):
        told = f"{told} (it is refloader that was started so: for another program, ask without {by})"
    if name.startswith(_OURS) or name in _SHELLS:
        return replace(answer, why=f"{answer.why}; {told}")
    line = f"{change.what}={shell.line([change.value])} {shell.line([program])}"
    helping = replace(change, install=f"sudo {line}" if by == "sudo" else f"{by} env {line}")
    return replace(answer, why=f"{answer.why}; {told}", changes=(helping,))


def _origin(change: Change, host: Host) -> str:
    """Return the file and line that sets a variable of the process to what it is; empty if none is found."""
    if change.kind not in (ChangeKind.SET, ChangeKind.UNSET) or change.what not in host.variables():
        return ""
    setting = re.compile(rf"{_START}{re.escape(change.what)}(?:=|\s+)(?P<value>.*)$")
    value = host.variables()[change.what]
    for path in _paths(host):
        answer = host.read(path, _MOST_BYTES)
        text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
        for number, line in enumerate(text.splitlines(), 1):
            found = setting.match(line)
            if found is not None and value and value in found["value"]:
                return f"{path}:{number}"
    return ""


def _paths(host: Host) -> Iterator[str]:
    """Yield the files in which variables of a session are set, those of all users first."""
    home = host.variables().get("HOME", "").rstrip("/")
    yield from _FILES
    yield from (path for folder in _FOLDERS for path in _in(host, folder))
    if home.startswith("/"):
        yield from (f"{home}/{name}" for name in _OF_HOME)
        yield from (path for folder in _FOLDERS_OF_HOME for path in _in(host, f"{home}/{folder}"))


def _in(host: Host, folder: str) -> Iterator[str]:
    listing = host.list(folder)
    names = sorted(listing.names)[:_MOST_FILES] if isinstance(listing, Listing) else []
    yield from (f"{folder}/{name}" for name in names if name.endswith(_SUFFIXES))
