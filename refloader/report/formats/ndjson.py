"""A run as a results file, which other commands can read again. Contains every result."""

from collections.abc import Iterator

from refloader.results.results_file import Run, lines


def render(run: Run) -> str:
    """Return the text of the file; a truncated run has no footer line."""
    return "".join(pieces(run))


def pieces(run: Run) -> Iterator[str]:
    """Yield the same text line by line."""
    return lines(run)
