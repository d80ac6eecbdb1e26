"""Pictures of the loader's view of the machine, and of where the run's time went, as markup. Makes no verdict."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from refloader.report.pictures import call_chain, chain_drawing, charts, search_drawing, search_path, timings
from refloader.results.results_file import Run


@dataclass(frozen=True, slots=True)
class Machine:
    """The pictures of one machine. ``name`` may be empty; ``steering`` are variables with their values."""

    name: str
    chains: Markup
    searches: Markup
    steering: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """The machines whose host environment was recorded, and charts of durations. All may be empty."""

    machines: tuple[Machine, ...]
    times: Markup
    samples: Markup


def machine(run: Run) -> Pictures:
    """Return the pictures of a run, or of the runs that it was merged from."""
    sampled = [each for subject in run.header.subjects for each in timings.samples(subject)]
    return Pictures(
        tuple(_machine(*each) for each in _environment(run)),
        charts.figures(timings.charts(run)),
        charts.figures(sampled),
    )


def _environment(run: Run) -> Iterator[tuple[str, Mapping[str, object]]]:
    if run.header.surroundings:
        yield run.header.environment, run.header.surroundings
    seen: set[str] = set()
    for each in run.header.runs:
        if each.surroundings and each.environment not in seen:
            seen.add(each.environment)
            yield each.environment, each.surroundings


def _machine(name: str, document: Mapping[str, object]) -> Machine:
    return Machine(
        name,
        chain_drawing.figures(call_chain.of_explanation(document)),
        search_drawing.figures(search_path.of_explanation(document)),
        search_path.steering(document),
    )
