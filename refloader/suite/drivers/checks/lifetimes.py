"""Checks on the acts "several", "growth" and "reload": instances and devices beside and after each other.

Source: LDP_DRIVER_1 (a driver makes no other one fail): descriptors, threads and mappings belong to the whole
process and are limited; so is memory, but not every cache is a leak. "Object Model" of the Vulkan specification
requires that the end of one object leaves others alone, and that each has a handle of its own (VULKAN-DRIVER-05,
OBJECTS-ICD-01).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.parameters import signature
from refloader.suite.sessions.answers import MEMORY, Answers, number, part, result, rows, texts
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.growth import Growth, growth

MOST_BYTES, PLAIN_BYTES = 1024, 4 << 20
"""Bytes that memory may grow by with each round (a leaked instance takes more), and in total over a few rounds."""

_MOST, _PLAIN = 0.02, 0.5
"""Descriptors, threads and mappings likewise: one in fifty rounds, and over a few rounds one in two."""

_FEWEST_MORE = 3
"""How many more of them there have to be at the end."""

_OF_THE_PROCESS = ("descriptors", "threads", "mappings")
"""What a process has a limited number of. Mappings are a library's that is opened and closed."""

_HELD = ("resident", "heap", "descriptors", "threads", "mappings")

_OF_TWO_INSTANCES = {
    "shared": "instances A and B have the same handle for a physical device",
    "overwritten": "making instance B overwrites the first word of a physical device of instance A, the loader's",
}

_TOO_MANY_OBJECTS, _INITIALIZATION_FAILED = -10, -3
_ORDERS_TO_FAIL = 2
"""In how many orders an instance has fewer physical devices, at least, where no device was plugged out."""

_ORDER, _NEWEST, _THREADS = "several.order.", ".newest", "several.threads"
_STAGES = {"growth.instance": "instances", "growth.device": "instances with a device"}


# ---- beside each other


def together(answers: Answers) -> CheckResult:
    """Check that a second instance can be made while the first lives, and further devices beside the first."""
    look = CheckResult(missing="the driver was to give an instance")
    for order, first, second, value in _seconds(answers):
        look.seen += 1
        if value not in (0, *_lacking(second)):
            fact = f"{_name(second)} cannot be made beside {_name(first)}: {result(value)}{_never(second, value)}"
            look.fail(f"{fact} (order {order})")
    return look


def _never(name: str, value: object) -> str:
    """Return the words for a result that the command which makes the object may not give."""
    command = "vkCreateInstance" if name.isupper() else "vkCreateDevice"
    known = signature(command)
    return "" if known is None or value in [*known.codes] else f", which {command} may never give"


def is_refusal(answers: Answers) -> bool:
    """Return whether further instances and devices are refused by VK_ERROR_INITIALIZATION_FAILED alone.

    It is among the failures of vkCreateInstance and vkCreateDevice, "for implementation-specific reasons". That there
    can be several of each at once is only implied.
    """
    found = {value for _, _, second, value in _seconds(answers) if value not in (0, *_lacking(second))}
    found |= {value for value in _of_threads(answers) if value < 0 and value not in _lacking("b")}
    return found == {_INITIALIZATION_FAILED}


def _seconds(answers: Answers) -> Iterator[tuple[str, str, str, object]]:
    """Yield the order, the first, the second and the second's result, for each two that were to live at once."""
    for order, row in _orders(answers):
        made = part(row, "made")
        for first, second in (("A", "B"), ("a", "b"), ("a", "c")):
            if made.get(first) == 0 and second in made:
                yield order, first, second, made[second]


def untouched(answers: Answers) -> CheckResult:
    """Check that the end of one object leaves the others working.

    Objects that failed before do not count, nor does a want of memory.
    """
    look = CheckResult(missing="the driver was to give two objects at once that can be used")
    for order, row in _orders(answers):
        before = part(row, "before")
        for step in rows(row, "steps"):
            for name, value in part(step, "left").items():
                if number(before, name) < 0 or value in MEMORY:
                    continue
                look.seen += 1
                if isinstance(value, int) and value < 0:
                    ended = _name(step.get("ended"))
                    look.fail(f"once {ended} has ended, {_name(name)} gives {result(value)} (order {order})")
    return look


def devices_of_their_own(answers: Answers) -> CheckResult:
    """Check that an instance goes on to give its own physical devices while others are made and end.

    Vulkan: what is retrieved again with the same parameters is the same ("Lifetime of Retrieved Results").
    """
    look = CheckResult(missing="the driver was to give two instances at once")
    for order, row in _orders(answers):
        if not {"A", "B"} <= {name for name, value in part(row, "made").items() if value == 0}:
            continue
        look.seen += 1
        for name in texts(row, "strange"):
            look.fail(f"{_name(name)} gives physical devices that it did not give before (order {order})")
        for whose, what in _changed(row):
            look.fail(
                f"beside another instance, a physical device of {whose} has another {what} (order {order})"
            )
        for step in rows(row, "steps"):
            after = f"once {_name(step.get('ended'))} has ended"
            for whose, what in _changed(step):
                look.fail(f"{after}, a physical device of {whose} has another {what} (order {order})")
            for name in texts(step, "strange"):
                look.fail(
                    f"{after}, {_name(name)} gives physical devices that it did not give before (order {order})"
                )
    return look


def _changed(row: Answers) -> Iterator[tuple[str, str]]:
    """Yield the instances of changed physical devices, with what is told otherwise: the first of each instance."""
    seen = set()
    for name, _, what in (text.partition(" ") for text in texts(row, "changed")):
        if name not in seen:
            seen.add(name)
            yield _name(name), what


def devices_stay(answers: Answers) -> CheckResult:
    """Check that an instance has as many physical devices when another one has ended as when both lived.

    "There is no global state in Vulkan and all per-application state is stored in a VkInstance object". A device may
    be plugged out, but not in several orders, each with new instances, always when another instance ends.
    """
    look = CheckResult(missing="the driver was to give two instances with physical devices at once")
    lost: list[str] = []
    for order, row in _orders(answers):
        if texts(row, "fewer") or "physical" not in part(row, "magic"):
            continue
        steps = [step for step in rows(row, "steps") if str(step.get("ended")).isupper() and step.get("left")]
        look.seen += len(steps)
        lost += (
            f"once {_name(step.get('ended'))} has ended, {_name(name)} gives fewer physical devices than before"
            f" (order {order})"
            for step in steps
            for name in texts(step, "fewer")
        )
    for fact in lost if len(lost) >= _ORDERS_TO_FAIL else ():
        look.fail(fact)
    return look


def handles_of_their_own(answers: Answers) -> CheckResult:
    """Check that no two living objects have the same handle: they would share one table in a loader.

    "Each object of a dispatchable type must have a unique handle value during its lifetime", and a physical device is
    an object of its instance ("Object Model" of the Vulkan specification).
    """
    look = CheckResult(missing="the driver was to give two objects at once")
    for order, row in _orders(answers):
        made = part(row, "made")
        look.seen += sum(value == 0 for value in made.values()) > 1
        for pair in texts(row, "same"):
            look.fail(
                f"{' and '.join(map(_name, pair))} live at once and have the same handle (order {order})"
            )
        for pair in texts(row, "queues"):
            look.fail(
                f"vkGetDeviceQueue gives {' and '.join(map(_name, pair))} the same queue (order {order})"
            )
        for what in texts(row, "physical"):
            look.fail(f"{_OF_TWO_INSTANCES.get(what, what)} (order {order})")
    return look


def marked(answers: Answers) -> CheckResult:
    """Check that each of several objects begins with ICD_LOADER_MAGIC, after a loader overwrote earlier ones."""
    look = CheckResult(missing="the driver was to give two objects at once")
    for order, row in _orders(answers):
        for name, is_marked in part(row, "magic").items():
            look.seen += 1
            if is_marked is not True:
                what = "a physical device" if name == "physical" else _name(name)
                look.fail(f"{what} does not begin with ICD_LOADER_MAGIC beside others (order {order})")
    return look


def at_once(answers: Answers) -> CheckResult:
    """Check that two threads can make instances and devices if one thread can."""
    look = CheckResult(missing="the driver was to give instances to two threads")
    alone = [part(row, "made").get(name, 0) for _, row in _orders(answers) for name in ("A", "a")]
    if not alone or any(alone):
        return look
    for value in _of_threads(answers):
        look.seen += 1
        if value < 0 and value not in _lacking("b"):
            look.fail(f"two threads at once: an instance with a device gives {result(value)}")
    return look


def _of_threads(answers: Answers) -> Iterator[int]:
    """Yield what each instance with a device gave that two threads made at once."""
    for thread in _lists(part(answers, _THREADS), "results"):
        yield from (value for value in thread if isinstance(value, int))


def _orders(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for label in answers:
        if label.startswith(_ORDER):
            order = label.removeprefix(_ORDER).replace(_NEWEST, ", with instance B of the newest version")
            yield order, part(answers, label)


def _lists(row: Mapping[str, Any], key: str) -> list[list[Any]]:
    found = row.get(key)
    return [each for each in found if isinstance(each, list)] if isinstance(found, list) else []


def _lacking(name: str) -> tuple[int, ...]:
    """Return the results that only mean a lack of resources. vkCreateDevice may refuse a further device."""
    return MEMORY if name.isupper() else (*MEMORY, _TOO_MANY_OBJECTS)


def _name(name: object) -> str:
    """Return the words for a letter of the act: small letters are devices."""
    return f"{'instance' if str(name).isupper() else 'device'} {name}"


# ---- one after the other


def measured(answers: Answers) -> dict[str, object]:
    """Return the numbers of "growth" and "reload" for the evidence."""
    found: dict[str, object] = {}
    for label in (*_STAGES, "reload.rounds"):
        row = part(answers, label)
        samples = rows(row, "samples")
        if samples:
            held = {key: [number(samples[0], key), number(samples[-1], key)] for key in _HELD}
            found[label] = {"rounds": number(row, "rounds"), "wanted": number(row, "wanted"), **held}
    return found


def nothing_kept(answers: Answers) -> CheckResult:
    """Check that instances and devices leave no descriptors and no threads behind."""
    look = CheckResult(missing="instances were to be made one after the other, for some rounds")
    for label, what in _STAGES.items():
        row = part(answers, label)
        for key in _OF_THE_PROCESS[:2]:
            found = growth(rows(row, "samples"), key)
            if found is not None:
                look.seen += found.rounds
                _fail_more(look, key, found, f"{found.rounds} {what}")
    return look


def is_slow(answers: Answers) -> bool:
    """Return whether what the checks above and below tell of was seen, and grows in fewer than half of the rounds.

    A process that makes a thousand instances has enough left for the other drivers then, and no sentence has a driver
    keep nothing at all.
    """
    labels = (*((label, _OF_THE_PROCESS[:2]) for label in _STAGES), ("reload.rounds", _OF_THE_PROCESS))
    every = [growth(rows(part(answers, label), "samples"), key) for label, keys in labels for key in keys]
    found = [each for each in every if each is not None]
    return bool(found) and all(each.each < _PLAIN for each in found)


def memory_kept(answers: Answers) -> CheckResult:
    """Check that memory does not grow with every instance or device."""
    look = CheckResult(missing="instances were to be made one after the other, for some rounds")
    for label, what in _STAGES.items():
        row = part(answers, label)
        found = growth(rows(row, "samples"), "resident")
        if found is None:
            continue
        look.seen += found.rounds
        more = found.last - found.first
        if found.each > MOST_BYTES and more > (
            PLAIN_BYTES if found.is_short else MOST_BYTES * found.rounds // 2
        ):
            fact = f"{found.rounds} {what} take {more // 1024} KiB of memory that is not given back"
            look.fail(f"{fact}: {found.each:.0f} bytes each, where {MOST_BYTES} are let pass")
    return look


def all_rounds(answers: Answers) -> CheckResult:
    """Check that what could be made once can be made again and again."""
    look = CheckResult(missing="the driver was to give an instance")
    for label, what in _STAGES.items():
        row = part(answers, label)
        done, found = number(row, "rounds"), row.get("result")
        done += row.get("before") is True
        if done:
            look.seen += done
            if found != 0:
                look.fail(
                    f"after {done} {what}, each destroyed before the next, the driver gives {result(found)}"
                )
    return look


# ---- unloaded and loaded


def reloaded(answers: Answers) -> CheckResult:
    """Check that a library that was closed can be opened and used as before."""
    look = CheckResult(missing="the library was to be opened and used")
    row = part(answers, "reload.rounds")
    refused = part(answers, "reload.load").get("refused")
    first, last = part(answers, "reload.first").get("result"), row.get("result")
    if 0 in (first, last):
        look.seen = number(row, "rounds")
    elif row:
        look.missing = (
            f"the library gives {result(last)} for an instance with a device, also when it is first opened"
        )
    if look.seen and first == 0 != last:
        look.fail(f"opened again, the library gives {result(last)} for an instance, and did not before")
    if refused:
        look.seen += 1
        look.fail(f"once closed the library cannot be opened again: {refused}")
    return look


def nothing_kept_loaded(answers: Answers) -> CheckResult:
    """Check that loading and unloading leaves no descriptors, threads and mappings behind."""
    look = CheckResult(missing="the library was to be opened and closed for some rounds")
    samples = rows(part(answers, "reload.rounds"), "samples")
    changes = part(part(answers, "reload.changes"), "changes")
    for key in _OF_THE_PROCESS:
        found = growth(samples, key)
        if found is not None:
            look.seen += found.rounds
            _fail_more(look, key, found, f"opening and closing the library {found.rounds} times", changes)
    return look


def no_thread_stays(answers: Answers) -> CheckResult:
    """Check that an unloaded library has no threads: they would run code that is gone."""
    look = CheckResult(missing="the library was to be unloaded when it is closed")
    row = part(answers, "reload.rounds")
    samples = rows(row, "samples")
    if not samples or row.get("stays") is not False:
        return look
    look.seen = len(samples)
    before, after = number(part(answers, "reload.first"), "threads"), number(samples[-1], "threads")
    if after > before:
        look.fail(f"the library is unloaded and {after - before} threads that it brought run on")
    return look


def _fail_more(
    look: CheckResult, key: str, found: Growth, what: str, changes: Mapping[str, Any] | None = None
) -> None:
    more = found.last - found.first
    if found.each < (_PLAIN if found.is_short else _MOST) or more < _FEWEST_MORE:
        return
    which = [str(row.get("to")) for row in rows(changes or {}, "opened")] if key == "descriptors" else []
    which = texts(changes or {}, "threads") if key == "threads" else which
    named = f": {', '.join(which[:4])}" if which else ""
    look.fail(
        f"{what} leave {more} more {key} in the process ({found.first} before, {found.last} after){named}"
    )
