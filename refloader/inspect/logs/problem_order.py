"""The order of a text's problems: causes come before what follows from them."""

from collections.abc import Iterable

from refloader.inspect.logs.log_context import EFFECTS, Around
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.whatif.lists import stem_of
from refloader.model.system import System

_VALIDATION = "VK_LAYER_KHRONOS_validation"
_CAUSES = frozenset(
    {
        EventKind.CONCLUDED,
        EventKind.PASTED,
        EventKind.FILE_FOR_FOLDER,
        EventKind.SEPARATOR,
        EventKind.OLDER_LOADER,
        EventKind.OTHER_PROCESSOR,
        EventKind.NOMODESET,
        EventKind.DENIED,
        EventKind.MISMATCH,
        EventKind.OTHER_VERSION,
        EventKind.NO_MODULE,
        EventKind.FIRMWARE,
    }
)
"""What needs no other problem to come about."""


def ranked_problems(problems: Iterable[Event], around: Around) -> list[tuple[int, Event]]:
    """Return the problems with their weights, in the order in which an answer has them.

    Of those of one weight, what only says that a step failed comes after what says why.
    """
    found = list(problems)
    lesser = _of_layers(found) if any(event.kind is EventKind.NO_DRIVER for event in found) else frozenset()
    weighed = [(3 if event.line in lesser else _weight(event, around), event) for event in found]
    return sorted(weighed, key=lambda each: (each[0], _says_no_cause(each[1])))


_NEAR = 3
"""How many lines after the reason of the dynamic linker the failure of a layer stands at most."""


def _of_layers(problems: list[Event]) -> frozenset[int]:
    """Return the lines on libraries of layers that could not be loaded: no driver is missing for that."""
    failed = {event.line for event in problems if event.kind is EventKind.FAILED}
    refused = {event.line for event in problems if event.kind is EventKind.LINKER}
    before = {line - back for line in failed for back in range(1, _NEAR + 1)}
    return frozenset(failed | (refused & before))


def _says_no_cause(event: Event) -> bool:
    return event.message is not None and event.message.message.general


def _weight(event: Event, around: Around) -> int:
    """Return the place of a problem: causes come before what follows from them."""
    if event.kind is EventKind.NOT_FOUND and event.subject == _VALIDATION and len(around.missing) > 1:
        return 2  # programs say so after the name of what they asked for
    is_validation = event.kind is EventKind.NOT_FOUND and "KHRONOS_validation" in event.subject
    if is_validation and around.deviceless and around.system is not System.ANDROID:
        return 4  # programs do without it
    if event.kind is EventKind.NOT_FOUND and any(_is_of(event.subject, path) for path in around.refused):
        return 2
    if event.kind is EventKind.LACKED and event.why != "no device" and around.refused:
        return 2  # a driver that was refused offers none
    if event.kind is EventKind.LACKED and around.only_processor:
        return 3  # it lacks what cards have
    if event.kind is EventKind.CLOSED and around.has_cause and Sign.NO_NODE in around.signs:
        return 2  # why there is no node is worth more
    if event.kind is EventKind.NO_LOADER and any("libvulkan" in each for each in around.refused):
        return 2  # why it was refused is worth more
    if event.kind is EventKind.NOT_LISTED and around.missing:
        return 2  # the name that a program says is worth more than a number
    if event.kind is EventKind.ELSEWHERE and event.message is not None and event.message.message.ends:
        return 3  # what a program says after it follows from it
    if event.kind in (EventKind.ELSEWHERE, EventKind.ERROR):
        return 4
    if event.kind is EventKind.NO_DRI3:
        return 2  # it concerns windows alone
    if event.kind is EventKind.NO_MODULE and around.has_cause:
        return 2
    if event.kind is EventKind.DRIVER_FAILED and around.refused:
        return 2  # why it was refused is worth more
    if around.meets_loader and (event.kind is EventKind.NO_LOADER or _seeks_loader(event)):
        return 3  # a loader has answered
    if event.kind is EventKind.REFUSING and event.subject.rpartition("/")[2] in around.needing.values():
        return 2  # which library it lacks is worth more
    if event.kind is EventKind.BAD_FILE and "nvidia" in event.subject and around.is_given_no_graphics:
        return 3
    if event.kind is EventKind.EFFECT:
        return 3
    return 2 if event.kind in EFFECTS else 0 if event.kind in _CAUSES else 1


def _is_of(name: str, library: str) -> bool:
    """True if a library is called like a layer."""
    stem = stem_of(library)
    return len(stem) > 1 and stem in name.lower()


def _seeks_loader(event: Event) -> bool:
    """True if a program says that it finds no loader."""
    return event.message is not None and event.message.message.installs == "libvulkan.so.1"
