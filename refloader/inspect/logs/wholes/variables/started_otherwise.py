"""Variables that a program lacks because of how it is started: by sudo, by a unit of systemd, by cron.

A shell of a desktop has them, so that the same program works there. Which variables a program has is seen from
what its loader searches, or from the command in the text: nothing is said of a program of which neither is there.
"""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.place import Use

_OF_LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
_ABSENT = (EventKind.NOT_PRESENT, EventKind.NOT_LISTED, EventKind.NOT_FOUND)
_BY_SUDO = re.compile(r"(?P<by>sudo|doas) (?P<program>(?![-\w]*=|-)\S.*)")
_TOOL = re.compile(
    r"(?:/usr)?(?:/s?bin/)?(?:apt|apt-get|aptitude|dpkg|dnf|yum|rpm|pacman|zypper|snap|flatpak|docker|podman|make|cmake"
    r"|ninja|env|su|bash|sh|ldconfig|systemctl|service|modprobe|cp|mv|ln|rm|mkdir|install|tee|chmod|chown|mount|nano|vim?"
    r"|sed|cat|ls|tar|unzip|usermod|gpasswd|update-[\w-]+|dmesg|journalctl|reboot)(?![\w.-])"
    r"|\S*(?:install|setup|configure|bootstrap|update)\S*"
)
"""Programs that start no loader, by their usual names: what is missed after them is another program's."""


def started_otherwise(log: Log) -> Iterator[Event]:
    """Yield the variables that programs of a text lack as they are started."""
    yield from _lost_to_sudo(log)
    yield from _of_roots_home(log)
    yield from _without_home(log)


def _missed_in(run: Run, log: Log) -> list[Event]:
    """Return what a run misses of layers."""
    end = min((other.line for other in log.runs if other.line > run.line), default=log.lines + 1)
    return [event for event in log.events if event.kind in _ABSENT and run.line <= event.line < end]


def _lost_to_sudo(log: Log) -> Iterator[Event]:
    """Yield that sudo drops the variable which names the folder of a layer, if the program then misses a layer.

    Nothing is said where the same variable fails without sudo, or where a search shows that the folder is searched.
    """
    searched = {place.rstrip("/") for search in log.searches for place in search.places}
    for run in log.runs:
        found = _BY_SUDO.fullmatch(run.command)
        mine = _missed_in(run, log) if found is not None else []
        if found is None or not mine or _TOOL.match(found["program"]):
            continue
        name = next((each for each in _OF_LAYERS if run.variables.get(each)), "")
        folders = [each.rstrip("/") for each in run.variables.get(name, "").split(":")]
        plain = [other for other in log.runs if not other.is_root and name in other.variables]
        if not name or not searched.isdisjoint(folders) or any(_missed_in(other, log) for other in plain):
            continue
        program, by = shell.first_command(found["program"]) or "PROGRAM", found["by"]
        why = f"{by} does not pass {name} on: {program} does not search the folder that it names for layers"
        fix = f'{by} env {name}="${name}" {program} (root has to be able to read what it names)'
        unnamed = frozenset(each for each in mine if each.kind is not EventKind.NOT_FOUND)
        log.events[:] = [each for each in log.events if each not in unnamed]
        yield Event(EventKind.CONCLUDED, run.line, name, why, fix=fix)
        return


_IN_HOME = re.compile(
    r"(?:~|/home/[\w.-]{1,40})/\.(?:local/share|config)/vulkan/(?P<kind>\w{2}plicit_layer)\.d/?$"
)
_WITH_SUDO = re.compile(
    r"(?:sudo|doas) (?:env )?(?P<set>(?:[A-Z_]\w*=\S* )*)(?P<program>(?:\.{0,2}|~)/\S+|vk\w+)(?: .*)?"
)


def _of_roots_home(log: Log) -> Iterator[Event]:
    """Yield that a program under sudo has root's home, if it misses a layer and the text lists one in a user's home.

    Nothing is said where the same program misses it without sudo, too, or is given a home.
    """
    folder = next((each for each in log.listings.folders if _IN_HOME.match(each)), "")
    files = (
        [each for each in log.listings.holds(folder.rstrip("/")) if each.endswith(".json")] if folder else []
    )
    searched = any("/home/" in place for search in log.searches for place in search.places)
    for run in log.runs if files and not searched else ():
        found = _WITH_SUDO.fullmatch(run.command)
        if found is None or "HOME=" in found["set"] or not _missed_in(run, log):
            continue
        program = found["program"]
        plain = [each for each in log.runs if not each.is_root and program in each.command]
        if not plain or any(_missed_in(each, log) for each in plain):
            continue
        kind = _IN_HOME.match(folder)
        why = f"started by sudo, the program has root's home, and does not search {folder}, where {files[0]} lies"
        fix = (
            f"copy the manifest to /etc/vulkan/{kind['kind'] if kind is not None else 'explicit_layer'}.d, which is "
            f'searched for each user, or start it with the home: sudo env HOME="$HOME" {found["set"]}{program}'
        )
        yield Event(EventKind.CONCLUDED, run.line, folder, why, fix=fix)
        return


_OF_USER = re.compile(r"/\.(?:local/share|config)/vulkan/(?P<kind>icd|implicit_layer|explicit_layer)\.d$")
_KINDS = {Use.DRIVER: "icd", Use.IMPLICIT: "implicit_layer", Use.EXPLICIT: "explicit_layer"}
_OF_NO_USER = re.compile(r"/(?:etc|usr/etc|usr/share|usr/local|var/lib|opt|run|snap|nix)/")
"""How the folders begin that loaders search for each user. Others may be one user's, wherever his home is."""


def _without_home(log: Log) -> Iterator[Event]:
    """Yield that a loader searched no folder of a user, where the text has a manifest in one.

    A program with elevated privileges does the same, so that nothing is said of one.
    """
    named = _OF_USER.search(log.signs.get(Sign.USERS_FOLDER, ""))
    elevated = {Sign.CAPABILITIES, Sign.SETUID, Sign.WINDOWS, Sign.FLATPAK, Sign.CONTAINER}
    if named is None or not elevated.isdisjoint(log.signs):
        return
    if any(event.kind is EventKind.ELEVATED for event in log.events):
        return
    kind = named["kind"]
    mine = [search for search in log.searches if search.use is not None and _KINDS.get(search.use) == kind]
    if not mine or any(f"/etc/vulkan/{kind}.d" not in search.places for search in mine):
        return  # a variable replaces the usual folders
    if any(_OF_NO_USER.match(place) is None for search in log.searches for place in search.places):
        return
    folder = log.signs[Sign.USERS_FOLDER]
    why = (
        f"the loader searched no folder of a user, so that {folder} is not read: the program has no HOME, as in a "
        "unit of systemd without User=, or it has elevated privileges"
    )
    fix = (
        "give it the user's home (in a unit: User=NAME, or Environment=HOME=/home/NAME), or put the manifest into "
        f"/etc/vulkan/{kind}.d"
    )
    yield Event(EventKind.CONCLUDED, mine[-1].line, folder, why, fix=fix)
