"""Reads from the lines of the mock libraries which mocks vkCreateInstance entered, with which arguments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_CREATE, _DESTROY, _LOAD = "vkCreateInstance", "vkDestroyInstance", "load"


@dataclass(frozen=True, slots=True)
class Entry:
    """One vkCreateInstance as a mock received it: ``who`` is "layer" or "driver", ``given`` its arguments by name.

    A layer records ``api``, ``layers`` and ``extensions`` (their counts), a driver ``api`` and ``extensions``
    (their names, separated by commas); ``api`` is "none" if there was no VkApplicationInfo.
    """

    who: str
    name: str
    given: Mapping[str, str]


def last_creation(lines: Iterable[str]) -> tuple[Entry, ...]:
    """Return the entries of the last instance that was created, from the application down.

    A loader may create internal instances before the one that it returns. The entry of a layer after that of a driver
    belongs to a new instance; so does the entry of a library that was loaded again since its previous entry, or that
    of one whose instance was destroyed, as those of all others were. Where others live on, that one alone has made
    an instance on trial; so has a driver that was entered twice and one of whose instances is destroyed. Which one it
    is, the driver says: it counts the instances since it was loaded.
    """
    entries: list[Entry] = []
    turns: list[Entry] = []
    loaded: set[tuple[str, str]] = set()
    destroyed: set[tuple[str, str]] = set()
    for who, name, command, *arguments in (line.split(" ") for line in lines if line.count(" ") > 1):
        if command == _LOAD:
            loaded.add((who, name))
            turns = [entry for entry in turns if (entry.who, entry.name) != (who, name)]
        elif command == _DESTROY:
            twins = [entry for entry in entries if (entry.who, entry.name) == (who, name)]
            if who == "driver" and len(twins) > 1:
                made = [entry for entry in turns if (entry.who, entry.name) == (who, name)]
                turn = _pairs(arguments).get("made", "1")
                gone = next((entry for at, entry in enumerate(made, 1) if str(at) == turn), twins[0])
                entries = [entry for entry in entries if entry is not gone]
            else:
                destroyed.add((who, name))
        elif command == _CREATE:
            there = {(entry.who, entry.name) for entry in entries}
            below_a_driver = who == "layer" and any(entry.who == "driver" for entry in entries)
            again = (who, name) in there & destroyed
            if below_a_driver or (who, name) in there & loaded or (again and there <= destroyed):
                entries.clear()
                loaded.clear()
                destroyed.clear()
            elif again:
                entries = [entry for entry in entries if (entry.who, entry.name) != (who, name)]
            loaded.discard((who, name))
            destroyed.discard((who, name))
            entries.append(Entry(who, name, _pairs(arguments)))
            turns.append(entries[-1])
    return tuple(entries)


def names(entries: Iterable[Entry], who: str) -> tuple[str, ...]:
    """Return the names of the layers or of the drivers among the entries, in order."""
    return tuple(entry.name for entry in entries if entry.who == who)


def _pairs(arguments: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (argument.partition("=") for argument in arguments)}
