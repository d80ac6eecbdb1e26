"""Decides what a filter variable matches: globs over layer names and driver file names, ranges over ids.

Filters only select among what discovery found; they never widen it (FILTER-GEN-01).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from refloader.core.editions import traits
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Layer
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Use
from refloader.rules import decides


@decides(
    "FILTER-GEN-04",
    "FILTER-GEN-05",
    "FILTER-GEN-06",
    "FILTER-GEN-07",
    "FILTER-GEN-08",
    "AMB-GLOB-MIDDLE",
    "AMB-ALLSTAR",
)
def glob_matches(pattern: str, name: str) -> bool:
    """Return whether text*, *text, *text* or text matches a name, case-insensitively.

    Stars elsewhere are literal (AMB-GLOB-MIDDLE); a single star matches every name (AMB-ALLSTAR).
    """
    starts, ends, text = _form(pattern)
    name = name.lower()
    if starts and ends:
        return text in name
    if starts:
        return name.endswith(text)
    if ends:
        return name.startswith(text)
    return name == text


def _form(pattern: str) -> tuple[bool, bool, str]:
    """Return whether a pattern begins with a star, whether it ends with another one, and its text."""
    pattern = pattern.lower()
    starts, ends = pattern.startswith("*"), pattern.endswith("*") and len(pattern) > 1
    return starts, ends, pattern[1 if starts else 0 : -1 if ends else None]


@decides("FILTER-GEN-03", "AMB-FILTER-SPACES")
def elements(value: str | None) -> tuple[str, ...]:
    """Return the non-empty elements of a filter list. Commas separate them on all systems; spaces are significant."""
    return tuple(element for element in (value or "").split(",") if element)


def first_match(patterns: tuple[str, ...], name: str) -> str | None:
    """Return the first pattern that matches the name, or None."""
    if len(patterns) > _FEW:
        places = _places(_index(patterns), name.lower())
        return patterns[place] if (place := min(places, default=-1)) >= 0 else None
    return next((pattern for pattern in patterns if glob_matches(pattern, name)), None)


_FEW = 64
"""Up to so many patterns are compared one by one; of more, those are looked up that can match."""


@lru_cache(maxsize=8)
def _index(patterns: tuple[str, ...]) -> Mapping[tuple[bool, bool], tuple[Mapping[str, int], frozenset[int]]]:
    """Return the texts of patterns by their form, each with the place of the first, and the lengths of the texts."""
    found: dict[tuple[bool, bool], dict[str, int]] = {}
    for place, pattern in enumerate(patterns):
        starts, ends, text = _form(pattern)
        found.setdefault((starts, ends), {}).setdefault(text, place)
    return {form: (texts, frozenset(map(len, texts))) for form, texts in found.items()}


def _places(
    index: Mapping[tuple[bool, bool], tuple[Mapping[str, int], frozenset[int]]], name: str
) -> Iterator[int]:
    """Yield the places of the patterns that match the name as ``glob_matches`` says."""
    for (starts, ends), (texts, lengths) in index.items():
        fitting = [length for length in lengths if length <= len(name)]
        if starts and ends and len(name) * len(fitting) > len(texts):
            yield from (place for text, place in texts.items() if text in name)
            continue
        parts: Iterator[str] = iter((name,))
        if starts and ends:
            parts = (name[at : at + size] for size in fitting for at in range(len(name) - size + 1))
        elif starts:
            parts = (name[len(name) - size :] for size in fitting)
        elif ends:
            parts = (name[:size] for size in fitting)
        yield from (texts[part] for part in parts if part in texts)


@dataclass(frozen=True, slots=True)
class LayerFilters:
    """The elements of the three layer filters; all empty in editions without filters."""

    enable: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


@decides("FILTER-GEN-01", "FILTER-GEN-02")
def layer_filters(environment: Environment, edition: Edition, age: Age = DOCUMENTED) -> LayerFilters:
    """Return the layer filters of a process."""
    if not traits(edition).filters:
        return LayerFilters()
    names = ("VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ALLOW")
    enable, disable, allow = (_in_force(elements(environment.get(name)), age) for name in names)
    return LayerFilters(enable, disable, allow)


def _in_force(patterns: tuple[str, ...], age: Age) -> tuple[str, ...]:
    """Return the patterns without those that match nothing for a loader of the age, or that it does not read."""
    if not patterns:
        return patterns
    if age.has(Trait.FILTERS_OF_16_ELEMENTS):
        globs = [place for place, each in enumerate(patterns) if each.lower() not in _SPECIAL]
        patterns = patterns[: globs[_MOST_GLOBS - 1] + 1] if len(globs) >= _MOST_GLOBS else patterns
    if not age.has(Trait.DOUBLE_STAR_MATCHES_NOTHING):
        return patterns
    return tuple(each for each in patterns if each != "**" and not (len(each) == 2 and each[1] == "*"))


_MOST_GLOBS = 16
_EVERY = "~all~"
_SPECIAL = {
    _EVERY: (Use.IMPLICIT, Use.EXPLICIT),
    "~implicit~": (Use.IMPLICIT,),
    "~explicit~": (Use.EXPLICIT,),
}
WORDS = tuple(_SPECIAL)
"""The words of VK_LOADER_LAYERS_DISABLE that stand for several layers."""


def enabled_by(filters: LayerFilters, layer: Layer) -> str | None:
    """Return the element of VK_LOADER_LAYERS_ENABLE that matches the layer, or None."""
    return _matching(filters.enable, layer.name)


def _matching(patterns: tuple[str, ...], name: str) -> str | None:
    """Return the word for every layer among the patterns, else the first pattern that matches the name, or None."""
    every = next((each for each in _special(patterns) if each.lower() == _EVERY), None)
    return every or first_match(patterns, name)


@lru_cache(maxsize=8)
def _special(patterns: tuple[str, ...]) -> Mapping[str, int]:
    """Return the special words among the patterns, each with the first of its places."""
    found: dict[str, int] = {}
    for place, each in enumerate(patterns):
        if each.lower() in _SPECIAL:
            found.setdefault(each, place)
    return found


@lru_cache(maxsize=8)
def _globs(patterns: tuple[str, ...]) -> tuple[tuple[str, ...], Mapping[str, int]]:
    """Return the patterns that are no special words, and their places among all."""
    globs = [(each, place) for place, each in enumerate(patterns) if each.lower() not in _SPECIAL]
    return tuple(each for each, _ in globs), dict(reversed(globs))


@decides(
    "FILTER-LAYER-DISABLE-01",
    "FILTER-LAYER-DISABLE-03",
    "FILTER-LAYER-DISABLE-04",
    "FILTER-LAYER-DISABLE-05",
    "FILTER-LAYER-DISABLE-06",
    "FILTER-LAYER-ALLOW-01",
    "FILTER-LAYER-ALLOW-02",
)
def disabled_by(filters: LayerFilters, layer: Layer, *, mixed_up: bool = False) -> str | None:
    """Return the element of VK_LOADER_LAYERS_DISABLE that disables the layer, or None if ALLOW matches the layer.

    The special words may be mixed with globs. VK_LOADER_LAYERS_ALLOW only cancels a disable; it enables nothing.
    ``mixed_up`` means that ~implicit~ stands for every layer and ~explicit~ for none, as in some ages.
    """
    if _matching(filters.allow, layer.name) is not None:
        return None
    globs, places = _globs(filters.disable)
    match = first_match(globs, layer.name)
    for word, place in _special(filters.disable).items():
        kinds = _SPECIAL[word.lower()]
        if mixed_up:
            kinds = _SPECIAL[_EVERY] if Use.IMPLICIT in kinds else ()
        if layer.kind in kinds and (match is None or place < places[match]):
            return word
    return match


@decides("FILTER-GEN-09", "ENV-INSTLAYERS-05")
def kept_out(filters: LayerFilters, layer: Layer, named: Sequence[str]) -> str | None:
    """Return the element that disables the layer in effect, or None.

    A match of the enable filter cancels a disable, and so does a name in ``named``, the layers of VK_INSTANCE_LAYERS.
    """
    element = disabled_by(filters, layer)
    if element is None or layer.name in named or enabled_by(filters, layer) is not None:
        return None
    return element


@dataclass(frozen=True, slots=True)
class DriverFilters:
    """The two driver filters; ``select`` is None if its variable is unset, ``paths`` splits manifest paths."""

    select: tuple[str, ...] | None = None
    disable: tuple[str, ...] = ()
    paths: PathRules = POSIX_PATHS


def driver_filters(environment: Environment, edition: Edition, age: Age = DOCUMENTED) -> DriverFilters:
    """Return the driver filters of a process."""
    if not traits(edition).filters:
        return DriverFilters()
    value = environment.get("VK_LOADER_DRIVERS_SELECT")
    select = elements(value)
    if select:  # a list of which no element is in force still removes every driver
        select = _in_force(select, age) or ("",)
    return DriverFilters(
        select=select if value is not None else None,
        disable=_in_force(elements(environment.get("VK_LOADER_DRIVERS_DISABLE")), age),
        paths=environment.paths,
    )


@decides(
    "FILTER-DRIVER-SELECT-01",
    "FILTER-DRIVER-SELECT-02",
    "FILTER-DRIVER-DISABLE-01",
    "FILTER-DRIVER-DISABLE-02",
    "FILTER-GEN-09",
    "AMB-SELECT-EMPTY",
    "AMB-DRIVERS-ALL",
)
def driver_verdict(filters: DriverFilters, file_name: str) -> tuple[bool, str]:
    """Return whether a driver passes the filters, and the element that matched it (empty if none did).

    A select list decides alone: it overrides the disable list for the drivers that it matches, and removes all
    others. Without a select list, the disable list decides. ~all~ matches every driver (AMB-DRIVERS-ALL).
    """
    disabled = _match_of_driver(filters.disable, file_name)
    if filters.select:
        selected = _match_of_driver(filters.select, file_name)
        return selected is not None, selected or ""
    return disabled is None, disabled or ""


def _match_of_driver(patterns: tuple[str, ...], file_name: str) -> str | None:
    match, places = first_match(patterns, file_name), _special(patterns)
    every = next((each for each in places if each.lower() == _EVERY), None)
    if every is None or (match is not None and patterns.index(match) < places[every]):
        return match
    return every


@dataclass(frozen=True, slots=True)
class IdRange:
    """An inclusive range of ids."""

    first: int
    last: int

    def holds(self, number: int) -> bool:
        """Return whether the id is in the range."""
        return self.first <= number <= self.last


_ID = re.compile(
    r"\s*(0[xX][0-9A-Fa-f]{1,16}|[0-9]{1,20})"
    r"(?:[^0-9A-Za-z](0[xX][0-9A-Fa-f]{1,16}|[0-9]{1,20})(?:[^0-9A-Za-z].*)?)?",
    re.ASCII,
)


@decides(
    "FILTER-ID-DEVICE-01",
    "FILTER-ID-VENDOR-01",
    "FILTER-ID-DRIVER-01",
    "AMB-IDFILTER-RANGE",
    "AMB-SELECT-EMPTY",
)
def id_ranges(value: str | None) -> tuple[IdRange, ...] | None:
    """Return the ranges of an id filter, or None if the variable is unset or has no element (AMB-SELECT-EMPTY).

    The filter is a comma-separated list of ids or ``first:last``, decimal or 0x hexadecimal. As in loaders, any
    separator may be between the two, white space before an element and trailing text are ignored
    (AMB-IDFILTER-RANGE). Other elements, and ranges whose first id is the higher one, match nothing.
    """
    if not elements(value):
        return None
    ranges = []
    for element in elements(value):
        match = _ID.fullmatch(element)
        if match:
            first, last = _number(match[1]), _number(match[2] or match[1])
            ranges.append(IdRange(first, last))
    return tuple(ranges)


def _number(text: str) -> int:
    return int(text, 16) if text[:2].lower() == "0x" else int(text)
