"""The sentences of a log's facts: of events, searches and what none found, each with its lines and its change."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from refloader.inspect.logs.besides import besides, of_signatures
from refloader.inspect.logs.card_drivers import OF_LIMITED, is_inside, limited
from refloader.inspect.logs.closed_nodes import opened_by_group
from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.log_libraries import asking_of, meaning_of
from refloader.inspect.logs.log_posted import listed_reason
from refloader.inspect.logs.log_suggestions import change_for
from refloader.inspect.logs.reading.crashes import crashed
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log, Search
from refloader.inspect.logs.reading.kinds import BAD, PLAIN, Event, EventKind
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.logs.wholes.outcome import outcome
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import file_name, number_of, quote, some

_MOST = 200
"""The most facts of one kind."""

_SHOWN = 120
"""The most characters that are quoted of a line."""

_WANTS_MORE = re.compile(r"too old for this program|OpenGL or Direct3D|older release of it")
"""Changes for a card or a driver that has less than the program needs."""

_TELLS = "update the driver"  # what a fix of its own says that holds for any card
_WITHOUT_IT = "try without it: "  # how the change for a crash in a layer begins
_WANTS_DEVICE = re.compile(r"\bdevice number\b|device of the number")
_LACKS = (EventKind.LACKED, EventKind.UNFIT, EventKind.CRASHED)

_GLANCE = 200
"""The most characters of the first part of a sentence."""

_PAUSES = tuple(re.compile(rf"{mark} (?=[\w\"/])(?![^(]*\))") for mark in (";", ":", ","))
"""Where a sentence may be parted, outside of brackets and of quotation marks, the best first."""

_HEDGED = re.compile(r"^by the text\b|\b(?:mostly|may(?! (?:not )?open\b)|usually|often)\b")
"""What a sentence has that says itself that it is no proof; who may open a node is a fact."""
_QUOTED = re.compile(r'"[^"]*"')

HEALTHY = "no line that refloader knows shows a problem of Vulkan"
HEALTHY_IN_PART = "no line of those that were read shows a problem of Vulkan"


class Certainty(StrEnum):
    """How sure a fact is: by lines of programs, or by a person's own words and what is mostly so."""

    CERTAIN = "certain"
    LIKELY = "likely"


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence, and the first and last line that prove it; 0 if no line does. ``bad`` if it is a problem.

    ``change`` is what mends it, untried; empty if the log does not show that. ``certainty`` is how sure it is.
    """

    text: str
    first: int = 0
    last: int = 0
    bad: bool = False
    change: str = ""
    certainty: Certainty = Certainty.CERTAIN

    @property
    def parts(self) -> tuple[str, str]:
        """The sentence in two parts, of which the first fits into a glance; the second is empty if it is short."""
        if len(self.text) <= _GLANCE:
            return self.text, ""
        for pause in _PAUSES:
            found = (each.start() for each in pause.finditer(self.text, _GLANCE // 4, _GLANCE))
            ends = [at for at in found if self.text.count('"', 0, at) % 2 == 0]
            if ends:
                return self.text[: ends[-1]], self.text[ends[-1] :].lstrip(":;, ")
        return self.text, ""


def without_changes(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield facts that follow from others, whose changes are the ones that help."""
    return (replace(fact, change="") for fact in facts)


def without(folders: int, files: int, use: Use) -> str:
    """Return the sentence that a search did not find a layer."""
    where = "the one folder" if folders == 1 else f"the {folders} folders"
    if not files and folders == 1:
        return f"{where} searched for {use} layers has no manifest"
    if not files:
        return f"none of {where} searched for {use} layers has its manifest"
    manifests = "the one manifest" if files == 1 else f"none of the {files} manifests"
    verb = "does not define it" if files == 1 else "defines it"
    return f"{manifests} in {where} searched for {use} layers {verb}"


def of_search(use: Use, search: Search) -> Fact:
    """Return what a search found."""
    what = "drivers" if use is Use.DRIVER else f"{use} layers"
    files = [file_name(file) for file in search.files]
    none = "no manifest" if search.is_empty or search.is_old else "no manifest, as far as the text shows"
    found = f"{number_of(len(files), 'manifest')}: {some(files, 8)}" if files else none
    places = number_of(len(search.places), "place")
    return Fact(f"a search for {what} in {places} found {found}", search.line, search.last)


def facts_of(events: Iterable[Event], start: str, known: Sequence[str], around: Around) -> Iterator[Fact]:
    """Yield a fact for each different event, with the line of the first and how often it occurs.

    ``known`` are the layers of the log.
    """
    counted: dict[tuple[EventKind, str, str, int], list[Event]] = {}
    for event in events:
        row = event.message.index if event.message else -1
        counted.setdefault((event.kind, event.subject, event.why, row), []).append(event)
    said: set[tuple[str, str]] = set()
    for (kind, subject, why, _), same in list(counted.items())[:_MOST]:
        named = asking_of(same[0]) if kind is EventKind.LINKER else subject
        text = (BAD.get(kind) or PLAIN.get(kind, "")).format(subject=_shown(kind, named), why=why)
        unit = "lines" if kind is EventKind.CRASHED else "times"  # a stack names a library in several frames
        often = f" ({len(same)} {unit})" if len(same) > 1 else ""
        text = _own_words(same[0], around) or text
        text += besides(around, _acting(same[0])) + listed_reason(same[0], around)[0]
        change = _with_switch(change_for(same[0], known, around), same[0], around)
        if same[0].message is not None and same[0].message.message.unsigned:
            cause, further = of_signatures(around)
            text, change = text + cause, change + further
        if (
            around.card is not None
            and _WANTS_MORE.search(change)
            and limited(around)
            and not (same[0].fix and _TELLS not in change)
        ):
            is_said = limited(around) in text or "in part" in text
            text += "" if is_said else f"; of the card, {quote(around.card.name)}: {limited(around)}"
            change = _with_switch(OF_LIMITED, same[0], around)
        if around.system is System.ANDROID:
            change = change.replace("update the driver", "update the device's system, which has the driver")
        if around.system is System.WINDOWS:
            change = _OF_NODES.sub("", _OF_PROTON.sub("", change))
        if around.system is System.MACOS:
            text, change = _of_processor(text), _of_processor(change)
        have, other = _already(change, around)
        if have:
            see = _SEE_LINKER if kind is EventKind.NO_LOADER else _SEE
            change = f"if the program is a 32-bit one: {other}; else {see}" if other else see
            text += f"; {have} is installed, by the text"
        untried = around.tried.untried(change)
        if change and not untried:
            text += "; what helps mostly was tried in vain, by the text"
        change = untried
        if (text, change) in said:
            continue
        said.add((text, change))
        sure = _certainty(same[0], text, around)
        yield Fact(f"{start}{text}{often}", same[0].line, same[0].line, kind in BAD, change, sure)


def _certainty(event: Event, text: str, around: Around) -> Certainty:
    """Return how sure the sentence on an event is.

    It is likely where its line or the line that shows the place is a person's own words, where the card is known by
    its name alone, or where the sentence says itself what is mostly so. Lines of programs prove what they say.
    """
    by_place = around.place is not None and around.place.says and around.place.says in text
    by_person = event.line in around.people or (by_place and around.placed in around.people)
    unproven = "; the text names " in text or _HEDGED.search(_QUOTED.sub("", text)) is not None
    return Certainty.LIKELY if by_person or unproven else Certainty.CERTAIN


_SEE = "see what the loader says of it, by the output of the program with VK_LOADER_DEBUG=error,warn,driver"
_SEE_LINKER = (
    "see whether the linker has it (ldconfig -p | grep libvulkan) and where it looks: LD_DEBUG=libs PROGRAM"
)
_COMMAND = re.compile(r"(?:apt install|dnf install|pacman -S|pkg install)(?: [a-z][\w.+:-]+)+")
_NARROW = re.compile(r":i386|\.i686|\blib32-|-32bit\b")


def _already(change: str, around: Around) -> tuple[str, str]:
    """Return what a change has somebody install that is there by the text, and the command for 32-bit programs.

    The second is empty if that has nothing to do, too. What a machine has is not in the containers on it.
    """
    if "reinstall" in change or "again" in change or not change.startswith("install") or is_inside(around):
        return "", ""
    commands = [each[0] for each in _COMMAND.finditer(change)]
    have = next((" ".join(each.split()[2:]) for each in commands if around.has(each)), "")
    other = (each for each in commands if _NARROW.search(each) and not around.has(each))
    return have, next(other, "") if have and not _NARROW.search(have) else ""


def _of_processor(text: str) -> str:
    """Return a sentence with the processor in the place of the word size, which on macOS is what differs."""
    return (
        re.sub(
            r"the (?:other|program's) word size|its own word size|this word size", "another processor", text
        )
        if ("other word size" in text)
        else re.sub(
            r"(?:of |for )?(?:the program's|its own|this) word size",
            "for the program's processor (arm64 or x86_64)",
            text,
        )
    )


def _acting(event: Event) -> EventKind:
    """Return the kind of an event; a message that follows where no device is counts as that."""
    return EventKind.NO_DEVICE if event.message and event.message.message.deviceless else event.kind


def _own_words(event: Event, around: Around) -> str:
    """Return the sentence of an event that another table has; empty if none has it."""
    if event.message is not None:
        return event.message.says
    if event.kind is EventKind.LINKER:
        refused = _shown(event.kind, asking_of(event))
        meaning = meaning_of(event, bare=event.subject in around.bare)
        return f"the dynamic linker refused {refused}: {event.why}{meaning}"
    if event.is_withheld:
        kept = f"the system keeps {quote(event.subject)} from the program ({event.why})"
        return f"{kept}: mostly its container or unit of systemd was not given it, and no group changes that"
    if group := opened_by_group(event, around) if event.kind is EventKind.CLOSED else "":
        return (
            f"the program may not open {quote(event.subject)} ({event.why}), and the user is in its group {group}: "
            "something else keeps it from the program"
        )
    if event.kind is EventKind.CLOSED and event.why.startswith("No such"):
        return f"the driver could not open {quote(event.subject)}, which is not there ({event.why})"
    if event.kind is EventKind.CLOSED and event.why.startswith("VK_ERROR"):
        return (
            f"the driver could not open {quote(event.subject)}, and gives no device for that ({event.why}): it is "
            "not there, or the program may not open it"
        )
    if event.kind is EventKind.UNFIT and not (event.subject and event.why):
        named, lacking = f" {event.subject}" if event.subject else "", f": {event.why}" if event.why else ""
        return f"the device{named} has not what the program needs{lacking}"
    layer = around.inserted.get(event.subject, "")
    return crashed(event.subject, layer) if event.kind is EventKind.CRASHED else ""


def _shown(kind: EventKind, subject: str) -> str:
    return quote(subject) if "/" in subject or "\\" in subject or kind is EventKind.DEVICE else subject


_CHOOSING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT")
"""Variables that leave the drivers out which they do not name."""

_SOFTWARE = re.compile(
    r"(?:^|[/\\*~])(?:lvp|lavapipe|llvmpipe|(?:lib)?vk_swiftshader|swiftshader)", re.IGNORECASE
)
"""In the path of a driver's manifest or a pattern: it is of a driver for the processor."""
_BETWEEN = re.compile(r"[;,]|(?<!^[A-Za-z])(?<!;[A-Za-z]):")
"""Between such paths; not behind the letter of a disk."""


def _processor_alone(log: Log) -> str:
    """Return that the processor is the only device of a text, which somebody may want so; else nothing."""
    names = list(log.devices)
    if not names or not all(PROCESSOR.search(name) for name in names):
        return ""
    chosen = next((each for each in _CHOOSING if log.variables.get(each)), "")
    is_undone = any(run.command.startswith("unset ") and chosen in run.command for run in log.runs)
    parts = [each for each in _BETWEEN.split(log.variables.get(chosen, "")) if each]
    if parts and all(map(_SOFTWARE.search, parts)) and not is_undone:
        of_windows = system_of(log) is System.WINDOWS
        undo = "delete it from the user's variables" if of_windows else f"unset {chosen}"
        return (
            f"; the only device is {names[0]}, the processor: {chosen}={quote(log.variables[chosen])} leaves other "
            f"drivers out (if that is not wanted: {undo})"
        )
    return (
        f"; the only device is {names[0]}, the processor: if there is a graphics card, its driver gives none"
    )


def ending(log: Log) -> Fact:
    """Return what a text without a known problem shows of its end."""
    ended = outcome(log)
    if log.trouble is not None and not (ended.works and ended.reached_line > log.trouble[0]):
        line, text = log.trouble
        text = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        return Fact(f"something failed, and refloader does not know why: {quote(text)}", line, line, bad=True)
    healthy = HEALTHY_IN_PART if log.unread[1] else HEALTHY
    if not ended.works:
        return Fact(f"{healthy}{_processor_alone(log)}")
    return Fact(f"{healthy}, and a program of the text works", ended.reached_line, ended.reached_line)


# ---- switches of the program itself


def _with_switch(change: str, event: Event, around: Around) -> str:
    """Return a change with the switch of the program that the text shows, where such a one helps."""
    program = around.program
    if program is None or not change:
        return change
    says = event.message.says if event.message is not None else event.why
    if _WANTS_DEVICE.search(says):
        return _with_addition(change, program.device, f"{program.name} takes another device by")
    if event.kind is EventKind.CRASHED and change.startswith(_WITHOUT_IT):
        return change  # what crashed can be kept off alone
    if event.kind is EventKind.LACKED and (event.why != "no device" or "video" in event.subject):
        return change
    if event.kind in _LACKS or _WANTS_MORE.search(change):
        if program.name == "DXVK" and around.system is System.WINDOWS:
            return _with_addition(
                change, _WITHOUT_DXVK, f"without {program.name} it draws by Direct3D itself:"
            )
        return _with_addition(change, program.without, f"{program.name} does without Vulkan by")
    return change


_WITHOUT_DXVK = "remove its d3d8, d3d9, d3d10core, d3d11 and dxgi.dll from the program's folder"
_OF_NODES = re.compile(r",? and whether the user may open /dev/dri \(ls -l /dev/dri; id\)")
_OF_PROTON = re.compile(r"(?:, as in Proton 7)?[;,] PROTON_USE_WINED3D=1|, as in Proton 7(?=[);,])")
"""What changes say of Proton, which is for Linux."""


def _with_addition(change: str, switch: str, how: str) -> str:
    """Return a change with a switch, unless there is none or the change has it."""
    first = switch.partition(" ")[0]
    key = switch if first.isalpha() else first  # a variable or an option says enough
    return change if not switch or key in change else f"{change}; {how} {switch}"
