"""Reads what the mock libraries wrote down: who was entered for an instance, with what. Never judges it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_CREATE, _DESTROY, _LOAD = "vkCreateInstance", "vkDestroyInstance", "load"


@dataclass(frozen=True, slots=True)
class Entry:
    """One vkCreateInstance as a mock saw it: ``who`` is "layer" or "driver", ``given`` its arguments by name.

    A layer notes ``api``, ``layers`` and ``extensions`` (numbers of them), a driver ``api`` and ``extensions``
    (names with commas between them); ``api`` is "none" where there was no VkApplicationInfo.
    """

    who: str
    name: str
    given: Mapping[str, str]


def last_creation(lines: Iterable[str]) -> tuple[Entry, ...]:
    """The entries of the last instance that was made, from the application down.

    A loader may make instances of its own before the one that it hands out. A layer after a driver begins
    another one, and so does a library that was opened anew, or left its instance, since it was entered.
    """
    entries: list[Entry] = []
    renewed: set[tuple[str, str]] = set()
    for who, name, command, *arguments in (line.split(" ") for line in lines if line.count(" ") > 1):
        if command in (_DESTROY, _LOAD):
            renewed.add((who, name))
        elif command == _CREATE:
            below_a_driver = who == "layer" and any(entry.who == "driver" for entry in entries)
            if below_a_driver or (who, name) in renewed & {(entry.who, entry.name) for entry in entries}:
                entries.clear()
                renewed.clear()
            renewed.discard((who, name))
            entries.append(Entry(who, name, _pairs(arguments)))
    return tuple(entries)


def names(entries: Iterable[Entry], who: str) -> tuple[str, ...]:
    """The names of the layers or of the drivers among the entries, in order."""
    return tuple(entry.name for entry in entries if entry.who == who)


def _pairs(arguments: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (argument.partition("=") for argument in arguments)}
