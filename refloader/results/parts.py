"""Determines which parts of a run are present and which are missing. Pure; does not read results.

A run can be split across several machines (``--shard I/N``): each part has its own file, and only a merge of all
parts is the complete run.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import islice, zip_longest

from refloader.model.text import shortened, visible
from refloader.results.records import Header, Origin

_CHOICES = ("--rule", "--case", "--caselist", "--rerun", "--scenario", "--profile", "--together")
"""The options of ``conform`` that select cases."""

_LEAVING_OUT = (*_CHOICES, "--skips")
"""The options of ``conform`` that leave cases out."""

_NAMING = ("--loader", "--layer", "--driver")
"""The options of ``conform`` that name subjects."""

_MOST = 20
"""The maximum number of parts that a message lists."""

_PROFILE = 40
"""The most characters of a profile's name that a sentence quotes: a file may name any."""


def note(shard: tuple[int, int]) -> str:
    """Return the note for the header of a part."""
    which, of = shard
    return f"this is part {which} of {of} of a run: the other cases are in the other parts"


def is_part(header: Header) -> bool:
    """True if cases of the suite may be missing because they were not selected or are in another part."""
    if not header.runs:
        return header.shard is not None or _has(header.command, (*_CHOICES, "--shard"))
    return bool(list(missing(header))) or any(chooses(each.command) for each in header.runs)


def missing(header: Header) -> Iterator[str]:
    """Yield a sentence for each run in a merge of which parts are missing or come from different suites."""
    for several in _runs(header.runs):
        shards = {each.shard for each in several if each.shard}
        of = next(iter(shards))[1]
        there = {which for which, _ in shards}
        where = f" of the run on {several[0].environment}" if several[0].environment else ""
        yield from _lacking(there, of, where)
        versions = sorted({f"{each.suite_version} (rules {each.catalogue_version})" for each in several})
        if len(versions) > 1:
            told = " and ".join(versions)
            yield f"the parts{where} are of several suites, {told}: cases may be missing"


def beside(header: Header) -> Iterator[str]:
    """Yield the sentence for a single part that is not in a merge: all other parts are missing."""
    if header.shard and not header.runs:
        which, of = header.shard
        yield from _lacking({which}, of, f" of the run on {header.environment}" if header.environment else "")


def _lacking(there: Set[int], of: int, where: str) -> Iterator[str]:
    if number := of - len(there):
        lacking = (str(which) for which in range(1, of + 1) if which not in there)
        verb = "is" if number == 1 else "are"
        yield f"{_listed([*islice(lacking, _MOST + 1)], number)} of {of}{where} {verb} missing"


def _listed(first: Sequence[str], number: int) -> str:
    """Return the missing parts in words. ``first`` has only the first of them: a file can claim any number."""
    if number == 1:
        return f"part {first[0]}"
    if number > _MOST:
        return f"parts {', '.join(first[:_MOST])} and {number - _MOST} more"
    return f"parts {', '.join(first[:-1])} and {first[-1]}"


def _runs(origins: Sequence[Origin]) -> Iterator[list[Origin]]:
    """Yield the parts of each split run: those on one machine and the same subjects, out of the same number."""
    together: dict[tuple[str, int, frozenset[str]], list[Origin]] = {}
    for each in origins:
        if each.shard:
            key = each.environment, each.shard[1], frozenset(each.subjects)
            together.setdefault(key, []).append(each)
    yield from together.values()


def chooses(command: str) -> bool:
    """True if a ``conform`` command selects cases by an option other than ``--shard``."""
    return _has(command, _CHOICES)


def selection(header: Header) -> str:
    """Return the options by which a run left cases of the suite out, as ``--profile quick``; empty for none.

    The parts of a split run that are all there leave nothing out.
    """
    commands = [each.command for each in header.runs] or [header.command]
    return ", ".join(dict.fromkeys(each for command in commands for each in _selecting(command)))


def names_subjects(header: Header) -> bool:
    """True if the user named the subjects, and did not ask for whatever is installed."""
    commands = [each.command for each in header.runs] or [header.command]
    return all(_has(each, _NAMING) for each in commands)


def _selecting(command: str) -> Iterator[str]:
    words = command.split()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        option, _, value = word.partition("=")
        if option == "--profile":
            if (profile := value or following) != "full":
                yield f"{option} {visible(shortened(profile, _PROFILE))}"
        elif option in _LEAVING_OUT:
            yield option


def _has(command: str, options: Sequence[str]) -> bool:
    return any(word == each or word.startswith(f"{each}=") for word in command.split() for each in options)
