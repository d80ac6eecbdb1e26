"""Draws where a loader searched and what it found, one picture for each kind of file, and renders it as a list."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from refloader.model.text import NOT_TOLD
from refloader.report.pictures.drawing import (
    LARGE,
    SMALL,
    WIDTH,
    captioned,
    element,
    group,
    measured,
    picture,
    side_by_side,
    stroke,
    words,
    wrapped,
)
from refloader.report.pictures.search_path import Found, Search, SearchedPlace

_LEFT, _STEP, _LINE = 34, 20, 17
_FEW = 12
"""The most manifests of one place in the picture, and places in its description; the list has all."""

_SIGNS = {"used": "●", "not used": "○", "unusable": "✕", "not known": "?"}
_KNOWN = {"read": "", "missing": "not there", "": "", NOT_TOLD: "not known"}


def figures(searches: Sequence[Search]) -> Markup:
    """Return the searches, side by side if there is room. Needs ``pictures.css``; empty without searches."""
    return side_by_side([*map(_figure, searches)])


def _figure(search: Search) -> Markup:
    return captioned(search.title, drawn(search), "The search as text", listed(search))


def listed(search: Search) -> Markup:
    """Return the places in order, each with what was found in it, as lists."""
    return element("ol", *map(_item, search.places), class_="search")


def _item(place: SearchedPlace) -> Markup:
    files = [element("li", _said(each)) for each in place.found]
    if place.more:
        files.append(element("li", f"and {place.more} more"))
    return element("li", _description(place), *([element("ul", *files)] if files else []))


def _description(place: SearchedPlace) -> str:
    source = f", named by {place.source}" if place.source else ""
    rule = f" ({place.rule})" if place.rule else ""
    return "; ".join((f"{place.path}{source}{rule}: {_state(place)}", *place.notes))


def _said(each: Found) -> str:
    names = f" ({', '.join(each.names)})" if each.names else ""
    return f"{each.file}{names}: {each.standing}{f', {each.why}' if each.why else ''}"


def _state(place: SearchedPlace) -> str:
    """Return the result of searching the place, in a few words."""
    number = len(place.found) + place.more
    if place.state not in _KNOWN:
        return place.state
    return _KNOWN[place.state] or (f"{number} found" if number else "nothing found")


def drawn(search: Search) -> Markup:
    """Return the SVG alone."""
    parts, y = list[Markup](), 4.0
    for number, place in enumerate(search.places, start=1):
        top = y
        for part, height in _rows(place, y):
            parts.append(part)
            y += height
        parts.append(_number(number, place, top))
        y += 10
        if number < len(search.places):
            parts.append(stroke(f"M12 {top + 23:.0f}V{y:.0f}"))
    return picture(search.title, _summary(search), y, parts)


def _summary(search: Search) -> str:
    first = [f"{place.path}: {_state(place)}" for place in search.places[:_FEW]]
    more = f"; and {len(search.places) - _FEW} more places" if len(search.places) > _FEW else ""
    return f"Places in order. {'; '.join(first)}{more}."


def _number(number: int, place: SearchedPlace, y: float) -> Markup:
    """Draw the number of a place in a ring: dashed if nothing is there, bold if it could not be read."""
    ring = "away" if place.is_missing else "wrong" if place.state not in _KNOWN else "box"
    return group(
        element("circle", cx=12, cy=f"{y + 12:.0f}", r=11, class_=ring),
        element("text", str(number), x=12, y=f"{y + 16:.0f}", font_size=SMALL, class_="middle"),
        title=_description(place),
    )


def _rows(place: SearchedPlace, y: float) -> Iterator[tuple[Markup, float]]:
    """Yield the lines of a place from the top, each with its height."""
    room = WIDTH - _LEFT
    state, soft = _state(place), "soft" if place.is_missing else ""
    wide = min(room / 2, measured(state, SMALL, strong=place.state not in _KNOWN) + 8)
    class_ = "soft" if place.state in _KNOWN else "wrong-text"
    yield words(WIDTH - wide, y + 15, state, wide, class_, end=True), 0
    source = f"by {place.source}" if place.source else ""
    yield words(_LEFT, y + 15, source, room - wide, "soft"), _STEP
    y += _STEP
    for line in wrapped(_short(place.path), room, SMALL, 2, mono=True):
        yield words(_LEFT, y + 12, line, room, f"mono {soft}".strip()), _LINE
        y += _LINE
    for each in place.found[:_FEW]:
        yield _file(each, y, room), _LINE
        y += _LINE
    left = len(place.found) + place.more - _FEW
    if left > 0:
        yield words(_LEFT + 18, y + 12, f"and {left} more", room - 18, "soft"), _LINE


_SHORT = {
    "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Class\\": "HKLM\\…\\Class\\",
    "HKEY_LOCAL_MACHINE\\": "HKLM\\",
    "HKEY_CURRENT_USER\\": "HKCU\\",
}


def _short(path: str) -> str:
    """Return a registry key shortened for the picture; the list has it in full."""
    begins = next((start for start in _SHORT if path.startswith(start)), "")
    return _SHORT[begins] + path[len(begins) :] if begins else path


def _file(each: Found, y: float, room: float) -> Markup:
    state = each.standing
    wide = measured(state, SMALL, strong=True) + 8
    name = each.names[0] if len(each.names) == 1 and each.names[0] else each.file
    return group(
        words(_LEFT, y + 12, _SIGNS[state], 16, "wrong-text" if state == "unusable" else "", size=LARGE - 1),
        words(_LEFT + 18, y + 12, name, room - 18 - wide, "mono strong" if state == "used" else "mono"),
        words(WIDTH - wide, y + 12, state, wide, "soft" if state != "unusable" else "wrong-text", end=True),
        title=_said(each),
    )
