"""Remarks on the manifests of a case, each with its location. Makes no verdict, and accepts any JSON.

Cases of layers and drivers have ``findings`` about the subject's own manifest. Cases of loaders have the ``files`` of
the scenario, and under ``decided`` the remarks of the reference on them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from refloader.report.excerpts import Excerpt, as_html, excerpt
from refloader.report.objects import Object, number, objects, part, text
from refloader.report.pictures.drawing import element
from refloader.results.results_file import Subject

_MOST = 20


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a location in a manifest: ``said`` is a sentence, ``remedy`` the suggested fix, or empty."""

    path: str
    said: str
    remedy: str
    excerpt: Excerpt


def remarks(evidence: Mapping[str, object], subject: Subject | None) -> tuple[Remark, ...]:
    """Return the remarks of a case in the order of its evidence, each once, up to a limit."""
    found: dict[tuple[str, str, int], Remark] = {}
    for each in (*_of_manifest(evidence, subject), *_of_files(evidence)):
        found.setdefault((each.path, each.said, each.excerpt.number), each)
        if len(found) == _MOST:
            break
    return tuple(found.values())


def shown(every: Sequence[Remark]) -> Markup:
    """Return the remarks, each with the lines concerned. Needs ``pictures.css``; empty if there are none."""
    return Markup("").join(map(_shown, every))


def _shown(remark: Remark) -> Markup:
    suggestion = f". Fix: {remark.remedy}" if remark.remedy else ""
    place = element("code", f"{remark.path}:{remark.excerpt.number}")
    caption = element("figcaption", place, f" {remark.said}{suggestion}")
    return element("figure", caption, as_html(remark.excerpt, remark.path), class_="remark")


def _of_manifest(evidence: Object, subject: Subject | None) -> Iterator[Remark]:
    if subject is None or not subject.manifest:
        return
    for row in objects(evidence, "findings"):
        yield from _remark(row, subject.path, subject.manifest, text(row, "message"))


def _of_files(evidence: Object) -> Iterator[Remark]:
    """Yield the reference's remarks on the files of a scenario, without the steps of severity ``info``."""
    files, decided = part(evidence, "files"), part(evidence, "decided")
    rows = [row for name in ("unread", "layers", "drivers") for row in objects(decided, name)]
    for reason in (reason for row in (*rows, decided) for reason in objects(row, "reasons")):
        path = text(reason, "path")
        if text(reason, "severity") != "info" and text(files, path):
            yield from _remark(reason, path, text(files, path), f"the reference says: {text(reason, 'fact')}")


def _remark(row: Object, path: str, content: str, said: str) -> Iterator[Remark]:
    found = excerpt(content, number(row, "line") or 0, number(row, "column") or 0)
    if found is not None:
        yield Remark(path, said, text(row, "remedy"), found)
