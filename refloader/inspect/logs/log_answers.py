"""What a log proves: of one layer, and of everything in it, each with its lines; and what would have to be asked.

A log has the names of files and no content. Where that does not decide, the answer says so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.inspect.explain.driver_names import is_a_driver, known_driver, other_maker
from refloader.inspect.explain.naming import matching
from refloader.inspect.logs.from_log import NOTHING
from refloader.inspect.logs.gathered_context import around
from refloader.inspect.logs.log_answer import LogAnswer, LogExplained, LogState
from refloader.inspect.logs.log_facts import Fact, ending, facts_of, of_search, without, without_changes
from refloader.inspect.logs.log_libraries import asking_of
from refloader.inspect.logs.log_posted import shown_by_all
from refloader.inspect.logs.log_suggestions import change_for
from refloader.inspect.logs.missing_layers import LIKELY, not_entered
from refloader.inspect.logs.problem_order import ranked_problems
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, PLAIN, Event, EventKind
from refloader.inspect.logs.reading.log_reader import use_of
from refloader.inspect.logs.wholes.conclusions import concluded, none_left
from refloader.inspect.logs.wholes.log_machine import typical
from refloader.inspect.logs.wholes.outcome import judged, outcome
from refloader.inspect.logs.wholes.outcomes import of_outcomes, weighed
from refloader.inspect.whatif.lists import stem_of
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import quote, some

_MOST = 200
"""The most facts of one kind, and the most layers that a word means."""

_PREFIX = "vk_layer_"
_NEAR = 6
"""How many lines before a failure the reason of the dynamic linker stands at most."""

SNAPSHOT = "a snapshot of that machine: refloader snapshot -o machine.json"
AGAIN = "the output of the program with VK_LOADER_DEBUG=all"
WRONG = "what does not work, and the output of that program with VK_LOADER_DEBUG=all"
DEVICES = "the output of vulkaninfo --summary"
MACHINE = (
    "the output of: ls -l /usr/share/vulkan/icd.d /etc/vulkan/icd.d /dev/dri; id; "
    "env | grep -E '^(VK|XDG_DATA)_'"
)
REQUEST = "which layers the program asks for, and its VK_* variables"


def explained(log: Log, words: Sequence[str]) -> LogExplained:
    """Return what a log proves of the layers that the words mean, and of everything else in it."""
    weighed(log)
    judged(log)
    log.events += none_left(log)
    log.events += [*of_outcomes(log), *concluded(log), *shown_by_all(log)]
    if not (
        log.events or log.searches or log.manifests or log.trouble or log.about_loader or outcome(log).works
    ):
        return LogExplained(log.lines, tuple(_nothing(words)), (Fact(NOTHING, bad=True),), (AGAIN,))
    facts = _LayerFacts(log)
    names = [name for word in words for name in facts.meant(word)]
    answers = tuple(facts.driver(name) or facts.answer(name) for name in dict.fromkeys(names))
    return LogExplained(log.lines, answers, tuple(facts.facts()), tuple(facts.asks()))


def _nothing(words: Sequence[str]) -> Iterator[LogAnswer]:
    for word in words:
        yield LogAnswer(word, LogState.UNDECIDED, ask=(AGAIN,))


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
)
_WORTH_KNOWING = (EventKind.NOTED, EventKind.OFF, EventKind.DRIVER_OFF, EventKind.SETTINGS, EventKind.TWINS)
"""What may be the cause and may be meant so."""

_FOR_WANT_OF_DRIVERS = (EventKind.ONLY_SOFTWARE, EventKind.NO_DEVICE, EventKind.EFFECT)
"""What follows if a driver is left out, and does not say so itself."""

_GENERAL = ("see ", "install a driver (")
"""How changes begin that are looked for where no cause is known."""
_OF_PICTURES = re.compile(r"swap_?chain|surface|\bpresent", re.IGNORECASE)  # what fails at showing pictures
_REMARKS = (EventKind.REMARK, EventKind.PRELOAD)
"""What people take for a problem, and is none."""

_IN = (EventKind.INSERTED, EventKind.IN_CHAIN)
_ABOUT = (EventKind.NOT_FOUND, EventKind.FAILED, EventKind.OFF, EventKind.FORCED)
_ORDER = (*BAD, *PLAIN)


class _LayerFacts:
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
        return [word] if word in known else list(dict.fromkeys(matching(word, known)))[:_MOST] or [word]

    def answer(self, name: str) -> LogAnswer:
        """Return what the log proves of one layer."""
        events = self.by_name.get(name, [])
        inside = [event for event in events if event.kind in _IN]
        about = (event for event in events if event.kind in _ABOUT)
        other = tuple(self._facts(about, known=tuple(self.by_name)))
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
            follows = without_changes(self._facts(lost, known=tuple(self.by_name)))
            return LogAnswer(name, LogState.INACTIVE, (*self._facts(off), *follows))
        if last is not None and last.kind is EventKind.OFF:
            return LogAnswer(name, LogState.INACTIVE, other)
        if last is not None and last.kind is EventKind.NOT_FOUND:
            return LogAnswer(name, LogState.MISSING, (*self._searched(name), *other, *self._hints(name)))
        if self._is_nowhere:
            hints = tuple(self._hints(name))
            return LogAnswer(name, LogState.MISSING, (*self._searched(name), *other, *hints))
        refused = [each for each in self.linked.values() if _is_like(name, asking_of(each))]
        denied = self._denied(name)
        if denied:
            return LogAnswer(name, LogState.INACTIVE, (*self._facts(denied), *other))
        if refused:
            return LogAnswer(name, LogState.UNLOADABLE, (*self._facts(refused), *other))
        return self._undecided(name, events, other)

    def _denied(self, name: str) -> list[Event]:
        """Return the lines on a manifest called like a layer that the loader could not open and the kernel denied."""
        unread = {e.subject.rpartition("/")[2] for e in self.log.events if e.kind is EventKind.BAD_FILE}
        denied = (event for event in self.log.events if event.kind is EventKind.DENIED)
        return [
            each
            for each in denied
            if each.subject.rpartition("/")[2] in unread and _is_like(name, each.subject)
        ]

    def driver(self, word: str) -> LogAnswer | None:
        """Return what the log proves of the driver that a word means; None if it means a layer, or nothing."""
        if word in self.by_name or word.lower().startswith(_PREFIX):
            return None
        search = typical(self.log.searches, Use.DRIVER)
        files = dict.fromkeys([*(search.files if search else ()), *self.log.libraries])
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
        return LogAnswer(mine[0], state, tuple(self._facts([*about, *left])), () if about else (SNAPSHOT,))

    def _no_driver(self, word: str) -> LogAnswer | None:
        """Return that no search found a manifest which is called like a driver; None if there was none."""
        search = typical(self.log.searches, Use.DRIVER)
        if search is None:
            return None
        refused = (
            e for e in self.log.events if e.kind is EventKind.BAD_FILE and use_of(e.subject) is Use.DRIVER
        )
        return LogAnswer(word, LogState.MISSING, (of_search(Use.DRIVER, search), *self._facts(refused)))

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

    def _searched(self, name: str) -> Iterator[Fact]:
        """Yield that the searches of the log did not find a layer."""
        for search in self.searches:
            use = search.use or Use.EXPLICIT
            yield Fact(without(len(search.places), len(search.files), use), search.line, search.last)
        if not self.searches:
            yield Fact("the log has no search for layers")

    def _hints(self, name: str) -> Iterator[Fact]:
        """Yield what may be meant for the layer: files that were refused, libraries, requests without a name."""
        yield from self._facts((e for e in self.log.events if e.kind is EventKind.META), "it may be meant: ")
        refused = (EventKind.BAD_FILE, EventKind.LINKER)
        mine = (
            event
            for event in self.log.events
            if event.kind in refused and use_of(event.subject) is not Use.DRIVER
        )
        yield from self._facts(
            (each for each in mine if each.kind is EventKind.BAD_FILE or _is_like(name, each.subject)),
            "it may be meant: ",
        )

    def _undecided(self, name: str, events: Sequence[Event], other: tuple[Fact, ...]) -> LogAnswer:
        facts = list(other)
        ask = [SNAPSHOT] if any(wanted == name for wanted, _ in self.asked) else [SNAPSHOT, REQUEST]
        entered = self._not_entered(name)
        listed = next((event for event in events if event.kind is EventKind.AVAILABLE), None)
        if listed is not None:
            facts.append(Fact("a program can ask for it, and nothing inserted it", listed.line, listed.line))
        asking = {event.why: event for wanted, event in reversed(self.asked) if wanted == name}
        facts += [Fact(f"{why} asks for it", event.line, event.line) for why, event in asking.items()]
        like = [
            event
            for event in self.log.events
            if event.kind is EventKind.MANIFEST_READ and _is_like(name, event.subject)
        ]
        for event in _first_of_each(like):
            fact = (
                f"{quote(event.subject)} was read and is called like it; the log does not say what is in it"
            )
            facts.append(Fact(fact, event.line, event.line))
        facts += self._hints(name)
        facts += self._facts(event for event in self.log.events if event.kind is EventKind.NOT_LISTED)
        if not self.searches:
            facts.append(Fact("the log has no search for layers"))
            ask = [AGAIN, SNAPSHOT]
        elif not (like or entered):
            files = sum(len(search.files) for search in self.searches)
            fact = (
                f"no manifest is called like it among the {files} that were found; one of them may define it"
            )
            fact = fact if files else "no manifest of a layer was found"
            lines = [line for search in self.searches for line in (search.line, search.last)]
            facts.append(Fact(fact, min(lines), max(lines)))
        chain = next(self._chain(), None) if self._has_chain else None
        state = LogState.UNDECIDED if chain is None else LogState.INACTIVE
        if chain is not None:
            unread = (e for e in self.log.events if e.kind is EventKind.BAD_FILE)
            spoilt = [each for each in unread if _is_like(name, each.subject)]
            why = "" if spoilt or entered else ", and why is not in the log"
            facts.insert(0, Fact(f"the chain is without it{why}", chain.first, chain.last))
            facts = [*self._facts(entered, LIKELY), *self._facts(spoilt, "it may be meant: "), *facts]
        return LogAnswer(name, state, tuple(dict.fromkeys(facts))[:_MOST], tuple(ask))

    def _not_entered(self, name: str) -> list[Event]:
        """Return the line on the library that is most likely a layer's and that a loader could not enter."""
        lost = {wanted for wanted, _ in self.asked if wanted.startswith("VK_LAYER_")} - {
            each for each, events in self.by_name.items() if any(event.kind in _IN for event in events)
        }
        explicit = [file for each in self.searches if each.use is not Use.IMPLICIT for file in each.files]
        return not_entered(name, lost, self.log.events, self.log.manifests, explicit)

    @property
    def _has_chain(self) -> bool:
        """True if the log shows which layers a loader inserted."""
        return bool(self.log.chains) or any(event.kind in _IN for event in self.log.events)

    def facts(self) -> Iterator[Fact]:
        """Yield everything that the log proves: what is bad, what was searched, the chain, the rest."""
        events = self.log.events
        with_effect = any(event.kind in (EventKind.EFFECT, EventKind.NO_DEVICE) for event in events)
        trouble = self.log.trouble[1] if self.log.trouble else ""
        unshown = _OF_PICTURES.search(trouble) is not None
        bad_kinds = {*BAD, EventKind.NO_DRI3} if with_effect or unshown else set(BAD)
        usual = {event.subject for event in events if event.kind is EventKind.OTHER_BITS}
        bad = (
            event
            for event in events
            if event.kind in bad_kinds
            and not (event.kind is EventKind.DRIVER_FAILED and event.subject in usual)
        )
        off = [event for event in events if event.kind in _WORTH_KNOWING]
        off.sort(key=lambda event: event.kind is EventKind.SETTINGS)  # what is left out first
        without = [event for event in off if event.kind is EventKind.DRIVER_OFF]
        ranked = ranked_problems(bad, self.around)
        filtered = {event.subject for event in off if event.kind is EventKind.OFF}
        lost = [e for _, e in ranked if e.kind is EventKind.NOT_FOUND and e.subject in filtered]
        if lost:
            names = {event.subject for event in lost}
            yield from self._facts(event for event in off if event.subject in names)
            yield from without_changes(self._facts(lost, known=tuple(self.by_name)))
            off = [event for event in off if event.subject not in names]
            ranked = [(weight, event) for weight, event in ranked if event not in lost]
        problems = [event for _, event in ranked]
        if without and all(event.kind in _FOR_WANT_OF_DRIVERS for event in problems):
            off = [event for event in off if event not in without]
            yield from self._facts(without)
        knows_why = any(weight <= 1 and self.around.is_cause(event) for weight, event in ranked)
        follows = [event for weight, event in ranked if knows_why and weight > 1]
        first = problems[: len(problems) - len(follows)]  # what follows has more weight, so it stands last
        known = tuple(self.by_name)
        yield from (replace(each, bad=each.bad or unshown) for each in self._facts(first, known=known))
        for fact in self._facts(follows, known=known):
            helps = not fact.change.startswith(_GENERAL)  # the change of the cause is the one that does
            yield fact if helps else replace(fact, change="")
        yield from self._facts(off)
        is_healthy = not off and not any(event.kind in bad_kinds for event in events)
        if is_healthy:
            yield from self._facts(event for event in events if event.kind in _REMARKS)
            yield ending(self.log)
        yield from self._facts(event for event in events if event.kind is EventKind.VERSION)
        for use in (Use.SETTINGS, Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER):
            search = typical(self.log.searches, use)
            if search is not None and use is not Use.SETTINGS:
                yield of_search(use, search)
        yield from self._chain()
        rest = (EventKind.VERSION, *_WORTH_KNOWING, *bad_kinds, *(_REMARKS if is_healthy else ()))
        yield from self._facts(event for event in events if event.kind in PLAIN and event.kind not in rest)

    def asks(self) -> Iterator[str]:
        """Yield what has to be asked, if the text does not show the cause: nothing that it already has."""
        events = self.log.events
        bad = [event for event in events if event.kind in BAD]
        if any(self.around.is_cause(event) for event in bad):
            return
        if not bad and not any(event.kind in _WORTH_KNOWING for event in events):
            yield WRONG
            return
        if not self.log.searches:
            yield AGAIN
        if not self.log.cards.listed:
            yield DEVICES
        if self.around.system is System.LINUX and not self.log.listings.folders and bad:
            yield MACHINE

    def _facts(self, events: Iterable[Event], start: str = "", known: Sequence[str] = ()) -> Iterator[Fact]:
        return facts_of(events, start, known, self.around)

    def _chain(self) -> Iterator[Fact]:
        inside = {event.subject: event for event in reversed(self.log.events) if event.kind in _IN}
        names = self.log.chains[-1] if self.log.chains else _by_insertion(inside)
        if names:
            lines = [inside[name].line for name in names if name in inside]
            first, last = (min(lines), max(lines)) if lines else (0, 0)
            yield Fact(f"the chain, from the application down: {some(names, _MOST)}", first, last)
        elif self.log.searches:
            yield Fact("no layer was inserted")


def _by_insertion(inside: Mapping[str, Event]) -> tuple[str, ...]:
    """Return the layers from the application down: a loader inserts the last one first."""
    return tuple(sorted(inside, key=lambda name: inside[name].line, reverse=True))


def _first_of_each(events: Sequence[Event]) -> Iterator[Event]:
    yield from {event.subject: event for event in reversed(events)}.values()


def _is_like(name: str, path: str) -> bool:
    """True if a file is called like a layer: ``VkLayer_foo.json``, ``libfoo.so`` for VK_LAYER_x_foo."""
    stem, wanted = stem_of(path), name.lower()
    part = not wanted.startswith(_PREFIX) and len(wanted) > 2 and wanted in stem
    return part or (len(stem) > 1 and stem in wanted)
