"""A run as a results file, which every verb that takes results reads again. Never leaves a result out."""

from collections.abc import Iterator

from refloader.results.results_file import Run, lines


def render(run: Run) -> str:
    """The text of the file; a truncated run has no last line."""
    return "".join(pieces(run))


def pieces(run: Run) -> Iterator[str]:
    """The same text line by line."""
    return lines(run)
