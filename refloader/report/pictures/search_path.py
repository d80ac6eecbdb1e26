"""Where a loader searched, in order, and what it found there, as a value. Draws nothing, makes no decisions.

It is read from an explanation, or from an event of a trace. Both are untrusted: values of an unexpected type are left
out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from refloader.model.text import NOT_TOLD
from refloader.report.objects import Object, is_true, objects, text

Standing: TypeAlias = Literal["used", "not used", "unusable", "not known"]

_TITLES = {
    "settings": "loader settings",
    "implicit": "implicit layers",
    "explicit": "explicit layers",
    "driver": "drivers",
}
"""The title of each search, by its name in documents, in the order in which a loader searches."""

_MOST = 100
"""The most places of one search, and the most manifests of one place."""


@dataclass(frozen=True, slots=True)
class Found:
    """One manifest that was found in a place, or one registry value that names no manifest.

    ``names`` are the names of its layers; ``why`` is the reason for not using it.
    """

    path: str
    names: tuple[str, ...]
    standing: Standing
    why: str = ""

    @property
    def file(self) -> str:
        """The file name without the folder."""
        on_windows = self.path[1:3] == ":\\" or self.path[:2] == "\\\\"
        return self.path.rpartition("\\" if on_windows else "/")[2] or self.path


@dataclass(frozen=True, slots=True)
class SearchedPlace:
    """One place. ``state`` is "read", the reason why it was not read, or empty if it was not recorded.

    ``source`` is the variable, build option or file that named the place; ``more`` is the number of manifests left
    out; ``notes`` are sentences about the place.
    """

    path: str
    source: str
    rule: str
    state: str
    found: tuple[Found, ...]
    more: int = 0
    notes: tuple[str, ...] = ()

    @property
    def is_missing(self) -> bool:
        """True if nothing exists at the path."""
        return self.state == "missing"


@dataclass(frozen=True, slots=True)
class Search:
    """The search for one kind of file, with its places in order. ``notes`` are sentences on decisive variables."""

    title: str
    places: tuple[SearchedPlace, ...]
    notes: tuple[str, ...] = ()


def of_explanation(document: Object) -> tuple[Search, ...]:
    """Return the searches in ``refloader explain --format json``, in the order in which a loader makes them."""
    found, notes = _found(document), _notes(document)
    by_use: dict[str, list[SearchedPlace]] = defaultdict(list)
    for row in objects(document, "places"):
        use = text(row, "use")
        if use in _TITLES and len(by_use[use]) < _MOST:
            by_use[use].append(_searched(row, found, notes))
    return tuple(Search(title, tuple(by_use[use])) for use, title in _TITLES.items() if by_use[use])


def steering(document: Object) -> tuple[tuple[str, str], ...]:
    """Return the variables and files that control the loader, each with its value and whether it has an effect."""
    return tuple(_steering(document))


def _steering(document: Object) -> Iterator[tuple[str, str]]:
    for row in objects(document, "controls")[:_MOST]:
        state = "in force" if is_true(row, "in_force") else f"no effect: {text(row, 'why')}"
        value = text(row, "value")
        yield text(row, "name"), f"{value}: {state}" if value else state


def _searched(
    row: Object, found: Mapping[tuple[str, str], list[Found]], notes: Mapping[str, list[str]]
) -> SearchedPlace:
    path, use = text(row, "path"), text(row, "use")
    here = [*found.get((path, use), ()), *found.get((path, ""), ()), *_unread_values(row)]
    return SearchedPlace(
        path,
        text(row, "source"),
        text(row, "rule"),
        text(row, "state"),
        tuple(here[:_MOST]),
        max(0, len(here) - _MOST),
        tuple(notes.get(path, ())[:_MOST]),
    )


def _found(document: Object) -> Mapping[tuple[str, str], list[Found]]:
    """Map the place (a folder or a file) and the kind of file to what was found there."""
    layers: dict[tuple[str, str], list[Object]] = defaultdict(list)
    for row in objects(document, "layers"):
        if text(row, "manifest") and text(row, "kind"):
            layers[text(row, "manifest"), text(row, "kind")].append(row)
    found: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for (path, kind), rows in layers.items():
        _put(found, kind, rows[0], _layers(path, rows))
    for row in objects(document, "drivers"):
        _put(found, "driver", row, _driver(row))
    for row in objects(document, "unread"):
        standing: Standing = "not known" if is_true(row, "unknown") else "unusable"
        _put(found, "", row, Found(text(row, "path"), (), standing, _last_fact(row)))
    return found


def _put(found: dict[tuple[str, str], list[Found]], use: str, row: Object, each: Found) -> None:
    """Add an entry under its place; if that is unknown, under its own path and under its folder."""
    place = text(row, "place")
    for path in [place] if place else dict.fromkeys((each.path, each.path.rpartition("/")[0] or "/")):
        found[path, use].append(each)


def _unread_values(row: Object) -> Iterator[Found]:
    """Yield the manifests named by registry values that were not read, and the values that name none."""
    for value in objects(row, "values"):
        if not is_true(value, "followed"):
            wrong = any(text(each, "severity") in ("error", "warning") for each in objects(value, "reasons"))
            yield Found(
                text(value, "name") or "(default)", (), "unusable" if wrong else "not used", _last_fact(value)
            )
        for file in objects(value, "manifests"):
            state = text(file, "state")
            if state == NOT_TOLD:
                yield Found(text(file, "path"), (), "not known", "its content is not known here")
            elif state != "read":
                yield Found(text(file, "path"), (), "unusable", text(file, "detail") or state)


def _layers(path: str, rows: list[Object]) -> Found:
    active = any(is_true(row, "active") for row in rows)
    names = tuple(text(row, "name") for row in rows[:_MOST])
    return Found(path, names, "used" if active else "not used", "" if active else _last_fact(rows[0]))


def _driver(row: Object) -> Found:
    used = is_true(row, "used")
    why = text(row, "obstacle") or ("" if used else _last_fact(row))
    return Found(
        text(row, "manifest"), (), "unusable" if used and why else "used" if used else "not used", why
    )


def _last_fact(row: Object) -> str:
    reasons = objects(row, "reasons")
    return text(reasons[-1], "fact") if reasons else ""


def _notes(document: Object) -> Mapping[str, list[str]]:
    """Return the remarks about a place as a whole, by its path."""
    notes: dict[str, list[str]] = defaultdict(list)
    for row in objects(document, "reasons"):
        subject = text(row, "subject") or text(row, "path")
        if subject and text(row, "severity") != "info":
            notes[subject].append(text(row, "fact"))
    return notes
