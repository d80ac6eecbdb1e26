"""The traits of ``rules/ages.toml``: in which releases each is found, and the age of a release.

Variables and extensions that came later are in the same table.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from refloader.model.age import Age, Trait
from refloader.rules.ages_table import table

Release = tuple[int, ...]
OLDEST = "1.1.97"
"""The oldest release that the table describes."""
_SDK_PARTS = 4
_FIRST_PATCHES = ((1, 0, 1), (1, 1, 70), (1, 2, 131), (1, 3, 204), (1, 4, 303))
"""The first patch number of each minor version of Vulkan: the numbers go on, and none begins again at 0."""
_YET_TO_COME = 260
"""How many patch numbers after the newest known one are believed: about as many as come in five years."""
_NUMBER = re.compile(r"[0-9]{1,9}")
_IN_NAME = re.compile(r"(?:\.so\.|(?:^|/)libvulkan-)([0-9]+(?:\.[0-9]+){2,3})(?:\.so)?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Row:
    """One trait: what it is, the releases that have it, and how that is known.

    ``since`` is the first release with it, ``until`` the first without it; both empty if there is no such release.
    ``since_sdk`` and ``until_sdk`` are the same for SDK releases, which are numbered alike and made on side branches;
    they have a fourth number where not every SDK release of the first three is meant.
    A trait that a build ``option`` brings belongs to no release. The first release is ``inferred`` where no build on
    both sides of it was observed.
    """

    trait: Trait
    does: str
    since: Release
    until: Release
    since_sdk: Release
    until_sdk: Release
    rules: tuple[str, ...]
    source: str
    option: str = ""
    inferred: bool = False

    def holds(self, release: Release) -> bool:
        """Return whether a release has the trait; one of four numbers is an SDK release."""
        if self.option:
            return False
        sdk = len(release) >= _SDK_PARTS
        since, until = (self.since_sdk, self.until_sdk) if sdk else (self.since, self.until)
        return since <= release and (not until or release < until)

    def distance(self, release: Release) -> int:
        """Return how many changes of the table lie between a release and the nearest one that has the trait."""
        if self.option or not release or self.holds(release):
            return 0
        at, first, end = (bisect_right(_edges(), each[:3]) for each in (release, self.since, self.until))
        return first - at if at < first else at - end + 1

    @property
    def span(self) -> str:
        """The releases that have the trait, for display."""
        if self.option:
            return f"builds with {self.option}"
        first, end = _shown(self.since) + " (inferred)" * self.inferred, _shown(self.until)
        if not self.since:
            return f"before {end}" if end else "every release"
        return f"{first} and later" if not end else f"from {first}, before {end}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that releases read from ``since`` on (SDK releases from ``since_sdk`` on), and how that is known.

    ``documented`` is the first release that the documents name, empty if they name none.
    """

    name: str
    since: Release
    since_sdk: Release
    documented: Release
    source: str

    def known_to(self, release: Release) -> bool:
        """Return whether a release reads the variable."""
        return _is_from(release, self.since, self.since_sdk)


@dataclass(frozen=True, slots=True)
class LateExtension:
    """An instance extension that releases know from ``since`` on, as in Variable, and how that is known.

    The first release is ``inferred`` where no build shortly before and after it was observed.
    """

    name: str
    since: Release
    since_sdk: Release
    source: str
    inferred: bool

    def known_to(self, release: Release) -> bool:
        """Return whether a release knows the extension."""
        return _is_from(release, self.since, self.since_sdk)


def _is_from(release: Release, since: Release, since_sdk: Release) -> bool:
    return release[:3] >= (since_sdk if len(release) >= _SDK_PARTS else since)


@cache
def variables() -> tuple[Variable, ...]:
    """Return the variables that not every release reads."""
    return tuple(
        Variable(
            row["name"],
            release_of(row["since"]),
            release_of(row.get("since_sdk", row["since"])),
            release_of(row.get("documented", "")),
            row["source"],
        )
        for row in table()["variable"]
    )


@cache
def extensions() -> tuple[LateExtension, ...]:
    """Return the instance extensions that not every release knows."""
    return tuple(
        LateExtension(
            row["name"],
            release_of(row["since"]),
            release_of(row.get("since_sdk", row["since"])),
            row["source"],
            row.get("inferred") is True,
        )
        for row in table()["extension"]
    )


@cache
def rows() -> tuple[Row, ...]:
    """Return every trait, in the order of the table."""
    return tuple(_row(each) for each in table()["trait"])


@cache
def age_of(version: str) -> Age:
    """Return the age of a release, written with three numbers or, for an SDK release, with four."""
    release = release_of(version)
    if not release:
        return Age()
    traits = frozenset(row.trait for row in rows() if row.holds(release))
    unread = frozenset(each.name for each in variables() if not each.known_to(release))
    return Age(
        version, traits, unread, frozenset(each.name for each in extensions() if not each.known_to(release))
    )


@cache
def boundaries() -> tuple[str, ...]:
    """Return the oldest known release and those, not of an SDK, in which a trait or a variable changes."""
    return (OLDEST, *map(_shown, _edges()))


@cache
def sdk_boundaries() -> tuple[str, ...]:
    """Return the same for the releases of an SDK, with four numbers."""
    known = {edge for row in rows() for edge in (row.since_sdk, row.until_sdk) if edge}
    known |= {each.since_sdk for each in variables()}
    numbers = ((*each, 0)[:_SDK_PARTS] for each in sorted(known))
    return (f"{OLDEST}.0", *dict.fromkeys(map(_shown, numbers)))


@cache
def _edges() -> tuple[Release, ...]:
    known = {edge for row in rows() for edge in (row.since, row.until) if edge}
    known |= {each.since for each in variables()}
    return tuple(sorted(known))


def release_of(version: str) -> Release:
    """Return the numbers of a release, empty if the text is no release."""
    parts = version.split(".")
    if not 3 <= len(parts) <= _SDK_PARTS or not all(map(_NUMBER.fullmatch, parts)):
        return ()
    return tuple(map(int, parts))


def is_release(version: str) -> bool:
    """Return whether a release can have this version, as three numbers or, for an SDK release, four.

    Vulkan gives the patch number of a loader no meaning, so one may report 1.3.0, which no release is.
    """
    release = release_of(version)[:3]
    if not release:
        return False
    firsts = dict(_edge(each) for each in _FIRST_PATCHES)
    later = [first for minor, first in firsts.items() if minor > release[:2]]
    end = min(later, default=_edges()[-1][2] + _YET_TO_COME)
    first = firsts.get(release[:2], _FIRST_PATCHES[-1][2] + 1)
    return release[0] == 1 and first <= release[2] < end


def assumption(version: str) -> str:
    """Say what a release is taken for that is newer or older than all known ones, or that none is; else empty."""
    newest = boundaries()[-1]
    if not release_of(version):
        return ""
    if release_of(version)[:3] > release_of(newest):
        return f"newer than all that are known, taken to do what {newest} does"
    if not is_release(version):
        return "a number that no known release can have, judged by its place among them"
    is_older = release_of(version)[:3] < release_of(OLDEST)
    return f"older than all that are known, taken to do what {OLDEST} does" if is_older else ""


def released(version: str) -> str:
    """Return a release in words, with what it is taken for where it is not a known one."""
    taken = assumption(version)
    return f"release {version}{f' ({taken})' if taken else ''}"


def _edge(first: Release) -> tuple[Release, int]:
    return first[:2], first[2]


def _row(row: dict[str, object]) -> Row:
    def release(key: str, default: Release = ()) -> Release:
        return release_of(str(row[key])) if key in row else default

    since, until = release("since"), release("until")
    rules = row["rules"]
    assert isinstance(rules, list)
    return Row(
        Trait(str(row["id"])),
        str(row["does"]),
        since,
        until,
        release("since_sdk", since),
        release("until_sdk", until),
        tuple(map(str, rules)),
        str(row["source"]),
        str(row.get("option", "")),
        row.get("inferred") is True,
    )


def _shown(release: Release) -> str:
    return ".".join(map(str, release))


def release_of_file(path: str) -> str:
    """Return the release in the name of a loader's file, such as libvulkan.so.1.3.290; empty if there is none.

    libvulkan-1.3.290.so is read too, and the four numbers of an SDK release.
    """
    found = _IN_NAME.search(path)
    return found[1] if found else ""
