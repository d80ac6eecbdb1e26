"""The header and the footer of a merge, and what each run contributes to them. Pure; verdicts are only counted."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from refloader.model.text import visible
from refloader.results import parts
from refloader.results.merged_machines import Source
from refloader.results.merged_names import Identity, identity
from refloader.results.records import Footer, Header, Origin, Result, Stale, Subject, changed, count, moment
from refloader.results.rows import as_row

_SEVERAL_SUITES = (
    "the runs are of several suites or catalogues, so that one can have cases that another lacks: "
)

_RETRIED = "cases were run again, and the last run of each counts"

Names = Mapping[Identity, str]


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A run with the identity of each of its subjects, by the subject's name in the run."""

    source: Source
    identities: Mapping[str, Identity]

    @property
    def moment(self) -> str:
        """The time at which the run was started, as a string that sorts by time."""
        return _moment(self.source.run.header.started)

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key of the run among others, independent of the order of the arguments."""
        first = self.source.run.header
        shard = self.source.shards[0] or (0, 0)
        return self.source.environment, self.moment, shard, json.dumps(as_row(first), sort_keys=True)

    def name(self, own: str, called: Names) -> str:
        """Return the name in the merge of a subject of the run."""
        key = self.identities.get(own)
        return called.get(key, own) if key else own

    def renamed(self, called: Names, *, several: bool) -> Iterator[Result]:
        """Yield the run's results with the subjects and environments of the merge."""
        told = {
            own: (called[key], key.environment if several else "") for own, key in self.identities.items()
        }
        for each in self.source.run.results:
            subject, environment = told[each.subject]
            if (each.subject, each.environment) == (subject, environment):
                yield each
            else:
                yield changed(each, subject=subject, environment=environment)


def taken(source: Source) -> Taken:
    """Return the run with the identities of its subjects, including those that its header does not list."""
    run = source.run
    found = {
        each.name: identity(each, each.environment or source.environment) for each in run.header.subjects
    }
    for each in run.results:
        if each.subject not in found:
            where = each.environment or source.environment
            found[each.subject] = Identity(each.subject, where, "", "", "", "", "")
    return Taken(source, found)


def header(ordered: Sequence[Taken], called: Names, results: Iterable[Result], *, several: bool) -> Header:
    """Return the header of the merge that has these results."""
    runs = tuple(origin for each in ordered for origin in origins(each, called))
    machines = {each.environment: each.machine for each in reversed(runs)}
    around = next((each.surroundings for each in runs if each.surroundings), {})
    headers = [each.source.run.header for each in ordered]
    return Header(
        suite_version=", ".join(sorted({each.suite_version for each in runs})),
        catalogue_version=", ".join(sorted({each.catalogue_version for each in runs})),
        subjects=tuple(
            sorted(_subjects(ordered, called, several=several), key=lambda each: each.environment)
        ),
        machine=dict(sorted(machines.items())) if several else runs[0].machine,
        started=min((each.started for each in runs), key=_moment),
        edition=", ".join(sorted({each for one in headers for each in one.edition.split(", ")})),
        command="; ".join(dict.fromkeys(each.command for each in runs)),
        notes=(*_notes(ordered, runs), *_retried(results)),
        environment="" if several else ordered[0].source.environment,
        surroundings={} if several else around,
        retry=all(each.source.is_retry for each in ordered),
        runs=runs,
        problems=tuple(dict.fromkeys(problem for each in ordered for problem in _problems(each, ordered))),
        require=",".join(dict.fromkeys(part for each in headers for part in each.require.split(",") if part)),
        suite=_suite([each.suite for each in headers]),
    )


def _suite(every: Sequence[str]) -> str:
    """Return the versions of the suite by which the runs may be called conformant; some may be by none."""
    names = {name for each in every for name in (each or "none").split(", ")}
    return ", ".join(sorted(names)) if any(every) else ""


def origins(run: Taken, called: Names) -> tuple[Origin, ...]:
    """Return the runs that a run was merged from, or the run itself if it is not a merge."""
    source, first, last = run.source, run.source.run.header, run.source.run.footer
    if first.runs:
        return tuple(
            replace(
                each,
                environment=each.environment if source.has_several else source.environment,
                subjects=tuple(run.name(own, called) for own in each.subjects),
                retry=each.retry or source.retry,
            )
            for each in first.runs
        )
    own = Origin(
        environment=source.environment,
        started=first.started,
        finished=last.finished if last else "",
        command=first.command,
        suite_version=first.suite_version,
        catalogue_version=first.catalogue_version,
        machine=first.machine,
        subjects=tuple(run.name(each.name, called) for each in first.subjects),
        shard=first.shard,
        retry=source.is_retry,
        truncated=last is None,
        surroundings=first.surroundings,
    )
    return (own,)


def _subjects(ordered: Iterable[Taken], called: Names, *, several: bool) -> Iterator[Subject]:
    done: set[Identity] = set()
    for each in ordered:
        for subject in each.source.run.header.subjects:
            key = each.identities[subject.name]
            if key not in done:
                done.add(key)
                own = key.name if called[key] != key.name else ""
                where = key.environment if several else ""
                yield replace(subject, name=called[key], environment=where, own_name=own)


def _notes(ordered: Sequence[Taken], runs: Iterable[Origin]) -> Iterator[str]:
    told = {note for each in runs if each.shard for note in [parts.note(each.shard)]}
    notes = dict.fromkeys(note for each in ordered for note in each.source.run.header.notes)
    own = (_SEVERAL_SUITES, _RETRIED)
    yield from (each for each in notes if each not in told and not each.startswith(own))
    for each in ordered:
        if each.source.run.truncated and is_made_up_for(each, ordered):
            yield f"{visible(each.source.name)} is truncated, and a retry has all of its cases"
    suites = sorted({f"{each.suite_version} with {each.catalogue_version}" for each in runs})
    if len(suites) > 1:
        yield _SEVERAL_SUITES + ", ".join(suites)


def _retried(results: Iterable[Result]) -> Iterator[str]:
    """Yield the note on retried cases, if there are any."""
    again = [each for each in results if each.retried]
    if again:
        otherwise = sum(any(verdict != each.verdict for verdict in each.retried) for each in again)
        yield f"{_RETRIED}: {otherwise} of {len(again)} came out otherwise before"


def _problems(run: Taken, ordered: Sequence[Taken]) -> Iterator[str]:
    """Yield the problems of a run. Those in its header, if it is a merge itself, are repeated unchanged."""
    source = run.source
    before = source.run.header.problems
    yield from before
    computed = {*before, *parts.missing(source.run.header)}
    name = visible(source.name)
    yield from (f"{name}: {problem}" for problem in source.run.problems if problem not in computed)
    if source.run.truncated and not before and not is_made_up_for(run, ordered):
        yield f"{name} is truncated: results may be missing"


def is_made_up_for(run: Taken, others: Iterable[Taken]) -> bool:
    """True if a complete retry covers all cases of a truncated run."""
    return any(
        other.source.run.footer is not None
        and not other.source.run.footer.stopped
        and other.source.is_retry
        and other.source.shards == run.source.shards
        and not parts.chooses(other.source.run.header.command)
        and set(run.identities.values()) <= set(other.identities.values())
        for other in others
    )


def footer(
    ordered: Sequence[Taken], called: Names, results: Sequence[Result], first: Header
) -> Footer | None:
    """Return the footer of the merge; None if a run is truncated and no retry covers it."""
    if any(each.source.run.truncated and not is_made_up_for(each, ordered) for each in ordered):
        return None
    stale = dict.fromkeys(_called(entry, each, called) for each in ordered for entry in each.source.run.stale)
    unmatched = _unmatched(ordered, called)
    is_whole = not any(parts.missing(first))
    ended = [each for each in ordered if not is_made_up_for(each, ordered)]
    stopped = dict.fromkeys(last.stopped for each in ended if (last := each.source.run.footer))
    known_ends = dict.fromkeys(
        each.name(own, called)
        for each in ended
        if (last := each.source.run.footer)
        for known in [frozenset(last.known_ends)]
        for own in each.identities
        if own in known
    )
    finished = max((each.finished for each in first.runs), key=_moment)
    return Footer(
        finished,
        count(results),
        sum(each.as_expected for each in results),
        tuple(dict.fromkeys([*stale, *unmatched])) if is_whole else tuple(stale),
        () if is_whole else unmatched,
        "; ".join(filter(None, stopped)),
        tuple(known_ends),
    )


def _called(entry: Stale, run: Taken, called: Names) -> Stale:
    return replace(entry, subject=run.name(entry.subject, called))


def _unmatched(ordered: Iterable[Taken], called: Names) -> tuple[Stale, ...]:
    """Return the expectation entries that match no case in any part of a run."""
    found: dict[str, set[Stale]] = {}
    for each in ordered:
        last, first = each.source.run.footer, each.source.run.header
        if last is None or not any(each.source.shards) or parts.chooses(first.command):
            continue
        entries: dict[str, set[Stale]] = {}
        for entry in (_called(entry, each, called) for entry in last.unmatched):
            entries.setdefault(entry.subject, set()).add(entry)
        for own in each.identities:
            name = each.name(own, called)
            mine = entries.get(name, set())
            found[name] = found[name] & mine if name in found else mine
    every = (entry for entries in found.values() for entry in entries)
    return tuple(sorted(every, key=lambda each: (each.subject, each.file, each.line)))


def _moment(text: str) -> str:
    """Return a time in UTC as a string that sorts by time; empty, which sorts first, if the text is not a time."""
    try:
        return moment(text).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return ""
