"""The C and assembly of the drop-in library as text: its comments name the rules that are decided there."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable


def c_sources() -> Iterator[tuple[str, str]]:
    """The path below the package and the text of each file."""
    return _below(files("refloader.dropin").joinpath("c"), "dropin/c")


def _below(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _below(entry, f"{place}/{entry.name}")
        else:
            yield f"{place}/{entry.name}", entry.read_text(encoding="utf-8")
