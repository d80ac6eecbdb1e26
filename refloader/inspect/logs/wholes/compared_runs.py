"""What two runs of one text show together: as root and as a user, with a layer or a variable and without."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from refloader.host import shell
from refloader.host.globs import fits_glob
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of, typical
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import quote, some

_FILTER = "VK_LOADER_LAYERS_DISABLE"
_ALL = ("~implicit~", "~all~", "*")
SWITCHING = {
    "VK_LAYER_AMD_switchable_graphics": "DISABLE_LAYER_AMD_SWITCHABLE_GRAPHICS_1=1",
    "VK_LAYER_NV_optimus": "DISABLE_LAYER_NV_OPTIMUS_1=1",
}
"""The layers by which drivers choose a card, and what switches them off."""

_STEERING = (
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
)
_OF_DRIVERS = tuple(each for each in _STEERING if "LAYER" not in each)
_SOFTWARE = re.compile(r"lvp|llvmpipe|lavapipe|swiftshader", re.IGNORECASE)
_A_NAME = re.compile(r"VK_LAYER_\w{1,200}", re.ASCII)
_EXPLICIT = ("VK_LAYER_KHRONOS_", "VK_LAYER_LUNARG_")
_MOST_RUNS, _MOST_NAMES = 8, 200
"""The most runs of which it is said which layer hides a device, and the most names and patterns compared for that."""


def compared(log: Log) -> Iterator[Event]:
    """Yield what the runs of a text show together."""
    yield from _hidden_by_layer(log)
    yield from _for_root_alone(log)
    yield from _of_session_alone(log)
    yield from _dropped_by_sudo(log)
    yield from _drivers_dropped_by_sudo(log)
    yield from _layers_dropped_by_sudo(log)
    yield from _ignored(log)
    yield from _of_conda(log)


def devices_of_users(log: Log) -> list[Event]:
    """Return the devices of a text without those that root alone got, if users got others."""
    devices = [event for event in log.events if event.kind is EventKind.DEVICE]
    lines = [run.line for run in log.runs]
    users = [event for event in devices if not _is_of_root(log, bisect_right(lines, event.line) - 1)]
    return users or devices


def _is_of_root(log: Log, index: int) -> bool:
    return index >= 0 and log.runs[index].is_root


def _hidden_by_layer(log: Log) -> Iterator[Event]:
    """Yield that a device is there only if layers are off."""
    runs = [run for run in log.runs if run.devices]
    plain = {name for run in runs if not run.variables.get(_FILTER) for name in run.devices}
    filtered = [run for run in runs if run.variables.get(_FILTER)]
    showing = [run for run in filtered if not plain.issuperset(run.devices)] if plain else []
    without = dict.fromkeys(
        each for run in filtered if plain.issuperset(run.devices) for each in _patterns(run)
    )
    named = [name for name in log.available if _A_NAME.fullmatch(name)]
    for run in showing[:_MOST_RUNS]:
        more = sorted(set(run.devices) - plain)
        off = _patterns(run)
        is_much = max(len(named), len(off), len(without)) > _MOST_NAMES
        names = [name for name in named if not name.startswith(_EXPLICIT) or name in off]
        names = [] if is_much else names  # which of so many it is would take long to find out
        left = [each for each in names if _matches(each, off) and not _matches(each, without)]
        known = next((each for each in left if each in SWITCHING), left[0] if len(left) == 1 else "")
        who = known or "a layer"
        why = (
            f"{who} hides {some([quote(each) for each in more])}: it is a device only with "
            f"{_FILTER}={run.variables[_FILTER]}"
        )
        yield Event(EventKind.CONCLUDED, run.line, known, why, fix=_fix_of_hiding(known, left, log))


def _patterns(run: Run) -> list[str]:
    return [each.strip() for each in re.split("[,;:]", run.variables.get(_FILTER, "")) if each.strip()]


def _matches(name: str, patterns: Iterable[str]) -> bool:
    """True if a filter leaves a layer out: whole names, ``*`` and the words for all."""
    small = name.lower()
    return any(each in _ALL or fits_glob(small, each.lower()) for each in patterns)


def _fix_of_hiding(known: str, left: list[str], log: Log) -> str:
    if known:
        switch = SWITCHING.get(known, f"{_FILTER}={known}")
        how = f"setx {switch.replace('=', ' ')}" if system_of(log) is System.WINDOWS else f"export {switch}"
        return f"switch that layer off: {how} (or {_FILTER}={known}), and update what it belongs to"
    among = f" ({some(left, 6)})" if left else ""
    return (
        f"try the layers one by one{among}: {_FILTER} with one name; then update or remove the one that it is"
    )


def _for_root_alone(log: Log) -> Iterator[Event]:
    """Yield that root gets a graphics card that a user of the same text does not get."""
    runs = [run for run in log.runs if run.devices]
    of_root = {name for run in runs if run.is_root for name in run.devices if not PROCESSOR.search(name)}
    users = [run for run in runs if not run.is_root]
    got = {name for run in users for name in run.devices}
    if not of_root or not users or any(not PROCESSOR.search(name) for name in got):
        return
    node, group, user = _node(log), _group(log), user_of(log)
    fix = change_of_group(shell.line([group or "render"]), user, unit=Sign.UNIT_USER in log.signs)
    more = f": only the group {group} may open {node}"
    if not group:
        more = ", who may not be allowed to open the card's node in /dev/dri"
        fix = f"see whether that is so (ls -l /dev/dri; id), and then: {fix}"
    why = (
        f"root gets {some([quote(each) for each in sorted(of_root)])}, and the user only the processor{more}"
    )
    yield Event(EventKind.CONCLUDED, users[0].line, "", why, fix=fix)


_WITHOUT = (EventKind.NO_DEVICE, EventKind.EFFECT)
_CHOOSING = frozenset(
    {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT", "LIBGL_ALWAYS_SOFTWARE"}
)


def _of_session_alone(log: Log) -> Iterator[Event]:
    """Yield that a user is not in the group of a card's node, where a program is started outside of a session.

    At the screen the session lets the user open the node, whatever the groups, so that nothing is said of programs
    there.
    """
    groups = log.signs.get(Sign.GROUPS, "")
    nodes = (each for path, each in log.listings.files.items() if path.startswith("/dev/dri/renderD"))
    node = next((each for each in nodes if each.mode and each.mode[6] != "r" and each.group.isalpha()), None)
    devices = [event.subject for event in log.events if event.kind is EventKind.DEVICE]
    lacks = any(event.kind in _WITHOUT for event in log.events) or bool(devices)
    if not groups or node is None or not log.starts.unattended or not lacks or Sign.NODE in log.signs:
        return
    if not _CHOOSING.isdisjoint(log.variables) or any(
        not _CHOOSING.isdisjoint(run.variables) for run in log.runs
    ):
        return
    if f"({node.group})" in groups or not all(map(PROCESSOR.search, devices)):
        return
    user = log.signs.get(Sign.USER, "") or "the user"
    why = (
        f"{user} is not in the group {node.group}, which may open {node.path}: the session at the screen lets it, "
        "and programs of cron, of units and over SSH do not get the card"
    )
    fix = change_of_group(shell.line([node.group]), user_of(log), unit=Sign.UNIT_USER in log.signs)
    yield Event(EventKind.CONCLUDED, node.line, node.path, why, fix=fix)


def _dropped_by_sudo(log: Log) -> Iterator[Event]:
    """Yield that a program under sudo lists no card, for want of variables that sudo does not pass on.

    Nothing is said of a command with options of sudo, which may pass them on.
    """
    processors = [run for run in log.runs if run.devices and all(map(PROCESSOR.search, run.devices))]
    for run in processors:
        first, _, command = run.command.partition(" ")
        if first not in ("sudo", "doas") or command.startswith("-"):
            continue
        values = {name: run.variables.get(name, "") for name in _OF_DRIVERS if f"{name}=" not in command}
        lost = [name for name, value in values.items() if value and not _SOFTWARE.search(value)]
        in_vain = any(
            not each.is_root and each.variables.get(name) == values[name]
            for each in processors
            for name in lost
        )
        if not lost or in_vain:
            continue
        why = f"{first} does not pass {some(lost)} on: {quote(command)} runs without"
        given = shell.line([f"{each}={values[each]}" for each in lost])
        fix = f"start it without {first}, or: {first} env {given} {shell.first_command(command) or 'PROGRAM'}"
        yield Event(EventKind.CONCLUDED, run.line, lost[0], why, fix=fix)
        return


def _drivers_dropped_by_sudo(log: Log) -> Iterator[Event]:
    """Yield that a program under sudo finds no driver, where a user's run lists a card by a variable's driver.

    Nothing is said of other commands (sudo docker run, sudo apt install), and of a driver that root finds as well.
    """
    failed = [event.line for event in log.events if event.kind is EventKind.NO_DRIVER]
    if not failed or not any(run.devices for run in log.runs if not run.is_root):
        return
    for run, after in zip(log.runs, (*log.runs[1:], None), strict=True):
        first, _, command = run.command.partition(" ")
        end = after.line if after is not None else log.lines + 1
        if first not in ("sudo", "doas") or not _A_PROGRAM.match(command) or run.devices:
            continue
        if _A_TOOL.match(command) or not any(run.line < line < end for line in failed):
            continue
        later = " ".join(each.command for each in log.runs if each.line > run.line)
        lines = {each: log.variable_lines.get(each, 0) for each in _OF_DRIVERS}
        set_before = [each for each, line in lines.items() if line and f"{each}=" not in later]
        values = {name: log.variables.get(name, "") for name in set_before if f"{name}=" not in command}
        name = next((each for each, value in values.items() if _OF_A_USER.match(value)), "")
        if name:
            program = shell.first_command(command) or "PROGRAM"
            why = f"{first} does not pass {name} on: {quote(program)} runs without the driver that it names"
            fix = f"start it without {first}, or: {first} env {shell.line([f'{name}={values[name]}'])} {program}"
            yield Event(EventKind.CONCLUDED, run.line, name, why, fix=fix)
            return


_ASKING = ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE")
_A_PROGRAM = re.compile(r"(?:\.{0,2}|~)/\S|vk(?:cube|cubepp|mark|gears)\b|vulkaninfo\b")
_OF_A_USER = re.compile(r"/(?!(?:usr/(?:local/)?(?:share|etc)|etc|usr/lib/[\w-]{1,40}/GL)/vulkan/)")
"""A path in no folder that a loader searches for each user."""

_A_TOOL = re.compile(
    r"(?:\S{0,300}/)?[^\s/]{0,80}(?:install|setup|configure|build|mount|update|\.(?:run|deb|rpm|sh)\b)[^\s/]*(?:\s|$)",
    re.IGNORECASE,
)
_MISSED = re.compile(r"\b(?:no|not|nothing|none|without|missing|never)\b|n['’]t\b", re.IGNORECASE)
"""What somebody writes below a command that did not do what was meant."""


def _layers_dropped_by_sudo(log: Log) -> Iterator[Event]:
    """Yield that a program under sudo gets no layer, where a variable asks for one and somebody misses something.

    Nothing is said where a log follows, or of what looks like the installation of something.
    """
    if log.events or log.searches:
        return
    for run in log.runs:
        first, _, command = run.command.partition(" ")
        if first not in ("sudo", "doas") or not _A_PROGRAM.match(command) or _A_TOOL.match(command):
            continue
        if not _MISSED.search(run.output):
            continue
        name = next((each for each in _ASKING if run.variables.get(each) and f"{each}=" not in command), "")
        if name:
            why = f"{first} does not pass {name} on: {quote(command)} runs without"
            given = shell.line([f"{name}={run.variables[name]}"])
            fix = f"start it without {first}, or: {first} env {given} {shell.first_command(command) or 'PROGRAM'}"
            yield Event(EventKind.CONCLUDED, run.line, name, why, fix=fix)
            return


def _node(log: Log) -> str:
    node = log.signs.get(Sign.NODE, "renderD128").split()[-1]
    return f"/dev/dri/{node.rpartition('/')[2]}"


def _group(log: Log) -> str:
    """Return the group of the node, if the text shows it and does not show the user in it."""
    words = log.signs.get(Sign.NODE, "").split()
    return words[0] if words and f"({words[0]})" not in log.signs.get(Sign.GROUPS, "") else ""


def user_of(log: Log) -> str:
    """Return the user whose program gets no card; empty if unknown.

    That of a systemd unit, else that of ``sudo -u``, else that of ``id``.
    """
    return next(
        (log.signs[each] for each in (Sign.UNIT_USER, Sign.AS_USER, Sign.USER) if each in log.signs), ""
    )


def change_of_group(group: str, user: str, *, unit: bool, bsd: bool = False) -> str:
    """Return how a user gets into a group, a word of a shell, and what has to be started again."""
    who = shell.line([user]) if user else '"$USER"'
    if bsd:
        return f"sudo pw groupmod {group} -m {who}, and log in again"
    again = "restart its service" if unit else "log in again"
    return f"sudo usermod -aG {group} {who}, and {again}"


def _ignored(log: Log) -> Iterator[Event]:
    """Yield that a program with privileges searched without what a variable of the text names."""
    program = log.signs.get(Sign.CAPABILITIES, "") or log.signs.get(Sign.SETUID, "")
    name = next((each for each in _STEERING if log.variables.get(each)), "")
    if not program or not name or any(event.kind is EventKind.ELEVATED for event in log.events):
        return
    if not any(program.rpartition("/")[2] in run.command for run in log.runs):
        return  # lists of such programs have others too
    use = Use.EXPLICIT if "LAYER" in name else Use.DRIVER
    search = typical(log.searches, use)
    value = log.variables[name]
    if search is None or any(each and each.rstrip("/") in search.places for each in re.split("[:;]", value)):
        return
    what = "file capabilities" if Sign.CAPABILITIES in log.signs else "the set-user-ID bit"
    folder = "/etc/vulkan/icd.d" if use is Use.DRIVER else "/etc/vulkan/explicit_layer.d"
    why = (
        f"{name} is ignored, as {program} has elevated privileges ({what}): the loader then reads neither such "
        "variables nor the folders of the user"
    )
    take = (
        f"sudo setcap -r {shell.operand(program)}"
        if Sign.CAPABILITIES in log.signs
        else f"sudo chmod u-s {shell.operand(program)}"
    )
    fix = (
        f"{take} (an update of its package may set it again), or put the manifest into {folder}, "
        f"which is searched all the same"
    )
    yield Event(EventKind.CONCLUDED, search.line, program, why, fix=fix)


_OF_SYSTEM = re.compile(r"(?:^|[\s;&|])/usr/(?:local/)?bin/(?P<program>\w[\w.-]{0,60})")
_IN_CONDA = re.compile(r"/(?:mini(?:conda|forge)|anaconda|mambaforge|micromamba|conda)\d?/.{0,200}/bin/")


def _of_conda(log: Log) -> Iterator[Event]:
    """Yield that a program of conda finds no driver, and the system's of the same name has the card."""
    if Sign.CONDA not in log.signs or all(event.kind is not EventKind.NO_DRIVER for event in log.events):
        return
    own = any(_IN_CONDA.search(each) for run in log.runs for each in (run.command, run.output))
    for run in log.runs if own else ():
        found = _OF_SYSTEM.search(run.command)
        cards = [name for name in run.devices if not PROCESSOR.search(name)]
        if found is None or not cards:
            continue
        program = found["program"]
        why = (
            f"{program} of the conda environment finds no driver, and {found[0].strip()} has {quote(cards[0])}: "
            "conda's loader does not search the system's folders for the manifests of drivers"
        )
        fix = (
            'have it search them: export XDG_DATA_DIRS="${XDG_DATA_DIRS:-/usr/local/share:/usr/share}" and '
            "VK_ADD_DRIVER_FILES with the manifest of the card (ls /usr/share/vulkan/icd.d /etc/vulkan/icd.d), or "
            "run the program with the system's loader, outside of conda (conda deactivate)"
        )
        yield Event(EventKind.CONCLUDED, run.line, program, why, fix=fix)
        return
