"""What became of the programs of a text: how far each came, where it ended, and which lines can therefore not be why.

A program that fails at a later step went through the earlier ones: what it says of those is no cause. A program that
shows pictures at the end works, whatever it warned of.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.reading.trouble import Step
from refloader.model.text import file_name

_AT = {
    EventKind.NO_LOADER: Step.LOADER,
    EventKind.NOT_FOUND: Step.INSTANCE,
    EventKind.NOT_PRESENT: Step.INSTANCE,
    EventKind.NOT_LISTED: Step.INSTANCE,
    EventKind.NO_DRIVER: Step.INSTANCE,
    EventKind.NO_DEVICE: Step.DEVICES,
    EventKind.TOO_OLD: Step.DEVICES,
    EventKind.UNFIT: Step.DEVICE,
    EventKind.CRASHED: Step.RUNS,
}
"""The step at which what a line says stops a program."""

_SAID = {
    "ERROR_DEVICE_LOST": Step.RUNS,
    "DEVICE_MEMORY": Step.RUNS,
    "memory is full": Step.RUNS,
    "hung and was reset": Step.RUNS,
    "surface or a swapchain": Step.PICTURES,
    "window was lost": Step.PICTURES,
}
"""The same of messages, by a part of what they mean."""

_PASSED_OVER = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED, EventKind.NO_LOADER)
"""What programs may do without, if they come further."""

_MISSING = "ERROR_EXTENSION_NOT_PRESENT"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a text ends: the last failure with its step and line, and the furthest step that succeeded."""

    failure: Event | None = None
    failed_at: Step | None = None
    reached: Step | None = None
    reached_line: int = 0

    @property
    def works(self) -> bool:
        """True if pictures or frames are the last that the text shows."""
        later = self.failure is None or self.failure.line < self.reached_line
        return self.reached is not None and self.reached >= Step.PICTURES and later


def outcome(log: Log) -> Outcome:
    """Return how a text ends."""
    last = max(_failures(log), key=lambda each: each[0].line, default=None)
    reached = max(log.steps, key=lambda each: (each[1], each[0]), default=None)
    return Outcome(
        last[0] if last else None,
        last[1] if last else None,
        reached[1] if reached else None,
        reached[0] if reached else 0,
    )


def _failures(log: Log) -> list[tuple[Event, Step]]:
    return [(event, step) for event in log.events if (step := step_against(event)) is not None]


def step_against(event: Event) -> Step | None:
    """Return the step at which what an event says stops a program; None if it stops none."""
    if event.message is not None and event.kind in BAD:
        said = event.message.message.says
        return next((step for words, step in _SAID.items() if words in said), None)
    return _AT.get(event.kind)


def passed_over(log: Log) -> None:
    """Take what a program went on without for a remark, if it failed at a later step of the same run."""
    starts = _starts(log)
    last: dict[tuple[int, Step], int] = {}
    for event, step in _failures(log):
        failed = bisect_right(starts, event.line), step
        last[failed] = max(last.get(failed, 0), event.line)

    def is_passed(event: Event) -> bool:
        mine = step_against(event)
        if event.kind not in _PASSED_OVER or mine is None:
            return False
        run = bisect_right(starts, event.line)
        return any(last.get((run, step), 0) > event.line for step in Step if step > max(mine, Step.DEVICES))

    log.events[:] = [
        replace(each, kind=EventKind.OVERCOME, subject=_lacking(each)) if is_passed(each) else each
        for each in log.events
    ]


def _lacking(event: Event) -> str:
    """Return what the program does without, which a code of Vulkan alone does not name."""
    is_code = event.subject.startswith("VK_ERROR_")
    return f"what it asked for ({event.subject})" if is_code else event.subject


def needed_after_all(log: Log) -> None:
    """Take an extension for needed if the program then fails as one is not there."""
    starts = _starts(log)
    last: dict[int, int] = {}
    for each in log.events:
        if each.message and _MISSING in each.message.message.says:
            run = bisect_right(starts, each.line)
            last[run] = max(last.get(run, 0), each.line)

    def is_needed(event: Event) -> bool:
        return last.get(bisect_right(starts, event.line), 0) >= event.line

    if any(each.kind is EventKind.LACKED for each in log.events):
        return
    log.events[:] = [
        replace(each, kind=EventKind.LACKED)
        if each.kind is EventKind.DONE_WITHOUT and is_needed(each)
        else each
        for each in log.events
    ]


def _starts(log: Log) -> list[int]:
    """The lines at which runs begin: what stands between two of them is of one run."""
    return sorted(run.line for run in log.runs)


def read_elsewhere(log: Log) -> None:
    """Take a manifest that is not there for a remark, if the loader read another one of that name."""
    read = {_name(e.subject): e.subject for e in log.events if e.kind is EventKind.MANIFEST_READ}

    def is_second(event: Event) -> bool:
        other = read.get(_name(event.subject), "")
        return event.kind is EventKind.BAD_FILE and "open" in event.why and other not in ("", event.subject)

    switched = any(each.kind is EventKind.OFF for each in log.events)
    log.events[:] = [
        replace(each, kind=EventKind.STALE) if switched and is_second(each) else each for each in log.events
    ]


def _name(path: str) -> str:
    return file_name(path).lower()


_UNSTARTED, _MISSES = "in Wine did not start", "in Wine misses"


def missed_in_wine(log: Log) -> None:
    """Take a library that Wine does not find for a problem, if a program did not start for want of one."""
    if not any(each.message and _UNSTARTED in each.message.message.says for each in log.events):
        return
    log.events[:] = [
        replace(each, kind=EventKind.ELSEWHERE)
        if each.message and _MISSES in each.message.message.says
        else each
        for each in log.events
    ]


def offered_after_all(log: Log) -> None:
    """Say of an extension for windows that a program misses and that ``vulkaninfo`` lists that it is there."""
    seen = log.particulars.surfaces

    def offered(event: Event) -> Event:
        if event.kind is not EventKind.LACKED or event.subject not in seen:
            return event
        why = (
            f"the program does without {event.subject}, which is offered here (line {seen[event.subject]}): it did "
            "not enable it when it made its instance, or it runs where other drivers are (a container, another word "
            "size)"
        )
        fix = (
            "in the program: give VkInstanceCreateInfo the extensions that the window library names "
            "(SDL_Vulkan_GetInstanceExtensions, glfwGetRequiredInstanceExtensions)"
        )
        return Event(EventKind.CONCLUDED, event.line, event.subject, why, fix=fix)

    log.events[:] = [offered(each) for each in log.events]


def judged(log: Log) -> None:
    """Weigh the events of a text by how it ends: what is left can be why."""
    missed_in_wine(log)
    offered_after_all(log)
    needed_after_all(log)
    passed_over(log)
    read_elsewhere(log)
