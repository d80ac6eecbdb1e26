"""Tells which parts of a run there are and which are missing. Pure; never looks at a result.

A run can be dealt out to several machines (``--shard I/N``): each part has its own file, and only a merge of all of
them is the run.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import islice

from refloader.results.records import Header, Origin

_CHOICES = ("--rule", "--case", "--scenario", "--profile", "--together")
"""Options of ``conform`` that choose among the cases."""

_MOST = 20
"""Parts that are named one by one."""


def note(shard: tuple[int, int]) -> str:
    """What a part says of itself."""
    which, of = shard
    return f"this is part {which} of {of} of a run: the other cases are in the other parts"


def is_part(header: Header) -> bool:
    """Whether cases of the suite may be missing because they were not asked for, or are in another part."""
    if not header.runs:
        return header.shard is not None or _has(header.command, (*_CHOICES, "--shard"))
    return bool(list(missing(header))) or any(chooses(each.command) for each in header.runs)


def missing(header: Header) -> Iterator[str]:
    """A sentence on each run of a merge of which parts are missing, or were judged by several suites."""
    for several in _runs(header.runs):
        shards = {each.shard for each in several if each.shard}
        of = next(iter(shards))[1]
        there = {which for which, _ in shards}
        where = f" of the run on {several[0].environment}" if several[0].environment else ""
        yield from _lacking(there, of, where)
        versions = sorted({f"{each.suite_version} (catalogue {each.catalogue_version})" for each in several})
        if len(versions) > 1:
            told = " and ".join(versions)
            yield f"the parts{where} are of several suites, {told}: cases may be missing"


def beside(header: Header) -> Iterator[str]:
    """What ``missing`` says of a part that is alone in its file: all others."""
    if header.shard and not header.runs:
        which, of = header.shard
        yield from _lacking({which}, of, f" of the run on {header.environment}" if header.environment else "")


def _lacking(there: Set[int], of: int, where: str) -> Iterator[str]:
    if number := of - len(there):
        lacking = (str(which) for which in range(1, of + 1) if which not in there)
        verb = "is" if number == 1 else "are"
        yield f"{_listed([*islice(lacking, _MOST + 1)], number)} of {of}{where} {verb} missing"


def _listed(first: Sequence[str], number: int) -> str:
    """The parts that are missing; ``first`` are the first of them, as a file can tell of any number of parts."""
    if number == 1:
        return f"part {first[0]}"
    if number > _MOST:
        return f"parts {', '.join(first[:_MOST])} and {number - _MOST} more"
    return f"parts {', '.join(first[:-1])} and {first[-1]}"


def _runs(origins: Sequence[Origin]) -> Iterator[list[Origin]]:
    """The parts of each run that was dealt out: those of one machine on the same subjects, of as many parts."""
    together: dict[tuple[str, int, frozenset[str]], list[Origin]] = {}
    for each in origins:
        if each.shard:
            key = each.environment, each.shard[1], frozenset(each.subjects)
            together.setdefault(key, []).append(each)
    yield from together.values()


def chooses(command: str) -> bool:
    """Whether a command of ``conform`` chooses among the cases, apart from parts."""
    return _has(command, _CHOICES)


def _has(command: str, options: Sequence[str]) -> bool:
    return any(word == each or word.startswith(f"{each}=") for word in command.split() for each in options)
