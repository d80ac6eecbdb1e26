"""Determines the machine of each of several runs. Pure.

A machine is identified by the name that the user gave it, otherwise by its description in the header. Unnamed parts
of one run on the same subjects count as one machine: hosted machines of one kind differ in small things.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from refloader.model.text import visible
from refloader.results.merged_names import Identity, identity, machine_name
from refloader.results.runs import Run


@dataclass(frozen=True, slots=True)
class Source:
    """A run to be merged. ``name`` identifies it in messages: its file.

    ``environment`` overrides the machine's name in the header; empty for no override. ``retry`` makes its results
    replace those of earlier runs, as ``retry`` in the header does.
    """

    name: str
    run: Run
    environment: str = ""
    retry: bool = False

    @property
    def is_retry(self) -> bool:
        """True if its results replace those of earlier runs."""
        return self.retry or self.run.header.retry

    @property
    def has_several(self) -> bool:
        """True if it is a merge of runs on several machines."""
        return any(subject.environment for subject in self.run.header.subjects)

    @property
    def given(self) -> str:
        """The name that the user gave its machine, or an empty string."""
        return self.environment or self.run.header.environment

    @property
    def shards(self) -> tuple[tuple[int, int] | None, ...]:
        """For each run in it (which part, of how many), None for a run that is not a part."""
        header = self.run.header
        return tuple(each.shard for each in header.runs) or (header.shard,)


def named(sources: Sequence[Source]) -> tuple[Source, ...]:
    """Return the sources, each with the name of its machine. The name is empty if all have one unnamed machine.

    A merge of runs on several machines keeps its names.

    Raises:
        ValueError: the machine of a run is ambiguous. The text is for the user.
    """
    for each in sources:
        if each.environment and each.has_several:
            raise ValueError(f"{visible(each.name)} is of several machines already: it cannot be given one")
    firsts = [each for each in sources if not each.is_retry] or list(sources)
    known = {name for each in firsts for name in _known(each)}
    nameless = [each for each in firsts if not (each.given or each.has_several)]
    derived = _derived(nameless)
    if len(set(derived.values())) == 1 and not known:
        derived = dict.fromkeys(derived, "")
    known |= set(derived.values())
    return tuple(_named(each, derived, known) for each in sources)


def _known(source: Source) -> set[str]:
    if source.has_several:
        return {subject.environment for subject in source.run.header.subjects}
    return {source.given} if source.given else set()


def _derived(nameless: Sequence[Source]) -> dict[str, str]:
    """Return the name of each machine by its description in the headers; all parts of one run get one name."""
    machines = sorted({_machine(each) for each in nameless})
    if machines and _are_parts_of_one(nameless):
        return dict.fromkeys(machines, machines[0])
    return {each: each for each in machines}


def _machine(source: Source) -> str:
    return machine_name(source.run.header.machine)


def _are_parts_of_one(sources: Sequence[Source]) -> bool:
    shards = [shard for each in sources for shard in each.shards]
    parts = {each for each in shards if each is not None}
    of_one = len({of for _, of in parts}) == 1 and len(parts) == len(shards)
    return of_one and len({_judged(each) for each in sources}) == 1


def _judged(source: Source) -> frozenset[Identity]:
    return frozenset(identity(subject, "") for subject in source.run.header.subjects)


def _named(source: Source, derived: dict[str, str], known: Iterable[str]) -> Source:
    if source.given or source.has_several:
        return source if source.has_several else replace(source, environment=source.given)
    machine, every = _machine(source), set(known)
    if machine in derived:
        return replace(source, environment=derived[machine])
    if len(every) == 1:
        return replace(source, environment=every.pop())
    if machine in every:
        return replace(source, environment=machine)
    names = ", ".join(sorted(map(visible, every)))
    raise ValueError(
        f"{visible(source.name)} is a retry on an unnamed machine, and there are {names}: name it"
    )
