"""Checks on a layer and the application's allocation callbacks: whether it uses them, passes them on, and how.

Source: "Layer Conventions and Rules" (a layer may ignore them, and should not in production) and LLP_LAYER_14; "Host
Memory" of the Vulkan specification says how callbacks are used. A note is about the layer itself if the innermost
call in progress is one into the layer.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from refloader.model.parameters import signature
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Thing, ending
from refloader.suite.layers.checks.moments import moments, passed_on
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Note

LayerCheck = Callable[[LayerCalls], CheckResult]
TAKEN = ("allocate", "reallocate")
GIVEN_BACK = "free"
WRONG = ("wrong free", "free of another's")
BEHIND = "malloc"
"""The topics of notes. The application's callbacks write the first five, the watch on malloc the last."""
USED_LATER, LENT = "used later", "lent"
"""The notes on a structure of callbacks that was used after its call, and on where all of them are."""
WATCHING = "watching"
"""The topic of the first note that the watch on malloc writes."""
LINKER = "linker"
"""The source of an allocation that a layer cannot avoid: the dynamic linker, for thread-local data."""
_NOT_FOLLOWED = "not followed"
"""The source of an allocation whose end the watch on malloc does not write down."""
_TIMES = 4
"""A call that leaves memory behind so often, and half of the times at least, does it whenever it is called. Half of
the later times have to leave some as well: a cache that is full leaves nothing more."""


def allocator(call: Call) -> int | None:
    """Return the address of the callbacks that a call received, 0 for none; None if the command takes none."""
    row = signature(call.command)
    at = row.parameters.index("pAllocator") if row and "pAllocator" in row.parameters else -1
    return call.words[at] if 0 <= at < len(call.words) else None


def passed_down(view: LayerCalls) -> CheckResult:
    """Check that the layer passes some callbacks down if the application gives any."""
    result = CheckResult(
        missing="the application was to give allocation callbacks in calls that the layer passes on"
    )
    for call, below in passed_on(view):
        for each in below if allocator(call) else ():
            result.seen += 1
            if allocator(each) == 0:
                result.fail_once(
                    f"{call.command} came with allocation callbacks and goes down without", call, each
                )
    return result


def matching(view: LayerCalls) -> CheckResult:
    """Check that objects made below with callbacks are destroyed with callbacks, and all others without.

    Source: the valid usage of every destroying command, for instance VUID-vkDestroyBuffer-buffer-00923 and -00924.
    """
    result = CheckResult(missing="the layer was to make objects below and to destroy them")
    spoilt = set[int]()
    for moment in moments(view):
        if not moment.enters:
            continue
        side = moment.above if moment.inward else moment.below
        for fact in ending(moment.call):
            thing = side.latest(fact)
            unlike = thing is not None and _unlike(thing, moment.call)
            if moment.inward:
                spoilt |= {moment.call.number} if unlike else set()
            elif thing is not None and allocator(moment.call) is not None:
                result.seen += 1
                if unlike and not (moment.during is not None and moment.during.number in spoilt):
                    made, ended = ("with", "without") if allocator(thing.made) else ("without", "with")
                    said = f"{thing.made.command} made {thing} {made} allocation callbacks below"
                    result.fail_once(
                        f"{said}, {moment.call.command} goes down {ended}", thing.made, moment.call
                    )
    return result


def _unlike(thing: Thing, end: Call) -> bool:
    made, ended = allocator(thing.made), allocator(end)
    return made is not None and ended is not None and bool(made) != bool(ended)


@dataclass(slots=True)
class _Use:
    """The layer's own use of memory: notes of the callbacks, and those of malloc in the meantime."""

    taken: list[Note] = field(default_factory=list)
    wrong: list[Note] = field(default_factory=list)
    behind: list[tuple[Note, Call]] = field(default_factory=list)
    offered: int = 0


def used(view: LayerCalls) -> CheckResult:
    """Check that the layer takes no memory from malloc in calls that come with allocation callbacks."""
    result = CheckResult(missing="malloc was to be watched while the application gives allocation callbacks")
    use = _use(view)
    if not any(note.about == WATCHING for note in view.recording.notes):
        return result
    result.seen = use.offered
    if use.behind:
        calls = {call.number: call for _, call in use.behind}
        size = sum(note.other for note, _ in use.behind)
        freed = _freed(view)
        lasting = sum(_outlives(freed, note, call) for note, call in use.behind)
        names = result.some({call.command for call in calls.values()}, 6)
        fact = (
            f"the layer takes {len(use.behind)} blocks of together {size} bytes behind the application's allocation"
            f" callbacks in {len(calls)} of {use.offered} calls that came with them ({names}),"
            f" {lasting} of them for longer than the call, and {len(use.taken)} from the callbacks"
        )
        result.fail(fact, *list(calls.values())[:4])
    return result


def given_back(view: LayerCalls) -> CheckResult:
    """Check that the layer frees what it takes from callbacks, once, and with the same callbacks."""
    result = CheckResult(missing="the layer was to use the application's allocation callbacks")
    use = _use(view)
    result.seen = len(use.taken)
    for note in use.wrong:
        result.fail_once(
            f"the layer gives back {note.value:#x} with {note.text}'s callbacks: {note.about}",
            *_calls(view, note),
        )
    if view.recording.lost or any(call.left is None for call in view.into()):
        return result
    freed = _freed(view)
    for note in use.taken:
        if freed.get(note.value, [-1])[-1] < note.place:
            fact = f"the layer took {note.other} bytes at {note.value:#x} from the callbacks ({note.text})"
            result.fail_once(f"{fact} and they were never given back", *_calls(view, note))
    return result


def let_go(view: LayerCalls) -> CheckResult:
    """Check that the layer uses the application's VkAllocationCallbacks, and passes it down, only within its call.

    "Application Memory Lifetime" of the specification: an application may alter or free what it handed in when the
    command is back. A layer that needs the callbacks later copies them. Structures that are no application's own of
    one call are not judged: another may be at the same address.
    """
    result = CheckResult(missing="the application was to give a structure of callbacks for each call")
    is_lent = _lent(view)
    came: dict[int, Call] = {}
    for moment in moments(view):
        address = allocator(moment.call) if moment.enters else None
        if address is None or not is_lent(address):
            continue
        if moment.inward:
            came[address] = moment.call
        elif address in came:
            result.seen += 1
            first, last = came[address], came[address].left
            if last is not None and last < moment.call.entered:
                fact = f"goes down with the VkAllocationCallbacks of {first.command}, which has returned"
                result.fail_once(f"{moment.call.command} {fact}", first, moment.call)
    for note, call in _own(view):
        result.seen += note.about in TAKEN
        if note.about == USED_LATER:
            fact = f"the layer uses a VkAllocationCallbacks ({note.text}) whose call has returned"
            result.fail_once(f"{fact}, in {call.command}", call)
    return result


def _lent(view: LayerCalls) -> Callable[[int], bool]:
    """Return the function that says whether an address is in a structure of callbacks that is lent for one call."""
    places = sorted(
        (note.value, note.value + note.other) for note in view.recording.notes if note.about == LENT
    )
    starts, ends = [start for start, _ in places], list(accumulate((end for _, end in places), max))

    def is_lent(address: int) -> bool:
        before = bisect_right(starts, address)
        return before > 0 and address < ends[before - 1]

    return is_lent


def left_behind(view: LayerCalls) -> CheckResult:
    """Check that no call leaves memory of the layer behind whenever it is called, or whenever it fails.

    What is taken once may stay, and so may what is taken the first times, as by a cache with a bound.
    """
    result = CheckResult(
        missing="malloc was to be watched while instances and devices are made several times"
    )
    recording = view.recording
    if not any(note.about == WATCHING for note in recording.notes) or recording.lost:
        return result
    if any(call.left is None for call in view.into()):
        return result
    freed, kept = _freed(view), dict[tuple[str, bool], dict[int, list[Note]]]()
    for note, call in _own(view):
        if note.about != BEHIND or note.text in (LINKER, _NOT_FOLLOWED):
            continue
        if freed.get(note.value, [-1])[-1] < note.place:
            kept.setdefault(_kind(call), {}).setdefault(call.number, []).append(note)
    made: dict[tuple[str, bool], list[int]] = {}
    for call in view.into():
        made.setdefault(_kind(call), []).append(call.number)
    for kind, numbers in made.items():
        leaving, times, late = kept.get(kind, {}), len(numbers), numbers[len(numbers) // 2 :]
        result.seen += times >= _TIMES
        is_steady = 2 * sum(number in leaving for number in late) + 1 >= len(late)
        if len(leaving) >= _TIMES and 2 * len(leaving) >= times and is_steady:
            size = sum(note.other for notes in leaving.values() for note in notes)
            command, has_failed = kind
            calls = f"calls of {command} that fail" if has_failed else f"calls of {command}"
            result.fail(
                f"{len(leaving)} of {times} {calls} leave memory behind that is never freed, together {size} bytes",
                *(recording.calls[number] for number in list(leaving)[:4]),
            )
    return result


def _kind(call: Call) -> tuple[str, bool]:
    """Return the command, and whether it was to make something and did not."""
    return call.command, call.command.startswith("vkCreate") and call.result < 0


def _freed(view: LayerCalls) -> Mapping[int, list[int]]:
    """Return the places in the recording at which each block was freed."""
    places: dict[int, list[int]] = {}
    for note in view.recording.notes:
        if note.about == GIVEN_BACK:
            places.setdefault(note.value, []).append(note.place)
    return places


def _outlives(freed: Mapping[int, list[int]], note: Note, call: Call) -> bool:
    """Return whether a block is not freed before the call returns."""
    places = freed.get(note.value, ())
    following = bisect_right(places, note.place)
    return following == len(places) or places[following] >= (call.left or note.place)


def _use(view: LayerCalls) -> _Use:
    use = _Use(offered=sum(bool(allocator(call)) for call in view.into()))
    for note, call in _own(view):
        if note.about in TAKEN:
            use.taken.append(note)
            # The application's own callback takes its memory from malloc.
            if use.behind and _holds(use.behind[-1][0], note):
                use.behind.pop()
        elif note.about in WRONG:
            use.wrong.append(note)
        elif note.about == BEHIND and note.text != LINKER and allocator(call):
            use.behind.append((note, call))
    return use


def _holds(block: Note, part: Note) -> bool:
    return block.thread == part.thread and block.value <= part.value < block.value + block.other


def _own(view: LayerCalls) -> Iterator[tuple[Note, Call]]:
    """Yield the notes about the layer itself, each with the call into the layer that it was written in."""
    inward = {call.number: call for call in view.into()}
    for note in view.recording.notes:
        if note.within in inward:
            yield note, inward[note.within]


def _calls(view: LayerCalls, note: Note) -> tuple[Call, ...]:
    call = view.recording.calls.get(note.within)
    return (call,) if call is not None else ()
