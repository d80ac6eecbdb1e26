"""Restricts a run to some of its subjects. Renders no document and changes no result."""

from collections.abc import Collection
from dataclasses import replace

from refloader.model.text import quote, some
from refloader.report.arrange import subjects
from refloader.results.results_file import Run, count


def narrowed(run: Run, names: Collection[str]) -> Run:
    """Return the run as if it had only these subjects; everything else about the run stays.

    Raises:
        ValueError: the run has no subject of such a name. The text is for the user.
    """
    there = [subject.name for subject in subjects(run)]
    for name in names:
        if name not in there:
            raise ValueError(f"no subject is named {quote(name)}; there are {some([*map(quote, there)], 10)}")
    kept = [number for number, result in enumerate(run.results) if result.subject in names]
    results = tuple(run.results[number] for number in kept)
    footer = run.footer and replace(
        run.footer,
        counts=count(results),
        expected=sum(result.as_expected for result in results),
        stale=tuple(entry for entry in run.footer.stale if entry.subject in names),
        unmatched=tuple(entry for entry in run.footer.unmatched if entry.subject in names),
    )
    header = replace(run.header, subjects=tuple(each for each in run.header.subjects if each.name in names))
    lines = tuple(run.lines[number] for number in kept) if run.lines else ()
    return replace(run, header=header, results=results, footer=footer, lines=lines)
