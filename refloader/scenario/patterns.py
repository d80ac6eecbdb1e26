"""Patterns for lists of names, written in JSON. Independent of what the names denote.

A pattern is an array that describes the whole list from its start to its end. Its items are

``"name"``                     that name
``{"any_order": ["a", "b"]}``  these names, in any order
``{"one_of": ["a", "b"]}``     one of these names
``{"maybe": ["a", "b"]}``      any of these names or none, in any order

or it is an object that describes only some of the names:

``{"includes": ["a"], "excludes": ["b"]}``  "a" occurs somewhere and "b" nowhere
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from refloader.scenario.located import Located

Item: TypeAlias = str | Mapping[str, tuple[str, ...]]
Pattern: TypeAlias = tuple[Item, ...] | Mapping[str, tuple[str, ...]]

_OF_ITEMS = frozenset({"any_order", "one_of", "maybe"})
_OF_LISTS = frozenset({"includes", "excludes"})


def pattern(said: Located) -> Pattern:
    """Read a pattern. Raises ScenarioError with path, line and column."""
    if isinstance(said.value, dict):
        return {key: names.words() for key, names in said.known_members(_OF_LISTS).items()}
    return tuple(_item(each) for each in said.items())


def fits(pattern: Pattern, names: Sequence[str]) -> bool:
    """True if the names match the pattern."""
    if isinstance(pattern, Mapping):
        wanted, unwanted = pattern.get("includes", ()), pattern.get("excludes", ())
        return set(wanted) <= set(names) and not set(unwanted) & set(names)
    return any(used == len(names) for used in _ends(pattern, names, 0))


def in_words(pattern: Pattern) -> str:
    """Return the pattern in words."""
    if isinstance(pattern, Mapping):
        parts = {"includes": "with", "excludes": "without"}
        return " and ".join(f"{parts[key]} {', '.join(names)}" for key, names in pattern.items())
    return ", ".join(map(_told_item, pattern)) or "nothing"


def plain(pattern: Pattern) -> object:
    """Return the pattern as JSON data."""
    if isinstance(pattern, Mapping):
        return {key: list(names) for key, names in pattern.items()}
    return [item if isinstance(item, str) else {key: list(v) for key, v in item.items()} for item in pattern]


def _item(said: Located) -> Item:
    if isinstance(said.value, str):
        return said.value
    members = said.known_members(_OF_ITEMS)
    if len(members) != 1:
        raise said.error(f"{said.name} should have one of the keys {', '.join(sorted(_OF_ITEMS))}")
    return {key: names.words() for key, names in members.items()}


def _ends(items: Sequence[Item], names: Sequence[str], start: int) -> Iterator[int]:
    """Yield each index at which a match of the items, begun at ``start``, can end."""
    if not items:
        yield start
        return
    for used in _used(items[0], names[start:]):
        yield from _ends(items[1:], names, start + used)


def _used(item: Item, names: Sequence[str]) -> Iterator[int]:
    """Yield how many of the first names an item can match."""
    if isinstance(item, str):
        item = {"one_of": (item,)}
    for key, wanted in item.items():
        counts = {"any_order": [len(wanted)], "one_of": [1], "maybe": range(len(wanted) + 1)}[key]
        for count in counts:
            taken = list(names[:count])
            if len(taken) == count and _is_part(taken, wanted):
                yield count


def _is_part(taken: Sequence[str], wanted: Sequence[str]) -> bool:
    """True if ``wanted`` contains each name of ``taken`` at least as often as ``taken`` does."""
    left = list(wanted)
    for name in taken:
        if name not in left:
            return False
        left.remove(name)
    return True


def _told_item(item: Item) -> str:
    if isinstance(item, str):
        return item
    joined = {"any_order": " and ", "one_of": " or ", "maybe": " and perhaps "}
    return "; ".join(f"({joined[key].join(names)})" for key, names in item.items())
