"""What a program's own switches add to a change: to draw without Vulkan, or to take another device."""

import re

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.reading.kinds import Event, EventKind

_WANTS_MORE = re.compile(r"too old for this program|OpenGL or Direct3D|older release of it")
"""Changes for a card or a driver that has less than the program needs."""

_WANTS_DEVICE = re.compile(r"\bdevice number\b|device of the number")
_LACKS = (EventKind.LACKED, EventKind.UNFIT, EventKind.CRASHED)


def with_switch(change: str, event: Event, around: Around) -> str:
    """Return a change with the switch of the program that the text shows, where such a one helps."""
    program = around.program
    if program is None or not change:
        return change
    says = event.message.says if event.message is not None else event.why
    if _WANTS_DEVICE.search(says):
        return _added(change, program.device, f"{program.name} takes another device by")
    if event.kind is EventKind.LACKED and (event.why != "no device" or "video" in event.subject):
        return change
    if event.kind in _LACKS or _WANTS_MORE.search(change):
        return _added(change, program.without, f"{program.name} does without Vulkan by")
    return change


def _added(change: str, switch: str, how: str) -> str:
    """Return a change with a switch, unless there is none or the change has it."""
    first = switch.partition(" ")[0]
    key = switch if first.isalpha() else first  # a variable or an option says enough
    return change if not switch or key in change else f"{change}; {how} {switch}"
