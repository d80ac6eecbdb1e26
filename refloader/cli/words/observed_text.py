"""The text of ``refloader observed``: the account of a recording as lines for a terminal."""

from collections.abc import Sequence
from itertools import groupby

from refloader.cli.terminal.output import say, say_styled
from refloader.host import shell
from refloader.model.parameters import signature
from refloader.model.text import number_of, quote
from refloader.suite.layers.checks.results import said
from refloader.suite.layers.observed import Account, CommandCalls, Finding, LayerVerdict, Open
from refloader.suite.sessions.recording import Call, Link, Recording

_MOST_THREADS, _MOST_DEEP, _MOST_BREACHES, _MOST_CALLS = 8, 8, 5, 2
_COLOURS = {"fail": "fail", "warn": "warning"}


def print_account(file: str, edition: str, account: Account, recording: Recording) -> None:
    """Print the account; long lists are cut."""
    calls, threads = number_of(account.calls, "call"), number_of(account.threads, "thread")
    say(f"{file}: {calls} on {threads} of {number_of(len(account.processes), 'process', 'processes')}")
    _chains(account)
    _call_sequences(account)
    if account.unfinished and not account.cut_short:
        _unfinished(account.unfinished, recording)
    for judged in account.layers:
        _judged(judged, recording, several=len(account.processes) > 1)
    _notes(account)
    say()
    failures, warnings = number_of(account.breaches, "failure"), number_of(account.warnings, "warning")
    say(f"{failures}, {warnings} by the documents of {edition}")
    if any(each.findings for each in account.layers):
        say(f"one of these calls in full: {shell.line(['refloader', 'observed', file])} --call NUMBER")


def print_commands(file: str, rows: Sequence[CommandCalls]) -> None:
    """Print a table: how often each command went through each link, from the application down."""
    say(f"{file}: {number_of(sum(each.calls for each in rows), 'call')}, by link and command")
    width = max((len(str(each.calls)) for each in rows), default=1)
    for link, several in groupby(rows, key=lambda each: each.link):
        say()
        say(_between(link))
        for each in several:
            say(f"  {each.calls:{width}}  {each.command}")


def print_call(call: Call, recording: Recording) -> None:
    """Print one call with what it was given and what it returned."""
    say(_call_text(call, recording))
    caller = recording.calls.get(call.caller)
    if caller is not None:
        say(f"  called within {_call_text(caller, recording)}")
    row = signature(call.command)
    named = row.parameters if row is not None else ()
    for place, word in enumerate(call.words):
        name = named[place] if place < len(named) else f"parameter {place + 1}"
        say(f"  {name} = {word:#x}")
    for kind, facts in (("given", call.given), ("returned", call.made)):
        for fact in facts:
            value = quote(fact.text) if fact.text else f"{fact.type} {fact.value:#x}".strip()
            say(f"  {kind} {fact.path} = {value}")


def _chains(account: Account) -> None:
    chains: dict[tuple[str, ...], list[int]] = {}
    for place, process in enumerate(account.processes, 1):
        chains.setdefault(process.layers, []).append(place)
    for layers, places in chains.items():
        say()
        of = f" of {_places(places)}" if len(account.processes) > 1 else ""
        say(f"chain{of}, from the application down")
        say("  application")
        for place, name in enumerate(layers):
            say(f"  {place}. {name}")
        say("  the loader's terminator, and below it the drivers")


def _places(places: list[int]) -> str:
    """Return processes by their numbers, counted from 1 in the order in which they began."""
    first, more = ", ".join(map(str, places[:_MOST_DEEP])), len(places) - _MOST_DEEP
    return f"process{'es' if len(places) > 1 else ''} {first}" + (f" and {more} more" if more > 0 else "")


def _call_sequences(account: Account) -> None:
    say()
    say("calls from link to link")
    width = max((len(str(each.calls)) for each in account.passages), default=1)
    for each in account.passages:
        if each.calls:
            without = f", {each.unfinished} of them without an end" if each.unfinished else ""
            say(f"  {each.calls:{width}}  {_between(each.link)}{without}")


def _unfinished(rows: Sequence[Open], recording: Recording) -> None:
    say()
    say("calls that never came back")
    for row in rows[-_MOST_THREADS:]:
        say(f"  thread {row.thread}{row.at_work.told()}")
        for call in row.calls[-_MOST_DEEP:]:
            say(f"      {_call_text(call, recording)}")
    _more(len(rows) - _MOST_THREADS, "thread")


def _judged(judged: LayerVerdict, recording: Recording, *, several: bool) -> None:
    say()
    looked = sum(map(bool, judged.seen.values()))
    where = f" in process {judged.process + 1}" if several else ""
    say(
        f"{judged.layer}{where}: {looked} of {number_of(len(judged.seen), 'check')} apply to the recorded calls"
    )
    for finding in judged.findings:
        _finding(finding, recording)


def _finding(finding: Finding, recording: Recording) -> None:
    severity = (finding.severity, _COLOURS[finding.severity])
    several = f" ({len(finding.broken)} times)" if len(finding.broken) > 1 else ""
    say_styled(
        [("  ", ""), severity, (f" {', '.join(finding.rules)}{several}: {finding.broken[0].fact}", "")]
    )
    for place, each in enumerate(finding.broken[:_MOST_BREACHES]):
        if place:
            say(f"      also: {each.fact}")
        for call in each.calls[:_MOST_CALLS]:
            say(f"      {_call_text(call, recording)}")
        _more(len(each.calls) - _MOST_CALLS, "call")
    _more(len(finding.broken) - _MOST_BREACHES, "such breach", "such breaches")


def _more(count: int, noun: str, nouns: str = "") -> None:
    if count > 0:
        say(f"      and {number_of(count, f'more {noun}', f'more {nouns}' if nouns else '')}")


def _call_text(call: Call, recording: Recording) -> str:
    """Return one call in words: between which links, its argument, and its outcome."""
    link = recording.links.get(call.link, Link("?", "?"))
    name = call.fact("pName")
    asked = f"({quote(name.text)})" if name is not None else ""
    return f"call {call.number}, {_between(link)}: {call.command}{asked} {_outcome(call)}"


def _outcome(call: Call) -> str:
    row, answer = signature(call.command), call.out("answer")
    if call.left is None:
        return "never came back"
    if answer is not None:
        return "gave a function" if answer.value else "gave NULL"
    return f"gave {said(call.result)}" if row is not None and row.returns == "VkResult" else "came back"


def _between(link: Link) -> str:
    return f"{link.above or 'the application'} > {link.below or 'the loader'}"


def _notes(account: Account) -> None:
    notes = []
    if account.lost:
        notes.append(f"the file was full: {number_of(account.lost, 'record')} found no room in it")
    elif account.torn:
        notes.append("the file is torn: what follows the last call cannot be read")
    if account.cut_short and account.unfinished:
        notes.append("calls without an end are not listed: they may have ended in the part that is missing")
    if account.unjudged:
        notes.append(f"of so many layers not all are judged: {account.unjudged} are left out")
    for note in notes:
        say()
        say_styled([("note", "note"), (f" {note}", "")])
