"""Compares the facts that two runs have on one subject: its files, interface, devices and timings. No I/O.

A change counts if an application can notice it: devices, extensions, limits, features, API versions, and the
interface to the loader. Facts that only identify a build or a device do not count, because builds and devices are
what is being compared.
"""

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.results.results_file import Subject

Facts = Mapping[str, Any]

_FACTOR, _LEAST, _FEWEST = 1.5, 2.0, 3
"""The factor, milliseconds and samples that ``changed_timings`` requires."""

_OF_APPLICATIONS = ("apiVersion", "deviceType")
"""The device properties that applications depend on; the others only identify the device."""


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact that differs, as JSON values; None if a run does not have it.

    ``topic`` is the kind of fact ("library", "extension", "limit", ...) and ``name`` the fact. ``device`` is the name
    of the device in the newer run, empty for a fact that is not about a device. ``counts`` is True if the change
    makes the runs different.
    """

    topic: str
    name: str
    old: Any
    new: Any
    device: str = ""
    counts: bool = True


@dataclass(frozen=True, slots=True)
class TimingChange:
    """A timing that changed by more than noise: the samples of both runs, in milliseconds.

    ``device`` is as in ``FactChange``; empty for instances.
    """

    what: str
    old: tuple[float, ...]
    new: tuple[float, ...]
    device: str = ""

    @property
    def is_slower(self) -> bool:
        """True if the newer run takes longer."""
        return statistics.median(self.new) > statistics.median(self.old)


@dataclass(frozen=True, slots=True)
class Timed:
    """The measured durations of one operation, in milliseconds; ``device`` is empty for instances."""

    what: str
    samples: tuple[float, ...]
    device: str = ""


def changed_facts(old: Subject, new: Subject) -> tuple[FactChange, ...]:
    """Return what differs between the subjects, and between their facts if both have some."""
    return (*_of_subjects(old, new), *(_of_facts(old.facts, new.facts) if old.facts and new.facts else ()))


def _of_subjects(old: Subject, new: Subject) -> Iterator[FactChange]:
    """Compare what every kind of subject has; version and hash are left to the facts if both subjects have facts."""
    names = ("path",) if old.facts and new.facts else ("path", "version")
    for name in names:
        yield from _one("file", name, getattr(old, name), getattr(new, name), counts=False)
    if len(names) > 1:
        yield from _one("file", "sha256", old.digest, new.digest, counts=False)


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
    """Compare member by member, in alphabetical order."""
    for name in sorted({*old, *new}):
        yield from _one(topic, name, old.get(name), new.get(name), device, counts=counts)


def _names(topic: str, old: Any, new: Any) -> Iterator[FactChange]:
    yield from _each(topic, _marked(old), _marked(new))


def _extensions(topic: str, old: Facts, new: Facts, device: str = "") -> Iterator[FactChange]:
    """Compare the recorded extensions, and whether there are more than were recorded."""
    yield from _each(topic, _object(old, "extensions"), _object(new, "extensions"), device)
    more = "more_extensions"
    yield from _one(
        f"{topic}s", "more than are looked at", old.get(more, False), new.get(more, False), device
    )


def _marked(names: Any) -> Facts:
    return {str(name): True for name in names} if isinstance(names, list) else {}


def _object(facts: Facts, name: str) -> Facts:
    """Return a part of the facts, or an empty one if it is not an object."""
    value = facts.get(name)
    return value if isinstance(value, Mapping) else {}


# ---- devices


def _of_devices(old: Facts, new: Facts) -> Iterator[FactChange]:
    if not ("devices" in old and "devices" in new):
        return
    before, after = _devices(old), _devices(new)
    if "device_count" in old or "device_count" in new:  # not all devices were inspected
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
    """Return how many devices a driver showed; None if that is unknown."""
    return _counted(facts) if "devices" in facts else None


def _counted(facts: Facts) -> int:
    """Return the device count that the driver reported, or else the number of devices that were inspected."""
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
    """Pair devices by UUID, then in order by vendor, device ID and name, then by vendor and device ID alone."""
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
    """Yield members with their structure as prefix, because some structures have members of the same name."""
    structures = _object(device, part)
    for structure in structures:
        for name, value in _object(structures, structure).items():
            yield f"{structure}.{name}", value


def _heaps(old: Any, new: Any, device: str) -> Iterator[FactChange]:
    """Compare memory heaps. A change of sizes alone does not count: available memory varies for other reasons."""
    counts = _without_sizes(old) != _without_sizes(new)
    yield from _one("memory heaps", "", old, new, device, counts=counts)


def _without_sizes(heaps: Any) -> list[Any]:
    listed = heaps if isinstance(heaps, list) else []
    return [each.get("flags") for each in listed if isinstance(each, Mapping)]


# ---- timings


def changed_timings(old: Facts, new: Facts) -> tuple[TimingChange, ...]:
    """Return the timings that changed by more than noise.

    Other load on a machine makes samples longer but never shorter, so the smallest sample is close to the true
    duration and the median is an upper bound. An operation is slower only if the smallest new sample exceeds the old
    median by half and by two milliseconds; it is faster if the same holds the other way round. An operation longer
    than a time slice has no sample without other load, so the factor grows with ``busy``: by how much the load
    stretched the prober's own work. The first creation in a process is a single sample and is not compared.
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
    """Return the repeated measurements, without the first one of each process."""
    timings = _object(facts, "timings")
    rows = ((what, _samples(timings, what)) for what in timings)
    return tuple(
        Timed(what.partition(".")[0], samples, _timed_device(facts, what))
        for what, samples in rows
        if samples
    )


def _timed(old: Facts, new: Facts) -> Iterator[tuple[str, str]]:
    """Map the timing names of the newer run's devices to those of the same devices in the older run."""
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
