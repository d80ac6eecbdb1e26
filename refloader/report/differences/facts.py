"""What differs between what two runs know of one subject: its files, interface, devices, timings. Pure.

A change counts where an application can notice it: devices, extensions, limits, features, versions of the API, the
interface to the loader. What only tells one build or one piece of hardware from another does not: that is what is
compared.
"""

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.results.results_file import Subject

Facts = Mapping[str, Any]

_FACTOR, _LEAST, _FEWEST = 1.5, 2.0, 3
"""See ``changed_timings``: a factor, milliseconds, samples."""

_OF_APPLICATIONS = ("apiVersion", "deviceType")
"""Those of a device's properties that its applications go by; others tell who it is."""


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact that differs, as JSON values; None where a run does not have it.

    ``topic`` is what it is about ("library", "extension", "limit", ...), ``device`` the name of the device in the
    newer run, empty for what is not about one; ``name`` which fact; ``counts`` whether it makes the runs different.
    """

    topic: str
    name: str
    old: Any
    new: Any
    device: str = ""
    counts: bool = True


@dataclass(frozen=True, slots=True)
class TimingChange:
    """Something takes longer, or less long, outside noise: the samples of both runs, in milliseconds.

    ``device`` is as in ``FactChange``; empty for instances.
    """

    what: str
    old: tuple[float, ...]
    new: tuple[float, ...]
    device: str = ""

    @property
    def is_slower(self) -> bool:
        """Whether it takes longer in the newer run."""
        return statistics.median(self.new) > statistics.median(self.old)


@dataclass(frozen=True, slots=True)
class Timed:
    """How long something took each time it was measured, in milliseconds; ``device`` is empty for instances."""

    what: str
    samples: tuple[float, ...]
    device: str = ""


def changed_facts(old: Subject, new: Subject) -> tuple[FactChange, ...]:
    """What differs in the subjects, and in their facts where there are some of both."""
    return (*_of_subjects(old, new), *(_of_facts(old.facts, new.facts) if old.facts and new.facts else ()))


def _of_subjects(old: Subject, new: Subject) -> Iterator[FactChange]:
    """What every kind of subject has; facts tell the rest of it once more."""
    names = ("path",) if old.facts and new.facts else ("path", "version", "sha256")
    for name in names:
        yield from _one("file", name, getattr(old, name), getattr(new, name), counts=False)


def _of_facts(old: Facts, new: Facts) -> Iterator[FactChange]:
    for topic in ("library", "manifest"):
        yield from _each(topic, _object(old, topic), _object(new, topic), counts=False)
    before, after = _object(old, "interface"), _object(new, "interface")
    yield from _names("export", before.get("exports"), after.get("exports"))
    yield from _each("negotiation", _object(before, "negotiation"), _object(after, "negotiation"))
    before, after = _object(old, "instance"), _object(new, "instance")
    for name in ("version", "result"):
        yield from _one("instance", name, before.get(name), after.get(name))
    yield from _extensions("instance extension", before, after)
    yield from _of_devices(old, new)
    yield from _one("note", "", old.get("note"), new.get("note"), counts=False)


def _one(
    topic: str, name: str, old: Any, new: Any, device: str = "", *, counts: bool = True
) -> Iterator[FactChange]:
    if old != new:
        yield FactChange(topic, name, old, new, device, counts)


def _each(
    topic: str, old: Facts, new: Facts, device: str = "", *, counts: bool = True
) -> Iterator[FactChange]:
    """Member by member, in alphabetical order."""
    for name in sorted({*old, *new}):
        yield from _one(topic, name, old.get(name), new.get(name), device, counts=counts)


def _names(topic: str, old: Any, new: Any) -> Iterator[FactChange]:
    yield from _each(topic, _marked(old), _marked(new))


def _extensions(topic: str, old: Facts, new: Facts, device: str = "") -> Iterator[FactChange]:
    """Those that are known, and whether there are more than a run looks at."""
    yield from _each(topic, _object(old, "extensions"), _object(new, "extensions"), device)
    more = "more_extensions"
    yield from _one(
        f"{topic}s", "more than are looked at", old.get(more, False), new.get(more, False), device
    )


def _marked(names: Any) -> Facts:
    return {str(name): True for name in names} if isinstance(names, list) else {}


def _object(facts: Facts, name: str) -> Facts:
    """A part of the facts; a driver may have put something else there."""
    value = facts.get(name)
    return value if isinstance(value, Mapping) else {}


# ---- devices


def _of_devices(old: Facts, new: Facts) -> Iterator[FactChange]:
    if not ("devices" in old and "devices" in new):
        return
    before, after = _devices(old), _devices(new)
    if "device_count" in old or "device_count" in new:  # there are more than are looked at
        yield from _one("number of devices", "", _counted(old), _counted(new))
    matched = list(_same_devices(before, after))
    for each in after:
        if all(each is not now for _, now in matched):
            yield FactChange("device", _called(each), None, _kind_of(each))
    for each in before:
        if all(each is not was for was, _ in matched):
            yield FactChange("device", _called(each), _kind_of(each), None)
    for was, now in matched:
        yield from _of_device(was, now)
    places = [_place(before, was) for was, _ in sorted(matched, key=lambda pair: _place(after, pair[1]))]
    if places != sorted(places):
        yield FactChange("order of devices", "", [*map(_called, before)], [*map(_called, after)])


def devices_counted(facts: Facts) -> int | None:
    """How many devices a driver has shown; None where nobody knows."""
    return _counted(facts) if "devices" in facts else None


def _counted(facts: Facts) -> int:
    """Those that were looked at, or all that the driver counts where these are more."""
    counted, looked_at = facts.get("device_count"), len(_devices(facts))
    return counted if isinstance(counted, int) else looked_at


def _devices(facts: Facts) -> list[Facts]:
    value = facts.get("devices")
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _called(device: Facts) -> str:
    return str(_object(device, "properties").get("deviceName", "a device without a name"))


def _kind_of(device: Facts) -> str:
    properties = _object(device, "properties")
    ids = (properties.get(name) for name in ("vendorID", "deviceID"))
    return ":".join(f"0x{each:04x}" if isinstance(each, int) else str(each) for each in ids)


def _same_devices(old: Sequence[Facts], new: Sequence[Facts]) -> Iterator[tuple[Facts, Facts]]:
    """By UUID; then by what they are and are called, in their order; then what is left by what they are."""
    left, right = list(old), list(new)
    keys: tuple[Callable[[Facts], object], ...] = (
        lambda each: _object(each, "id").get("deviceUUID"),
        lambda each: (_kind_of(each), _called(each)),
        _kind_of,
    )
    for key in keys:
        for now in list(right):
            was = next((each for each in left if key(each) is not None and key(each) == key(now)), None)
            if was is not None:
                left = [each for each in left if each is not was]
                right = [each for each in right if each is not now]
                yield was, now


def _of_device(old: Facts, new: Facts) -> Iterator[FactChange]:
    name = _called(new)
    before, after = _object(old, "properties"), _object(new, "properties")
    for each in sorted({*before, *after}):
        counts = each in _OF_APPLICATIONS
        yield from _one("property", each, before.get(each), after.get(each), name, counts=counts)
    for topic in ("driver", "id"):
        yield from _each(topic, _object(old, topic), _object(new, topic), name, counts=False)
    yield from _one("place", "pci", old.get("pci"), new.get("pci"), name, counts=False)
    yield from _extensions("extension", old, new, name)
    for topic, part in (("limit", "limits"), ("feature", "features")):
        yield from _each(topic, dict(_members(old, part)), dict(_members(new, part)), name)
    for topic in ("queue_families", "memory_types"):
        yield from _one(topic.replace("_", " "), "", old.get(topic), new.get(topic), name)
    yield from _heaps(old.get("memory_heaps"), new.get("memory_heaps"), name)


def _members(device: Facts, part: str) -> Iterator[tuple[str, Any]]:
    """Members by name, with the structure before it: a few structures have one of the same name."""
    structures = _object(device, part)
    for structure in structures:
        for name, value in _object(structures, structure).items():
            yield f"{structure}.{name}", value


def _heaps(old: Any, new: Any, device: str) -> Iterator[FactChange]:
    """Sizes alone do not count: the memory that a machine has to give goes up and down with more than its driver."""
    counts = _without_sizes(old) != _without_sizes(new)
    yield from _one("memory heaps", "", old, new, device, counts=counts)


def _without_sizes(heaps: Any) -> list[Any]:
    listed = heaps if isinstance(heaps, list) else []
    return [each.get("flags") for each in listed if isinstance(each, Mapping)]


# ---- timings


def changed_timings(old: Facts, new: Facts) -> tuple[TimingChange, ...]:
    """What takes longer or less long outside noise.

    Other work on a machine makes single samples longer and none shorter, so the least one is near the truth and the
    median is an upper bound of it. Something is slower only where even the least new sample is longer than the old
    median, by half and by two milliseconds; it is faster where the same holds the other way round. What takes longer
    than a turn of the processor has no sample without other work in it: by as much as a busy machine made work of the
    prober's own longer, it may take longer. The first creation of a process is a single sample and is not compared.
    """
    before, after = _object(old, "timings"), _object(new, "timings")
    by_name, allowed = dict(_timed(old, new)), (_FACTOR * _busy(before), _FACTOR * _busy(after))
    rows = ((what, _samples(before, by_name.get(what, what)), _samples(after, what)) for what in after)
    return tuple(
        TimingChange(what.partition(".")[0], was, now, _timed_device(new, what))
        for what, was, now in rows
        if _apart(was, now, *allowed)
    )


def timed(facts: Facts) -> tuple[Timed, ...]:
    """What was measured, and more than the first time of a process."""
    timings = _object(facts, "timings")
    rows = ((what, _samples(timings, what)) for what in timings)
    return tuple(
        Timed(what.partition(".")[0], samples, _timed_device(facts, what))
        for what, samples in rows
        if samples
    )


def _timed(old: Facts, new: Facts) -> Iterator[tuple[str, str]]:
    """What the devices of the newer run are called in the timings of the older one."""
    before, after = _devices(old), _devices(new)
    for was, now in _same_devices(before, after):
        yield f"device.{_place(after, now)}", f"device.{_place(before, was)}"


def _place(devices: Sequence[Facts], device: Facts) -> int:
    return next(number for number, each in enumerate(devices) if each is device)


def _timed_device(facts: Facts, what: str) -> str:
    names = {f"device.{number}": _called(each) for number, each in enumerate(_devices(facts))}
    return names.get(what, "")


def _samples(timings: Facts, what: str) -> tuple[float, ...]:
    listed = _object(timings, what).get("samples")
    samples: Iterable[Any] = listed if isinstance(listed, list) else ()
    return tuple(float(each) for each in samples if isinstance(each, int | float))


def _busy(timings: Facts) -> float:
    value = timings.get("busy")
    return max(1.0, float(value)) if isinstance(value, int | float) else 1.0


def _apart(old: Sequence[float], new: Sequence[float], old_factor: float, new_factor: float) -> bool:
    if min(len(old), len(new)) < _FEWEST:
        return False
    return _is_longer(old, new, new_factor) or _is_longer(new, old, old_factor)


def _is_longer(than: Sequence[float], samples: Sequence[float], factor: float) -> bool:
    usual, least = statistics.median(than), min(samples)
    return least > usual * factor and least - usual > _LEAST
