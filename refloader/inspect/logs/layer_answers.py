"""What a log proves of one layer or driver: its state, the facts with their lines, and what is to be asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.explain.driver_names import is_a_driver, known_driver, other_maker
from refloader.inspect.explain.naming import matching
from refloader.inspect.layer_names import no_layer
from refloader.inspect.logs.gathered_context import around
from refloader.inspect.logs.log_answer import LogAnswer, LogState
from refloader.inspect.logs.log_facts import Fact, facts_of, of_search, without, without_changes
from refloader.inspect.logs.log_libraries import asking_of
from refloader.inspect.logs.log_suggestions import change_for
from refloader.inspect.logs.manifests_read import (
    PREFIX,
    alone_refused,
    among_drivers,
    has_made_instance,
    is_like,
    refused_manifests,
    refused_of_layer,
    taken,
)
from refloader.inspect.logs.missing_layers import LIKELY, not_entered
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.log_reader import use_of
from refloader.inspect.logs.wholes.layer_switches import for_program, known_switch
from refloader.inspect.logs.wholes.log_machine import typical
from refloader.inspect.whatif.lists import stem_of
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import quote, some

_MOST = 200
"""The most facts of one kind, and the most layers that a word means."""

_NEAR = 6
"""How many lines before a failure the reason of the dynamic linker stands at most."""

SNAPSHOT = "a snapshot of that machine: refloader snapshot -o machine.json"
AGAIN = "the output of the program with VK_LOADER_DEBUG=all"
REQUEST = "which layers the program asks for, and its VK_* variables"

_OF_DRIVER = (
    EventKind.BAD_FILE,
    EventKind.LINKER,
    EventKind.OTHER_BITS,
    EventKind.DRIVER_OFF,
    EventKind.DRIVER_FAILED,
    EventKind.REFUSING,
    EventKind.USED,
    EventKind.PORTABILITY,
    EventKind.NO_DRIVER,
    EventKind.LEFT_OUT,
    EventKind.CONCLUDED,
)
_IN = (EventKind.INSERTED, EventKind.IN_CHAIN)
_SWITCHES = (
    ': often the variable of its "enable_environment" is not set, or that of its "disable_environment" is'
)
"""Why an implicit layer that was read is not active."""

_ABOUT = (EventKind.NOT_FOUND, EventKind.FAILED, EventKind.OFF, EventKind.FORCED)


class LayerFacts:
    """The facts of a log by layer."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.around = around(log)
        self.by_name: dict[str, list[Event]] = {}
        for event in log.events:
            if event.subject.startswith("VK_LAYER_") and event.kind is not EventKind.ASKED:
                self.by_name.setdefault(event.subject, []).append(event)
        self.asked = [
            (name, event)
            for event in log.events
            if event.kind is EventKind.ASKED
            for name in event.subject.replace(";", ":").replace(",", ":").split(":")
        ]
        self.linked = {event.line: event for event in log.events if event.kind is EventKind.LINKER}
        self.searches = [
            search
            for use in (Use.EXPLICIT, Use.IMPLICIT)
            if (search := typical(log.searches, use)) is not None
        ]

    def meant(self, word: str) -> Sequence[str]:
        """Return the layers of the log that a word means; the word itself if none."""
        known = list(dict.fromkeys([*self.by_name, *(name for name, _ in self.asked if name)]))
        by_path = [
            each.name for each in self.log.inserted.values() if each.manifest and each.manifest == word
        ]
        return (
            [word]
            if word in known
            else by_path or list(dict.fromkeys(matching(word, known)))[:_MOST] or [word]
        )

    def answer(self, name: str) -> LogAnswer:
        """Return what the log proves of one layer."""
        events = self.by_name.get(name, [])
        inside = [event for event in events if event.kind in _IN]
        about = (event for event in events if event.kind in _ABOUT)
        other = tuple(self.of_events(about, known=tuple(self.by_name)))
        if inside:
            return LogAnswer(name, LogState.ACTIVE, (self._inserted(name, inside), *other))
        last = next((event for event in reversed(events) if event.kind in _ABOUT), None)
        if last is not None and last.kind is EventKind.FAILED:
            first = next(event for event in events if event.kind is EventKind.FAILED)
            return LogAnswer(name, LogState.UNLOADABLE, (*self._refused(first), *other))
        off = [event for event in events if event.kind is EventKind.OFF]
        forced = any(event.kind is EventKind.FORCED for event in events)
        if last is not None and last.kind is EventKind.NOT_FOUND and off and not forced:
            lost = (event for event in events if event.kind is EventKind.NOT_FOUND)
            follows = without_changes(self.of_events(lost, known=tuple(self.by_name)))
            return LogAnswer(name, LogState.INACTIVE, (*self.of_events(off), *follows))
        if last is not None and last.kind is EventKind.OFF:
            return LogAnswer(name, LogState.INACTIVE, other)
        if last is not None and last.kind is EventKind.NOT_FOUND:
            return LogAnswer(name, LogState.MISSING, (*self._searched(name), *other, *self._hints(name)))
        unread = refused_of_layer(self.log, name)
        if unread and not self._denied(name):
            chain = (replace(each, text="the chain is without it") for each in self.chain() if self.has_chain)
            return LogAnswer(name, LogState.INACTIVE, (*self.of_events(unread), *chain, *other))
        if not events and (other_thing := no_layer(name, self.around.system)):
            return LogAnswer(name, LogState.MISSING, (Fact(other_thing), *other))
        misplaced = tuple(among_drivers(self.log, name))
        if misplaced:
            return LogAnswer(name, LogState.MISSING, (*misplaced, *other))
        if self._is_nowhere:
            hints = tuple(self._hints(name))
            return LogAnswer(name, LogState.MISSING, (*self._searched(name), *other, *hints))
        refused = [each for each in self.linked.values() if is_like(name, asking_of(each))]
        denied = self._denied(name)
        if denied:
            return LogAnswer(name, LogState.INACTIVE, (*self.of_events(denied), *other))
        if refused:
            return LogAnswer(name, LogState.UNLOADABLE, (*self.of_events(refused), *other))
        other_size = [event for event in events if event.kind is EventKind.OTHER_BITS]
        if other_size:
            return LogAnswer(name, LogState.UNLOADABLE, (*self.of_events(other_size), *other))
        return self._undecided(name, events, other)

    def _denied(self, name: str) -> list[Event]:
        """Return the lines on a manifest called like a layer that the loader could not open and the kernel denied."""
        unread = {e.subject.rpartition("/")[2] for e in self.log.events if e.kind is EventKind.BAD_FILE}
        denied = (event for event in self.log.events if event.kind is EventKind.DENIED)
        return [
            each
            for each in denied
            if each.subject.rpartition("/")[2] in unread and is_like(name, each.subject)
        ]

    def driver(self, word: str) -> LogAnswer | None:
        """Return what the log proves of the driver that a word means; None if it means a layer, or nothing."""
        if word in self.by_name or word.lower().startswith(PREFIX):
            return None
        search = typical(self.log.searches, Use.DRIVER)
        unread = (event.subject for event in refused_manifests(self.log, of_drivers=True))
        files = dict.fromkeys([*(search.files if search else ()), *self.log.libraries, *unread])
        wanted = known_driver(word) or word
        stems = (wanted.lower(), other_maker(word) or wanted.lower())
        mine = next(filter(None, ([path for path in files if stem in stem_of(path)] for stem in stems)), [])
        if not mine:
            return self._no_driver(word) if is_a_driver(word) and self.around.system is System.LINUX else None
        names = {path.rpartition("/")[2] for path in mine}
        libraries = {self.log.libraries[path] for path in mine if path in self.log.libraries}
        events = [e for e in self.log.events if e.kind in _OF_DRIVER]
        about = [e for e in events if e.subject in {*mine, *names, *libraries}]
        state = LogState.ACTIVE if any(each.kind is EventKind.USED for each in about) else LogState.UNDECIDED
        if any(each.kind in (EventKind.LINKER, EventKind.DRIVER_FAILED) for each in about):
            state = LogState.UNLOADABLE
        elif any(each.kind is not EventKind.USED for each in about):
            state = LogState.INACTIVE
        left = [e for e in events if e.kind in (EventKind.NO_DRIVER, EventKind.PORTABILITY)] if about else []
        if not about and (fact := taken(self.log, mine)) is not None:
            return LogAnswer(mine[0], LogState.ACTIVE, (fact,))
        return LogAnswer(mine[0], state, tuple(self.of_events([*about, *left])), () if about else (SNAPSHOT,))

    def _no_driver(self, word: str) -> LogAnswer | None:
        """Return that no search found a manifest which is called like a driver; None if there was none."""
        search = typical(self.log.searches, Use.DRIVER)
        if search is None:
            return None
        refused = (
            e for e in self.log.events if e.kind is EventKind.BAD_FILE and use_of(e.subject) is Use.DRIVER
        )
        return LogAnswer(word, LogState.MISSING, (of_search(Use.DRIVER, search), *self.of_events(refused)))

    def _inserted(self, name: str, inside: Sequence[Event]) -> Fact:
        known = self.log.inserted.get(name)
        library = next((event.why for event in inside if event.why), known.library if known else "")
        manifest = known.manifest if known else ""
        where = f", library {quote(library)}" if library else ""
        where += f", manifest {quote(manifest)}" if manifest else ""
        times = sum(event.kind is inside[0].kind for event in inside)
        often = f" ({times} times)" if times > 1 else ""
        return Fact(f"it was inserted{where}{often}", inside[0].line, inside[0].line)

    def _refused(self, failed: Event) -> Iterator[Fact]:
        """Yield why the dynamic linker refused the library of a layer: the line stands shortly before."""
        for line in range(failed.line - 1, max(0, failed.line - _NEAR), -1):
            if line in self.linked:
                event = self.linked[line]
                text = f"{quote(event.subject)}: {event.why}"
                yield Fact(text, line, line, bad=True, change=change_for(event, (), self.around))
                return

    @property
    def _is_nowhere(self) -> bool:
        """True if both searches for layers are in the log, and neither found a manifest."""
        return len(self.searches) > 1 and not any(search.files for search in self.searches)

    @property
    def _no_search(self) -> str:
        where = "what was read of the log" if self.log.unread[1] else "the log"
        return f"{where} has no search for layers"

    def _searched(self, name: str) -> Iterator[Fact]:
        """Yield that the searches of the log did not find a layer."""
        for search in self.searches:
            use = search.use or Use.EXPLICIT
            yield Fact(without(len(search.places), len(search.files), use), search.line, search.last)
        if not self.searches:
            yield Fact(self._no_search)

    def _hints(self, name: str) -> Iterator[Fact]:
        """Yield what may be meant for the layer: files that were refused, libraries, requests without a name."""
        yield from self.of_events(
            (e for e in self.log.events if e.kind is EventKind.META), "it may be meant: "
        )
        refused = (EventKind.BAD_FILE, EventKind.LINKER)
        mine = (
            event
            for event in self.log.events
            if event.kind in refused and use_of(event.subject) is not Use.DRIVER
        )
        yield from self.of_events(
            (each for each in mine if each.kind is EventKind.BAD_FILE or is_like(name, each.subject)),
            "it may be meant: ",
        )

    def _undecided(self, name: str, events: Sequence[Event], other: tuple[Fact, ...]) -> LogAnswer:
        facts = list(other)
        ask = [SNAPSHOT] if any(wanted == name for wanted, _ in self.asked) else [SNAPSHOT, REQUEST]
        entered = self._not_entered(name) or alone_refused(self.log)
        listed = next((event for event in events if event.kind is EventKind.AVAILABLE), None)
        if listed is not None:
            facts.append(Fact("a program can ask for it, and nothing inserted it", listed.line, listed.line))
        asking = {event.why: event for wanted, event in reversed(self.asked) if wanted == name}
        facts += [Fact(f"{why} asks for it", event.line, event.line) for why, event in asking.items()]
        like = [
            event
            for event in self.log.events
            if event.kind is EventKind.MANIFEST_READ and is_like(name, event.subject)
        ]
        for event in _first_of_each(like):
            fact = (
                f"{quote(event.subject)} was read and is called like it; the log does not say what is in it"
            )
            fact += _SWITCHES if use_of(event.subject) is Use.IMPLICIT else ""
            facts.append(Fact(fact, event.line, event.line))
            ask.insert(0, f"the output of: cat {shell.operand(event.subject)}; env | sort")
        found = [] if like else self._found(name)
        facts += [fact for _, fact in found]
        ask[:0] = [f"the output of: cat {shell.operand(path)}; env | sort" for path, _ in found]
        facts += self._hints(name)
        facts += self.of_events(event for event in self.log.events if event.kind is EventKind.NOT_LISTED)
        if not self.searches:
            facts.append(Fact(self._no_search))
            ask = [AGAIN, SNAPSHOT]
        elif not (like or found or entered):
            files = sum(len(search.files) for search in self.searches)
            fact = (
                f"no manifest is called like it among the {files} that were found; one of them may define it"
            )
            fact = fact if files else "no manifest of a layer was found"
            lines = [line for search in self.searches for line in (search.line, search.last)]
            facts.append(Fact(fact, min(lines), max(lines)))
        in_force = [event for event in self.log.events if event.kind is EventKind.SETTINGS]
        nameless = name in self.log.manifests and bool(self.log.inserted)  # one of those may be of this file
        chain = next(self.chain(), None) if self.has_chain and not nameless else None
        state = LogState.UNDECIDED if chain is None else LogState.INACTIVE
        if chain is not None:
            unread = (e for e in self.log.events if e.kind is EventKind.BAD_FILE)
            spoilt = [each for each in unread if is_like(name, each.subject)]
            why = "" if spoilt or entered else ", and why is not in the log"
            if why and in_force:
                why = f"; {quote(in_force[0].subject)}, a settings file, is in force and may keep it off"
                ask.insert(0, f"the output of: cat {shell.operand(in_force[0].subject)}")
            facts.insert(0, Fact(f"the chain is without it{why}", chain.first, chain.last))
            facts = [*self.of_events(entered, LIKELY), *self.of_events(spoilt, "it may be meant: "), *facts]
        return LogAnswer(name, state, tuple(dict.fromkeys(facts))[:_MOST], tuple(ask))

    def _found(self, name: str) -> list[tuple[str, Fact]]:
        """Return the manifests called like a layer that searches found, each with its fact.

        No line says that one was read. If the layer's switch is widely known and the text does not set it, the fact
        has it.
        """
        found = {path: search for search in self.searches for path in search.files if is_like(name, path)}
        switch = known_switch(self.log, name)
        facts = []
        for path, search in found.items():
            text = f"{quote(path)} was found and is called like it; "
            implicit = search.use is Use.IMPLICIT
            if implicit and switch:
                text += f"it is active only where {switch} is set, which no line of the text shows"
            else:
                text += f"the log does not say what is in it{_SWITCHES if implicit else ''}"
            change = for_program(switch) if implicit and switch else ""
            facts.append((path, Fact(text, search.line, search.last, change=change)))
        return facts

    def _not_entered(self, name: str) -> list[Event]:
        """Return the line on the library that is most likely a layer's and that a loader could not enter."""
        lost = {wanted for wanted, _ in self.asked if wanted.startswith("VK_LAYER_")} - {
            each for each, events in self.by_name.items() if any(event.kind in _IN for event in events)
        }
        explicit = [file for each in self.searches if each.use is not Use.IMPLICIT for file in each.files]
        return not_entered(name, lost, self.log.events, self.log.manifests, explicit)

    @property
    def has_chain(self) -> bool:
        """True if the log shows which layers a loader inserted."""
        return (
            bool(self.log.chains)
            or any(event.kind in _IN for event in self.log.events)
            or has_made_instance(self.log)
        )

    @property
    def _goes_on(self) -> bool:
        """True if the log goes on behind the searches for layers, to where a loader inserts them."""
        searched = any(each.use is Use.DRIVER for each in self.log.searches)
        return searched or self.has_chain or bool(self.log.devices)

    def of_events(
        self, events: Iterable[Event], start: str = "", known: Sequence[str] = ()
    ) -> Iterator[Fact]:
        """Yield the facts of events."""
        return facts_of(events, start, known, self.around)

    def chain(self) -> Iterator[Fact]:
        """Yield the call chain, or that no layer was inserted."""
        inside = {event.subject: event for event in reversed(self.log.events) if event.kind in _IN}
        names = self.log.chains[-1] if self.log.chains else _by_insertion(inside)
        if names:
            lines = [inside[name].line for name in names if name in inside]
            first, last = (min(lines), max(lines)) if lines else (0, 0)
            yield Fact(f"the chain, from the application down: {some(names, _MOST)}", first, last)
        elif self.log.searches and self._goes_on:
            yield Fact("no layer was inserted")


def _by_insertion(inside: Mapping[str, Event]) -> tuple[str, ...]:
    """Return the layers from the application down: a loader inserts the last one first."""
    return tuple(sorted(inside, key=lambda name: inside[name].line, reverse=True))


def _first_of_each(events: Sequence[Event]) -> Iterator[Event]:
    yield from {event.subject: event for event in reversed(events)}.values()
