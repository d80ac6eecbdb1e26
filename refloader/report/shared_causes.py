"""Causes that break many rules at once: what a loader does as a whole, or why a library ends the program.

Results with such a cause are one finding.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from refloader.model.registry import commands
from refloader.model.text import last_line, quote
from refloader.results.results_file import Result, Verdict

_FEWEST = 3
"""The fewest telling cases that must have failed before the cause is taken for granted."""

_IN_A_COMMAND = re.compile(r"(SIG[A-Z]+) in (vk\w+)")
"""How the reason of a crash names the command in which it happened."""
_LOOKUPS = frozenset(("vkGetInstanceProcAddr", "vkGetDeviceProcAddr"))

_COMPLAINT = re.compile(r"(\w+) .*?VIOLATION ([\w-]+): (?:(vk\w+) )?(.*)")
"""What a mock says of a call that breaks a rule: its kind, the rule, the command, and what is wrong with the call."""
_COMPLAINS = re.compile(r"VIOLATION(?: ([\w-]+):)?")
"""A complaint as the reason of a failure shows it: as the mock says it, or the first word of its line alone."""

_WRONG = ("fail", "rubbish")
"""The flags of mocks that name a call and, behind a colon, its result."""

_MISSING = "null"
"""The flag of mocks that names a function which their lookups do not have: whichever it is, the loader calls NULL."""

_ABORTED = "crash: SIGABRT"
_OF_ANY_CAUSE = re.compile(
    r"\*\*\* |(?:free|\w*alloc|munmap_chunk|corrupted|double free|terminate called|Aborted)\b"
)
"""What C libraries print of memory that was damaged before, and C++ of no exception: it does not tell the cause."""


@dataclass(frozen=True, slots=True)
class SharedCause:
    """A cause of many failures. It is found if each case in ``telling`` that was judged fails, and three were.

    ``title`` is what the loader does, ``says`` what follows and what is known of such loaders. ``shows`` tells by the
    evidence of a case whether its failure follows from the cause.
    """

    title: str
    says: str
    telling: frozenset[str]
    shows: Callable[[Mapping[str, object]], bool]


def _is_elevated(evidence: Mapping[str, object]) -> bool:
    return bool(evidence.get("privilege"))


def _has_unknown_commands(evidence: Mapping[str, object]) -> bool:
    libraries = evidence.get("libraries")
    flags = [
        library.get("flags")
        for library in (libraries.values() if isinstance(libraries, Mapping) else ())
        if isinstance(library, Mapping)
    ]
    return any(isinstance(each, Mapping) and not _UNKNOWN.isdisjoint(each) for each in flags)


_UNKNOWN = frozenset(("unknown_physical", "unknown_device"))
"""The flags of mocks that name a command which no loader knows."""

SHARED_CAUSES = (
    SharedCause(
        "Privilege of the process is ignored",
        "Elevated programs use what the variables and folders of their users name. Loaders that are built for unsafe "
        "searching do so, and say so in their log.",
        frozenset(
            (
                "privilege/icd_filenames_is_ignored",
                "privilege/a_named_place_is_not_searched[VK_LAYER_PATH]",
                "privilege/the_home_folder_is_not_searched[.config]",
                "privilege/the_home_folder_is_not_searched[.local/share]",
                "privilege/the_home_folder_gives_no_driver",
                "privilege/the_newer_variables_are_ignored[VK_DRIVER_FILES]",
                "privilege/the_xdg_home_variables_are_ignored[XDG_CONFIG_HOME]",
                "privilege_places/the_users_file[HOME-setuid]",
            )
        ),
        _is_elevated,
    ),
    SharedCause(
        "No unknown command is passed on",
        "Commands that the loader does not know reach neither layers nor drivers, be they of physical devices or of "
        "devices. Loaders that are built without their assembler code behave so.",
        frozenset(
            (
                "extension_filter/a_device_function_reaches_the_driver[instance]",
                "extension_filter/a_physical_function_reaches_the_right_driver[devices.0]",
                "later_neighbours/a_command_of_one_of_them[first]",
                "negotiation_layers/the_lookup_of_physical_devices_is_used[all-exports]",
                "unknown_commands/a_layers_command_of_devices[instance]",
                "unknown_commands/a_layers_command_of_physical_devices",
                "unknown_commands/only_one_driver_knows_it[first]",
                "unknown_commands/one_driver_of_two_has_it",
            )
        ),
        _has_unknown_commands,
    ),
)


def shared_causes(results: Sequence[Result]) -> Mapping[str, SharedCause]:
    """Return the shared causes that the results of one subject show, by the cases that fail for one."""
    found = [cause for cause in SHARED_CAUSES if _is_found(cause, results)]
    failing = [each for each in results if each.verdict is Verdict.FAIL] if found else []
    by_what_it_does = {each.case: cause for cause in found for each in failing if cause.shows(each.evidence)}
    crashes = {**_crashes_at_commands(results), **_aborts(results)}
    return {**_complaints(results), **by_what_it_does, **crashes}


def _complaints(results: Iterable[Result]) -> Mapping[str, SharedCause]:
    """Return what mocks first complain of, for cases that fail for the complaint and break unlike rules.

    A mock may also complain in a case that fails for something else: its failure has a cause of its own.
    """
    rules: defaultdict[str, set[str]] = defaultdict(set)
    failing: dict[str, Result] = {}
    for each in results:
        if each.verdict in (Verdict.FAIL, Verdict.CRASH):
            rules[each.case].add(each.rule)
            failing[each.case] = each
    cases: defaultdict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    for case, each in failing.items():
        said = _first_complaint(each.evidence)
        if said and _fails_for(said, each, rules[case]):
            cases[said[1], said[2], said[4]][case] = said[3] or ""
    return {
        case: _complained(*said, sorted({*alike.values()} - {""}))
        for said, alike in cases.items()
        if len({frozenset(rules[case]) for case in alike}) > 1
        for case in alike
    }


def _first_complaint(evidence: Mapping[str, object]) -> re.Match[str] | None:
    violations = evidence.get("violations")
    first = violations[0] if isinstance(violations, Sequence) and violations else None
    return _COMPLAINT.fullmatch(first) if isinstance(first, str) else None


def _fails_for(complaint: re.Match[str], result: Result, rules: Collection[str]) -> bool:
    """Return whether a case is about the complaint's rule alone, fails by the complaint, or crashes in the call."""
    _, rule, command, _ = complaint.groups()
    crash = _IN_A_COMMAND.fullmatch(result.reason)
    shown = _COMPLAINS.search(result.reason)
    return (
        rules == {rule}
        or (shown is not None and shown[1] in (None, rule))
        or (crash is not None and crash[2] == command)
    )


def _complained(kind: str, rule: str, what: str, commands: Sequence[str]) -> SharedCause:
    calls = f"a call of {' or '.join(commands)}" if commands else "a call"
    says = f"In each of these cases a mock {kind} reports {calls} that breaks {rule}: {quote(what)}."
    return SharedCause(f"Breaks {rule} in calls", says, frozenset(), bool)


def faulty_calls(evidence: Mapping[str, object]) -> frozenset[tuple[str, str]]:
    """Return what the libraries of a case do wrong on purpose: the kind of the library and the call, or ``null``."""
    libraries = evidence.get("libraries")
    found: set[tuple[str, str]] = set()
    for library in libraries.values() if isinstance(libraries, Mapping) else ():
        flags = library.get("flags") if isinstance(library, Mapping) else None
        if isinstance(flags, Mapping):
            kind = str(library.get("mock")).partition("_")[0]
            found |= {(kind, str(flags[each]).partition(":")[0]) for each in _WRONG if each in flags}
            found |= {(kind, _MISSING) for each in flags if each == _MISSING}
    return frozenset(found)


def _crashes_at_commands(results: Iterable[Result]) -> Mapping[str, SharedCause]:
    """Return by its signal why looking up commands, or calling one that no registry has, ends the program.

    Not to survive what a library does wrong on purpose is a fault of its own.
    """
    cases: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for each in results:
        crash = _IN_A_COMMAND.fullmatch(each.reason) if each.verdict is Verdict.CRASH else None
        is_one = crash and (crash[2] in _LOOKUPS or crash[2] not in commands())
        if crash and is_one and not faulty_calls(each.evidence):
            cases[crash[1], crash[2] if crash[2] in _LOOKUPS else ""].add(each.case)
    return {case: _crash(*key) for key, alike in cases.items() if len(alike) > 1 for case in alike}


def _crash(signal: str, lookup: str) -> SharedCause:
    where = lookup or "a command that the loader cannot know"
    title = f"Crashes in {lookup}" if lookup else "Crashes in commands that it does not know"
    return SharedCause(
        title, f"In each of these cases the program ends by {signal} in {where}.", frozenset(), bool
    )


def _aborts(results: Iterable[Result]) -> Mapping[str, SharedCause]:
    """Return by its words why a library ends the program, for cases in which it gives the same reason."""
    cases: defaultdict[str, set[str]] = defaultdict(set)
    for each in results:
        if each.verdict is Verdict.CRASH and (words := _last_words(each.evidence)):
            cases[words].add(each.case)
    return {case: _abort(words) for words, alike in cases.items() if len(alike) > 1 for case in alike}


def _abort(words: str) -> SharedCause:
    says = f"In each of these cases the program is ended by abort(), and the last that it printed is {quote(words)}."
    return SharedCause("Ends the program", says, frozenset(), bool)


def _last_words(evidence: Mapping[str, object]) -> str:
    """Return the last line that a program printed which ended itself; an empty string if that tells no cause."""
    ended, printed = evidence.get("ended"), evidence.get("stderr")
    if not (isinstance(ended, str) and ended.startswith(_ABORTED) and isinstance(printed, str)):
        return ""
    last = last_line(printed)
    return "" if _OF_ANY_CAUSE.match(last) else last


def _is_found(cause: SharedCause, results: Iterable[Result]) -> bool:
    ends = {each.case: each.verdict for each in results if each.case in cause.telling}
    return len(ends) >= _FEWEST and all(each is Verdict.FAIL for each in ends.values())
