"""``refloader ctest``: writes the cases of a run as tests for CTest or Meson, each of which replays some of them."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from refloader.cli.options.cases import case_options, named_cases, not_found, say_unmatched
from refloader.cli.options.subjects import named_or_found
from refloader.cli.terminal.output import give_up, say
from refloader.cli.terminal.parts import needed
from refloader.host import shell
from refloader.host.opening import reason_of
from refloader.model.edition import Edition
from refloader.model.text import quote, visible
from refloader.suite.conform import listed
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import CORES, ListedCase, RunRequest, WrongUsageError

SKIPPED = 77
"""The exit code of a test that judged nothing, which Meson and Automake count as skipped by default."""

_FILES = {"ctest": "CTestTestfile.cmake", "meson": "meson.build"}
_FIRST, _EACH, _LONGEST = 300, 20, 7200
"""The timeout of a test in seconds: that for its start, for each of its cases, and the longest."""

_BANNER = (
    "# Written by refloader ctest. Write it again for the cases of another version, loader, layer or driver."
)
_UNFIT = re.compile(r"[^\w.+-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Replay:
    """A test: what it is called, the names of its cases as ``--case`` takes them, its labels and its timeout."""

    name: str
    cases: tuple[str, ...]
    labels: tuple[str, ...]
    timeout: int


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--loader", "loaders", multiple=True, metavar="PATH|reference", help="Judge this loader.")
@click.option("--layer", "layers", multiple=True, metavar="MANIFEST|NAME", help="Judge this layer.")
@click.option("--driver", "drivers", multiple=True, metavar="MANIFEST|NAME", help="Judge this driver.")
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="A rule, a subtree, or ID/CASE. Repeatable."
)
@case_options
@click.option("--edition", type=click.Choice([e.value for e in Edition]), help="Judge by this edition alone.")
@click.option(
    "--profile",
    type=click.Choice(["quick", "full"]),
    default="full",
    show_default=True,
    help="As for conform.",
)
@click.option(
    "--expect",
    multiple=True,
    metavar="FILE|known|none",
    help="As for conform: what does not count as a failure.",
)
@click.option(
    "--by",
    type=click.Choice(["topic", "test", "case"]),
    default="topic",
    show_default=True,
    help="What one test replays: all cases of a topic, all variants of one, or one. Each starts refloader.",
)
@click.option("--meson", is_flag=True, help="Write meson.build, not CTestTestfile.cmake.")
def command(
    folder: str,
    loaders: tuple[str, ...],
    layers: tuple[str, ...],
    drivers: tuple[str, ...],
    rules: tuple[str, ...],
    cases: tuple[str, ...],
    caselist: str | None,
    edition: str | None,
    profile: str,
    expect: tuple[str, ...],
    by: str,
    meson: bool,
) -> None:
    """Write the cases of a loader, layer or driver as tests for CTest.

    DIR gets CTestTestfile.cmake; ctest --test-dir DIR -j 4 then runs the tests. Each replays some cases with
    refloader conform, passes or fails by its exit code, and counts as skipped if it judged too little. Labels are
    the rules.
    docs/ci.md shows how a project of CMake or Meson has them among its own tests.

    Exits 2 if there is no such subject or case, and 3 if the cases cannot be listed.
    """
    try:
        chosen = named_or_found(loaders, layers, drivers)
        request = RunRequest(
            edition=Edition(edition) if edition else None,
            rules=rules,
            cases=named_cases(cases, caselist),
            profile="quick" if profile == "quick" else "full",
        )
        request = replace(request, loaders=chosen[0], layers=chosen[1], drivers=chosen[2])
        request.check()
        subjects = (*request.loaders, *request.layers, *request.drivers)
        if len(subjects) != 1:
            raise WrongUsageError(f"tests are of one subject, and {len(subjects)} are named: name one")
        for path in (*request.layers, *request.drivers):
            if not os.path.exists(path):
                raise WrongUsageError(f"{quote(path)} does not exist: tests of it would judge nothing")
        needed("ctest", native=subjects[0] not in CORES)  # now, as each test has a timeout
        found = listed(request)
        if not found:
            raise WrongUsageError(not_found(request.cases))
    except WrongUsageError as error:
        raise click.UsageError(str(error)) from error
    except (HarnessError, OSError) as error:
        give_up(reason_of(error) if isinstance(error, OSError) else str(error))
    say_unmatched(request, [(each.subject, each.case) for each in found])
    tests = tuple(grouped(found, by, selected=bool(request.cases)))
    options = tuple(_options(request, expect))
    path = os.path.join(folder, _FILES["meson" if meson else "ctest"])
    text = as_meson(tests, options) if meson else as_ctest(tests, options, os.path.abspath(folder))
    try:
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise click.UsageError(f"cannot write to {visible(path)}: {reason_of(error)}") from error
    say(f"{visible(path)}: {len(tests)} tests of {len(found)} cases")
    if not meson:
        say(f"run them: {shell.line(['ctest', '--test-dir', folder, '-j', '2', '--output-on-failure'])}")


def grouped(cases: Sequence[ListedCase], by: str, *, selected: bool = False) -> Iterator[Replay]:
    """Yield the tests that replay these cases, each case in one of them.

    If the cases are ``selected`` by name, a test names each of its own: the pattern of a topic has others as well.
    """
    groups: dict[str, list[ListedCase]] = {}
    for each in cases:
        groups.setdefault(_group(each.case, by), []).append(each)
    used: Counter[str] = Counter()
    for pattern, members in groups.items():
        name = _UNFIT.sub("_", pattern.removesuffix("/*")).strip("_")
        used[name] += 1
        unique = name if used[name] == 1 else f"{name}.{used[name]}"
        rules = tuple(dict.fromkeys(rule for each in members for rule in each.rules))
        named = tuple(dict.fromkeys(each.case for each in members)) if selected else (pattern,)
        yield Replay(unique, named, rules, min(_FIRST + _EACH * len(members), _LONGEST))


def _group(case: str, by: str) -> str:
    """Return the name or pattern of ``--case`` for the test that a case belongs to."""
    plain = case.partition("[")[0]
    if by == "topic" and "/" in plain:
        return f"{plain.partition('/')[0]}/*"
    return case if by == "case" else plain


def _options(request: RunRequest, expect: Iterable[str]) -> Iterator[str]:
    """Yield the options of conform that every test has."""
    for option, paths in (
        ("loader", request.loaders),
        ("layer", request.layers),
        ("driver", request.drivers),
    ):
        for path in paths:
            yield from (f"--{option}", path)
    for rule in request.rules:
        yield from ("--rule", rule)
    if request.edition:
        yield from ("--edition", request.edition.value)
    if request.profile == "quick":
        yield from ("--profile", "quick")
    for each in expect:
        yield from ("--expect", each if each in ("known", "none") else os.path.abspath(each))


def _words(test: Replay, options: Sequence[str], out: str) -> tuple[str, ...]:
    """Return the words after ``refloader`` that run a test."""
    skip = ("--skip-code", str(SKIPPED))
    cases = (word for case in test.cases for word in ("--case", case))
    return ("conform", *options, *cases, "-n", "0", *skip, "--out", out)


def as_ctest(tests: Iterable[Replay], options: Sequence[str], folder: str) -> str:
    """Return a CTestTestfile.cmake with these tests; their results go below the folder."""
    lines = [_BANNER]
    for test in tests:
        name = f"refloader/{test.name}"
        words = (*_program(), *_words(test, options, os.path.join(folder, "results", test.name)))
        properties = {
            "LABELS": ";".join(("refloader", *test.labels)),
            "SKIP_RETURN_CODE": str(SKIPPED),
            "TIMEOUT": str(test.timeout),
            "WORKING_DIRECTORY": folder,
        }
        lines.append(f"add_test({' '.join(map(_bracket, (name, *words)))})")
        values = " ".join(f"{key} {_bracket(value)}" for key, value in properties.items())
        lines.append(f"set_tests_properties({_bracket(name)} PROPERTIES {values})")
    return "\n".join((*lines, ""))


def _program() -> tuple[str, ...]:
    """Return the words that start this refloader."""
    return (sys.executable, "-P", "-m", "refloader")


def _bracket(text: str) -> str:
    """Return a text as an argument of CMake in which no character has a meaning."""
    equals = "="
    while f"]{equals}]" in text or text.endswith(f"]{equals}"):
        equals += "="
    return f"[{equals}[{text}]{equals}]"


def as_meson(tests: Iterable[Replay], options: Sequence[str]) -> str:
    """Return a meson.build with these tests; their results go below its folder in the build."""
    lines = [_BANNER, f"refloader = find_program({_quoted(_program()[0])})"]
    for test in tests:
        words = ", ".join(map(_quoted, (*_program()[1:], *_words(test, options, "")[:-1])))
        out = f"meson.current_build_dir() / {_quoted(f'results/{test.name}')}"
        suites = ", ".join(map(_quoted, ("refloader", *test.labels)))
        end = f"suite: [{suites}], timeout: {test.timeout}"
        lines.append(f"test({_quoted(test.name)}, refloader, args: [{words}, {out}], {end})")
    return "\n".join((*lines, ""))


def _quoted(text: str) -> str:
    escaped: Mapping[str, str] = {"\\": "\\\\", "'": "\\'", "\n": "\\n"}
    return "'" + "".join(escaped.get(each, each) for each in text) + "'"
