"""Where a variable that has to be changed is set, by the lines of files, or which program did not pass it on."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from refloader.core.editions import LOADER_VARIABLES
from refloader.host import shell
from refloader.host.machines.tree import TreeHost
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import homes
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.lists import PATH_LISTS
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote

_FILES = (
    "/etc/environment",
    "/etc/profile",
    "/etc/bash.bashrc",
    "/etc/bashrc",
    "/etc/zshenv",
    "/etc/fish/config.fish",
    "/etc/set-environment",
    "/etc/security/pam_env.conf",
)
_FOLDERS = ("/etc/environment.d", "/usr/lib/environment.d", "/etc/profile.d", "/etc/fish/conf.d")
_OF_HOME = (
    ".profile",
    ".bash_profile",
    ".bashrc",
    ".zprofile",
    ".zshrc",
    ".zshenv",
    ".xprofile",
    ".pam_environment",
    ".config/fish/config.fish",
)
_FOLDERS_OF_HOME = (".config/environment.d", ".config/plasma-workspace/env", ".local/share/applications")
_MOST_FILES, _MOST_BYTES = 200, 1 << 18
_SUFFIXES = (".conf", ".sh", ".fish", ".desktop")
_FOLDERS_OF_LOADERS = ("implicit_layer.d", "explicit_layer.d", "icd.d", "loader_settings.d")
_RAISERS = {"SUDO_COMMAND": "sudo", "SUDO_USER": "sudo", "PKEXEC_UID": "pkexec", "DOAS_USER": "doas"}
"""The variables that show which program has raised the privileges of a process."""

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "su"})
_OURS = ("refloader", "python")

STARTS_PROGRAMS = ".desktop"
"""The end of the names of files by which desktops start programs."""

_APPLICATIONS = ("/usr/local/share/applications", "/usr/share/applications")
_ON_EXEC_LINES = re.compile(r"^Exec=[^\n]*?\b((?:VK|MESA|DRI|DISABLE|ENABLE)_\w+=[^\s\"]+)", re.MULTILINE)
_START = r"^(?!\s*#)(?:\s*(?:export\s+|set\s+(?:-\S+\s+)+|declare\s+-x\s+)?|Exec=.*\benv\s.*?)"


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


def start_file(host: Host, name: str) -> Answer:
    """Answer for the file by which a desktop starts a program: where it is, and what it sets for loaders."""
    home = host.variables().get("HOME", "").rstrip("/")
    folders = (*([f"{home}/.local/share/applications"] if home else []), *_APPLICATIONS)
    paths = [name] if "/" in name else [f"{folder}/{name}" for folder in folders]
    for path in paths:
        answer = host.read(path, _MOST_BYTES)
        if isinstance(answer, Content):
            sets = _ON_EXEC_LINES.search(answer.data.decode("utf-8", "replace"))
            what = f", with {sets[1]}" if sets else ""
            why = (
                f"{quote(path)} is no manifest, and starts a program{what}: ask while it runs (--pid N LAYER)"
            )
            return Answer(name, State.UNUSED, why, where=Span(path))
    if any(host.kind(path) is not Kind.MISSING for path in paths):
        return Answer(name, State.UNUSED, "it is no manifest, and cannot be read")
    why = "there is no such file" if "/" in name else f"no file of that name is in {', '.join(folders)}"
    return Answer(name, State.MISSING, why)


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


_NAME = r"(?P<name>VK_[A-Z_]{3,40})"
_VALUE = r"(?:(?P<quote>[\"'])(?P<quoted>[^\"']*)(?P=quote)|(?P<plain>[^\s\"'#;&|]*))\s*(?:[;#].*)?$"
_SETS = re.compile(rf"(?P<indent>\s*)(?:export\s+|declare\s+-x\s+)?{_NAME}={_VALUE}")
_SETS_IN_FISH = re.compile(rf"(?P<indent>\s*)set\s+(?:-\S+\s+)+{_NAME}\s+{_VALUE}")
_OPENS = re.compile(r"\s*(?:if|case|for|while|until|switch|function|begin)\b|.*\{\s*$")
_CLOSES = re.compile(r"(?:^|[;\s])(?:fi|esac|done|end|\})(?=\s*(?:[;#&|<>)]|$))")
_MAY_END = re.compile(r"\b(?:return|exit|unset)\b|\bset\s+-e\b")
_EXPANDED = re.compile(r"[$`~%*?@]")
_NAMING_FILES = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_NAMING_FOLDERS = ("VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")
_NAMING_DRIVERS = frozenset({*_NAMING_FILES, "VK_ADD_DRIVER_FILES"})
_MOST_TOLD = 3
_BASES_OF_A_USER = (".config/vulkan", ".local/share/vulkan")


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable that a line sets for sessions. ``is_sure`` is false where it may be set to another value, or not."""

    name: str
    value: str
    at: Span
    is_sure: bool


def of_sessions(host: Host) -> Iterator[Setting]:
    """Yield the variables of loaders that files of a tree set for sessions.

    They are those that the question leaves out: of this machine and of a process, the variables are known.
    """
    if not _is_tree(host):
        return
    known = set(host.variables())
    users = (path for home in homes(host) for path in _of_home(host, home))
    of_all = (path for path in dict.fromkeys((*_paths(host), *users)) if not path.endswith(".desktop"))
    for path in islice(of_all, _MOST_FILES):
        answer = host.read(path, _MOST_BYTES)
        text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
        yield from (each for each in _settings(path, text) if each.name in LOADER_VARIABLES - known)


def _settings(path: str, text: str) -> Iterator[Setting]:
    """Yield the variables that lines of a file set; those in a branch are not sure."""
    depth, may_end = 0, _MAY_END.search(text) is not None
    for number, line in enumerate(text.splitlines(), 1):
        found = _SETS.match(line) or _SETS_IN_FISH.match(line)
        if found is not None:
            value = found["quoted"] or found["plain"] or ""
            is_sure = not (depth or may_end or found["indent"] or _EXPANDED.search(value))
            yield Setting(found["name"], value, Span(path, number), is_sure)
        code = line.partition("#")[0]
        depth += _OPENS.match(code) is not None
        depth = max(0, depth - len(_CLOSES.findall(code)))


def _is_tree(host: Host) -> bool:
    return isinstance(host, TreeHost) and host.platform().system is System.LINUX


def session_notes(host: Host) -> Iterator[str]:
    """Yield a note on the variables of sessions, and on the folders of users, that an answer on a tree leaves out."""
    for each in islice(of_sessions(host), _MOST_TOLD):
        option = shell.line(["--env", f"{each.name}={each.value}"])
        sets = f"{each.at.path}:{each.at.line} sets {each.name} for programs of a session"
        yield f"{sets}, and this answer is without it ({option} includes it)"
    if _is_tree(host) and "HOME" not in host.variables():
        yield from islice(_of_users(host), _MOST_TOLD)
    yield from _relative(host)


def _relative(host: Host) -> Iterator[str]:
    """Yield a note on each variable with a path that is there only from the folder in which a program is started."""
    variables = host.variables() if host.platform().system is not System.WINDOWS else {}
    for name in (each for each in PATH_LISTS if each in variables):
        entries = (each for each in variables[name].split(":") if each and not each.startswith("/"))
        path = next((each for each in entries if host.kind(each) in (Kind.FILE, Kind.FOLDER)), "")
        if path:
            yield f"{name} has {quote(path)}, no full path: this holds for programs that start in the same folder"


def _of_users(host: Host) -> Iterator[str]:
    """Yield a note on each user whose folders have what loaders read."""
    for home in homes(host):
        bases = (f"{home}/{base}" for base in _BASES_OF_A_USER)
        base = next((base for base in bases if _has_files(host, base)), "")
        if base:
            option = shell.line(["--env", f"HOME={home}"])
            yield f"programs of a user also read {quote(base)}, and this answer is without it ({option} includes it)"


def _has_files(host: Host, base: str) -> bool:
    """True if a folder for loaders has a manifest or settings."""
    folders = (host.list(f"{base}/{name}") for name in _FOLDERS_OF_LOADERS)
    return any(isinstance(each, Listing) and any(n.endswith(".json") for n in each.names) for each in folders)


def set_to_nothing(host: Host) -> Iterator[Answer]:
    """Yield the variables of sessions that replace a search and name nothing that is there."""
    found = list(of_sessions(host))
    names = {*(each.name for each in found), *host.variables()}
    often = Counter(each.name for each in found)
    wrong = (each for each in found if each.is_sure and often[each.name] == 1 and _names_nothing(host, each))
    for each in islice(wrong, _MOST_TOLD):
        name, at, is_driver = each.name, each.at, each.name in _NAMING_FILES
        if is_driver and names & (_NAMING_DRIVERS - {name}):
            continue  # loaders read the other one first, or too
        lost = "no driver" if is_driver else "no layer of the folders that it replaces"
        why = f"{at.path}:{at.line} sets {name}={quote(each.value)}, which is not there: "
        why += f"programs of such a session find {lost}"
        change = Change(ChangeKind.OUTSIDE, f"take line {at.line} out of {at.path}", tried=False)
        yield Answer("drivers" if is_driver else "layers", State.DOUBTFUL, why, "", at, (change,))


def _names_nothing(host: Host, setting: Setting) -> bool:
    """True if a variable that replaces a search has full paths, and none of them is there."""
    entries = [entry for entry in setting.value.split(":") if entry]
    replaces = setting.name in (*_NAMING_FILES, *_NAMING_FOLDERS) and bool(entries)
    return replaces and all(entry[0] == "/" and host.kind(entry) is Kind.MISSING for entry in entries)


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
