"""What a log proves: of one layer, and of everything in it, each with its lines; and what would have to be asked.

A log has the names of files and no content. Where that does not decide, the answer says so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.logs.card_drivers import OF_LIMITED, limited, named_driver, of_named_card
from refloader.inspect.logs.from_log import EMPTY, NOTHING
from refloader.inspect.logs.layer_answers import AGAIN, LayerFacts
from refloader.inspect.logs.log_answer import LogAnswer, LogExplained, LogState
from refloader.inspect.logs.log_facts import Fact, ending, of_search, without_changes
from refloader.inspect.logs.log_posted import shown_by_all
from refloader.inspect.logs.problem_order import ranked_problems
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, PLAIN, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.weighing import weighed
from refloader.inspect.logs.wholes.conclusions import concluded, none_left
from refloader.inspect.logs.wholes.log_machine import system_of, typical
from refloader.inspect.logs.wholes.outcome import judged, outcome
from refloader.inspect.logs.wholes.outcomes import of_outcomes
from refloader.inspect.logs.written.code_causes import of_code
from refloader.inspect.logs.written.outdated import without_past
from refloader.inspect.logs.written.told_causes import of_people
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import quote

WRONG = "what does not work, and the output of that program with VK_LOADER_DEBUG=all"
DEVICES = "the output of vulkaninfo --summary"
MACHINE = (
    "the output of: ls -l /usr/share/vulkan/icd.d /etc/vulkan/icd.d /dev/dri; id; "
    "env | grep -E '^(VK|XDG_DATA)_'"
)


def explained(log: Log, words: Sequence[str]) -> LogExplained:
    """Return what a log proves of the layers that the words mean, and of everything else in it."""
    without_past(log)
    weighed(log)
    judged(log)
    log.events += none_left(log)
    log.events += [*of_outcomes(log), *concluded(log), *of_code(log), *shown_by_all(log)]
    log.events += of_people(log)
    if not (
        log.events or log.searches or log.manifests or log.trouble or log.about_loader or outcome(log).works
    ):
        return LogExplained(
            log.lines, tuple(_nothing(words)), (_nothing_shown(log),), tuple(_first_asks(log)), log.unread
        )
    facts = LayerFacts(log)
    names = [name for word in words for name in facts.meant(word)]
    answers = tuple(facts.driver(name) or facts.answer(name) for name in dict.fromkeys(names))
    shown = tuple(_with_solution(_everything(facts), facts))
    return LogExplained(log.lines, answers, shown, tuple(_asks(facts)), log.unread)


_OF_COMPUTERS = ("NVIDIA", "Advanced Micro", "Intel", "Broadcom", "Apple")
"""The makers of cards of machines with Linux; those of others are in phones, too."""


def _nothing_shown(log: Log) -> Fact:
    """Return that a text shows nothing, with what brings the driver of the card that it names.

    The latter if the text is on Vulkan, and says that something of it does not work.
    """
    if not log.lines:
        return Fact(EMPTY, bad=True)
    around = LayerFacts(log).around
    bad = not log.unread[1]  # what was not read may show it
    silent = not (log.particulars.of_vulkan and log.told.troubled) or not {
        Sign.WORKS,
        Sign.SOLVED,
    }.isdisjoint(log.signs)
    boards = around.card is not None and around.card.card.maker not in _OF_COMPUTERS
    silent = silent or bool(log.vulkanless[0]) or (boards and Sign.LINUX not in log.signs)
    if layers := log.variables.get("VK_INSTANCE_LAYERS", ""):
        text = f"VK_INSTANCE_LAYERS asks for {quote(layers)}, and the text does not show whether a loader finds that"
        change = f"on that machine: refloader explain {shell.operand(layers.replace(';', ':').split(':')[0])}"
        line = log.variable_lines.get("VK_INSTANCE_LAYERS", 0)
        return Fact(text, line, line, bad=bad, change=change)
    change = "" if silent or around.system is not System.LINUX else of_named_card(around)
    if log.versions:
        release = next(iter(log.versions))
        text = f"it has the release of the loader, {release}, and nothing of layers, drivers or devices"
        return Fact(text, bad=bad)
    nothing = NOTHING.replace("in it", "in what was read", 1) if log.unread[1] else NOTHING
    if not change:
        return Fact(nothing, bad=bad)
    return Fact(
        f"{nothing}{named_driver(around)}",
        change=OF_LIMITED if limited(around) else f"if vulkaninfo --summary does not list the card: {change}",
        bad=bad,
    )


def _nothing(words: Sequence[str]) -> Iterator[LogAnswer]:
    for word in words:
        yield LogAnswer(word, LogState.UNDECIDED, ask=(AGAIN,))


_WORTH_KNOWING = (EventKind.NOTED, EventKind.OFF, EventKind.DRIVER_OFF, EventKind.SETTINGS, EventKind.TWINS)
"""What may be the cause and may be meant so."""

_FOR_WANT_OF_DRIVERS = (EventKind.ONLY_SOFTWARE, EventKind.NO_DEVICE, EventKind.EFFECT)
"""What follows if a driver is left out, and does not say so itself."""

_GENERAL = ("see ", "install a driver (")
"""How changes begin that are looked for where no cause is known."""
_OF_PICTURES = re.compile(r"swap_?chain|surface|\bpresent", re.IGNORECASE)  # what fails at showing pictures
_REMARKS = (EventKind.REMARK, EventKind.PRELOAD)
"""What people take for a problem, and is none."""


def _with_solution(found: Iterator[Fact], of: LayerFacts) -> Iterator[Fact]:
    """Yield facts; the first says, if it is a problem, that the text calls it solved.

    None is then a problem any more. A line behind that, by which something fails still, speaks against it,
    and so does one, from that line on, by which the problem is back or another one is meant.
    """
    solved = of.log.sign_lines.get(Sign.SOLVED, 0) if Sign.SOLVED in of.around.signs else 0
    is_over = bool(solved) and of.log.past.still <= solved and of.log.past.reopened < solved
    for index, each in enumerate(found):
        told = index == 0 and each.bad and is_over
        fact = replace(each, bad=False, change=each.change if told else "") if is_over else each
        how = of.log.prose.solution if told else ""
        change = (
            f"by the text this helped: {quote(how)}; else {fact.change}"
            if how and fact.change
            else ("" if told and fact.change.startswith(_GENERAL) else fact.change)
        )
        text = f"{fact.text}; the text says that its problem is solved"
        change = f"if it comes back: {change}" if is_over and change and not how else change
        yield replace(fact, text=text, change=change) if told else fact


def _everything(of: LayerFacts) -> Iterator[Fact]:
    """Yield everything that the log proves: what is bad, what was searched, the chain, the rest."""
    events = of.log.events
    with_effect = any(event.kind in (EventKind.EFFECT, EventKind.NO_DEVICE) for event in events)
    trouble = of.log.trouble[1] if of.log.trouble else ""
    unshown = _OF_PICTURES.search(trouble) is not None
    others = any(event.kind in BAD for event in events) or outcome(of.log).works
    alone = any("required for presentation" in event.why for event in events) and not others
    bad_kinds = {*BAD, EventKind.NO_DRI3} if with_effect or unshown or alone else set(BAD)
    usual = {event.subject for event in events if event.kind is EventKind.OTHER_BITS}
    bad = (
        event
        for event in events
        if event.kind in bad_kinds and not (event.kind is EventKind.DRIVER_FAILED and event.subject in usual)
    )
    off = [event for event in events if event.kind in _WORTH_KNOWING]
    off.sort(key=lambda event: event.kind is EventKind.SETTINGS)  # what is left out first
    without = [event for event in off if event.kind is EventKind.DRIVER_OFF]
    ranked = ranked_problems(bad, of.around)
    filtered = {event.subject for event in off if event.kind is EventKind.OFF}
    lost = [e for _, e in ranked if e.kind is EventKind.NOT_FOUND and e.subject in filtered]
    if lost:
        names, frozen = {event.subject for event in lost}, frozenset(lost)
        yield from of.of_events(event for event in off if event.subject in names)
        yield from without_changes(of.of_events(lost, known=tuple(of.by_name)))
        off = [event for event in off if event.subject not in names]
        ranked = [(weight, event) for weight, event in ranked if event not in frozen]
    problems = [event for _, event in ranked]
    if without and all(event.kind in _FOR_WANT_OF_DRIVERS for event in problems):
        off = [event for event in off if event.kind is not EventKind.DRIVER_OFF]
        yield from of.of_events(without)
    knows_why = any(weight <= 1 and of.around.is_cause(event) for weight, event in ranked)
    follows = [event for weight, event in ranked if knows_why and weight > 1]
    first = problems[: len(problems) - len(follows)]  # what follows has more weight, so it stands last
    known = tuple(of.by_name)
    yield from (replace(each, bad=each.bad or unshown) for each in of.of_events(first, known=known))
    for fact in of.of_events(follows, known=known):
        helps = not fact.change.startswith(_GENERAL)  # the change of the cause is the one that does
        yield fact if helps else replace(fact, change="")
    yield from of.of_events(off)
    is_healthy = not off and not any(event.kind in bad_kinds for event in events)
    if is_healthy:
        yield from of.of_events(event for event in events if event.kind in _REMARKS)
        yield ending(of.log)
    yield from of.of_events(event for event in events if event.kind is EventKind.VERSION)
    for use in (Use.SETTINGS, Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER):
        search = typical(of.log.searches, use)
        if search is not None and use is not Use.SETTINGS:
            yield of_search(use, search)
    yield from of.chain()
    rest = (EventKind.VERSION, *_WORTH_KNOWING, *bad_kinds, *(_REMARKS if is_healthy else ()))
    yield from of.of_events(event for event in events if event.kind in PLAIN and event.kind not in rest)


def _first_asks(log: Log) -> Iterator[str]:
    """Yield what to ask of a text that shows nothing of Vulkan: how it is got depends on the system."""
    system = system_of(log)
    if system is System.ANDROID:
        yield "the output of: adb logcat -d | grep -iE 'vulkan|loader', after the program was started"
        return
    flatpak = log.signs.get(Sign.FLATPAK_APP, "")
    if flatpak:
        yield f"the output of: flatpak run --env=VK_LOADER_DEBUG=all {flatpak}"
    else:
        how = " (in a window of cmd: set VK_LOADER_DEBUG=all)" if system is System.WINDOWS else ""
        yield f"{AGAIN}{how}"
    if not (log.signs or log.os_release or log.graphics or log.named_cards or log.versions):
        return
    yield DEVICES
    if system is System.LINUX:
        yield MACHINE


def _asks(of: LayerFacts) -> Iterator[str]:
    """Yield what has to be asked, if the text does not show the cause: nothing that it already has."""
    events = of.log.events
    bad = [event for event in events if event.kind in BAD]
    if any(of.around.is_cause(event) for event in bad):
        return
    if not bad and not any(event.kind in _WORTH_KNOWING for event in events):
        yield WRONG
        return
    if not of.log.searches:
        yield AGAIN
    if not of.log.cards.listed:
        yield DEVICES
    if of.around.system is System.LINUX and not of.log.listings.folders and bad:
        yield MACHINE
