"""The rows of lists in the prober's answers, as named tuples. ``records`` reads them, and fails on any other shape.

The C code that writes the answers says what each member is (refloader/probes/layer_prober).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from refloader.suite.sessions.answers import number, records

_IN_ARRAY = re.compile(r"(.*?)\bp([A-Z])([A-Za-z0-9]*)s\[\d+\]")
"""A member of an element: what stands before the array, and the first letter of its name and the others."""


class Difference(NamedTuple):
    """A member with another value below than above (``lost``, ``changed``, ``handles`` and others of a form)."""

    path: str
    given: int
    received: int
    is_mask: bool


class Total(NamedTuple):
    """An array: how many elements were given, and came down in all calls, and whether in another order."""

    name: str
    given: int
    received: int
    is_disordered: bool


class ResultOf(NamedTuple):
    """A result below, what the layer makes of it, and how often the call goes down."""

    below: int
    above: int
    times: int


class MadeOneByOne(NamedTuple):
    """A call for several things that comes down in several calls, the first of which fails."""

    below: int
    code: int
    is_there: bool


class MadePartly(NamedTuple):
    """A call that makes several things, of which the first alone is made below."""

    below: int
    code: int
    times: int
    is_there: bool
    is_ended: bool
    untouched: int
    is_of_below: bool
    is_of_several: bool


class Presented(NamedTuple):
    """A presentation with one result below for all swapchains."""

    code: int
    times: int
    is_unwritten: bool


class PresentedApart(NamedTuple):
    """A presentation of two swapchains with a result for each, below and above."""

    first_below: int
    second_below: int
    code: int
    first: int
    second: int


class Failed(NamedTuple):
    """A call that fails: which allocation did, what is made and ended below, and the blocks that stay."""

    number: int
    code: int
    made: int
    ended: int
    of_command: int
    of_object: int


class Refused(NamedTuple):
    """A creation without memory: whether there is one below, and how often it is ended there."""

    allocation: int
    code: int
    is_made: bool
    ends: int


class OwnFailure(NamedTuple):
    """vkCreateDevice where this command of the layer's own fails."""

    command: str
    code: int
    is_made: bool
    ends: int


class NoTruth(NamedTuple):
    """A VkBool32 that is none."""

    command: str
    member: str
    value: int


class HeapBudget(NamedTuple):
    """The size and the budget of a heap."""

    size: int
    budget: int


class Heard(NamedTuple):
    """How often a listener heard a message."""

    listener: int
    message: int
    is_expected: bool
    times: int


class StagesWaited(NamedTuple):
    """The stages of one wait, above and below; -1 where it does not come down."""

    given: int
    received: int


class OnThread(NamedTuple):
    """A member with another value below than above on one of two threads."""

    thread: int
    path: str
    given: int
    received: int


class Copied(NamedTuple):
    """A member that comes down with what another one was given."""

    path: str
    source: str


class TakenType(NamedTuple):
    """A wrapped type that a command takes."""

    command: str
    kind: str


class HeldType(NamedTuple):
    """A wrapped type that a structure on a pNext holds."""

    structure: str
    kind: str


class OtherMember(NamedTuple):
    """A member that differs between the structure of a version and that of its feature."""

    whole: str
    single: str
    member: str


class OtherForm(NamedTuple):
    """A command that gives other values than the first one; about which format; 1 if both are the layer's."""

    command: str
    about: int
    is_own: int


class Unfinished(NamedTuple):
    """A part of the calls that the layer does not come back from, and how: crash, hang, exit, unknown."""

    act: str
    how: str


class Counted(NamedTuple):
    """How many elements a command counts and lists."""

    command: str
    counted: int
    listed: int


class OtherTable(NamedTuple):
    """An object that begins with the dispatch pointer of another instance."""

    kind: str
    which: int


class Crossed(NamedTuple):
    """A command that came to another instance's or device's next entity."""

    name: str
    is_of_device: bool


class Alike(NamedTuple):
    """How often each of the first two elements of an array came down."""

    name: str
    first: int
    second: int


def differences(answer: Mapping[str, Any], key: str) -> Iterator[Difference]:
    """Yield the members with another value below than above, as numbers that are not negative."""
    for path, given, received, is_mask in records(answer, key, Difference):
        yield Difference(path, given % (1 << 64), received % (1 << 64), is_mask)


def changed_in_place(answer: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the members that came down otherwise, in the element that they came in.

    Not those of an array that came down with more elements: a layer may make several of one, as a barrier for each
    level of an image, and the others stand behind these.
    """
    rows = list(differences(answer, "changed"))
    longer = {row.path for row in rows if row.path.endswith("Count") and row.received > row.given}
    for row in rows:
        array = _IN_ARRAY.match(row.path)
        if array is None or f"{array[1]}{array[2].lower()}{array[3]}Count" not in longer:
            yield row


def totals(answer: Mapping[str, Any]) -> list[Total]:
    """Return what came down of each array of a call; nothing if the call did not go down."""
    return records(answer, "totals", Total) if number(answer, "times") else []
