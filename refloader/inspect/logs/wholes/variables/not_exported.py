"""Variables that a shell of a text keeps to itself: set there, and not exported to the programs that it starts."""

import re
from collections.abc import Iterator, Sequence

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.text import quote

_ASSIGNED = re.compile(
    r"(?P<name>VK_[A-Z_]{4,40}|MANGOHUD|ENABLE_VKBASALT|OBS_VKCAPTURE)=(?P<value>[^\s;&|]{0,500}[^\s;&|\\])"
)
_OF_SHELL = re.compile(
    r"(?:ls|cd|cat|echo|pwd|env|printenv|set|export|unset|source|\.|alias|which|type|file|id|sudo|doas|history|clear"
    r"|git|make|ninja|cmake|meson|gcc|g\+\+|cargo|pip3?|apt|apt-get|dnf|pacman|grep|find|mkdir|cp|mv|ln|rm|chmod|vim?"
    r"|nano|uname|lspci|ldd|systemctl|dbus-\S*|tmux|screen)(?:\s|$)"
)
"""Commands that are no programs with Vulkan, or that may have other variables than the shell."""

_EXPORTS = re.compile(
    r"(?:^|[;&] ?)(?:export|declare -\w*x|typeset -\w*x|readonly -x|set -\w*x|setenv|set -a|set -o allexport)\b"
)
_LISTS = re.compile(r"(?:env|printenv|export)\b(?!.*=)")
_SOUGHT = re.compile(
    r"(?:env|printenv) ?\| ?e?grep ['\"]?\^?(?P<start>[A-Z_]{2,40})['\"]?$|printenv (?P<name>[A-Z_]{2,40})$"
)
_HOST = re.compile(r"[\w.-]{1,40}@[\w.-]{1,64}")
_SETS = re.compile(r"(?:[A-Za-z_]\w*=\S*\s+)+")
_WORD = re.compile(r"[A-Z_]{3,60}")


def not_exported(log: Log) -> Iterator[Event]:
    """Yield that a command sets a variable in a shell alone, which starts a program afterwards without it.

    It may have been exported before the text begins, so that this is a remark. Nothing is said if the text exports
    the variable anywhere or a command shows it, if a loader has read it, and of shells that are not one.
    """
    exported = [run.command for run in log.runs if _EXPORTS.search(run.command)]
    marked = {word for command in exported for word in _WORD.findall(command)}
    if any(" -a" in each or "allexport" in each for each in exported) or log.inserted:
        return
    if Sign.WINDOWS in log.signs:
        return
    searched = {place for search in log.searches for place in search.places}
    for index, run in enumerate(log.runs):
        found = _ASSIGNED.fullmatch(run.command)
        if found is None or found["name"] in marked or found["name"] in log.variable_files:
            continue
        after = [each for each in log.runs[index + 1 :] if _is_same_shell(each.place, run.place)]
        later = [each for each in after if not _OF_SHELL.match(each.command)]
        program = next((each for each in later if not _ASSIGNED.fullmatch(each.command)), None)
        other_use = re.compile(rf"(?<![${{]){found['name']}\b")
        if program is None or any(found["name"] in each.command for each in later):
            continue
        if any(other_use.search(each.command) for each in after if not _SOUGHT.match(each.command)):
            continue
        if any(_LISTS.match(each.command) and each.output and not each.is_silent for each in after):
            continue
        if not searched.isdisjoint(found["value"].split(":")):
            continue
        words = _SETS.sub("", program.command, count=1).split()
        absent = next((each.command for each in after if _shows_that_not(each, found["name"], log.runs)), "")
        why = (
            f"{found['name']} is set in the shell and not exported: programs that it starts, "
            f"{words[0] if words else 'any'} too, do not get it, "
        ) + (f"as {quote(absent)} prints nothing" if absent else "unless it was exported before")
        kind = EventKind.CONCLUDED if absent else EventKind.NOTED
        yield Event(kind, run.line, found["name"], why, fix=f"export {run.command}")
        return


def _shows_that_not(run: Run, name: str, runs: Sequence[Run]) -> bool:
    """Return whether a command that prints a variable of the environment, if it is there, prints nothing."""
    sought = _SOUGHT.match(run.command)
    if sought is None or not (run.is_silent or (not run.output and runs[-1] is not run)):
        return False
    return name.startswith(sought["start"]) if sought["start"] else name == sought["name"]


def _is_same_shell(place: str, other: str) -> bool:
    """Return whether two prompts name no different users or machines."""
    mine, theirs = _HOST.search(place), _HOST.search(other)
    return (mine and mine[0]) == (theirs and theirs[0])
