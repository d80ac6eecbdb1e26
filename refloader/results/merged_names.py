"""The names of subjects and machines in a merge. Pure.

Subjects of two runs are the same if their ``Identity`` is equal. Different subjects of the same name stay separate:
the members in which they differ are added to their names in brackets.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from refloader.results.records import Subject

_DIGITS = 8
"""The number of digits of a digest that a name includes."""


class Identity(NamedTuple):
    """What identifies a subject. ``name`` is its name in its own run; ``kind`` is empty if no header lists it."""

    name: str
    environment: str
    sha256: str
    library: str
    kind: str
    edition: str
    path: str


def identity(subject: Subject, environment: str) -> Identity:
    """Return the identity of a subject that was tested on this machine."""
    library = subject.library or subject.facts.get("library")
    digest = library.get("sha256") if isinstance(library, Mapping) else ""
    return Identity(
        subject.own_name or subject.name,
        environment,
        subject.sha256,
        digest if isinstance(digest, str) else "",
        subject.kind,
        subject.edition,
        subject.path,
    )


def names(found: Iterable[Identity]) -> dict[Identity, str]:
    """Return a unique name for each identity, independent of their order."""
    alike: dict[str, list[Identity]] = {}
    for each in sorted(set(found)):
        alike.setdefault(each.name, []).append(each)
    given: dict[Identity, str] = {several[0]: name for name, several in alike.items() if len(several) == 1}
    taken = set(given.values())
    for several in alike.values():
        for each, name in _unique_names(several) if len(several) > 1 else ():
            given[each] = _free(name, taken)
            taken.add(given[each])
    return given


def _unique_names(several: Sequence[Identity]) -> Iterator[tuple[Identity, str]]:
    """Yield identities of one name, each with a name that adds the members needed to distinguish them."""
    chosen: list[str] = []
    for field in Identity._fields[1:]:
        if len(_kinds(several, chosen)) < len(_kinds(several, [*chosen, field])):
            chosen.append(field)
    for each in several:
        parts = [_short(field, getattr(each, field)) for field in chosen]
        yield each, f"{each.name} [{', '.join(filter(None, parts))}]" if any(parts) else each.name


def _kinds(several: Iterable[Identity], fields: Iterable[str]) -> set[tuple[str, ...]]:
    return {tuple(getattr(each, field) for field in fields) for each in several}


def _short(field: str, value: str) -> str:
    if field in ("sha256", "library"):
        return value[:_DIGITS]
    return f"edition {value}" if field == "edition" and value else value


def _free(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def machine_name(facts: Mapping[str, object]) -> str:
    """Return a name for a machine that the user has not named: its system, release and architecture."""
    parts = [facts.get(each) for each in ("system", "release", "machine")]
    return " ".join(each for each in parts if isinstance(each, str) and each) or "an unnamed machine"
