"""What subjects and machines are called where runs are merged. Pure.

A subject is the same in two runs where all of its ``Identity`` is. What has the name of another subject and is not
the same stays apart, with what tells it from the other in brackets after its name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from refloader.results.records import Subject

_DIGITS = 8
"""Of a digest, in a name: enough to find it by."""


class Identity(NamedTuple):
    """What makes a subject the one that it is: ``name`` is what its own run calls it.

    ``kind`` is empty where no header lists it.
    """

    name: str
    environment: str
    sha256: str
    library: str
    kind: str
    edition: str
    path: str


def identity(subject: Subject, environment: str) -> Identity:
    """That of a subject that was judged on this machine."""
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
    """A name for each that no other has, whatever order they come in."""
    alike: dict[str, list[Identity]] = {}
    for each in sorted(set(found)):
        alike.setdefault(each.name, []).append(each)
    given: dict[Identity, str] = {several[0]: name for name, several in alike.items() if len(several) == 1}
    taken = set(given.values())
    for several in alike.values():
        for each, name in _told_apart(several) if len(several) > 1 else ():
            given[each] = _free(name, taken)
            taken.add(given[each])
    return given


def _told_apart(several: Sequence[Identity]) -> Iterator[tuple[Identity, str]]:
    """Those of one name, each with what it needs of its identity to be told from the others."""
    chosen: list[str] = []
    for field in Identity._fields[1:]:
        if len(_kinds(several, chosen)) < len(_kinds(several, [*chosen, field])):
            chosen.append(field)
    for each in several:
        told = [_short(field, getattr(each, field)) for field in chosen]
        yield each, f"{each.name} [{', '.join(filter(None, told))}]" if any(told) else each.name


def _kinds(several: Iterable[Identity], fields: Iterable[str]) -> set[tuple[str, ...]]:
    return {tuple(getattr(each, field) for field in fields) for each in several}


def _short(field: str, value: str) -> str:
    if field in ("sha256", "library"):
        return value[:_DIGITS]
    return f"edition {value}" if field == "edition" and value else value


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def machine_name(facts: Mapping[str, object]) -> str:
    """What a machine is called that nobody has named."""
    told = [facts.get(each) for each in ("system", "release", "machine")]
    return " ".join(each for each in told if isinstance(each, str) and each) or "an unnamed machine"
