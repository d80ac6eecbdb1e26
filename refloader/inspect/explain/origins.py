"""Where a variable that has to be changed is set, by the lines of files, or which program did not pass it on."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from refloader.core.editions import LOADER_VARIABLES
from refloader.host import shell
from refloader.host.machines.tree import TreeHost
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import homes
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote

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
    told = f"this runs under {by}, which by default passes on no {change.what} of the user's session"
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


_SETS = re.compile(
    rf"{_START}(?P<name>VK_[A-Z_]{{3,40}})=(?P<quote>[\"']?)(?P<value>[^\"'#;&|]*)(?P=quote)\s*$"
)
_NAMING_FILES = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_NAMING_FOLDERS = ("VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")
_MOST_TOLD = 3


def of_sessions(host: Host) -> Iterator[tuple[str, str, Span]]:
    """Yield the variables of loaders that files of a tree set for sessions, each with its value and its line.

    They are those that the question leaves out: of this machine and of a process, the variables are known.
    """
    if not isinstance(host, TreeHost) or host.platform().system is not System.LINUX:
        return
    known = set(host.variables())
    users = (path for home in homes(host) for path in _of_home(host, home))
    for path in islice(dict.fromkeys((*_paths(host), *users)), _MOST_FILES):
        answer = host.read(path, _MOST_BYTES)
        text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
        for number, line in enumerate(text.splitlines(), 1):
            found = _SETS.match(line)
            if found is not None and found["name"] in LOADER_VARIABLES - known:
                yield found["name"], found["value"].strip(), Span(path, number)


def session_notes(host: Host) -> Iterator[str]:
    """Yield a note on the variables of sessions that an answer on a tree leaves out."""
    for name, value, at in islice(of_sessions(host), _MOST_TOLD):
        option = shell.line(["--env", f"{name}={value}"])
        sets = f"{at.path}:{at.line} sets {name} for programs of a session"
        yield f"{sets}, and this answer is without it ({option} includes it)"


def set_to_nothing(host: Host) -> Iterator[Answer]:
    """Yield the variables of sessions that replace a search and name nothing that is there."""
    for name, value, at in islice(of_sessions(host), _MOST_TOLD):
        entries = [entry for entry in value.split(":") if entry]
        if name not in (*_NAMING_FILES, *_NAMING_FOLDERS) or not entries:
            continue
        if any(not entry.startswith("/") or host.kind(entry) is not Kind.MISSING for entry in entries):
            continue  # $HOME and ~ stand for what is not known here
        lost = "no driver" if name in _NAMING_FILES else "no layer of the folders that it replaces"
        why = f"{at.path}:{at.line} sets {name}={quote(value)}, which is not there: programs of such a session find "
        change = Change(ChangeKind.OUTSIDE, f"take line {at.line} out of {at.path}", tried=False)
        subject = "drivers" if name in _NAMING_FILES else "layers"
        yield Answer(subject, State.DOUBTFUL, why + lost, "", at, (change,))


def _paths(host: Host) -> Iterator[str]:
    """Yield the files in which variables of a session are set, those of all users first."""
    home = host.variables().get("HOME", "").rstrip("/")
    yield from _FILES
    yield from (path for folder in _FOLDERS for path in _in(host, folder))
    if home.startswith("/"):
        yield from _of_home(host, home)


def _of_home(host: Host, home: str) -> Iterator[str]:
    yield from (f"{home}/{name}" for name in _OF_HOME)
    yield from (path for folder in _FOLDERS_OF_HOME for path in _in(host, f"{home}/{folder}"))


def _in(host: Host, folder: str) -> Iterator[str]:
    listing = host.list(folder)
    names = sorted(listing.names)[:_MOST_FILES] if isinstance(listing, Listing) else []
    yield from (f"{folder}/{name}" for name in names if name.endswith(_SUFFIXES))
