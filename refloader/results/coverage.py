"""How much a run judged, what this machine lacked for the rest, and whether that is enough. Gives no verdict.

A skipped result is *not run* if the machine or the installation lacked something that can be supplied, or if the
subject itself ended the program before: another rule judges that, which the user may have left out. It is *not
testable* if the subject gives no occasion to break the rule, whatever machine it is on.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from refloader.model.text import number_of
from refloader.results.records import ENDS, FINDINGS, Result, Verdict
from refloader.rules.registry import is_known

DEFAULT = "50%"
"""The bar of a run that names none: at least this share of what could have been judged was judged."""

ALL = "all"
_SHARE = re.compile(r"(100|[1-9]?[0-9])%", re.ASCII)


class Need(NamedTuple):
    """Something that a machine may lack. ``pattern`` matches the reasons of skips; ``how`` says how to get it.

    The group "named" of a pattern is the name of what is lacking, as the reason has it.
    """

    name: str
    pattern: str
    how: str


LEFT_OUT = "left out"
"""What is missing of a case that a list of the user leaves out."""

CUT_OFF = "run that comes to its end"
"""What is missing of a case whose run the subject ended before it came to what the case is about."""

NEEDS = (
    Need(
        "compiler",
        r"(is|was|were) not built",
        "install refloader with a C compiler (Debian: gcc, libc6-dev, libpython3-dev)",
    ),
    Need(
        "namespaces",
        r"needs namespaces|mount namespace|that no variable redirects|that variables can redirect"
        r"|would be found as well|which may mean the built-in folders|that would redirect it",
        "run where user namespaces are allowed, or as root (docs/security.md)",
    ),
    Need(
        "privilege",
        r"needs a harness that runs as root|has privilege by .* here|has to run as root",
        "run as root, in a container or a virtual machine",
    ),
    Need(
        CUT_OFF,
        r"\bended early: |, (as|in) a simpler? program (that is|ends, which is) judged for it"
        r"|in a row before this one got no answer"
        r"| keeps no company: it does not come to its end alone$",
        "the subject ended it: mend that finding first, which a run by all rules has",
    ),
    Need(
        "command of the driver",
        r", which (lookups_of_drivers|nothing_is_lacking) reports$",
        "the driver or its lookup lacks it: mend that finding first",
    ),
    Need(LEFT_OUT, r"^left out by .*:[0-9]+$", "--skips names a list that leaves them out"),
    Need("display", r"there is no X server", "install Xvfb (Debian: xvfb)"),
    Need("lavapipe", r"no manifest of lavapipe", "install it (Debian: mesa-vulkan-drivers)"),
    Need(
        "validation layer",
        r"VK_LAYER_KHRONOS_validation is not installed",
        "install it (Debian: vulkan-validationlayers)",
    ),
    Need("hypothesis", r"need hypothesis", "pip install hypothesis"),
    Need(
        "library that the driver opens",
        r"^the driver .* it opens (?P<named>\".*\"(?: and [0-9]+ more)?), and there is no such library",
        "install it where the dynamic linker looks, and run again",
    ),
    Need(
        "file that may be the driver's",
        r"; the sandbox hides (?P<named>\".*\"(?: and [0-9]+ more)?) from it",
        "if the driver reads it, name it or its folder with --show; otherwise the driver lacks its device",
    ),
    Need(
        "driver that starts",
        r"^the driver cannot start here",
        "find out why it refuses every loader (refloader doctor), and run again",
    ),
    Need(
        "device",
        r"no physical device here(?! offers)|the driver has no device|no device of the driver|makes no instance here"
        r"|to be given devices|to have a physical device|to give a device|vkEnumeratePhysicalDevices was to give",
        "run on a machine that has the driver's device, as a user who may open its nodes in /dev",
    ),
    Need(
        "working driver below the layer",
        r", also without the layer: what is below it is at fault$"
        r"|\bthe application does not come to its end without any layer: ",
        "run where the same program ends well without the layer (refloader doctor)",
    ),
    Need(
        "complete recording",
        r"cannot be judged within [0-9.]+ s$|the recording was written over in the process",
        "run on a faster machine; a subject that writes into the recording has to be mended",
    ),
    Need(
        "machine that is no target",
        r"^generated programs run with this machine's own libraries alone$",
        "run on the machine itself, without --target",
    ),
    Need(
        "library at library_path",
        r"^its library cannot be loaded: (it is not found|none is named|the manifest names none)",
        "correct library_path, or build and install the library (refloader lint MANIFEST)",
    ),
    Need(
        "build without a sanitizer",
        r"^(?:its|the) library cannot be (?:loaded|opened): it (?:is|needs .+, which is) built with \w+Sanitizer",
        "judge one without -fsanitize=address, leak, memory or thread; -fsanitize=undefined can stay",
    ),
    Need(
        "library",
        r"^its library cannot be (loaded|opened)|^where its library .* depends on the loader",
        "run on a machine of the library's kind, with what the library needs",
    ),
)

_END, _LACK = "as the program ended before", "as the driver lacks a command"
"""The faults of a subject for which results are not run, in words."""

_ENDED = re.compile(
    r"\bended early: (.+)$|^(.+?), (?:as|in) a simpler? program (?:that is|ends, which is) judged"
    r"|^(.+ in a row before this one got no answer)"
)
"""The reason of a result that was not run as the subject had ended the program before; how it ended."""

_LOOKUPS = ("lookups_of_drivers", "nothing_is_lacking")
"""The cases by which it is judged that a driver lacks a command."""

_LACKING = re.compile(rf"^(.+), which ({'|'.join(_LOOKUPS)}) reports$")
"""The reason of a result that was not run as the driver lacks a command; what it lacks, and what judges that."""

_OF_AN_END = re.compile(
    r"\bSIG[A-Z]{2,}|\bcrash|\bhang|does not come back|no answer|\bexit with status|\bdescriptor\b"
)
"""What a failure or a warning says where a program ended."""

_CALLED = ", "
"""What stands before the name of what is lacking."""

_PATTERNS = tuple((each.name, re.compile(each.pattern)) for each in NEEDS)
_HOW = {each.name: each.how for each in NEEDS}
_STATES = {"judged", "error", "not testable"}


@lru_cache(4096)
def lacking(reason: str) -> str:
    """Return the name of what the machine lacked, by the reason of a skip; empty if it lacked nothing."""
    for name, pattern in _PATTERNS:
        if found := pattern.search(reason):
            called = found.groupdict().get("named")
            return f"{name}{_CALLED}{called}" if called else name
    return ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The numbers of results, one for each rule and case. ``missing`` has those that were not run, by need."""

    judged: int = 0
    not_run: int = 0
    not_testable: int = 0
    missing: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The numbers in words."""
        return f"{self.judged} judged, {self.not_run} not run, {self.not_testable} not testable"

    @property
    def lacks(self) -> tuple[str, ...]:
        """A sentence on each thing that was missing and how to get it, the one with the most results first."""
        most = sorted(self.missing.items(), key=lambda row: -row[1])
        return tuple(f"{number} not run{want_of(name)}: {means_for(name)}" for name, number in most)


def want_of(name: str) -> str:
    """Return what was lacking in words, as ``for want of a device``; empty for cases that a list leaves out."""
    return "" if name == LEFT_OUT else f" for want of {_named(name)}"


def means_for(name: str) -> str:
    """Return what to do for what was lacking, by its name."""
    return _HOW[name.partition(_CALLED)[0]]


def _named(name: str) -> str:
    if name == "compiler":
        return "native parts"  # of which a machine may lack some although it has a compiler
    return name if name in ("lavapipe", "hypothesis", "namespaces", "privilege") else f"a {name}"


def coverage(results: Iterable[Result]) -> Coverage:
    """Count the results. An error of the harness was not run."""
    seen = Counter(map(_state, results))
    order = list(_HOW)
    missing = {
        name: seen[name]
        for name in sorted(
            seen.keys() - _STATES, key=lambda name: (order.index(name.partition(_CALLED)[0]), name)
        )
    }
    return Coverage(seen["judged"], seen["error"] + sum(missing.values()), seen["not testable"], missing)


def _state(result: Result) -> str:
    if result.verdict is Verdict.SKIP:
        return lacking(result.reason) or "not testable"
    return "error" if result.verdict is Verdict.ERROR else "judged"


def number_of_cases(cases: int, results: int) -> str:
    """Return a number of cases in words, with that of their results where a case has several: one for each rule."""
    text = number_of(cases, "case")
    return text if results == cases else f"{text} ({number_of(results, 'result')}, one for each rule)"


def is_bar(text: str) -> bool:
    """True if the text is a valid bar: ``all``, a share such as 80%, ids of rules, or several, joined by commas."""
    return all(each == ALL or _SHARE.fullmatch(each) or is_known(each) for each in text.split(","))


def too_little(bar: str, results: Iterable[Result]) -> tuple[str, ...]:
    """Return why results are below the bar, what was missing, and how to get it; empty if they are enough.

    An empty bar asks for nothing.
    """
    if not bar:
        return ()
    every = tuple(results)
    found = coverage(every)
    why = tuple(reason for part in bar.split(",") for reason in _below(part, found, every))
    return (*why, *found.lacks) if why else ()


def shares_and_rules(bar: str) -> tuple[str, str]:
    """Part a bar into what can be asked of each subject, and the ids of rules, which are about the run as a whole."""
    parts = bar.split(",")
    shares = [each for each in parts if each == ALL or _SHARE.fullmatch(each)]
    return ",".join(shares), ",".join(each for each in parts if each not in shares)


def too_little_of_each(bar: str, results: Iterable[Result]) -> tuple[str, ...]:
    """Return why single subjects are below the shares of a bar, or the run has not judged its rules.

    Empty if no subject is below the shares: then the results as a whole are not either. A subject that no case could
    judge on any machine, as the rule chosen is not about it, is not below the bar.
    """
    shares, rules = shares_and_rules(bar)
    every = tuple(results)
    together: dict[str, list[Result]] = {}
    for each in every:
        together.setdefault(each.subject, []).append(each)
    below = tuple(
        f"{name}: {reason}"
        for name, own in together.items()
        if any(_state(each) != "not testable" for each in own)
        for reason in too_little(shares, own)
    )
    return (*below, *too_little(rules, every)) if below else ()


def unreported(results: Iterable[Result], known_ends: Iterable[str] = ()) -> Iterator[str]:
    """Yield a sentence on results that were skipped for a fault of their subject, where no result reports it.

    The fault is that the subject ended the program, or that a driver lacks a command that every loader calls. Cases
    of their own judge that, and a finding or a warning of theirs reports it. ``known_ends`` are the subjects that are
    known to end programs.
    """
    faults: dict[tuple[str, str], Counter[str]] = {}
    reported = {(subject, _END) for subject in known_ends}
    for each in results:
        if each.verdict is Verdict.SKIP:
            for fault, which in _faults(each.reason):
                faults.setdefault((each.subject, fault), Counter())[which] += 1
        elif each.verdict in FINDINGS or each.verdict is Verdict.WARN:
            reported |= {(each.subject, fault) for fault in _reported(each)}
    for (subject, fault), kinds in faults.items():
        if (subject, fault) not in reported:
            (which, _), *others = kinds.most_common()
            more = f" (and in {number_of(len(others), 'other way')})" if others else ""
            number = f"{number_of(kinds.total(), 'result')} of {subject}"
            yield f"{number} not run, {fault}, which no finding here says: {which}{more}"


def _faults(reason: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of the fault for which a result was skipped, and which one it is."""
    if ended := _ENDED.search(reason):
        yield _END, ended[1] or ended[2] or ended[3]
    elif lacks := _LACKING.search(reason):
        yield _LACK, lacks[1]


def _reported(result: Result) -> Iterator[str]:
    """Yield the kinds of faults that a finding or a warning reports."""
    if result.verdict in ENDS or _OF_AN_END.search(result.reason):
        yield _END
    if any(name in result.case for name in _LOOKUPS):
        yield _LACK


def _below(part: str, found: Coverage, results: Iterable[Result]) -> Iterator[str]:
    share = _SHARE.fullmatch(part)
    if not found.judged:
        yield "nothing was judged"
    elif part == ALL and found.not_run:
        yield f"{found.not_run} results were not run, and all are required"
    elif share and found.judged * 100 < int(share[1]) * (found.judged + found.not_run):
        able = found.judged + found.not_run
        yield f"{found.judged} of {able} results that could be judged were judged, and {part} is required"
    elif not share and part != ALL:
        yield from _not_run(part, results)


def _not_run(rule: str, results: Iterable[Result]) -> Iterator[str]:
    own = [each for each in results if each.rule == rule]
    if all(each.verdict in (Verdict.SKIP, Verdict.ERROR) for each in own):
        why = next((f": {each.reason}" for each in own if each.reason), "")
        yield f"{rule} is required and was not judged{why}"
