"""Targets whose inputs are of runs: results, what is expected of them, and scenarios."""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from fuzzing.checking import TOP, Wrong, check
from fuzzing.documents import from_json, from_toml, odd_value, spoiled, written
from fuzzing.of_machines import bytes_of, corpus, files, scenario_files
from fuzzing.target import Target, formats, put, step, verbs
from fuzzing.vocabulary import LOADER_WORDS
from refloader.model.edition import Edition
from refloader.model.request import Build
from refloader.model.text import visible
from refloader.predict.prediction import predict
from refloader.report.differences.baseline import compared, document, lines
from refloader.results.discovery import run_at
from refloader.results.expectations import expectation_file
from refloader.results.expectations.expectation_file import ExpectationsError
from refloader.results.expectations.expectation_update import update
from refloader.results.results_file import ResultsError, Run
from refloader.rules import rules
from refloader.scenario import corpus as scenarios
from refloader.scenario import scenario_file
from refloader.scenario.scenario import ScenarioError
from refloader.suite.loaders import user_scenarios
from refloader.suite.subjects.request import WrongUsageError

REPORTED = (
    "text",
    "html",
    "markdown",
    "json:run-1",
    "ndjson:results-1",
    "csv",
    "junit",
    "sarif",
    "github",
    "gitlab",
    "badge",
)
_KEPT_RESULTS = 12
_LONGEST = 1500
"""Characters of a text in a seed: longer ones say the same again."""


def _shortened(value: Any, depth: int = 0) -> Any:
    """A value with short texts and few members in each list, so that mutations meet something that matters."""
    if isinstance(value, str):
        return value[:_LONGEST]
    if isinstance(value, list):
        return [_shortened(each, depth + 1) for each in value[:3]]
    if isinstance(value, dict):
        most = 12 if depth > 4 else 60
        return {key: _shortened(each, depth + 1) for key, each in islice(value.items(), most)}
    return value


@cache
def runs() -> tuple[bytes, ...]:
    """Short runs, of published ones: a subject, the rarest verdicts, a footer whose numbers are right."""
    names = (
        "debian-12-layers/MangoHud",
        "debian-12-drivers/lvp_icd.x86_64",
        "debian-12-drivers/radeon_icd.x86_64",
    )
    return tuple(_run((TOP / "reports" / f"{name}.ndjson").read_text(encoding="utf-8")) for name in names)


def _run(text: str) -> bytes:
    header, *results, footer = map(json.loads, text.splitlines())
    odd = [each for each in results if each["verdict"] not in ("pass", "skip")]
    chosen = [*odd[: _KEPT_RESULTS - 4], *results[:4]]
    chosen = [each for each in results if each in chosen]
    verdicts = [each["verdict"] for each in chosen]
    footer["counts"] = {name: verdicts.count(name) for name in footer["counts"]}
    rows = [_shortened(header), *map(_shortened, chosen), footer]
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def _results(random: Random) -> bytes:
    """A run of which some lines are spoiled, out of order, repeated or missing."""
    rows = random.choice(runs()).splitlines()
    words = (
        *LOADER_WORDS[:20],
        "pass",
        "fail",
        "crash",
        "warn",
        "header",
        "result",
        "footer",
        *list(rules())[:40],
    )
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(rows))
        choice = random.randrange(10)
        if choice < 7:
            try:
                rows[at] = written(spoiled(json.loads(rows[at]), random, words), random).replace(b"\n", b"")
            except (ValueError, RecursionError):
                continue
        elif choice == 7:
            rows.insert(random.randrange(len(rows) + 1), rows[at])
        elif choice == 8 and len(rows) > 1:
            del rows[at]
        else:
            rows[at] = json.dumps(odd_value(random, words), default=str).encode()
    return b"\n".join(rows) + b"\n"


def _lay_results(data: bytes, folder: str) -> None:
    put(folder, "runs/1/results.ndjson", runs()[0])
    put(folder, "runs/2/results.ndjson", data)
    put(folder, "other.ndjson", runs()[1])


def _baseline(data: bytes, folder: str, *, first: bool) -> None:
    """The results as the baseline of another run, or that run itself."""
    _lay_results(data, folder)
    both: list[Run] = []
    for number in (2, 1) if first else (1, 2):
        try:
            both.append(run_at(f"{folder}/runs/{number}"))
        except ResultsError as error:
            return check(str(error), "text")
    found = compared(both[1], both[0], "before\x1b")
    check("\n".join(lines(found)), "text")
    json.dumps(document(found))
    return None


_RESULT = "{}/runs/2/results.ndjson"


def of_runs() -> Iterator[Target]:
    """Results in every document that is made of them, and beside other results."""
    words = bytes_of((*LOADER_WORDS[:12], "verdict", "pass", "fail", "crash", "reason", "evidence", "case"))
    seeds = [*runs(), *corpus("results")]
    documents = [
        *formats(f"report {_RESULT}", *REPORTED),
        *formats(f"diff {{}}/runs/1 {_RESULT}", "text", "json:diff-1", "markdown", "html"),
        *formats(f"diff {_RESULT} {{}}/runs/1", "text", "html"),
        *formats("trend {}/runs", "text", "json:trend-1", "markdown", "csv", "html"),
        step(f"report {_RESULT} {{}}/other.ndjson"),
        step(f"report {_RESULT} --environment there={{}}/other.ndjson --format html", "html"),
        step(f"report {{}}/runs/1 --retry {_RESULT}"),
        step(f"claim {_RESULT} -o {{}}/claim.zip"),
    ]
    run, number = verbs(_lay_results, *documents)

    def either(data: bytes, variant: int, folder: str) -> None:
        if variant < number:
            run(data, variant, folder)
        else:
            _baseline(data, folder, first=variant == number)

    yield Target("results", either, number + 2, [_results], seeds, words, share=4, file="input.ndjson")
    yield from _expectations()


def _expectations() -> Iterator[Target]:
    seeds = [*corpus("expectations"), *files("reports/expectations/*.toml")]
    values = [_shortened(tomllib.loads(each.decode())) for each in files("reports/expectations/*.toml")]
    keys = (
        "schema",
        "subject",
        "expected",
        "file",
        "version",
        "versions",
        "rule",
        "case",
        "verdict",
        "also",
        "reason",
    )
    words = (*keys, "fail", "pass", "warn", "layer", "driver", "loader", "*", ">=1.0,<2", *list(rules())[:30])
    yield Target(
        "expectations",
        _held,
        2,
        [from_toml(values, words)],
        [each[:6000] for each in seeds],
        bytes_of(words),
        file="input.toml",
    )


@cache
def _whole_run() -> Run:
    return run_at(str(TOP / "reports" / "debian-12-layers" / "MangoHud.ndjson"))


def _held(data: bytes, variant: int, folder: str) -> None:
    """Read it; hold a subject to it, or write it anew for what a run found."""
    put(folder, "input.toml", data)
    path = f"{folder}/input.toml"
    run = _whole_run()
    [subject] = run.header.subjects
    try:
        if variant:
            results = [each for each in run.results if each.subject == subject.name]
            change = update(path, subject, results, complete=True)
            expectation_file.read(change.path)
        else:
            found = expectation_file.read(path)
            found.fits(subject)
            for entry in found.of(subject):
                entry.fits("LLP_LAYER_4", "calling_down/extra_calls[mock]")
    except ExpectationsError as error:
        check(str(error), "text")


def of_scenarios() -> Iterator[Target]:
    """The scenario.json of scenarios, with a small tree."""
    seeds = [*corpus("scenario"), *scenario_files("scenario.json")[::12]]
    words = (
        *scenario_file._KEYS,
        *LOADER_WORDS,
        "tolerated",
        "ambiguity",
        "create",
        "layers",
        "mock",
        "flags",
    )
    yield Target(
        "scenario", _read_scenario, 2, [from_json(seeds, words)], seeds, bytes_of(words), file="scenario.json"
    )


def _read_scenario(data: bytes, variant: int, folder: str) -> None:
    """Read it, write it again, and predict what a loader makes of it."""
    put(folder, "one/scenario.json", data)
    put(folder, "one/tree/usr/share/vulkan/icd.d/plain.json", b'{"file_format_version": "1.0.0"}')
    try:
        user_scenarios.found((folder,))
        case = scenarios.load(f"{folder}/one")
    except ScenarioError as error:
        return check(visible(str(error)), "text")
    except WrongUsageError as error:
        return check(str(error), "text")
    if variant:
        again = scenarios.contents(case)
        put(folder, "two/scenario.json", again[scenario_file.NAME])
        if scenario_file.load(f"{folder}/two").variables != case.scenario.variables:
            raise Wrong("unreadable output", "a scenario that was written is another one when it is read")
        return None
    for edition in Edition:
        try:
            predict(case.scenario, edition, Build())
        except ScenarioError as error:
            check(visible(str(error)), "text")
    return None


def targets() -> Iterator[Target]:
    """All of them."""
    yield from of_runs()
    yield from of_scenarios()
