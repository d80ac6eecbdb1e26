"""Where a run's time went, and how long drivers take to create instances and devices. Draws nothing."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from refloader.model.text import number_of
from refloader.report.objects import Object, numbers, objects, part, text
from refloader.results.results_file import Result, Run, Subject

_MOST_TOPICS, _MOST_CASES, _MOST_SAMPLES = 12, 10, 400
_MOST_MEASURED = 20


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, its value in the chart's unit, and a note."""

    name: str
    value: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of bars, the longest first. ``unit`` is the unit of the values, ``s`` or ``ms``."""

    title: str
    unit: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Repeated measurements in milliseconds; ``cold`` is the first of the process, if it is known."""

    title: str
    values: tuple[float, ...]
    cold: float | None = None

    @property
    def median(self) -> float:
        """The median of the values."""
        return statistics.median(self.values)


def charts(run: Run) -> tuple[Bars, ...]:
    """Return the seconds of a run by topic and by subject, and its slowest cases; each case counts once."""
    cases = _cases(run.results)
    topics = _summed((_topic(each.case), each.seconds) for each in cases)
    subjects = _summed((each.subject, each.seconds) for each in cases)
    slowest = sorted(cases, key=lambda each: -each.seconds)[:_MOST_CASES]
    made = (
        Bars("seconds by topic", "s", _shortened(topics)),
        Bars("seconds by subject", "s", _shortened(subjects) if len(subjects) > 1 else ()),
        Bars("slowest cases", "s", tuple(Bar(each.case, each.seconds, each.subject) for each in slowest)),
    )
    return tuple(chart for chart in made if any(bar.value for bar in chart.bars))


def _cases(results: Iterable[Result]) -> list[Result]:
    """Return one result for each case on each subject: the results of several rules share one execution."""
    first: dict[tuple[str, str, str], Result] = {}
    for each in results:
        first.setdefault((each.environment, each.subject, each.case), each)
    return list(first.values())


def _topic(case: str) -> str:
    return case.partition("/")[0].partition("[")[0] or "(no name)"


def _summed(pairs: Iterable[tuple[str, float]]) -> dict[str, tuple[float, int]]:
    """Return seconds and number of cases by name."""
    total: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for name, seconds in pairs:
        before, number = total[name]
        total[name] = before + seconds, number + 1
    return total


def _shortened(total: dict[str, tuple[float, int]]) -> tuple[Bar, ...]:
    """Return the longest bars, and one for the sum of the others."""
    ranked = sorted(total.items(), key=lambda item: (-item[1][0], item[0]))
    bars = [Bar(name, seconds, number_of(count, "case")) for name, (seconds, count) in ranked[:_MOST_TOPICS]]
    rest = ranked[_MOST_TOPICS:]
    if rest:
        seconds, count = sum(each[0] for _, each in rest), sum(each[1] for _, each in rest)
        bars.append(Bar(f"{len(rest)} others", seconds, number_of(count, "case")))
    return tuple(bars)


def samples(subject: Subject) -> tuple[Samples, ...]:
    """Return how long a driver takes to create an instance and a device, from its recorded facts."""
    return tuple(_samples(subject.facts))


def _samples(facts: Object) -> Iterator[Samples]:
    timings = part(facts, "timings")
    for name in list(timings)[:_MOST_MEASURED]:
        measured, what = part(timings, name), _what(name, facts)
        values = numbers(measured, "samples")[:_MOST_SAMPLES]
        if values:
            cold = numbers({"cold": [measured.get("cold")]}, "cold")
            yield Samples(f"milliseconds to make {what}", values, cold[0] if cold else None)


def _what(name: str, facts: Object) -> str:
    """Return what was created: an instance, or a device by its name."""
    kind, _, place = name.partition(".")
    if kind != "device" or not place.isascii() or not place.isdecimal():
        return f"an {name}" if name == "instance" else name
    devices = objects(facts, "devices")
    known = (
        text(part(devices[int(place)], "properties"), "deviceName")
        if len(place) < 4 and int(place) < len(devices)
        else ""
    )
    return f"a device: {known}" if known else f"device {place}"


def finite(values: Sequence[float | None]) -> list[float | None]:
    """Return the values, with None for those that a chart cannot show."""
    return [value if value is not None and math.isfinite(value) else None for value in values]
