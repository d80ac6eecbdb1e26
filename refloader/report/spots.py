"""The places in manifests that a case is about, each with what is said of it. Never judges, and takes any JSON.

Cases of layers and drivers have ``findings`` about the subject's own manifest; cases of loaders have the ``files``
that they were shown, and under ``decided`` what the reference says of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from refloader.harness.results import Subject
from refloader.report.excerpts import Excerpt, as_html, excerpt
from refloader.report.objects import Object, number, objects, part, text
from refloader.report.pictures.drawing import element

_MOST = 20


@dataclass(frozen=True, slots=True)
class Spot:
    """One place. ``said`` is a sentence about it, ``remedy`` what would be right, or empty."""

    path: str
    said: str
    remedy: str
    excerpt: Excerpt


def spots(evidence: Mapping[str, object], subject: Subject | None) -> tuple[Spot, ...]:
    """The places of a case in the order of its evidence, each sentence once; no more than can be looked at."""
    found: dict[tuple[str, str, int], Spot] = {}
    for each in (*_of_manifest(evidence, subject), *_of_files(evidence)):
        found.setdefault((each.path, each.said, each.excerpt.number), each)
        if len(found) == _MOST:
            break
    return tuple(found.values())


def shown(every: Sequence[Spot]) -> Markup:
    """The places with what is said of each. Needs ``pictures.css``; empty without any."""
    return Markup("").join(map(_shown, every))


def _shown(spot: Spot) -> Markup:
    remedy = f". Right would be: {spot.remedy}" if spot.remedy else ""
    place = element("code", f"{spot.path}:{spot.excerpt.number}")
    caption = element("figcaption", place, f" {spot.said}{remedy}")
    return element("figure", caption, as_html(spot.excerpt, spot.path), class_="spot")


def _of_manifest(evidence: Object, subject: Subject | None) -> Iterator[Spot]:
    if subject is None or not subject.manifest:
        return
    for row in objects(evidence, "findings"):
        yield from _spot(row, subject.path, subject.manifest, text(row, "message"))


def _of_files(evidence: Object) -> Iterator[Spot]:
    """What the reference remarks on in the files of a scenario; steps of its trail are no remarks."""
    files, decided = part(evidence, "files"), part(evidence, "decided")
    rows = [row for name in ("unread", "layers", "drivers") for row in objects(decided, name)]
    for reason in (reason for row in (*rows, decided) for reason in objects(row, "reasons")):
        path = text(reason, "path")
        if text(reason, "severity") != "info" and text(files, path):
            yield from _spot(reason, path, text(files, path), f"the reference says: {text(reason, 'fact')}")


def _spot(row: Object, path: str, content: str, said: str) -> Iterator[Spot]:
    found = excerpt(content, number(row, "line") or 0, number(row, "column") or 0)
    if found is not None:
        yield Spot(path, said, text(row, "remedy"), found)
